// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/quat.hpp"
#include "vrm/runtime/avatar.hpp"

// What is between two things; t goes from 0 to 1.
namespace vrm {

inline Vec3 mixed(Vec3 a, Vec3 b, float t) {
  return a == b ? a : a * (1 - t) + b * t;  // the difference may be too large for a float
}
inline Quat mixed(const Quat& a, const Quat& b, double t) {
  return a == b ? a : normalized(slerp(a, b, t));
}
inline RootTransform mixed(const RootTransform& a, const RootTransform& b, double t) {
  const auto u = static_cast<float>(t);
  return {mixed(a.translation, b.translation, u), mixed(a.rotation, b.rotation, t),
          a.scale * (1 - u) + b.scale * u};
}

// Of two rotations that are close: along the chord.
inline Quat between(const Quat& a, Quat b, float t) {
  if (dot(a, b) < 0) b = {-b.x, -b.y, -b.z, -b.w};
  const Quat q{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, a.w + (b.w - a.w) * t};
  return normalized(q);
}

}  // namespace vrm
