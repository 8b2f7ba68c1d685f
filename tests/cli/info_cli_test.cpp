// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// `vrm info`: what it tells people and programs about the VRM in a file (docs/cli.md).
#include "cli/cli_fixture.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using test::CommandResult;
using test::contains;
using test::linesOf;
using test::Printed;
using test::sameAvatar;
using test::vrmCommand;

class InfoCli : public test::Cli {
 protected:
  std::string same(VrmVersion version) const { return put("same.vrm", sameAvatar(version).glb()); }
  std::string gltf(const std::string& members) const {
    return put("model.gltf", test::bytesOf(test::gltfJson(members)));
  }
};

constexpr const char* kSections[] = {"meta",         "licence", "humanoid",    "expressions", "look-at",
                                     "first person", "springs", "constraints", "materials",   "animation"};

void expectRows(const std::string& text, std::initializer_list<const char*> rows) {
  for (const char* row : rows)
    EXPECT_TRUE(contains(text, "\n" + std::string(row) + "\n")) << row << "\n" << text;
}

bool hasSection(const std::string& text, const std::string& title) {
  return contains(text, "\n\n" + title + " ") || contains(text, "\n\n" + title + "\n");
}

// Every member of the schema that docs/cli.md gives for `vrm`, of lists the first element.
constexpr const char* kMembers[] = {
    "/version",
    "/specVersion",
    "/exporterVersion",
    "/turned",
    "/addedNodes",
    "/meta/name",
    "/meta/version",
    "/meta/authors",
    "/meta/copyrightInformation",
    "/meta/contactInformation",
    "/meta/references",
    "/meta/thirdPartyLicenses",
    "/meta/thumbnailImage",
    "/meta/licenseUrl",
    "/meta/avatarPermission",
    "/meta/allowExcessivelyViolentUsage",
    "/meta/allowExcessivelySexualUsage",
    "/meta/commercialUsage",
    "/meta/allowPoliticalOrReligiousUsage",
    "/meta/allowAntisocialOrHateUsage",
    "/meta/creditNotation",
    "/meta/allowRedistribution",
    "/meta/modification",
    "/meta/otherLicenseUrl",
    "/meta/source",
    "/licence/0/use",
    "/licence/0/verdict",
    "/licence/0/pointer",
    "/licence/0/value",
    "/licence/0/reason",
    "/humanoid/humanBones",
    "/humanoid/tails",
    "/humanoid/missing",
    "/humanoid/unity",
    "/expressions/0/name",
    "/expressions/0/preset",
    "/expressions/0/isBinary",
    "/expressions/0/overrideBlink",
    "/expressions/0/overrideLookAt",
    "/expressions/0/overrideMouth",
    "/expressions/0/morphTargetBinds/0/node",
    "/expressions/0/morphTargetBinds/0/index",
    "/expressions/0/morphTargetBinds/0/weight",
    "/expressions/0/materialColorBinds/0/material",
    "/expressions/0/materialColorBinds/0/type",
    "/expressions/0/materialColorBinds/0/targetValue",
    "/expressions/2/textureTransformBinds/0/material",
    "/expressions/2/textureTransformBinds/0/scale",
    "/expressions/2/textureTransformBinds/0/offset",
    "/binaryRule",
    "/lookAt/offsetFromHeadBone",
    "/lookAt/type",
    "/lookAt/rangeMapHorizontalInner/inputMaxValue",
    "/lookAt/rangeMapHorizontalInner/outputScale",
    "/lookAt/rangeMapHorizontalInner/curve",
    "/lookAt/rangeMapHorizontalOuter/outputScale",
    "/lookAt/rangeMapVerticalDown/outputScale",
    "/lookAt/rangeMapVerticalUp/outputScale",
    "/firstPerson/meshAnnotations/0/node",
    "/firstPerson/meshAnnotations/0/type",
    "/springBone/colliders/0/node",
    "/springBone/colliders/0/fallback",
    "/springBone/colliders/0/shape/type",
    "/springBone/colliders/0/shape/offset",
    "/springBone/colliders/0/shape/radius",
    "/springBone/colliders/0/shape/tail",
    "/springBone/colliders/0/shape/normal",
    "/springBone/colliders/0/shape/inside",
    "/springBone/colliderGroups/0/name",
    "/springBone/colliderGroups/0/colliders/0",
    "/springBone/springs/0/name",
    "/springBone/springs/0/center",
    "/springBone/springs/0/colliderGroups/0",
    "/springBone/springs/0/joints/0/node",
    "/springBone/springs/0/joints/0/hitRadius",
    "/springBone/springs/0/joints/0/stiffness",
    "/springBone/springs/0/joints/0/gravityPower",
    "/springBone/springs/0/joints/0/gravityDir",
    "/springBone/springs/0/joints/0/dragForce",
    "/springBone/springs/0/joints/0/limit",
    "/constraints",
    "/materials/0/name",
    "/materials/0/baseColorFactor",
    "/materials/0/baseColorTexture/index",
    "/materials/0/baseColorTexture/texCoord",
    "/materials/0/baseColorTexture/scale",
    "/materials/0/baseColorTexture/transform",
    "/materials/0/metallicFactor",
    "/materials/0/roughnessFactor",
    "/materials/0/metallicRoughnessTexture",
    "/materials/0/normalTexture",
    "/materials/0/occlusionTexture",
    "/materials/0/emissiveFactor",
    "/materials/0/emissiveStrength",
    "/materials/0/emissiveTexture",
    "/materials/0/alphaMode",
    "/materials/0/alphaCutoff",
    "/materials/0/doubleSided",
    "/materials/0/unlit",
    "/materials/0/mtoon/transparentWithZWrite",
    "/materials/0/mtoon/renderQueueOffsetNumber",
    "/materials/0/mtoon/shadeColorFactor",
    "/materials/0/mtoon/shadeMultiplyTexture",
    "/materials/0/mtoon/shadingShiftFactor",
    "/materials/0/mtoon/shadingShiftTexture",
    "/materials/0/mtoon/shadingToonyFactor",
    "/materials/0/mtoon/giEqualizationFactor",
    "/materials/0/mtoon/matcapFactor",
    "/materials/0/mtoon/matcapTexture",
    "/materials/0/mtoon/parametricRimColorFactor",
    "/materials/0/mtoon/rimMultiplyTexture",
    "/materials/0/mtoon/rimLightingMixFactor",
    "/materials/0/mtoon/parametricRimFresnelPowerFactor",
    "/materials/0/mtoon/parametricRimLiftFactor",
    "/materials/0/mtoon/outlineWidthMode",
    "/materials/0/mtoon/outlineWidthFactor",
    "/materials/0/mtoon/outlineWidthMultiplyTexture",
    "/materials/0/mtoon/outlineColorFactor",
    "/materials/0/mtoon/outlineLightingMixFactor",
    "/materials/0/mtoon/uvAnimationMaskTexture",
    "/materials/0/mtoon/uvAnimationScrollXSpeedFactor",
    "/materials/0/mtoon/uvAnimationScrollYSpeedFactor",
    "/materials/0/mtoon/uvAnimationRotationSpeedFactor",
    "/animation",
};

TEST_F(InfoCli, TellsPeopleEverySection) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    const std::string file = same(version);
    const CommandResult result = vrmCommand({"info", file});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    for (const char* title : kSections)
      EXPECT_TRUE(hasSection(result.out, title)) << title << "\n" << result.out;
    // The file's name stands in two lines and may be long.
    for (const std::string& line : linesOf(result.out))
      EXPECT_TRUE(line.size() <= 100 || contains(line, file)) << line;
    expectRows(
        result.out,
        {"  name         Thrice",
         "  authors      libvrm",
         "  thumbnail    image 0, 2x2",
         "  copyright    not stated",
         "  avatar                  allowed",
         "  violent                 denied",
         "  hips                                           hips #0",
         "        neck                                     neck #3",
         "              leftThumbMetacarpal                leftThumbMetacarpal #19",
         "expressions    2 presets, 1 custom",
         "  happy        preset, blocks blink, face (face_a)/smile = 0.75, face (face_b)/smile = 0.75,",
         "               skin color = 1 0 0 1",
         "  wave         custom, skin textures = scale 1 1 offset 0.5 0.25",
         "  outer        90 deg -> 12 deg",
         "first person   3 of 3 mesh nodes annotated",
         "  thirdPersonOnly  face_a, face_b",
         "  auto             body",
         "               hair_1 .. hair_3_end (4), branch .. branch_end (2)",
         "  skin         MToon, OPAQUE, 2 textures, outline 0.005 in worldCoordinates",
         "  cloth        PBR, OPAQUE, 1 texture",
         "animation      none"});
    EXPECT_TRUE(contains(result.out, "gravity 0.2 along 0.5 -1 0.25, drag 0.4, radius 0.02, center hips,"))
        << result.out;
    EXPECT_TRUE(contains(result.out, "  collider #0 head  sphere of radius 0.1 at ")) << result.out;
    EXPECT_TRUE(contains(result.out, "leftRing (all), leftLittle (all), rightThumb (all)")) << result.out;
    const bool draft = version == VrmVersion::Draft;
    const bool old = version == VrmVersion::Vrm0;  // which has no word for constraints
    EXPECT_EQ(contains(result.out, "\nconstraints    none\n"), old) << result.out;
    EXPECT_NE(contains(result.out, "\nconstraints    1\n"), old) << result.out;
    EXPECT_TRUE(contains(result.out,
                         draft ? "preset, binary (on above 0), face" : "preset, binary (on above 0.5), face"))
        << result.out;
    EXPECT_EQ(contains(result.out, "faces -Z in the file"), version == VrmVersion::Vrm0) << result.out;
    EXPECT_EQ(contains(result.out, "  added        2 tail nodes"), version != VrmVersion::Vrm1) << result.out;
    EXPECT_EQ(contains(result.out, "  exporter     libvrm-test\n"), version == VrmVersion::Vrm0)
        << result.out;
    EXPECT_TRUE(contains(result.out, "vrm licence FILE gives the reasons")) << result.out;
  }
}

TEST_F(InfoCli, TellsProgramsEveryMember) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    const CommandResult result = vrmCommand({"info", "--json", same(version)});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const Printed json(result.out);
    for (const char* member : kMembers)
      EXPECT_TRUE(json.has(("/vrm" + std::string(member)).c_str())) << member;
    EXPECT_EQ(json["/vrm/version"].string(), name(version));
    EXPECT_EQ(json["/vrm/turned"].boolean(), version == VrmVersion::Vrm0);
    EXPECT_EQ(json["/vrm/meta/name"].string(), "Thrice");
    EXPECT_EQ(json["/vrm/meta/avatarPermission"].string(), "everyone");
    EXPECT_FALSE(json["/vrm/meta/allowExcessivelyViolentUsage"].boolean());
    EXPECT_TRUE(json["/vrm/meta/allowPoliticalOrReligiousUsage"].isNull()) << "not stated";
    EXPECT_EQ(json["/vrm/licence"].size(), kUseCount);
    EXPECT_EQ(json["/vrm/humanoid/humanBones"].size(), 22u);
    EXPECT_EQ(json["/vrm/humanoid/humanBones/leftThumbMetacarpal"].index(), test::kThumb1);
    EXPECT_EQ(json["/vrm/humanoid/missing"].size(), 0u);
    EXPECT_EQ(json["/vrm/expressions"].size(), 3u);
    EXPECT_EQ(json["/vrm/expressions/0/name"].string(), "happy");
    EXPECT_TRUE(json["/vrm/expressions/0/preset"].boolean());
    EXPECT_EQ(json["/vrm/expressions/0/overrideBlink"].string(), "block");
    EXPECT_EQ(json["/vrm/expressions/0/morphTargetBinds/1/node"].index(), test::kFaceB);
    EXPECT_EQ(json["/vrm/expressions/0/morphTargetBinds/1/weight"].number(), 0.75);
    EXPECT_EQ(json["/vrm/expressions/0/materialColorBinds/0/type"].string(), "color");
    EXPECT_TRUE(json["/vrm/expressions/1/isBinary"].boolean());
    EXPECT_FALSE(json["/vrm/expressions/2/preset"].boolean());
    EXPECT_EQ(json["/vrm/expressions/2/textureTransformBinds/0/offset/1"].number(), 0.25);
    EXPECT_EQ(json["/vrm/binaryRule"].string(), version == VrmVersion::Draft ? "nonZero" : "aboveHalf");
    EXPECT_EQ(json["/vrm/lookAt/type"].string(), "bone");
    EXPECT_EQ(json["/vrm/lookAt/rangeMapHorizontalInner/outputScale"].number(), 8);
    EXPECT_TRUE(json["/vrm/lookAt/rangeMapHorizontalInner/curve"].isArray());
    EXPECT_EQ(json["/vrm/firstPerson/meshAnnotations/2/type"].string(), "auto");
    EXPECT_EQ(json["/vrm/springBone/colliders/0/shape/type"].string(), "sphere");
    EXPECT_TRUE(json["/vrm/springBone/colliders/0/shape/tail"].isNull());
    EXPECT_EQ(json["/vrm/springBone/springs/0/joints"].size(), 4u);
    EXPECT_EQ(json["/vrm/springBone/springs/0/joints/3/node"].index(), test::kAvatarNodes);
    EXPECT_EQ(json["/vrm/springBone/springs/1/center"].index(), test::kHips);
    EXPECT_EQ(json["/vrm/materials/0/mtoon/outlineWidthMode"].string(), "worldCoordinates");
    EXPECT_EQ(json["/vrm/materials/0/alphaMode"].string(), "OPAQUE");
    EXPECT_TRUE(json["/vrm/materials/1/mtoon"].isNull());
    EXPECT_TRUE(json["/vrm/animation"].isNull());
    const bool added = version != VrmVersion::Vrm1;
    EXPECT_EQ(json["/vrm/addedNodes"].size(), added ? 2u : 0u);
    if (added) {
      EXPECT_EQ(json["/vrm/addedNodes/0/node"].index(), test::kAvatarNodes);
      EXPECT_EQ(json["/vrm/addedNodes/0/name"].string(), "hair_3_end");
      EXPECT_EQ(json["/vrm/addedNodes/0/parent"].index(), test::kHair3);
      EXPECT_EQ(json["/vrm/addedNodes/0/translation"].size(), 3u);
    }
    EXPECT_EQ(json["/vrm/meta/source"].isNull(), !added);
    EXPECT_EQ(json["/vrm/humanoid/unity"].isNull(), version != VrmVersion::Vrm0);
    EXPECT_EQ(json["/counts/expressions"].index(), 3u);
    EXPECT_EQ(json["/counts/springs"].index(), 2u);
    EXPECT_EQ(json["/nodes/4/name"].string(), "head");
    EXPECT_EQ(json["/nodes/4/parent"].index(), 3u);
    EXPECT_EQ(json["/nodes/26/mesh"].index(), 0u);
    EXPECT_EQ(json["/meshes/0/morphTargets/1"].string(), "shut");
    EXPECT_EQ(json["/counts/springJoints"].index(), added ? 4u : 6u)
        << "added tails are no joints of the file";
    const bool old = version == VrmVersion::Vrm0;  // which has no word for capsules and constraints
    EXPECT_EQ(json["/counts/colliders"].index(), old ? 1u : 2u);
    EXPECT_EQ(json["/counts/colliderGroups"].index(), 1u);
    EXPECT_EQ(json["/counts/constraints"].index(), old ? 0u : 1u);
  }
  const Printed old(vrmCommand({"info", "--json", same(VrmVersion::Vrm0)}).out);
  EXPECT_EQ(old["/vrm/exporterVersion"].string(), "libvrm-test");
  EXPECT_EQ(old["/vrm/meta/source/license"].string(), "CC_BY");
  for (const char* member : {"armStretch", "legStretch", "upperArmTwist", "lowerArmTwist", "upperLegTwist",
                             "lowerLegTwist", "feetSpacing", "hasTranslationDoF", "limits"}) {
    EXPECT_TRUE(old.has(("/vrm/humanoid/unity/" + std::string(member)).c_str())) << member;
  }
}

TEST_F(InfoCli, TheLicenceIsThatOfTheVerbForIt) {
  const std::string file = same(VrmVersion::Vrm1);
  const Printed info(vrmCommand({"info", "--json", file}).out);
  const Printed licence(vrmCommand({"licence", "--json", file}).out);
  EXPECT_TRUE(gltf::Json::equal(info["/vrm/licence"], licence["/uses"]));
}

TEST_F(InfoCli, PlainGltfHasNoVrm) {
  const std::string file = gltf(R"("nodes":[{"name":"a"}],"materials":[{"name":"m"}])");
  const CommandResult text = vrmCommand({"info", file});
  EXPECT_EQ(text.exitCode, 0) << text.err;
  EXPECT_TRUE(contains(text.err, "[VRM_NONE]")) << "information is told";
  expectRows(text.out, {"VRM            none, this is plain glTF", "  m            PBR, OPAQUE, 0 textures"});
  for (const char* title : kSections) {
    EXPECT_EQ(hasSection(text.out, title), std::string_view(title) == "materials") << title;
  }
  EXPECT_TRUE(Printed(vrmCommand({"info", "--json", file}).out)["/vrm"].isNull());
}

// Springs, limits, colliders of every shape and constraints of every kind, in a file that is no avatar.
TEST_F(InfoCli, PartsOfVrmAreShownInAnyFile) {
  const std::string file = gltf(
      R"("nodes":[{"name":"a","children":[1]},{"name":"b","children":[2]},{},{"name":"roll","extensions":)"
      R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"roll":{"source":0,)"
      R"("rollAxis":"X","weight":0.5}}}}},)"
      R"({"name":"aim","extensions":{"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"aim":{"source":2,)"
      R"("aimAxis":"NegativeZ"}}}}}],"extensions":{"VRMC_springBone":{"specVersion":"1.0","colliders":[)"
      R"({"node":0,"shape":{"capsule":{"offset":[0,1,0],"radius":0.5,"tail":[0,2,0]}}},)"
      R"({"node":0,"shape":{"sphere":{"radius":0}},"extensions":{"VRMC_springBone_extended_collider":)"
      R"({"specVersion":"1.0","shape":{"plane":{"offset":[0,0,0],"normal":[0,1,0]}}}}}],)"
      R"("colliderGroups":[{"name":"all","colliders":[0,1]}],"springs":[{"name":"s","colliderGroups":[0],"joints":[)"
      R"({"node":0,"stiffness":1,"extensions":{"VRMC_springBone_limit":{"specVersion":"1.0-draft",)"
      R"("limit":{"cone":{"angle":0.5}}}}},)"
      R"({"node":1,"stiffness":2},{"node":2}]}]}})");
  const CommandResult text = vrmCommand({"info", file});
  expectRows(
      text.out,
      {"VRM            no avatar, but parts of VRM",
       "springs        1 with 3 joints, 2 colliders (1 capsule, 1 plane) in 1 group",
       "  collider #0 a  capsule of radius 0.5 from 0 1 0 to 0 2 0",
       "  collider #1 a  plane at 0 0 0 with normal 0 1 0, for other readers a sphere of radius 0 at 0 0 0",
       "  group #0 all  #0, #1", "  roll         roll X of a, weight 0.5",
       "  aim          aim NegativeZ at #2, weight 1"});
  EXPECT_TRUE(
      contains(text.out, "  s            a .. #2 (3), stiffness 1..2, no gravity, drag 0.5, radius 0,"))
      << text.out;
  EXPECT_TRUE(contains(text.out, "cone limit 28.648 deg on 1 joint, hits all")) << text.out;
  EXPECT_FALSE(hasSection(text.out, "humanoid")) << text.out;

  const Printed json(vrmCommand({"info", "--json", file}).out);
  EXPECT_EQ(json["/vrm/version"].string(), "glTF");
  EXPECT_EQ(json["/vrm/humanoid/missing"].size(), 0u) << "no avatar needs no bones";
  EXPECT_EQ(json["/vrm/springBone/colliders/0/shape/tail/1"].number(), 2);
  EXPECT_TRUE(json["/vrm/springBone/colliders/0/fallback"].isNull());
  EXPECT_EQ(json["/vrm/springBone/colliders/1/shape/type"].string(), "plane");
  EXPECT_TRUE(json["/vrm/springBone/colliders/1/shape/radius"].isNull());
  EXPECT_EQ(json["/vrm/springBone/colliders/1/shape/normal/1"].number(), 1);
  EXPECT_EQ(json["/vrm/springBone/colliders/1/fallback/type"].string(), "sphere");
  EXPECT_EQ(json["/vrm/springBone/springs/0/joints/0/limit/type"].string(), "cone");
  EXPECT_EQ(json["/vrm/springBone/springs/0/joints/0/limit/angle"].number(), 0.5);
  EXPECT_TRUE(json["/vrm/springBone/springs/0/joints/0/limit/pitch"].isNull());
  EXPECT_TRUE(json["/vrm/springBone/springs/0/joints/0/limit/yaw"].isNull());
  EXPECT_EQ(json["/vrm/springBone/springs/0/joints/0/limit/rotation/3"].number(), 1);
  EXPECT_TRUE(json["/vrm/springBone/springs/0/center"].isNull());
  const struct {
    const char* member;
    const char* roll;
    const char* aim;
  } kConstraint[] = {{"node", "3", "4"},
                     {"type", "\"roll\"", "\"aim\""},
                     {"source", "0", "2"},
                     {"weight", "0.5", "1"},
                     {"rollAxis", "\"X\"", "null"},
                     {"aimAxis", "null", "\"NegativeZ\""},
                     {"sourceSpace", "null", "null"},
                     {"destinationSpace", "null", "null"},
                     {"axes", "null", "null"},
                     {"aimVector", "null", "null"},
                     {"upVector", "null", "null"}};
  for (const auto& c : kConstraint) {
    const std::string member = c.member;
    EXPECT_EQ(gltf::Json::write(json[("/vrm/constraints/0/" + member).c_str()]), c.roll) << member;
    EXPECT_EQ(gltf::Json::write(json[("/vrm/constraints/1/" + member).c_str()]), c.aim) << member;
  }
}

TEST_F(InfoCli, AnimationsNameTheirTracks) {
  const std::string file = put(
      "walk.vrma",
      test::bytesOf(test::gltfJson(
          R"("nodes":[{"name":"hips","children":[1]},{"name":"Bip Spine"},{"name":"happy"},{},{"name":"eyes"}],"extensions":)"
          R"({"VRMC_vrm_animation":{"specVersion":"1.0","humanoid":{"humanBones":)"
          R"({"hips":{"node":0},"spine":{"node":1}}},)"
          R"("expressions":{"preset":{"happy":{"node":2}},"custom":{"wave":{"node":3}}},)"
          R"("lookAt":{"node":4,"offsetFromHeadBone":[0,0.1,0]}}})")));
  const CommandResult text = vrmCommand({"info", file});
  EXPECT_EQ(text.exitCode, 0) << text.err;
  EXPECT_EQ(text.err, "");
  expectRows(text.out,
             {"animation      2 bones, 2 expressions, look-at",
              "  bones        hips #0, spine (Bip Spine #1)", "  expressions  happy #2, custom wave (#3)",
              "  look-at      by eyes #4, eyes at 0 0.1 0 from the head"});
  EXPECT_FALSE(hasSection(text.out, "meta")) << text.out;
  const Printed json(vrmCommand({"info", "--json", file}).out);
  EXPECT_EQ(json["/vrm/version"].string(), "VRM animation");
  EXPECT_EQ(json["/vrm/animation/humanBones"].size(), 2u);
  EXPECT_EQ(json["/vrm/animation/humanBones/spine"].index(), 1u);
  EXPECT_EQ(json["/vrm/animation/expressions/1/name"].string(), "wave");
  EXPECT_FALSE(json["/vrm/animation/expressions/1/preset"].boolean());
  EXPECT_EQ(json["/vrm/animation/expressions/1/node"].index(), 3u);
  EXPECT_EQ(json["/vrm/animation/lookAt/node"].index(), 4u);
  EXPECT_EQ(json["/vrm/animation/lookAt/offsetFromHeadBone/1"].number(), 0.1);
  EXPECT_TRUE(json["/vrm/lookAt"].isNull());
}

TEST_F(InfoCli, HintsAreForThoseWhoAsk) {
  const std::string file = same(VrmVersion::Vrm0);
  EXPECT_EQ(vrmCommand({"info", file}).err, "");
  for (const char* option : {"-v", "--verbose"}) {
    const CommandResult loud = vrmCommand({"info", option, file});
    EXPECT_EQ(loud.exitCode, 0) << "hints are no problems";
    EXPECT_TRUE(contains(loud.err, "[VRM_SPELLING]")) << loud.err;
  }
  const CommandResult json = vrmCommand({"info", "--json", file});
  EXPECT_EQ(json.err, "");
  const Printed printed(json.out);
  ASSERT_GT(printed["/diagnostics"].size(), 0u);
  EXPECT_EQ(printed["/diagnostics/0/severity"].string(), "hint");
  EXPECT_EQ(printed["/diagnostics/0/code"].string(), "VRM_SPELLING");
  EXPECT_EQ(vrmCommand({"info", "--strict", file}).exitCode, 0);
}

TEST_F(InfoCli, MissingBonesAreSeen) {
  test::AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  gltf::JsonValue* bones =
      b.json().editRoot().find("extensions")->find("VRMC_vrm")->find("humanoid")->find("humanBones");
  ASSERT_TRUE(b.json().remove(*bones, "head"));
  const std::string file = put("headless.vrm", b.glb());
  const CommandResult text = vrmCommand({"info", file});
  EXPECT_EQ(text.exitCode, 1);
  expectRows(text.out, {"humanoid       21 of 55 bones, 1 required bone missing",
                        "          head                                   MISSING",
                        "          leftEye                                leftEye #5"});
  EXPECT_EQ(Printed(vrmCommand({"info", "--json", file}).out)["/vrm/humanoid/missing/0"].string(), "head");
  const CommandResult strict = vrmCommand({"info", "--strict", "--json", file});
  EXPECT_EQ(strict.exitCode, 2);
  EXPECT_TRUE(contains(strict.err, ": /extensions/VRMC_vrm/humanoid/humanBones: ")) << strict.err;
  EXPECT_EQ(Printed(strict.out)["/error/pointer"].string(), "/extensions/VRMC_vrm/humanoid/humanBones");
}

TEST_F(InfoCli, NothingThatATerminalObeysIsPrinted) {
  test::AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const std::string evil = R"("\u001b[31m\nx\u009b")";
  for (const char* pointer :
       {"/nodes/0/name", "/nodes/22/name", "/nodes/26/name", "/meshes/0/name",
        "/meshes/0/extras/targetNames/0", "/materials/0/name", "/extensions/VRMC_vrm/meta/name",
        "/extensions/VRMC_vrm/meta/authors/0", "/extensions/VRMC_vrm/meta/contactInformation",
        "/extensions/VRMC_vrm/meta/references/0", "/extensions/VRMC_springBone/springs/0/name",
        "/extensions/VRMC_springBone/colliderGroups/0/name"}) {
    b.set(pointer, evil);
  }
  b.set(
      "/extensions/VRMC_vrm/expressions/custom/"
      "\x1b]0;t\a",
      R"({"isBinary":true})");
  const CommandResult result = vrmCommand({"info", put("evil.vrm", b.glb())});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  for (const char c : result.out)
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << result.out;
  EXPECT_EQ(result.out.find("\xC2\x9B"), std::string::npos) << result.out;
  expectRows(result.out, {"  hips                                           \\x1b[31m\\x0ax\\xc2\\x9b #0",
                          "  name         \\x1b[31m"});
}

}  // namespace
}  // namespace vrm
