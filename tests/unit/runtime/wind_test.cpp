// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/wind.hpp"

#include "unit/runtime/prelude.hpp"
#include "vrm/base/trig.hpp"

namespace vrm {
namespace {

using namespace test;

TEST(Wind, BlowsItsWayInGusts) {
  const Wind wind;
  double weakest = 1e9, strongest = 0, sum = 0, widest = 0;
  constexpr int kCount = 6000;
  for (int i = 0; i < kCount; ++i) {
    const Vec3 force = windForce(wind, i / 60.0);
    const double strength = std::sqrt(static_cast<double>(dot(force, force))) / 0.3;
    weakest = std::min(weakest, strength), strongest = std::max(strongest, strength), sum += strength;
    widest = std::max(widest, std::abs(arcTan2(static_cast<double>(force.x), static_cast<double>(force.z))));
    EXPECT_EQ(force.y, 0);
  }
  EXPECT_NEAR(sum / kCount, 1, 0.05);
  EXPECT_GT(weakest, 0.39);  // 1 - gusts
  EXPECT_LT(weakest, 0.6);
  EXPECT_LT(strongest, 1.61);
  EXPECT_GT(strongest, 1.4);
  EXPECT_LT(widest, 0.401);  // sway
  EXPECT_GT(widest, 0.3);
}

TEST(Wind, IsSmooth) {
  const Wind wind;
  for (int i = 0; i < 6000; ++i) {
    const Vec3 way = windForce(wind, i / 60.0) - windForce(wind, (i + 1) / 60.0);
    EXPECT_LT(std::sqrt(dot(way, way)), 0.02f) << i;
  }
}

// Who stands four metres on feels it a second later.
TEST(Wind, GustsTravelWithIt) {
  const Wind wind{{0, 0, 2}, 0.5f, 2, 0.3f, 4};
  for (double t = 0; t < 20; t += 0.1) {
    EXPECT_TRUE(nearly(windForce(wind, t, {0, 0, 0}), windForce(wind, t + 1, {0, 0, 4}), 1e-5f)) << t;
    EXPECT_TRUE(nearly(windForce(wind, t, {0, 0, 0}), windForce(wind, t, {3, 5, 0}), 1e-5f)) << t;  // beside
  }
}

TEST(Wind, WithoutGustsAndSwayIsSteady) {
  const Wind wind{{1, 2, 3}, 0, 3, 0, 4};
  EXPECT_EQ(windForce(wind, 12.3, {4, 5, 6}), (Vec3{1, 2, 3}));
}

TEST(Wind, NoNumberIsTooStrange) {
  const float nan = NAN, huge = 3e38f;
  const Vec3 none{};
  EXPECT_EQ(windForce({{0, 0, 0}}, 1), none);
  EXPECT_EQ(windForce({{nan, 0, 1}}, 1), none);
  EXPECT_EQ(windForce({{huge, 0, 1}}, 1), none);
  for (const float bad : {nan, huge, -huge, 0.0f, -1.0f}) {
    for (const Wind& wind : {Wind{{0, 0, 1}, bad}, Wind{{0, 0, 1}, 1, bad}, Wind{{0, 0, 1}, 1, 1, bad},
                             Wind{{0, 0, 1}, 1, 1, 1, bad}}) {
      for (const double t : {0.0, 1.0, 1e300, static_cast<double>(nan)}) {
        const Vec3 force = windForce(wind, t, {bad, 0, bad});
        EXPECT_TRUE(std::isfinite(dot(force, force)));
      }
    }
  }
}

}  // namespace
}  // namespace vrm
