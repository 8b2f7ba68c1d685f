// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The table "What a file may contain, and what we read it as", row by row, and the list of old spellings
// below it. version_test.cpp has the variants of the first three rows.
#include <gtest/gtest.h>

#include <functional>

#include "unit/schema/changed_avatar.hpp"

namespace vrm {
namespace {

using namespace schema;
using test::AssetBuilder;
using test::kAvatar;
using test::kSprings;
using test::ReadModel;
using test::readModel;
using test::sameAvatar;

ReadModel changed(const std::string& pointer, std::string_view json, VrmVersion version = VrmVersion::Vrm1) {
  return test::changed(version, pointer, json);
}

TEST(Recognition, Row1Vrm0WithOrWithoutSpecVersion) {
  EXPECT_EQ(readModel(sameAvatar(VrmVersion::Vrm0).document()).problems(), "");
  AssetBuilder without = sameAvatar(VrmVersion::Vrm0);
  without.json().remove(*without.json().editRoot().find("extensions")->find("VRM"), "specVersion");
  const ReadModel absent = readModel(without.document());
  EXPECT_EQ(absent.vrm.version, VrmVersion::Vrm0);
  EXPECT_EQ(absent.problems(), "");
  EXPECT_EQ(
      changed("/extensions/VRM/specVersion", R"("0.9")", VrmVersion::Vrm0).findings(Code::VrmSpecVersion),
      "/extensions/VRM/specVersion: the version \"0.9\" is not known; it is read as 0.0 "
      "[VRM_SPEC_VERSION]\n");
}

TEST(Recognition, Row2DraftWhateverItsSpecVersion) {
  for (const char* version : {R"("1.0")", R"("1.0-draft")", R"("0.99")"}) {
    const ReadModel m = changed(kAvatar + "specVersion", version, VrmVersion::Draft);
    EXPECT_EQ(m.vrm.version, VrmVersion::Draft) << version;
    EXPECT_EQ(m.problems(), "") << version;
    EXPECT_EQ(m.vrm.expressions.list.size(), 3u);
  }
}

TEST(Recognition, Row3OtherVrmcVrmIs10) {
  EXPECT_EQ(changed(kAvatar + "specVersion", R"("1.0-beta")").problems(), "");
  EXPECT_EQ(changed(kAvatar + "specVersion", R"("2.0")").problems(),
            "/extensions/VRMC_vrm/specVersion: the version \"2.0\" is not known; it is read as 1.0 "
            "[VRM_SPEC_VERSION]\n");
  const ReadModel none = changed(kAvatar + "specVersion", "3");
  EXPECT_EQ(none.vrm.version, VrmVersion::Vrm1);
  EXPECT_TRUE(none.has(Code::GltfType));
}

// Between seed 004 and the published text there were drafts with the final meta and the old expressions.
TEST(Recognition, Row3SectionsOfDraftsInAFileReadAs10) {
  AssetBuilder b = sameAvatar(VrmVersion::Draft);
  b.set(kAvatar + "meta", R"({"name":"x","authors":["y"],"licenseUrl":"https://vrm.dev/licenses/1.0/"})");
  const ReadModel m = readModel(b.document());
  EXPECT_EQ(m.vrm.version, VrmVersion::Vrm1);
  EXPECT_EQ(m.problems(), "");
  EXPECT_EQ(m.vrm.expressions.list.size(), 3u);
  EXPECT_EQ(m.vrm.expressions.binaryRule, BinaryRule::NonZero);
  EXPECT_EQ(m.vrm.springBone.springs.size(), 2u);
  EXPECT_EQ(m.vrm.firstPerson.meshAnnotations.size(), 3u);
  EXPECT_EQ(m.vrm.lookAt->rangeMapHorizontalInner.outputScale, 8);

  const ReadModel list =
      changed(kAvatar + "expressions",
              R"([{"preset":"fun","ignoreMouth":true,"morphTargetBinds":[{"node":26,"index":0,"weight":1}]},)"
              R"({"preset":"custom","name":"x","textureTransformBinds":[{"material":1,"scaling":[2,3]}]}])");
  EXPECT_EQ(list.problems(), "");
  ASSERT_EQ(list.vrm.expressions.list.size(), 2u);
  EXPECT_EQ(list.vrm.expressions.list[0].preset, ExpressionPreset::Relaxed);
  EXPECT_EQ(list.vrm.expressions.list[0].overrideMouth, ExpressionOverride::Block);
  EXPECT_EQ(list.vrm.expressions.list[1].textureTransformBinds[0].scale, (Vec2{2, 3}));
}

TEST(Recognition, Row4SpringBoneFinalAndBeta) {
  EXPECT_EQ(changed(kSprings + "specVersion", R"("1.0-beta")").problems(), "");
  EXPECT_EQ(changed(kSprings + "specVersion", R"("1.1")").findings(Code::VrmSpecVersion),
            "/extensions/VRMC_springBone/specVersion: the version \"1.1\" is not known; it is read as 1.0 "
            "[VRM_SPEC_VERSION]\n");
}

ReadModel withLimit(std::string_view limit, std::string_view specVersion = "1.0-draft") {
  return changed(kSprings + "springs/0/joints/0/extensions", R"({"VRMC_springBone_limit":{"specVersion":")" +
                                                                 std::string(specVersion) + R"(","limit":)" +
                                                                 std::string(limit) + "}}");
}

TEST(Recognition, Row5Limits) {
  const ReadModel cone = withLimit(R"({"cone":{"angle":0.5,"rotation":[0,1,0,0]}})");
  EXPECT_EQ(cone.problems(), "");
  const SpringLimit expected{SpringLimit::Type::Cone, 0.5f, 0, 0, {0, 1, 0, 0}};
  EXPECT_EQ(cone.vrm.springBone.springs[0].joints[0].limit, expected);
  EXPECT_EQ(withLimit(R"({"hinge":{"angle":0.5}})", "1.0").problems(), "");
  const ReadModel old = withLimit(R"({"spherical":{"phi":0.5,"theta":0.25}})");
  EXPECT_EQ(old.vrm.springBone.springs[0].joints[0].limit->pitch, 0.5f);
  EXPECT_EQ(old.vrm.springBone.springs[0].joints[0].limit->yaw, 0.25f);
  EXPECT_NE(old.findings(Code::VrmSpelling).find("phi is read as pitch"), std::string::npos);
  EXPECT_NE(old.findings(Code::VrmSpelling).find("theta is read as yaw"), std::string::npos);
  // A missing angle means no limit.
  for (const char* none : {R"({"cone":{}})", R"({"hinge":{}})", R"({"spherical":{}})"}) {
    const ReadModel m = withLimit(none);
    EXPECT_FALSE(m.vrm.springBone.springs[0].joints[0].limit) << none;
    EXPECT_TRUE(m.has(Code::VrmSpringLimit)) << none;
  }
  const ReadModel half = withLimit(R"({"spherical":{"pitch":0.5}})");
  EXPECT_FLOAT_EQ(half.vrm.springBone.springs[0].joints[0].limit->yaw, 1.5707963f);
  EXPECT_TRUE(half.has(Code::VrmSpringLimit));
  EXPECT_TRUE(withLimit(R"({"cone":{"angle":1}})", "2.0").has(Code::VrmSpecVersion));
}

ReadModel withCollider(std::string_view members) {
  return changed(kSprings + "colliders/0", R"({"node":4)" + std::string(members) + "}");
}

TEST(Recognition, Row6ExtendedCollidersWinOverTheBaseShape) {
  const std::string base = R"(,"shape":{"sphere":{"radius":2}})";
  const auto extended = [](const std::string& shape, const std::string& version = R"("specVersion":"1.0",)") {
    return R"(,"extensions":{"VRMC_springBone_extended_collider":{)" + version + R"("shape":)" + shape + "}}";
  };
  const ReadModel plane = withCollider(base + extended(R"({"plane":{"offset":[1,2,3],"normal":[0,1,0]}})"));
  EXPECT_EQ(plane.problems(), "");
  const Collider& p = plane.vrm.springBone.colliders[0];
  EXPECT_EQ(p.shape.type, ColliderShape::Type::Plane);
  EXPECT_EQ(p.shape.offset, (Vec3{1, 2, 3}));
  EXPECT_EQ(p.shape.normal, (Vec3{0, 1, 0}));
  EXPECT_EQ(p.fallback->radius, 2);

  const ReadModel sphere = withCollider(base + extended(R"({"sphere":{"radius":1,"inside":true}})", ""));
  EXPECT_EQ(sphere.problems(), "");  // without specVersion
  EXPECT_TRUE(sphere.has(Code::VrmSpelling));
  EXPECT_TRUE(sphere.vrm.springBone.colliders[0].shape.inside);
  const ReadModel capsule =
      withCollider(base + extended(R"({"capsule":{"radius":1,"tail":[0,1,0],"inside":true}})"));
  EXPECT_TRUE(capsule.vrm.springBone.colliders[0].shape.inside);
  EXPECT_EQ(capsule.vrm.springBone.colliders[0].shape.tail, (Vec3{0, 1, 0}));

  // A base shape has no inside.
  EXPECT_FALSE(withCollider(R"(,"shape":{"sphere":{"radius":2,"inside":true}})")
                   .vrm.springBone.colliders[0]
                   .shape.inside);

  // Without a base shape: a diagnostic, and what the published text recommends for others.
  const ReadModel alone = withCollider(extended(R"({"plane":{"normal":[0,1,0]}})"));
  EXPECT_EQ(alone.problems(),
            "/extensions/VRMC_springBone/colliders/0: the collider has no shape for readers without "
            "VRMC_springBone_extended_collider [VRM_COLLIDER_FALLBACK]\n");
  EXPECT_EQ(alone.vrm.springBone.colliders[0].fallback->offset, (Vec3{0, -1000, 0}));
  const ReadModel inside = withCollider(extended(R"({"sphere":{"radius":1,"inside":true}})"));
  EXPECT_EQ(inside.vrm.springBone.colliders[0].fallback->offset, (Vec3{0, -10000, 0}));
}

ReadModel withArmConstraint(std::string_view extensions) {
  return changed("/nodes/13/extensions", "{" + std::string(extensions) + "}");  // the left upper arm
}
std::string finalConstraint(std::string_view kind, std::string_view version = "1.0") {
  return R"("VRMC_node_constraint":{"specVersion":")" + std::string(version) + R"(","constraint":)" +
         std::string(kind) + "}";
}

TEST(Recognition, Row7FinalConstraints) {
  const ReadModel roll =
      withArmConstraint(finalConstraint(R"({"roll":{"source":0,"rollAxis":"Y","weight":0.5}})"));
  EXPECT_EQ(roll.problems(), "");
  ASSERT_EQ(roll.vrm.constraints.size(), 1u);
  EXPECT_EQ(roll.vrm.constraints[0].type, ConstraintType::Roll);
  EXPECT_EQ(roll.vrm.constraints[0].node, NodeIndex(13));
  EXPECT_EQ(roll.vrm.constraints[0].source, NodeIndex(0));
  EXPECT_EQ(roll.vrm.constraints[0].rollAxis, RollAxis::Y);
  EXPECT_EQ(roll.vrm.constraints[0].weight, 0.5f);
  const ReadModel aim =
      withArmConstraint(finalConstraint(R"({"aim":{"source":16,"aimAxis":"NegativeZ"}})", "1.0-beta"));
  EXPECT_EQ(aim.problems(), "");
  EXPECT_EQ(aim.vrm.constraints[0].type, ConstraintType::Aim);
  EXPECT_EQ(aim.vrm.constraints[0].aimAxis, AimAxis::NegativeZ);
  const ReadModel rotation = withArmConstraint(finalConstraint(R"({"rotation":{"source":16}})"));
  EXPECT_EQ(rotation.vrm.constraints[0].type, ConstraintType::Rotation);
  EXPECT_EQ(rotation.vrm.constraints[0].weight, 1);
}

TEST(Recognition, Row8DraftConstraintsInEveryForm) {
  const std::string position = R"({"position":{"source":16,"weight":0.5}})";
  const std::string forms[] = {
      R"("VRMC_constraints-1.0":)" + position,
      R"("VRMC_constraints":)" + position,
      R"("VRMC_constraints":{"constraint":)" + position + "}",
      R"("VRMC_constraints":[)" + position + "]",
      R"("VRMC_constraints-1.0":{"constraint":[)" + position + "]}",
      finalConstraint(position),
      finalConstraint("[" + position + "]"),
  };
  for (const std::string& form : forms) {
    const ReadModel m = withArmConstraint(form);
    EXPECT_EQ(m.error, "") << form;
    EXPECT_EQ(m.problems(), "") << form;
    ASSERT_EQ(m.vrm.constraints.size(), 1u) << form;
    EXPECT_EQ(m.vrm.constraints[0].type, ConstraintType::DraftPosition) << form;
    EXPECT_EQ(m.vrm.constraints[0].source, NodeIndex(16)) << form;
    EXPECT_EQ(m.vrm.constraints[0].weight, 0.5f) << form;
  }
  // Any draft member makes it a draft constraint.
  for (const char* member : {R"("sourceSpace":"local")", R"("destinationSpace":"local")",
                             R"("freezeAxes":[true,false,true])", R"("axes":[true,false,true])"}) {
    const ReadModel m =
        withArmConstraint(finalConstraint(R"({"rotation":{"source":16,)" + std::string(member) + "}}"));
    ASSERT_EQ(m.vrm.constraints.size(), 1u) << member;
    EXPECT_EQ(m.vrm.constraints[0].type, ConstraintType::DraftRotation) << member;
  }
  for (const char* member : {R"("aimVector":[1,0,0])", R"("upVector":[1,0,0])"}) {
    const ReadModel m =
        withArmConstraint(finalConstraint(R"({"aim":{"source":16,)" + std::string(member) + "}}"));
    ASSERT_EQ(m.vrm.constraints.size(), 1u) << member;
    EXPECT_EQ(m.vrm.constraints[0].type, ConstraintType::DraftAim) << member;
  }
  // Between local spaces about all axes the draft's rotation is the final one.
  const ReadModel same = withArmConstraint(
      R"("VRMC_constraints":{"rotation":{"source":16,"sourceSpace":"local","destinationSpace":"local","weight":0.25}})");
  EXPECT_EQ(same.vrm.constraints[0].type, ConstraintType::Rotation);
  EXPECT_EQ(same.vrm.constraints[0].weight, 0.25f);
}

TEST(Recognition, Row9Materials) {  // in detail: material_test.cpp, material_vrm0_test.cpp
  EXPECT_TRUE(readModel(sameAvatar(VrmVersion::Vrm1).document()).vrm.materials[0].mtoon);
  EXPECT_TRUE(readModel(sameAvatar(VrmVersion::Vrm0).document()).vrm.materials[0].mtoon);
  const ReadModel unlit =
      changed("/materials/1/extensions", R"({"KHR_materials_unlit":{},"KHR_materials_emissive_strength":)"
                                         R"({"emissiveStrength":3}})");
  EXPECT_TRUE(unlit.vrm.materials[1].unlit);
  EXPECT_EQ(unlit.vrm.materials[1].emissiveStrength, 3);
}

TEST(Recognition, Row10Animation) {
  for (const char* version : {R"("specVersion":"1.0",)", R"("specVersion":"1.0-draft",)", ""}) {
    const ReadModel m = readModel(
        R"("nodes":[{},{},{}],"extensions":{"VRMC_vrm_animation":{)" + std::string(version) +
        R"("humanoid":{"humanBones":{"hips":{"node":0}}},"expressions":{"preset":{"happy":{"node":1}},)"
        R"("custom":{"wave":{"node":2}}},"lookAt":{"node":2,"offsetFromHeadBone":[0,1,0]}}})");
    EXPECT_EQ(m.error, "") << version;
    EXPECT_EQ(m.problems(), "") << version;
    EXPECT_EQ(m.vrm.version, VrmVersion::Animation);
    ASSERT_TRUE(m.vrm.animation);
    EXPECT_EQ((*m.vrm.animation)[HumanBone::Hips], NodeIndex(0));
    ASSERT_EQ(m.vrm.animation->expressions.size(), 2u);
    EXPECT_EQ(m.vrm.animation->expressions[0],
              (ExpressionTrack{"happy", ExpressionPreset::Happy, NodeIndex(1)}));
    EXPECT_EQ(m.vrm.animation->expressions[1], (ExpressionTrack{"wave", std::nullopt, NodeIndex(2)}));
    EXPECT_EQ(m.vrm.animation->lookAt->offsetFromHeadBone, (Vec3{0, 1, 0}));
  }
  EXPECT_TRUE(
      readModel(R"("extensions":{"VRMC_vrm_animation":{"specVersion":"9"}})").has(Code::VrmSpecVersion));
}

TEST(Recognition, PlainGltfSaysSo) {
  const ReadModel plain = readModel(R"("nodes":[{}],"materials":[{"name":"m"}])");
  EXPECT_EQ(plain.error, "");
  EXPECT_EQ(plain.vrm.version, VrmVersion::None);
  EXPECT_EQ(plain.problems(), "");
  EXPECT_EQ(plain.findings(Code::VrmNone),
            "the file has no VRM avatar or animation in it; it is read as plain glTF [VRM_NONE]\n");
  EXPECT_EQ(plain.vrm.materials[0].name, "m");
  // Springs and constraints need no avatar.
  const ReadModel springs =
      readModel(R"("nodes":[{"children":[1]},{}],"extensions":{"VRMC_springBone":{"specVersion":"1.0",)"
                R"("springs":[{"joints":[{"node":0},{"node":1}]}]}})");
  EXPECT_EQ(springs.problems(), "");
  EXPECT_EQ(springs.vrm.springBone.springs[0].joints.size(), 2u);
}

// "Draft and 0.x spellings to accept without losing the value (each with a diagnostic)".
TEST(Spellings, EveryOneKeepsItsValue) {
  struct Case {
    VrmVersion version;
    std::string pointer;
    const char* json;
    const char* said;  // "X is read as Y"
    std::function<bool(const Vrm&)> kept;
  };
  const std::string& vrm0 = test::kVrm0;
  const auto first = [](const Vrm& v) -> const Expression& { return v.expressions.list.at(0); };
  const Case cases[] = {
      {VrmVersion::Vrm0, vrm0 + "exporterVersion", R"("x")", "stiffiness is read as stiffness",
       [](const Vrm& v) { return v.springBone.springs[0].joints[0].stiffness == 0.6f; }},
      {VrmVersion::Vrm1, kSprings + "springs/0/joints/0", R"({"node":22,"stiffiness":0.25})",
       "stiffiness is read as stiffness",
       [](const Vrm& v) { return v.springBone.springs[0].joints[0].stiffness == 0.25f; }},
      {VrmVersion::Vrm0, vrm0 + "exporterVersion", R"("x")", "violentUssageName",
       [](const Vrm& v) { return v.meta.source->violentUsage == "Disallow"; }},
      {VrmVersion::Vrm0, vrm0 + "exporterVersion", R"("x")", "sexualUssageName",
       [](const Vrm& v) { return v.meta.source->sexualUsage == "Disallow"; }},
      {VrmVersion::Vrm0, vrm0 + "exporterVersion", R"("x")", "commercialUssageName",
       [](const Vrm& v) { return v.meta.source->commercialUsage == "Allow"; }},
      {VrmVersion::Vrm0, vrm0 + "exporterVersion", R"("x")", "{x, y, z} is read as [x, y, z]",
       [](const Vrm& v) {
         return v.springBone.colliders[0].shape.offset == Vec3{-0.01f, 0.1f, -0.02f};
       }},
      {VrmVersion::Vrm0, vrm0 + "secondaryAnimation/boneGroups/0/center", "-1",
       "center -1 is read as no center", [](const Vrm& v) { return !v.springBone.springs[0].center; }},
      {VrmVersion::Vrm1, kSprings + "springs/0/center", "-1", "center -1 is read as no center",
       [](const Vrm& v) { return !v.springBone.springs[0].center; }},
      {VrmVersion::Draft, kAvatar + "blendShape/blendShapeGroups/0/is_binary", "true",
       "is_binary is read as isBinary", [&](const Vrm& v) { return first(v).isBinary; }},
      {VrmVersion::Draft, kAvatar + "blendShape/blendShapeGroups/0/isBinary", "true", "",
       [&](const Vrm& v) { return first(v).isBinary; }},
      {VrmVersion::Draft, kAvatar + "specVersion", R"("1.0")", "values is read as morphTargetBinds",
       [](const Vrm& v) { return v.expressions.list[1].morphTargetBinds.size() == 2; }},
      {VrmVersion::Draft, kAvatar + "specVersion", R"("1.0")", "binds is read as morphTargetBinds",
       [&](const Vrm& v) { return first(v).morphTargetBinds.size() == 2; }},
      {VrmVersion::Draft, kAvatar + "specVersion", R"("1.0")", "materialValues is read as materialColorBinds",
       [&](const Vrm& v) { return first(v).materialColorBinds.size() == 1; }},
      {VrmVersion::Draft, kAvatar + "blendShape/blendShapeGroups/1/materials",
       R"([{"material":1,"type":"uvScale","targetValue":[2,4,0,0]}])",
       "materials is read as materialColorBinds",
       [](const Vrm& v) {
         return v.expressions.list[1].textureTransformBinds[0].scale == Vec2{2, 4};
       }},
      {VrmVersion::Draft, kAvatar + "specVersion", R"("1.0")",
       "materialUVBinds is read as textureTransformBinds",
       [](const Vrm& v) {
         return v.expressions.list[2].textureTransformBinds[0].offset == Vec2{0.5f, 0.25f};
       }},
      {VrmVersion::Draft, kAvatar + "specVersion", R"("1.0")", "firstPersonFlag is read as type",
       [](const Vrm& v) {
         return v.firstPerson.meshAnnotations[0].type == FirstPersonType::ThirdPersonOnly;
       }},
      {VrmVersion::Draft, kAvatar + "firstPerson/meshAnnotations/0",
       R"({"node":26,"firstPersonType":"both"})", "firstPersonType is read as type",
       [](const Vrm& v) { return v.firstPerson.meshAnnotations[0].type == FirstPersonType::Both; }},
      {VrmVersion::Draft, kAvatar + "firstPerson/meshAnnotations/0", R"({"mesh":0,"type":"both"})", "",
       [](const Vrm& v) { return v.firstPerson.meshAnnotations[0].type == FirstPersonType::Both; }},
      {VrmVersion::Draft, kAvatar + "specVersion", R"("1.0")",
       "horizontalInner is read as rangeMapHorizontalInner",
       [](const Vrm& v) { return v.lookAt->rangeMapHorizontalInner.outputScale == 8; }},
      {VrmVersion::Draft, kAvatar + "lookAt",
       R"({"lookAtType":"bone","lookAtHorizontalInner":{"outputScale":7}})",
       "lookAtHorizontalInner is read as rangeMapHorizontalInner",
       [](const Vrm& v) { return v.lookAt->rangeMapHorizontalInner.outputScale == 7; }},
      {VrmVersion::Draft, kAvatar + "meta/license", R"("Redistribution Prohibited")", "",
       [](const Vrm& v) {
         return v.meta.allowRedistribution == false && v.meta.source->license == "Redistribution Prohibited";
       }},
      {VrmVersion::Vrm0, vrm0 + "meta/licenseName", R"("Redistribution_Prohibited")", "",
       [](const Vrm& v) {
         return v.meta.allowRedistribution == false && v.meta.source->license == "Redistribution_Prohibited";
       }},
      {VrmVersion::Vrm1, kSprings + "colliders/0/shape", R"({"offset":[0,1,0],"radius":0.5,"tail":[0,0,1]})",
       "shape.radius is read as shape.capsule.radius",
       [](const Vrm& v) {
         return v.springBone.colliders[0].shape.tail == Vec3{0, 0, 1} &&
                v.springBone.colliders[0].shape.radius == 0.5f;
       }},
  };
  for (const Case& c : cases) {
    const ReadModel m = changed(c.pointer, c.json, c.version);
    ASSERT_EQ(m.error, "") << c.pointer << " " << c.said;
    EXPECT_EQ(m.problems(), "") << c.pointer << " " << c.json;
    EXPECT_NE(m.findings(Code::VrmSpelling).find(c.said), std::string::npos) << c.said << " in\n"
                                                                             << m.findings(Code::VrmSpelling);
    EXPECT_TRUE(c.kept(m.vrm)) << c.pointer << " " << c.said;
  }
}

TEST(Spellings, AreReportedOnceWithTheirCount) {
  const ReadModel m = readModel(sameAvatar(VrmVersion::Vrm0).document());
  const std::string said = m.findings(Code::VrmSpelling);
  EXPECT_NE(said.find("/extensions/VRM/firstPerson/firstPersonBoneOffset: {x, y, z} is read as [x, y, z], 3 "
                      "times [VRM_SPELLING]\n"),
            std::string::npos)
      << said;
}

}  // namespace
}  // namespace vrm
