// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vrm {

// Roll, Aim and Rotation are those of VRMC_node_constraint 1.0. The Draft ones are those of seed 003, which can say
// more: positions, spaces, single axes, any aim and up vector. A draft rotation that says no more is read as Rotation.
enum class ConstraintType : std::uint8_t { Roll, Aim, Rotation, DraftPosition, DraftRotation, DraftAim };
constexpr std::string_view name(ConstraintType type) noexcept {
  constexpr std::string_view kNames[] = {"roll", "aim", "rotation", "draft position", "draft rotation", "draft aim"};
  return kNames[static_cast<std::size_t>(type)];
}
constexpr bool isDraft(ConstraintType type) noexcept {
  return type >= ConstraintType::DraftPosition;
}

}  // namespace vrm
