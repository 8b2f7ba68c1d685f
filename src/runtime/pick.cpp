// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/pick.hpp"

#include <cmath>
#include <limits>

#include "base/double3.hpp"

namespace vrm {

std::optional<Hit> pick(Vec3 origin, Vec3 direction, std::span<const Vec3> positions,
                        std::span<const std::uint32_t> indices) noexcept {
  // Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection" (1997), in double: with floats as
  // input a ray does not slip through between neighbours in practice.
  const Double3 from = toDouble(origin), along = toDouble(direction);
  std::optional<Hit> nearest;
  double best = 0;
  for (std::size_t i = 0; i + 3 <= indices.size(); i += 3) {
    if (indices[i] >= positions.size() || indices[i + 1] >= positions.size() ||
        indices[i + 2] >= positions.size()) {
      continue;
    }
    const Double3 corner = toDouble(positions[indices[i]]);
    const Double3 e1 = minus(toDouble(positions[indices[i + 1]]), corner);
    const Double3 e2 = minus(toDouble(positions[indices[i + 2]]), corner);
    const Double3 p = cross(along, e2);
    const double determinant = dot(e1, p);
    if (!(std::abs(determinant) > 0)) continue;  // no area, seen edge on, or NaN
    const Double3 s = minus(from, corner);
    const double u = dot(s, p) / determinant;
    if (!(u >= 0 && u <= 1)) continue;
    const Double3 q = cross(s, e1);
    const double v = dot(along, q) / determinant;
    if (!(v >= 0 && u + v <= 1)) continue;
    const double distance = dot(e2, q) / determinant;
    if (!(distance >= 0 && distance <= static_cast<double>(std::numeric_limits<float>::max()))) continue;
    if (nearest && distance >= best) continue;
    best = distance;
    nearest = Hit{static_cast<float>(distance),
                  static_cast<std::uint32_t>(i / 3),
                  {static_cast<float>(1 - u - v), static_cast<float>(u), static_cast<float>(v)}};
  }
  return nearest;
}

}  // namespace vrm
