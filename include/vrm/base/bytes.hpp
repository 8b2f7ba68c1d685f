// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace vrm {

// Text as bytes. (std::span of a string_view does not compile with every standard library we serve.)
inline std::span<const std::byte> asBytes(std::string_view text) noexcept {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

}  // namespace vrm
