// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <random>

#include "support/asset_builder.hpp"

namespace vrm::test {

// The same numbers on every system, which the distributions of the standard library do not promise.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  double unit() { return static_cast<double>(engine_()) / 4294967296.0; }
  double in(double low, double high) { return low + (high - low) * unit(); }
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(unit() * count); }
  bool chance(double of) { return unit() < of; }
  Vec3 vector(double size) { return {number(size), number(size), number(size)}; }
  // Up to `angle` radians about a random axis.
  Quat rotation(double angle);

 private:
  float number(double size) { return static_cast<float>(in(-size, size)); }
  std::mt19937 engine_;
};

// A VRM 1.0 avatar of random shape: bones with rest rotations, nodes between them, uniform scales, missing
// optional bones; expressions of every kind on several meshes and materials; gaze by bones or expressions;
// constraints of every type of both generations, some with constrained sources. No constraint depends on
// itself. Most have springs: chains that skip nodes, hang on each other, have centers, limits and colliders
// of every kind, some of them on other chains.
AssetBuilder randomAvatar(std::uint32_t seed);

}  // namespace vrm::test
