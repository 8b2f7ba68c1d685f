// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/meshes.hpp"

#include <gtest/gtest.h>

#include "support/check_model.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using gltf::AccessorType;
using test::AssetBuilder;

// A head one metre above the hips, and a strip of four vertices from one to the other: two triangles, of
// which the upper one hangs on the head.
AssetBuilder stripAvatar() {
  AssetBuilder b;
  const std::uint32_t hips = b.node("hips"), head = b.node("head", {0, 1, 0}, hips),
                      mesh = b.node("mesh", {9, 9, 9});
  const std::uint32_t positions = b.floats(AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, true);
  const std::uint32_t normals = b.floats(AccessorType::Vec3, {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
  const std::uint32_t morph = b.floats(AccessorType::Vec3, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, true);
  const std::uint32_t joints =
      b.bytes({gltf::ComponentType::UnsignedByte, AccessorType::Vec4, 4},
              test::bytesOf<std::uint8_t>({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}));
  const std::uint32_t weights =
      b.floats(AccessorType::Vec4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  const std::uint32_t binds = b.floats(AccessorType::Mat4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                                            1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1});
  const auto n = [](std::uint32_t i) { return std::to_string(i); };
  b.add(gltf::Kind::Mesh, R"({"primitives":[{"mode":5,"attributes":{"POSITION":)" + n(positions) +
                              R"(,"NORMAL":)" + n(normals) + R"(,"JOINTS_0":)" + n(joints) +
                              R"(,"WEIGHTS_0":)" + n(weights) + R"(},"targets":[{"POSITION":)" + n(morph) +
                              "}]}]}");
  b.add(gltf::Kind::Skin,
        R"({"joints":[)" + n(hips) + "," + n(head) + R"(],"inverseBindMatrices":)" + n(binds) + "}");
  b.set("/nodes/" + n(mesh) + "/mesh", "0");
  b.set("/nodes/" + n(mesh) + "/skin", "0");
  b.set(
      "/extensions/VRMC_vrm",
      R"({"specVersion":"1.0","meta":{"name":"x","authors":["x"],"licenseUrl":"https://vrm.dev/licenses/1.0/"},)"
      R"("humanoid":{"humanBones":{"hips":{"node":0},"head":{"node":1}}},"expressions":{"preset":{"happy":)"
      R"({"morphTargetBinds":[{"node":2,"index":0,"weight":0.5}]}}}})");
  b.use("VRMC_vrm");
  return b;
}

struct Loaded {
  explicit Loaded(const AssetBuilder& b) : file(load(b.document())), avatar(file.model()) {
    Diagnostics diagnostics;
    meshes = *loadMeshes(file, diagnostics);
    EXPECT_EQ(test::checkRuntime(*file.model()), "");
    EXPECT_EQ(test::checkMeshes(*meshes), "");
  }
  LoadResult file;
  Avatar avatar;
  std::shared_ptr<const Meshes> meshes;
};

TEST(Meshes, AStripIsAListOfTriangles) {
  const Loaded l(stripAvatar());
  ASSERT_EQ(l.meshes->parts().size(), 1u);
  const std::span<const std::uint32_t> t = l.meshes->parts()[0].triangles;
  EXPECT_EQ(std::vector(t.begin(), t.end()), (std::vector<std::uint32_t>{0, 1, 2, 1, 3, 2}));
}

TEST(Meshes, TheWearerDoesNotSeeTheHead) {
  const Loaded l(stripAvatar());
  const auto list = [](std::span<const std::uint32_t> s) { return std::vector(s.begin(), s.end()); };
  EXPECT_EQ(list(l.meshes->firstPersonTriangles(0)), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(l.meshes->thirdPersonTriangles(0).size(), 6u);
  // Annotations decide where there are any.
  struct Case {
    const char* type;
    std::size_t first, third;
  };
  for (const Case& c :
       {Case{"both", 6, 6}, {"thirdPersonOnly", 0, 6}, {"firstPersonOnly", 6, 0}, {"auto", 3, 6}}) {
    AssetBuilder b = stripAvatar();
    b.set("/extensions/VRMC_vrm/firstPerson",
          R"({"meshAnnotations":[{"node":2,"type":")" + std::string(c.type) + "\"}]}");
    const Loaded annotated(b);
    EXPECT_EQ(annotated.meshes->firstPersonTriangles(0).size(), c.first) << c.type;
    EXPECT_EQ(annotated.meshes->thirdPersonTriangles(0).size(), c.third) << c.type;
  }
}

TEST(Meshes, AMeshWithoutSkinIsTheHeadsWhenItHangsOnIt) {
  for (const bool onHead : {true, false}) {
    AssetBuilder b = stripAvatar();
    b.json().remove(b.json().editRoot().find("nodes")->elements()[2], "skin");
    if (onHead) b.set("/nodes/1/children", "[2]");
    const Loaded l(b);
    EXPECT_EQ(l.meshes->firstPersonTriangles(0).size(), onHead ? 0u : 6u);
    EXPECT_EQ(l.meshes->thirdPersonTriangles(0).size(), 6u);
  }
}

TEST(Skinner, MorphsThenJointsWithoutTheNodeOfTheMesh) {
  Loaded l(stripAvatar());
  l.avatar.expression("happy", 1);
  l.avatar.pose().rotate(HumanBone::Head,
                         {0, 0.70710678f, 0, 0.70710678f});  // a quarter to its left: Z becomes X
  l.avatar.setRoot({{0, 0, 5}, {}, 1});
  l.avatar.update(0);
  Skinner skinner(l.meshes);
  std::vector<Vec3> positions(4), normals(4);
  ASSERT_TRUE(skinner.skin(l.avatar, 0, positions, normals));
  EXPECT_EQ(positions[0], (Vec3{0, 0, 5}));
  EXPECT_EQ(positions[2], (Vec3{0, 1, 5}));
  // Vertex 3 is at (1, 1, 0), moved to (1, 1, 1) by half of the morph, then turned about the head at (0, 1,
  // 0): (1, 1, -1).
  EXPECT_NEAR(positions[3].x, 1, 1e-6f);
  EXPECT_NEAR(positions[3].y, 1, 1e-6f);
  EXPECT_NEAR(positions[3].z, 4, 1e-6f);
  EXPECT_NEAR(normals[3].x, 1, 1e-6f);
  EXPECT_EQ(normals[0], (Vec3{0, 0, 1}));

  const Bounds bounds = skinner.bounds(l.avatar);
  EXPECT_NEAR(bounds.min.z, 4, 1e-6f);
  EXPECT_NEAR(bounds.max.x, 1, 1e-6f);
  const std::optional<Skinner::Picked> picked = skinner.pick(l.avatar, {0.25f, 0.25f, 9}, {0, 0, -2});
  ASSERT_TRUE(picked.has_value());
  EXPECT_EQ(picked->hit.triangle, 0u);
  EXPECT_FLOAT_EQ(picked->hit.distance, 2);
  EXPECT_FALSE(skinner.pick(l.avatar, {5, 5, 9}, {0, 0, -1}).has_value());
}

TEST(LoadMeshes, WeightsSumToOne) {
  AssetBuilder b = stripAvatar();
  const std::uint32_t weights =
      b.floats(AccessorType::Vec4, {0.5f, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 1, 0, 0, 0});
  b.set("/meshes/0/primitives/0/attributes/WEIGHTS_0", std::to_string(weights));
  const Loaded l(b);
  const std::span<const float> w = l.meshes->parts()[0].vertices.weights;
  EXPECT_EQ(std::vector(w.begin(), w.begin() + 12),
            (std::vector<float>{1, 0, 0, 0, 0, 0, 0, 0, 0.25f, 0.75f, 0, 0}));
}

// glTF 2.0 section 3.7.3.3 has none below zero. Where they cancel each other out, what is left would be
// enlarged to any size.
TEST(LoadMeshes, WeightsBelowZeroCountAsNone) {
  constexpr float kMost = std::numeric_limits<float>::max();
  AssetBuilder b = stripAvatar();
  const std::uint32_t weights = b.floats(
      AccessorType::Vec4, {1, -1, 1.2e-38f, 0, kMost, -kMost, 0, 0, -1, -2, 0, 0, kMost, kMost, 1, 0});
  b.set("/meshes/0/primitives/0/attributes/WEIGHTS_0", std::to_string(weights));
  const Loaded l(b);
  const std::span<const float> w = l.meshes->parts()[0].vertices.weights;
  EXPECT_EQ(std::vector(w.begin(), w.end()),
            (std::vector<float>{1, 0, 1.2e-38f, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Skinner, RefusesWhatDoesNotFit) {
  Loaded l(stripAvatar());
  const Loaded other(stripAvatar());
  Skinner skinner(l.meshes);
  std::vector<Vec3> few(3), enough(4);
  EXPECT_FALSE(skinner.skin(l.avatar, 0, few));
  EXPECT_FALSE(skinner.skin(l.avatar, 1, enough));
  EXPECT_FALSE(skinner.skin(other.avatar, 0, enough));
  EXPECT_TRUE(skinner.skin(l.avatar, 0, enough));
}

TEST(LoadMeshes, SharedAccessorsAreReadOnceAndMemoryIsBounded) {
  const LoadResult same = load(test::sameAvatar(VrmVersion::Vrm1).document());
  Diagnostics diagnostics;
  const auto meshes = loadMeshes(same, diagnostics);
  ASSERT_TRUE(meshes);
  EXPECT_EQ((*meshes)->parts().size(), 2u);
  EXPECT_EQ((*meshes)->instances().size(), 3u) << "one mesh is under two nodes";
  EXPECT_EQ((*meshes)->parts()[0].vertices.positions.data(), (*meshes)->parts()[1].vertices.positions.data());

  LoadOptions options;
  options.file.limits.decodedBytes = 100;
  const LoadResult tight = load(stripAvatar().glb(), options);
  ASSERT_TRUE(tight) << tight.error().toString();
  const auto refused = loadMeshes(tight, diagnostics);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::LimitDecodedBytes);
}

// Five hundred nodes with one mesh of five hundred primitives: a quarter of a million instances of a small
// file.
TEST(LoadMeshes, InstancesAreBounded) {
  AssetBuilder b;
  const std::uint32_t positions = b.floats(AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, true);
  std::string primitives;
  for (int i = 0; i < 500; ++i) {
    primitives += (i > 0 ? "," : "") + (R"({"attributes":{"POSITION":)" + std::to_string(positions) + "}}");
  }
  b.add(gltf::Kind::Mesh, R"({"primitives":[)" + primitives + "]}");
  for (int i = 0; i < 500; ++i) b.set("/nodes/" + std::to_string(b.node("n")) + "/mesh", "0");
  LoadOptions options;
  options.file.limits.decodedBytes = 1 << 20;
  Diagnostics diagnostics;
  const LoadResult loaded = load(b.glb(), options);
  ASSERT_TRUE(loaded) << loaded.error().toString();
  const auto refused = loadMeshes(loaded, diagnostics);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::LimitDecodedBytes);
}

std::optional<Code> refusalOf(const std::string& members, const LoadOptions& options) {
  Diagnostics said;
  const auto meshes = loadMeshes(load(test::glb(test::gltfJson(members)), options), said);
  if (meshes) return std::nullopt;
  return meshes.error().code;
}

// What a node draws: 3 indices, 3 vertices and the same again for every sixteen morph targets, 2 joints.
TEST(LoadMeshes, MorphTargetsAndJointsAreDrawnToo) {
  std::string targets = R"({"POSITION":0})";
  for (int i = 1; i < 32; ++i) targets += R"(,{"POSITION":0})";
  const std::string members =
      R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[)" +
      targets +
      R"(]}]}],)"
      R"("skins":[{"joints":[0,1]}],"nodes":[{"mesh":0,"skin":0},{}])";
  LoadOptions options;
  options.file.limits.drawnElements = 14;
  EXPECT_EQ(refusalOf(members, options), std::nullopt);
  options.file.limits.drawnElements = 13;
  EXPECT_EQ(refusalOf(members, options), Code::LimitDrawnElements);
}

// Any number of skins can name one accessor without data, and of a hundred thousand matrices each uses one.
TEST(LoadMeshes, MatricesOfSkinsStayWithinTheLimit) {
  LoadOptions options;
  options.file.limits.decodedBytes = 20'000'000;
  const auto codeWith = [&](int skins) {
    std::string nodes = "{}", list;
    for (int i = 0; i < skins; ++i) {
      nodes += R"(,{"mesh":0,"skin":)" + std::to_string(i) + "}";
      list += std::string(i == 0 ? "" : ",") + R"({"joints":[0],"inverseBindMatrices":3})";
    }
    return refusalOf(
        R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]},)"
        R"({"componentType":5121,"count":3,"type":"VEC4"},{"componentType":5126,"count":3,"type":"VEC4"},)"
        R"({"componentType":5126,"count":100000,"type":"MAT4"}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],)"
        R"("skins":[)" +
            list + R"(],"nodes":[)" + nodes + "]",
        options);
  };
  EXPECT_EQ(codeWith(3), std::nullopt);
  EXPECT_EQ(codeWith(4), Code::LimitDecodedBytes);
}

TEST(LoadMeshes, IndicesWithoutPositionsMeanNothing) {
  AssetBuilder b = stripAvatar();
  b.json().remove(
      *b.json().editRoot().find("meshes")->elements()[0].find("primitives")->elements()[0].find("attributes"),
      "POSITION");
  const Loaded l(b);
  EXPECT_TRUE(l.meshes->parts()[0].triangles.empty());
}

TEST(Load, MorphWeightsAreBounded) {
  LoadOptions options;
  options.file.limits.expandedElements = 3;  // the avatar has two nodes with a mesh of two targets
  const LoadResult refused = load(test::sameAvatar(VrmVersion::Vrm1).glb(), options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::LimitExpandedElements);
  EXPECT_EQ(refused.error().pointer, "/nodes/27/mesh");
}

}  // namespace
}  // namespace vrm
