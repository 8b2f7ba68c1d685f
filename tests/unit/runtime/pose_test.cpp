// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/pose.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.hpp"

namespace vrm {
namespace {

using test::nearly;
using test::turnX;
using test::turnY;
using B = HumanBone;

// Bone i is turned by i + 1 degrees times `degrees`, the hips are moved.
Pose bent(double degrees, Vec3 hips) {
  Pose pose;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    pose.rotate(static_cast<B>(i), turnX(degrees * static_cast<double>(i + 1)));
  }
  pose.moveHips(hips);
  return pose;
}

Quat negated(Quat q) {
  return {-q.x, -q.y, -q.z, -q.w};
}
Quat longer(Quat q, float factor) {
  return {q.x * factor, q.y * factor, q.z * factor, q.w * factor};
}

TEST(BoneMask, TheBoneAndAllThatHangsOnIt) {
  const auto names = [](const BoneMask& mask) {
    std::string out;
    for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
      if (mask.test(i)) out += (out.empty() ? "" : " ") + std::string(name(static_cast<B>(i)));
    }
    return out;
  };
  EXPECT_TRUE(boneAndBelow(B::Hips).all());
  EXPECT_EQ(names(boneAndBelow(B::Head)), "head leftEye rightEye jaw");
  EXPECT_EQ(names(boneAndBelow(B::RightLowerLeg)), "rightLowerLeg rightFoot rightToes");
  EXPECT_EQ(names(boneAndBelow(B::LeftThumbProximal)), "leftThumbProximal leftThumbDistal");
  EXPECT_EQ(boneAndBelow(B::LeftHand).count(), 16u);  // five fingers of three
  const BoneMask upper = boneAndBelow(B::Spine);
  EXPECT_EQ(upper.count(), 55u - 1 - 8);  // all but hips and legs
  EXPECT_FALSE(upper.test(static_cast<std::size_t>(B::Hips)));
  EXPECT_FALSE(upper.test(static_cast<std::size_t>(B::LeftToes)));
}

TEST(PoseBlend, EndsAreExact) {
  const Pose a = bent(1, {1, 2, 3}), b = bent(-2, {0.1f, -0.3f, 7});
  EXPECT_EQ(blend(a, b, 0), a);
  EXPECT_EQ(blend(a, b, 1), b);
  // The weight is clamped, and NaN is no weight.
  EXPECT_EQ(blend(a, b, -5), a);
  EXPECT_EQ(blend(a, b, 5), b);
  EXPECT_EQ(blend(a, b, INFINITY), b);
  EXPECT_EQ(blend(a, b, NAN), a);
}

TEST(PoseBlend, Between) {
  const Pose a = bent(1, {1, 2, 3}), b = bent(3, {3, 2, -1});
  const Pose quarter = blend(a, b, 0.25f);  // 1.5 degrees
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    EXPECT_TRUE(nearly(quarter.rotation(static_cast<B>(i)), turnX(1.5 * static_cast<double>(i + 1)))) << i;
  }
  EXPECT_TRUE(nearly(quarter.hipsPosition(), {1.5f, 2, 2}));
}

TEST(PoseBlend, OnlyTheBonesOfTheMask) {
  const Pose a = bent(1, {1, 2, 3}), b = bent(3, {3, 2, -1});
  const Pose upper = blend(a, b, 1, boneAndBelow(B::Spine));
  EXPECT_EQ(upper.rotation(B::Hips), a.rotation(B::Hips));
  EXPECT_EQ(upper.rotation(B::LeftFoot), a.rotation(B::LeftFoot));
  EXPECT_EQ(upper.rotation(B::Spine), b.rotation(B::Spine));
  EXPECT_EQ(upper.rotation(B::RightLittleDistal), b.rotation(B::RightLittleDistal));
  EXPECT_EQ(upper.hipsPosition(), a.hipsPosition());  // belong to the bone hips
  const Pose hips = blend(a, b, 1, BoneMask().set(0));
  EXPECT_EQ(hips.rotation(B::Hips), b.rotation(B::Hips));
  EXPECT_EQ(hips.hipsPosition(), b.hipsPosition());
  EXPECT_EQ(hips.rotation(B::Spine), a.rotation(B::Spine));
  EXPECT_EQ(blend(a, b, 1, BoneMask()), a);
}

TEST(PoseBlend, AlongTheShortestArc) {
  Pose a, b;
  a.rotate(B::Head, turnY(10));
  b.rotate(B::Head, negated(turnY(50)));  // the same rotation as without the sign
  EXPECT_TRUE(nearly(blend(a, b, 0.5f).rotation(B::Head), turnY(30)));
}

// "Quaternions need not be of length 1": what a pose means must not depend on it.
TEST(PoseBlend, QuaternionsOfAnyLength) {
  Pose a, b;
  a.rotate(B::Head, longer(turnY(10), 4));
  b.rotate(B::Head, longer(turnY(70), 0.01f));
  a.rotate(B::Spine, longer(turnX(10), 1e-10f));
  b.rotate(B::Spine, longer(turnX(-20), 1e10f));
  const Pose half = blend(a, b, 0.5f);
  EXPECT_TRUE(nearly(normalized(half.rotation(B::Head)), turnY(40)));
  EXPECT_TRUE(nearly(normalized(half.rotation(B::Spine)), turnX(-5)));
}

// An update refuses such a rotation; blending must not turn it into one that passes.
TEST(PoseBlend, WhatIsNoRotationStaysNone) {
  for (const float bad : {NAN, INFINITY, 0.0f}) {
    Pose a, b;
    a.rotate(B::Head, {bad, bad, bad, bad});
    b.rotate(B::Head, turnY(70));
    const Quat q = blend(a, b, 0.5f).rotation(B::Head);
    EXPECT_FALSE(dot(q, q) > 0 && dot(q, q) < 1e30f) << bad;
    EXPECT_EQ(blend(b, a, 0.5f).rotation(B::Head), b.rotation(B::Head)) << bad;
  }
}

}  // namespace
}  // namespace vrm
