// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/optimize.hpp"

#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "support/three_avatars.hpp"
#include "unit/edit/optimised.hpp"

namespace vrm {
namespace {

using edit::OptimizeOptions;
using gltf::Document;
using gltf::Kind;
using test::AssetBuilder;
using test::Optimised;
using test::optimised;
using test::sameAvatar;

class OptimizeVersions : public testing::TestWithParam<VrmVersion> {};
INSTANTIATE_TEST_SUITE_P(All, OptimizeVersions,
                         testing::Values(VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1));

TEST_P(OptimizeVersions, WhatIsUsedStays) {
  const Optimised after = optimised(sameAvatar(GetParam()).document());
  EXPECT_EQ(after.summary.unused, edit::OptimizeSummary::Elements{});
  EXPECT_EQ(after.summary.morphTargets, 0u);
  EXPECT_EQ(after.summary.drawCallsAfter, 3u);
  EXPECT_EQ(after.count("/materials"), 2u);
}

TEST_P(OptimizeVersions, WhatNothingUsesGoes) {
  AssetBuilder b = sameAvatar(GetParam());
  const std::uint32_t picture = b.image("other", test::bytesOf("no picture"), "image/png");
  b.add(Kind::Sampler, R"({"wrapS":33071})");
  b.add(Kind::Texture, R"({"sampler":0,"source":)" + std::to_string(picture) + "}");
  b.add(Kind::Material, R"({"name":"spare","pbrMetallicRoughness":{"baseColorTexture":{"index":1}}})");
  b.add(Kind::Camera, R"({"type":"perspective","perspective":{"yfov":1,"znear":0.1}})");
  const std::uint32_t positions = b.floats(gltf::AccessorType::Vec3, {9, 9, 9, 8, 8, 8, 7, 7, 7}, true);
  b.add(Kind::Mesh,
        R"({"primitives":[{"attributes":{"POSITION":)" + std::to_string(positions) + R"(},"material":2}]})");
  const std::uint32_t matrices =
      b.floats(gltf::AccessorType::Mat4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1});
  b.add(Kind::Skin, R"({"joints":[0],"inverseBindMatrices":)" + std::to_string(matrices) + "}");
  const Optimised after = optimised(b.document());
  const edit::OptimizeSummary::Elements all{.meshes = 1,
                                            .skins = 1,
                                            .cameras = 1,
                                            .materials = 1,
                                            .textures = 1,
                                            .samplers = 1,
                                            .images = 1,
                                            .accessors = 2};
  EXPECT_EQ(after.summary.unused, all);
  EXPECT_EQ(after.count("/materials"), 2u);
  EXPECT_EQ(after.count("/meshes"), 2u);
  for (const char* gone : {"/skins", "/cameras", "/samplers"}) EXPECT_EQ(after.at(gone), "nothing") << gone;
  EXPECT_LT(after.summary.bytesAfter, after.summary.bytesBefore);
}

// A material of its own, like the others, for a mesh that is shown.
AssetBuilder withTwin(VrmVersion version, std::string_view name) {
  AssetBuilder b = sameAvatar(version);
  b.json().editRoot();
  const gltf::JsonValue* first = gltf::Json::at(b.json().root(), "/materials/0");
  std::string text = gltf::Json::write(*first);
  const std::string::size_type at = text.find("skin");
  text.replace(at, 4, name);
  b.add(Kind::Material, text);
  if (version == VrmVersion::Vrm0) {
    std::string properties =
        gltf::Json::write(*gltf::Json::at(b.json().root(), "/extensions/VRM/materialProperties/0"));
    properties.replace(properties.find("skin"), 4, name);
    b.set("/extensions/VRM/materialProperties/2", properties);
  }
  b.set("/meshes/1/primitives/0/material", "2");
  return b;
}

TEST_P(OptimizeVersions, MaterialsThatExpressionsDriveDifferentlyStayTwo) {
  const Optimised after = optimised(withTwin(GetParam(), "twin").document());
  EXPECT_EQ(after.summary.merged.materials, 0u);
  EXPECT_EQ(after.count("/materials"), 2u);  // "cloth" is not used now
}

// Also where only the ends of long names tell the expressions apart.
TEST(Optimize, MaterialsOfExpressionsWithLongNamesStayTwo) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const std::string material = R"({"pbrMetallicRoughness":{"metallicFactor":0.25}})";
  const std::uint32_t first = b.add(Kind::Material, material), second = b.add(Kind::Material, material);
  const std::string primitive = gltf::Json::write(*gltf::Json::at(b.json().root(), "/meshes/0/primitives/0"));
  b.set("/meshes/0/primitives/0/material", std::to_string(first));
  b.set("/meshes/0/primitives/-", primitive);
  b.set("/meshes/0/primitives/1/material", std::to_string(second));
  const auto drive = [&](char last, std::uint32_t index) {
    b.set("/extensions/VRMC_vrm/expressions/custom/" + std::string(300, 'n') + last,
          R"({"materialColorBinds":[{"material":)" + std::to_string(index) +
              R"(,"type":"color","targetValue":[1,1,1,1]}]})");
  };
  drive('a', first);
  drive('b', second);
  EXPECT_EQ(optimised(b.document()).summary.merged.materials, 0u);
}

// The same binds again, for the other one.
void driveTwin(AssetBuilder& b, VrmVersion version) {
  const auto twin = [&](const std::string& list, std::string_view from, std::string_view to) {
    std::string bind = gltf::Json::write(*gltf::Json::at(b.json().root(), list + "/0"));
    bind.replace(bind.find(from), from.size(), to);
    b.set(list + "/-", bind);
  };
  if (version == VrmVersion::Vrm0) {
    const std::string groups = "/extensions/VRM/blendShapeMaster/blendShapeGroups/";
    twin(groups + "0/materialValues", R"("skin")", R"("twin")");
    twin(groups + "2/materialValues", R"("skin")", R"("twin")");
  } else if (version == VrmVersion::Draft) {
    const std::string groups = "/extensions/VRMC_vrm/blendShape/blendShapeGroups/";
    twin(groups + "0/materialValues", R"("material":0)", R"("material":2)");
    twin(groups + "2/materialUVBinds", R"("material":0)", R"("material":2)");
  } else {
    const std::string expressions = "/extensions/VRMC_vrm/expressions/";
    twin(expressions + "preset/happy/materialColorBinds", R"("material":0)", R"("material":2)");
    twin(expressions + "custom/wave/textureTransformBinds", R"("material":0)", R"("material":2)");
  }
}

TEST_P(OptimizeVersions, MaterialsThatAreDrivenAlikeBecomeOne) {
  AssetBuilder b = withTwin(GetParam(), "twin");
  driveTwin(b, GetParam());
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.merged.materials, 1u);
  EXPECT_EQ(after.count("/materials"), 1u);
  EXPECT_EQ(after.at("/materials/0/name"), R"("skin")");
  const LoadResult loaded = load(after.document.clone());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded.vrm().expressions, load(sameAvatar(GetParam()).document()).vrm().expressions);
  if (GetParam() == VrmVersion::Vrm0) {
    EXPECT_EQ(after.count("/extensions/VRM/materialProperties"), 1u);
  }
}

TEST_P(OptimizeVersions, WhatIsThereTwiceBecomesOne) {
  AssetBuilder b = sameAvatar(GetParam());
  const std::uint32_t picture = b.image("again", test::tinyPng(), "image/png");
  b.add(Kind::Sampler, R"({"wrapS":33071})");
  b.add(Kind::Sampler, R"({"wrapS":33071,"name":"named"})");
  const std::string source = std::to_string(picture);
  b.add(Kind::Texture, R"({"sampler":0,"source":0})");
  b.add(Kind::Texture, R"({"sampler":1,"source":)" + source + "}");
  b.add(Kind::Texture, R"({"source":)" + source + "}");  // without a sampler
  const std::string index = R"("pbrMetallicRoughness":{"baseColorTexture":{"index":)";
  for (const char* texture : {"1", "2", "3"})
    b.add(Kind::Material, "{" + index + texture + "}},\"name\":\"m" + texture + "\"}");
  if (GetParam() == VrmVersion::Vrm0) {
    for (int i = 2; i < 5; ++i) {
      b.set("/extensions/VRM/materialProperties/" + std::to_string(i) + "/textureProperties/_MainTex",
            std::to_string(i - 1));
      b.set("/extensions/VRM/materialProperties/" + std::to_string(i) + "/shader", R"("VRM_USE_GLTFSHADER")");
    }
  }
  for (int i = 2; i < 5; ++i) {
    const std::uint32_t own =
        b.floats(gltf::AccessorType::Vec3, {-0.1f, 1.5f, 0.1f, 0.1f, 1.5f, 0.1f, 0, 1.7f, 0.1f}, true);
    b.add(Kind::Mesh, R"({"primitives":[{"attributes":{"POSITION":)" + std::to_string(own) +
                          R"(},"material":)" + std::to_string(i) + "}]}");
    const std::uint32_t node = b.node("extra", {}, test::kHead);
    b.set("/nodes/" + std::to_string(node) + "/mesh", std::to_string(i));
    b.set("/nodes/" + std::to_string(node) + "/extras", "{}");  // so that it stays
  }
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.merged.images, 1u);
  EXPECT_EQ(after.summary.merged.samplers, 1u);
  EXPECT_EQ(after.summary.merged.textures, 2u);
  EXPECT_EQ(after.summary.merged.materials,
            GetParam() == VrmVersion::Vrm0 ? 1u : 2u);  // m3 is "cloth" but for 0.x
  EXPECT_EQ(after.summary.merged.accessors, 3u);
  EXPECT_EQ(after.count("/images"), 1u);
  EXPECT_EQ(after.count("/textures"), 2u);
}

TEST(Optimize, ImagesOfOtherTypesStayTwo) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t picture = b.image("again", test::tinyPng(), "image/jpeg");
  b.add(Kind::Texture, R"({"source":)" + std::to_string(picture) + "}");
  b.set("/materials/0/emissiveTexture", R"({"index":1})");
  EXPECT_EQ(optimised(b.document()).count("/images"), 2u);
}

TEST(Optimize, MaterialsOutOfStepStay) {
  AssetBuilder b = withTwin(VrmVersion::Vrm0, "twin");
  driveTwin(b, VrmVersion::Vrm0);
  b.set("/extensions/VRM/materialProperties/-", R"({"name":"one more"})");
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.count("/materials"), 3u);
  EXPECT_EQ(after.summary.merged.materials + after.summary.unused.materials, 0u);
}

TEST(Optimize, MaterialsThatAnAnimationChangesStayTwo) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t positions = b.floats(gltf::AccessorType::Vec3, {0, 1, 0, 1, 1, 0, 0, 2, 0}, true);
  b.add(Kind::Material, R"({"name":"a"})");
  b.add(Kind::Material, R"({"name":"b"})");
  b.add(Kind::Mesh, R"({"primitives":[{"attributes":{"POSITION":)" + std::to_string(positions) +
                        R"(},"material":1},{"attributes":{"POSITION":)" + std::to_string(positions) +
                        R"(},"material":2}]})");
  b.set("/nodes/2/mesh", "1");
  EXPECT_EQ(optimised(b.document()).summary.merged.materials, 1u);
  const std::uint32_t times = b.floats(gltf::AccessorType::Scalar, {0, 1}, true);
  const std::uint32_t values = b.floats(gltf::AccessorType::Scalar, {0, 1});
  b.use("KHR_animation_pointer");
  b.add(Kind::Animation, R"({"samplers":[{"input":)" + std::to_string(times) + R"(,"output":)" +
                             std::to_string(values) +
                             R"(}],"channels":[{"sampler":0,"target":{"path":"pointer","extensions":)"
                             R"({"KHR_animation_pointer":{"pointer":"/materials/2/alphaCutoff"}}}}]})");
  EXPECT_EQ(optimised(b.document()).summary.merged.materials, 0u);
}

TEST(Optimize, UnknownExtensionsKeepEverything) {
  AssetBuilder b = test::smallAvatar();
  b.add(Kind::Material, R"({"name":"spare"})");
  b.set("/nodes/0/extensions", R"({"ACME_things":{"material":1}})");
  const Document before = b.document();
  const Optimised after = optimised(before);
  EXPECT_TRUE(after.says(Code::EditUnknownExtension));
  EXPECT_FALSE(after.says(Code::EditImageKept));
  EXPECT_EQ(*after.document.toGlb(), *before.toGlb());
  edit::OptimizeOptions smaller;
  smaller.maxTexture = 64;
  EXPECT_TRUE(optimised(before, smaller).says(Code::EditImageKept)) << "whoever asks for something learns that it was not done";
}

TEST(Optimize, CompressedDataIsRefused) {
  AssetBuilder b = test::smallAvatar();
  b.set("/meshes/0/primitives/0/extensions",
        R"({"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{}}})");
  Document document = b.document();
  const Document before = b.document();
  Diagnostics said;
  const Result<edit::OptimizeSummary> done = edit::optimize(document, {}, said);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::GltfExtensionUnsupported);
  EXPECT_EQ(*document.toGlb(), *before.toGlb());
}

// --- morph targets

// Three targets, of which expressions know the second alone.
AssetBuilder withMorphs(VrmVersion version) {
  AssetBuilder b = sameAvatar(version);
  const std::uint32_t one = b.floats(gltf::AccessorType::Vec3, {1, 0, 0, 0, 0, 0, 0, 0, 0}, true);
  const std::uint32_t two = b.floats(gltf::AccessorType::Vec3, {0, 2, 0, 0, 0, 0, 0, 0, 0}, true);
  b.set("/meshes/0/primitives/0/targets", R"([{"POSITION":)" + std::to_string(one) + R"(},{"POSITION":)" +
                                              std::to_string(two) + R"(},{"POSITION":)" +
                                              std::to_string(one) + "}]");
  b.set("/meshes/0/extras/targetNames", R"(["a","b","c"])");
  b.set("/meshes/0/primitives/0/extras/targetNames", R"(["a","b","c"])");
  b.set("/meshes/0/weights", "[0,0,0]");
  b.set("/nodes/26/weights", "[0,0,0]");
  const auto bind = [&](const std::string& pointer) { b.set(pointer + "/index", "1"); };
  if (version == VrmVersion::Vrm0) {
    bind("/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/0");
    bind("/extensions/VRM/blendShapeMaster/blendShapeGroups/1/binds/0");
  } else if (version == VrmVersion::Draft) {
    bind("/extensions/VRMC_vrm/blendShape/blendShapeGroups/0/binds/0");
    bind("/extensions/VRMC_vrm/blendShape/blendShapeGroups/1/values/0");
  } else {
    for (const char* name : {"happy", "blinkLeft"}) {
      for (const char* i : {"/0", "/1"})
        bind("/extensions/VRMC_vrm/expressions/preset/" + std::string(name) + "/morphTargetBinds" + i);
    }
  }
  return b;
}

TEST_P(OptimizeVersions, MorphTargetsOfNoExpressionGo) {
  const Optimised after = optimised(withMorphs(GetParam()).document());
  EXPECT_EQ(after.summary.morphTargets, 2u);
  EXPECT_EQ(after.count("/meshes/0/primitives/0/targets"), 1u);
  EXPECT_EQ(after.at("/meshes/0/extras/targetNames"), R"(["b"])");
  EXPECT_EQ(after.at("/meshes/0/primitives/0/extras/targetNames"), R"(["b"])");
  EXPECT_EQ(after.at("/meshes/0/weights"), "[0]");
  EXPECT_EQ(after.at("/nodes/26/weights"), "[0]");
  const LoadResult loaded = load(after.document.clone());
  ASSERT_TRUE(loaded);
  for (const schema::Expression& e : loaded.vrm().expressions.list) {
    for (const schema::MorphTargetBind& bind : e.morphTargetBinds) EXPECT_EQ(bind.index, 0u);
  }
  OptimizeOptions keep;
  keep.keepMorphs = true;
  EXPECT_EQ(optimised(withMorphs(GetParam()).document(), keep).count("/meshes/0/primitives/0/targets"), 3u);
}

TEST_P(OptimizeVersions, MorphTargetsWithADefaultWeightStay) {
  AssetBuilder b = withMorphs(GetParam());
  b.set("/nodes/27/weights", "[0,0,0.5]");
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.at("/meshes/0/extras/targetNames"), R"(["b","c"])");
  EXPECT_EQ(after.at("/nodes/27/weights"), "[0,0.5]");
  b.set("/meshes/0/weights", "[1,0,0]");
  EXPECT_EQ(optimised(b.document()).summary.morphTargets, 0u);
}

// Found by fuzzing.
TEST(Optimize, AccessorsThatAreNoListAreNone) {
  AssetBuilder b = test::smallAvatar();
  b.json().remove(b.json().editRoot(), "meshes");
  b.json().remove(b.json().editRoot(), "skins");
  b.set("/accessors", R"({"0":{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}})");
  gltf::Document document = b.document();
  Diagnostics said;
  EXPECT_TRUE(edit::optimize(document, {}, said));
}

// Found by fuzzing: they have no primitives that could be joined.
TEST(Optimize, MeshesThatAreNoObjectsStay) {
  AssetBuilder b;
  b.add(Kind::Node, R"({"mesh":0})");
  b.add(Kind::Node, R"({"mesh":1})");
  b.set("/meshes", "[1,2]");
  gltf::Document document = b.document();
  Diagnostics said;
  const Result<edit::OptimizeSummary> done = edit::optimize(document, {}, said);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->merged.meshes, 0u);
}

// One of them went through a pointer to nothing while another lost its morph targets.
TEST(Optimize, MeshesWithoutPrimitivesStay) {
  for (const char* mesh : {"{}", "0", "[]", R"({"primitives":0})"}) {
    AssetBuilder b = test::smallAvatar();
    const std::uint32_t morph = b.floats(gltf::AccessorType::Vec3, {1, 0, 0, 0, 0, 0, 0, 0, 0}, true);
    b.set("/meshes/0/primitives/0/targets/-", R"({"POSITION":)" + std::to_string(morph) + "}");
    b.set("/meshes/-", mesh);
    b.set("/nodes/-", R"({"mesh":1})");
    gltf::Document document = b.document();
    Diagnostics said;
    const Result<edit::OptimizeSummary> done = edit::optimize(document, {}, said);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->morphTargets, 1u) << mesh;
  }
}

// Indices without bytes are zeros, and have some once they are joined.
TEST(Optimize, FilesDoNotBecomeMuchLarger) {
  std::string accessors, meshes, nodes;
  for (int i = 0; i < 4; ++i) {
    const std::string comma = i > 0 ? "," : "";
    accessors += comma + R"({"componentType":5125,"type":"SCALAR","count":)" + std::to_string(30'000 + 3 * i) + "}";
    meshes += comma + R"({"primitives":[{"attributes":{"POSITION":4},"indices":)" + std::to_string(i) + "}]}";
    nodes += comma + R"({"mesh":)" + std::to_string(i) + "}";
  }
  const Document before = *Document::parse(test::bytesOf(test::gltfJson(
      R"("accessors":[)" + accessors + R"(,{"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[0,0,0]}],"meshes":[)" +
      meshes + R"(],"nodes":[)" + nodes + "]")));
  Document document = before.clone();
  Diagnostics said;
  edit::OptimizeOptions options;
  options.maxTexture = 64;
  const Result<edit::OptimizeSummary> done = edit::optimize(document, options, said);
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->changed);
  EXPECT_EQ(done->bytesAfter, done->bytesBefore);
  EXPECT_EQ(done->drawCallsAfter, 4u);
  EXPECT_TRUE(said.has(Code::EditKept));
  EXPECT_TRUE(said.has(Code::EditImageKept)) << "which was asked for";
  EXPECT_EQ(document.json().write(), before.json().write());
}

TEST(Optimize, AnimatedMorphTargetsStay) {
  AssetBuilder b = withMorphs(VrmVersion::Vrm1);
  const std::uint32_t times = b.floats(gltf::AccessorType::Scalar, {0, 1}, true);
  const std::uint32_t values = b.floats(gltf::AccessorType::Scalar, {0, 0, 0, 1, 1, 1});
  b.add(Kind::Animation, R"({"samplers":[{"input":)" + std::to_string(times) + R"(,"output":)" +
                             std::to_string(values) +
                             R"(}],"channels":[{"sampler":0,"target":{"node":27,"path":"weights"}}]})");
  EXPECT_EQ(optimised(b.document()).summary.morphTargets, 0u);
}

TEST(Optimize, WithoutExpressionsAllMorphTargetsGo) {
  AssetBuilder b = withMorphs(VrmVersion::Vrm1);
  b.json().remove(*b.json().editRoot().find("extensions")->find("VRMC_vrm"), "expressions");
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.morphTargets, 3u);
  for (const char* gone : {"/meshes/0/primitives/0/targets", "/meshes/0/weights", "/nodes/26/weights",
                           "/meshes/0/extras", "/meshes/0/primitives/0/extras"})
    EXPECT_EQ(after.at(gone), "nothing") << gone;
}

TEST(Optimize, OfOtherModelsThanAvatarsNobodyKnowsTheMorphs) {
  AssetBuilder b = withMorphs(VrmVersion::Vrm1);
  b.json().remove(b.json().editRoot(), "extensions");
  EXPECT_EQ(optimised(b.document()).summary.morphTargets, 0u);
}

}  // namespace
}  // namespace vrm
