// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cmath>
#include <optional>

#include "vrm/base/math.hpp"

namespace vrm {

// Affine matrices: column-major, the last row is 0 0 0 1.

inline constexpr Mat4 kIdentityMatrix = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

// a * b: first b, then a. The sums are taken in this order everywhere, so that wide code can give the same bits.
constexpr Mat4 multiply(const Mat4& a, const Mat4& b) {
  Mat4 out{};
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      const std::size_t at = 4 * column;
      out[at + row] = a[row] * b[at] + a[4 + row] * b[at + 1] + a[8 + row] * b[at + 2];
      if (column == 3) out[at + row] += a[12 + row];
    }
  }
  return out;
}

constexpr Vec3 transformVector(const Mat4& m, Vec3 v) {
  return {m[0] * v.x + m[4] * v.y + m[8] * v.z, m[1] * v.x + m[5] * v.y + m[9] * v.z,
          m[2] * v.x + m[6] * v.y + m[10] * v.z};
}
constexpr Vec3 positionOf(const Mat4& m) {
  return {m[12], m[13], m[14]};
}
constexpr Vec3 transformPoint(const Mat4& m, Vec3 p) {
  return transformVector(m, p) + positionOf(m);
}

// The vector that `m` turns into `v`; nothing when the matrix is singular or too small for floats. Double inside: a
// model in centimetres under a scale of 0.01 has a determinant of 1e-6.
inline std::optional<Vec3> untransformVector(const Mat4& m, Vec3 v) {
  struct D3 {
    double x, y, z;
  };
  const auto column = [&](std::size_t i) {
    return D3{static_cast<double>(m[i]), static_cast<double>(m[i + 1]), static_cast<double>(m[i + 2])};
  };
  const auto crossOf = [](D3 a, D3 b) {
    return D3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  };
  const D3 x = column(0), y = column(4), z = column(8);
  const D3 yz = crossOf(y, z), zx = crossOf(z, x), xy = crossOf(x, y);
  const double determinant = x.x * yz.x + x.y * yz.y + x.z * yz.z;
  if (!(std::abs(determinant) > 1e-30) || !std::isfinite(determinant)) return std::nullopt;
  const double vx = static_cast<double>(v.x), vy = static_cast<double>(v.y), vz = static_cast<double>(v.z);
  const auto along = [&](D3 axis) { return narrow((vx * axis.x + vy * axis.y + vz * axis.z) / determinant); };
  return Vec3{along(yz), along(zx), along(xy)};
}
inline std::optional<Vec3> untransformPoint(const Mat4& m, Vec3 p) {
  return untransformVector(m, p - positionOf(m));
}

}  // namespace vrm
