// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"

namespace vrm::test {

// So many degrees about an axis, which need not be of length 1.
inline Quat turn(Vec3 axis, double degrees) {
  return fromAxisAngle(axis * (1 / length(axis)), degrees * 0.017453292519943295);
}
inline Quat turnX(double degrees) {
  return turn({1, 0, 0}, degrees);
}
inline Quat turnY(double degrees) {
  return turn({0, 1, 0}, degrees);
}
inline Quat turnZ(double degrees) {
  return turn({0, 0, 1}, degrees);
}

inline testing::AssertionResult nearly(Vec3 got, Vec3 want, float tolerance = 1e-6f) {
  const Vec3 d = got - want;
  // Written so that NaN fails.
  if (std::abs(d.x) <= tolerance && std::abs(d.y) <= tolerance && std::abs(d.z) <= tolerance)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "(" << got.x << ", " << got.y << ", " << got.z << ") instead of ("
                                     << want.x << ", " << want.y << ", " << want.z << ")";
}

// As rotations: q and -q are one.
inline testing::AssertionResult nearly(Quat got, Quat want, float tolerance = 1e-6f) {
  const float sign = dot(got, want) < 0 ? -1.0f : 1.0f;
  const auto close = [&](float a, float b) { return std::abs(a - b * sign) <= tolerance; };
  if (close(got.x, want.x) && close(got.y, want.y) && close(got.z, want.z) && close(got.w, want.w))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "(" << got.x << ", " << got.y << ", " << got.z << ", " << got.w
                                     << ") instead of (" << want.x << ", " << want.y << ", " << want.z << ", "
                                     << want.w << ")";
}

inline double angleBetween(Quat a, Quat b) {
  const Quat q = conjugate(a) * b;
  const double s =
      std::hypot(std::hypot(static_cast<double>(q.x), static_cast<double>(q.y)), static_cast<double>(q.z));
  return 2 * std::atan2(s, std::abs(static_cast<double>(q.w)));
}

}  // namespace vrm::test
