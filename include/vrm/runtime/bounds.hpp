// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <limits>
#include <span>

#include "vrm/base/math.hpp"

namespace vrm {

// The smallest box with sides along the axes. As made it is empty, and merging it with another changes
// nothing.
struct Bounds {
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Vec3 min{kInfinity, kInfinity, kInfinity};
  Vec3 max{-kInfinity, -kInfinity, -kInfinity};

  constexpr bool empty() const noexcept { return !(min.x <= max.x && min.y <= max.y && min.z <= max.z); }
  friend constexpr bool operator==(const Bounds&, const Bounds&) = default;
};

// Coordinates that are NaN are passed over.
Bounds boundsOf(std::span<const Vec3> points) noexcept;
Bounds merge(const Bounds& a, const Bounds& b) noexcept;

}  // namespace vrm
