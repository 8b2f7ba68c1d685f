// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cmath>
#include <optional>

#include "vrm/base/math.hpp"

namespace vrm {

// Vectors for the inside of functions that take and give floats. Double precision: a product of three float
// lengths neither overflows nor loses the sign of a determinant.
struct Double3 {
  double x, y, z;
};

inline Double3 toDouble(Vec3 v) noexcept {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
inline double dot(Double3 a, Double3 b) noexcept {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Double3 cross(Double3 a, Double3 b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Double3 scaled(Double3 a, double s) noexcept {
  return {a.x * s, a.y * s, a.z * s};
}
inline Double3 minus(Double3 a, Double3 b) noexcept {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

inline Vec3 narrowed(Double3 v) noexcept {
  return {narrow(v.x), narrow(v.y), narrow(v.z)};
}

// Of length 1, so that the roundings to float are of the direction and not of where things are; nothing for
// no length.
inline std::optional<Vec3> direction(Double3 v) noexcept {
  const double size = std::sqrt(dot(v, v));
  if (!(size > 1e-30) || !std::isfinite(size)) return std::nullopt;
  return narrowed(scaled(v, 1 / size));
}

// What inverts the matrix of three columns: its rows are the inverse's, times the determinant.
struct Cofactors {
  Double3 x, y, z;
  double determinant;

  Cofactors(Double3 a, Double3 b, Double3 c) noexcept
      : x(cross(b, c)), y(cross(c, a)), z(cross(a, b)), determinant(dot(a, x)) {}
  // Whether there is an inverse that floats can hold.
  bool invertible() const noexcept {
    return std::abs(determinant) > 1e-30 && std::abs(determinant) < 1e30;  // NaN is not
  }
  // What the matrix turns into `v`.
  Double3 solve(Double3 v) const noexcept { return scaled({dot(x, v), dot(y, v), dot(z, v)}, 1 / determinant); }
};

// A unit vector at a right angle to the unit vector `a`: the one nearest to X, or to Y when `a` is close to
// X.
inline Double3 perpendicular(Double3 a) noexcept {
  const Double3 wanted = std::abs(a.x) < 0.6 ? Double3{1, 0, 0} : Double3{0, 1, 0};
  const Double3 v = minus(wanted, scaled(a, dot(a, wanted)));
  return scaled(v, 1 / std::sqrt(dot(v, v)));
}

}  // namespace vrm
