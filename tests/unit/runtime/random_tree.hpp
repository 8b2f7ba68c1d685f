// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <vector>

#include "differential/random_avatar.hpp"
#include "vrm/runtime/hierarchy.hpp"

namespace vrm::test {

// Nodes in depth-first order with random local transforms, uneven and mirroring scales among them.
struct RandomTree {
  Random random;
  std::vector<std::uint32_t> parents;
  std::vector<Vec3> translations;
  std::vector<Quat> rotations;
  std::vector<Vec3> scales;
  Mat4 root{};

  RandomTree(std::uint32_t size, std::uint32_t seed) : random(seed) {
    const auto factor = [&] {
      return static_cast<float>(random.in(0.5, 1.5) * (random.chance(0.1) ? -1 : 1));
    };
    for (std::uint32_t i = 0; i < size; ++i) {
      // The node before, or one of its ancestors: any other parent would tear a subtree apart.
      std::uint32_t parent = i == 0 ? kNone : i - 1;
      while (parent != kNone && random.chance(0.3)) parent = parents[parent];
      parents.push_back(parent);
      translations.push_back(random.vector(1));
      rotations.push_back(random.rotation(3));
      scales.push_back({factor(), factor(), factor()});
    }
    const float s = factor();
    root = toMatrix({random.vector(2), random.rotation(3), {s, s, s}});
  }

  ConstLocals locals() const { return {translations, rotations, scales}; }
  std::uint32_t subtreeEnd(std::uint32_t node) const {
    std::uint32_t end = node + 1;
    while (end < parents.size() && parents[end] != kNone && parents[end] >= node) ++end;
    return end;
  }
  std::vector<Mat4> worlds() const {
    std::vector<Mat4> out(parents.size());
    worldMatrices(parents, locals(), root, 0, static_cast<std::uint32_t>(parents.size()), out);
    return out;
  }
};

}  // namespace vrm::test
