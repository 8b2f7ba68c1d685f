// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "vrm/vrm.hpp"

namespace vrm::builtin {

inline constexpr float kPi = 3.14159265f;

inline float sine(float radians) {
  return static_cast<float>(sinCos(static_cast<double>(radians)).sin);
}
inline float cosine(float radians) {
  return static_cast<float>(sinCos(static_cast<double>(radians)).cos);
}
inline float mix(float a, float b, float t) {
  return a + (b - a) * t;
}
inline Vec3 mix(Vec3 a, Vec3 b, float t) {
  return a + (b - a) * t;
}
// 0 up to `from`, 1 from `to` on, smooth between.
inline float smooth(float from, float to, float x) {
  const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}
// A hill of height 1 at 0 that ends at +-1.
inline float hill(float x) {
  const float t = std::max(0.0f, 1 - x * x);
  return t * t;
}
// |x|^power with the sign of x.
inline float signedPower(float x, float power) {
  return std::copysign(std::pow(std::abs(x), power), x);
}
inline Vec3 unit(Vec3 v) {
  const float l = length(v);
  return l > 1e-9f ? v * (1 / l) : Vec3{0, 1, 0};
}

// A row of a table: numbers at a position.
template <std::size_t N>
struct Row {
  float at;
  std::array<float, N> values;
};

// The rows as a smooth curve that goes through all of them and does not overshoot (Fritsch-Carlson tangents).
template <std::size_t N>
std::array<float, N> sample(std::span<const Row<N>> rows, float at) {
  if (at <= rows.front().at) return rows.front().values;
  if (at >= rows.back().at) return rows.back().values;
  std::size_t k = 0;
  while (rows[k + 1].at < at) ++k;
  const float h = rows[k + 1].at - rows[k].at;
  const float t = (at - rows[k].at) / h;
  std::array<float, N> out{};
  for (std::size_t c = 0; c < N; ++c) {
    const auto slope = [&](std::size_t i) {
      return (rows[i + 1].values[c] - rows[i].values[c]) / (rows[i + 1].at - rows[i].at);
    };
    const auto tangent = [&](std::size_t i) {
      if (i == 0) return slope(0);
      if (i + 1 == rows.size()) return slope(i - 1);
      const float a = slope(i - 1), b = slope(i);
      return a * b <= 0 ? 0.0f : 2 * a * b / (a + b);
    };
    const float m0 = tangent(k) * h, m1 = tangent(k + 1) * h;
    const float p0 = rows[k].values[c], p1 = rows[k + 1].values[c];
    const float t2 = t * t, t3 = t2 * t;
    out[c] = (2 * t3 - 3 * t2 + 1) * p0 + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * p1 + (t3 - t2) * m1;
  }
  return out;
}

// A path through points, at t from 0 (first) to 1 (last).
inline Vec3 along(std::span<const Vec3> points, float t) {
  const float scaled = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(points.size() - 1);
  const std::size_t k = std::min(static_cast<std::size_t>(scaled), points.size() - 2);
  const float f = scaled - static_cast<float>(k);
  const Vec3 p0 = points[k > 0 ? k - 1 : 0], p1 = points[k], p2 = points[k + 1];
  const Vec3 p3 = points[std::min(k + 2, points.size() - 1)];
  const float f2 = f * f, f3 = f2 * f;
  return p0 * (-0.5f * f3 + f2 - 0.5f * f) + p1 * (1.5f * f3 - 2.5f * f2 + 1) +
         p2 * (-1.5f * f3 + 2 * f2 + 0.5f * f) + p3 * (0.5f * f3 - 0.5f * f2);
}

}  // namespace vrm::builtin
