// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the fuzz targets have found since models are mutated as JSON, each in the smallest file that shows it.
// The inputs themselves are tests/fuzz/seeds/*/found_*.
#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "support/read_model.hpp"

namespace vrm {
namespace {

using gltf::Json;
using test::ReadModel;
using test::readModel;
using test::writtenAndRead;

// Written as VRM 1.0 the model says what it said, and written again it does not change.
void expectSurvivesWriting(std::string_view members) {
  const ReadModel model = readModel(members);
  ASSERT_EQ(model.error, "");
  const ReadModel once = writtenAndRead(model);
  ASSERT_EQ(once.error, "");
  EXPECT_EQ(test::differences(test::withoutOrigin(model.vrm), test::withoutOrigin(once.vrm)), "");
  const ReadModel twice = writtenAndRead(once);
  ASSERT_EQ(twice.error, "");
  EXPECT_TRUE(Json::equal(once.document.root(), twice.document.root()))
      << once.document.json().write() << "\n"
      << twice.document.json().write();
}

// An object in the place of extensionsUsed had extensions inside, which were counted before it made room for
// a list.
TEST(SchemaFuzzRegressions, ExtensionsInThePlaceOfTheirList) {
  expectSurvivesWriting(R"("extensionsUsed":{"extensions":{"VRMC_springBone_limit":{}}})");
}

// The length of a number's spelling was taken for the number of scenes.
TEST(SchemaFuzzRegressions, ScenesThatAreNoList) {
  expectSurvivesWriting(R"("scenes":1,"nodes":[{}],"extensions":{"VRM":{}})");
}

// Terms that were there twice contradicted those that were written in the words of 1.0.
TEST(SchemaFuzzRegressions, TermsThatAreThereTwiceAreWrittenOnce) {
  const std::string vrm1 =
      R"("VRMC_vrm":{"specVersion":"1.0","meta":{"name":"n","avatarPermission":"everyone"}})";
  const std::string vrm0 = R"("VRM":{"meta":{"title":"n","allowedUserName":"Everyone"}})";
  const auto draft = [](const std::string& meta) { return R"("VRMC_vrm":{"meta":)" + meta + "}"; };
  const std::string loose = R"({"title":"n","allowedUser":"everyone"})",
                    strict = R"({"title":"n","allowedUser":"onlyAuthor"})";
  const auto extensions = [](const std::string& members) { return R"("extensions":{)" + members + "}"; };
  const std::string files[] = {
      extensions(vrm1) + "," + extensions(R"("VRM":{})"),
      extensions(vrm1) + "," + extensions(vrm0),
      extensions(vrm0) + "," + extensions(vrm1),
      extensions(vrm1 + R"(,"VRMC_vrm":5,)" + vrm0),
      extensions(vrm1) + "," + extensions(draft(loose)),
      extensions(draft(loose)) + "," + extensions(draft(strict)),
      extensions(draft(loose) + "," + draft(strict)),
      extensions(draft(loose + R"(,"meta":)" + loose)),
      extensions(draft(R"({"title":"n","allowedUser":"onlyAuthor","allowedUser":"everyone"})")),
      extensions(R"("VRM":{})") + "," + extensions(vrm1),
      extensions(R"("VRMC_vrm":{})") + "," + extensions(draft(loose)),
  };
  for (const std::string& file : files) {
    SCOPED_TRACE(file);
    expectSurvivesWriting(file);
  }
}

// Of the same key twice readers took both and the writer one.
TEST(SchemaFuzzRegressions, OfAKeyThatIsThereTwiceTheLastCounts) {
  constexpr std::string_view kModel =
      R"("nodes":[{},{},{}],"extensions":{"VRMC_vrm":{"specVersion":"1.0","humanoid":{"humanBones":)"
      R"({"hips":{"node":1},"hips":{"node":0}}},"expressions":{"preset":{"happy":{"isBinary":true},"happy":{}},)"
      R"("custom":{"a":{"isBinary":true},"a":{}}}}})";
  expectSurvivesWriting(kModel);
  const ReadModel model = readModel(kModel);
  EXPECT_EQ(model.vrm.humanoid[HumanBone::Hips], NodeIndex(0));
  ASSERT_EQ(model.vrm.expressions.list.size(), 2u);
  for (const schema::Expression& e : model.vrm.expressions.list) EXPECT_FALSE(e.isBinary) << e.name;

  constexpr std::string_view kMotion =
      R"("nodes":[{},{},{}],"extensions":{"VRMC_vrm_animation":{"specVersion":"1.0","humanoid":{"humanBones":)"
      R"({"hips":{"node":1},"hips":{"node":0}}},"expressions":{"custom":{"a":{"node":1},"a":{"node":2}}}}})";
  expectSurvivesWriting(kMotion);
  const ReadModel motion = readModel(kMotion);
  ASSERT_TRUE(motion.vrm.animation);
  EXPECT_EQ((*motion.vrm.animation)[HumanBone::Hips], NodeIndex(0));
  ASSERT_EQ(motion.vrm.animation->expressions.size(), 1u);
  EXPECT_EQ(motion.vrm.animation->expressions[0].node, NodeIndex(2));
}

// Attributes too; and of many keys, which are looked up in another way.
TEST(SchemaFuzzRegressions, OfAnAttributeThatIsThereTwiceTheLastCounts) {
  for (const int others : {0, 100}) {
    std::string attributes = R"("POSITION":0,"POSITION":1)";
    for (int i = 0; i < others; ++i) attributes += R"(,"_)" + std::to_string(i) + R"(":1)";
    const std::string accessor = R"({"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]})";
    const ReadModel model = readModel(R"("accessors":[)" + accessor + "," + accessor +
                                      R"(],"meshes":[{"primitives":[{"attributes":{)" + attributes + "}}]}]");
    ASSERT_EQ(model.error, "");
    const gltf::Range list = model.asset.primitives[0].attributes;
    EXPECT_EQ(list.count, static_cast<std::uint32_t>(1 + others));
    EXPECT_EQ(model.asset.find(list, "POSITION"), AccessorIndex(1));
  }
}

// There was nothing to turn, and a node with an empty list of children is no glTF.
TEST(SchemaFuzzRegressions, TurningAnAvatarWithoutNodes) {
  const ReadModel written = writtenAndRead(readModel(R"("extensions":{"VRM":{}})"));
  ASSERT_EQ(written.error, "");
  EXPECT_TRUE(written.asset.nodes.empty());
}

// A child that did not exist became the tail of a spring, which is added at the end of the nodes.
TEST(SchemaFuzzRegressions, DanglingReferencesDoNotNameAddedNodes) {
  constexpr std::string_view kModel =
      R"("nodes":[{},{"children":[2,3]}],"scenes":[{"nodes":[0,3]}],"extensions":{"VRM":{"secondaryAnimation":)"
      R"({"boneGroups":[{"bones":[0]}]}}},"animations":[{"channels":[{"sampler":0,"target":{"path":"pointer",)"
      R"("extensions":{"KHR_animation_pointer":{"pointer":"/nodes/2/scale"}}}}],"samplers":[]}])";
  expectSurvivesWriting(kModel);
  const ReadModel written = writtenAndRead(readModel(kModel));
  ASSERT_EQ(written.asset.nodes.size(), 4u);  // with a tail and a turn
  EXPECT_EQ(written.asset.nodes[2].parent, NodeIndex(0));
  EXPECT_EQ(written.asset.nodes[3].parent, NodeIndex());
  const gltf::JsonValue* pointer = Json::at(
      written.document.root(), "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer");
  ASSERT_NE(pointer, nullptr);
  EXPECT_EQ(pointer->string(), "/nodes/4/scale");
}

// Taking the kind away moved the level `constraint`, which was then written where it had been.
TEST(SchemaFuzzRegressions, AConstraintWithoutItsLevelSurvivesWriting) {
  const Result<gltf::Document> document = gltf::Document::parse(test::glb(test::gltfJson(
      R"("extensionsUsed":["VRMC_node_constraint"],"nodes":[{},{"extensions":{"VRMC_node_constraint":{"rotation":{"source":0,"weight":0.5}}}}])")));
  ASSERT_TRUE(document);
  Diagnostics said;
  const Result<gltf::Asset> asset = gltf::readAsset(*document, said);
  const Result<schema::Vrm> vrm = schema::readVrm(*document, *asset, said);
  ASSERT_EQ(vrm->constraints.size(), 1u);
  gltf::Document copy = document->clone();
  ASSERT_TRUE(schema::writeVrm(*vrm, copy, said));
  EXPECT_EQ(gltf::Json::write(*gltf::Json::at(copy.root(), "/nodes/1/extensions/VRMC_node_constraint")),
            R"({"specVersion":"1.0","constraint":{"rotation":{"source":0,"weight":0.5}}})");
}

// When there were too many joints, the chains of the last bone had no place in the file, and were asked for it.
TEST(SchemaFuzzRegressions, TooManyJointsInTheMiddleOfAGroup) {
  std::string nodes = R"({"children":[1,2,3,4,5,6,7,8]})", bones = "0";
  for (int i = 0; i < 8; ++i) nodes += ",{}", bones += ",0";
  LoadOptions options;
  options.file.limits.expandedElements = 40;
  const LoadResult loaded =
      load(test::glb(test::gltfJson("\"nodes\":[" + nodes + R"(],"extensions":{"VRM":{"secondaryAnimation":{"boneGroups":[{"bones":[)" +
                                    bones + "]}]}}}")),
           options);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, Code::LimitExpandedElements);
}

// Members of the collider that was there before were kept, and a radius without a shape is one that is read.
TEST(SchemaFuzzRegressions, ACollidersShapeDoesNotGoToTheNext) {
  expectSurvivesWriting(
      R"("nodes":[{}],"extensions":{"VRMC_springBone":{"colliders":[2,{"node":0,"extensions":)"
      R"({"VRMC_springBone_extended_collider":{"shape":{"radius":0}}}},{"node":0}]}})");
}

// What stands in extras was taken for extensions that the file uses.
TEST(SchemaFuzzRegressions, ExtensionsInExtrasAreNotUsed) {
  gltf::Document document = *gltf::Document::parse(
      test::glb(test::gltfJson(R"("extensions":{"VRM":{"meta":{"extensions":{"VRM":3}}}})")));
  edit::MigrateOptions options;
  options.meta.emplace();
  options.meta->name = "a";
  options.meta->authors = {"b"};
  options.meta->licenseUrl = "c";
  Diagnostics said;
  ASSERT_TRUE(edit::migrate(document, options, said));
  const Result<edit::MigrationReport> again = edit::migrate(document, options, said);
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->changed);
  EXPECT_EQ(Json::write(*Json::at(document.root(), "/extensionsUsed")), R"(["VRMC_vrm"])");
}

// With the last of two members of one name gone, the first of them began to count.
TEST(EditFuzzRegressions, WhatIsThereTwiceGoesTwice) {
  gltf::Document document = *gltf::Document::parse(
      test::glb(test::gltfJson(R"("accessors":[0],"accessors":[{"componentType":5126,"type":"VEC3","count":0}])")));
  Diagnostics said;
  ASSERT_TRUE(edit::removeUnused(document, said));
  EXPECT_FALSE(document.root().has("accessors")) << document.json().write();
  // With the first of them gone the last stays.
  document = *gltf::Document::parse(test::glb(test::gltfJson(
      R"("meshes":[{"primitives":[]},{"primitives":[]}],"nodes":[{"mesh":0,"mesh":1}])")));
  const gltf::Element first{gltf::Kind::Mesh, 0};
  ASSERT_TRUE(gltf::removeElements(document, {&first, 1}, said));
  EXPECT_EQ(document.root().find("nodes")->elements()[0].find("mesh")->index(), 0u) << document.json().write();
  // What only a hidden member needs takes nothing along: not the skin that goes with a mesh, not a whole node.
  document = *gltf::Document::parse(test::glb(test::gltfJson(
      R"("meshes":[{"primitives":[]}],"skins":[{"joints":[0]}],"nodes":[{"mesh":0,"skin":0,"mesh":9},)"
      R"({"extensions":{"VRMC_node_constraint":{"constraint":{"roll":{"source":0}}}},"extensions":{}},{}])")));
  ASSERT_TRUE(gltf::removeElements(document, {&first, 1}, said));
  EXPECT_EQ(Json::write(*Json::at(document.root(), "/nodes/0")), R"({"skin":0,"mesh":9})")
      << "what is hidden goes, for its index names another mesh now";
  const gltf::Element third{gltf::Kind::Node, 2};
  ASSERT_TRUE(gltf::removeElements(document, {&third, 1}, said));
  EXPECT_EQ(document.root().find("nodes")->size(), 2u);
  // One of many that hide each other is found at once.
  std::string many = "{";
  for (int i = 0; i < 100'000; ++i) many += R"("mesh":0,)";
  document = *gltf::Document::parse(test::glb(test::gltfJson(
      R"("meshes":[{"primitives":[]}],"nodes":[)" + many + R"("mesh":0}])")));
  ASSERT_TRUE(gltf::removeElements(document, {&first, 1}, said));
  EXPECT_EQ(Json::write(*Json::at(document.root(), "/nodes/0")), "{}");
}

// A view that made no sense let the others lose what they use beyond the buffer's byteLength.
TEST(EditFuzzRegressions, AddingAViewKeepsDataBesideABrokenView) {
  Result<gltf::Document> document = gltf::Document::parse(
      test::glb(test::gltfJson(R"("buffers":[{"byteLength":1}],"bufferViews":[{"buffer":0,"byteLength":8},)"
                               R"({"buffer":0,"byteOffset":{},"byteLength":8}])"),
                test::Bytes(8, std::byte{7})));
  ASSERT_TRUE(document.ok());
  ASSERT_TRUE(gltf::addBufferView(*document, test::Bytes(4)).ok());
  const auto view = document->bufferView(0);
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->back(), std::byte{7});
}

}  // namespace
}  // namespace vrm
