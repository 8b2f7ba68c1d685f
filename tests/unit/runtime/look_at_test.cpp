// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Seed 001, row by row.
#include "vrm/runtime/look_at.hpp"

#include <gtest/gtest.h>

#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;
using test::nearly;  // beside the one below

testing::AssertionResult nearly(YawPitch got, YawPitch want) {
  if (std::abs(got.yaw - want.yaw) <= 1e-4f && std::abs(got.pitch - want.pitch) <= 1e-4f)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "yaw " << got.yaw << ", pitch " << got.pitch << " instead of "
                                     << want.yaw << ", " << want.pitch;
}

// The same way to look: straight up and down any yaw will do, and 180 is -180.
testing::AssertionResult sameWay(YawPitch got, YawPitch want) {
  const auto way = [](YawPitch g) {
    const double yaw = static_cast<double>(g.yaw) * 0.017453292519943295;
    const double pitch = static_cast<double>(g.pitch) * 0.017453292519943295;
    return Vec3{static_cast<float>(std::sin(yaw) * std::cos(pitch)), static_cast<float>(-std::sin(pitch)),
                static_cast<float>(std::cos(yaw) * std::cos(pitch))};
  };
  return nearly(way(got), way(want), 3e-6f);
}

// A head 1.5 m above the ground whose eyes look from (0, 1.6, 0), and four maps that all differ.
struct Face {
  ModelBuilder b;
  std::uint32_t head = kNone;

  explicit Face(schema::LookAtType type = schema::LookAtType::Bone, const Quat& headRest = {},
                const Quat& eyeRest = {}) {
    const std::uint32_t hips = b.bone(B::Hips, {{0, 1, 0}, {}, {1, 1, 1}});
    head = b.bone(B::Head, {{0, 0.5f, 0}, headRest, {1, 1, 1}}, hips);
    b.bone(B::LeftEye, {{0.03f, 0.1f, 0}, eyeRest, {1, 1, 1}}, head);
    b.bone(B::RightEye, {{-0.03f, 0.1f, 0}, eyeRest, {1, 1, 1}}, head);
    const float scale = type == schema::LookAtType::Bone ? 1 : 0.1f;
    b.vrm.lookAt = schema::LookAt{{0, 0.1f, 0},        type, {50, 5 * scale, {}},  // inner
                                  {40, 8 * scale, {}},                             // outer
                                  {30, 9 * scale, {}},                             // down
                                  {20, 12 * scale, {}}};                           // up
    if (type == schema::LookAtType::Expression) {
      for (const char* name : {"lookUp", "lookDown", "lookLeft", "lookRight"}) b.expression(name);
    }
  }
};

// "Interpretation when type is bone".
TEST(LookAt, EveryRowOfTheBoneTable) {
  struct Row {
    YawPitch gaze;
    double leftYaw, rightYaw, pitch;
  };
  const Row rows[] = {
      {{0, 0}, 0, 0, 0},          {{20, 0}, 4, 2, 0},  // left: 20/40 * 8 outer, 20/50 * 5 inner
      {{-20, 0}, -2, -4, 0},                           // right: the left eye's inner, the right eye's outer
      {{0, 10}, 0, 0, 3},                              // down: 10/30 * 9
      {{0, -10}, 0, 0, -6},                            // up: 10/20 * 12
      {{20, 10}, 4, 2, 3},        {{-20, -10}, -2, -4, -6},     {{40, 30}, 8, 4, 9},  // at inputMaxValue
      {{170, 89}, 8, 5, 9},                                                           // beyond
      {{-170, -89}, -5, -8, -12}, {{1e30f, -1e30f}, 8, 5, -12},
  };
  Avatar avatar(Face().b.make());
  for (const Row& row : rows) {
    avatar.lookAt(row.gaze);
    EXPECT_EQ(avatar.update(0), UpdateFlags::None);
    // "from_YXZEuler(yaw, pitch, 0)"
    EXPECT_TRUE(nearly(rotationOf(avatar, B::LeftEye), turnY(row.leftYaw) * turnX(row.pitch)))
        << row.gaze.yaw;
    EXPECT_TRUE(nearly(rotationOf(avatar, B::RightEye), turnY(row.rightYaw) * turnX(row.pitch)))
        << row.gaze.yaw;
    EXPECT_EQ(avatar.gaze(), row.gaze);
  }
}

// "Interpretation when type is expression": Outer for both signs.
TEST(LookAt, EveryRowOfTheExpressionTable) {
  struct Row {
    YawPitch gaze;
    float up, down, left, right;
  };
  const Row rows[] = {
      {{0, 0}, 0, 0, 0, 0},          {{20, 0}, 0, 0, 0.4f, 0},      // 20/40 * 0.8
      {{-20, 0}, 0, 0, 0, 0.4f},     {{0, 10}, 0, 0.3f, 0, 0},      // 10/30 * 0.9
      {{0, -5}, 0.3f, 0, 0, 0},                                     // 5/20 * 1.2
      {{-10, 20}, 0, 0.6f, 0, 0.2f}, {{500, -500}, 1, 0, 0.8f, 0},  // up gives 1.2, and a weight is at most 1
  };
  Avatar avatar(Face(schema::LookAtType::Expression).b.make());
  const std::span<const float> weights = avatar.expressionWeights();
  for (const Row& row : rows) {
    avatar.lookAt(row.gaze);
    avatar.update(0);
    EXPECT_NEAR(weights[0], row.up, 1e-6) << row.gaze.yaw;
    EXPECT_NEAR(weights[1], row.down, 1e-6) << row.gaze.yaw;
    EXPECT_NEAR(weights[2], row.left, 1e-6) << row.gaze.yaw;
    EXPECT_NEAR(weights[3], row.right, 1e-6) << row.gaze.yaw;
    EXPECT_EQ(rotationOf(avatar, B::LeftEye), Quat{});  // expressions, not bones
  }
}

TEST(Decision30, InputMaxValueZero) {
  const GazeRange range{0, 7};
  EXPECT_EQ(range.map(0), 0);
  EXPECT_EQ(range.map(-0.0f), 0);
  EXPECT_EQ(range.map(1e-20f), 7);
  EXPECT_EQ(range.map(-90), 7);
  const GazeRange usual{90, 10};
  EXPECT_EQ(usual.map(45), 5);
  EXPECT_EQ(usual.map(-45), 5);  // of the size of the angle
  EXPECT_EQ(usual.map(91), 10);
}

// "Yaw and Pitch in lookAt space": +X is left, pitch is positive downwards.
struct Point {
  Vec3 target;
  YawPitch gaze;
};
const Point kPoints[] = {
    {{0, 1.6f, 5}, {0, 0}},    {{5, 1.6f, 0}, {90, 0}},
    {{-5, 1.6f, 0}, {-90, 0}}, {{0, 1.6f, -5}, {180, 0}},
    {{0, 6.6f, 0}, {0, -90}},  {{0, -3.4f, 0}, {0, 90}},
    {{2, 1.6f, 2}, {45, 0}},   {{-2, 1.6f, 2}, {-45, 0}},
    {{0, 3.6f, 2}, {0, -45}},  {{0, -0.4f, 2}, {0, 45}},
    {{2, 1.6f, -2}, {135, 0}}, {{3, -3.4f, 4}, {36.869898f, 45}},  // 3, 4, 5: the way along the ground is 5
};

TEST(LookAt, PointsOfTheWorld) {
  Avatar avatar(Face().b.make());
  for (const Point& point : kPoints) {
    avatar.lookAt(point.target);
    avatar.update(0);
    EXPECT_TRUE(nearly(avatar.gaze(), point.gaze));
  }
}

// "even if the head has a rest rotation in the model space, the forward direction of the sight will match
// +Z". The offset is the head's own, so it is turned with it.
TEST(LookAt, RestRotationOfTheHead) {
  Face face(schema::LookAtType::Bone, turnZ(90));
  face.b.vrm.lookAt->offsetFromHeadBone = {0.1f, 0, 0};  // Rz(90): up
  Avatar avatar(face.b.make());
  EXPECT_TRUE(nearly(avatar.viewpoint(), {0, 1.6f, 0}));
  for (const Point& point : kPoints) {
    avatar.lookAt(point.target);
    avatar.update(0);
    EXPECT_TRUE(sameWay(avatar.gaze(), point.gaze));
  }
}

TEST(LookAt, TheRootIsAroundIt) {
  Avatar avatar(Face().b.make());
  const RootTransform root{{10, -3, 2}, test::turn({1, 2, 3}, 70), 2.5f};
  avatar.setRoot(root);
  for (const Point& point : kPoints) {
    avatar.lookAt(root.translation + rotate(root.rotation, point.target * root.scale));
    avatar.update(0);
    EXPECT_TRUE(sameWay(avatar.gaze(), point.gaze));
  }
}

// Decision 1: the file's avatar faces -Z, the one that is seen faces +Z.
TEST(LookAt, AnAvatarOfVrm0IsTurned) {
  Face face;
  face.b.vrm.turned = true;
  face.b.vrm.lookAt->offsetFromHeadBone = {0.02f, 0.1f, -0.05f};  // in the head's space, so forwards
  Avatar avatar(face.b.make());
  EXPECT_TRUE(nearly(avatar.viewpoint(), {-0.02f, 1.6f, 0.05f}));
  for (const Point& point : kPoints) {
    avatar.lookAt(point.target + Vec3{-0.02f, 0, 0.05f});
    avatar.update(0);
    EXPECT_TRUE(sameWay(avatar.gaze(), point.gaze));
  }
  // To the avatar's left by 4 degrees: about Y, which the turn leaves. Down is about model X: the file's -X.
  avatar.lookAt(YawPitch{20, 0});
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, B::LeftEye), turnY(4)));
  avatar.lookAt(YawPitch{0, 10});
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, B::LeftEye), turnX(-3)));
}

// Pr^-1 Ry Rx Pr B with Pr = Rz(90), which sees model Y as X and model X as -Y.
TEST(Decision31, RestRotationsOfEyesAndTheirParent) {
  Avatar avatar(Face(schema::LookAtType::Bone, turnZ(90), turnX(90)).b.make());
  avatar.lookAt(YawPitch{20, 0});
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, B::LeftEye), turnX(94)));
  EXPECT_TRUE(nearly(rotationOf(avatar, B::RightEye), turnX(92)));
  avatar.lookAt(YawPitch{0, 10});
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, B::LeftEye), turnY(-3) * turnX(90)));
}

TEST(Decision31, TheHeadOfThisFrame) {
  Avatar avatar(Face().b.make());
  avatar.pose().rotate(B::Head, turnY(90));  // to the left
  avatar.lookAt(Vec3{5, 1.6f, 0});
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.gaze(), {0, 0}));
  avatar.pose().rotate(B::Head, turnX(30));  // down
  avatar.lookAt(avatar.viewpoint());         // anything; the next line counts
  avatar.pose().moveHips({0, 11, 0});
  // The eyes are now 0.1 m along Rx(30) Y from (0, 11.5, 0).
  avatar.lookAt(Vec3{0, 11.5f + 0.1f * std::cos(0.5235988f), 0.1f * std::sin(0.5235988f) + 3});
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.gaze(), {0, -30}));
}

TEST(Decision31, WithoutGazeTheEyesKeepTheirPose) {
  Avatar avatar(Face().b.make());
  avatar.pose().rotate(B::LeftEye, turnX(25));
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, B::LeftEye), turnX(25)));
  avatar.lookAt(YawPitch{20, 0});
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, B::LeftEye), turnY(4)));  // replaced, not added
  avatar.enable(Stage::LookAt, false);
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, B::LeftEye), turnX(25)));
  avatar.enable(Stage::LookAt, true);
  avatar.lookAtNothing();
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, B::LeftEye), turnX(25)));
}

TEST(LookAt, TheApplicationsOwnWeightsComeBack) {
  Avatar avatar(Face(schema::LookAtType::Expression).b.make());
  const ExpressionIndex left = avatar.model().expression(ExpressionPreset::LookLeft);
  avatar.expression(left, 0.7f);
  avatar.update(0);
  EXPECT_EQ(avatar.expressionWeights()[left.value], 0.7f);
  avatar.lookAt(YawPitch{-20, 0});
  avatar.update(0);
  EXPECT_EQ(avatar.expressionWeights()[left.value], 0);  // the gaze sets all four
  EXPECT_EQ(avatar.expression(left), 0.7f);
  avatar.enable(Stage::LookAt, false);
  avatar.update(0);
  EXPECT_EQ(avatar.expressionWeights()[left.value], 0.7f);
  avatar.enable(Stage::LookAt, true);
  avatar.lookAtNothing();
  avatar.update(0);
  EXPECT_EQ(avatar.expressionWeights()[left.value], 0.7f);
}

// With bones, look* expressions are the application's alone.
TEST(LookAt, ByBonesTouchesNoExpression) {
  Face face;
  face.b.expression("lookLeft");
  Avatar avatar(face.b.make());
  avatar.expression("lookLeft", 0.6f);
  avatar.lookAt(YawPitch{20, 10});
  avatar.update(0);
  EXPECT_EQ(avatar.expressionWeights()[0], 0.6f);
}

TEST(LookAt, ATargetAtTheEyesIsStraightAhead) {
  Avatar avatar(Face().b.make());
  avatar.lookAt(avatar.viewpoint());
  avatar.update(0);
  EXPECT_EQ(avatar.gaze(), (YawPitch{0, 0}));
  // Zeros have signs, and atan2(0, -0) is half a turn.
  LookAtTable table;
  for (const Vec3 scale : {Vec3{1, 1, 1}, Vec3{-1, 1, 1}, Vec3{1, 1, -1}, Vec3{-1, -1, -1}}) {
    for (const Quat q : {Quat{}, Quat{0, 1, 0, 0}, Quat{0, 0, 0, -1}, Quat{1, 0, 0, 0}, turnY(-120)}) {
      for (const Quat rest : {Quat{}, Quat{0, 1, 0, 0}, Quat{0, 0, 0, -1}, Quat{0, 0, 1, 0}, turnX(-100)}) {
        table.headRestRotation = rest;
        const std::uint32_t path[] = {0};
        const Vec3 place[] = {{1, 2, 3}}, scales[] = {scale};
        const Quat rotations[] = {q};
        const std::optional<YawPitch> gaze =
            gazeAt(table, path, {place, rotations, scales}, {}, false, {1, 2, 3});
        ASSERT_TRUE(gaze);
        EXPECT_EQ(*gaze, (YawPitch{0, 0}));
      }
    }
  }
}

TEST(LookAt, AHeadWithoutSizeKeepsTheGaze) {
  Face face;
  Avatar avatar(face.b.make());
  avatar.lookAt(Vec3{5, 1.6f, 0});
  avatar.update(0);
  avatar.setScale(avatar.model().node(NodeIndex(face.head)), {0, 0, 0});
  avatar.lookAt(Vec3{-5, 1.6f, 0});
  EXPECT_EQ(avatar.update(0), UpdateFlags::None);
  EXPECT_TRUE(nearly(avatar.gaze(), {90, 0}));
  avatar.setScale(avatar.model().node(NodeIndex(face.head)), {1, 1, 1});
  avatar.setRoot({{}, {}, 0});
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.gaze(), {90, 0}));
}

TEST(LookAt, Viewpoint) {
  Avatar avatar(Face().b.make());
  EXPECT_TRUE(nearly(avatar.viewpoint(), {0, 1.6f, 0}));
  avatar.pose().rotate(B::Head, turnZ(90));
  avatar.setRoot({{1, 0, 0}, {}, 2});
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.viewpoint(), {0.8f, 3, 0}));  // 1 + 2 * -0.1, 2 * 1.5
  // Decision 30: a file that says nothing has its eyes 6 cm above the head bone, and no gaze.
  Face silent;
  silent.b.vrm.lookAt.reset();
  Avatar blind(silent.b.make());
  EXPECT_FALSE(blind.model().hasLookAt());
  EXPECT_TRUE(nearly(blind.viewpoint(), {0, 1.56f, 0}));
  blind.lookAt(YawPitch{20, 0});
  EXPECT_EQ(blind.update(0), UpdateFlags::None);
  EXPECT_EQ(rotationOf(blind, B::LeftEye), Quat{});
  // Nothing to look from.
  Avatar headless(ModelBuilder().make());
  headless.setRoot({{1, 2, 3}, {}, 1});
  headless.lookAt(Vec3{1, 1, 1});
  headless.update(0);
  EXPECT_EQ(headless.viewpoint(), (Vec3{1, 2, 3}));
}

TEST(LookAt, OneEyeOrNone) {
  Face face;
  face.b.vrm.humanoid[B::LeftEye] = {};
  Avatar avatar(face.b.make());
  avatar.lookAt(YawPitch{20, 0});
  EXPECT_EQ(avatar.update(0), UpdateFlags::None);
  EXPECT_TRUE(nearly(rotationOf(avatar, B::RightEye), turnY(2)));
}

}  // namespace
}  // namespace vrm
