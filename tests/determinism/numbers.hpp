// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cmath>
#include <cstdint>

#include "vrm/base/quat.hpp"
#include "vrm/base/trig.hpp"

namespace vrm::determinism {

// Inputs must be the same bits everywhere too: integers, IEEE operations and the library's own sine; neither
// libm nor the distributions of the standard library. Take one number per statement: compilers differ in the
// order in which they work out the arguments of a call.
class Numbers {
 public:
  explicit Numbers(std::uint32_t seed) : state_(seed) {}

  std::uint32_t below(std::uint32_t count) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(state_ >> 8) * count) >> 24);
  }
  float in(float low, float high) { return low + (high - low) * (static_cast<float>(below(65536)) / 65536); }
  Vec3 vector(float size) {
    const float x = in(-size, size);
    const float y = in(-size, size);
    const float z = in(-size, size);
    return {x, y, z};
  }
  // Any, but more often a small one than a large one.
  Quat rotation() {
    const Vec3 v = vector(1);
    const float w = in(0.5f, 1.5f);
    return normalized({v.x, v.y, v.z, w});
  }

 private:
  std::uint32_t state_;
};

// A smooth motion: `times` per second, between -size and size.
inline float wave(double seconds, double times, double size, double phase = 0) {
  return static_cast<float>(size * sinCos(6.283185307179586 * times * seconds + phase).sin);
}

}  // namespace vrm::determinism
