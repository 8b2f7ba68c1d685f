// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/trs.hpp"

#include <gtest/gtest.h>

#include <random>

namespace vrm {
namespace {

void expectNear(const Mat4& a, const Mat4& b, float tolerance) {
  for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "element " << i;
}

Quat randomRotation(std::mt19937& random) {
  std::normal_distribution<float> normal;
  Quat q{normal(random), normal(random), normal(random), normal(random)};
  const float s = 1 / std::sqrt(dot(q, q));
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}

TEST(Trs, IdentityIsExact) {
  const Decomposed d = decompose({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  EXPECT_TRUE(d.exact);
  EXPECT_EQ(d.trs, Trs());
}

TEST(Trs, MatricesOfRotationsAndScalesComeBack) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> scale(0.1f, 5);
  for (int i = 0; i < 500; ++i) {
    Trs trs{{scale(random), -scale(random), scale(random)},
            randomRotation(random),
            {scale(random), scale(random), scale(random)}};
    if (i % 2) trs.scale.y = -trs.scale.y;  // mirrored
    const Decomposed d = decompose(toMatrix(trs));
    EXPECT_TRUE(d.exact);
    EXPECT_NEAR(dot(d.trs.rotation, d.trs.rotation), 1, 1e-6);
    expectNear(toMatrix(d.trs), toMatrix(trs), 1e-5f);
  }
}

TEST(Trs, HalfTurnsAreFound) {
  for (const Quat q : {Quat{1, 0, 0, 0}, Quat{0, 1, 0, 0}, Quat{0, 0, 1, 0}}) {
    const Decomposed d = decompose(toMatrix({{}, q, {1, 1, 1}}));
    EXPECT_NEAR(std::abs(dot(d.trs.rotation, q)), 1, 1e-6);
  }
}

TEST(Trs, WhatIsNoTrsIsSaidAndStillUsable) {
  const Mat4 cases[] = {
      {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},          // shear
      {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},          // nothing left
      {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},          // flat in y
      {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},          // a line
      {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},          // another line
      {1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1},          // y and z the same
      {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},          // projection
      {3e38f, 3e38f, 3e38f, 0, 3e38f, 3e38f, 3e38f, 0, 1, 2, 3, 0, 0, 0, 0, 1},  // huge
  };
  for (const Mat4& m : cases) {
    const Decomposed d = decompose(m);
    EXPECT_FALSE(d.exact);
    EXPECT_NEAR(dot(d.trs.rotation, d.trs.rotation), 1, 1e-5);
  }
}

}  // namespace
}  // namespace vrm
