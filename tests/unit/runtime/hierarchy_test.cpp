// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/hierarchy.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/near.hpp"
#include "unit/runtime/random_tree.hpp"

namespace vrm {
namespace {

using test::nearly;
using test::RandomTree;
using test::turnY;
using test::turnZ;

struct Tree {
  std::vector<std::uint32_t> parents;
  std::vector<Vec3> translations;
  std::vector<Quat> rotations;
  std::vector<Vec3> scales;

  void add(std::uint32_t parent, const Trs& local) {
    parents.push_back(parent);
    translations.push_back(local.translation);
    rotations.push_back(local.rotation);
    scales.push_back(local.scale);
  }
  ConstLocals locals() const { return {translations, rotations, scales}; }
  std::vector<Mat4> worlds(const Mat4& root = kIdentityMatrix) const {
    std::vector<Mat4> out(parents.size());
    worldMatrices(parents, locals(), root, 0, static_cast<std::uint32_t>(parents.size()), out);
    return out;
  }
};

Vec3 axis(const Mat4& m, std::size_t column) {
  return {m[4 * column], m[4 * column + 1], m[4 * column + 2]};
}

// glTF 2.0 section 3.5.3: a node scales, then rotates, then translates, and its parent does so after it.
TEST(Hierarchy, ByHand) {
  Tree tree;
  tree.add(kNone, {{1, 2, 3}, {}, {1, 1, 1}});
  tree.add(0, {{0, 1, 0}, turnY(90), {2, 1, 1}});
  tree.add(1, {{1, 0, 0}, {}, {1, 1, 1}});
  const std::vector<Mat4> worlds = tree.worlds();
  EXPECT_EQ(positionOf(worlds[0]), (Vec3{1, 2, 3}));
  EXPECT_TRUE(nearly(positionOf(worlds[1]), {1, 3, 3}));
  // Ry(90) takes X to -Z and Z to X.
  EXPECT_TRUE(nearly(axis(worlds[1], 0), {0, 0, -2}));
  EXPECT_TRUE(nearly(axis(worlds[1], 1), {0, 1, 0}));
  EXPECT_TRUE(nearly(axis(worlds[1], 2), {1, 0, 0}));
  EXPECT_TRUE(nearly(positionOf(worlds[2]), {1, 3, 1}));  // (1, 3, 3) + Ry(90) * (2, 0, 0)
  for (const Mat4& m : worlds) {
    EXPECT_EQ(m[3], 0);
    EXPECT_EQ(m[7], 0);
    EXPECT_EQ(m[11], 0);
    EXPECT_EQ(m[15], 1);
  }
  // The root comes last: twice as large, then 10 up.
  const std::vector<Mat4> placed = tree.worlds(toMatrix({{0, 10, 0}, {}, {2, 2, 2}}));
  EXPECT_TRUE(nearly(positionOf(placed[2]), {2, 16, 2}));
}

TEST(Hierarchy, UnevenAndMirroringScale) {
  Tree tree;
  tree.add(kNone, {{}, {}, {2, 1, 1}});
  tree.add(0, {{0, 0, 3}, turnZ(90), {1, 1, 1}});  // X to Y, Y to -X
  tree.add(1, {{1, 1, 0}, {}, {1, 1, 1}});
  tree.add(kNone, {{}, {}, {-1, 1, 1}});
  tree.add(3, {{1, 2, 3}, turnZ(90), {1, 1, 1}});
  const std::vector<Mat4> worlds = tree.worlds();
  EXPECT_TRUE(nearly(axis(worlds[1], 0), {0, 1, 0}));
  EXPECT_TRUE(nearly(axis(worlds[1], 1), {-2, 0, 0}));
  EXPECT_TRUE(nearly(positionOf(worlds[2]), {-2, 1, 3}));
  EXPECT_TRUE(nearly(positionOf(worlds[4]), {-1, 2, 3}));
  EXPECT_TRUE(nearly(axis(worlds[4], 0), {0, 1, 0}));
  EXPECT_TRUE(nearly(axis(worlds[4], 1), {1, 0, 0}));  // the other way round: mirrored
  EXPECT_TRUE(nearly(axis(worlds[4], 2), {0, 0, 1}));
}

TEST(Hierarchy, ASubtreeIsRefreshedByItsRange) {
  for (const std::uint32_t size : {1u, 2u, 9u, 30u, 61u}) {
    RandomTree tree(size, size);
    std::vector<Mat4> worlds = tree.worlds();
    for (std::uint32_t node = 0; node < size; ++node) {
      tree.rotations[node] = tree.random.rotation(3);
      tree.translations[node] = tree.random.vector(1);
      worldMatrices(tree.parents, tree.locals(), tree.root, node, tree.subtreeEnd(node), worlds);
      ASSERT_EQ(worlds, tree.worlds()) << node << " of " << size;
    }
  }
}

TEST(Hierarchy, OneNodeAlone) {
  const RandomTree tree(60, 3);
  const std::vector<Mat4> worlds = tree.worlds();
  for (std::uint32_t node = 0; node < 60; ++node) {
    const Mat4 alone = worldMatrix(tree.parents, tree.locals(), tree.root, node);
    // Products in another order; the axes grow with the scales above.
    float size = 1;
    for (const float number : worlds[node]) size = std::max(size, std::abs(number));
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(alone[i], worlds[node][i], 3e-6f * size) << node;
  }
}

}  // namespace
}  // namespace vrm
