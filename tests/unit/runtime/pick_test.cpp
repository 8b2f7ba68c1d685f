// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/pick.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "vrm/runtime/bounds.hpp"

namespace vrm {
namespace {

using Indices = std::vector<std::uint32_t>;

TEST(Bounds, ByHand) {
  EXPECT_TRUE(Bounds().empty());
  EXPECT_TRUE(boundsOf({}).empty());
  const std::vector<Vec3> points = {{1, -2, 3}, {-1, 5, 3}, {0, 0, NAN}};
  const Bounds box = boundsOf(points);
  EXPECT_EQ(box, (Bounds{{-1, -2, 3}, {1, 5, 3}}));
  EXPECT_FALSE(box.empty());
  EXPECT_EQ(merge(box, Bounds()), box);
  EXPECT_EQ(merge(Bounds(), box), box);
  EXPECT_EQ(merge(box, {{0, 0, 0}, {9, 0, 0}}), (Bounds{{-1, -2, 0}, {9, 5, 3}}));
}

// Two squares across the z axis, at z = 1 and z = 2, of two triangles each.
const std::vector<Vec3> kSquares = {{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1},
                                    {-1, -1, 2}, {1, -1, 2}, {1, 1, 2}, {-1, 1, 2}};
const Indices kTriangles = {4, 5, 6, 4, 6, 7, 0, 1, 2, 0, 2, 3};

TEST(Pick, TheNearestWins) {
  const auto hit = pick({0.5f, -0.5f, 0}, {0, 0, 1}, kSquares, kTriangles);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->distance, 1);
  EXPECT_EQ(hit->triangle, 2u);
  EXPECT_EQ(hit->barycentric, (Vec3{0.25f, 0.5f, 0.25f}));

  const auto fromBehind = pick({0.5f, -0.5f, 4}, {0, 0, -2}, kSquares, kTriangles);
  ASSERT_TRUE(fromBehind);
  EXPECT_EQ(fromBehind->distance, 1);  // in lengths of the direction
  EXPECT_EQ(fromBehind->triangle, 0u);
}

TEST(Pick, MissesWhatIsBesideOrBehind) {
  EXPECT_FALSE(pick({1.5f, 0, 0}, {0, 0, 1}, kSquares, kTriangles));
  EXPECT_FALSE(pick({0, 0, 3}, {0, 0, 1}, kSquares, kTriangles));
  EXPECT_FALSE(pick({0, 0, 1}, {1, 0, 0}, kSquares, kTriangles));  // along the surface
  EXPECT_FALSE(pick({0, 0, 0}, {0, 0, 1}, {}, {}));
}

TEST(Pick, NoRaySlipsThroughAnEdge) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> u(-0.999f, 0.999f);
  for (int i = 0; i < 2000; ++i) {
    const float at = u(random);
    const Vec3 origin{u(random), u(random), -3};
    const Vec3 onDiagonal{at, at, 1};
    EXPECT_TRUE(pick(origin, onDiagonal - origin, kSquares, kTriangles)) << i;
  }
}

TEST(Pick, PassesOverWhatIsNoTriangle) {
  const float inf = INFINITY;
  const std::vector<Vec3> points = {{0, 0, 1},   {1, 0, 1},   {2, 0, 1},  {NAN, 0, 1},
                                    {inf, 0, 1}, {-1, -1, 5}, {1, -1, 5}, {0, 1, 5}};
  const Indices indices = {0, 0, 0, 0, 1, 2, 0, 1, 3, 0, 1, 4, 0, 1, 99, 5, 6, 7, 0, 1};
  const auto hit = pick({0, 0, 0}, {0, 0, 1}, points, indices);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->triangle, 5u);
  EXPECT_EQ(hit->distance, 5);
  EXPECT_FALSE(pick({0, 0, 0}, {0, 0, 0}, points, indices));
  EXPECT_FALSE(pick({0, 0, 0}, {NAN, 0, 1}, points, indices));
}

}  // namespace
}  // namespace vrm
