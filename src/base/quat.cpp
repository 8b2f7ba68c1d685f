// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/quat.hpp"

#include <cmath>

#include "base/double3.hpp"
#include "vrm/base/trig.hpp"

namespace vrm {
namespace {

struct DoubleQuat {
  Double3 v;
  double w;
};

DoubleQuat toDouble(Quat q) noexcept {
  return {toDouble(Vec3{q.x, q.y, q.z}), static_cast<double>(q.w)};
}

double norm(const DoubleQuat& q) noexcept {
  return std::sqrt(dot(q.v, q.v) + q.w * q.w);
}

// q must not be zero.
Quat rounded(const DoubleQuat& q) noexcept {
  const double inverse = 1 / norm(q);
  return {static_cast<float>(q.v.x * inverse), static_cast<float>(q.v.y * inverse),
          static_cast<float>(q.v.z * inverse), static_cast<float>(q.w * inverse)};
}

DoubleQuat combined(const DoubleQuat& a, double wa, const DoubleQuat& b, double wb) noexcept {
  return {{a.v.x * wa + b.v.x * wb, a.v.y * wa + b.v.y * wb, a.v.z * wa + b.v.z * wb}, a.w * wa + b.w * wb};
}

}  // namespace

UnitRotation unitRotation(const std::array<float, 4>& q) noexcept {
  double size = 0;
  for (const float c : q) size += static_cast<double>(c) * static_cast<double>(c);
  size = std::sqrt(size);
  UnitRotation out;
  out.usual = std::abs(size - 1) <= 1e-3;
  out.zero = !(size >= 1e-20 && std::isfinite(size));
  if (out.zero) return out;
  if (std::abs(size - 1) < 1e-7) {
    out.rotation = {q[0], q[1], q[2], q[3]};
    return out;
  }
  const auto part = [&](std::size_t i) { return static_cast<float>(static_cast<double>(q[i]) / size); };
  out.rotation = {part(0), part(1), part(2), part(3)};
  return out;
}

Quat normalized(Quat q) noexcept {
  return unitRotation({q.x, q.y, q.z, q.w}).rotation;
}

Quat slerp(Quat from, Quat to, double t) noexcept {
  if (!(t > 0)) return from;
  if (t >= 1) return to;
  const DoubleQuat a = toDouble(from);
  DoubleQuat b = toDouble(to);
  if (dot(a.v, b.v) + a.w * b.w < 0) b = {scaled(b.v, -1), -b.w};
  // The angle between them by Kahan's formula: an arc cosine would lose half of the digits of small ones. The
  // two lengths are twice the sine and the cosine of half of it.
  const double apart = norm(combined(a, 1, b, -1)), together = norm(combined(a, 1, b, 1));
  if (!(apart > 0)) return from;
  const double angle = 2 * arcTan2(apart, together);
  const SinCos part = sinCos(t * angle);
  const double size = apart * apart + together * together;  // 4, but for the roundings of both
  const double toward = part.sin * size / (2 * apart * together);
  const double cosine = (together * together - apart * apart) / size;
  return rounded(combined(a, part.cos - cosine * toward, b, toward));
}

Quat fromAxisAngle(Vec3 axis, double radians) noexcept {
  const SinCos half = sinCos(radians / 2);
  const Double3 v = scaled(toDouble(axis), half.sin);
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z),
          static_cast<float>(half.cos)};
}

Quat fromTo(Vec3 from, Vec3 to) noexcept {
  // Unit floats are off by 1e-7, which near opposite directions is more than 1 + cosine; so their sizes are
  // divided out.
  Double3 a = toDouble(from), b = toDouble(to);
  const double sizes[] = {std::sqrt(dot(a, a)), std::sqrt(dot(b, b))};
  for (const double size : sizes) {
    if (!(size > 0 && std::isfinite(size))) return {};
  }
  a = scaled(a, 1 / sizes[0]);
  b = scaled(b, 1 / sizes[1]);
  const Double3 axis = cross(a, b);
  const double cosine = dot(a, b);
  constexpr double kOpposite = 1e-14;  // sine squared
  if (cosine < 0 && dot(axis, axis) < kOpposite) return rounded({perpendicular(a), 0});
  return rounded({axis, 1 + cosine});
}

Quat maskedRotation(Quat q, const std::array<bool, 3>& kept) noexcept {
  if (kept[0] && kept[1] && kept[2]) return q;
  DoubleQuat r = toDouble(q);
  if (r.w < 0) r = {scaled(r.v, -1), -r.w};
  const double sine = std::sqrt(dot(r.v, r.v));
  if (!(sine > 0)) return {};
  Double3 vector = scaled(r.v, 2 * arcTan2(sine, r.w) / sine);
  if (!kept[0]) vector.x = 0;
  if (!kept[1]) vector.y = 0;
  if (!kept[2]) vector.z = 0;
  const double angle = std::sqrt(dot(vector, vector));
  if (!(angle > 0)) return {};
  const SinCos half = sinCos(angle / 2);
  return rounded({scaled(vector, half.sin / angle), half.cos});
}

}  // namespace vrm
