// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Seed 004, "ボーンの傾き": the fixed axes of the tables and the axes of bones that follow from them.
#include <gtest/gtest.h>

#include <map>
#include <string_view>

#include "unit/runtime/prelude.hpp"
#include "vrm/runtime/humanoid.hpp"

namespace vrm {
namespace {

using namespace test;

constexpr Vec3 kX{1, 0, 0}, kMinusX{-1, 0, 0}, kY{0, 1, 0}, kMinusY{0, -1, 0}, kZ{0, 0, 1}, kMinusZ{0, 0, -1};

// The tables of seed 004 row by row, the thumbs with their names of 1.0 (decision 2). The rows of the arms
// are those of a model that faces -Z: half a turn about Y leaves Y and swaps the two Z (decision 1).
const std::map<std::string_view, Vec3> kAxes = {
    {"hips", kX},
    {"spine", kX},
    {"chest", kX},
    {"upperChest", kX},
    {"neck", kX},
    {"head", kX},
    {"leftUpperLeg", kMinusX},
    {"leftLowerLeg", kMinusX},
    {"leftFoot", kMinusX},
    {"leftToes", kMinusX},
    {"rightUpperLeg", kMinusX},
    {"rightLowerLeg", kMinusX},
    {"rightFoot", kMinusX},
    {"rightToes", kMinusX},
    {"leftShoulder", kY},
    {"leftUpperArm", kY},
    {"leftLowerArm", kY},
    {"leftHand", kZ},  // the seed: Z-
    {"rightShoulder", kY},
    {"rightUpperArm", kY},
    {"rightLowerArm", kY},
    {"rightHand", kMinusZ},  // the seed: Z+
    {"leftThumbMetacarpal", kY},
    {"leftThumbProximal", kY},
    {"leftThumbDistal", kY},
    {"leftIndexProximal", kZ},
    {"leftIndexIntermediate", kZ},
    {"leftIndexDistal", kZ},
    {"leftMiddleProximal", kZ},
    {"leftMiddleIntermediate", kZ},
    {"leftMiddleDistal", kZ},
    {"leftRingProximal", kZ},
    {"leftRingIntermediate", kZ},
    {"leftRingDistal", kZ},
    {"leftLittleProximal", kZ},
    {"leftLittleIntermediate", kZ},
    {"leftLittleDistal", kZ},
    {"rightThumbMetacarpal", kMinusY},
    {"rightThumbProximal", kMinusY},
    {"rightThumbDistal", kMinusY},
    {"rightIndexProximal", kMinusZ},
    {"rightIndexIntermediate", kMinusZ},
    {"rightIndexDistal", kMinusZ},
    {"rightMiddleProximal", kMinusZ},
    {"rightMiddleIntermediate", kMinusZ},
    {"rightMiddleDistal", kMinusZ},
    {"rightRingProximal", kMinusZ},
    {"rightRingIntermediate", kMinusZ},
    {"rightRingDistal", kMinusZ},
    {"rightLittleProximal", kMinusZ},
    {"rightLittleIntermediate", kMinusZ},
    {"rightLittleDistal", kMinusZ},
};

TEST(FixedAxis, EveryRow) {
  EXPECT_EQ(kAxes.size(), kHumanBoneCount - 3);
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const auto row = kAxes.find(bone.name);
    const std::optional<Vec3> axis = fixedAxis(bone.bone);
    EXPECT_EQ(axis.has_value(), row != kAxes.end()) << bone.name;  // eyes and jaw have none
    if (axis && row != kAxes.end()) {
      EXPECT_EQ(*axis, row->second) << bone.name;
    }
  }
}

TEST(BoneFrame, ByHand) {
  // Straight up, X stays: Y x X = -Z.
  const std::optional<BoneFrame> spine = boneFrame(B::Spine, {0, 1, 0}, {0, 1.25f, 0});
  ASSERT_TRUE(spine);
  EXPECT_TRUE(nearly(spine->forward, kY));
  EXPECT_TRUE(nearly(spine->axis, kX));
  EXPECT_TRUE(nearly(spine->cross, kMinusZ));
  // Up and to the left by 45 degrees: the axis is the nearest to X at a right angle.
  const float s = std::sqrt(0.5f);
  const std::optional<BoneFrame> bent = boneFrame(B::Spine, {0, 1, 0}, {0.5f, 1.5f, 0});
  ASSERT_TRUE(bent);
  EXPECT_TRUE(nearly(bent->forward, {s, s, 0}));
  EXPECT_TRUE(nearly(bent->axis, {s, -s, 0}));
  EXPECT_TRUE(nearly(bent->cross, kMinusZ));
}

TEST(BoneFrame, NothingWithoutDirection) {
  EXPECT_FALSE(boneFrame(B::Spine, {0, 1, 0}, {0, 1, 0}));
  EXPECT_FALSE(boneFrame(B::Spine, {0, 1, 0}, {1e-7f, 1, 0}));
  EXPECT_FALSE(boneFrame(B::Spine, {0, 1, 0}, {1, 1, 0}));  // along its axis
  EXPECT_FALSE(boneFrame(B::LeftUpperArm, {1, 1, 0}, {1, 0, 0}));
  EXPECT_FALSE(boneFrame(B::Spine, {0, 1, 0}, {NAN, 1, 0}));
  EXPECT_FALSE(boneFrame(B::Jaw, {0, 1, 0}, {0, 1, 1}));
}

struct FrameBody {
  ModelBuilder b;
  std::uint32_t hips, chest, hand, head;

  FrameBody() {
    const auto at = [](float x, float y, float z) { return Trs{{x, y, z}, {}, {1, 1, 1}}; };
    hips = b.bone(B::Hips, at(0, 1, 0));
    chest = b.bone(B::Chest, at(0, 0.25f, 0), b.bone(B::Spine, at(0, 0, 0), hips));
    head = b.bone(B::Head, at(0, 0.25f, 0.25f), chest);  // no neck
    b.bone(B::LeftEye, at(0, 0.1f, 0.1f), head);
    hand = b.bone(B::LeftHand, at(0.5f, 0, 0), b.bone(B::LeftLowerArm, at(0.5f, 0.25f, 0), chest));
  }
  std::optional<Vec3> forward(B bone, ModelBuilder& builder) const {
    const auto frame = builder.make()->boneFrame(bone);
    return frame ? std::optional(frame->forward) : std::nullopt;
  }
  std::optional<Vec3> forward(B bone) { return forward(bone, b); }
};

TEST(BoneFrame, OfAModel) {
  FrameBody body;
  const float s = std::sqrt(0.5f);
  EXPECT_FALSE(body.forward(B::Hips));  // the spine is where they are
  EXPECT_TRUE(nearly(body.forward(B::Spine).value_or(Vec3{}), kY));
  EXPECT_TRUE(nearly(body.forward(B::Chest).value_or(Vec3{}), {0, s, s}));  // past the missing neck
  EXPECT_TRUE(nearly(body.forward(B::LeftLowerArm).value_or(Vec3{}), kX));
  // Ends go on as they came, from the nearest bone above.
  EXPECT_TRUE(nearly(body.forward(B::LeftHand).value_or(Vec3{}), kX));
  EXPECT_TRUE(nearly(body.forward(B::Head).value_or(Vec3{}), {0, s, s}));
  EXPECT_FALSE(body.forward(B::LeftEye));
  EXPECT_FALSE(body.forward(B::Neck));
}

TEST(BoneFrame, HintsAndTheMiddleFingerSayMore) {
  FrameBody body;
  body.b.bone(B::LeftThumbMetacarpal, {{0, 0, 0.1f}, {}, {1, 1, 1}}, body.hand);
  body.b.bone(B::LeftMiddleProximal, {{0, -0.1f, 0}, {}, {1, 1, 1}}, body.hand);
  EXPECT_TRUE(nearly(body.forward(B::LeftHand).value_or(Vec3{}), kMinusY));
  const std::uint32_t tail = body.b.node({{0, 0.3f, 0}, {}, {1, 1, 1}}, body.head);
  body.b.vrm.humanoid.tails[static_cast<std::size_t>(HumanTail::Head)] = NodeIndex(tail);
  EXPECT_TRUE(nearly(body.forward(B::Head).value_or(Vec3{}), kY));
  // In model space: an avatar that faces -Z is turned.
  body.b.vrm.turned = true;
  EXPECT_TRUE(nearly(body.forward(B::LeftLowerArm).value_or(Vec3{}), kMinusX));
}

TEST(BoneFrame, HipsAloneHaveNone) {
  ModelBuilder b;
  b.bone(B::Hips);
  EXPECT_FALSE(b.make()->boneFrame(B::Hips));
}

}  // namespace
}  // namespace vrm
