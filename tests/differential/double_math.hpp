// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "vrm/base/math.hpp"
#include "vrm/base/trs.hpp"

// Mathematics of the reference, in double and as plain as in a textbook: it must not share a line, hence no
// mistake, with the library's. Names end in d so that nobody takes one for the other.
namespace vrm::test::reference {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kDegree = kPi / 180;

struct Vec3d {
  double x = 0, y = 0, z = 0;
  double operator[](std::size_t i) const { return i == 0 ? x : i == 1 ? y : z; }
};

struct Quatd {
  double x = 0, y = 0, z = 0, w = 1;
};

// Column-major, as glTF stores matrices: element (row, column) is m[column * 4 + row].
struct Mat4d {
  std::array<double, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  double at(std::size_t row, std::size_t column) const { return m[column * 4 + row]; }
  double& at(std::size_t row, std::size_t column) { return m[column * 4 + row]; }
};

struct Trsd {
  Vec3d translation;
  Quatd rotation;
  Vec3d scale{1, 1, 1};
};

inline Vec3d operator+(const Vec3d& a, const Vec3d& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3d operator-(const Vec3d& a, const Vec3d& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3d operator*(const Vec3d& a, double s) {
  return {a.x * s, a.y * s, a.z * s};
}
inline double dot(const Vec3d& a, const Vec3d& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(const Vec3d& a) {
  return std::sqrt(dot(a, a));
}

// a * b turns by b first.
inline Quatd operator*(const Quatd& a, const Quatd& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
// Of a unit quaternion; every rotation of the reference is one.
inline Quatd inverse(const Quatd& q) {
  return {-q.x, -q.y, -q.z, q.w};
}
// Zero becomes no rotation, as the library's reader has it (trs.hpp).
inline Quatd normalized(const Quatd& q) {
  const double n = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return n > 0 ? Quatd{q.x / n, q.y / n, q.z / n, q.w / n} : Quatd{};
}
inline Vec3d rotate(const Quatd& q, const Vec3d& v) {
  const Quatd p = q * Quatd{v.x, v.y, v.z, 0} * inverse(q);
  return {p.x, p.y, p.z};
}
inline Quatd axisAngle(const Vec3d& unitAxis, double radians) {
  const double s = std::sin(radians / 2);
  return {unitAxis.x * s, unitAxis.y * s, unitAxis.z * s, std::cos(radians / 2)};
}

// The axis times the angle in radians, by the shorter way round: q and -q are the same rotation.
inline Vec3d rotationVector(const Quatd& q) {
  const double sign = q.w < 0 ? -1 : 1;
  const Vec3d v = Vec3d{q.x, q.y, q.z} * sign;
  const double s = length(v);
  return s > 0 ? v * (2 * std::atan2(s, q.w * sign) / s) : Vec3d{};
}
inline Quatd fromRotationVector(const Vec3d& v) {
  const double angle = length(v);
  return angle > 0 ? axisAngle(v * (1 / angle), angle) : Quatd{};
}

// Along the shorter arc (decision 24). The result may be the negative of b at t = 1, which is the same
// rotation.
inline Quatd slerp(const Quatd& a, const Quatd& b, double t) {
  return a * fromRotationVector(rotationVector(inverse(a) * b) * t);
}

// The smallest rotation that takes one unit vector to the other. For opposite ones every perpendicular axis
// is as good; ours is `from` x the coordinate axis on which `from` has its smallest component, X before Y
// before Z when equal.
inline Quatd fromTo(const Vec3d& from, const Vec3d& to) {
  const Vec3d sum = from + to;
  const double n = length(sum);
  if (n < 1e-9) {
    const double x = std::abs(from.x), y = std::abs(from.y), z = std::abs(from.z);
    const Vec3d axis = cross(from, x <= y && x <= z ? Vec3d{1, 0, 0}
                                   : y <= z         ? Vec3d{0, 1, 0}
                                                    : Vec3d{0, 0, 1});
    return axisAngle(axis * (1 / length(axis)), kPi);
  }
  // Half way from `from` to `to`: half the angle is what a quaternion holds.
  const Vec3d half = sum * (1 / n);
  const Vec3d v = cross(from, half);
  return normalized({v.x, v.y, v.z, dot(from, half)});
}

inline Mat4d operator*(const Mat4d& a, const Mat4d& b) {
  Mat4d out;
  for (std::size_t r = 0; r < 4; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      out.at(r, c) = 0;
      for (std::size_t k = 0; k < 4; ++k) out.at(r, c) += a.at(r, k) * b.at(k, c);
    }
  }
  return out;
}

// Translation * rotation * scale (glTF 2.0, 3.5.3).
inline Mat4d toMatrix(const Trsd& trs) {
  Mat4d out;
  const Vec3d axes[] = {rotate(trs.rotation, {1, 0, 0}), rotate(trs.rotation, {0, 1, 0}),
                        rotate(trs.rotation, {0, 0, 1})};
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t r = 0; r < 3; ++r) out.at(r, c) = axes[c][r] * trs.scale[c];
  }
  for (std::size_t r = 0; r < 3; ++r) out.at(r, 3) = trs.translation[r];
  return out;
}

inline Vec3d position(const Mat4d& m) {
  return {m.at(0, 3), m.at(1, 3), m.at(2, 3)};
}
inline Vec3d applyLinear(const Mat4d& m, const Vec3d& v) {
  const auto row = [&](std::size_t r) { return m.at(r, 0) * v.x + m.at(r, 1) * v.y + m.at(r, 2) * v.z; };
  return {row(0), row(1), row(2)};
}
inline Vec3d applyPoint(const Mat4d& m, const Vec3d& p) {
  return applyLinear(m, p) + position(m);
}

// Of a matrix whose last row is 0 0 0 1; nothing when an axis has collapsed (a scale of zero).
inline std::optional<Mat4d> inverse(const Mat4d& m) {
  const Vec3d x{m.at(0, 0), m.at(1, 0), m.at(2, 0)}, y{m.at(0, 1), m.at(1, 1), m.at(2, 1)},
      z{m.at(0, 2), m.at(1, 2), m.at(2, 2)};
  const double determinant = dot(x, cross(y, z));
  if (determinant == 0 || !std::isfinite(determinant)) return std::nullopt;
  const Vec3d rows[] = {cross(y, z) * (1 / determinant), cross(z, x) * (1 / determinant),
                        cross(x, y) * (1 / determinant)};
  Mat4d out;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) out.at(r, c) = rows[r][c];
    out.at(r, 3) = -dot(rows[r], position(m));
  }
  return out;
}

inline Vec3d widen(const vrm::Vec3& v) {
  return {v.x, v.y, v.z};
}
// Made a unit quaternion again: the file's is one only as far as a float goes, and inverse() relies on it.
inline Quatd widen(const vrm::Quat& q) {
  return normalized({q.x, q.y, q.z, q.w});
}
inline Trsd widen(const vrm::Trs& t) {
  return {widen(t.translation), widen(t.rotation), widen(t.scale)};
}

}  // namespace vrm::test::reference
