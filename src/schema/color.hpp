// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cmath>

#include "vrm/base/math.hpp"

namespace vrm::schema {

// The sRGB transfer function (IEC 61966-2-1), carried on beyond [0, 1]. VRM 0.x stores colours as Unity shows them, 1.0
// stores linear light; UniVRM converts so too, three-vrm by a power of 2.2.
// Its power 2.4 = 2 + 2/5 is made of products and a fifth root by Newton's method: std::pow gives different last bits on
// different systems.
inline float linearFromSrgb(float c) {
  if (c <= 0.04045f) return c / 12.92f;
  const double x = (static_cast<double>(c) + 0.055) / 1.055;
  const double square = x * x;
  double root = std::sqrt(std::sqrt(square));
  for (int i = 0; i < 100; ++i) {
    const double next = root - (root - square / (root * root * root * root)) / 5;
    if (next == root) break;
    root = next;
  }
  return narrow(square * root);
}
inline Vec3 linearFromSrgb(Vec3 c) {
  return {linearFromSrgb(c.x), linearFromSrgb(c.y), linearFromSrgb(c.z)};
}

}  // namespace vrm::schema
