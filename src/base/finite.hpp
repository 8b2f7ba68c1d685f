// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cmath>

#include "vrm/base/math.hpp"

namespace vrm {

inline bool finite(float v) {
  return std::isfinite(v);
}
inline bool finite(Vec3 v) {
  return finite(v.x) && finite(v.y) && finite(v.z);
}

}  // namespace vrm
