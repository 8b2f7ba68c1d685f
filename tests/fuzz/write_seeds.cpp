// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Makes the seeds that have a name, but for pictures and findings: write_seeds FOLDER (tests/fuzz/seeds). Each is a
// small input about one thing, since libFuzzer mutates small inputs best.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "support/asset_builder.hpp"
#include "support/three_avatars.hpp"

namespace vrm::test {
namespace {

using gltf::AccessorType;
using gltf::Kind;

AssetBuilder hierarchy() {
  AssetBuilder b;
  const std::uint32_t root = b.node("root", {0, 1, 0});
  const std::uint32_t child = b.node("child", {0.5f, 0, 0}, root);
  b.node("leaf", {}, child);
  b.node("other");
  b.set("/nodes/2/rotation", "[0,0.6,0,0.8]");
  b.set("/nodes/3/matrix", "[1,0,0,0,0,2,0,0,0,0,1,0,3,0,0,1]");
  b.add(Kind::Camera, R"({"type":"perspective","perspective":{"yfov":1,"znear":0.1}})");
  b.set("/nodes/2/camera", "0");
  return b;
}

AssetBuilder mesh() {
  AssetBuilder b;
  b.node("body");
  b.node("joint");
  b.floats(AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, true);
  b.indices({0, 1, 2});
  b.floats(AccessorType::Vec3, {0, 0.5f, 0, 0, 0, 0, 0, 0, 0}, true);
  b.floats(AccessorType::Vec4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  gltf::NewAccessor joints;
  joints.componentType = gltf::ComponentType::UnsignedByte;
  joints.type = AccessorType::Vec4;
  joints.count = 3;
  b.bytes(joints, Bytes(12));
  b.floats(AccessorType::Mat4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  b.add(Kind::Mesh, R"({"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":4,"WEIGHTS_0":3},"indices":1,)"
                    R"("targets":[{"POSITION":2}]}],"weights":[0.5],"extras":{"targetNames":["up"]}})");
  b.add(Kind::Skin, R"({"joints":[1],"inverseBindMatrices":5,"skeleton":1})");
  b.set("/nodes/0/mesh", "0");
  b.set("/nodes/0/skin", "0");
  return b;
}

AssetBuilder sparse() {
  AssetBuilder b;
  b.floats(AccessorType::Vec2, {1, 2, 3, 4, 5, 6});
  b.indices({0, 2});
  b.floats(AccessorType::Vec2, {7, 8, 9, 10});
  b.add(Kind::Accessor, R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC2","sparse":{"count":2,)"
                        R"("indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":2}}})");
  b.add(Kind::Accessor, R"({"componentType":5121,"normalized":true,"count":4,"type":"MAT3"})");
  b.set("/bufferViews/0/byteStride", "8");
  return b;
}

AssetBuilder textures() {
  AssetBuilder b;
  b.image("skin", tinyPng(), "image/png");
  b.add(Kind::Image, R"({"uri":"data:image/png;base64,iVBORw0KGgo="})");
  b.add(Kind::Sampler, R"({"magFilter":9729,"wrapS":33071})");
  b.add(Kind::Texture, R"({"sampler":0,"source":0})");
  b.add(Kind::Texture, R"({"source":1,"extensions":{"EXT_texture_webp":{"source":0}}})");
  b.add(Kind::Material, R"({"alphaMode":"MASK","normalTexture":{"index":1,"scale":0.5},"pbrMetallicRoughness":)"
                        R"({"baseColorTexture":{"index":0,"texCoord":1}}})");
  b.use("EXT_texture_webp");
  return b;
}

AssetBuilder animation() {
  AssetBuilder b;
  b.node("moves");
  b.floats(AccessorType::Scalar, {0, 1}, true);
  b.floats(AccessorType::Vec3, {0, 0, 0, 0, 1, 0});
  b.add(Kind::Animation, R"({"samplers":[{"input":0,"output":1},{"input":0,"output":1,"interpolation":"STEP"}],)"
                         R"("channels":[{"sampler":1,"target":{"node":0,"path":"translation"}},{"sampler":0,)"
                         R"("target":{"path":"pointer","extensions":{"KHR_animation_pointer":)"
                         R"({"pointer":"/nodes/0/translation"}}}}]})");
  b.use("KHR_animation_pointer");
  return b;
}

AssetBuilder vrm1() {
  AssetBuilder b;
  const std::uint32_t hips = b.node("hips", {0, 1, 0});
  b.node("hair", {0, 0.1f, 0}, b.node("head", {0, 0.5f, 0}, hips));
  b.add(Kind::Material, "{}");
  b.set("/extensions/VRMC_vrm", R"({"specVersion":"1.0","humanoid":{"humanBones":{"hips":{"node":0},"head":)"
                                R"({"node":1}}},"expressions":{"preset":{"happy":{"materialColorBinds":)"
                                R"([{"material":0,"type":"color","targetValue":[1,0,0,1]}]}}}})");
  b.set("/extensions/VRMC_springBone",
        R"({"specVersion":"1.0","colliders":[{"node":1,"shape":{"sphere":{"radius":0.1}}}],"colliderGroups":)"
        R"([{"colliders":[0]}],"springs":[{"joints":[{"node":1},{"node":2}],"colliderGroups":[0],"center":0}]})");
  b.use("VRMC_vrm");
  b.use("VRMC_springBone");
  return b;
}

AssetBuilder vrm0() {
  AssetBuilder b;
  b.node("hips");
  b.node("hair", {0, 0.1f, 0}, 0);
  b.add(Kind::Material, R"({"name":"skin"})");
  b.set("/extensions/VRM", R"({"specVersion":"0.0","meta":{"texture":-1},"humanoid":{"humanBones":[{"bone":"hips",)"
                           R"("node":0}]},"materialProperties":[{"name":"skin","textureProperties":{}}],)"
                           R"("secondaryAnimation":{"boneGroups":[{"center":-1,"bones":[1],"colliderGroups":[0]}],)"
                           R"("colliderGroups":[{"node":0,"colliders":[{"radius":0.1}]}]}})");
  b.use("VRM");
  return b;
}

// Two buffers as data URIs, and what nobody knows.
Bytes text() {
  return bytesOf(gltfJson(
      R"("buffers":[{"byteLength":4,"uri":"data:;base64,AQIDBA=="},{"byteLength":8,"uri":"data:,abcdefgh"}],)"
      R"("bufferViews":[{"buffer":1,"byteLength":8},{"buffer":0,"byteLength":4}],"accessors":[{"bufferView":0,)"
      R"("componentType":5123,"count":4,"type":"SCALAR"},{"bufferView":1,"componentType":5120,"count":1,)"
      R"("type":"VEC4"}],"extensions":{"MY_own":{"node":0,"list":[1.50,-0,1e3,"\u00e9"]}},"extras":null)"));
}

// A motion for an avatar, as .vrma files have it.
AssetBuilder motion() {
  AssetBuilder b;
  b.node("neck", {0, 0.5f, 0}, b.node("hips", {0, 1, 0}));
  b.node("happy");
  b.node("custom");
  b.node("gaze");
  b.floats(AccessorType::Scalar, {0, 1}, true);
  b.floats(AccessorType::Vec4, {0, 0, 0, 1, 0, 0.6f, 0, 0.8f});
  b.add(Kind::Animation, R"({"samplers":[{"input":0,"output":1}],)"
                         R"("channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}}]})");
  b.set("/extensions/VRMC_vrm_animation",
        R"({"specVersion":"1.0","humanoid":{"humanBones":{"hips":{"node":0},"neck":{"node":1}}},"expressions":)"
        R"({"preset":{"happy":{"node":2}},"custom":{"wave":{"node":3}}},"lookAt":{"node":4,)"
        R"("offsetFromHeadBone":[0,0.1,0]}})");
  b.use("VRMC_vrm_animation");
  return b;
}

AssetBuilder constraints() {
  AssetBuilder b;
  for (const char* name : {"source", "roll", "aim", "rotation"}) b.node(name);
  const auto constrain = [&](std::uint32_t node, const std::string& constraint) {
    b.set("/nodes/" + std::to_string(node) + "/extensions/VRMC_node_constraint",
          R"({"specVersion":"1.0","constraint":)" + constraint + "}");
  };
  constrain(1, R"({"roll":{"source":0,"rollAxis":"X","weight":0.5}})");
  constrain(2, R"({"aim":{"source":0,"aimAxis":"NegativeZ"}})");
  constrain(3, R"({"rotation":{"source":2,"weight":1}})");
  b.use("VRMC_node_constraint");
  return b;
}

AssetBuilder draftConstraints() {
  AssetBuilder b;
  for (const char* name : {"source", "position", "rotation", "aim", "same", "list"}) b.node(name);
  const auto constrain = [&](std::uint32_t node, std::string_view extension, std::string_view constraint) {
    b.set("/nodes/" + std::to_string(node) + "/extensions/" + std::string(extension), constraint);
  };
  constrain(1, "VRMC_constraints", R"({"position":{"source":0,"sourceSpace":"local","freezeAxes":[true,false,true]}})");
  constrain(2, "VRMC_constraints-1.0", R"({"rotation":{"source":0,"destinationSpace":"model","axes":[true,true,)"
      R"(false],"weight":0.25}})");
  constrain(3, "VRMC_constraints", R"({"aim":{"source":0,"aimVector":[0,0,1],"upVector":[0,1,0],)"
      R"("freezeAxes":[true,false]}})");
  constrain(4, "VRMC_constraints",
            R"({"rotation":{"source":0,"sourceSpace":"local","destinationSpace":"local","freezeAxes":[true,true,)"
            R"(true]}})");
  constrain(5, "VRMC_node_constraint", R"([{"constraint":{"position":{"source":1}}}])");
  b.use("VRMC_constraints");
  return b;
}

AssetBuilder springs() {
  AssetBuilder b;
  std::uint32_t last = b.node("root");
  for (const char* name : {"a", "b", "c", "d"}) last = b.node(name, {0, -0.1f, 0}, last);
  const auto extended = [](const std::string& shape, const std::string& base) {
    return R"({"node":0,)" + base +
           R"("extensions":{"VRMC_springBone_extended_collider":{"specVersion":"1.0","shape":)" + shape + "}}}";
  };
  const auto joint = [](std::uint32_t node, const std::string& limit) {
    return R"({"node":)" + std::to_string(node) +
           R"(,"extensions":{"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":)" + limit + "}}}";
  };
  const std::string colliders =
      extended(R"({"plane":{"offset":[0,1,0],"normal":[0,1,0]}})", R"("shape":{"sphere":{"radius":0.5}},)") + "," +
      extended(R"({"sphere":{"radius":2,"inside":true}})", "") + "," +
      extended(R"({"capsule":{"radius":1,"tail":[0,1,0],"inside":true}})",
               R"("shape":{"capsule":{"radius":1,"tail":[0,1,0]}},)") +
      R"(,{"node":0,"shape":{"radius":1,"tail":[1,0,0]}})";
  const std::string joints = joint(1, R"({"cone":{"angle":1,"rotation":[0,0,0,1]}})") + "," +
                             joint(2, R"({"hinge":{"angle":0.5}})") + "," +
                             joint(3, R"({"spherical":{"pitch":1,"yaw":0.5}})") +
                             R"(,{"node":4,"stiffiness":2,"dragForce":0.1})";
  b.set("/extensions/VRMC_springBone",
        R"({"specVersion":"1.0","colliders":[)" + colliders +
            R"(],"colliderGroups":[{"name":"all","colliders":[0,1,2,3]}],"springs":[{"joints":[)" + joints +
            R"(],"colliderGroups":[0]}]})");
  b.use("VRMC_springBone");
  b.use("VRMC_springBone_extended_collider");
  b.use("VRMC_springBone_limit");
  return b;
}

// materialProperties of every shader that VRM 0.x has.
AssetBuilder oldMaterials() {
  AssetBuilder b;
  b.node("hips");
  b.image("picture", tinyPng(), "image/png");
  b.add(Kind::Texture, R"({"source":0})");
  std::string list;
  for (const char* shader : {"VRM/MToon", "VRM/UnlitTexture", "VRM/UnlitCutout", "VRM/UnlitTransparent",
                             "VRM/UnlitTransparentZWrite", "Unlit/Color", "VRM_USE_GLTFSHADER", "Standard"}) {
    b.add(Kind::Material, std::string(R"({"name":")") + shader + R"("})");
    list += std::string(list.empty() ? "" : ",") + R"({"name":")" + shader + R"(","shader":")" + shader +
            R"(","renderQueue":3000,"floatProperties":{"_Cutoff":0.25,"_BlendMode":3,"_CullMode":0,)"
            R"("_OutlineWidthMode":2,)"
            R"("_OutlineWidth":1,"_UvAnimRotation":0.5},"vectorProperties":{"_Color":[0.5,1,1,0.5],"_MainTex":[0,)"
            R"(0.5,2,1],)"
            R"("_EmissionColor":[2,1,0,1]},"textureProperties":{"_MainTex":0,"_SphereAdd":0}})";
  }
  b.set("/extensions/VRM", R"({"specVersion":"0.0","humanoid":{"humanBones":[{"bone":"hips","node":0}]},)"
      R"("materialProperties":[)" +
                               list + "]}");
  b.use("VRM");
  return b;
}

// What 1.0 says about materials.
AssetBuilder newMaterials() {
  AssetBuilder b;
  b.image("picture", tinyPng(), "image/png");
  b.add(Kind::Texture, R"({"source":0})");
  b.add(Kind::Material,
        R"({"alphaMode":"BLEND","emissiveFactor":[1,1,1],"normalTexture":{"index":0,"scale":0.5},"occlusionTexture":)"
        R"({"index":0,"strength":0.5},"extensions":{"KHR_materials_unlit":{},"KHR_materials_emissive_strength":)"
        R"({"emissiveStrength":4},"VRMC_materials_mtoon":{"specVersion":"1.0","transparentWithZWrite":true,)"
        R"("renderQueueOffsetNumber":3,"shadingShiftTexture":{"index":0,"scale":2,"texCoord":1},)"
        R"("matcapTexture":{"index":0,)"
        R"("extensions":{"KHR_texture_transform":{"offset":[0.5,0],"rotation":1,"scale":[2,2],"texCoord":1}}},)"
        R"("outlineWidthMode":"screenCoordinates","outlineWidthFactor":0.1}}})");
  b.add(Kind::Material, R"({"extensions":{"VRMC_materials_hdr_emissiveMultiplier":{"emissiveMultiplier":3}}})");
  b.set("/extensions/VRMC_vrm", R"({"specVersion":"1.0-beta","humanoid":{"humanBones":{}}})");
  return b;
}

// A mesh of the head and the hips, on a node of its own and on the head.
AssetBuilder firstPerson(bool old) {
  AssetBuilder b;
  b.node("head", {0, 0.5f, 0}, b.node("hips", {0, 1, 0}));
  b.node("body");
  b.node("hat", {}, 1);
  b.floats(AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, true);
  b.indices({0, 1, 2, 1, 2, 3});
  b.floats(AccessorType::Vec4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0});
  gltf::NewAccessor joints;
  joints.componentType = gltf::ComponentType::UnsignedByte;
  joints.type = AccessorType::Vec4;
  joints.count = 4;
  b.bytes(joints, bytesOf<std::uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}));
  const std::string skinned = R"({"attributes":{"POSITION":0,"JOINTS_0":3,"WEIGHTS_0":2})";
  b.add(Kind::Mesh, R"({"name":"body","primitives":[)" + skinned + R"(,"indices":1,"targets":[{"POSITION":0}]},)" +
                        skinned + R"(,"mode":5},)" + skinned + R"(,"mode":1},{"attributes":{"POSITION":0}}]})");
  b.add(Kind::Skin, R"({"joints":[0,1]})");
  for (const char* node : {"/nodes/2", "/nodes/3"}) {
    b.set(std::string(node) + "/mesh", "0");
    b.set(std::string(node) + "/skin", "0");
  }
  if (old) {
    b.set("/extensions/VRM",
          R"({"specVersion":"0.0","humanoid":{"humanBones":[{"bone":"hips","node":0},{"bone":"head","node":1}]},)"
          R"("firstPerson":{"meshAnnotations":[{"mesh":0,"firstPersonFlag":"Auto"}]},"blendShapeMaster":)"
          R"({"blendShapeGroups":[{"presetName":"joy","binds":[{"mesh":0,"index":0,"weight":100}]}]}})");
    b.use("VRM");
  } else {
    b.set("/extensions/VRMC_vrm",
          R"({"specVersion":"1.0","humanoid":{"humanBones":{"hips":{"node":0},"head":{"node":1}}},"firstPerson":)"
          R"({"meshAnnotations":[{"node":2,"type":"auto"}]},"expressions":{"preset":{"happy":{"morphTargetBinds":)"
          R"([{"node":2,"index":0,"weight":1}]}}}})");
    b.use("VRMC_vrm");
  }
  return b;
}

void write(const std::filesystem::path& path, const Bytes& bytes) {
  if (const Result<void> written = writeFile(path, bytes); !written) {
    std::fprintf(stderr, "write_seeds: %s\n", written.error().toString().c_str());
    std::exit(1);
  }
}

// Heads of fuzz_accessor.cpp, each with the same few bytes behind it.
void writeAccessors(const std::filesystem::path& folder) {
  const std::map<std::string, Bytes> heads = {
      // component type, type, flags, count, offset, stride, offset of the view, -, sparse: count, type, offsets
      {"floats", bytesOf<std::uint8_t>({5, 2, 2, 4, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
      {"normalized_bytes", bytesOf<std::uint8_t>({0, 3, 3, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
      {"strided_shorts", bytesOf<std::uint8_t>({2, 1, 7, 4, 2, 12, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
      {"padded_matrices", bytesOf<std::uint8_t>({1, 5, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
      {"short_matrices", bytesOf<std::uint8_t>({3, 5, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
      {"integers", bytesOf<std::uint8_t>({4, 0, 2, 9, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
      {"sparse", bytesOf<std::uint8_t>({5, 0, 10, 8, 0, 0, 0, 0, 3, 1, 2, 4, 0, 16, 0, 0})},
      {"sparse_over_zeros", bytesOf<std::uint8_t>({1, 1, 9, 200, 0, 0, 0, 0, 4, 3, 0, 0, 8, 16, 0, 0})},
      {"min_and_max", bytesOf<std::uint8_t>({3, 2, 18, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
  };
  Bytes data = bytesOf<float>({0, 1, -1, 0.5f, 1e30f, -2});
  for (std::uint32_t i = 0; i < 48; ++i) data.push_back(static_cast<std::byte>(i * i));
  for (const auto& [name, head] : heads) {
    Bytes bytes = head;
    bytes.insert(bytes.end(), data.begin(), data.end());
    write(folder / name, bytes);
  }
}

// Avatars and changes of fuzz_snapshot.cpp.
void writeSnapshots(const std::filesystem::path& folder) {
  for (std::uint8_t which = 0; which < 3; ++which) {
    const std::string name = "avatar" + std::to_string(which);
    write(folder / name, bytesOf<std::uint8_t>({which, 0}));
    // The translation and scale of the root, a node's translation, something far behind.
    write(folder / (name + "_moved"),
          bytesOf<std::uint8_t>({which, 0, 6, 0, 0, 0, 0x80, 0x3F, 13, 0, 0, 0, 0, 0x40, 0, 2, 0, 0, 0x80, 0x3F}));
    write(folder / (name + "_broken"), bytesOf<std::uint8_t>({which, 0, 6, 0, 0, 0, 0xC0, 0x7F}));
    write(folder / (name + "_header"), bytesOf<std::uint8_t>({which, 7, 'V', 'R', 'M', 'S', 8, 0, 0, 0}));
  }
}

const std::map<std::string, std::string> kScenarios = {
    {"all_tracks",
     R"({"version":1,"dt":0.0166,"frames":12,"sample":{"every":3},"stepping":"fixed","tracks":[)"
     R"({"target":"root","property":"translation","values":[[0,0,0],[0,0,1]]},)"
     R"({"target":"root","property":"rotation","values":[[0,0,0,1],[0,1,0,0]]},)"
     R"({"target":"root","property":"scale","values":[1,2]},)"
     R"({"target":"bone:head","property":"rotation","values":[[0.6,0,0,0.8]]},)"
     R"({"target":"bone:hips","property":"translation","values":[[0,-0.1,0]]},)"
     R"({"target":"node:3","property":"translation","values":[[0,0,0]]},)"
     R"({"target":"node:3","property":"rotation","values":[[0,0,0,1]]},)"
     R"({"target":"node:3","property":"scale","values":[[1,1,2]]},)"
     R"({"target":"expression:happy","property":"weight","values":[0,0.5,1]},)"
     R"({"target":"lookAt","property":"target","values":[[0,1,5]]},)"
     R"({"target":"lookAt","property":"yawPitch","values":[[10,-5]]},)"
     R"({"target":"force","property":"world","values":[[0,0,1]]}],)"
     R"("output":{"nodes":"all","what":["rotation","translation","world"],"morphs":true,"expressions":true,)"
     R"("materials":true,"lookAt":true}})"},
    {"steps", R"({"dt":[0.1,0.2,-1],"frames":3,"sample":[1,3],"stepping":"spec","output":{"nodes":[0,2]}})"},
    {"springs", R"({"dt":0.02,"frames":60,"output":{"nodes":"springs","extras":null},"extras":{}})"},
    {"constrained", R"({"dt":1e-3,"frames":10000000,"output":{"nodes":"constrained"},"tracks":[]})"},
    {"too_large", R"({"dt":0.02,"frames":2,"tracks":[{"target":"root","property":"scale","values":[1e999]}]})"},
    {"pose", R"({"head":{"rotation":[0,0.6,0,0.8]},"hips":{"position":[0,-0.2,0],"rotation":null},"spine":{}})"},
};

const std::map<std::string, std::string> kTerms = {
    {"least", R"({"licenseUrl":"https://vrm.dev/licenses/1.0/","authors":["a"],"name":"b"})"},
    {"all",
     R"({"name":"a","version":"1","authors":["b","c"],"copyrightInformation":"d","contactInformation":"e",)"
     R"("references":["f"],"thirdPartyLicenses":"g","licenseUrl":"https://vrm.dev/licenses/1.0/",)"
     R"("avatarPermission":"onlyAuthor","allowExcessivelyViolentUsage":false,"allowExcessivelySexualUsage":false,)"
     R"("commercialUsage":"personalNonProfit","allowPoliticalOrReligiousUsage":false,)"
     R"("allowAntisocialOrHateUsage":false,"creditNotation":"required","allowRedistribution":false,)"
     R"("modification":"prohibited","otherLicenseUrl":"h"})"},
    {"wide",
     R"({"name":"a","authors":["b"],"licenseUrl":"https://vrm.dev/licenses/1.0/","avatarPermission":"everyone",)"
     R"("allowExcessivelyViolentUsage":true,"allowExcessivelySexualUsage":true,"commercialUsage":"corporation",)"
     R"("allowPoliticalOrReligiousUsage":true,"allowAntisocialOrHateUsage":true,"creditNotation":"unnecessary",)"
     R"("allowRedistribution":true,"modification":"allowModificationRedistribution"})"},
};

const std::map<std::string, std::string> kNames = {
    {"plain", "Face_M01\nface_m01\nFACE_M01_2\n\u9AEA \u306E\u6BDB"},
    {"refused", "a\\b/c:d*e?f\"g<h>i|j\n.hidden\n-rf\nend. ."},
    {"devices", "con\nCON.txt\nnul .x\ncom1\nLPT\u00B9\nconin$"},
    {"hidden", "a\u200Db\u200B\u202E\uFEFF\n\u2764\uFE0F\u200D\U0001F525\n\u845B\U000E0100\n\u3000"},
    {"broken", "a\xC3\n\xED\xA0\x80\n\xC0\xAF\xF4\x90\x80\x80\xE3\x81"},
    {"long", std::string(150, 'a') + "\u3042\u3042\u3042" + std::string(150, 'b') + "\n" +
                 std::string(199, 'a') + "\u3042"},
    {"inside", "sub/b"},
    {"escaped", "%C3%A9"},
    {"upwards", "sub/../../secret"},
    {"escaped_upwards", "sub/%2e%2E/%2e./secret"},
    {"absolute", "/etc/passwd"},
    {"url", "file:///etc/passwd"},
    {"link", "link"},
    {"link_of_folder", "sub/far/secret"},
    {"zero", std::string("a\0b%00", 6)},
};

void writeAll(const std::filesystem::path& folder) {
  const std::map<std::string, Bytes> models = {
      {"hierarchy", hierarchy().glb()}, {"mesh", mesh().glb()}, {"sparse", sparse().glb()},
      {"textures", textures().glb()},   {"animation", animation().glb()}, {"vrm1", vrm1().glb()},
      {"vrm0", vrm0().glb()},           {"text", text()},
  };
  // What each edit of fuzz_edit.cpp does first, and a few in a row.
  const std::map<std::string, Bytes> edits = {
      {"hierarchy", bytesOf<std::uint8_t>({2, 0, 1, 0, 1, 1, 1})},             // remove nodes
      {"mesh", bytesOf<std::uint8_t>({2, 2, 9, 1, 2, 1, 1})},                  // turn accessors and nodes round
      {"sparse", bytesOf<std::uint8_t>({1, 3, 0, 0})},                         // compact
      {"textures", bytesOf<std::uint8_t>({3, 5, 0, 0, 4, 0, 0, 0, 6, 0})},     // unpack, pack, remove a texture
      {"animation", bytesOf<std::uint8_t>({2, 0, 1, 0, 6, 7, 5})},             // remove a node, add a view
      {"vrm1", bytesOf<std::uint8_t>({2, 0, 1, 2, 2, 14, 1})},                 // remove a joint, turn colliders round
      {"vrm0", bytesOf<std::uint8_t>({2, 0, 5, 0, 7, 1, 0})},                  // remove a material, add a node
      {"text", bytesOf<std::uint8_t>({3, 4, 0, 0, 5, 0, 1, 3, 0, 0})},         // pack, embed, compact
  };
  const std::map<std::string, Bytes> avatars = {
      {"same_vrm0", sameAvatar(VrmVersion::Vrm0).glb()},
      {"same_draft", sameAvatar(VrmVersion::Draft).glb()},
      {"same_vrm1", sameAvatar(VrmVersion::Vrm1).glb()},
      {"small", smallAvatar().glb()},
      {"first_person_vrm0", firstPerson(true).glb()},
      {"first_person_vrm1", firstPerson(false).glb()},
      {"motion", motion().glb()},
      {"constraints", constraints().glb()},
      {"draft_constraints", draftConstraints().glb()},
      {"springs", springs().glb()},
      {"old_materials", oldMaterials().glb()},
      {"new_materials", newMaterials().glb()},
      {"vrm0", vrm0().glb()},
      {"vrm1", vrm1().glb()},
  };
  for (const auto& [name, bytes] : models) write(folder / "document" / name, bytes);
  for (const auto& [name, bytes] : avatars) write(folder / "avatars" / name, bytes);
  for (const auto& [name, edit] : edits) {
    Bytes bytes = edit;
    const Bytes& model = models.at(name);
    bytes.insert(bytes.end(), model.begin(), model.end());
    write(folder / "edit" / name, bytes);
  }
  // What each edit of fuzz_avatar_edit.cpp does: meta, picture, bones, expression, springs, the unused.
  const std::map<std::string, Bytes> avatarEdits = {
      {"same_vrm0", bytesOf<std::uint8_t>({5, 0, 10, 1, 1, 0, 0, 2, 3, 1, 5, 0, 13, 6, 0, 0})},
      {"same_draft", bytesOf<std::uint8_t>({4, 0, 0, 1, 3, 0, 1, 4, 255, 0, 5, 32, 16})},
      {"same_vrm1", bytesOf<std::uint8_t>({6, 0, 1, 8, 1, 0, 0, 2, 7, 2, 4, 255, 0, 5, 1, 13, 7, 3, 1})},
  };
  for (const auto& [name, edit] : avatarEdits) {
    Bytes bytes = edit;
    const Bytes& model = avatars.at(name);
    bytes.insert(bytes.end(), model.begin(), model.end());
    write(folder / "avatar_edit" / name, bytes);
  }
  writeAccessors(folder / "accessor");
  writeSnapshots(folder / "snapshot");
  for (const auto& [name, text] : kScenarios) write(folder / "scenario" / name, bytesOf(std::string_view(text)));
  for (const auto& [name, text] : kTerms) write(folder / "meta" / name, bytesOf(std::string_view(text)));
  for (const auto& [name, text] : kNames) write(folder / "names" / name, bytesOf(std::string_view(text)));
}

}  // namespace
}  // namespace vrm::test

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("Usage: write_seeds FOLDER\n", stderr);
    return 2;
  }
  vrm::test::writeAll(argv[1]);
  return 0;
}
