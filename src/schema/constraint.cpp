// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/constraint.hpp"

#include "schema/names.hpp"

namespace vrm::schema {

std::string_view name(RollAxis axis) noexcept {
  return kRollAxes[static_cast<std::size_t>(axis)];
}

std::string_view name(AimAxis axis) noexcept {
  return kAimAxes[static_cast<std::size_t>(axis)];
}

std::string_view name(ConstraintSpace space) noexcept {
  return kConstraintSpaces[static_cast<std::size_t>(space)];
}

}  // namespace vrm::schema
