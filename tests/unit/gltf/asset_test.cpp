// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/asset.hpp"

#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "support/check_model.hpp"

namespace vrm::gltf {
namespace {

using test::Bytes;
using test::bytesOf;
using test::gltfJson;
using test::linesOf;

struct Read {
  explicit Read(const std::string& members, const Bytes& bin = {}) : Read(test::glb(gltfJson(members), bin)) {}
  explicit Read(const Bytes& file) {
    Result<Document> parsed = Document::parse(file);
    EXPECT_TRUE(parsed.ok()) << (parsed ? "" : parsed.error().toString());
    if (!parsed) return;
    document = *std::move(parsed);
    Result<Asset> got = readAsset(document, diagnostics);
    EXPECT_TRUE(got.ok()) << (got ? "" : got.error().toString());
    if (!got) return;
    asset = *std::move(got);
    EXPECT_EQ(test::checkAsset(document, asset), "");
  }
  Document document;
  Asset asset;
  Diagnostics diagnostics;
};

TEST(Asset, ReadsTheSmallAvatar) {
  const Read r(test::smallAvatar().glb());
  EXPECT_TRUE(r.diagnostics.empty()) << r.diagnostics.all()[0].toString();
  const Asset& a = r.asset;
  ASSERT_EQ(a.nodes.size(), 19u);
  EXPECT_EQ(a.nodes[2].name, "head");
  EXPECT_EQ(a.nodes[2].parent, NodeIndex(1));
  EXPECT_EQ(a.nodes[2].local.translation, (Vec3{0, 0.5f, 0}));
  ASSERT_EQ(a.meshes.size(), 1u);
  EXPECT_EQ(a.nodes[18].mesh, MeshIndex(0));
  EXPECT_EQ(a.nodes[18].skin, SkinIndex(0));
  EXPECT_EQ(a.meshes[0].targetCount, 1u);
  ASSERT_EQ(a.meshes[0].targetNames.count, 1u);
  EXPECT_EQ(a.nameList(a.meshes[0].targetNames)[0], "smile");
  const Primitive& p = a.primitivesOf(a.meshes[0])[0];
  EXPECT_EQ(p.attributes.count, 5u);
  EXPECT_TRUE(a.find(p.attributes, "WEIGHTS_0"));
  EXPECT_FALSE(a.find(p.attributes, "COLOR_0"));
  EXPECT_EQ(p.material, MaterialIndex(0));
  EXPECT_EQ(a.materials[0].baseColorTexture.index, TextureIndex(0));
  EXPECT_EQ(a.materials[0].roughnessFactor, 0.9f);
  EXPECT_EQ(a.textures[0].source, ImageIndex(0));
  EXPECT_EQ(a.textureSamplers[0].minFilter, 9987);
  EXPECT_EQ(a.nodeList(a.skins[0].joints)[0], NodeIndex(2));
  EXPECT_EQ(a.scene, SceneIndex(0));
  EXPECT_EQ(a.nodeList(a.scenes[0].nodes).size(), 2u);
  const Stats stats = computeStats(r.document, a);
  EXPECT_EQ(stats.vertices, 3u);
  EXPECT_EQ(stats.triangles, 1u);
  EXPECT_EQ(stats.morphTargets, 1u);
  EXPECT_EQ(stats.joints, 2u);
  EXPECT_EQ(stats.images[0].info.width, 2u);
  EXPECT_EQ(findVersion(r.document).version, VrmVersion::Vrm1);
}

TEST(Asset, EmptyModelsAreFine) {
  const Read r("");
  EXPECT_TRUE(r.diagnostics.empty());
  EXPECT_TRUE(r.asset.nodes.empty());
}

TEST(Asset, NodeTransforms) {
  const Read r(R"("nodes":[{"translation":[1,2,3],"rotation":[0,0.70710678,0,0.70710678],"scale":[2,2,2]},)"
               R"({"matrix":[2,0,0,0,0,2,0,0,0,0,2,0,5,6,7,1]},{"rotation":[0,0,0,2]},{"rotation":[0,0,0,0]},)"
               R"({"matrix":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]},{"translation":[1,2]},{"translation":[1,2,1e39]}])");
  EXPECT_EQ(r.asset.nodes[0].local.scale, (Vec3{2, 2, 2}));
  EXPECT_NEAR(r.asset.nodes[0].local.rotation.y, 0.70710678f, 1e-7);
  EXPECT_EQ(r.asset.nodes[1].local, (Trs{{5, 6, 7}, {}, {2, 2, 2}}));
  EXPECT_EQ(r.asset.nodes[2].local.rotation, (Quat{0, 0, 0, 1}));
  EXPECT_EQ(r.asset.nodes[3].local.rotation, (Quat{0, 0, 0, 1}));
  EXPECT_EQ(r.asset.nodes[5].local.translation, Vec3{});
  EXPECT_EQ(r.asset.nodes[6].local.translation, Vec3{});
  std::vector<std::string> found;
  for (const Diagnostic& d : r.diagnostics.all()) found.push_back(d.toString());
  EXPECT_EQ(found, (std::vector<std::string>{
                       "/nodes/2/rotation: the rotation is no unit quaternion [GLTF_ROTATION]",
                       "/nodes/3/rotation: the rotation is no unit quaternion but zero; no rotation is used [GLTF_ROTATION]",
                       "/nodes/4/matrix: the matrix is not made of a translation, a rotation and a scale [GLTF_MATRIX]",
                       "/nodes/5/translation: translation must be an array of 3 numbers [GLTF_TYPE]",
                       "/nodes/6/translation: translation must be an array of 3 numbers that fit into a float [GLTF_TYPE]"}));
}

TEST(Asset, GraphsThatAreNoForestsAreMended) {
  struct Case {
    const char* nodes;
    Code code;
    const char* pointer;
  };
  const Case cases[] = {
      {R"({"children":[0]})", Code::GltfNodeCycle, "/nodes/0"},
      {R"({"children":[1]},{"children":[2]},{"children":[0]})", Code::GltfNodeCycle, "/nodes/0"},
      {R"({"children":[1]},{"children":[2]},{"children":[1]})", Code::GltfNodeTwoParents, "/nodes/2/children/0"},
      {R"({"children":[2]},{"children":[2]},{})", Code::GltfNodeTwoParents, "/nodes/1/children/0"},
      {R"({"children":[1,1]},{})", Code::GltfNodeTwoParents, "/nodes/0/children/1"},
  };
  for (const Case& c : cases) {
    const Read r(std::string(R"("nodes":[)") + c.nodes + "]");
    ASSERT_FALSE(r.diagnostics.empty()) << c.nodes;
    EXPECT_EQ(r.diagnostics.all()[0].code, c.code) << c.nodes;
    EXPECT_EQ(r.diagnostics.all()[0].pointer, c.pointer) << c.nodes;
  }
}

TEST(Asset, ScenesListRootsOnce) {
  const Read r(R"("nodes":[{"children":[1]},{},{}],"scenes":[{"nodes":[0,1,2,0]},{"nodes":[2]},{"nodes":[1]}])");
  EXPECT_EQ(linesOf(r.diagnostics),
            (std::vector<std::string>{"/scenes/0/nodes/1: node 1 is a child of node 0, not a root [GLTF_NODE_TWO_PARENTS]",
                                      "/scenes/0/nodes/3: node 0 is listed twice [GLTF_NODE_TWO_PARENTS]",
                                      "/scenes/2/nodes/0: node 1 is a child of node 0, not a root [GLTF_NODE_TWO_PARENTS]"}));
  const auto first = r.asset.nodeList(r.asset.scenes[0].nodes);
  EXPECT_EQ(std::vector(first.begin(), first.end()), (std::vector{NodeIndex(0), NodeIndex(2)}));
  EXPECT_EQ(r.asset.scenes[1].nodes.count, 1u);  // scenes may share roots
  EXPECT_EQ(r.asset.scenes[2].nodes.count, 0u);
}

TEST(Asset, RootsMadeByCuttingRingsStayInTheirScene) {
  const Read r(R"("nodes":[{"children":[1]},{"children":[0]}],"scenes":[{"nodes":[1]}])");
  EXPECT_TRUE(r.diagnostics.has(Code::GltfNodeCycle));
  EXPECT_FALSE(r.diagnostics.has(Code::GltfNodeTwoParents));
  EXPECT_EQ(r.asset.scenes[0].nodes.count, 1u);
}

TEST(Asset, RingsAreCutWhereASceneListsARoot) {
  // Node 3 hangs on the part of the ring that the cut leaves behind.
  const Read r(R"("scenes":[{"nodes":[1]}],"nodes":[{"children":[1]},{"children":[2]},{"children":[0,3]},{}])");
  EXPECT_FALSE(r.asset.nodes[1].parent);
  EXPECT_EQ(r.asset.nodeList(r.asset.scenes[0].nodes).size(), 1u);
  ASSERT_EQ(r.diagnostics.all().size(), 1u);
  EXPECT_EQ(r.diagnostics.all()[0].toString(),
            "/nodes/0: node 1 is a descendant of itself; it becomes a root [GLTF_NODE_CYCLE]");
}

TEST(Asset, DeepChainsDoNotRecurse) {
  std::string nodes;
  constexpr int kDeep = 100'000;
  for (int i = 0; i < kDeep; ++i) {
    nodes += (i ? ",{" : "{") + (i + 1 < kDeep ? "\"children\":[" + std::to_string(i + 1) + "]" : std::string()) + "}";
  }
  const Read r(R"("nodes":[)" + nodes + "]");
  EXPECT_TRUE(r.diagnostics.empty());
  EXPECT_EQ(r.asset.nodes[kDeep - 1].parent, NodeIndex(kDeep - 2));
}

TEST(Asset, ChildrenKeepTheirOrder) {
  const Read r(R"("nodes":[{"children":[3,1]},{},{"children":[4]},{},{}])");
  const auto children = r.asset.nodeList(r.asset.nodes[0].children);
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[0], NodeIndex(3));
  EXPECT_EQ(children[1], NodeIndex(1));
}

TEST(Asset, ReadsAnimations) {
  Bytes bin = bytesOf<float>({0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
  const Read r(R"("buffers":[{"byteLength":40}],"bufferViews":[{"buffer":0,"byteLength":40}],"accessors":[)"
               R"({"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},)"
               R"({"bufferView":0,"byteOffset":8,"componentType":5126,"count":2,"type":"VEC4"}],"nodes":[{}],)"
               R"("animations":[{"name":"walk","samplers":[{"input":0,"output":1},{"input":0,"output":1,"interpolation":"STEP"},)"
               R"({"input":0,"output":1,"interpolation":"CUBICSPLINE"},{"input":0,"output":9},{"input":0,"output":1,"interpolation":"SMOOTH"}],)"
               R"("channels":[{"sampler":1,"target":{"node":0,"path":"rotation"}},{"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/x"}}}},)"
               R"({"sampler":3,"target":{"node":0,"path":"scale"}},{"sampler":8,"target":{"node":0,"path":"scale"}},{"sampler":0}]}])",
               bin);
  ASSERT_EQ(r.asset.animations.size(), 1u);
  const Animation& walk = r.asset.animations[0];
  EXPECT_EQ(walk.name, "walk");
  EXPECT_EQ(r.asset.samplersOf(walk)[2].interpolation, Interpolation::CubicSpline);
  ASSERT_EQ(walk.channels.count, 2u);  // the others cannot be played
  EXPECT_EQ(r.asset.channelsOf(walk)[0].path, AnimationPath::Rotation);
  EXPECT_EQ(r.asset.channelsOf(walk)[0].sampler, 1u);
  EXPECT_EQ(r.asset.channelsOf(walk)[1].path, AnimationPath::Other);
  EXPECT_TRUE(r.diagnostics.has(Code::GltfIndexRange));
  EXPECT_TRUE(r.diagnostics.has(Code::GltfMissing));
  EXPECT_TRUE(r.diagnostics.has(Code::GltfValue));
}

TEST(Asset, ChannelsThatDoNotFitTheirPathAreLeftOut) {
  // 0: key times, 1 and 2: no key times, then outputs.
  const std::string accessors =
      R"("accessors":[{"componentType":5126,"count":2,"type":"SCALAR"},{"componentType":5126,"count":2,"type":"VEC3"},)"
      R"({"componentType":5123,"count":2,"type":"SCALAR","normalized":true},{"componentType":5126,"count":2,"type":"VEC4"},)"
      R"({"componentType":5122,"count":2,"type":"VEC4","normalized":true},{"componentType":5122,"count":2,"type":"VEC4"},)"
      R"({"componentType":5126,"count":6,"type":"VEC3"},{"componentType":5126,"count":6,"type":"SCALAR"},)"
      R"({"componentType":5126,"count":5,"type":"SCALAR"},{"componentType":5126,"count":1,"type":"VEC3"}],"nodes":[{}],)";
  const auto played = [&](int input, int output, const char* target, const char* interpolation = "LINEAR") {
    const Read r(accessors + R"("animations":[{"samplers":[{"input":)" + std::to_string(input) + R"(,"output":)" +
                 std::to_string(output) + R"(,"interpolation":")" + interpolation +
                 R"("}],"channels":[{"sampler":0,"target":{"node":0,)" + target + "}}]}]");
    EXPECT_EQ(r.asset.channels.size(), r.diagnostics.empty() ? 1u : 0u);
    return r.diagnostics.empty() ? "" : r.diagnostics.all()[0].toString();
  };
  const char* rotation = R"("path":"rotation")";
  const char* scale = R"("path":"scale")";
  const char* weights = R"("path":"weights")";
  EXPECT_EQ(played(0, 1, scale), "");
  EXPECT_EQ(played(0, 3, rotation), "");
  EXPECT_EQ(played(0, 4, rotation), "");
  EXPECT_EQ(played(0, 6, scale, "CUBICSPLINE"), "");
  EXPECT_EQ(played(0, 7, weights), "");
  EXPECT_EQ(played(0, 7, weights, "CUBICSPLINE"), "");
  EXPECT_EQ(played(0, 5, R"("path":"pointer","extensions":{"ACME_x":{}})"), "");

  const std::string at = "/animations/0/channels/0/";
  const std::string end = "; the channel is left out [GLTF_ACCESSOR_FORMAT]";
  EXPECT_EQ(played(1, 1, scale), at + "sampler: accessor 1 is VEC3 of component type 5126, which cannot serve as key times" + end);
  EXPECT_EQ(played(2, 1, scale),
            at + "sampler: accessor 2 is SCALAR of component type 5123, normalized, which cannot serve as key times" + end);
  EXPECT_EQ(played(0, 1, rotation), at + "sampler: accessor 1 is VEC3 of component type 5126, which cannot serve as rotation" + end);
  EXPECT_EQ(played(0, 5, rotation), at + "sampler: accessor 5 is VEC4 of component type 5122, which cannot serve as rotation" + end);
  EXPECT_EQ(played(0, 9, scale), at + "sampler: accessor 9 has 1 elements, but the keys need 2" + end);
  EXPECT_EQ(played(0, 1, scale, "CUBICSPLINE"), at + "sampler: accessor 1 has 2 elements, but the keys need 6" + end);
  EXPECT_EQ(played(0, 6, scale), at + "sampler: accessor 6 has 6 elements, but the keys need 2" + end);
  EXPECT_EQ(played(0, 8, weights), at + "sampler: accessor 8 has 5 elements, but the keys need a multiple of 2" + end);
  EXPECT_EQ(played(0, 1, R"("path":"scales")"), at + "target/path: scales is not a legal value for path [GLTF_VALUE]");
  EXPECT_EQ(played(0, 1, R"("name":"x")"), at + "target/path: path is missing; the channel is left out [GLTF_MISSING]");
}

TEST(Asset, ReadsMaterials) {
  const Read r(R"("textures":[{}],"materials":[{"alphaMode":"MASK","alphaCutoff":0.3,"doubleSided":true,"emissiveFactor":[1,0.5,0],)"
               R"("normalTexture":{"index":0,"scale":2,"texCoord":1},"occlusionTexture":{"index":0,"strength":0.5},)"
               R"("pbrMetallicRoughness":{"baseColorFactor":[0.1,0.2,0.3,0.4],"metallicFactor":0}},{},{"alphaMode":"X"}])");
  const Material& m = r.asset.materials[0];
  EXPECT_EQ(m.alphaMode, AlphaMode::Mask);
  EXPECT_EQ(m.alphaCutoff, 0.3f);
  EXPECT_TRUE(m.doubleSided);
  EXPECT_EQ(m.emissiveFactor, (Vec3{1, 0.5f, 0}));
  EXPECT_EQ(m.normalTexture.scale, 2);
  EXPECT_EQ(m.normalTexture.texCoord, 1u);
  EXPECT_EQ(m.occlusionTexture.scale, 0.5f);
  EXPECT_EQ(m.baseColorFactor, (Vec4{0.1f, 0.2f, 0.3f, 0.4f}));
  EXPECT_EQ(m.metallicFactor, 0);
  EXPECT_EQ(r.asset.materials[1].metallicFactor, 1);
  EXPECT_EQ(r.asset.materials[1].alphaMode, AlphaMode::Opaque);
  EXPECT_TRUE(r.diagnostics.has(Code::GltfValue));
}

TEST(Asset, TargetNamesMayStandInThePrimitive) {
  const Read r(R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[)"
               R"({"attributes":{"POSITION":0},"targets":[{"POSITION":0}],"extras":{"targetNames":["a"]}}]}])");
  EXPECT_EQ(r.asset.nameList(r.asset.meshes[0].targetNames)[0], "a");
}

TEST(Asset, AttributesThatDoNotFitAreDropped) {
  const Read r(R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3"},{"componentType":5126,"count":2,"type":"VEC3"},)"
               R"({"componentType":5126,"count":3,"type":"SCALAR"}],"meshes":[{"primitives":[)"
               R"({"attributes":{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2,"JOINTS_0":0,"_CUSTOM":2},"indices":0}]}])");
  const Primitive& p = r.asset.primitives[0];
  EXPECT_TRUE(r.asset.find(p.attributes, "POSITION"));
  EXPECT_TRUE(r.asset.find(p.attributes, "_CUSTOM"));
  EXPECT_EQ(p.attributes.count, 2u);
  EXPECT_FALSE(p.indices);
  EXPECT_EQ(r.diagnostics.all().size(), 4u);
  for (const Diagnostic& d : r.diagnostics.all()) EXPECT_EQ(d.code, Code::GltfAccessorFormat);
}

TEST(Asset, AttributesAreFoundInWhateverOrderTheyStand) {
  const Read r(test::glb(test::gltfJson(
      R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3"},{"componentType":5126,"count":3,"type":"VEC2"},)"
      R"({"componentType":5126,"count":3,"type":"VEC4"}],"meshes":[{"primitives":[{"attributes":{"TEXCOORD_1":1,)"
      R"("_Z":2,"POSITION":0,"_A":2,"TEXCOORD_10":1,"TEXCOORD_0":1,"NORMAL":0,"TEXCOORD_1":1}}]}])")));
  const Range attributes = r.asset.primitives[0].attributes;
  EXPECT_EQ(attributes.count, 7u);
  for (const char* semantic : {"POSITION", "NORMAL"})
    EXPECT_EQ(r.asset.find(attributes, semantic), AccessorIndex(0));
  for (const char* semantic : {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_10"})
    EXPECT_EQ(r.asset.find(attributes, semantic), AccessorIndex(1));
  for (const char* semantic : {"_A", "_Z"}) EXPECT_EQ(r.asset.find(attributes, semantic), AccessorIndex(2));
  for (const char* semantic : {"", "A", "TEXCOORD_", "_ZZ"}) EXPECT_FALSE(r.asset.find(attributes, semantic));
}

TEST(Asset, TextureSourcesFromExtensions) {
  const Read r(R"("images":[{},{}],"textures":[{"extensions":{"EXT_texture_webp":{"source":1}}},)"
               R"({"source":0,"extensions":{"EXT_texture_webp":{"source":1}}},{"extensions":{"KHR_texture_basisu":{"source":0}}}])");
  EXPECT_EQ(r.asset.textures[0].source, ImageIndex(1));
  EXPECT_EQ(r.asset.textures[1].source, ImageIndex(0));
  EXPECT_EQ(r.asset.textures[2].source, ImageIndex(0));
}

TEST(Asset, RequiredExtensionsThatAreNotReadAreReported) {
  const Read read(R"("extensionsRequired":["KHR_materials_unlit","KHR_texture_transform","KHR_mesh_quantization",)"
                  R"("EXT_texture_webp","VRM","VRMC_vrm","VRMC_springBone","VRMC_node_constraint","VRMC_materials_mtoon"])");
  EXPECT_TRUE(read.diagnostics.empty());
  // Whose references we know, but whose meaning we do not.
  const char* others[] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_texture_basisu",
                          "KHR_animation_pointer",      "EXT_mesh_gpu_instancing", "KHR_lights_punctual"};
  for (const char* name : others) {
    const Read r(R"("extensionsRequired":[")" + std::string(name) + R"("])");
    EXPECT_EQ(linesOf(r.diagnostics),
              (std::vector<std::string>{"/extensionsRequired/0: the file requires " + std::string(name) +
                                        ", which is not supported [GLTF_EXTENSION_UNSUPPORTED]"}));
  }
}

TEST(Stats, ReadsImagesAsTheDocumentDoes) {
  const Bytes png = test::tinyPng();
  const std::string size = std::to_string(png.size());
  const Read r(R"("buffers":[{"byteLength":)" + size + R"(},{"byteLength":9}],"bufferViews":[{"buffer":0,"byteLength":)" + size +
                   R"(},{"buffer":0,"byteOffset":1,"byteLength":4},{"buffer":1,"byteLength":4},{"byteLength":4},{"buffer":0}],)"
                   R"("images":[{"bufferView":0},{"bufferView":1},{"bufferView":2},{"bufferView":3},{"bufferView":4},)"
                   R"({"bufferView":9},{},{"uri":"data:,abc"},{"uri":"none.png"}])",
               png);
  const Stats stats = computeStats(r.document, r.asset);
  ASSERT_EQ(stats.images.size(), 9u);
  EXPECT_EQ(stats.images[0].info.width, 2u);
  for (std::uint32_t i = 0; i < stats.images.size(); ++i) {
    const auto bytes = r.document.image(i);
    EXPECT_EQ(stats.images[i].readable, bytes.ok()) << i;
    EXPECT_EQ(stats.images[i].bytes, bytes ? bytes->size() : 0u) << i;
  }
}

TEST(Stats, CountsStripsAndSharedVertices) {
  const Read r(R"("accessors":[{"componentType":5126,"count":5,"type":"VEC3"},{"componentType":5123,"count":5,"type":"SCALAR"}],)"
               R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":5},{"attributes":{"POSITION":0},"indices":1,"mode":6},)"
               R"({"attributes":{"POSITION":0},"mode":1}]}])");
  const Stats stats = computeStats(r.document, r.asset);
  EXPECT_EQ(stats.vertices, 5u);
  EXPECT_EQ(stats.triangles, 6u);
  EXPECT_EQ(stats.primitives, 3u);
  EXPECT_EQ(stats.geometryBytes, 5u * 12 + 5 * 2);
}

}  // namespace
}  // namespace vrm::gltf
