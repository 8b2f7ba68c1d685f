// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/bounds.hpp"

namespace vrm {
namespace {

// With NaN as the first argument the second comes out.
constexpr float lesser(float a, float b) noexcept {
  return a < b ? a : b;
}
constexpr float greater(float a, float b) noexcept {
  return a > b ? a : b;
}
constexpr Vec3 lesser(Vec3 a, Vec3 b) noexcept {
  return {lesser(a.x, b.x), lesser(a.y, b.y), lesser(a.z, b.z)};
}
constexpr Vec3 greater(Vec3 a, Vec3 b) noexcept {
  return {greater(a.x, b.x), greater(a.y, b.y), greater(a.z, b.z)};
}

}  // namespace

Bounds boundsOf(std::span<const Vec3> points) noexcept {
  Bounds out;
  for (const Vec3& point : points) {
    out.min = lesser(point, out.min);
    out.max = greater(point, out.max);
  }
  return out;
}

Bounds merge(const Bounds& a, const Bounds& b) noexcept {
  if (b.empty()) return a;
  if (a.empty()) return b;
  return {lesser(a.min, b.min), greater(a.max, b.max)};
}

}  // namespace vrm
