// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/three_avatars.hpp"

namespace vrm::test {
namespace {

struct Bone {
  const char* name;  // of 1.0
  const char* old;   // of 0.x and the draft
  std::uint32_t parent;
  Vec3 offset;
};
constexpr Bone kBones[] = {
    {"hips", "hips", kNone, {0, 0.9f, 0}},
    {"spine", "spine", kHips, {0, 0.1f, 0}},
    {"chest", "chest", kSpine, {0, 0.1f, 0}},
    {"neck", "neck", kChest, {0, 0.2f, 0}},
    {"head", "head", kNeck, {0, 0.1f, 0}},
    {"leftEye", "leftEye", kHead, {0.03f, 0.06f, 0.05f}},
    {"rightEye", "rightEye", kHead, {-0.03f, 0.06f, 0.05f}},
    {"leftUpperLeg", "leftUpperLeg", kHips, {0.1f, -0.05f, 0}},
    {"leftLowerLeg", "leftLowerLeg", kLeftUpperLeg, {0, -0.4f, 0}},
    {"leftFoot", "leftFoot", kLeftLowerLeg, {0, -0.4f, 0}},
    {"rightUpperLeg", "rightUpperLeg", kHips, {-0.1f, -0.05f, 0}},
    {"rightLowerLeg", "rightLowerLeg", kRightUpperLeg, {0, -0.4f, 0}},
    {"rightFoot", "rightFoot", kRightLowerLeg, {0, -0.4f, 0}},
    {"leftUpperArm", "leftUpperArm", kChest, {0.15f, 0.1f, 0}},
    {"leftLowerArm", "leftLowerArm", kLeftUpperArm, {0.25f, 0, 0}},
    {"leftHand", "leftHand", kLeftLowerArm, {0.25f, 0, 0}},
    {"rightUpperArm", "rightUpperArm", kChest, {-0.15f, 0.1f, 0}},
    {"rightLowerArm", "rightLowerArm", kRightUpperArm, {-0.25f, 0, 0}},
    {"rightHand", "rightHand", kRightLowerArm, {-0.25f, 0, 0}},
    {"leftThumbMetacarpal", "leftThumbProximal", kLeftHand, {0.03f, 0, 0.02f}},
    {"leftThumbProximal", "leftThumbIntermediate", kThumb1, {0.03f, 0, 0.02f}},
    {"leftThumbDistal", "leftThumbDistal", kThumb2, {0.02f, 0, 0.01f}},
};

std::string number(std::uint32_t i) {
  return std::to_string(i);
}

std::string humanoid(VrmVersion version) {
  std::string bones;
  for (std::uint32_t i = 0; i < std::size(kBones); ++i) {
    if (i > 0) bones += ",";
    const std::string name = version == VrmVersion::Vrm1 ? kBones[i].name : kBones[i].old;
    bones += version == VrmVersion::Vrm0
                 ? R"({"bone":")" + name + R"(","node":)" + number(i) + R"(,"useDefaultValues":true})"
                 : "\"" + name + R"(":{"node":)" + number(i) + "}";
  }
  return version == VrmVersion::Vrm0 ? R"({"humanBones":[)" + bones + R"(],"armStretch":0.05})"
                                     : R"({"humanBones":{)" + bones + "}}";
}

void skeleton(AssetBuilder& b, VrmVersion version) {
  // Half a turn about Y.
  const auto place = [&](Vec3 v) { return version == VrmVersion::Vrm0 ? Vec3{-v.x, v.y, -v.z} : v; };
  for (const Bone& bone : kBones) b.node(bone.name, place(bone.offset), bone.parent);
  b.node("hair_1", place({0, 0.15f, -0.05f}), kHead);
  b.node("hair_2", place({0, -0.05f, -0.03f}), kHair1);
  b.node("hair_3", place({0, -0.08f, 0}), kHair2);
  b.node("branch", place({0.05f, 0, 0}), kHair1);
  b.node("face_a");
  b.node("face_b");
  b.node("body");
  if (version == VrmVersion::Vrm1) {
    // What decision 12 adds to the others.
    b.node("hair_3_end", {0, -0.07f, 0}, kHair3);
    b.node("branch_end", {0.07f, 0, 0}, kBranch);
  }
}

void meshes(AssetBuilder& b) {
  using gltf::AccessorType;
  const std::uint32_t positions =
      b.floats(AccessorType::Vec3, {-0.1f, 1.5f, 0.1f, 0.1f, 1.5f, 0.1f, 0, 1.7f, 0.1f}, true);
  const std::uint32_t morph = b.floats(AccessorType::Vec3, {0, 0.1f, 0, 0, 0.1f, 0, 0, 0, 0}, true);
  const std::uint32_t uvs = b.floats(AccessorType::Vec2, {0, 1, 1, 1, 0.5f, 0});
  const std::string primitive = R"({"attributes":{"POSITION":)" + number(positions) + R"(,"TEXCOORD_0":)" +
                                number(uvs) + R"(},"material":)";
  const std::string target = R"({"POSITION":)" + number(morph) + "}";
  b.add(gltf::Kind::Mesh, R"({"name":"face","primitives":[)" + primitive + R"(0,"targets":[)" + target + "," +
                              target + R"(]}],"extras":{"targetNames":["smile","shut"]}})");
  b.add(gltf::Kind::Mesh, R"({"name":"body","primitives":[)" + primitive + "1}]}");
  b.set("/nodes/" + number(kFaceA) + "/mesh", "0");
  b.set("/nodes/" + number(kFaceB) + "/mesh", "0");
  b.set("/nodes/" + number(kBody) + "/mesh", "1");
}

void materials(AssetBuilder& b, VrmVersion version) {
  // 0.x: offset (0.25, 0.5) from below, scale (2, 0.5).
  const std::string kTransform = R"({"KHR_texture_transform":{"offset":[0.25,0],"scale":[2,0.5]}})";
  const std::uint32_t picture = b.image("skin", tinyPng(), "image/png");
  b.add(gltf::Kind::Texture, R"({"source":)" + number(picture) + "}");
  if (version == VrmVersion::Vrm0) {
    b.add(gltf::Kind::Material, R"({"name":"skin","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}})");
    b.add(gltf::Kind::Material,
          R"({"name":"cloth","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}})");
    b.set(
        "/extensions/VRM/materialProperties",
        R"([{"name":"skin","shader":"VRM/MToon","renderQueue":2000,"floatProperties":{"_BlendMode":0,"_CullMode":2,)"
        R"("_Cutoff":0.5,"_BumpScale":1,"_ShadeShift":0,"_ShadeToony":0.5,"_IndirectLightIntensity":0.1,)"
        R"("_RimLightingMix":1,"_RimFresnelPower":5,"_RimLift":0,"_OutlineWidthMode":1,"_OutlineWidth":0.5,)"
        R"("_OutlineColorMode":1,"_OutlineLightingMix":1},"vectorProperties":{"_Color":[1,1,1,1],)"
        R"("_ShadeColor":[1,0,0,1],"_RimColor":[0,0,0,1],"_OutlineColor":[0,0,0,1],"_EmissionColor":[0,0,0,1],)"
        R"("_MainTex":[0.25,0.5,2,0.5]},"textureProperties":{"_MainTex":0,"_ShadeTexture":0},"keywordMap":{},"tagMap":{}},)"
        R"({"name":"cloth","shader":"VRM_USE_GLTFSHADER","renderQueue":2000,"floatProperties":{},)"
        R"("vectorProperties":{},"textureProperties":{},"keywordMap":{},"tagMap":{}}])");
    return;
  }
  b.add(gltf::Kind::Material,
        R"({"name":"skin","pbrMetallicRoughness":{"baseColorTexture":{"index":0,"extensions":)" + kTransform +
            R"(}},"extensions":{"VRMC_materials_mtoon":{"specVersion":"1.0","shadeColorFactor":[1,0,0],)"
            R"("shadeMultiplyTexture":{"index":0,"extensions":)" +
            kTransform +
            R"(},"shadingShiftFactor":-0.25,"shadingToonyFactor":0.75,"matcapFactor":[0,0,0],)"
            R"("outlineWidthMode":"worldCoordinates","outlineWidthFactor":0.005}}})");
  b.add(gltf::Kind::Material, R"({"name":"cloth","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}})");
}

void finalSections(AssetBuilder& b) {
  b.set(
      "/extensions/VRMC_vrm",
      R"({"specVersion":"1.0","meta":{"name":"Thrice","version":"3","authors":["libvrm"],)"
      R"("contactInformation":"here","references":["there"],"thumbnailImage":0,"licenseUrl":"https://vrm.dev/licenses/1.0/",)"
      R"("avatarPermission":"everyone","allowExcessivelyViolentUsage":false,"allowExcessivelySexualUsage":false,)"
      R"("commercialUsage":"personalProfit","allowRedistribution":true,)"
      R"("modification":"allowModificationRedistribution","creditNotation":"required"},"humanoid":)" +
          humanoid(VrmVersion::Vrm1) +
          R"(,"firstPerson":{"meshAnnotations":[{"node":26,"type":"thirdPersonOnly"},{"node":27,"type":"thirdPersonOnly"},)"
          R"({"node":28,"type":"auto"}]},"lookAt":{"offsetFromHeadBone":[0,0.06,0.02],"type":"bone",)"
          R"("rangeMapHorizontalInner":{"inputMaxValue":90,"outputScale":8},"rangeMapHorizontalOuter":{"inputMaxValue":90,"outputScale":12},)"
          R"("rangeMapVerticalDown":{"inputMaxValue":60,"outputScale":10},"rangeMapVerticalUp":{"inputMaxValue":60,"outputScale":10}},)"
          R"("expressions":{"preset":{"happy":{"overrideBlink":"block","morphTargetBinds":[{"node":26,"index":0,"weight":0.75},)"
          R"({"node":27,"index":0,"weight":0.75}],"materialColorBinds":[{"material":0,"type":"color","targetValue":[1,0,0,1]}]},)"
          R"("blinkLeft":{"isBinary":true,"morphTargetBinds":[{"node":26,"index":1,"weight":1},{"node":27,"index":1,"weight":1}]}},)"
          R"("custom":{"wave":{"textureTransformBinds":[{"material":0,"scale":[1,1],"offset":[0.5,0.25]}]}}}})");
  const auto joint = [](std::uint32_t node) {
    return R"({"node":)" + number(node) +
           R"(,"stiffness":0.6,"gravityPower":0.2,"gravityDir":[0.5,-1,0.25],"dragForce":0.4,"hitRadius":0.02})";
  };
  const auto spring = [&](std::initializer_list<std::uint32_t> nodes) {
    std::string joints;
    for (const std::uint32_t n : nodes) joints += (joints.empty() ? "" : ",") + joint(n);
    return R"({"name":"hair","joints":[)" + joints + R"(],"colliderGroups":[0],"center":0})";
  };
  b.set(
      "/extensions/VRMC_springBone",
      R"({"specVersion":"1.0","colliders":[{"node":4,"shape":{"sphere":{"offset":[0.01,0.1,0.02],"radius":0.1}}},)"
      R"({"node":4,"shape":{"capsule":{"offset":[0,0,0],"radius":0.05,"tail":[0,0.5,0]}}}],)"
      R"("colliderGroups":[{"colliders":[0,1]}],"springs":[)" +
          spring({kHair1, kHair2, kHair3, kAvatarNodes}) + "," + spring({kBranch, kAvatarNodes + 1}) + "]}");
  b.set(
      "/nodes/13/extensions",
      R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":16,"weight":0.5}}}})");
  b.use("VRMC_node_constraint");
  b.use("KHR_texture_transform");
  b.use("VRMC_vrm");
  b.use("VRMC_springBone");
  b.use("VRMC_materials_mtoon");
}

void draftSections(AssetBuilder& b) {
  b.set(
      "/extensions/VRMC_vrm",
      R"({"specVersion":"1.0","meta":{"title":"Thrice","version":"3","author":"libvrm","contactInformation":"here",)"
      R"("reference":"there","thumbnailImage":0,"allowedUser":"Everyone","violentUsage":"Disallow",)"
      R"("sexualUsage":"Disallow","commercialUsage":"Allow","license":"CC_BY"},"humanoid":)" +
          humanoid(VrmVersion::Draft) +
          R"(,"firstPerson":{"meshAnnotations":[{"mesh":0,"firstPersonFlag":"thirdPersonOnly"},{"mesh":1,"firstPersonFlag":"auto"}]},)"
          R"("lookAt":{"offsetFromHeadBone":[0,0.06,0.02],"lookAtType":"bone",)"
          R"("horizontalInner":{"inputMaxValue":90,"outputScale":8},"horizontalOuter":{"inputMaxValue":90,"outputScale":12},)"
          R"("verticalDown":{"inputMaxValue":60,"outputScale":10},"verticalUp":{"inputMaxValue":60,"outputScale":10}},)"
          R"("blendShape":{"blendShapeGroups":[{"preset":"joy","name":"joy","ignoreBlink":true,"binds":[{"mesh":0,"index":0,"weight":0.75}],)"
          R"("materialValues":[{"material":0,"type":"color","targetValue":[1,0,0,1]}]},)"
          R"({"preset":"blinkLeft","is_binary":true,"values":[{"mesh":0,"index":1,"weight":1}]},)"
          R"({"preset":"custom","name":"wave","materialUVBinds":[{"material":0,"scaling":[1,1],"offset":[0.5,0.25]}]}]},)"
          R"("springBone":{"boneGroups":[{"name":"hair","stiffness":0.6,"gravityPower":0.2,"gravityDir":[0.5,-1,0.25],)"
          R"("dragForce":0.4,"center":0,"hitRadius":0.02,"bones":[22],"colliderGroups":[0]}],)"
          R"("colliderGroups":[{"node":4,"colliders":[{"shapeType":"sphere","offset":[0.01,0.1,0.02],"size":[0.1]},)"
          R"({"shapeType":"capsule","offset":[0,0.25,0],"rotation":[0,0,0],"size":[0.05,0.5]}]}]}})");
  b.set("/nodes/13/extensions", R"({"VRMC_constraints-1.0":{"rotation":{"source":16,"sourceSpace":"local",)"
                                R"("destinationSpace":"local","weight":0.5}}})");
  b.use("VRMC_constraints-1.0");
  b.use("VRMC_vrm");
  b.use("VRMC_materials_mtoon");
  b.use("KHR_texture_transform");
}

void vrm0Sections(AssetBuilder& b) {
  const auto put = [&](const std::string& key, std::string_view text) {
    b.set("/extensions/VRM/" + key, text);
  };
  put("exporterVersion", R"("libvrm-test")");
  put("specVersion", R"("0.0")");
  put("meta",
      R"({"title":"Thrice","version":"3","author":"libvrm","contactInformation":"here","reference":"there",)"
      R"("texture":0,"allowedUserName":"Everyone","violentUssageName":"Disallow","sexualUssageName":"Disallow",)"
      R"("commercialUssageName":"Allow","licenseName":"CC_BY"})");
  put("humanoid", humanoid(VrmVersion::Vrm0));
  // Unity's vectors: the file's with Z the other way round.
  put("firstPerson",
      R"({"firstPersonBone":4,"firstPersonBoneOffset":{"x":0,"y":0.06,"z":0.02},"meshAnnotations":)"
      R"([{"mesh":0,"firstPersonFlag":"ThirdPersonOnly"},{"mesh":1,"firstPersonFlag":"Auto"}],)"
      R"("lookAtTypeName":"Bone","lookAtHorizontalInner":{"curve":[0,0,0,1,1,1,1,0],"xRange":90,"yRange":8},)"
      R"("lookAtHorizontalOuter":{"xRange":90,"yRange":12},"lookAtVerticalDown":{"xRange":60,"yRange":10},)"
      R"("lookAtVerticalUp":{"xRange":60,"yRange":10}})");
  put("blendShapeMaster",
      R"({"blendShapeGroups":[{"presetName":"joy","name":"Joy","ignoreBlink":true,"binds":[{"mesh":0,"index":0,"weight":75}],)"
      R"("materialValues":[{"materialName":"skin","propertyName":"_Color","targetValue":[1,0,0,1]}]},)"
      R"({"presetName":"blink_l","name":"Blink_L","isBinary":true,"binds":[{"mesh":0,"index":1,"weight":100}],"materialValues":[]},)"
      R"({"presetName":"unknown","name":"wave","binds":[],"materialValues":[{"materialName":"skin","propertyName":"_MainTex_ST",)"
      R"("targetValue":[1,1,0.5,-0.25]}]}]})");
  put("secondaryAnimation",
      R"({"boneGroups":[{"comment":"hair","stiffiness":0.6,"gravityPower":0.2,"gravityDir":{"x":-0.5,"y":-1,"z":0.25},)"
      R"("dragForce":0.4,"center":0,"hitRadius":0.02,"bones":[22],"colliderGroups":[0]}],)"
      R"("colliderGroups":[{"node":4,"colliders":[{"offset":{"x":-0.01,"y":0.1,"z":0.02},"radius":0.1}]}]})");
  b.use("VRM");
}

}  // namespace

AssetBuilder sameAvatar(VrmVersion version) {
  AssetBuilder b;
  skeleton(b, version);
  meshes(b);
  materials(b, version);
  if (version == VrmVersion::Vrm1) finalSections(b);
  if (version == VrmVersion::Draft) draftSections(b);
  if (version == VrmVersion::Vrm0) vrm0Sections(b);
  return b;
}

}  // namespace vrm::test
