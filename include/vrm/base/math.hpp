// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cmath>
#include <limits>

namespace vrm {

// glTF 2.0 section 3.4: right-handed, Y up, metres, radians. Quaternions are x, y, z, w; matrices column-major.
struct Vec2 {
  float x = 0, y = 0;
  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

struct Vec3 {
  float x = 0, y = 0, z = 0;
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

struct Vec4 {
  float x = 0, y = 0, z = 0, w = 0;
  friend constexpr bool operator==(const Vec4&, const Vec4&) = default;
};

struct Quat {
  float x = 0, y = 0, z = 0, w = 1;
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

using Mat4 = std::array<float, 16>;

// The nearest finite float: sums and products of numbers in files may leave the range of floats. NaN becomes 0.
inline float narrow(double value) {
  constexpr double kMax = std::numeric_limits<float>::max();
  if (!(value >= -kMax)) return value < 0 ? -std::numeric_limits<float>::max() : 0.0f;
  return value > kMax ? std::numeric_limits<float>::max() : static_cast<float>(value);
}

constexpr Vec3 operator+(Vec3 a, Vec3 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec3 operator-(Vec3 a, Vec3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Vec3 operator*(Vec3 a, float s) {
  return {a.x * s, a.y * s, a.z * s};
}
constexpr float dot(Vec3 a, Vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec3 a) {
  return std::sqrt(dot(a, a));
}
constexpr float dot(Quat a, Quat b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

}  // namespace vrm
