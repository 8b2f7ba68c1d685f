// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/normalize.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "support/same_motion.hpp"
#include "support/scramble.hpp"
#include "support/three_avatars.hpp"
#include "unit/edit/normalised.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/primitive_data.hpp"
#include "vrm/load.hpp"
#include "vrm/validate/validate.hpp"

namespace vrm {
namespace {

using edit::NormalizeOptions;
using edit::NormalizeSummary;
using gltf::Document;
using test::AssetBuilder;
using test::floatsAt;
using test::kEnough;
using test::kSmall;
using test::Normalised;
using test::normalised;
using test::refusedBelow;
using test::Scrambling;
using test::triangle;

// How many nodes are turned or scaled at rest.
std::size_t uneven(const Document& document) {
  std::size_t count = 0;
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  for (const gltf::Node& node : asset->nodes)
    count += !(node.local.rotation == Quat{}) || !(node.local.scale == Vec3{1, 1, 1});
  return count;
}

// The avatar of a version with all that lives in nodes' spaces: limits and every shape where there are such.
Document richAvatar(VrmVersion version) {
  AssetBuilder b = test::sameAvatar(version);
  if (version != VrmVersion::Vrm1) return b.document();
  const std::string springs = "/extensions/VRMC_springBone";
  b.use("VRMC_springBone_limit");
  b.use("VRMC_springBone_extended_collider");
  const auto limit = [&](int joint, std::string_view json) {
    b.set(springs + "/springs/0/joints/" + std::to_string(joint) + "/extensions",
          R"({"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":)" + std::string(json) + "}}");
  };
  limit(0, R"({"cone":{"angle":0.2,"rotation":[0.1,0,0,0.99498743]}})");
  limit(1, R"({"hinge":{"angle":0.3,"rotation":[0,0.6,0,0.8]}})");
  limit(2, R"({"spherical":{"pitch":0.2,"yaw":0.1}})");
  b.set(springs + "/colliders/-",
        R"({"node":4,"shape":{"sphere":{"radius":0}},"extensions":{"VRMC_springBone_extended_collider":)"
        R"({"specVersion":"1.0","shape":{"plane":{"offset":[0,0.02,-0.2],"normal":[0,0.6,0.8]}}}}})");
  b.set(springs + "/colliderGroups/0/colliders", "[0,1,2]");
  return b.document();
}

class NormalizeVersions : public testing::TestWithParam<VrmVersion> {};
INSTANTIATE_TEST_SUITE_P(All, NormalizeVersions,
                         testing::Values(VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1));

TEST_P(NormalizeVersions, LooksAndMovesAsBefore) {
  for (const Scrambling how : {Scrambling::Any, Scrambling::Quarter, Scrambling::Sized}) {
    Document before = richAvatar(GetParam());
    test::scramble(before, how, 7);
    const Normalised after = normalised(before);
    EXPECT_TRUE(test::movesTheSame(before, after.document)) << static_cast<int>(how);
    EXPECT_EQ(uneven(after.document), after.summary.keptRotations) << static_cast<int>(how);
  }
}

// Two nodes show the face, each turned in its own way: what names it by its mesh names both.
TEST_P(NormalizeVersions, SharedMeshesBecomeTwo) {
  Document before = richAvatar(GetParam());
  test::scramble(before, Scrambling::Any, 3);
  const Normalised after = normalised(before);
  EXPECT_EQ(after.summary.copies, 1u);
  EXPECT_EQ(after.summary.meshes, 3u);
  EXPECT_EQ(after.at("/nodes/26/mesh"), "0");
  EXPECT_EQ(after.at("/nodes/27/mesh"), "2");
  const LoadResult loaded = load(after.document.clone());
  const LoadResult old = load(before.clone());
  ASSERT_TRUE(loaded && old);
  EXPECT_EQ(loaded.vrm().expressions, old.vrm().expressions);
  EXPECT_TRUE(std::is_permutation(
      loaded.vrm().firstPerson.meshAnnotations.begin(), loaded.vrm().firstPerson.meshAnnotations.end(),
      old.vrm().firstPerson.meshAnnotations.begin(), old.vrm().firstPerson.meshAnnotations.end()));
}

TEST_P(NormalizeVersions, WhatIsNormalStaysToTheByte) {
  const Document before = richAvatar(GetParam());
  const Normalised after = normalised(before);
  EXPECT_EQ(*after.document.toGlb(), *before.toGlb());
  EXPECT_EQ(after.summary.nodes, 0u);
}

TEST(Normalize, ASkinnedMeshIsTakenBackIn) {
  for (const Scrambling how : {Scrambling::Any, Scrambling::Sized}) {
    Document before = test::smallAvatar().document();
    test::scramble(before, how, 5);
    const Normalised after = normalised(before);
    EXPECT_TRUE(test::movesTheSame(before, after.document));
    EXPECT_EQ(after.summary.skins, 1u);
    Result<std::vector<std::byte>> file = after.document.toGlb();
    ASSERT_TRUE(file);
    for (const Diagnostic& issue : validate(*file).issues) {
      EXPECT_NE(issue.code, Code::VrmNormalised) << issue.toString();
      EXPECT_NE(issue.code, Code::VrmBindMatrix) << issue.toString();
      EXPECT_NE(issue.severity, Severity::Error) << issue.toString();
    }
  }
}

// --- constraints

Document constrained(std::string_view constraint) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm1);
  b.set("/nodes/13/extensions",
        R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":)" + std::string(constraint) + "}}");
  return b.document();
}

TEST(NormalizeConstraints, AxesBecomeOthers) {
  bool changed = false;
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    Document before = constrained(R"({"aim":{"source":4,"aimAxis":"PositiveX","weight":0.5}})");
    test::scramble(before, Scrambling::Quarter, seed);
    const Normalised after = normalised(before);
    EXPECT_TRUE(test::movesTheSame(before, after.document));
    EXPECT_FALSE(after.says(Code::EditKept));
    changed = changed ||
              after.at("/nodes/13/extensions/VRMC_node_constraint/constraint/aim/aimAxis") != "\"PositiveX\"";
  }
  EXPECT_TRUE(changed);
}

TEST(NormalizeConstraints, WhatCannotBeSaidOtherwiseKeepsItsRotation) {
  for (const char* constraint : {R"({"aim":{"source":4,"aimAxis":"PositiveY"}})",
                                 R"({"roll":{"source":16,"rollAxis":"Z","weight":0.7}})",
                                 R"({"rotation":{"source":16,"weight":0.5}})"}) {
    Document before = constrained(constraint);
    test::scramble(before, Scrambling::Any, 11);
    const Normalised after = normalised(before);
    EXPECT_TRUE(test::movesTheSame(before, after.document)) << constraint;
    EXPECT_TRUE(after.says(Code::EditKept)) << constraint;
    EXPECT_GT(after.summary.keptRotations, 0u);
    EXPECT_LT(after.summary.keptRotations, 10u);
    EXPECT_EQ(uneven(after.document), after.summary.keptRotations);
  }
}

// --- meshes on nodes

TEST(NormalizeMeshes, TheNodesMatrixGoesIntoTheVertices) {
  const Document before =
      triangle(R"({"mesh":0,"translation":[1,2,3],"rotation":[0,0,0.70710678,0.70710678],"scale":[2,3,1]})")
          .document();
  const Normalised after = normalised(before);
  EXPECT_TRUE(test::movesTheSame(before, after.document));
  EXPECT_EQ(after.at("/nodes/0"), R"({"mesh":0,"translation":[1,2,3]})");
  const std::vector<float> positions = floatsAt(after.document, "/meshes/0/primitives/0/attributes/POSITION");
  const std::vector<float> expected = {0, 0, 0, 0, 2, 0, -3, 0, 0};
  ASSERT_EQ(positions.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(positions[i], expected[i], 1e-6f);
  EXPECT_EQ(after.at("/meshes/0/primitives/0/attributes/TANGENT"), "nothing");
  EXPECT_EQ(after.at("/meshes/0/primitives/0/targets/0/NORMAL"), "nothing");
  EXPECT_EQ(after.at("/accessors").find("VEC4"), std::string::npos) << "nothing is left behind";
}

TEST(NormalizeMeshes, TangentsAndMorphNormalsCanStay) {
  const Document before =
      triangle(R"({"mesh":0,"rotation":[0,0.70710678,0,0.70710678],"scale":[-2,2,2]})").document();
  const Normalised after = normalised(before, {.keepTangents = true, .keepMorphNormals = true});
  const std::vector<float> tangents = floatsAt(after.document, "/meshes/0/primitives/0/attributes/TANGENT");
  ASSERT_EQ(tangents.size(), 12u);
  EXPECT_NEAR(tangents[2], 1, 1e-6f);  // +X mirrored, then a quarter about Y
  EXPECT_NEAR(tangents[3], -1, 0);
  const std::vector<float> normals = floatsAt(after.document, "/meshes/0/primitives/0/targets/0/NORMAL");
  ASSERT_EQ(normals.size(), 9u);
  EXPECT_NEAR(normals[0], 1, 1e-6f);
}

// Tangents of morph targets have no meaning without those of vertices (glTF 2.0 section 3.7.2.2), and a morph
// target has something.
TEST(NormalizeMeshes, MorphTargetsStaySound) {
  AssetBuilder b = triangle(R"({"mesh":0,"scale":[2,2,2]})");
  b.set("/meshes/0/primitives/0/targets", R"([{"POSITION":3,"TANGENT":3},{"NORMAL":3}])");
  EXPECT_EQ(normalised(b.document()).at("/meshes/0/primitives/0/targets"),
            R"([{"POSITION":2},{"NORMAL":3}])");
  const Normalised kept = normalised(b.document(), {.keepMorphNormals = true});
  EXPECT_EQ(kept.at("/meshes/0/primitives/0/targets/0/TANGENT"), "nothing");
}

TEST(Normalize, WithNothingToDoEvenTheTextStays) {
  const std::string text = R"({ "asset" : {"version":"2.0"}, "nodes" : [ {} ] })";
  Document document = *Document::parse(test::bytesOf(text));
  Diagnostics said;
  const Result<NormalizeSummary> done = edit::normalize(document, {}, said);
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->changed);
  EXPECT_EQ(document.toGltfJson(), text);
}

// The corners of the first triangle, in order.
std::vector<std::uint32_t> triangles(const Document& document) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  return *gltf::readIndices(document, *asset, asset->primitives[0], ignored);
}

TEST(NormalizeMeshes, InAMirrorTrianglesTurnRound) {
  const std::string mirror = R"({"mesh":0,"scale":[-1,1,1]})";
  Document before = triangle(mirror).document();
  Normalised after = normalised(before);
  EXPECT_TRUE(test::movesTheSame(before, after.document));
  EXPECT_EQ(triangles(after.document), (std::vector<std::uint32_t>{0, 2, 1}));
  const std::vector<float> normals = floatsAt(after.document, "/meshes/0/primitives/0/attributes/NORMAL");
  EXPECT_NEAR(normals[2], 1, 1e-6f);

  before = triangle(mirror, R"(,"mode":6)").document();
  after = normalised(before);
  EXPECT_EQ(triangles(after.document), (std::vector<std::uint32_t>{1, 0, 2})) << "a fan";
  EXPECT_EQ(after.at("/meshes/0/primitives/0/mode"), "nothing");

  before = triangle(mirror, R"(,"mode":5)").document();
  after = normalised(before);
  EXPECT_EQ(triangles(after.document), (std::vector<std::uint32_t>{0, 2, 1})) << "a strip";
}

// What has no joints goes with its node, also under a skin; two nodes turn it differently.
TEST(NormalizeMeshes, WithoutJointsItGoesWithItsNode) {
  AssetBuilder b = test::smallAvatar();
  const gltf::JsonValue* nodes = b.json().root().find("nodes");
  std::string body;
  for (std::uint32_t i = 0; i < nodes->size(); ++i) {
    if (nodes->elements()[i].has("skin")) body = gltf::Json::write(nodes->elements()[i]);
  }
  ASSERT_NE(body, "");
  const std::uint32_t positions = b.floats(gltf::AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, true);
  b.set("/meshes/0/primitives/-", R"({"attributes":{"POSITION":)" + std::to_string(positions) + "}}");
  const gltf::JsonValue* targets = gltf::Json::at(b.json().root(), "/meshes/0/primitives/0/targets");
  const std::string morph = R"([{"POSITION":)" + std::to_string(positions) + "}]";
  if (targets) b.set("/meshes/0/primitives/1/targets", morph);
  for (const char* const rotation : {"[0,0.6,0,0.8]", "[0.6,0,0,0.8]"}) {
    const std::uint32_t node = b.add(gltf::Kind::Node, body);
    b.set(gltf::pointerJoin("/nodes", node) + "/rotation", rotation);
    b.set("/scenes/0/nodes/-", std::to_string(node));
  }
  const Document before = b.document();
  const Normalised after = normalised(before);
  EXPECT_TRUE(test::movesTheSame(before, after.document));
  EXPECT_EQ(after.summary.copies, 2u);
}

TEST(NormalizeMeshes, VerticesWithoutWeightsGetOne) {
  AssetBuilder b = test::smallAvatar();
  Document before = b.document();
  const gltf::JsonValue* stored =
      gltf::Json::at(before.root(), "/meshes/0/primitives/0/attributes/WEIGHTS_0");
  ASSERT_TRUE(stored);
  const std::size_t count = floatsAt(before, "/meshes/0/primitives/0/attributes/WEIGHTS_0").size();
  const std::vector<float> zeros(count);
  const gltf::NewAccessor what{gltf::ComponentType::Float, gltf::AccessorType::Vec4,
                               static_cast<std::uint32_t>(count / 4)};
  const Result<std::uint32_t> added = gltf::addAccessor(before, what, std::as_bytes(std::span(zeros)));
  before.editJson().put("/meshes/0/primitives/0/attributes/WEIGHTS_0", before.editJson().number(*added));
  test::scramble(before, Scrambling::Any, 1);
  const Normalised after = normalised(before);
  EXPECT_TRUE(test::movesTheSame(before, after.document));
  EXPECT_EQ(after.summary.weighted, count / 4);
  const std::vector<float> weights = floatsAt(after.document, "/meshes/0/primitives/0/attributes/WEIGHTS_0");
  for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_EQ(weights[i], i % 4 == 0 ? 1.0f : 0.0f);
}

// --- the rest

TEST(Normalize, CamerasAndLightsLookWhereTheyLooked) {
  AssetBuilder b = triangle(R"({"mesh":0,"rotation":[0.6,0,0,0.8],"children":[1,2]})");
  b.add(gltf::Kind::Node, R"({"camera":0,"rotation":[0,0.6,0,0.8]})");
  b.add(gltf::Kind::Node, R"({"extensions":{"KHR_lights_punctual":{"light":0}},"translation":[0,1,0]})");
  b.set("/cameras", R"([{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}])");
  b.set("/extensions/KHR_lights_punctual", R"({"lights":[{"type":"spot","spot":{}}]})");
  b.use("KHR_lights_punctual");
  const Normalised after = normalised(b.document());
  EXPECT_TRUE(after.says(Code::EditKept));
  EXPECT_EQ(after.at("/nodes/0/rotation"), "nothing");
  EXPECT_EQ(after.at("/nodes/2/rotation"), "[0.6,0,0,0.8]");
  EXPECT_EQ(after.summary.keptRotations, 2u);
}

// What a broken file names and does not have is not what normalising adds (found by fuzzing).
TEST(Normalize, NewViewsAndAccessorsAreNotThoseThatWereMissing) {
  AssetBuilder b = triangle(R"({"mesh":0,"rotation":[0.6,0,0,0.8]})");
  const std::uint32_t lost =
      b.add(gltf::Kind::Accessor, R"({"bufferView":4,"componentType":5126,"count":99,"type":"VEC3"})");
  b.set("/meshes/0/primitives/0/attributes/COLOR_0", std::to_string(lost));
  b.set("/meshes/0/primitives/0/attributes/COLOR_1", std::to_string(lost + 1));
  const Normalised after = normalised(b.document());
  EXPECT_TRUE(load(after.document.clone()));
  const std::string accessor = "/accessors/" + after.at("/meshes/0/primitives/0/attributes/COLOR_0");
  EXPECT_EQ(after.at(accessor + "/bufferView"), "1073741828");
  EXPECT_EQ(after.at("/meshes/0/primitives/0/attributes/COLOR_1"), "1073741829");
}

// Names too long for a JSON pointer in a message.
TEST(Normalize, BindsOfExpressionsWithLongNamesNameCopiesToo) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm1);
  b.set("/extensions/VRMC_vrm/expressions/custom/" + std::string(300, 'x'),
        R"({"morphTargetBinds":[{"mesh":0,"index":0,"weight":0.5}]})");
  Document before = b.document();
  test::scramble(before, Scrambling::Any, 3);
  const Normalised after = normalised(before);
  EXPECT_EQ(after.summary.copies, 1u);
  EXPECT_EQ(after.at("/extensions/VRMC_vrm/expressions/custom/" + std::string(300, 'x')),
            R"({"morphTargetBinds":[{"mesh":0,"index":0,"weight":0.5},{"mesh":2,"index":0,"weight":0.5}]})");
}

TEST(Normalize, UnevenScalesAboveBonesAreReported) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm1);
  b.set("/nodes/2/scale", "[1,2,1]");
  EXPECT_TRUE(normalised(b.document()).says(Code::EditApproximate));
}

TEST(Normalize, WhatIsCompressedIsRefusedAndLeftAsItWas) {
  AssetBuilder b =
      triangle(R"({"mesh":0,"scale":[2,2,2]})",
               R"(,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{}}})");
  Document document = b.document();
  Diagnostics said;
  const Result<NormalizeSummary> done = edit::normalize(document, {}, said);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::GltfExtensionUnsupported);
  EXPECT_EQ(done.error().pointer, "/meshes/0/primitives/0");
  EXPECT_TRUE(gltf::Json::equal(document.root(), b.document().root()));

  AssetBuilder views = triangle(R"({"mesh":0,"scale":[2,2,2]})");
  views.set("/bufferViews/1/extensions", R"({"EXT_meshopt_compression":{}})");
  document = views.document();
  const Result<NormalizeSummary> second = edit::normalize(document, {}, said);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().pointer, "/bufferViews/1");
}

// A few bytes per node ask for the whole mesh again, differently each time.
TEST(Normalize, CopiesOfMeshesAreBounded) {
  AssetBuilder b = triangle(R"({"mesh":0,"scale":[2,2,2]})");
  for (int i = 0; i < 100; ++i)
    b.add(gltf::Kind::Node, R"({"mesh":0,"scale":[)" + std::to_string(i + 3) + ",1,1]}");
  const auto refused = [&](Limits limits) {
    gltf::OpenOptions options;
    options.limits = limits;
    Result<Document> document = Document::parse(b.glb(), options);
    EXPECT_TRUE(document) << document.error().toString();
    Diagnostics said;
    const Result<NormalizeSummary> done = edit::normalize(*document, {}, said);
    return done ? std::string("nothing") : std::string(name(done.error().code)) + " " + done.error().pointer;
  };
  Limits limits;
  EXPECT_EQ(refused(limits), "nothing");
  limits.jsonBytes = 8'000;  // the JSON takes about 5,000
  EXPECT_EQ(refused(limits), "LIMIT_JSON_BYTES /meshes/0");
  limits = {};
  limits.decodedBytes = 2'000;
  EXPECT_EQ(refused(limits), "LIMIT_DECODED_BYTES /meshes/0");
}

// A hundred vertices without bytes: 1,200 for their places, 3,200 for weights and 9,600 for transforms.
std::string zeros(AssetBuilder& b) {
  const auto accessor = [&](const char* more) {
    return std::to_string(b.add(gltf::Kind::Accessor, R"({"count":100,)" + std::string(more) + "}"));
  };
  return R"({"attributes":{"POSITION":)" +
         accessor(R"("componentType":5126,"type":"VEC3","min":[0,0,0],"max":[0,0,0])") + R"(,"JOINTS_0":)" +
         accessor(R"("componentType":5123,"type":"VEC4")") + R"(,"WEIGHTS_0":)" +
         accessor(R"("componentType":5126,"type":"VEC4")") + "}}";
}

AssetBuilder manyZeros(int skins, int nodes, int primitives) {
  AssetBuilder b;
  const std::string primitive = zeros(b);
  std::string list = primitive;
  for (int i = 1; i < primitives; ++i) list += "," + primitive;
  b.add(gltf::Kind::Mesh, R"({"primitives":[)" + list + "]}");
  b.add(gltf::Kind::Node, "{}");
  for (int i = 0; i < skins; ++i) b.add(gltf::Kind::Skin, R"({"joints":[0]})");
  for (int i = 0; i < nodes; ++i)
    b.add(gltf::Kind::Node, R"({"mesh":0,"skin":)" + std::to_string(i % skins) + "}");
  return b;
}

TEST(Normalize, SkinsOfAMeshAreBounded) {
  EXPECT_EQ(refusedBelow(manyZeros(20, 20, 1), kEnough), "nothing");
  EXPECT_EQ(refusedBelow(manyZeros(20, 20, 1), kSmall), "LIMIT_DECODED_BYTES /meshes/7/primitives/0");
  EXPECT_EQ(refusedBelow(manyZeros(1, 100, 1), kSmall), "nothing") << "all nodes show it alike";
  EXPECT_EQ(refusedBelow(manyZeros(1, 1, 100), kSmall), "nothing") << "all primitives share their vertices";
  AssetBuilder matrices = manyZeros(100, 1, 1);
  const std::uint32_t many =
      matrices.add(gltf::Kind::Accessor, R"({"count":100,"componentType":5126,"type":"MAT4"})");
  for (int i = 0; i < 100; ++i)
    matrices.set("/skins/" + std::to_string(i) + "/inverseBindMatrices", std::to_string(many));
  EXPECT_EQ(refusedBelow(matrices, kSmall), "LIMIT_DECODED_BYTES /skins/15");
}

TEST(Normalize, LookingForTheGroundIsBounded) {
  const auto avatar = [](bool skinned) {
    AssetBuilder b = test::sameAvatar(VrmVersion::Vrm1);
    const std::uint32_t mesh = b.add(gltf::Kind::Mesh, R"({"primitives":[)" + zeros(b) + "]}");
    const std::uint32_t skin = b.add(gltf::Kind::Skin, R"({"joints":[0]})");
    for (int i = 0; i < 100; ++i) {
      const std::string node = "/nodes/" + std::to_string(b.node("n" + std::to_string(i)));
      b.set(node + "/mesh", std::to_string(mesh));
      if (skinned) b.set(node + "/skin", std::to_string(skin));
    }
    return b;
  };
  const NormalizeOptions pose{.tPose = true};
  EXPECT_EQ(refusedBelow(avatar(false), kEnough, pose), "nothing");
  EXPECT_TRUE(refusedBelow(avatar(false), kSmall, pose).starts_with("LIMIT_DECODED_BYTES /nodes/"));
  EXPECT_EQ(refusedBelow(avatar(true), kSmall, pose), "nothing") << "once for all of a skin";
}

TEST(Normalize, SaysWhatComesNext) {
  Document document = test::sameAvatar(VrmVersion::Vrm1).document();
  std::vector<std::string> told;
  NormalizeOptions options{.tPose = true};
  options.progress = [&](std::string_view what) { told.emplace_back(what); };
  Diagnostics said;
  ASSERT_TRUE(edit::normalize(document, options, said));
  EXPECT_EQ(told, (std::vector<std::string>{"T-pose", "mesh 1 of 2", "mesh 2 of 2"}));
}

}  // namespace
}  // namespace vrm
