// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Files that could be faster and smaller.
#include "unit/validate/validate_case.hpp"

namespace vrm::test {
namespace {

ValidateCase advised(Code code, const AssetBuilder& b, std::vector<std::string> report) {
  ValidateCase c{code, b.glb(), std::move(report)};
  c.advice = true;
  return c;
}

// The body's mesh on as many nodes.
AssetBuilder manyDraws() {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  for (int i = 0; i < 20; ++i) {
    const std::uint32_t node = b.node("copy" + std::to_string(i));
    b.set("/nodes/" + std::to_string(node) + "/mesh", "1");
  }
  return b;
}

AssetBuilder manyMaterials() {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  const gltf::Document document = b.document();
  b.set("/materials/-", gltf::Json::write(*gltf::Json::at(document.root(), "/materials/1")));
  apply(b, {{"/materials/2/name", R"("cloth_2")"}});
  const std::string primitive = gltf::Json::write(*gltf::Json::at(document.root(), "/meshes/1/primitives/0"));
  b.set("/meshes/1/primitives/-", primitive);
  b.set("/meshes/1/primitives/1/material", "2");
  return b;
}

// The header of a large PNG; nobody decodes it.
AssetBuilder largeTexture() {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  Bytes png = tinyPng();
  png[18] = png[22] = std::byte{16};  // 4096 and 2 more
  const std::uint32_t image = b.image("large", png, "image/png");
  b.set("/textures/0/source", std::to_string(image));
  b.set("/materials/1/pbrMetallicRoughness/metallicRoughnessTexture", R"({"index":1})");
  b.add(gltf::Kind::Texture, R"({"source":0})");
  return b;
}

AssetBuilder unusedMorph() {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  apply(b, {{"/extensions/VRMC_vrm/expressions/preset/blinkLeft", ""}});
  return b;
}

// The body hangs on hips, and the skin names spine too.
AssetBuilder unusedJoint() {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  addSkin(b, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.9f, 0, 1,
              1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1.0f, 0, 1},
          "[0,1]");
  return b;
}

AssetBuilder unusedVertex() {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  const std::uint32_t positions =
      b.floats(gltf::AccessorType::Vec3, {-0.1f, 0, 0.1f, 0.1f, 0, 0.1f, 0, 1.7f, 0.1f, 0, 1, 0}, true);
  const std::uint32_t uvs = b.floats(gltf::AccessorType::Vec2, {0, 1, 1, 1, 0.5f, 0, 0, 0});
  const std::uint32_t indices = b.indices({0, 1, 2});
  apply(b, {{"/meshes/1/primitives/0/attributes/POSITION", std::to_string(positions)},
            {"/meshes/1/primitives/0/attributes/TEXCOORD_0", std::to_string(uvs)},
            {"/meshes/1/primitives/0/indices", std::to_string(indices)}});
  return b;
}

// A hair of as many joints.
AssetBuilder manyJoints() {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  std::uint32_t at = 4;
  std::string joints;
  for (int i = 0; i <= 200; ++i) {
    at = b.node("long" + std::to_string(i), {0, -0.01f, -0.01f}, at);
    joints += (i == 0 ? R"({"node":)" : R"(,{"node":)") + std::to_string(at) + "}";
  }
  b.set("/extensions/VRMC_springBone/springs/-", R"({"joints":[)" + joints + R"(],"colliderGroups":[0]})");
  return b;
}

// Ten thousand vertices on one spot, all as floats.
AssetBuilder uncompressed() {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  constexpr std::uint32_t kCount = 30'000;
  gltf::NewAccessor what;
  what.type = gltf::AccessorType::Vec3;
  what.count = kCount;
  what.minMax = true;
  const std::uint32_t positions = b.bytes(what, Bytes(12 * kCount));
  what.type = gltf::AccessorType::Vec2;
  what.minMax = false;
  const std::uint32_t uvs = b.bytes(what, Bytes(8 * kCount));
  apply(b, {{"/meshes/1/primitives/0/attributes/POSITION", std::to_string(positions)},
            {"/meshes/1/primitives/0/attributes/TEXCOORD_0", std::to_string(uvs)},
            {"/meshes/1/primitives/0/mode", "0"}});
  return b;
}

}  // namespace

std::vector<ValidateCase> adviceCases() {
  return {
      advised(
          Code::AdviceDrawCalls, manyDraws(),
          {"hint /meshes: 23 draw calls, and 2 more for outlines; up to 16 are good [ADVICE_DRAW_CALLS]"}),
      advised(Code::AdviceMaterials, manyMaterials(),
              {"hint /materials: materials that are the same: 1, 2 [ADVICE_MATERIALS]"}),
      advised(Code::AdviceTextures, largeTexture(),
              {"hint /images/1: the image has 4098 x 4098 pixels, 89.6 MB on a GPU [ADVICE_TEXTURES]",
               "hint /images: all images take 89.6 MB on a GPU; up to 75.0 MB are good [ADVICE_TEXTURES]"}),
      advised(Code::AdviceMorphs, unusedMorph(),
              {"hint /meshes/0: 1 of 2 morph targets are in no expression, 1 kB [ADVICE_MORPHS]"}),
      advised(Code::AdviceJoints, unusedJoint(),
              {"hint /skins/0: 1 of 2 joints move no vertex [ADVICE_JOINTS]"}),
      advised(Code::AdviceVertices, unusedVertex(),
              {"information /accessors/3: the accessor is not used [GLTF_UNUSED]",
               "hint /meshes/1/primitives/0: 1 of 4 vertices belong to no triangle [ADVICE_VERTICES]"}),
      advised(Code::AdviceSprings, manyJoints(),
              {"hint /extensions/VRMC_springBone: 204 joints and 408 pairs of a joint and a collider: about "
               "3.5 microseconds per frame, in a browser 30 times that [ADVICE_SPRINGS]"}),
      advised(Code::AdviceCompression, uncompressed(),
              {"information /accessors/3: the accessor is not used [GLTF_UNUSED]",
               "hint /accessors: geometry of 0.6 MB would take 0.4 MB with KHR_mesh_quantization, shorter "
               "indices and sparse morph targets [ADVICE_COMPRESSION]"}),
  };
}

}  // namespace vrm::test
