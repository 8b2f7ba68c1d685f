// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/math.hpp"
#include "vrm/base/quat.hpp"

namespace vrm {

// Seed 000 "Rotation": the shortest rotation from +Y to the bone's axis, with the sign of decision 14, and
// half a turn about X for -Y.
inline Quat axisRotation(Vec3 axis) noexcept {
  if (axis.y + 1 < 1e-8f) return {1, 0, 0, 0};
  return normalized({axis.z, 0, -axis.x, axis.y + 1});
}

}  // namespace vrm
