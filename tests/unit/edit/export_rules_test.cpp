// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/export_rules.hpp"

#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "support/same_motion.hpp"
#include "support/three_avatars.hpp"
#include "vrm/base/build_info.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/load.hpp"
#include "vrm/validate/validate.hpp"

namespace vrm {
namespace {

using edit::ExportOptions;
using edit::ExportSummary;
using gltf::Document;
using test::AssetBuilder;

struct Ruled {
  Document document;
  ExportSummary summary;
  Diagnostics said;

  std::string at(std::string_view pointer) const {
    const gltf::JsonValue* value = gltf::Json::at(document.root(), pointer);
    return value ? gltf::Json::write(*value) : "nothing";
  }
  std::string messages() const {
    std::string out;
    for (const Diagnostic& issue : said.all()) out += issue.toString() + "\n";
    return out;
  }
};

Ruled byTheRules(const Document& before, const ExportOptions& options = {}) {
  Ruled out{before.clone(), {}, {}};
  const Result<ExportSummary> done = edit::applyExportRules(out.document, options, out.said);
  EXPECT_TRUE(done) << done.error().toString();
  if (done) out.summary = *done;
  // Once is enough.
  Document again = out.document.clone();
  Diagnostics ignored;
  EXPECT_TRUE(edit::applyExportRules(again, options, ignored));
  EXPECT_EQ(*again.toGlb(), *out.document.toGlb());
  return out;
}

// Accessors: 0 positions, 1 normals, 2 tangents, 3 displacements, 4 coordinates, 5 colours.
AssetBuilder vertices() {
  AssetBuilder b;
  b.floats(gltf::AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, true);
  b.floats(gltf::AccessorType::Vec3, {0, 0, 1, 0, 0, 1, 0, 0, 1});
  b.floats(gltf::AccessorType::Vec4, {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
  b.floats(gltf::AccessorType::Vec3, {0, 0, 1, 0, 0, 1, 0, 0, 1}, true);
  b.floats(gltf::AccessorType::Vec2, {0, 0, 1, 0, 0, 1});
  b.floats(gltf::AccessorType::Vec3, {1, 0, 0, 1, 0, 0, 1, 0, 0});
  b.node("mesh");
  b.set("/nodes/0/mesh", "0");
  return b;
}
Document meshOf(const std::string& primitives, const std::string& more = "") {
  AssetBuilder b = vertices();
  b.add(gltf::Kind::Mesh, R"({"primitives":[)" + primitives + "]" + more + "}");
  return b.document();
}

// --- tangents and normals

constexpr const char* kAll =
    R"({"attributes":{"POSITION":0,"NORMAL":1,"TANGENT":2},"targets":[{"POSITION":3,"NORMAL":3,"TANGENT":3}]})";

TEST(ExportRules, TangentsAndMorphNormalsAreNotStored) {
  const Ruled after = byTheRules(meshOf(kAll));
  EXPECT_EQ(after.at("/meshes/0/primitives/0"),
            R"({"attributes":{"POSITION":0,"NORMAL":1},"targets":[{"POSITION":2}]})");
  EXPECT_EQ(after.at("/accessors").find("VEC4"), std::string::npos) << "nothing is left behind";
  EXPECT_EQ(after.summary.tangents, 1u);
  EXPECT_EQ(after.summary.morphNormals, 1u);
}

TEST(ExportRules, TangentsAndMorphNormalsCanStay) {
  const Document before = meshOf(kAll);
  Ruled after = byTheRules(before, {.keepTangents = true, .keepMorphNormals = true});
  EXPECT_TRUE(gltf::Json::equal(after.document.root(), before.root()));
  after = byTheRules(before, {.keepTangents = true});
  EXPECT_EQ(after.at("/meshes/0/primitives/0/targets"), R"([{"POSITION":3}])");
  EXPECT_EQ(after.summary.tangents, 0u);
  after = byTheRules(before, {.keepMorphNormals = true});
  EXPECT_EQ(after.at("/meshes/0/primitives/0"),
            R"({"attributes":{"POSITION":0,"NORMAL":1},"targets":[{"POSITION":2,"NORMAL":2}]})")
      << "tangents of morph targets need those of vertices";
}

TEST(ExportRules, MorphTargetsOfNormalsAloneStay) {
  const Ruled after =
      byTheRules(meshOf(R"({"attributes":{"POSITION":0,"NORMAL":1},"targets":[{"NORMAL":3}]})"));
  EXPECT_EQ(after.at("/meshes/0/primitives/0/targets"), R"([{"NORMAL":3}])") << after.messages();
  EXPECT_NE(
      after.messages().find("/meshes/0/primitives/0: normals or tangents of morph targets stay: one of them "
                            "has nothing else [EDIT_KEPT]"),
      std::string::npos)
      << after.messages();
}

TEST(ExportRules, WhatDracoHasStaysAsItIs) {
  Document before =
      meshOf(R"({"attributes":{"POSITION":0,"TANGENT":2},"extensions":{"KHR_draco_mesh_compression":)"
             R"({"bufferView":0,"attributes":{"POSITION":0,"TANGENT":1}}}},{"attributes":{"POSITION":0}})");
  EXPECT_EQ(byTheRules(before).at("/meshes/0/primitives/0/attributes"), R"({"POSITION":0,"TANGENT":2})");
}

// --- primitives

TEST(ExportRules, MissingAttributesThatChangeNothingAreAdded) {
  const Ruled after =
      byTheRules(meshOf(R"({"attributes":{"POSITION":0,"NORMAL":1,"TEXCOORD_0":4,"COLOR_0":5}},)"
                        R"({"attributes":{"POSITION":0}},{"attributes":{"POSITION":0,"TEXCOORD_0":4}})"));
  EXPECT_EQ(after.summary.primitives, 2u);
  EXPECT_EQ(after.at("/meshes/0/primitives/1/attributes"), R"({"POSITION":0,"COLOR_0":6,"TEXCOORD_0":7})");
  EXPECT_EQ(after.at("/meshes/0/primitives/2/attributes"), R"({"POSITION":0,"TEXCOORD_0":4,"COLOR_0":6})");
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(after.document, ignored);
  ASSERT_TRUE(asset);
  EXPECT_EQ(*gltf::readFloats(after.document, *asset, AccessorIndex(6), ignored), std::vector<float>(12, 1));
  EXPECT_EQ(*gltf::readFloats(after.document, *asset, AccessorIndex(7), ignored), std::vector<float>(6, 0));
  EXPECT_EQ(
      after.messages(),
      "/meshes/0: 2 of its 3 primitives got attributes or morph targets that others have [EDIT_REBUILT]\n"
      "/meshes/0: some of its primitives have no NORMAL, others have [EDIT_UNEVEN]\n");
}

TEST(ExportRules, OfManyMissingAttributesAFewAreNamed) {
  std::string many;
  for (int i = 0; i < 12; ++i) many += R"(,"_A)" + std::to_string(10 + i) + R"(":1)";
  const Ruled after =
      byTheRules(meshOf(R"({"attributes":{"POSITION":0)" + many + R"(}},{"attributes":{"POSITION":0}})"));
  EXPECT_EQ(after.messages(),
            "/meshes/0: some of its primitives have no _A10, _A11, _A12, _A13, _A14, _A15, _A16, _A17 and 4 "
            "more, others "
            "have [EDIT_UNEVEN]\n");
}

TEST(ExportRules, MorphTargetsAreTheSameInAllPrimitives) {
  const Document before = meshOf(R"({"attributes":{"POSITION":0,"NORMAL":1},"targets":[{"POSITION":3},)"
                                 R"({"POSITION":3,"NORMAL":3}]},{"attributes":{"POSITION":0}})",
                                 R"(,"weights":[0.5,0.5])");
  const Ruled after = byTheRules(before, {.keepMorphNormals = true});
  EXPECT_EQ(after.summary.primitives, 2u);
  EXPECT_EQ(after.at("/meshes/0/primitives/0/targets"),
            R"([{"POSITION":3,"NORMAL":6},{"POSITION":3,"NORMAL":3}])");
  EXPECT_EQ(after.at("/meshes/0/primitives/1/targets"), R"([{"POSITION":6},{"POSITION":6}])")
      << "normals of targets need those of vertices";
  EXPECT_EQ(after.at("/accessors/6"),
            R"({"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]})");
  EXPECT_TRUE(test::movesTheSame(before, after.document));
}

TEST(ExportRules, EvenMeshesStay) {
  const std::string primitive =
      R"({"attributes":{"POSITION":0,"TEXCOORD_0":4},"targets":[{"POSITION":3},{"POSITION":3}]})";
  const Document before = meshOf(primitive + "," + primitive);
  const Ruled after = byTheRules(before);
  EXPECT_TRUE(gltf::Json::equal(after.document.root(), before.root()));
  EXPECT_EQ(after.messages(), "");
}

// A few bytes per primitive ask for all targets of another.
TEST(ExportRules, WhatIsAddedIsBounded) {
  const Document whole =
      meshOf(R"({"attributes":{"POSITION":0},"targets":[)" + test::repeated(R"({"POSITION":3})", 500) +
             "]}," + test::repeated(R"({"attributes":{"POSITION":0}})", 500));
  const auto refused = [](const Document& big, const Limits& limits, Code code) {
    gltf::OpenOptions options;
    options.limits = limits;
    const Result<Document> document = Document::parse(*big.toGlb(), options);
    ASSERT_TRUE(document);
    Document work = document->clone();
    Diagnostics said;
    const Result<ExportSummary> done = edit::applyExportRules(work, {}, said);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, code);
    EXPECT_TRUE(gltf::Json::equal(work.root(), document->root()));
  };
  Limits limits;
  limits.jsonBytes = 100'000;
  refused(whole, limits, Code::LimitJsonBytes);

  AssetBuilder b;
  b.add(gltf::Kind::Accessor, R"({"componentType":5126,"count":9000,"type":"VEC3"})");
  b.add(gltf::Kind::Accessor, R"({"componentType":5126,"count":9000,"type":"VEC4"})");
  b.add(gltf::Kind::Mesh,
        R"({"primitives":[{"attributes":{"POSITION":0,"COLOR_0":1}},{"attributes":{"POSITION":0}}]})");
  limits = {};
  limits.decodedBytes = 30'000;
  refused(b.document(), limits, Code::LimitDecodedBytes);

  limits = {};
  limits.jsonBytes = 50'000;
  refused(meshOf(test::repeated(R"({"attributes":{"POSITION":0},"targets":[{"POSITION":3}]})", 100),
                 R"(,"extras":{"targetNames":[")" + std::string(1000, 'x') + R"("]})"),
          limits, Code::LimitJsonBytes);
}

// --- names of morph targets

TEST(ExportRules, NamesOfMorphTargetsAreInMeshAndPrimitives) {
  const std::string bare = R"({"attributes":{"POSITION":0},"targets":[{"POSITION":3},{"POSITION":3}])";
  const std::string named = R"(,"extras":{"targetNames":["a","b"]})";
  for (const bool ofMesh : {false, true}) {
    const Ruled after =
        byTheRules(meshOf(bare + "}," + bare + (ofMesh ? "" : named) + "}", ofMesh ? named : ""));
    EXPECT_EQ(after.summary.targetNames, 2u);
    for (const char* place : {"", "/primitives/0", "/primitives/1"})
      EXPECT_EQ(after.at("/meshes/0" + std::string(place) + "/extras/targetNames"), R"(["a","b"])") << place;
  }
}

TEST(ExportRules, NamesOfMorphTargetsAreNotInvented) {
  const std::string bare = R"({"attributes":{"POSITION":0},"targets":[{"POSITION":3},{"POSITION":3}]})";
  for (const char* extras :
       {"", R"(,"extras":{"targetNames":["a"]})", R"(,"extras":{"targetNames":["a",1]})"}) {
    const Document before = meshOf(bare, extras);
    const Ruled after = byTheRules(before);
    EXPECT_TRUE(gltf::Json::equal(after.document.root(), before.root())) << extras;
  }
  // Extras that are no object have no room.
  const Ruled after = byTheRules(meshOf(bare, R"(,"extras":"mine")"));
  EXPECT_EQ(after.at("/meshes/0/extras"), R"("mine")");
}

TEST(ExportRules, NamesOfMorphTargetsAreFoundInAccessors) {
  AssetBuilder b = vertices();
  b.floats(gltf::AccessorType::Vec3, {0, 1, 0, 0, 1, 0, 0, 1, 0}, true);
  b.set("/accessors/3/name", R"("smile")");
  b.set("/accessors/6/name", R"("shut")");
  b.add(gltf::Kind::Mesh,
        R"({"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":3},{"POSITION":6}]}]})");
  EXPECT_EQ(byTheRules(b.document()).at("/meshes/0/extras/targetNames"), R"(["smile","shut"])");
  b.set("/accessors/6/name", R"("smile")");
  EXPECT_EQ(byTheRules(b.document()).at("/meshes/0/extras"), "nothing") << "the name of something else";
}

// --- names

TEST(ExportRules, NamesAreUniqueAndCanBeFileNames) {
  AssetBuilder b;
  for (const char* name : {"arm", "Arm", "arm", "arm_2", "a/b", "a:b", "con", "", "頭", "leg"}) b.node(name);
  for (const char* list : {"meshes", "skins", "materials", "textures", "images", "animations"})
    b.set("/" + std::string(list), R"([{"name":"x"},{"name":"x"},{},{"name":"leg"},{"name":3}])");
  const Ruled after = byTheRules(b.document());
  std::string names;
  for (int i = 0; i < 10; ++i) names += after.at("/nodes/" + std::to_string(i) + "/name") + " ";
  EXPECT_EQ(names, R"("arm" "Arm_3" "arm_4" "arm_2" "a+b" "a+b_2" "con+" "" "頭" "leg" )");
  for (const char* list : {"meshes", "skins", "materials", "textures", "images", "animations"})
    EXPECT_EQ(after.at("/" + std::string(list)),
              R"([{"name":"x"},{"name":"x_2"},{},{"name":"leg"},{"name":3}])");
  EXPECT_EQ(after.summary.names, 5u + 6u);

  const Ruled kept = byTheRules(b.document(), {.keepNames = true});
  EXPECT_TRUE(gltf::Json::equal(kept.document.root(), b.document().root()));
}

// VRM 0.x knows materials by their names, and one name may be that of several.
TEST(ExportRules, OldExpressionsFollowTheirMaterials) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm0);
  b.set("/materials/0/name", R"("a/b")");
  b.set("/materials/1/name", R"("a/b")");
  b.set("/extensions/VRM/materialProperties/0/name", R"("a/b")");
  b.set("/extensions/VRM/materialProperties/1/name", R"("other")");
  const std::string groups = "/extensions/VRM/blendShapeMaster/blendShapeGroups";
  for (const char* bind : {"/0/materialValues/0", "/2/materialValues/0"})
    b.set(groups + bind + "/materialName", R"("a/b")");
  const Document before = b.document();
  const Ruled after = byTheRules(before);
  EXPECT_EQ(after.at("/materials/0/name"), R"("a+b")");
  EXPECT_EQ(after.at("/materials/1/name"), R"("a+b_2")");
  EXPECT_EQ(after.at("/extensions/VRM/materialProperties/0/name"), R"("a+b")");
  EXPECT_EQ(after.at("/extensions/VRM/materialProperties/1/name"), R"("other")");
  EXPECT_EQ(after.at(groups + "/0/materialValues/1/materialName"), R"("a+b_2")");
  const LoadResult old = load(before.clone()), renamed = load(after.document.clone());
  ASSERT_TRUE(old && renamed);
  EXPECT_EQ(old.vrm().expressions, renamed.vrm().expressions);
}

// --- the generator

TEST(ExportRules, TheGeneratorIsOurs) {
  AssetBuilder b = test::smallAvatar();
  const std::string ours = "\"libvrm " + std::string(buildInfo().version) + "\"";
  EXPECT_EQ(byTheRules(b.document()).at("/asset"), R"({"version":"2.0","generator":)" + ours + "}");
  b.set("/asset/generator", R"("Blender")");
  EXPECT_EQ(byTheRules(b.document()).at("/asset"),
            R"({"version":"2.0","generator":)" + ours + R"(,"extras":{"previousGenerator":"Blender"}})");
  b.set("/asset/extras", R"({"previousGenerator":"first"})");
  EXPECT_EQ(byTheRules(b.document()).at("/asset/extras"), R"({"previousGenerator":"first"})");
  b.set("/asset/extras", "[1]");
  EXPECT_EQ(byTheRules(b.document()).at("/asset/generator"), R"("Blender")") << "it has no other place";
}

// Readers go by what UniVRM wrote, and by VRM 0.x as a whole, to mend what its versions did wrong.
TEST(ExportRules, TheGeneratorStaysWhereReadersGoByIt) {
  AssetBuilder b = test::smallAvatar();
  b.set("/asset/generator", R"("UniVRM-0.104.0")");
  EXPECT_EQ(byTheRules(b.document()).at("/asset/generator"), R"("UniVRM-0.104.0")");
  b = test::sameAvatar(VrmVersion::Vrm0);
  b.set("/asset/generator", R"("Blender")");
  EXPECT_EQ(byTheRules(b.document()).at("/asset/generator"), R"("Blender")");
}

// --- all of them

TEST(ExportRules, AvatarsMoveAsBeforeAndAreSound) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    const Document before = test::sameAvatar(version).document();
    const Ruled after = byTheRules(before);
    EXPECT_TRUE(test::movesTheSame(before, after.document));
    for (const Diagnostic& issue : validate(*after.document.toGlb()).issues)
      EXPECT_NE(issue.severity, Severity::Error) << issue.toString();
  }
}

}  // namespace
}  // namespace vrm
