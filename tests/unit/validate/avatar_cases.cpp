// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Files with something wrong: humanoid, pose, expressions, gaze, first person.
#include <cstring>

#include "unit/validate/validate_case.hpp"

namespace vrm::test {
namespace {

// The body hangs on hips by this inverse bind matrix.
ValidateCase skinned(Code code, VrmVersion version, std::initializer_list<float> matrix, bool skeleton,
                     std::vector<std::string> report) {
  AssetBuilder b = cleanAvatar(version);
  addSkin(b, matrix, skeleton ? R"([0],"skeleton":0)" : "[0]");
  return {code, b.glb(), std::move(report)};
}

// Its binary chunk is gone: what is in it nobody knows.
ValidateCase withoutData(std::vector<std::string> report) {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm0);
  addSkin(b, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.9f, 0, 1}, "[0]");
  const Bytes whole = b.glb();
  std::uint32_t json = 0;
  std::memcpy(&json, whole.data() + 12, sizeof(json));
  return {Code::GltfBufferMissing, glb({reinterpret_cast<const char*>(whole.data()) + 20, json}),
          std::move(report)};
}

// An avatar of 0.x whose mesh names become more binds than the limit.
ValidateCase limited(std::vector<std::string> report) {
  ValidateCase c{Code::LimitExpandedElements, cleanAvatar(VrmVersion::Vrm0).glb(), std::move(report)};
  c.limits.expandedElements = 3;
  return c;
}

}  // namespace

std::vector<ValidateCase> avatarCases() {
  std::string longName = "n";
  for (int i = 0; i < 40; ++i) longName += "\u9AEA";  // three bytes each
  return {
      {Code::VrmNone,
       bytesOf(gltfJson("")),
       {"information the file has no VRM avatar or animation in it; it is read as plain glTF [VRM_NONE]"}},
      changed(Code::VrmSpecVersion, VrmVersion::Vrm1, {{"/extensions/VRMC_vrm/specVersion", R"("2")"}},
              {"error /extensions/VRMC_vrm/specVersion: the version \"2\" is not known; it is read as 1.0 "
               "[VRM_SPEC_VERSION]"}),
      changed(Code::VrmTwoVersions, VrmVersion::Vrm1,
              {{"/extensions/VRM", "{}"}, {"/extensionsUsed/-", R"("VRM")"}},
              {"warning /extensions/VRM: this stands beside VRMC_vrm, which counts [VRM_TWO_VERSIONS]"}),
      changed(Code::VrmSpelling, VrmVersion::Vrm1, {{"/extensions/VRMC_springBone/springs/0/center", "-1"}},
              {"error /extensions/VRMC_springBone/springs/0/center: -1 is no index; leave the member out for "
               "none [GLTF_INDEX_RANGE]",
               "hint /extensions/VRMC_springBone/springs/0/center: center -1 is read as no center "
               "[VRM_SPELLING]"}),
      changed(Code::VrmBoneUnknown, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/wing", R"({"node":25})"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/wing: there is no humanoid bone \"wing\" "
               "[VRM_BONE_UNKNOWN]"}),
      changed(Code::VrmBoneMissing, VrmVersion::Vrm1, {{"/extensions/VRMC_vrm/humanoid/humanBones/head", ""}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones: the required bone head is missing "
               "[VRM_BONE_MISSING]"}),
      changed(Code::VrmBoneDuplicate, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/jaw", R"({"node":4})"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/jaw/node: node 4 \"head\" is the bone head "
               "already; "
               "jaw is left out [VRM_BONE_DUPLICATE]"}),
      changed(
          Code::VrmBoneDuplicate, VrmVersion::Vrm1,
          {{"/extensions/VRMC_vrm/humanoid/humanBones/leftHand/node", "14"}},
          {"error /extensions/VRMC_vrm/humanoid/humanBones/leftHand/node: node 14 \"leftLowerArm\" is the "
           "bone leftLowerArm already; leftHand is left out [VRM_BONE_DUPLICATE]"}),
      changed(Code::VrmBoneParent, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/jaw", R"({"node":31})"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/jaw/node: jaw, node 31 \"root\", should stand "
               "below head, but no bone is above it [VRM_BONE_PARENT]"}),
      changed(Code::VrmBoneGap, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/chest", ""},
               {"/extensions/VRMC_vrm/humanoid/humanBones/upperChest", R"({"node":2})"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/upperChest: the avatar has upperChest and not "
               "chest, which it needs [VRM_BONE_GAP]"}),
      changed(Code::VrmBoneGap, VrmVersion::Draft,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/leftThumbIntermediate", ""}},
              {"warning /extensions/VRMC_vrm/humanoid/humanBones/leftThumbDistal: the avatar has "
               "leftThumbDistal and not leftThumbIntermediate, which it needs [VRM_BONE_GAP]"}),
      // Files of 1.0 with the older names of thumbs (decision 2) see them in findings too.
      changed(Code::VrmBoneGap, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/leftThumbMetacarpal", ""},
               {"/extensions/VRMC_vrm/humanoid/humanBones/leftThumbProximal", ""},
               {"/extensions/VRMC_vrm/humanoid/humanBones/leftThumbIntermediate", R"({"node":20})"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/leftThumbIntermediate: the avatar has "
               "leftThumbIntermediate and not leftThumbProximal, which it needs [VRM_BONE_GAP]",
               "hint /extensions/VRMC_vrm/humanoid/humanBones/leftThumbIntermediate: leftThumbIntermediate "
               "is read as leftThumbProximal [VRM_SPELLING]"}),
      changed(Code::VrmBoneDuplicate, VrmVersion::Vrm0,
              {{"/extensions/VRM/humanoid/humanBones/-", R"({"bone":"leftThumbProximal","node":25})"}},
              {"error /extensions/VRM/humanoid/humanBones/22: leftThumbProximal is node 19 "
               "\"leftThumbMetacarpal\" already [VRM_BONE_DUPLICATE]"}),
      changed(Code::VrmBoneSpot, VrmVersion::Vrm0, {{"/nodes/20/translation", ""}},
              {"warning /nodes/20: leftThumbIntermediate lies on leftThumbProximal [VRM_BONE_SPOT]"}),
      // A bone without a node of its own is there, and what is wrong with its node is said once.
      changed(Code::GltfIndexRange, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/head/node", "999"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/head/node: 999 is out of range, the file has "
               "32 nodes [GLTF_INDEX_RANGE]"}),
      changed(Code::GltfType, VrmVersion::Vrm1, {{"/extensions/VRMC_vrm/humanoid/humanBones/head", "null"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/head: null, must be an object [GLTF_TYPE]"}),
      changed(Code::GltfType, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/leftThumbProximal/node", R"("a")"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/leftThumbProximal/node: the value is not an "
               "index into the nodes [GLTF_TYPE]"}),
      changed(Code::VrmBoneMissing, VrmVersion::Vrm0, {{"/extensions/VRM/humanoid/humanBones/4/node", "-1"}},
              {"error /extensions/VRM/humanoid/humanBones: the required bone head is missing "
               "[VRM_BONE_MISSING]"}),
      changed(Code::GltfIndexRange, VrmVersion::Draft,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/head/node", "-1"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/head/node: -1 is not an index into the nodes "
               "[GLTF_INDEX_RANGE]"}),
      changed(Code::VrmBoneGap, VrmVersion::Vrm0, {{"/extensions/VRM/humanoid/humanBones/20/node", "-1"}},
              {"warning /extensions/VRM/humanoid/humanBones/21: the avatar has leftThumbDistal and not "
               "leftThumbIntermediate, which it needs [VRM_BONE_GAP]"}),
      changed(Code::VrmBoneUnknown, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/head", ""},
               {"/extensions/VRMC_vrm/humanoid/humanBones/hed", R"({"node":4})"},
               {"/extensions/VRMC_vrm/humanoid/humanBones/spine", ""},
               {"/extensions/VRMC_vrm/humanoid/humanBones/Spine", R"({"node":1})"},
               {"/extensions/VRMC_vrm/humanoid/humanBones/leftHand", ""},
               {"/extensions/VRMC_vrm/humanoid/humanBones/leftHnd", R"({"node":15})"}},
              {"error /extensions/VRMC_vrm/humanoid/humanBones/hed: there is no humanoid bone \"hed\"; head "
               "may be meant [VRM_BONE_UNKNOWN]",
               "error /extensions/VRMC_vrm/humanoid/humanBones/Spine: there is no humanoid bone \"Spine\"; "
               "spine may be meant [VRM_BONE_UNKNOWN]",
               "error /extensions/VRMC_vrm/humanoid/humanBones/leftHnd: there is no humanoid bone "
               "\"leftHnd\"; leftHand may be meant [VRM_BONE_UNKNOWN]"}),
      changed(Code::VrmBoneSpot, VrmVersion::Vrm1, {{"/nodes/4/translation", ""}},
              {"warning /nodes/4: head lies on neck [VRM_BONE_SPOT]"}),
      changed(Code::VrmBoneScale, VrmVersion::Vrm1, {{"/nodes/18/scale", "[0,0,0]"}},
              {"error /nodes/18: rightHand has a scale that is not above 0 [VRM_BONE_SCALE]",
               "information /nodes/18: scaled: rightHand [VRM_NORMALISED]"}),
      changed(Code::VrmBoneScale, VrmVersion::Vrm0, {{"/nodes/18/scale", "[-1,1,1]"}},
              {"error /nodes/18: rightHand has a scale that is not above 0 [VRM_BONE_SCALE]",
               "warning /nodes/18: scaled: rightHand [VRM_NORMALISED]"}),
      changed(Code::VrmPelvis, VrmVersion::Vrm1, {{"/nodes/1/translation", "[0,-0.1,0]"}},
              {"warning /nodes/1: spine lies below hips [VRM_PELVIS]"}),
      changed(Code::VrmFacing, VrmVersion::Vrm1, {{"/nodes/31/rotation", "[0,1,0,0]"}},
              {"error /nodes/7: the avatar faces the wrong way, or its left and right are swapped: "
               "leftUpperLeg lies to the right of rightUpperLeg [VRM_FACING]",
               "information /nodes/31: rotated at rest: root [VRM_NORMALISED]"}),
      changed(Code::VrmFacing, VrmVersion::Vrm1,
              {{"/nodes/31/rotation", "[0,1,0,0]"},
               {"/extensions/VRMC_vrm/humanoid/humanBones/leftToes", R"({"node":32})"},
               {"/nodes/9/children", "[32]"},
               {"/nodes/-", R"({"name":"toes","translation":[0,0,0.1]})"}},
              {"error /nodes/7: the avatar faces the wrong way: leftUpperLeg lies to the right of "
               "rightUpperLeg [VRM_FACING]",
               "information /nodes/31: rotated at rest: root [VRM_NORMALISED]"}),
      changed(Code::VrmSides, VrmVersion::Vrm1, {{"/nodes/13/translation", "[-0.2,0.1,0]"}},
              {"error /nodes/13: leftUpperArm lies to the right of rightUpperArm [VRM_SIDES]"}),
      changed(Code::VrmSides, VrmVersion::Vrm1,
              {{"/nodes/31/rotation", "[0,1,0,0]"},
               {"/extensions/VRMC_vrm/humanoid/humanBones/leftToes", R"({"node":32})"},
               {"/nodes/9/children", "[32]"},
               {"/nodes/-", R"({"name":"toes","translation":[0,0,-0.1]})"}},
              {"error /nodes/7: left and right are swapped: leftUpperLeg lies to the right of rightUpperLeg "
               "[VRM_SIDES]",
               "information /nodes/31: rotated at rest: root [VRM_NORMALISED]"}),
      changed(
          Code::VrmTPose, VrmVersion::Vrm1,
          {{"/extensions/VRMC_vrm/humanoid/humanBones/leftLittleProximal", R"({"node":32})"},
           {"/extensions/VRMC_vrm/humanoid/humanBones/leftLittleIntermediate", R"({"node":33})"},
           {"/nodes/15/children/-", "32"},
           {"/nodes/-", R"({"name":"little1","translation":[0.03,0,-0.06],"children":[33]})"},
           {"/nodes/-", R"({"name":"little2","translation":[0,0,-0.03]})"}},
          {"warning /nodes/33: leftLittleIntermediate should lie towards +X of leftLittleProximal, and is "
           "90 degrees off [VRM_T_POSE]"}),
      changed(Code::VrmTPose, VrmVersion::Vrm1, {{"/nodes/14/translation", "[0.2,-0.2,0]"}},
              {"warning /nodes/14: leftLowerArm should lie towards +X of leftUpperArm, and is 45 degrees off "
               "[VRM_T_POSE]"}),
      changed(Code::VrmTPose, VrmVersion::Vrm0, {{"/nodes/8/translation", "[0,-0.2,-0.4]"}},
              {"warning /nodes/8: leftLowerLeg should lie towards -Y of leftUpperLeg, and is 63 degrees off "
               "[VRM_T_POSE]"}),
      changed(Code::VrmGround, VrmVersion::Vrm1, {{"/nodes/28/translation", "[0,0.2,0]"}},
              {"warning /nodes/0: the lowest point of the avatar is 200 mm above the ground, hips 700 mm "
               "above that [VRM_GROUND]"}),
      changed(Code::VrmGround, VrmVersion::Vrm1, {{"/nodes/28/translation", "[0,1.5,0]"}},
              {"warning /nodes/0: the lowest point of the avatar is 1500 mm above the ground, hips 600 mm "
               "below that [VRM_GROUND]"}),
      changed(Code::VrmRoot, VrmVersion::Vrm1,
              {{"/nodes/31/translation", "[0,0.5,0]"}, {"/nodes/28/translation", "[0,0.5,0]"}},
              {"warning /nodes/0: the lowest point of the avatar is 500 mm above the ground, hips 900 mm "
               "above that [VRM_GROUND]",
               "warning /nodes/31: the root of the skeleton is not at the origin but at 0 mm, 500 mm, 0 mm "
               "[VRM_ROOT]"}),
      changed(Code::VrmRoot, VrmVersion::Vrm1,
              {{"/nodes/31/children", ""}, {"/scenes/0/nodes/0", "0"}, {"/nodes/31", R"({"name":"other"})"}},
              {"warning /nodes/0: hips have no node above them that is the root [VRM_ROOT]",
               "information /nodes/31: node 31 \"other\" is in no scene [GLTF_UNUSED]"}),
      changed(Code::VrmNormalised, VrmVersion::Vrm1,
              {{"/nodes/31/rotation", "[0,1,0,0]"}, {"/nodes/31/name", "\"" + longName + "\""}},
              {"error /nodes/7: the avatar faces the wrong way, or its left and right are swapped: "
               "leftUpperLeg lies to the right of rightUpperLeg [VRM_FACING]",
               "information /nodes/31: rotated at rest: " + longName.substr(0, 58) + "... [VRM_NORMALISED]"}),
      changed(Code::VrmScale, VrmVersion::Vrm1, {{"/nodes/25/scale", "[1,2,1]"}},
              {"error /nodes/25: the scale of \"branch\" is not the same positive number along all axes "
               "[VRM_SCALE]",
               "information /nodes/25: scaled: branch [VRM_NORMALISED]"}),
      changed(Code::VrmNormalised, VrmVersion::Vrm1, {{"/nodes/25/rotation", "[0,0,0.7071068,0.7071068]"}},
              {"information /nodes/25: rotated at rest: branch [VRM_NORMALISED]"}),
      changed(Code::VrmNormalised, VrmVersion::Vrm0, {{"/nodes/25/scale", "[2,2,2]"}},
              {"warning /nodes/25: scaled: branch [VRM_NORMALISED]"}),
      skinned(Code::VrmBindMatrix, VrmVersion::Vrm0, {2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.9f, 0, 1},
              false,
              {"warning /skins/0/inverseBindMatrices: more than a translation for hips [VRM_BIND_MATRIX]"}),
      skinned(
          Code::VrmBindMatrix, VrmVersion::Vrm1, {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, -0.9f, 0, 1}, false,
          {"information /skins/0/inverseBindMatrices: more than a translation for hips [VRM_BIND_MATRIX]"}),
      skinned(Code::VrmSkeleton, VrmVersion::Vrm0, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.9f, 0, 1}, true,
              {"warning /skins/0/skeleton: node 0 \"hips\" is not at the origin [VRM_SKELETON]"}),
      withoutData(
          {"error /buffers/0: the buffer has neither a uri nor a binary chunk [GLTF_BUFFER_MISSING]"}),
      changed(Code::VrmExpressionName, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/custom/happy",
                R"({"morphTargetBinds":[{"node":26,"index":0,"weight":1}]})"}},
              {"error /extensions/VRMC_vrm/expressions/custom/happy: the name \"happy\" is taken; the "
               "expression is called \"happy_2\" [VRM_EXPRESSION_NAME]"}),
      changed(Code::VrmExpressionName, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/custom/sad",
                R"({"morphTargetBinds":[{"node":26,"index":0,"weight":1}]})"}},
              {"error /extensions/VRMC_vrm/expressions/custom/sad: \"sad\" is the name of a preset "
               "[VRM_EXPRESSION_NAME]"}),
      changed(Code::VrmExpressionName, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/preset/joyful",
                R"({"morphTargetBinds":[{"node":26,"index":0,"weight":1}]})"}},
              {"error /extensions/VRMC_vrm/expressions/preset/joyful: there is no preset \"joyful\"; the "
               "expression is read as a custom one [VRM_EXPRESSION_NAME]"}),
      changed(Code::VrmExpressionEmpty, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/preset/sad", "{}"},
               {"/extensions/VRMC_vrm/expressions/preset/neutral", "{}"}},
              {"information /extensions/VRMC_vrm/expressions: expressions without any bind: sad "
               "[VRM_EXPRESSION_EMPTY]"}),
      changed(Code::VrmExpressionOverride, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/preset/blinkLeft/overrideBlink", R"("block")"}},
              {"warning /extensions/VRMC_vrm/expressions/preset/blinkLeft/overrideBlink: overrideBlink of "
               "blinkLeft is about its own kind [VRM_EXPRESSION_OVERRIDE]"}),
      changed(Code::VrmExpressionBinary, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/lookAt/type", R"("expression")"},
               {"/extensions/VRMC_vrm/lookAt/rangeMapVerticalUp/outputScale", "0.5"},
               {"/extensions/VRMC_vrm/expressions/preset/lookUp",
                R"({"isBinary":true,"morphTargetBinds":[{"node":26,"index":0,"weight":1}]})"},
               {"/extensions/VRMC_vrm/expressions/preset/lookDown",
                R"({"isBinary":true,"morphTargetBinds":[{"node":26,"index":0,"weight":1}]})"},
               {"/extensions/VRMC_vrm/expressions/preset/lookLeft",
                R"({"isBinary":true,"morphTargetBinds":[{"node":26,"index":0,"weight":1}]})"},
               {"/extensions/VRMC_vrm/expressions/preset/lookRight",
                R"({"isBinary":true,"morphTargetBinds":[{"node":26,"index":0,"weight":1}]})"}},
              {"warning /extensions/VRMC_vrm/expressions/preset/lookUp/isBinary: lookUp is binary, and the "
               "gaze never gives it more than 0.5 [VRM_EXPRESSION_BINARY]"}),
      changed(Code::VrmBind, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/index", "7"}},
              {"error /extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/index: morph target 7 "
               "is out of range, mesh 0 has 2 [VRM_BIND]"}),
      changed(Code::VrmBind, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/node", "0"}},
              {"error /extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/node: node 0 \"hips\" "
               "has no mesh [VRM_BIND]"}),
      changed(Code::VrmBind, VrmVersion::Vrm0,
              {{"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues/0/materialName",
                R"("none")"}},
              {"error /extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues/0/materialName: "
               "there is no material \"none\" [VRM_BIND]"}),
      changed(
          Code::VrmBindMaterial, VrmVersion::Vrm1,
          {{"/extensions/VRMC_vrm/expressions/preset/happy/materialColorBinds/0",
            R"({"material":1,"type":"shadeColor","targetValue":[1,0,0,1]})"}},
          {"warning /extensions/VRMC_vrm/expressions/preset/happy/materialColorBinds/0/type: happy "
           "changes the shadeColor of material 1 \"cloth\", which is no MToon material [VRM_BIND_MATERIAL]"}),
      changed(Code::VrmBindDoubled, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/1",
                R"({"node":26,"index":0,"weight":1})"}},
              {"warning /extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/1/index: happy binds "
               "morph target 0 of node 26 \"face_a\" twice [VRM_BIND_DOUBLED]"}),
      // Of both nodes with that mesh, which is one mistake.
      changed(Code::VrmBindDoubled, VrmVersion::Vrm0,
              {{"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/-",
                R"({"mesh":0,"index":0,"weight":50})"}},
              {"warning /extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/1/index: joy binds morph "
               "target 0 of node 26 \"face_a\" twice [VRM_BIND_DOUBLED]"}),
      changed(Code::VrmBindDoubled, VrmVersion::Draft,
              {{"/extensions/VRMC_vrm/blendShape/blendShapeGroups/1/values/-",
                R"({"mesh":0,"index":1,"weight":0.5})"}},
              {"warning /extensions/VRMC_vrm/blendShape/blendShapeGroups/1/values/1/index: blinkLeft binds "
               "morph target 1 of node 26 \"face_a\" twice [VRM_BIND_DOUBLED]"}),
      changed(Code::VrmBindMaterial, VrmVersion::Vrm0,
              {{"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues/-",
                R"({"materialName":"cloth","propertyName":"_ShadeColor","targetValue":[1,0,0,1]})"}},
              {"warning /extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues/1/propertyName: "
               "joy changes the shadeColor of material 1 \"cloth\", which is no MToon material "
               "[VRM_BIND_MATERIAL]"}),
      changed(
          Code::VrmExpressionEmpty, VrmVersion::Vrm0,
          {{"/extensions/VRM/blendShapeMaster/blendShapeGroups/-", R"({"presetName":"sorrow","name":"S"})"},
           {"/extensions/VRM/blendShapeMaster/blendShapeGroups/-",
            R"({"presetName":"unknown","name":"mine"})"},
           {"/extensions/VRM/blendShapeMaster/blendShapeGroups/-", R"({"presetName":"a","name":"A"})"}},
          {"information /extensions/VRM/blendShapeMaster: expressions without any bind: sorrow, a, mine "
           "[VRM_EXPRESSION_EMPTY]"}),
      changed(
          Code::VrmExpressionEmpty, VrmVersion::Draft,
          {{"/extensions/VRMC_vrm/blendShape/blendShapeGroups/-", R"({"preset":"sorrow","name":"S"})"}},
          {"information /extensions/VRMC_vrm: expressions without any bind: sorrow [VRM_EXPRESSION_EMPTY]"}),
      // One mistake, which the rules of members tell.
      changed(Code::GltfValue, VrmVersion::Vrm0,
              {{"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/presetName", R"("jooy")"}},
              {"error /extensions/VRM/blendShapeMaster/blendShapeGroups/0/presetName: \"jooy\" is none of "
               "unknown, neutral, a, i, u, e, o, blink, joy, angry, sorrow, fun, lookup, lookdown, lookleft, "
               "lookright, blink_l, blink_r [GLTF_VALUE]"}),
      changed(Code::VrmExpressionOverride, VrmVersion::Draft,
              {{"/extensions/VRMC_vrm/blendShape/blendShapeGroups/1/ignoreBlink", "true"}},
              {"warning /extensions/VRMC_vrm/blendShape/blendShapeGroups/1/ignoreBlink: overrideBlink of "
               "blinkLeft is about its own kind [VRM_EXPRESSION_OVERRIDE]"}),
      changed(Code::VrmBoneParent, VrmVersion::Vrm0,
              {{"/extensions/VRM/humanoid/humanBones/-", R"({"bone":"jaw","node":29})"}},
              {"error /extensions/VRM/humanoid/humanBones/22/node: jaw, node 29 \"root\", should stand below "
               "head, but no bone is above it [VRM_BONE_PARENT]"}),
      changed(Code::VrmLookAtUnit, VrmVersion::Draft,
              {{"/extensions/VRMC_vrm/lookAt/horizontalInner", R"({"inputMaxValue":90,"outputScale":0.2})"}},
              {"information /extensions/VRMC_vrm/lookAt/horizontalInner/outputScale: outputScale is at most "
               "pi/2; it is read as radians [VRM_LOOK_AT_UNIT]"}),
      changed(Code::VrmLookAtCurve, VrmVersion::Vrm0,
              {{"/extensions/VRM/firstPerson/lookAtVerticalUp/curve", "[0,0,0,0,1,1,0,0]"}},
              {"information /extensions/VRM/firstPerson/lookAtVerticalUp/curve: the curve is kept, but the "
               "output grows in a straight line [VRM_LOOK_AT_CURVE]"}),
      changed(Code::VrmLookAtEyes, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/leftEye", ""}},
              {"warning /extensions/VRMC_vrm/lookAt: the gaze moves eye bones, and there is no leftEye "
               "[VRM_LOOK_AT_EYES]"}),
      changed(Code::VrmLookAtEyes, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/humanoid/humanBones/leftEye", ""},
               {"/extensions/VRMC_vrm/humanoid/humanBones/rightEye", ""}},
              {"information /extensions/VRMC_vrm/lookAt: the gaze moves eye bones, and the avatar has none "
               "[VRM_LOOK_AT_EYES]"}),
      changed(Code::VrmLookAtExpressions, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/lookAt/type", R"("expression")"}},
              {"warning /extensions/VRMC_vrm/lookAt: the gaze moves expressions, and these are absent or "
               "empty: lookUp, lookDown, lookLeft, lookRight [VRM_LOOK_AT_EXPRESSIONS]"}),
      changed(Code::VrmLookAtExpressions, VrmVersion::Vrm0,
              {{"/extensions/VRM/firstPerson/lookAtTypeName", R"("BlendShape")"},
               {"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/presetName", R"("lookup")"}},
              {"warning /extensions/VRM/firstPerson: the gaze moves expressions, and these are absent or "
               "empty: lookdown, lookleft, lookright [VRM_LOOK_AT_EXPRESSIONS]"}),
      changed(Code::VrmLookAtRange, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/lookAt/rangeMapVerticalUp/outputScale", "0"},
               {"/extensions/VRMC_vrm/lookAt/rangeMapVerticalDown/inputMaxValue", "0"}},
              {"warning /extensions/VRMC_vrm/lookAt/rangeMapVerticalDown: the eyes jump: the input is 0 "
               "[VRM_LOOK_AT_RANGE]",
               "warning /extensions/VRMC_vrm/lookAt/rangeMapVerticalUp: the eyes stand still: the output is "
               "0 [VRM_LOOK_AT_RANGE]"}),
      changed(Code::VrmLookAtRange, VrmVersion::Vrm0,
              {{"/extensions/VRM/firstPerson/lookAtHorizontalInner", R"({"xRange":90,"yRange":-5})"}},
              {"warning /extensions/VRM/firstPerson/lookAtHorizontalInner: the eyes turn the other way: the "
               "output is below 0 [VRM_LOOK_AT_RANGE]"}),
      changed(Code::VrmAnnotation, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/firstPerson/meshAnnotations/0/node", "0"}},
              {"error /extensions/VRMC_vrm/firstPerson/meshAnnotations/0: node 0 \"hips\" has no mesh "
               "[VRM_ANNOTATION]"}),
      changed(Code::VrmAnnotation, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/firstPerson/meshAnnotations/2/node", "26"}},
              {"error /extensions/VRMC_vrm/firstPerson/meshAnnotations/2: node 26 \"face_a\" has an "
               "annotation already "
               "[VRM_ANNOTATION]"}),
      limited({"error /extensions/VRM/blendShapeMaster/blendShapeGroups/1/binds/0: converting the file makes "
               "more than 3 elements, the limit [LIMIT_EXPANDED_ELEMENTS]"}),
      changed(Code::VrmPelvis, VrmVersion::Vrm1,
              {{"/nodes/7/translation", "[0.1,0.3,0]"}, {"/nodes/10/translation", "[-0.1,0.3,0]"}},
              {"warning /nodes/7: both legs start above hips [VRM_PELVIS]"}),
      changed(Code::VrmScale, VrmVersion::Vrm1, {{"/nodes/31/scale", "[1000,1000,1000]"}},
              {"warning /nodes/0: hips and head are more than 50 m apart, which is nobody's size [VRM_SCALE]",
               "information /nodes/31: scaled: root [VRM_NORMALISED]"}),
      changed(Code::VrmExpressionName, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/preset/Sad",
                R"({"morphTargetBinds":[{"node":26,"index":0,"weight":1}]})"}},
              {"error /extensions/VRMC_vrm/expressions/preset/Sad: the name of the preset is \"sad\" "
               "[VRM_EXPRESSION_NAME]"}),
      changed(Code::VrmBind, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/weight", "100"}},
              {"warning /extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/weight: happy binds "
               "morph target 0 of node 26 \"face_a\" with the weight 100, which is not between 0 and 1 "
               "[VRM_BIND]"}),
      changed(Code::VrmBindDoubled, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/expressions/custom/wave/textureTransformBinds/-",
                R"({"material":0,"scale":[1,1]})"}},
              {"warning /extensions/VRMC_vrm/expressions/custom/wave/textureTransformBinds/1/material: wave "
               "binds the texture transform of material 0 \"skin\" twice [VRM_BIND_DOUBLED]"}),
  };
}

}  // namespace vrm::test
