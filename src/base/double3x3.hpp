// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cmath>

#include "base/double3.hpp"

namespace vrm {

inline Double3 plus(Double3 a, Double3 b) noexcept {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

// Three columns, in double precision: what sums of many products of floats need. The identity unless told.
struct Double3x3 {
  Double3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
};

inline Double3 operator*(const Double3x3& m, Double3 v) noexcept {
  return plus(plus(scaled(m.x, v.x), scaled(m.y, v.y)), scaled(m.z, v.z));
}
inline Double3x3 operator*(const Double3x3& a, const Double3x3& b) noexcept {
  return {a * b.x, a * b.y, a * b.z};
}
inline Double3x3 transposed(const Double3x3& m) noexcept {
  return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}
inline double determinant(const Double3x3& m) noexcept {
  return dot(m.x, cross(m.y, m.z));
}

// The inverse of the transpose times the size of the determinant: turns normals as `m` turns surfaces, also
// in a mirror, and exists for every matrix.
inline Double3x3 forNormals(const Double3x3& m) noexcept {
  const double sign = determinant(m) < 0 ? -1 : 1;
  return {scaled(cross(m.y, m.z), sign), scaled(cross(m.z, m.x), sign), scaled(cross(m.x, m.y), sign)};
}

inline Double3x3 rotationMatrix(Quat q) noexcept {
  const double x = static_cast<double>(q.x), y = static_cast<double>(q.y), z = static_cast<double>(q.z),
               w = static_cast<double>(q.w);
  const double n = x * x + y * y + z * z + w * w;
  const double s = n > 0 ? 2 / n : 0;
  return {{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
          {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
          {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
}

// The quaternion of a rotation, with w >= 0.
inline Quat quaternionOf(const Double3x3& m) noexcept {
  const double trace = m.x.x + m.y.y + m.z.z;
  double x, y, z, w;
  if (trace > 0) {
    const double s = 2 * std::sqrt(trace + 1);
    w = s / 4, x = (m.y.z - m.z.y) / s, y = (m.z.x - m.x.z) / s, z = (m.x.y - m.y.x) / s;
  } else if (m.x.x > m.y.y && m.x.x > m.z.z) {
    const double s = 2 * std::sqrt(1 + m.x.x - m.y.y - m.z.z);
    x = s / 4, w = (m.y.z - m.z.y) / s, y = (m.y.x + m.x.y) / s, z = (m.z.x + m.x.z) / s;
  } else if (m.y.y > m.z.z) {
    const double s = 2 * std::sqrt(1 + m.y.y - m.x.x - m.z.z);
    y = s / 4, w = (m.z.x - m.x.z) / s, x = (m.y.x + m.x.y) / s, z = (m.z.y + m.y.z) / s;
  } else {
    const double s = 2 * std::sqrt(1 + m.z.z - m.x.x - m.y.y);
    z = s / 4, w = (m.x.y - m.y.x) / s, x = (m.z.x + m.x.z) / s, y = (m.z.y + m.y.z) / s;
  }
  if (w < 0) x = -x, y = -y, z = -z, w = -w;
  return {narrow(x), narrow(y), narrow(z), narrow(w)};
}

// The largest difference of two entries.
inline double difference(const Double3x3& a, const Double3x3& b) noexcept {
  const auto of = [](Double3 u, Double3 v) {
    return std::fmax(std::fmax(std::abs(u.x - v.x), std::abs(u.y - v.y)), std::abs(u.z - v.z));
  };
  return std::fmax(std::fmax(of(a.x, b.x), of(a.y, b.y)), of(a.z, b.z));
}

}  // namespace vrm
