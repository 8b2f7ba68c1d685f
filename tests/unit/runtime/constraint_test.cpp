// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Roll, Aim and Rotation of VRMC_node_constraint 1.0. Those of the draft: draft_constraint_test.cpp.
#include "vrm/runtime/constraint.hpp"

#include <gtest/gtest.h>

#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;
using schema::AimAxis;
using schema::RollAxis;

// Node 0 is the source, node 1 has the constraint.
struct Two {
  ModelBuilder b;
  schema::NodeConstraint* constraint;

  Two(C type, const Quat& sourceRest, const Quat& rest) {
    b.node(at({0, 0, 1}, sourceRest));
    b.node(at({}, rest));
    constraint = &b.constrain(1, type, 0);
  }
  Quat with(const Quat& source) const {
    Avatar avatar(b.make());
    avatar.setRotation(avatar.model().node(NodeIndex(0)), source);
    avatar.update(0);
    return avatar.local(avatar.model().node(NodeIndex(1))).rotation;
  }
};

Quat rolled(RollAxis axis, const Quat& source, const Quat& sourceRest = {}, const Quat& rest = {}) {
  Two two(C::Roll, sourceRest, rest);
  two.constraint->rollAxis = axis;
  return two.with(source);
}

// "if the source is rotating outside of the roll axis, [...] the difference between a minimum rotation which
// makes the roll axis direct at the same direction": of a swing and a twist, the twist.
TEST(Roll, OnlyTheTwist) {
  EXPECT_TRUE(nearly(rolled(RollAxis::X, turnX(60)), turnX(60)));
  EXPECT_TRUE(nearly(rolled(RollAxis::Y, turnX(60)), {}));
  EXPECT_TRUE(nearly(rolled(RollAxis::Z, turnX(60)), {}));
  EXPECT_TRUE(nearly(rolled(RollAxis::X, turnY(40) * turnX(60)), turnX(60)));
  EXPECT_TRUE(nearly(rolled(RollAxis::Y, turn({1, 0, 1}, 40) * turnY(-70)), turnY(-70)));
  EXPECT_TRUE(nearly(rolled(RollAxis::Z, turnX(100) * turnZ(170)), turnZ(170)));
  EXPECT_TRUE(nearly(rolled(RollAxis::X, turnX(-200)), turnX(160)));  // the same rotation
}

// The example's formulas with S = Rz(90), D = Ry(90): the source turns by 50 degrees about its own X, which
// is Y in the space of both, and is Y for the destination too.
TEST(Roll, RestRotations) {
  const Quat s = turnZ(90), d = turnY(90);
  EXPECT_TRUE(nearly(rolled(RollAxis::Y, s * turnX(50), s, d), turnY(140)));
  EXPECT_TRUE(nearly(rolled(RollAxis::X, s * turnX(50), s, d), d));
  // About its own Y, -X in the space of both, Ry(-90) * -X = -Z for the destination.
  EXPECT_TRUE(nearly(rolled(RollAxis::Z, s * turnY(50), s, d), d * turnZ(-50)));
  EXPECT_TRUE(nearly(rolled(RollAxis::Y, s, s, d), d));
}

// A swing by half a turn leaves no twist to be told apart: then there is none.
TEST(Roll, HalfATurnOfSwing) {
  EXPECT_TRUE(nearly(rolled(RollAxis::X, {0, 1, 0, 0}), {}));
  EXPECT_TRUE(nearly(rolled(RollAxis::X, {0, 0, 1, 0}), {}));
  EXPECT_TRUE(nearly(rolled(RollAxis::X, Quat{0, 1, 0, 0} * turnX(30)), {}));
  EXPECT_TRUE(nearly(rolled(RollAxis::X, turnY(179.9) * turnX(30)), turnX(30), 1e-4f));
}

// "in the local coordinate of the source, then [...] in the local coordinate of the destination"
TEST(Rotation, LocalToLocal) {
  const Quat s = turnZ(90), d = turnY(90);
  EXPECT_TRUE(nearly(Two(C::Rotation, {}, {}).with(turn({1, 2, 3}, 50)), turn({1, 2, 3}, 50)));
  EXPECT_TRUE(nearly(Two(C::Rotation, s, d).with(s * turnX(50)), d * turnX(50)));
  EXPECT_TRUE(nearly(Two(C::Rotation, s, d).with(s), d));
}

constexpr Vec3 kAimAxes[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};  // of AimAxis

// "the smallest possible rotation" that "makes the aim axis aim at the source in world coordinates"
TEST(Aim, SixAxes) {
  const Vec3 way = Vec3{2, 3, 6} * (1.0f / 7);
  for (const Quat& parent : {Quat{}, turnY(90), turn({3, 1, 2}, 130)}) {
    for (const Quat& rest : {Quat{}, turnX(90), turn({-1, 1, 1}, 70)}) {
      for (std::size_t axis = 0; axis < 6; ++axis) {
        ModelBuilder b;
        const std::uint32_t source = b.node(at(Vec3{1, 2, 3} + way * 4.0f));
        const std::uint32_t above = b.node(at({1, 2, 3}, parent));
        const std::uint32_t node = b.node(at({}, rest), above);
        b.constrain(node, C::Aim, source).aimAxis = static_cast<AimAxis>(axis);
        Avatar avatar(b.make());
        avatar.update(0);
        const Quat before = parent * rest;
        const Quat now = parent * avatar.local(avatar.model().node(NodeIndex(node))).rotation;
        EXPECT_TRUE(nearly(rotate(now, kAimAxes[axis]), way)) << axis;
        // The smallest: about an axis at a right angle to where the axis was and is.
        const Quat change = now * conjugate(before);
        const Vec3 about{change.x, change.y, change.z};
        EXPECT_NEAR(dot(about, way), 0, 1e-6) << axis;
        EXPECT_NEAR(dot(about, rotate(before, kAimAxes[axis])), 0, 1e-6) << axis;
      }
    }
  }
}

TEST(Aim, ByHand) {
  // +Z towards +X is 90 degrees about Y. Under a parent at Rx(90) the world's +Z is +Y and +X stays: from Y
  // to X is -90 degrees about Z.
  ModelBuilder b;
  const std::uint32_t source = b.node(at({5, 0, 0}));
  const std::uint32_t free = b.node(at({}));
  const std::uint32_t above = b.node(at({}, turnX(90)));
  const std::uint32_t node = b.node(at({}), above);
  b.constrain(free, C::Aim, source).aimAxis = AimAxis::PositiveZ;
  b.constrain(node, C::Aim, source).aimAxis = AimAxis::PositiveY;
  Avatar avatar(b.make());
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(avatar.model().node(NodeIndex(free))).rotation, turnY(90)));
  EXPECT_TRUE(nearly(avatar.local(avatar.model().node(NodeIndex(node))).rotation, turnZ(-90)));
}

TEST(Aim, TheOppositeWay) {
  for (std::size_t axis = 0; axis < 6; ++axis) {
    ModelBuilder b;
    const std::uint32_t source = b.node(at(kAimAxes[axis] * -3.0f));
    b.constrain(b.node(), C::Aim, source).aimAxis = static_cast<AimAxis>(axis);
    Avatar avatar(b.make());
    avatar.update(0);
    const Quat q = avatar.local(ModelNode(1)).rotation;
    EXPECT_NEAR(dot(q, q), 1, 1e-6);
    EXPECT_TRUE(nearly(rotate(q, kAimAxes[axis]), kAimAxes[axis] * -1.0f)) << axis;
  }
}

TEST(Aim, ASourceAtTheNodeKeepsTheLastWay) {
  Two two(C::Aim, {}, turnZ(20));
  two.constraint->aimAxis = AimAxis::PositiveX;
  Avatar avatar(two.b.make());
  const auto put = [&](Vec3 place) {
    avatar.setTranslation(ModelNode(0), place);
    avatar.update(0);
    return avatar.local(ModelNode(1)).rotation;
  };
  EXPECT_TRUE(nearly(put({0, 0, 0}), turnZ(20)));  // never had one: rest
  const Quat last = put({0, 3, 0});
  EXPECT_TRUE(nearly(last, turnZ(90)));
  EXPECT_EQ(put({0, 0, 0}), last);
  EXPECT_TRUE(nearly(put({3, 0, 0}), {}));
  avatar.reset();
  EXPECT_TRUE(nearly(put({0, 0, 0}), turnZ(20)));
}

// "performs Spherical Linear Interpolation (slerp) from the rest rotation"; decision 24: clamped, shortest
// path.
TEST(ConstraintWeight, FromRestToTheConstraint) {
  struct Row {
    float weight;
    double share;
  };
  const Row rows[] = {{0, 0}, {0.25f, 0.25}, {0.5f, 0.5}, {1, 1}, {-1, 0}, {2, 1}, {1e30f, 1}};
  for (const C type : {C::Roll, C::Rotation, C::Aim}) {
    for (const Row& row : rows) {
      Two two(type, {}, turnZ(10));
      two.constraint->rollAxis = RollAxis::Z;
      two.constraint->aimAxis = AimAxis::PositiveX;
      two.constraint->weight = row.weight;
      Avatar avatar(two.b.make());
      avatar.setLocal(ModelNode(0), at({0, 1, 0}, turnZ(80)));  // all three: Rz(90)
      avatar.update(0);
      EXPECT_TRUE(nearly(avatar.local(ModelNode(1)).rotation, turnZ(10 + 80 * row.share)))
          << name(type) << " " << row.weight;
      EXPECT_EQ(avatar.constraintWeight(ConstraintIndex(0)), row.weight);
      // The application's instead of the file's.
      avatar.setConstraintWeight(avatar.model().constraintOf(ModelNode(1)), 0.75f);
      avatar.update(0);
      EXPECT_TRUE(nearly(avatar.local(ModelNode(1)).rotation, turnZ(70))) << name(type);
      avatar.reset();
      EXPECT_EQ(avatar.constraintWeight(ConstraintIndex(0)), row.weight);
    }
  }
}

TEST(ConstraintWeight, TakesTheShortestPath) {
  Two two(C::Rotation, {}, {});
  two.constraint->weight = 0.5f;
  const Quat q = turnZ(100);
  EXPECT_TRUE(nearly(two.with({-q.x, -q.y, -q.z, -q.w}), turnZ(50)));
  EXPECT_TRUE(nearly(two.with(turnZ(260)), turnZ(-50)));
}

TEST(Constraint, TheStageCanBeOff) {
  Two two(C::Rotation, {}, {});
  Avatar avatar(two.b.make());
  avatar.enable(Stage::Constraints, false);
  avatar.setRotation(ModelNode(0), turnX(30));
  avatar.setRotation(ModelNode(1), turnY(50));
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(ModelNode(1)).rotation, turnY(50)));
  avatar.enable(Stage::Constraints, true);
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(ModelNode(1)).rotation, turnX(30)));
}

// Scales that no rotation can be taken from: whatever comes out, it is numbers.
TEST(Constraint, NegativeAndZeroScalesGiveNoNaN) {
  const Vec3 scales[] = {{-1, 1, 1},   {0, 1, 1}, {0, 0, 0}, {-1, -2, 0.5f}, {1e-30f, 1e-30f, 1e-30f},
                         {1e18f, 1, 1}};
  for (const C type : {C::Roll, C::Aim, C::Rotation, C::DraftPosition, C::DraftRotation, C::DraftAim}) {
    for (int spaces = 0; spaces < 4; ++spaces) {
      for (const Vec3 scale : scales) {
        ModelBuilder b;
        const std::uint32_t sourceParent = b.node({{1, 2, 3}, turnX(30), scale});
        const std::uint32_t source = b.node({{1, 0, 0}, {}, scale}, sourceParent);
        const std::uint32_t above = b.node({{0, 1, 0}, turnY(30), scale});
        const std::uint32_t node = b.node({{0, 0, 1}, turnZ(30), scale}, above);
        schema::NodeConstraint& c = b.constrain(node, type, source);
        c.sourceSpace = spaces % 2 == 0 ? schema::ConstraintSpace::Local : schema::ConstraintSpace::Model;
        c.destinationSpace =
            spaces / 2 == 0 ? schema::ConstraintSpace::Local : schema::ConstraintSpace::Model;
        Avatar avatar(b.make());
        avatar.setLocal(avatar.model().node(NodeIndex(source)), at({-1, 2, 5}, turn({1, 1, 0}, 200)));
        for (int frame = 0; frame < 2; ++frame) {
          avatar.update(0);
          const Trs local = avatar.local(avatar.model().node(NodeIndex(node)));
          EXPECT_NEAR(dot(local.rotation, local.rotation), 1, 1e-5) << name(type) << " " << spaces;
          EXPECT_TRUE(std::isfinite(dot(local.translation, local.translation)))
              << name(type) << " " << spaces;
        }
      }
    }
  }
}

}  // namespace
}  // namespace vrm
