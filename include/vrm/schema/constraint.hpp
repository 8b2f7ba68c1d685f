// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "vrm/base/constraint_type.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"

namespace vrm::schema {

using vrm::ConstraintType;

enum class RollAxis : std::uint8_t { X, Y, Z };
enum class AimAxis : std::uint8_t { PositiveX, NegativeX, PositiveY, NegativeY, PositiveZ, NegativeZ };
enum class ConstraintSpace : std::uint8_t { Local, Model };
std::string_view name(RollAxis axis) noexcept;
std::string_view name(AimAxis axis) noexcept;
std::string_view name(ConstraintSpace space) noexcept;

struct NodeConstraint {
  NodeIndex node;  // the destination
  ConstraintType type{};
  NodeIndex source;
  float weight = 1;
  RollAxis rollAxis{};  // Roll
  AimAxis aimAxis{};    // Aim
  // Draft constraints. An axis that is true is constrained (decision 18); DraftAim has two: yaw and pitch.
  ConstraintSpace sourceSpace = ConstraintSpace::Model;
  ConstraintSpace destinationSpace = ConstraintSpace::Model;
  std::array<bool, 3> axes{true, true, true};
  Vec3 aimVector{0, 0, 1};
  Vec3 upVector{0, 1, 0};
  friend bool operator==(const NodeConstraint&, const NodeConstraint&) = default;
};

}  // namespace vrm::schema
