// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "fuzz/target.hpp"

namespace vrm::fuzz {

std::span<const std::string_view> words() {
  static constexpr std::string_view kWords[] = {
#include "words.inc"
  };
  return kWords;
}

}  // namespace vrm::fuzz
