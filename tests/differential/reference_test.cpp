// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The reference against values worked out by hand.
#include <gtest/gtest.h>

#include "differential/driven.hpp"
#include "support/three_avatars.hpp"

namespace vrm::test {
namespace {

using namespace reference;
using namespace schema;

Driven avatar(VrmVersion version = VrmVersion::Vrm1) {
  return Driven(readModel(sameAvatar(version).document()));
}

// Two roots with a child each: 0 > 1, 2 > 3, all without a transform.
Driven rig() {
  return Driven(
      readModel(R"("nodes":[{"children":[1]},{},{"children":[3]},{}],"scene":0,"scenes":[{"nodes":[0,2]}])"));
}

NodeConstraint constraint(ConstraintType type, std::uint32_t node, std::uint32_t source, float weight = 1) {
  NodeConstraint c;
  c.type = type;
  c.node = NodeIndex(node);
  c.source = NodeIndex(source);
  c.weight = weight;
  return c;
}

NodeConstraint draft(ConstraintType type, ConstraintSpace from, ConstraintSpace to, float weight = 1) {
  NodeConstraint c = constraint(type, 3, 1, weight);
  c.sourceSpace = from;
  c.destinationSpace = to;
  return c;
}
constexpr ConstraintSpace kLocal = ConstraintSpace::Local, kModel = ConstraintSpace::Model;

TEST(DoubleMath, OppositeVectorsTurnAboutTheStatedAxis) {
  expectNear(fromTo({1, 0, 0}, {-1, 0, 0}), z(180));
  expectNear(fromTo({0, 1, 0}, {0, -1, 0}), z(180));
  expectNear(fromTo({0, 0, -1}, {0, 0, 1}), y(180));
  expectNear(fromTo({1, 0, 0}, {0, 1, 0}), z(90));
}

TEST(DoubleMath, SlerpTakesTheShorterArc) {
  const Quatd q = x(60);
  expectNear(slerp({}, {-q.x, -q.y, -q.z, -q.w}, 0.5), x(30));
}

TEST(DoubleMath, InverseOfAMatrix) {
  const Trsd trs{{1, 2, 3}, about({1, 2, 3}, 40), {2, -3, 0.5}};
  expectNear(applyPoint(*inverse(toMatrix(trs)), applyPoint(toMatrix(trs), {4, 5, 6})), {4, 5, 6});
  EXPECT_FALSE(inverse(toMatrix({{}, {}, {1, 0, 1}})));
}

TEST(Reference, RestStaysAtRest) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    Driven d = avatar(version);
    Reference& r = d.run();
    ASSERT_EQ(r.nodeCount(), kAvatarNodes + 2);  // the tails of hair: nodes of the file or added ones
    for (std::uint32_t i = 0; i < d.model.asset.nodes.size(); ++i) {
      expectNear(r.local(i).translation, widen(d.rest(i).translation));
      expectNear(r.local(i).rotation, widen(d.rest(i).rotation));
    }
    // Whatever way the file faces, left is +X in the world.
    expectNear(position(r.world(kLeftHand)), {0.65, 1.2, 0}, "left hand");
    expectNear(position(r.world(kAvatarNodes)), {0, 1.35, -0.08}, "tail of hair");
  }
}

TEST(Reference, RootAndTurnStandAboveTheScene) {
  Driven d = rig();
  d.vrm().turned = true;
  d.rest(0).translation = {0, 0, 1};
  d.inputs.root = {{1, 2, 3}, y(90), {2, 2, 2}};
  expectNear(position(d.run().world(1)), {-1, 2, 3});
}

TEST(Reference, ThreeVersionsMoveAlike) {
  std::vector<Vec3d> first;
  for (const VrmVersion version : {VrmVersion::Vrm1, VrmVersion::Draft, VrmVersion::Vrm0}) {
    Driven d = avatar(version);
    d.vrm().constraints.clear();  // 0.x has none
    d.inputs.boneRotations = {
        {HumanBone::Hips, x(20)}, {HumanBone::LeftUpperArm, z(-70)}, {HumanBone::Head, y(30)}};
    d.inputs.hipsPosition = {0.3, 1, -0.2};
    d.inputs.gaze = WorldTarget{{1, 1.5, 2}};
    Reference& r = d.run();
    std::vector<Vec3d> places;
    for (std::uint32_t i = 0; i < r.nodeCount(); ++i) places.push_back(position(r.world(i)));
    if (first.empty()) first = places;
    for (std::size_t i = 0; i < places.size(); ++i)
      expectNear(places[i], first[i], std::to_string(i).c_str());
  }
}

TEST(Reference, NormalisedRotationsGoThroughTheRestPose) {
  Driven d = avatar();
  d.rest(kNeck).rotation = narrowed(z(90));
  d.rest(kHead).rotation = narrowed(x(90));
  d.inputs.boneRotations[HumanBone::Head] = y(90);
  // The model's Y is the neck's X; then the head's own rest rotation.
  expectNear(d.run().local(kHead).rotation, x(180));
  expectNear(d.reference->local(kNeck).rotation, z(90), "a bone without input is at rest");
}

TEST(Reference, TurnedAvatarIsPosedInModelAxes) {
  Driven d = avatar(VrmVersion::Vrm0);
  d.inputs.boneRotations[HumanBone::Spine] = x(30);
  d.inputs.hipsPosition = {0.2, 1, 0.3};
  expectNear(d.run().local(kSpine).rotation, x(-30));
  expectNear(d.reference->local(kHips).translation, {-0.2, 1, -0.3});
  expectNear(position(d.reference->world(kHips)), {0.2, 1, 0.3});
}

TEST(Reference, HipsTranslationComesFromTheParentNow) {
  Driven d = rig();
  d.vrm().humanoid[HumanBone::Hips] = NodeIndex(1);
  d.rest(0).scale = {2, 2, 2};
  d.rest(1).translation = {0, 0.5f, 0};
  d.inputs.nodes[0].translation = {0, 0, 1};
  d.inputs.nodes[1].rotation = x(50);  // the humanoid stage writes over it
  expectNear(d.run().local(1).translation, {0, 0.5, -0.5}, "rest position");
  expectNear(d.reference->local(1).rotation, {});
  d.inputs.hipsPosition = {2, 1, 0};
  expectNear(d.run().local(1).translation, {1, 0.5, -0.5}, "given position");
  d.inputs.nodes[0].scale = {0, 1, 1};
  expectNear(d.run().local(1).translation, {0, 0.5, 0}, "collapsed parent");
}

// sameAvatar: inner 90/8, outer 90/12, down 60/10; up is made 60/20.
TEST(LookAt, BoneTable) {
  struct Row {
    double yaw, pitch, leftYaw, rightYaw, eyePitch;
  };
  for (const Row& row :
       {Row{45, 30, 6, 4, 5}, Row{-45, -30, -4, -6, -10}, Row{170, -90, 12, 8, -20}, Row{0, 0, 0, 0, 0}}) {
    Driven d = avatar();
    d.vrm().lookAt->rangeMapVerticalUp.outputScale = 20;
    d.inputs.gaze = YawPitch{row.yaw, row.pitch};
    d.inputs.boneRotations[HumanBone::LeftEye] = z(40);  // replaced
    Reference& r = d.run();
    expectNear(r.local(kLeftEye).rotation, y(row.leftYaw) * x(row.eyePitch), "left");
    expectNear(r.local(kRightEye).rotation, y(row.rightYaw) * x(row.eyePitch), "right");
    EXPECT_TRUE(r.lookAt().active);
    d.inputs.gaze = {};
    expectNear(d.run().local(kLeftEye).rotation, z(40), "without a gaze the eyes keep their pose");
    EXPECT_FALSE(r.lookAt().active);
  }
}

TEST(LookAt, EyesTurnInModelAxes) {
  Driven d = avatar(VrmVersion::Vrm0);
  d.inputs.gaze = YawPitch{45, 30};
  expectNear(d.run().local(kLeftEye).rotation, y(6) * x(-5), "turned");
  Driven e = avatar();
  e.rest(kHead).rotation = narrowed(z(90));
  e.rest(kLeftEye).rotation = narrowed(y(20));
  e.inputs.gaze = YawPitch{45, 0};
  expectNear(e.run().local(kLeftEye).rotation, x(6) * y(20), "the model's Y is the head's X");
}

// The head is at (0, 1.4, 0), the offset (0, 0.06, 0.02).
TEST(LookAt, YawAndPitchToATarget) {
  for (const VrmVersion version : {VrmVersion::Vrm1, VrmVersion::Vrm0}) {
    Driven d = avatar(version);
    d.inputs.root = {{1, 2, 3}, y(90), {2, 2, 2}};
    const Vec3d target{1, 1.46 - std::sqrt(2.0), 1.02};
    d.inputs.gaze = WorldTarget{applyPoint(toMatrix(d.inputs.root), target)};
    EXPECT_NEAR(d.run().lookAt().yaw, 45, 1e-4);
    EXPECT_NEAR(d.reference->lookAt().pitch, 45, 1e-4);
    // The head of this frame: it faces +X, and the offset goes with it.
    d.inputs.root = {};
    d.inputs.boneRotations[HumanBone::Head] = y(90);
    d.inputs.gaze = WorldTarget{{1.02, 2.46, -1}};
    EXPECT_NEAR(d.run().lookAt().yaw, 45, 1e-4);
    EXPECT_NEAR(d.reference->lookAt().pitch, -std::atan(std::sqrt(0.5)) / kDegree, 1e-4);
  }
}

TEST(LookAt, RestRotationOfTheHeadTurnsTheOffsetOnly) {
  Driven d = avatar();
  d.rest(kHead).rotation = narrowed(x(90));
  d.inputs.gaze = WorldTarget{{1, 1.38, 1.06}};
  EXPECT_NEAR(d.run().lookAt().yaw, 45, 1e-4);
  EXPECT_NEAR(d.reference->lookAt().pitch, 0, 1e-4);
}

Expression preset(ExpressionPreset p) {
  Expression e;
  e.preset = p;
  e.name = name(p);
  return e;
}

TEST(LookAt, ExpressionTable) {
  Driven d = avatar();
  using enum ExpressionPreset;
  d.vrm().expressions.list = {preset(LookUp), preset(LookDown), preset(LookLeft), preset(LookRight)};
  LookAt& l = *d.vrm().lookAt;
  l.type = LookAtType::Expression;
  l.rangeMapHorizontalInner = {90, 0.1f, {}};
  l.rangeMapHorizontalOuter = {90, 0.5f, {}};
  l.rangeMapVerticalDown = {60, 1, {}};
  l.rangeMapVerticalUp = {0, 0.25f, {}};  // decision 30
  struct Row {
    double yaw, pitch, left, right, down, up;
  };
  for (const Row& row :
       {Row{45, 30, 0.25, 0, 0.5, 0}, Row{-180, -1, 0, 0.5, 0, 0.25}, Row{0, 0, 0, 0, 0, 0}}) {
    d.inputs.gaze = YawPitch{row.yaw, row.pitch};
    d.inputs.expressions = {{"lookLeft", 1}, {"lookRight", 1}, {"lookUp", 1}, {"lookDown", 1}};  // replaced
    const std::map<std::string, double> expected{
        {"lookLeft", row.left}, {"lookRight", row.right}, {"lookDown", row.down}, {"lookUp", row.up}};
    EXPECT_EQ(d.run().expressionWeights(), expected) << row.yaw;
    expectNear(d.reference->local(kLeftEye).rotation, {}, "the eyes are left alone");
  }
  d.inputs.gaze = {};
  EXPECT_EQ(d.run().expressionWeights().at("lookUp"), 1);
}

// happy and angry hold the blink down; blinkLeft is binary.
Driven face(ExpressionOverride happy, ExpressionOverride angry) {
  Driven d = avatar();
  using enum ExpressionPreset;
  d.vrm().expressions.list = {preset(Happy), preset(Angry), preset(Aa), preset(Blink), preset(BlinkLeft)};
  d.vrm().expressions.list[0].overrideBlink = happy;
  d.vrm().expressions.list[1].overrideBlink = angry;
  d.vrm().expressions.list[3].overrideBlink = ExpressionOverride::Block;  // of its own kind: nothing
  d.vrm().expressions.list[4].isBinary = true;
  return d;
}

TEST(Expressions, OverrideTable) {
  using enum ExpressionOverride;
  struct Row {
    ExpressionOverride happy, angry;
    double happyWeight, angryWeight, blink, blinkLeft;
  };
  for (const Row& row :
       {Row{None, None, 1, 1, 0.8, 1}, Row{Block, None, 0, 1, 0.8, 1}, Row{Block, None, 0.1, 0, 0, 0},
        Row{Blend, None, 0.25, 1, 0.6, 0}, Row{Blend, Blend, 0.25, 0.5, 0.2, 0},
        Row{Blend, Blend, 0.75, 0.5, 0, 0}, Row{Blend, None, 0, 0, 0.8, 1}}) {
    Driven d = face(row.happy, row.angry);
    d.inputs.expressions = {{"happy", row.happyWeight},
                            {"angry", row.angryWeight},
                            {"aa", 0.3},
                            {"blink", 0.8},
                            {"blinkLeft", 0.7}};
    const auto weights = d.run().expressionWeights();
    EXPECT_NEAR(weights.at("blink"), row.blink, 1e-12);
    EXPECT_EQ(weights.at("blinkLeft"), row.blinkLeft);
    EXPECT_EQ(weights.at("aa"), 0.3) << "another kind";
    EXPECT_EQ(weights.at("happy"), row.happyWeight);
  }
}

TEST(Expressions, BinaryRules) {
  for (const BinaryRule rule : {BinaryRule::AboveHalf, BinaryRule::NonZero}) {
    Driven d = face(ExpressionOverride::Blend, ExpressionOverride::None);
    d.vrm().expressions.binaryRule = rule;
    d.vrm().expressions.list[0].isBinary = true;
    const auto run = [&](double happy) {
      d.inputs.expressions = {{"happy", happy}, {"blink", 0.8}, {"unknown", 1}};
      return d.run().expressionWeights();
    };
    const double low = rule == BinaryRule::NonZero ? 1 : 0;
    EXPECT_EQ(run(0.5).at("happy"), low);
    EXPECT_EQ(run(0.5).at("blink"), low == 1 ? 0 : 0.8) << "a binary overrider uses its binary output";
    EXPECT_EQ(run(0.51).at("happy"), 1);
    EXPECT_EQ(run(0).at("happy"), 0);
    EXPECT_EQ(run(-3).at("happy"), 0);
  }
}

TEST(Expressions, MorphsAreSummedFromZeroAndNotClamped) {
  Driven d = avatar();
  d.vrm().expressions.list = {preset(ExpressionPreset::Happy), preset(ExpressionPreset::Angry)};
  for (Expression& e : d.vrm().expressions.list) e.morphTargetBinds = {{NodeIndex(kFaceA), 0, 0.75f}};
  d.model.asset.numbers = {0.5f, 0.125f};
  d.model.asset.meshes[0].weights = {0, 2};
  d.inputs.expressions = {{"happy", 1}, {"angry", 7}};  // weights are clamped, sums are not
  const std::map<std::uint32_t, std::vector<double>> expected{{kFaceA, {1.5, 0.125}}, {kFaceB, {0.5, 0.125}}};
  EXPECT_EQ(d.run().morphWeights(), expected);
  d.inputs.expressions = {};
  EXPECT_EQ(d.run().morphWeights().at(kFaceA), (std::vector<double>{0, 0.125}));
}

// Material 0: MToon, white, shade red, uv offset (0.25, 0), scale (2, 0.5). Material 1: core.
TEST(Expressions, MaterialValuesMoveFromTheirBase) {
  Driven d = avatar();
  EXPECT_EQ(d.vrm().materials.size(), 2u);
  d.vrm().expressions.list = {preset(ExpressionPreset::Happy), preset(ExpressionPreset::Angry)};
  Expression& happy = d.vrm().expressions.list[0];
  Expression& angry = d.vrm().expressions.list[1];
  happy.materialColorBinds = {{MaterialIndex(0), MaterialColorType::Color, {0, 0.5f, 1, 0}},
                              {MaterialIndex(0), MaterialColorType::ShadeColor, {0, 1, 0, 9}},
                              {MaterialIndex(1), MaterialColorType::RimColor, {1, 1, 1, 1}}};
  angry.materialColorBinds = {{MaterialIndex(0), MaterialColorType::Color, {0, 1, 1, 1}}};
  angry.textureTransformBinds = {{MaterialIndex(0), {1, 1}, {0.5f, 0.25f}}};
  d.inputs.expressions = {{"happy", 0.5}, {"angry", 0.25}};
  const auto& materials = d.run().materials();
  ASSERT_EQ(materials.size(), 1u) << "material 1 has no rim";
  const MaterialValues& m = materials.at(0);
  EXPECT_EQ(m.color, (std::array<double, 4>{0.25, 0.75, 1, 0.5}));
  expectNear(*m.shadeColor, {0.5, 0.5, 0});
  expectNear(*m.emissionColor, {});
  EXPECT_EQ(m.uv, (std::array<double, 4>{0.3125, 0.0625, 1.75, 0.625}));

  Driven unlit = avatar();
  unlit.vrm().materials[1].unlit = true;
  unlit.vrm().expressions.list = {preset(ExpressionPreset::Happy)};
  unlit.vrm().expressions.list[0].textureTransformBinds = {{MaterialIndex(1), {1, 1}, {1, 0}}};
  EXPECT_FALSE(unlit.run().materials().at(1).emissionColor);
}

TEST(Constraints, Roll) {
  Driven d = rig();
  d.vrm().constraints = {constraint(ConstraintType::Roll, 3, 1, 0.5f)};
  d.inputs.nodes[1].rotation = z(90) * x(60);  // the swing about Z does not count
  expectNear(d.run().local(3).rotation, x(30));
  Driven e = rig();
  e.rest(1).rotation = narrowed(y(90));
  e.rest(3).rotation = narrowed(z(90));
  e.vrm().constraints = {constraint(ConstraintType::Roll, 3, 1)};
  e.vrm().constraints[0].rollAxis = RollAxis::Y;
  e.inputs.nodes[1].rotation = x(60) * y(90);  // the parent's X is the destination's -Y
  expectNear(e.run().local(3).rotation, z(90) * y(-60));
}

TEST(Constraints, Rotation) {
  Driven d = rig();
  d.rest(1).rotation = narrowed(y(90));
  d.rest(3).rotation = narrowed(z(30));
  d.vrm().constraints = {constraint(ConstraintType::Rotation, 3, 1, 0.5f)};
  d.inputs.nodes[1].rotation = y(90) * x(40);
  expectNear(d.run().local(3).rotation, z(30) * x(20));
  d.vrm().constraints[0].weight = 3;
  expectNear(d.run().local(3).rotation, z(30) * x(40), "weights are clamped");
}

TEST(Constraints, AimOfTheStandard) {
  Driven d = rig();
  d.vrm().turned = true;  // changes nothing (decision 22)
  d.inputs.root = {{7, 0, 0}, x(33), {3, 3, 3}};
  d.vrm().constraints = {constraint(ConstraintType::Aim, 3, 1, 0.5f)};
  d.inputs.nodes[2].rotation = y(90);  // the destination's X is now the scene's -Z
  d.inputs.nodes[0].translation = {0, 1, 0};
  d.inputs.nodes[1].translation = {0, 2, 0};
  expectNear(d.run().local(3).rotation, z(45));
  d.vrm().constraints[0].aimAxis = AimAxis::NegativeY;
  d.vrm().constraints[0].weight = 1;
  d.inputs.nodes[1].translation = {4, -1, 0};  // along the scene's X, which is the parent's Z
  expectNear(rotate(d.run().local(3).rotation, {0, -1, 0}), {0, 0, 1});
  expectNear(d.reference->local(3).rotation, x(-90), "the smallest rotation");
}

TEST(Constraints, DraftPositionInEverySpace) {
  struct Row {
    ConstraintSpace from, to;
    Vec3d moved;
  };
  // One to the right in the source's space is two up in the scene's; the destination's parent is turned
  // likewise.
  for (const Row& row : {Row{kLocal, kLocal, {1, 0, 0}}, Row{kModel, kLocal, {0, 2, 0}},
                         Row{kLocal, kModel, {0, -0.5, 0}}, Row{kModel, kModel, {1, 0, 0}}}) {
    Driven d = rig();
    for (const std::uint32_t i : {0u, 2u}) d.rest(i) = {{7, 8, 9}, narrowed(z(90)), {2, 2, 2}};
    d.rest(1).translation = {3, 0, 0};
    d.rest(3).translation = {0, 0, 5};
    d.vrm().constraints = {draft(ConstraintType::DraftPosition, row.from, row.to, 0.5f)};
    d.inputs.nodes[1].translation = {4, 0, 0};
    expectNear(d.run().local(3).translation, Vec3d{0, 0, 5} + row.moved * 0.5);
    d.vrm().constraints[0].axes = {row.from == kModel, false, true};
    expectNear(d.run().local(3).translation, Vec3d{0, 0, 5}, "the axis that moves is not constrained");
  }
}

TEST(Constraints, DraftRotationInEverySpace) {
  struct Row {
    ConstraintSpace from, to;
    Quatd expected;
  };
  // The source turns about its X, the scene's Y; the scene's X and Y are the destination's parent's X and -Z.
  for (const Row& row : {Row{kLocal, kLocal, y(30) * x(20)}, Row{kModel, kLocal, y(30) * y(20)},
                         Row{kLocal, kModel, x(20) * y(30)}, Row{kModel, kModel, z(-20) * y(30)}}) {
    Driven d = rig();
    d.rest(0).rotation = narrowed(z(90));
    d.rest(1).rotation = narrowed(x(15));
    d.rest(3).rotation = narrowed(y(30));
    d.vrm().constraints = {draft(ConstraintType::DraftRotation, row.from, row.to, 0.5f)};
    d.inputs.nodes[1].rotation = x(55);
    d.inputs.nodes[2].rotation = x(90);
    expectNear(d.run().local(3).rotation, row.expected);
  }
}

TEST(Constraints, DraftRotationOfSomeAxes) {
  Driven d = rig();
  d.vrm().constraints = {draft(ConstraintType::DraftRotation, kLocal, kLocal, 0.5f)};
  d.vrm().constraints[0].axes = {true, false, true};
  const Quatd q = fromRotationVector({0.3, 0.4, 0});
  d.inputs.nodes[1].rotation = {-q.x, -q.y, -q.z, -q.w};
  expectNear(d.run().local(3).rotation, fromRotationVector({0.15, 0, 0}));
}

TEST(Constraints, DraftAimByYawAndPitch) {
  Driven d = rig();
  d.rest(1).translation = {0, 0, 5};
  d.rest(3).rotation = narrowed(z(20));
  d.vrm().constraints = {draft(ConstraintType::DraftAim, kLocal, kLocal)};
  auto& axes = d.vrm().constraints[0].axes;
  d.inputs.nodes[1].translation = {1, std::sqrt(2.0), 1};  // 45 degrees to the left and up
  expectNear(d.run().local(3).rotation, y(45) * x(-45) * z(20));
  axes = {true, false, false};
  expectNear(d.run().local(3).rotation, y(45) * z(20), "yaw");
  axes = {false, true, false};
  expectNear(d.run().local(3).rotation, x(-45) * z(20), "pitch");
  d.vrm().constraints[0].weight = 0.5f;
  expectNear(d.run().local(3).rotation, x(-22.5) * z(20), "half");
  for (const Vec3d& undefined : {Vec3d{0, 7, 0}, Vec3d{}}) {
    d.inputs.nodes[1].translation = undefined;
    expectNear(d.run().local(3).rotation, x(-22.5) * z(20), "the last defined rotation");
  }
}

TEST(Constraints, DraftAimStartsFromRest) {
  Driven d = rig();
  d.rest(1).translation = {1, std::sqrt(2.0f), 1};  // 45 degrees to the left and up
  d.vrm().constraints = {draft(ConstraintType::DraftAim, kModel, kModel)};
  d.rest(3).rotation = narrowed(z(20));
  expectNear(d.run().local(3).rotation, z(20), "nothing moved");
  d.inputs.nodes[1].translation = {5, 0, 0};
  d.inputs.nodes[2].rotation = x(90);
  expectNear(d.run().local(3).rotation, x(-90) * y(90) * x(45) * y(-45) * z(20));
  d.inputs.nodes[2].translation = {4, -std::sqrt(2.0), -1};
  expectNear(d.run().local(3).rotation, x(-90) * z(20), "the destination moved along");
}

TEST(Constraints, DraftAimWithOtherVectors) {
  Driven d = rig();
  d.rest(1).translation = {5, 0, 0};
  d.vrm().constraints = {draft(ConstraintType::DraftAim, kModel, kLocal)};
  d.vrm().constraints[0].aimVector = {2, 0, 0};
  d.vrm().constraints[0].upVector = {0, 0, 3};
  d.inputs.nodes[1].translation = {0, 4, 4};
  expectNear(d.run().local(3).rotation, z(90) * y(-45));
  expectNear(rotate(d.reference->local(3).rotation, {1, 0, 0}), Vec3d{0, 1, 1} * std::sqrt(0.5));
  Driven e = rig();
  e.vrm().constraints = {draft(ConstraintType::DraftAim, kModel, kLocal)};
  e.vrm().constraints[0].aimVector = {0, -2, 0};
  e.inputs.nodes[3].rotation = x(10);
  expectNear(e.run().local(3).rotation, x(10), "along the up vector: dropped");
}

TEST(Constraints, WaitForWhatTheyRead) {
  Driven d = rig();
  // 0 turns with 1, 1 with 3; and 2, above 3, moves with 1, which 1 does not care about: it reads 3's own
  // rotation.
  d.vrm().constraints = {constraint(ConstraintType::Rotation, 0, 1),
                         constraint(ConstraintType::Rotation, 1, 3),
                         draft(ConstraintType::DraftRotation, kModel, kModel)};
  d.vrm().constraints[2].node = NodeIndex(2);
  d.inputs.nodes[3].rotation = x(25);
  Reference& r = d.run();
  expectNear(r.local(1).rotation, x(25));
  expectNear(r.local(0).rotation, x(25));
  expectNear(r.local(2).rotation, x(50), "0 and 1 first");
}

TEST(Constraints, WaitForWhatIsAboveThem) {
  Driven d(readModel(R"("nodes":[{},{"children":[0]},{}],"scene":0,"scenes":[{"nodes":[1,2]}])"));
  d.vrm().constraints = {constraint(ConstraintType::DraftPosition, 0, 2),
                         constraint(ConstraintType::Rotation, 1, 2)};
  d.inputs.nodes[2] = {Vec3d{0, 0, 1}, x(90), {}};
  expectNear(d.run().local(0).translation, {0, 1, 0});
  expectNear(position(d.reference->world(0)), {0, 0, 1}, "the world after the constraints");
}

TEST(Constraints, RingThroughAncestorsLosesItsLast) {
  Driven d = rig();
  d.rest(1).translation = {0, 1, 0};
  d.rest(3).translation = {1, 0, 0};
  d.vrm().constraints = {constraint(ConstraintType::Aim, 0, 3), constraint(ConstraintType::Aim, 2, 1)};
  d.inputs.nodes[3].translation = {0, 1, 0};
  Reference& r = d.run();
  expectNear(r.local(0).rotation, z(90));
  expectNear(r.local(2).rotation, {}, "dropped");
  const Skeleton skeleton(d.model.asset, d.vrm());
  EXPECT_EQ(ConstraintStage(d.vrm().constraints, skeleton).order(), std::vector<std::size_t>{0});
}

TEST(Constraints, OfTheThreeAvatars) {
  for (const VrmVersion version : {VrmVersion::Vrm1, VrmVersion::Draft}) {
    Driven d = avatar(version);
    d.inputs.boneRotations = {{HumanBone::RightUpperArm, z(40)}, {HumanBone::LeftUpperArm, x(70)}};
    expectNear(d.run().local(kLeftUpperArm).rotation, z(20), "after the humanoid stage, over its pose");
  }
}

}  // namespace
}  // namespace vrm::test
