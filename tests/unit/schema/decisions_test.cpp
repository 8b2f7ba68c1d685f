// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The numbered decisions that say how a file is read, one test or more for each. Those about what happens
// when the avatar moves are the runtime's.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "unit/schema/changed_avatar.hpp"

namespace vrm {
namespace {

using namespace schema;
using test::AssetBuilder;
using test::changed;
using test::kAvatar;
using test::kSprings;
using test::kVrm0;
using test::ReadModel;
using test::readModel;
using test::sameAvatar;

TEST(Decision01, Vrm0IsTurnedAnd10NeverIs) {
  EXPECT_TRUE(readModel(sameAvatar(VrmVersion::Vrm0).document()).vrm.turned);
  EXPECT_FALSE(readModel(sameAvatar(VrmVersion::Vrm1).document()).vrm.turned);
  // Even if its legs stand the wrong way round.
  EXPECT_FALSE(changed(VrmVersion::Vrm1, "/nodes/7/translation", "[-0.5,0,0]").vrm.turned);
}

TEST(Decision01, ADraftIsTurnedWhenItsLeftLegIsAtSmallerX) {
  EXPECT_FALSE(readModel(sameAvatar(VrmVersion::Draft).document()).vrm.turned);
  const ReadModel turned = changed(VrmVersion::Draft, "/nodes/7/translation", "[-0.5,0,0]");
  EXPECT_TRUE(turned.vrm.turned);
  EXPECT_EQ(turned.vrm.springBone.springs[0].joints[0].gravityDir, (Vec3{-0.5f, -1, -0.25f}));
  EXPECT_EQ(turned.vrm.springBone.colliders[0].shape.offset,
            (Vec3{0.01f, 0.1f, 0.02f}));  // in the node's space
}

TEST(Decision01, UnityVectorsOfVrm0) {
  const ReadModel m = readModel(sameAvatar(VrmVersion::Vrm0).document());
  EXPECT_EQ(m.vrm.springBone.colliders[0].shape.offset, (Vec3{-0.01f, 0.1f, -0.02f}));  // (x, y, -z)
  EXPECT_EQ(m.vrm.lookAt->offsetFromHeadBone, (Vec3{0, 0.06f, -0.02f}));
  EXPECT_EQ(m.vrm.springBone.springs[0].joints[0].gravityDir, (Vec3{0.5f, -1, 0.25f}));  // (-x, y, z)
}

TEST(Decision01, WritingMakesTheTurnANode) {
  const ReadModel model = readModel(sameAvatar(VrmVersion::Vrm0).document());
  const ReadModel again = test::writtenAndRead(model);
  const gltf::Node& turn = again.asset.nodes.back();
  EXPECT_EQ(turn.local.rotation, (Quat{0, 1, 0, 0}));
  EXPECT_EQ(again.asset.nodes[test::kHips].parent,
            NodeIndex(static_cast<std::uint32_t>(again.asset.nodes.size() - 1)));
  EXPECT_EQ(again.asset.nodeList(again.asset.scenes[0].nodes).size(), 1u);
  EXPECT_EQ(test::misplaced(model, again), "");
}

TEST(Decision02, ThumbsOfOlderFiles) {
  const auto thumbs = [](const ReadModel& m) {
    return std::array{m.vrm.humanoid[HumanBone::LeftThumbMetacarpal],
                      m.vrm.humanoid[HumanBone::LeftThumbProximal],
                      m.vrm.humanoid[HumanBone::LeftThumbDistal]};
  };
  const std::array expected = {NodeIndex(test::kThumb1), NodeIndex(test::kThumb2), NodeIndex(test::kThumb3)};
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    EXPECT_EQ(thumbs(readModel(sameAvatar(version).document())), expected);
  }
  // 1.0 with the old names: the intermediate bone tells.
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  gltf::JsonValue& bones =
      *b.json().editRoot().find("extensions")->find("VRMC_vrm")->find("humanoid")->find("humanBones");
  b.json().remove(bones, "leftThumbMetacarpal");
  b.set(kAvatar + "humanoid/humanBones/leftThumbProximal", R"({"node":19})");
  b.set(kAvatar + "humanoid/humanBones/leftThumbIntermediate", R"({"node":20})");
  EXPECT_EQ(thumbs(readModel(b.document())), expected);
}

TEST(Decision02, ThumbsOfAnimations) {
  const ReadModel m = readModel(
      R"("nodes":[{"children":[1]},{"children":[2]},{}],"extensions":{"VRMC_vrm_animation":{"specVersion":"1.0","humanoid":{"humanBones":)"
      R"({"leftThumbProximal":{"node":0},"leftThumbIntermediate":{"node":1},"leftThumbDistal":{"node":2}}}}})");
  EXPECT_EQ(m.problems(), "");
  EXPECT_EQ((*m.vrm.animation)[HumanBone::LeftThumbMetacarpal], NodeIndex(0));
  EXPECT_EQ((*m.vrm.animation)[HumanBone::LeftThumbProximal], NodeIndex(1));
}

TEST(Decision02, TailsAreOptionalHints) {
  const ReadModel m = changed(VrmVersion::Draft, kAvatar + "humanoid/humanBones/headTail", R"({"node":22})");
  EXPECT_EQ(m.problems(), "");
  EXPECT_EQ(m.vrm.humanoid.tails[static_cast<std::size_t>(HumanTail::Head)], NodeIndex(22));
  // Where the seed's table is wrong.
  EXPECT_EQ(allHumanTails()[static_cast<std::size_t>(HumanTail::RightToes)].parent, HumanBone::RightToes);
  EXPECT_EQ(allHumanTails()[static_cast<std::size_t>(HumanTail::RightLittle)].parent,
            HumanBone::RightLittleDistal);
  const ReadModel again = test::writtenAndRead(m);
  EXPECT_EQ(again.vrm.humanoid.tails, m.vrm.humanoid.tails);
}

TEST(Decision02, RequiredBones) {
  const std::set<std::string_view> required = {
      "hips",         "spine",         "head",          "leftUpperLeg",  "leftLowerLeg",
      "leftFoot",     "rightUpperLeg", "rightLowerLeg", "rightFoot",     "leftUpperArm",
      "leftLowerArm", "leftHand",      "rightUpperArm", "rightLowerArm", "rightHand"};
  for (const HumanBoneInfo& bone : allHumanBones()) {
    EXPECT_EQ(bone.required, required.contains(bone.name)) << bone.name;
    AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
    gltf::JsonValue& bones =
        *b.json().editRoot().find("extensions")->find("VRMC_vrm")->find("humanoid")->find("humanBones");
    b.json().remove(bones, bone.name);
    EXPECT_EQ(readModel(b.document()).findings(Code::VrmBoneMissing),
              bone.required ? "/extensions/VRMC_vrm/humanoid/humanBones: the required bone " +
                                  std::string(bone.name) + " is missing [VRM_BONE_MISSING]\n"
                            : "");
  }
  // VRM 0.x also wants chest and neck.
  const ReadModel none = changed(VrmVersion::Vrm0, kVrm0 + "humanoid/humanBones", "[]");
  const std::string missing = none.findings(Code::VrmBoneMissing);
  EXPECT_EQ(
      missing,
      "/extensions/VRM/humanoid/humanBones: 17 required bones are missing: hips, spine, chest, neck, head, "
      "leftUpperLeg, leftLowerLeg, leftFoot, rightUpperLeg, rightLowerLeg, rightFoot, leftUpperArm, "
      "leftLowerArm, "
      "leftHand, rightUpperArm, rightLowerArm, rightHand [VRM_BONE_MISSING]\n");
}

TEST(Decision03, ParentsThroughMissingBonesAndForeignNodes) {
  Humanoid h;
  for (const HumanBone bone : {HumanBone::Hips, HumanBone::Spine, HumanBone::Head, HumanBone::LeftUpperArm}) {
    h[bone] = NodeIndex(static_cast<std::uint32_t>(bone));
  }
  EXPECT_EQ(h.parentOf(HumanBone::Head), HumanBone::Spine);  // through neck, upperChest, chest
  EXPECT_EQ(h.parentOf(HumanBone::LeftUpperArm), HumanBone::Spine);
  EXPECT_EQ(h.parentOf(HumanBone::LeftHand), HumanBone::LeftUpperArm);
  EXPECT_EQ(h.parentOf(HumanBone::Spine), HumanBone::Hips);
  EXPECT_EQ(h.parentOf(HumanBone::Hips), std::nullopt);

  // A node of no bone between chest and neck is fine, an arm below the head is not.
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const std::uint32_t between = b.node("between", {}, test::kChest);
  b.set("/nodes/2/children", "[" + std::to_string(between) + ",13,16]");
  b.set("/nodes/" + std::to_string(between) + "/children", "[3]");
  EXPECT_EQ(readModel(b.document()).problems(), "");
  b.set("/nodes/2/children", "[" + std::to_string(between) + ",16]");
  b.set("/nodes/4/children", "[5,6,22,13]");
  EXPECT_EQ(
      readModel(b.document()).findings(Code::VrmBoneParent),
      "/extensions/VRMC_vrm/humanoid/humanBones/leftUpperArm/node: leftUpperArm, node 13 "
      "\"leftUpperArm\", should stand below chest, but the first bone above it is head [VRM_BONE_PARENT]\n");
}

TEST(Decision05, StiffnessAbove1IsLegal) {
  const ReadModel m = changed(VrmVersion::Vrm1, kSprings + "springs/0/joints/0/stiffness", "3.5");
  EXPECT_EQ(m.problems(), "");
  EXPECT_EQ(m.vrm.springBone.springs[0].joints[0].stiffness, 3.5f);
}

TEST(Decision06, AJointThatDoesNotDescendEndsTheChain) {
  const ReadModel m = changed(VrmVersion::Vrm1, kSprings + "springs/0/joints",
                              R"([{"node":22},{"node":23},{"node":25},{"node":24}])");
  EXPECT_EQ(m.vrm.springBone.springs[0].joints.size(), 2u);
  EXPECT_EQ(
      m.findings(Code::VrmSpringChain),
      "/extensions/VRMC_springBone/springs/0/joints/2/node: node 25 \"branch\" is no descendant of the joint "
      "before it, node 23 \"hair_2\" "
      "[VRM_SPRING_CHAIN]\n");
  const ReadModel twice =
      changed(VrmVersion::Vrm1, kSprings + "springs/0/joints", R"([{"node":22},{"node":22},{"node":24}])");
  EXPECT_EQ(twice.vrm.springBone.springs[0].joints.size(), 1u);
  // Skipping nodes is fine.
  EXPECT_EQ(
      changed(VrmVersion::Vrm1, kSprings + "springs/0/joints", R"([{"node":22},{"node":24}])").problems(),
      "");
}

TEST(Decision07, GravityDirIsKeptAsStored) {
  const ReadModel m = changed(VrmVersion::Vrm1, kSprings + "springs/0/joints/0/gravityDir", "[0,-3,0]");
  EXPECT_EQ(m.vrm.springBone.springs[0].joints[0].gravityDir, (Vec3{0, -3, 0}));
}

TEST(Decision11, SharedJointsAreReportedAndKept) {
  const ReadModel direct =
      changed(VrmVersion::Vrm1, kSprings + "springs/1/joints", R"([{"node":23},{"node":24}])");
  EXPECT_EQ(direct.vrm.springBone.springs[1].joints.size(), 2u);
  EXPECT_EQ(direct.findings(Code::VrmSpringShared),
            "/extensions/VRMC_springBone/springs/1/joints/0/node: node 23 \"hair_2\" belongs to two springs, "
            "\"hair\" from node 22 \"hair_1\" and \"hair\" from node 23 \"hair_2\" [VRM_SPRING_SHARED]\n");
  // Through skipped nodes: a-(b)-c and b-(c)-e of seed 002.
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  b.set(kSprings + "springs",
        R"([{"joints":[{"node":22},{"node":24}]},{"joints":[{"node":23},{"node":29}]}])");
  EXPECT_TRUE(readModel(b.document()).has(Code::VrmSpringShared));
}

TEST(Decision12, GroupsBecomeChainsWithBranchesAndTails) {
  const ReadModel m = readModel(sameAvatar(VrmVersion::Vrm0).document());
  const std::vector<Spring>& springs = m.vrm.springBone.springs;
  ASSERT_EQ(springs.size(), 2u);
  const auto nodes = [](const Spring& s) {
    std::vector<std::uint32_t> out;
    for (const SpringJoint& j : s.joints) out.push_back(j.node.value);
    return out;
  };
  EXPECT_EQ(nodes(springs[0]), (std::vector<std::uint32_t>{22, 23, 24, 29}));  // the first child continues
  EXPECT_EQ(nodes(springs[1]), (std::vector<std::uint32_t>{25, 30}));
  ASSERT_EQ(m.vrm.addedNodes.size(), 2u);
  // 7 cm in the direction from the parent.
  EXPECT_LT(length(m.vrm.addedNodes[0].translation - Vec3{0, -0.07f, 0}), 1e-6f);
  EXPECT_LT(length(m.vrm.addedNodes[1].translation - Vec3{-0.07f, 0, 0}), 1e-6f);
}

TEST(Decision12, TailsAre7cmInTheWorldWhateverTheScaleAndRotation) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm0);
  b.set("/nodes/0/scale", "[2,2,2]");
  b.set("/nodes/24/rotation", "[0,0,1,0]");  // half a turn about Z
  const ReadModel m = readModel(b.document());
  EXPECT_LT(length(m.vrm.addedNodes[0].translation - Vec3{0, 0.035f, 0}), 1e-6f);
  // A joint where its parent is: the parent's direction.
  AssetBuilder zero = sameAvatar(VrmVersion::Vrm0);
  zero.set("/nodes/24/translation", "[0,0,0]");
  const Vec3 tail = readModel(zero.document()).vrm.addedNodes[0].translation;
  const Vec3 step = Vec3{0, -0.05f, 0.03f} * (0.07f / length(Vec3{0, -0.05f, 0.03f}));
  EXPECT_LT(length(tail - step), 1e-6f);
  // No scale left: no place for a tail, so a bone without length.
  AssetBuilder flat = sameAvatar(VrmVersion::Vrm0);
  flat.set("/nodes/24/scale", "[0,0,0]");
  EXPECT_EQ(readModel(flat.document()).vrm.addedNodes[0].translation, Vec3{});
}

TEST(Decision12, DraftColliders) {
  const auto collider = [](std::string_view json) {
    return changed(VrmVersion::Draft, kAvatar + "springBone/colliderGroups/0/colliders/0", json);
  };
  EXPECT_EQ(collider(R"({"shapeType":"sphere","size":[0.5]})").vrm.springBone.colliders[0].shape.radius,
            0.5f);
  EXPECT_EQ(collider(R"({"radius":0.25})").vrm.springBone.colliders[0].shape.radius, 0.25f);
  const ReadModel upright = collider(R"({"shapeType":"capsule","offset":[1,2,3],"size":[0.5,2]})");
  EXPECT_EQ(upright.problems(), "");
  const ColliderShape& u = upright.vrm.springBone.colliders[0].shape;
  EXPECT_EQ(u.type, ColliderShape::Type::Capsule);
  EXPECT_EQ(u.radius, 0.5f);
  EXPECT_EQ(u.offset, (Vec3{1, 1, 3}));
  EXPECT_EQ(u.tail, (Vec3{1, 3, 3}));
  // A quarter turn about Z takes Y to -X; about X it takes Y to Z.
  const ColliderShape z =
      collider(R"({"shapeType":"capsule","rotation":[0,0,1.5707963267948966],"size":[0.5,2]})")
          .vrm.springBone.colliders[0]
          .shape;
  EXPECT_LT(length(z.tail - Vec3{-1, 0, 0}), 1e-6f);
  const ColliderShape x =
      collider(R"({"shapeType":"capsule","rotation":[1.5707963267948966,0,0],"size":[0.5,2]})")
          .vrm.springBone.colliders[0]
          .shape;
  EXPECT_LT(length(x.tail - Vec3{0, 0, 1}), 1e-6f);
  // X Y Z: first about Z, last about X.
  const ColliderShape zx =
      collider(
          R"({"shapeType":"capsule","rotation":[1.5707963267948966,0,1.5707963267948966],"size":[0.5,2]})")
          .vrm.springBone.colliders[0]
          .shape;
  EXPECT_LT(length(zx.tail - Vec3{-1, 0, 0}), 1e-6f);
}

TEST(Decision17, AnglesOfLimits) {
  const auto limit = [](std::string_view json) {
    return changed(
        VrmVersion::Vrm1, kSprings + "springs/0/joints/0/extensions",
        R"({"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":)" + std::string(json) + "}}");
  };
  const ReadModel negative = limit(R"({"cone":{"angle":-1}})");
  EXPECT_EQ(negative.vrm.springBone.springs[0].joints[0].limit->angle, 0);
  EXPECT_TRUE(negative.has(Code::GltfValue));
  const ReadModel wide = limit(R"({"hinge":{"angle":9}})");
  EXPECT_FLOAT_EQ(wide.vrm.springBone.springs[0].joints[0].limit->angle, 3.1415927f);
  EXPECT_EQ(wide.problems(), "");
  const ReadModel both = limit(R"({"spherical":{"pitch":9,"yaw":9}})");
  EXPECT_FLOAT_EQ(both.vrm.springBone.springs[0].joints[0].limit->pitch, 3.1415927f);
  EXPECT_FLOAT_EQ(both.vrm.springBone.springs[0].joints[0].limit->yaw, 1.5707963f);
  const ReadModel two = limit(R"({"cone":{"angle":1},"hinge":{"angle":1}})");
  EXPECT_EQ(two.vrm.springBone.springs[0].joints[0].limit->type, SpringLimit::Type::Cone);
  EXPECT_TRUE(two.has(Code::VrmSpringLimit));
  EXPECT_TRUE(limit("{}").has(Code::VrmSpringLimit));
}

ReadModel withConstraint(std::string_view extensions, std::string_view node = "13") {
  return changed(VrmVersion::Vrm1, "/nodes/" + std::string(node) + "/extensions",
                 "{" + std::string(extensions) + "}");
}

TEST(Decision18, TrueAxesAreConstrained) {
  for (const char* key : {"freezeAxes", "axes"}) {
    const ReadModel m = withConstraint(R"("VRMC_constraints-1.0":{"position":{"source":16,")" +
                                       std::string(key) + R"(":[true,false,true]}})");
    EXPECT_EQ(m.vrm.constraints.at(0).axes, (std::array{true, false, true})) << key;
  }
  const ReadModel aim =
      withConstraint(R"("VRMC_constraints-1.0":{"aim":{"source":16,"freezeAxes":[false,true]}})");
  EXPECT_EQ(aim.vrm.constraints.at(0).axes, (std::array{false, true, true}));
  const ReadModel all = withConstraint(R"("VRMC_constraints-1.0":{"position":{"source":16}})");
  EXPECT_EQ(all.vrm.constraints.at(0).axes, (std::array{true, true, true}));
  EXPECT_EQ(all.vrm.constraints.at(0).sourceSpace, ConstraintSpace::Model);
}

TEST(Decision21, AimParallelToUpIsDropped) {
  for (const char* vectors : {R"("aimVector":[0,2,0])", R"("aimVector":[0,-1,0])", R"("aimVector":[0,0,0])",
                              R"("upVector":[0,0,5])"}) {
    const ReadModel m =
        withConstraint(R"("VRMC_constraints-1.0":{"aim":{"source":16,)" + std::string(vectors) + "}}");
    EXPECT_TRUE(m.vrm.constraints.empty()) << vectors;
    EXPECT_TRUE(m.has(Code::VrmConstraint)) << vectors;
  }
}

TEST(Decision23, Sources) {
  const auto rotation = [](std::uint32_t source) {
    return R"("VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":)" +
           std::to_string(source) + "}}}";
  };
  EXPECT_EQ(withConstraint(rotation(13)).findings(Code::VrmConstraint),
            "/nodes/13/extensions/VRMC_node_constraint/constraint/rotation/source: the source is the node "
            "itself; the "
            "constraint is left out [VRM_CONSTRAINT]\n");
  // Ancestors: allowed in 1.0, forbidden in drafts.
  EXPECT_EQ(withConstraint(rotation(2)).problems(), "");
  const ReadModel draft = withConstraint(R"("VRMC_constraints":{"position":{"source":2}})");
  EXPECT_TRUE(draft.vrm.constraints.empty());
  EXPECT_TRUE(draft.has(Code::VrmConstraint));
  // A ring of three loses its last one.
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  b.set("/nodes/13/extensions", "{" + rotation(16) + "}");
  b.set("/nodes/16/extensions", "{" + rotation(25) + "}");
  b.set("/nodes/25/extensions", "{" + rotation(13) + "}");
  const ReadModel ring = readModel(b.document());
  ASSERT_EQ(ring.vrm.constraints.size(), 2u);
  EXPECT_EQ(ring.vrm.constraints[1].node, NodeIndex(16));
  EXPECT_EQ(
      ring.findings(Code::VrmConstraint),
      "/nodes/25: its source depends on the node itself, through 3 constraints; the constraint is left out "
      "[VRM_CONSTRAINT]\n");
}

TEST(Decision25, PresetsOfOlderFiles) {
  struct Case {
    const char* old;
    const char* now;
  };
  const Case cases[] = {{"joy", "happy"},
                        {"sorrow", "sad"},
                        {"fun", "relaxed"},
                        {"angry", "angry"},
                        {"neutral", "neutral"},
                        {"a", "aa"},
                        {"i", "ih"},
                        {"u", "ou"},
                        {"e", "ee"},
                        {"o", "oh"},
                        {"blink", "blink"},
                        {"blink_l", "blinkLeft"},
                        {"blink_r", "blinkRight"},
                        {"lookup", "lookUp"},
                        {"lookdown", "lookDown"},
                        {"lookleft", "lookLeft"},
                        {"lookright", "lookRight"}};
  for (const Case& c : cases) {
    const ReadModel m = changed(VrmVersion::Vrm0, kVrm0 + "blendShapeMaster/blendShapeGroups",
                                R"([{"presetName":")" + std::string(c.old) + R"(","name":"x"}])");
    EXPECT_EQ(m.problems(), "") << c.old;
    ASSERT_EQ(m.vrm.expressions.list.size(), 1u);
    EXPECT_EQ(m.vrm.expressions.list[0].name, c.now);
    EXPECT_EQ(m.vrm.expressions.list[0].preset, findExpressionPreset(c.now));
  }
}

TEST(Decision25, CustomNamesThatArePresets) {
  const auto names = [](const ReadModel& m) {
    std::string out;
    for (const Expression& e : m.vrm.expressions.list) out += e.name + (e.preset ? "! " : " ");
    return out;
  };
  const auto groups = [&](std::string_view json) {
    return names(changed(VrmVersion::Vrm0, kVrm0 + "blendShapeMaster/blendShapeGroups", json));
  };
  EXPECT_EQ(groups(R"([{"presetName":"unknown","name":"Surprised"}])"), "surprised! ");
  EXPECT_EQ(groups(R"([{"presetName":"unknown","name":"HAPPY"},{"name":"wink"}])"), "happy! wink ");
  // Both claim one preset: the second keeps a name of its own.
  EXPECT_EQ(groups(R"([{"presetName":"joy","name":"Joy"},{"presetName":"unknown","name":"Happy"}])"),
            "happy! Happy_2 ");
  EXPECT_EQ(groups(R"([{"presetName":"joy","name":"Joy"},{"presetName":"joy","name":"Grin"}])"),
            "happy! Grin ");
  EXPECT_EQ(groups(R"([{"name":"x"},{"name":"x"},{"name":"x"},{}])"), "x x_2 x_3 expression ");
  const ReadModel final =
      changed(VrmVersion::Vrm1, kAvatar + "expressions", R"({"custom":{"sad":{},"Angry":{}}})");
  EXPECT_EQ(names(final), "angry! sad! ");
  const ReadModel unknown =
      changed(VrmVersion::Vrm1, kAvatar + "expressions", R"({"preset":{"glee":{},"joy":{}}})");
  EXPECT_EQ(names(unknown), "happy! glee ");
  EXPECT_TRUE(unknown.has(Code::VrmExpressionName));
}

TEST(Decision25, WeightsAndOverrides) {
  const ReadModel m = readModel(sameAvatar(VrmVersion::Vrm0).document());
  EXPECT_EQ(m.vrm.expressions.list[0].morphTargetBinds[0].weight, 0.75f);  // 75 of 100
  EXPECT_EQ(m.vrm.expressions.list[0].overrideBlink, ExpressionOverride::Block);
  const ReadModel draft = readModel(sameAvatar(VrmVersion::Draft).document());
  EXPECT_EQ(draft.vrm.expressions.list[0].morphTargetBinds[0].weight, 0.75f);
  EXPECT_EQ(draft.vrm.expressions.list[0].overrideBlink, ExpressionOverride::Block);
}

TEST(Decision25, TextureTransformsOfVrm0) {
  const auto bind = [](std::string_view property, std::string_view target) {
    AssetBuilder b = sameAvatar(VrmVersion::Vrm0);
    // Base: scale (2, 2), Unity offset (0.25, 0.5), so glTF offset.y = 1 - 0.5 - 2.
    b.set(kVrm0 + "materialProperties/0/vectorProperties/_MainTex", "[0.25,0.5,2,2]");
    b.set(kVrm0 + "blendShapeMaster/blendShapeGroups",
          R"([{"name":"x","materialValues":[{"materialName":"skin","propertyName":")" +
              std::string(property) + R"(","targetValue":)" + std::string(target) + "}]}]");
    return readModel(b.document()).vrm.expressions.list.at(0).textureTransformBinds.at(0);
  };
  const TextureTransformBind all = bind("_MainTex_ST", "[0.5,0.25,0.125,0.5]");
  EXPECT_EQ(all.scale, (Vec2{0.5f, 0.25f}));
  EXPECT_EQ(all.offset, (Vec2{0.125f, 0.25f}));  // 1 - 0.5 - 0.25
  const TextureTransformBind s = bind("_MainTex_ST_S", "[0.5,9,0.125,9]");
  EXPECT_EQ(s.scale, (Vec2{0.5f, 2}));
  EXPECT_EQ(s.offset, (Vec2{0.125f, -1.5f}));  // the base's
  const TextureTransformBind t = bind("_MainTex_ST_T", "[9,0.25,9,0.5]");
  EXPECT_EQ(t.scale, (Vec2{2, 0.25f}));
  EXPECT_EQ(t.offset, (Vec2{0.25f, 0.25f}));
}

TEST(Decision25, ColoursOfVrm0BecomeLinear) {
  const ReadModel m = changed(
      VrmVersion::Vrm0, kVrm0 + "blendShapeMaster/blendShapeGroups",
      R"([{"name":"x","materialValues":[{"materialName":"skin","propertyName":"_ShadeColor","targetValue":[0.5,0,1,0.5]},)"
      R"({"materialName":"skin","propertyName":"_EmissionColor","targetValue":[0.5,0,2,1]}]}])");
  const std::vector<MaterialColorBind>& binds = m.vrm.expressions.list.at(0).materialColorBinds;
  ASSERT_EQ(binds.size(), 2u);
  EXPECT_EQ(binds[0].type, MaterialColorType::ShadeColor);
  EXPECT_NEAR(binds[0].targetValue.x, 0.21404114, 1e-7);
  EXPECT_EQ(binds[0].targetValue.w, 0.5f);
  EXPECT_EQ(binds[1].targetValue, (Vec4{0.5f, 0, 2, 1}));  // HDR, linear already
}

// What is brighter than 1 is in the material's strength, by which a bind is multiplied too.
TEST(Decision25, EmissionOfVrm0KeepsItsBrightness) {
  test::AssetBuilder b = sameAvatar(VrmVersion::Vrm0);
  b.set(kVrm0 + "materialProperties/0/vectorProperties/_EmissionColor", "[4,4,4,1]");
  b.set(kVrm0 + "blendShapeMaster/blendShapeGroups",
        R"([{"name":"x","materialValues":[{"materialName":"skin","propertyName":"_EmissionColor","targetValue":[4,2,0,1]}]}])");
  const ReadModel m = readModel(b.document());
  EXPECT_EQ(m.vrm.materials.at(0).emissiveStrength, 4);
  EXPECT_EQ(m.vrm.expressions.list.at(0).materialColorBinds.at(0).targetValue, (Vec4{1, 0.5f, 0, 1}));
}

TEST(Decision26, TheBinaryRuleTravelsWithTheModel) {
  EXPECT_EQ(readModel(sameAvatar(VrmVersion::Vrm0).document()).vrm.expressions.binaryRule,
            BinaryRule::AboveHalf);
  const ReadModel draft = readModel(sameAvatar(VrmVersion::Draft).document());
  EXPECT_EQ(draft.vrm.expressions.binaryRule, BinaryRule::NonZero);
  Diagnostics said;
  EXPECT_EQ(test::writtenAndRead(draft, &said).vrm.expressions.binaryRule, BinaryRule::NonZero);
  EXPECT_TRUE(said.has(Code::VrmLossy));
}

TEST(Decision27, ABindOfAMeshIsForEveryNodeWithIt) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft}) {
    const std::vector<MorphTargetBind> binds =
        readModel(sameAvatar(version).document()).vrm.expressions.list[0].morphTargetBinds;
    ASSERT_EQ(binds.size(), 2u);
    EXPECT_EQ(binds[0].node, NodeIndex(test::kFaceA));
    EXPECT_EQ(binds[1].node, NodeIndex(test::kFaceB));
  }
}

TEST(Decision29, DraftOutputInRadiansOrDegrees) {
  const ReadModel radians = changed(VrmVersion::Draft, kAvatar + "lookAt/horizontalInner/outputScale", "0.5");
  EXPECT_FLOAT_EQ(radians.vrm.lookAt->rangeMapHorizontalInner.outputScale, 28.64789f);
  EXPECT_NE(radians.findings(Code::VrmLookAtUnit)
                .find("/extensions/VRMC_vrm/lookAt/horizontalInner/outputScale: outputScale is at most pi/2"),
            std::string::npos);
  const ReadModel degrees = changed(VrmVersion::Draft, kAvatar + "lookAt/horizontalInner/outputScale", "1.6");
  EXPECT_EQ(degrees.vrm.lookAt->rangeMapHorizontalInner.outputScale, 1.6f);
  EXPECT_TRUE(degrees.has(Code::VrmLookAtUnit));
  // Weights have no unit, and 1.0 always means degrees.
  const ReadModel weight = changed(VrmVersion::Draft, kAvatar + "lookAt",
                                   R"({"lookAtType":"blendShape","verticalUp":{"outputScale":0.5}})");
  EXPECT_EQ(weight.vrm.lookAt->type, LookAtType::Expression);
  EXPECT_EQ(weight.vrm.lookAt->rangeMapVerticalUp.outputScale, 0.5f);
  EXPECT_FALSE(weight.has(Code::VrmLookAtUnit));
  EXPECT_EQ(changed(VrmVersion::Vrm1, kAvatar + "lookAt/rangeMapVerticalUp/outputScale", "0.5")
                .vrm.lookAt->rangeMapVerticalUp.outputScale,
            0.5f);
}

TEST(Decision29, CurvesOfVrm0AreKept) {
  EXPECT_TRUE(readModel(sameAvatar(VrmVersion::Vrm0).document())
                  .vrm.lookAt->rangeMapHorizontalInner.curve.empty());  // straight
  const ReadModel m =
      changed(VrmVersion::Vrm0, kVrm0 + "firstPerson/lookAtVerticalUp/curve", "[0,0,0,2,1,1,0,0]");
  EXPECT_EQ(m.vrm.lookAt->rangeMapVerticalUp.curve, (std::vector<float>{0, 0, 0, 2, 1, 1, 0, 0}));
  EXPECT_TRUE(m.has(Code::VrmLookAtCurve));
  Diagnostics said;
  EXPECT_EQ(test::writtenAndRead(m, &said).vrm.lookAt->rangeMapVerticalUp.curve,
            m.vrm.lookAt->rangeMapVerticalUp.curve);
  EXPECT_TRUE(said.has(Code::VrmLossy));
}

TEST(Decision30, AbsentRangeMapsAndOffset) {
  const ReadModel bone = changed(VrmVersion::Vrm1, kAvatar + "lookAt", R"({"type":"bone"})");
  EXPECT_EQ(bone.problems(), "");
  EXPECT_EQ(bone.vrm.lookAt->offsetFromHeadBone, (Vec3{0, 0.06f, 0}));
  for (const RangeMap* map :
       {&bone.vrm.lookAt->rangeMapHorizontalInner, &bone.vrm.lookAt->rangeMapVerticalUp}) {
    EXPECT_EQ(map->inputMaxValue, 90);
    EXPECT_EQ(map->outputScale, 10);
  }
  const ReadModel expression =
      changed(VrmVersion::Vrm1, kAvatar + "lookAt", R"({"type":"expression","rangeMapVerticalUp":{}})");
  EXPECT_EQ(expression.vrm.lookAt->rangeMapHorizontalInner.outputScale, 1);
  EXPECT_EQ(expression.vrm.lookAt->rangeMapVerticalUp.outputScale, 1);
  EXPECT_EQ(changed(VrmVersion::Vrm1, kAvatar + "lookAt/rangeMapVerticalUp/inputMaxValue", "0")
                .vrm.lookAt->rangeMapVerticalUp.inputMaxValue,
            0);
}

TEST(Decision31, MissingEyesAreNoError) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  gltf::JsonValue& bones =
      *b.json().editRoot().find("extensions")->find("VRMC_vrm")->find("humanoid")->find("humanBones");
  b.json().remove(bones, "leftEye");
  b.json().remove(bones, "rightEye");
  EXPECT_EQ(readModel(b.document()).problems(), "");
}

TEST(Decision32, AutoIsTheDefaultAndMeshesStandForTheirNodes) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  b.json().remove(*b.json().editRoot().find("extensions")->find("VRMC_vrm"), "firstPerson");
  const ReadModel none = readModel(b.document());
  EXPECT_EQ(none.problems(), "");
  EXPECT_EQ(none.vrm.firstPerson.typeOf(NodeIndex(test::kFaceA)), FirstPersonType::Auto);
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft}) {
    const FirstPerson f = readModel(sameAvatar(version).document()).vrm.firstPerson;
    EXPECT_EQ(f.typeOf(NodeIndex(test::kFaceA)), FirstPersonType::ThirdPersonOnly);
    EXPECT_EQ(f.typeOf(NodeIndex(test::kFaceB)), FirstPersonType::ThirdPersonOnly);
    EXPECT_EQ(f.typeOf(NodeIndex(test::kBody)), FirstPersonType::Auto);
  }
}

TEST(Decision34, TermsAreKeptAsStoredAndNeverWidened) {  // in detail: meta_test.cpp, licence_test.cpp
  const ReadModel m = changed(VrmVersion::Vrm0, kVrm0 + "meta/licenseName", R"("CC_BY_NC")");
  EXPECT_EQ(m.vrm.meta.source->license, "CC_BY_NC");
  EXPECT_EQ(m.vrm.meta.source->commercialUsage, "Allow");
  EXPECT_EQ(m.vrm.meta.commercialUsage, CommercialUsage::PersonalNonProfit);
  const ReadModel again = test::writtenAndRead(m);
  EXPECT_EQ(again.vrm.meta, m.vrm.meta);
}

TEST(Decision35, TargetNamesOfMeshOrPrimitive) {
  for (const char* place : {"/meshes/0/extras", "/meshes/0/primitives/0/extras"}) {
    AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
    b.json().remove(b.json().editRoot().find("meshes")->elements()[0], "extras");
    b.set(place, R"({"targetNames":["one","two"]})");
    const ReadModel m = readModel(b.document());
    const auto names = m.asset.nameList(m.asset.meshes[0].targetNames);
    ASSERT_EQ(names.size(), 2u) << place;
    EXPECT_EQ(names[1], "two");
  }
}

}  // namespace
}  // namespace vrm
