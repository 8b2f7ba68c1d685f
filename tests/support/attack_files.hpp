// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>
#include <span>

#include "support/asset_builder.hpp"

namespace vrm::test {

// Files made to hurt, of any size: the tests load them (attacks_test.cpp), the benchmark measures whether four times the
// size takes more than four times the time (bench/attacks.sh).
struct AttackFile {
  const char* name;
  std::uint32_t size;  // of the attack: how many of the thing that there is too much of
  Bytes (*make)(std::uint32_t size);
  std::optional<Code> refused = {};  // with this error; else it loads
};
std::span<const AttackFile> attackFiles();
// By name; throws when there is none.
const AttackFile& attackFile(std::string_view name);

}  // namespace vrm::test
