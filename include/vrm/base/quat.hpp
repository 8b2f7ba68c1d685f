// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>

#include "vrm/base/math.hpp"

namespace vrm {

// Rotations as unit quaternions. What is not a product of a few terms is computed in double and rounded once.

// A quaternion of a file made a unit one. Numbers written with few digits are a little off; that much is
// usual and not worth a word. Exact ones stay as they are, to the bit; zero, and what is not finite, becomes
// no rotation.
struct UnitRotation {
  Quat rotation;
  bool usual = true;
  bool zero = false;
};
UnitRotation unitRotation(const std::array<float, 4>& xyzw) noexcept;

// The same without the findings.
Quat normalized(Quat q) noexcept;

// Hamilton's product: first b, then a.
constexpr Quat operator*(Quat a, Quat b) noexcept {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,  //
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,  //
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,  //
          a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

// The inverse of a unit quaternion.
constexpr Quat conjugate(Quat q) noexcept {
  return {-q.x, -q.y, -q.z, q.w};
}

constexpr Vec3 rotate(Quat q, Vec3 v) noexcept {
  const Vec3 axis{q.x, q.y, q.z};
  const Vec3 turn = cross(axis, v) * 2.0f;
  return v + turn * q.w + cross(axis, turn);
}

// The way from a to b along the shortest arc: a for t <= 0 and NaN, b for t >= 1, both to the bit.
Quat slerp(Quat a, Quat b, double t) noexcept;

Quat fromAxisAngle(Vec3 unitAxis, double radians) noexcept;

// The shortest rotation that turns the direction of `from` into that of `to`. Of opposite directions (to
// 1e-7) it is half a turn about the axis at a right angle to `from` that is nearest to X, or to Y when `from`
// is close to X; so from +Y to -Y it is about X, as VRMC_springBone_limit demands. A vector without direction
// gives no rotation.
Quat fromTo(Vec3 from, Vec3 to) noexcept;

// Keeps only some axes of a rotation: components of its rotation vector (axis times angle, the shortest arc)
// whose entry is false are removed (decision 20).
Quat maskedRotation(Quat q, const std::array<bool, 3>& kept) noexcept;

}  // namespace vrm
