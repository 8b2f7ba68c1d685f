// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "vrm/base/math.hpp"

namespace vrm {

struct Hit {
  float distance = 0;          // the point is origin + direction * distance
  std::uint32_t triangle = 0;  // its corners are indices[3 * triangle], ...
  Vec3 barycentric;            // weights of the three corners; they sum to 1
};

// The nearest triangle on a ray, seen from either side; the first of those equally near. `positions` are as
// skinned, `indices` a list of triangles. Passed over: triangles without area or with a corner that is not in
// `positions`, and indices after the last whole triangle. Nothing is hit by a ray without direction.
std::optional<Hit> pick(Vec3 origin, Vec3 direction, std::span<const Vec3> positions,
                        std::span<const std::uint32_t> indices) noexcept;

}  // namespace vrm
