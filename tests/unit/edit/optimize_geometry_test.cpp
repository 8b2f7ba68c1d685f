// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Vertices, joints, skins, meshes and primitives.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/asset_builder.hpp"
#include "support/three_avatars.hpp"
#include "unit/edit/optimised.hpp"
#include "vrm/gltf/accessor.hpp"

namespace vrm {
namespace {

using gltf::AccessorType;
using gltf::ComponentType;
using gltf::Document;
using gltf::Kind;
using test::AssetBuilder;
using test::Optimised;
using test::optimised;
using test::sameAvatar;

std::string text(std::uint32_t i) {
  return std::to_string(i);
}

class OptimizeGeometry : public testing::TestWithParam<VrmVersion> {};
INSTANTIATE_TEST_SUITE_P(All, OptimizeGeometry,
                         testing::Values(VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1));

// A primitive of a triangle, with a vertex that nothing draws when `spare`.
std::string triangle(AssetBuilder& b, float x, bool spare = false) {
  const std::uint32_t positions =
      spare ? b.floats(AccessorType::Vec3, {x, 1, 0, 9, 9, 9, x + 1, 1, 0, x, 2, 0}, true)
            : b.floats(AccessorType::Vec3, {x, 1, 0, x + 1, 1, 0, x, 2, 0}, true);
  const std::uint32_t indices = spare ? b.indices({0, 2, 3}) : b.indices({0, 1, 2});
  return R"("attributes":{"POSITION":)" + text(positions) + R"(},"indices":)" + text(indices);
}

std::uint32_t show(AssetBuilder& b, const std::string& primitives, std::string_view name,
                   std::uint32_t parent = kNone) {
  const std::uint32_t mesh = b.add(Kind::Mesh, R"({"primitives":[)" + primitives + "]}");
  const std::uint32_t node = b.node(name, {}, parent);
  b.set("/nodes/" + text(node) + "/mesh", text(mesh));
  return node;
}

// --- vertices

TEST_P(OptimizeGeometry, VerticesThatNothingDrawsGo) {
  AssetBuilder b = sameAvatar(GetParam());
  show(b, "{" + triangle(b, 0, true) + "}", "extra", test::kHead);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.vertices, 1u);
  const std::string position = after.at("/meshes/2/primitives/0/attributes/POSITION");
  EXPECT_EQ(after.at("/accessors/" + position + "/count"), "3");
  EXPECT_EQ(after.at("/accessors/" + position + "/max"), "[1,2,0]");
}

TEST(OptimizeVertices, OfSharedOnesWhatAnyPrimitiveDrawsStays) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t positions =
      b.floats(AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5, 1, 1, 0, 6, 6, 6}, true);
  const std::uint32_t one = b.indices({0, 1, 2}), two = b.indices({2, 1, 4});
  const auto primitive = [&](std::uint32_t indices, const char* material) {
    return R"({"attributes":{"POSITION":)" + text(positions) + R"(},"indices":)" + text(indices) +
           R"(,"material":)" + material + "}";
  };
  b.add(Kind::Material, R"({"name":"other"})");
  show(b, primitive(one, "0") + "," + primitive(two, "1"), "extra", 2);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.vertices, 2u);
  EXPECT_EQ(after.at("/meshes/1/primitives/0/attributes/POSITION"),
            after.at("/meshes/1/primitives/1/attributes/POSITION"));
  EXPECT_EQ(after.summary.drawCallsAfter, 3u);
}

TEST(OptimizeVertices, AllStayWithoutIndices) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t positions = b.floats(AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, true);
  const std::uint32_t indices = b.indices({0, 1, 1});
  const std::string attributes = R"({"attributes":{"POSITION":)" + text(positions) + "}";
  show(b, attributes + "}," + attributes + R"(,"indices":)" + text(indices) + "}", "extra", 2);
  EXPECT_EQ(optimised(b.document()).summary.vertices, 0u);
}

TEST(OptimizeVertices, IndicesOutOfRangeAreLeftAlone) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t positions = b.floats(AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 7, 7, 7}, true);
  const std::uint32_t indices = b.indices({0, 1, 2, 0, 1, 9});
  show(b, R"({"attributes":{"POSITION":)" + text(positions) + R"(},"indices":)" + text(indices) + "}",
       "extra", 2);
  EXPECT_EQ(optimised(b.document()).summary.vertices, 0u);
}

TEST(OptimizeVertices, SparseTargetsStaySparse) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t positions =
      b.floats(AccessorType::Vec3, {0, 0, 0, 9, 9, 9, 1, 0, 0, 0, 1, 0, 1, 1, 0}, true);
  const std::uint32_t places = b.indices({1, 3}), values = b.floats(AccessorType::Vec3, {8, 8, 8, 0, 3, 0});
  const auto viewOf = [&](std::uint32_t accessor) {
    return gltf::Json::write(
        *gltf::Json::at(b.json().root(), "/accessors/" + text(accessor) + "/bufferView"));
  };
  const std::uint32_t morph = b.add(
      Kind::Accessor, R"({"componentType":5126,"type":"VEC3","count":5,"min":[0,0,0],"max":[8,8,8],"sparse":)"
                      R"({"count":2,"indices":{"componentType":5123,"bufferView":)" +
                          viewOf(places) + R"(},"values":{"bufferView":)" + viewOf(values) + "}}}");
  const std::uint32_t indices = b.indices({0, 2, 3, 3, 2, 4});
  const std::uint32_t node = show(b,
                                  R"({"attributes":{"POSITION":)" + text(positions) + R"(},"indices":)" +
                                      text(indices) + R"(,"targets":[{"POSITION":)" + text(morph) + "}]}",
                                  "extra", 2);
  b.set("/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/-",
        R"({"node":)" + text(node) + R"(,"index":0,"weight":1})");
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.vertices, 1u);
  const std::string accessor = "/accessors/" + after.at("/meshes/1/primitives/0/targets/0/POSITION");
  EXPECT_EQ(after.at(accessor + "/sparse/count"), "1");
  EXPECT_EQ(after.at(accessor + "/max"), "[0,3,0]");
  EXPECT_EQ(after.at(accessor + "/bufferView"), "nothing");
}

TEST(OptimizeVertices, OddElementsKeepTheirAlignment) {
  AssetBuilder b = test::smallAvatar();
  const std::uint32_t positions = b.floats(AccessorType::Vec3, {0, 0, 0, 9, 9, 9, 1, 0, 0, 0, 1, 0}, true);
  gltf::NewAccessor what{ComponentType::UnsignedByte, AccessorType::Vec4, 4, true};
  const std::uint32_t colours =
      b.bytes(what, test::bytesOf<std::uint8_t>({1, 2, 3, 0, 9, 9, 9, 0, 4, 5, 6, 0, 7, 8, 9, 0}));
  b.set("/accessors/" + text(colours) + "/type", R"("VEC3")");
  b.set(
      "/bufferViews/" +
          gltf::Json::write(*gltf::Json::at(b.json().root(), "/accessors/" + text(colours) + "/bufferView")) +
          "/byteStride",
      "4");
  const std::uint32_t indices = b.indices({0, 2, 3});
  show(b,
       R"({"attributes":{"POSITION":)" + text(positions) + R"(,"COLOR_0":)" + text(colours) +
           R"(},"indices":)" + text(indices) + "}",
       "extra", 2);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.vertices, 1u);
  const std::string accessor = "/accessors/" + after.at("/meshes/1/primitives/0/attributes/COLOR_0");
  EXPECT_EQ(after.at("/bufferViews/" + after.at(accessor + "/bufferView") + "/byteStride"), "4");
  EXPECT_EQ(after.at(accessor + "/normalized"), "true");
}

TEST(OptimizeVertices, IndicesBecomeShort) {
  AssetBuilder b = test::smallAvatar();
  gltf::NewAccessor what{ComponentType::UnsignedInt, AccessorType::Scalar, 3};
  const std::uint32_t indices = b.bytes(what, test::bytesOf<std::uint32_t>({0, 1, 2}));
  b.set("/meshes/0/primitives/0/indices", text(indices));
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.shorter, 1u);
  EXPECT_EQ(after.at("/accessors/" + after.at("/meshes/0/primitives/0/indices") + "/componentType"), "5123");
}

TEST(OptimizeVertices, WhatIsLeftOfASharedViewGetsItsOwn) {
  AssetBuilder b = test::smallAvatar();
  // Positions and 300 bytes that nothing uses, in one view.
  std::vector<float> numbers{0, 0, 0, 1, 0, 0, 0, 1, 0};
  numbers.resize(100);
  const auto raw = std::as_bytes(std::span(numbers));
  gltf::NewAccessor what{ComponentType::Float, AccessorType::Scalar, 100};
  const std::uint32_t whole = b.bytes(what, {raw.begin(), raw.end()});
  const std::string view =
      gltf::Json::write(*gltf::Json::at(b.json().root(), "/accessors/" + text(whole) + "/bufferView"));
  const std::uint32_t positions = b.add(
      Kind::Accessor, R"({"bufferView":)" + view +
                          R"(,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[1,1,0]})");
  show(b, R"({"attributes":{"POSITION":)" + text(positions) + "}}", "extra", 2);
  const Optimised after = optimised(b.document());
  EXPECT_LT(after.summary.bytesAfter + 280, after.summary.bytesBefore);
}

// --- joints and skins

struct SkinnedMesh {
  std::uint32_t node, skin;
};

// A triangle whose vertices follow the first two joints of a skin, on a node of its own.
SkinnedMesh skinned(AssetBuilder& b, std::string_view joints, std::uint32_t jointCount, float x,
                    std::string_view name, float bind = 0, std::uint32_t material = 0, bool wide = false) {
  std::vector<float> matrices;
  for (std::uint32_t j = 0; j < jointCount; ++j) {
    for (const float f :
         {1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, bind, -1.0f, 0.0f, 1.0f})
      matrices.push_back(f);
  }
  const auto raw = std::as_bytes(std::span(matrices));
  const std::uint32_t inverse =
      b.bytes({ComponentType::Float, AccessorType::Mat4, jointCount}, {raw.begin(), raw.end()});
  const std::uint32_t skin = b.add(
      Kind::Skin, R"({"joints":)" + std::string(joints) + R"(,"inverseBindMatrices":)" + text(inverse) + "}");
  const std::uint32_t positions = b.floats(AccessorType::Vec3, {x, 1, 0, x + 1, 1, 0, x, 2, 0}, true);
  const std::uint32_t where =
      wide ? b.bytes({ComponentType::UnsignedShort, AccessorType::Vec4, 3},
                     test::bytesOf<std::uint16_t>({0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}))
           : b.bytes({ComponentType::UnsignedByte, AccessorType::Vec4, 3},
                     test::bytesOf<std::uint8_t>({0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}));
  const std::uint32_t weights = b.floats(AccessorType::Vec4, {1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0});
  const std::uint32_t indices = b.indices({0, 1, 2});
  const std::uint32_t mesh =
      b.add(Kind::Mesh, R"({"primitives":[{"attributes":{"POSITION":)" + text(positions) + R"(,"JOINTS_0":)" +
                            text(where) + R"(,"WEIGHTS_0":)" + text(weights) + R"(},"indices":)" +
                            text(indices) + R"(,"material":)" + text(material) + "}]}");
  const std::uint32_t node = b.node(name);
  b.set("/nodes/" + text(node) + "/mesh", text(mesh));
  b.set("/nodes/" + text(node) + "/skin", text(skin));
  return {node, skin};
}

TEST_P(OptimizeGeometry, JointsThatMoveNothingGo) {
  AssetBuilder b = sameAvatar(GetParam());
  skinned(b, "[0,4,5,6]", 4, 0, "extra");
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.joints, 2u);
  EXPECT_EQ(after.at("/skins/0/joints"), "[0,4]");
  EXPECT_EQ(after.at("/accessors/" + after.at("/skins/0/inverseBindMatrices") + "/count"), "2");
  EXPECT_GE(after.count("/nodes"), test::kAvatarNodes);  // the nodes stay
}

TEST(OptimizeSkins, VerticesWithoutWeightsKeepTheirFirstJoint) {
  AssetBuilder b = test::smallAvatar();
  // All three on joint 1, without any weight.
  const std::uint32_t joints = b.bytes({ComponentType::UnsignedByte, AccessorType::Vec4, 3},
                                       test::bytesOf<std::uint8_t>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
  const std::uint32_t weights = b.floats(AccessorType::Vec4, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  b.set("/meshes/0/primitives/0/attributes/JOINTS_0", text(joints));
  b.set("/meshes/0/primitives/0/attributes/WEIGHTS_0", text(weights));
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.joints, 1u);
  EXPECT_EQ(after.at("/skins/0/joints"), "[1]");
}

TEST(OptimizeSkins, JointsBecomeBytes) {
  AssetBuilder b = test::smallAvatar();
  skinned(b, "[0,1]", 2, 0, "extra", 0, 0, true);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.shorter, 1u);
}

TEST_P(OptimizeGeometry, EqualSkinsBecomeOne) {
  AssetBuilder b = sameAvatar(GetParam());
  b.add(Kind::Material, R"({"name":"third","alphaMode":"BLEND"})");
  skinned(b, "[0,4]", 2, 0, "one", 0, 0);
  skinned(b, "[0,4]", 2, 5, "two", 0, 1);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.merged.skins, 1u);
  EXPECT_EQ(after.count("/skins"), 1u);
}

TEST_P(OptimizeGeometry, SkinsThatAgreeBecomeOne) {
  AssetBuilder b = sameAvatar(GetParam());
  skinned(b, "[0,4]", 2, 0, "one");
  skinned(b, "[4,1]", 2, 5, "two");
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.merged.skins, 1u);
  EXPECT_EQ(after.at("/skins/0/joints"), "[0,4,1]");
}

TEST(OptimizeSkins, SkinsThatBindAJointDifferentlyStayTwo) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  skinned(b, "[0,4]", 2, 0, "one");
  skinned(b, "[4,1]", 2, 5, "two", 0.25f);
  EXPECT_EQ(optimised(b.document()).count("/skins"), 2u);
}

TEST(OptimizeSkins, AMeshUnderTwoSkinsFixesBoth) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const SkinnedMesh one = skinned(b, "[0,4,5]", 3, 0, "one");
  skinned(b, "[4,1]", 2, 5, "two");
  b.set("/nodes/" + text(one.node + 1) + "/mesh",
        gltf::Json::write(*gltf::Json::at(b.json().root(), "/nodes/" + text(one.node) + "/mesh")));
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.count("/skins"), 2u);
  EXPECT_EQ(after.summary.joints, 0u);
}

// The joints of a third mesh are those of one that has two skins.
TEST(OptimizeSkins, JointsThatOthersUseDifferentlyStay) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const SkinnedMesh one = skinned(b, "[0,4,5]", 3, 0, "one");
  const SkinnedMesh two = skinned(b, "[4,1]", 2, 5, "two", 0.25f);
  const SkinnedMesh three = skinned(b, "[6,5,0]", 3, 9, "three", 0.5f);
  const auto at = [&](const std::string& pointer) {
    return gltf::Json::write(*gltf::Json::at(b.json().root(), pointer));
  };
  const std::string mesh = at("/nodes/" + text(one.node) + "/mesh");
  b.set("/nodes/" + text(two.node) + "/mesh", mesh);
  b.set("/meshes/" + at("/nodes/" + text(three.node) + "/mesh") + "/primitives/0/attributes/JOINTS_0",
        at("/meshes/" + mesh + "/primitives/0/attributes/JOINTS_0"));
  EXPECT_EQ(optimised(b.document()).summary.joints, 0u);
}

// --- meshes and primitives

TEST_P(OptimizeGeometry, MeshesThatAreShownAlikeBecomeOne) {
  AssetBuilder b = sameAvatar(GetParam());
  skinned(b, "[0,4]", 2, 0, "body");
  skinned(b, "[0,4]", 2, 5, "clothes");
  skinned(b, "[0,4]", 2, 9, "shoes", 0, 1);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.merged.meshes, 2u);
  EXPECT_EQ(after.summary.nodes, 2u);
  EXPECT_EQ(after.summary.primitives, 1u);
  EXPECT_EQ(after.summary.drawCallsBefore, 6u);
  EXPECT_EQ(after.summary.drawCallsAfter,
            5u);  // two with a material each, and the face twice and the body of before
  EXPECT_EQ(after.count("/meshes/2/primitives"), 2u);
}

// What has to keep two meshes apart.
struct Apart {
  const char* what;
  void (*change)(AssetBuilder&, std::uint32_t node);
};
const Apart kApart[] = {
    {"first person",
     [](AssetBuilder& b, std::uint32_t node) {
       b.set("/extensions/VRMC_vrm/firstPerson/meshAnnotations/-",
             R"({"node":)" + text(node) + R"(,"type":"thirdPersonOnly"})");
     }},
    {"a child", [](AssetBuilder& b, std::uint32_t node) { b.node("child", {}, node); }},
    {"another parent",
     [](AssetBuilder& b, std::uint32_t node) {
       gltf::JsonValue& roots = *b.json().editRoot().find("scenes")->elements()[0].find("nodes");
       b.json().eraseElements(roots, [&](const gltf::JsonValue& v) { return v.index() == node; });
       b.set("/nodes/0/children/-", text(node));
     }},
    {"an animation",
     [](AssetBuilder& b, std::uint32_t node) {
       const std::uint32_t times = b.floats(AccessorType::Scalar, {0, 1}, true);
       const std::uint32_t values = b.floats(AccessorType::Vec3, {0, 0, 0, 1, 1, 1});
       b.add(Kind::Animation, R"({"samplers":[{"input":)" + text(times) + R"(,"output":)" + text(values) +
                                  R"(}],"channels":[{"sampler":0,"target":{"node":)" + text(node) +
                                  R"(,"path":"translation"}}]})");
     }},
    {"a constraint",
     [](AssetBuilder& b, std::uint32_t node) {
       b.set("/nodes/16/extensions",
             R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":)" +
                 text(node) + "}}}}");
     }},
    {"a collider",
     [](AssetBuilder& b, std::uint32_t node) {
       b.set("/extensions/VRMC_springBone/colliders/0/node", text(node));
     }},
    {"extras",
     [](AssetBuilder& b, std::uint32_t node) { b.set("/nodes/" + text(node) + "/extras", R"({"my":1})"); }},
    {"two scenes", [](AssetBuilder& b, std::uint32_t) { b.add(Kind::Scene, R"({"nodes":[0]})"); }},
    {"not in the scene",
     [](AssetBuilder& b, std::uint32_t node) {
       gltf::JsonValue& roots = *b.json().editRoot().find("scenes")->elements()[0].find("nodes");
       b.json().eraseElements(roots, [&](const gltf::JsonValue& v) { return v.index() == node; });
     }},
    {"something transparent",
     [](AssetBuilder& b, std::uint32_t) { b.set("/materials/1/alphaMode", R"("BLEND")"); }},
    {"morph targets",
     [](AssetBuilder& b, std::uint32_t node) {
       const std::uint32_t morph = b.floats(AccessorType::Vec3, {0, 1, 0, 0, 0, 0, 0, 0, 0}, true);
       b.set("/meshes/3/primitives/0/targets", R"([{"POSITION":)" + text(morph) + "}]");
       b.set("/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/-",
             R"({"node":)" + text(node) + R"(,"index":0,"weight":1})");
     }},
    {"a second node",
     [](AssetBuilder& b, std::uint32_t) {
       const std::uint32_t more = b.node("more");
       b.set("/nodes/" + text(more) + "/mesh", "3");
       b.set("/nodes/" + text(more) + "/skin", "0");
       b.set("/nodes/" + text(more) + "/extras", "1");
     }},
    {"another skin", [](AssetBuilder& b, std::uint32_t) { b.set("/skins/1/extras", "1"); }},
};

TEST(OptimizeMeshes, WhatIsNotShownAlikeStaysTwo) {
  for (const Apart& apart : kApart) {
    SCOPED_TRACE(apart.what);
    AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
    skinned(b, "[0,4]", 2, 0, "body");
    const SkinnedMesh clothes = skinned(b, "[0,4]", 2, 5, "clothes", 0, 1);
    EXPECT_EQ(optimised(b.document()).summary.merged.meshes, 1u);
    apart.change(b, clothes.node);
    EXPECT_EQ(optimised(b.document()).summary.merged.meshes, 0u);
  }
}

TEST(OptimizeMeshes, WithoutASkinTheyHaveToBeInOnePlace) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  show(b, "{" + triangle(b, 0) + "}", "one", test::kHead);
  const std::uint32_t two = show(b, "{" + triangle(b, 3) + "}", "two", test::kHead);
  EXPECT_EQ(optimised(b.document()).summary.primitives, 1u);
  b.set("/nodes/" + text(two) + "/translation", "[0,1,0]");
  EXPECT_EQ(optimised(b.document()).summary.merged.meshes, 0u);
}

// Two nodes of the head with a morph target each, which two expressions drive.
struct Faces {
  AssetBuilder b;
  std::uint32_t node[2], mesh[2];

  explicit Faces(VrmVersion version) : b(sameAvatar(version)) {
    for (const std::uint32_t i : {0u, 1u}) {
      const std::uint32_t morph = b.floats(AccessorType::Vec3, {0, 1, 0, 0, float(i), 0, 0, 0, 0}, true);
      node[i] =
          show(b, "{" + triangle(b, 3.0f * float(i)) + R"(,"targets":[{"POSITION":)" + text(morph) + "}]}",
               i == 0 ? "skin" : "lashes", test::kHead);
      mesh[i] = b.json().root().find("meshes")->size() - 1;
      b.set("/meshes/" + text(mesh[i]) + "/extras", R"({"targetNames":["smile"]})");
    }
    for (const std::uint32_t i : {0u, 1u}) {
      for (const std::uint32_t e : {0u, 1u}) bind(version, i, e);
    }
  }
  void bind(VrmVersion version, std::uint32_t i, std::uint32_t expression) {
    const std::string group = text(expression);
    if (version == VrmVersion::Vrm0) {
      b.set("/extensions/VRM/blendShapeMaster/blendShapeGroups/" + group + "/binds/-",
            R"({"mesh":)" + text(mesh[i]) + R"(,"index":0,"weight":50})");
    } else if (version == VrmVersion::Draft) {
      b.set("/extensions/VRMC_vrm/blendShape/blendShapeGroups/" + group +
                (expression == 0 ? "/binds/-" : "/values/-"),
            R"({"mesh":)" + text(mesh[i]) + R"(,"index":0,"weight":0.5})");
    } else {
      b.set("/extensions/VRMC_vrm/expressions/preset/" +
                std::string(expression == 0 ? "happy" : "blinkLeft") + "/morphTargetBinds/-",
            R"({"node":)" + text(node[i]) + R"(,"index":0,"weight":0.5})");
    }
  }
};

TEST_P(OptimizeGeometry, MeshesWhoseMorphTargetsAreDrivenAlikeBecomeOne) {
  Faces faces(GetParam());
  const Optimised after = optimised(faces.b.document());
  EXPECT_EQ(after.summary.merged.meshes, 1u);
  EXPECT_EQ(after.summary.primitives, 1u);
  EXPECT_EQ(after.summary.morphTargets, 0u);
  const LoadResult loaded = load(after.document.clone());
  ASSERT_TRUE(loaded);
  std::size_t binds = 0;
  for (const schema::Expression& e : loaded.vrm().expressions.list) {
    for (const schema::MorphTargetBind& bind : e.morphTargetBinds) binds += bind.weight == 0.5f;
  }
  EXPECT_EQ(binds, 2u) << "those of the second mesh went with it";
}

TEST(OptimizeMeshes, WithMorphTargetsThatAreDrivenOtherwiseStayTwo) {
  const Apart apart[] = {
      {"a weight",
       [](AssetBuilder& b, std::uint32_t) {
         gltf::JsonValue& list = *const_cast<gltf::JsonValue*>(gltf::Json::at(
             b.json().root(), "/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds"));
         b.json().set(list.elements()[list.size() - 1], "weight", b.json().number(1.0));
       }},
      {"an expression of its own",
       [](AssetBuilder& b, std::uint32_t node) {
         b.set("/extensions/VRMC_vrm/expressions/preset/angry",
               R"({"morphTargetBinds":[{"node":)" + text(node) + R"(,"index":0,"weight":1}]})");
       }},
      {"a name",
       [](AssetBuilder& b, std::uint32_t) {
         const std::uint32_t last = b.json().root().find("meshes")->size() - 1;
         b.set("/meshes/" + text(last) + "/extras/targetNames/0", R"("grin")");
       }},
      {"a default weight",
       [](AssetBuilder& b, std::uint32_t) {
         const std::uint32_t last = b.json().root().find("meshes")->size() - 1;
         b.set("/meshes/" + text(last) + "/weights", "[0.25]");
       }},
      {"weights of the node",
       [](AssetBuilder& b, std::uint32_t node) { b.set("/nodes/" + text(node) + "/weights", "[0.25]"); }},
      {"extras",
       [](AssetBuilder& b, std::uint32_t) {
         const std::uint32_t last = b.json().root().find("meshes")->size() - 1;
         for (const std::uint32_t mesh : {last - 1, last})
           b.set("/meshes/" + text(mesh) + "/extras/my", text(mesh));
       }},
  };
  for (const Apart& each : apart) {
    SCOPED_TRACE(each.what);
    Faces faces(VrmVersion::Vrm1);
    each.change(faces.b, faces.node[1]);
    EXPECT_EQ(optimised(faces.b.document()).summary.merged.meshes, 0u);
  }
  edit::OptimizeOptions keep;
  keep.keepMorphs = true;
  EXPECT_EQ(optimised(Faces(VrmVersion::Vrm1).b.document(), keep).summary.merged.meshes, 0u);
}

TEST(OptimizePrimitives, WithOneMaterialBecomeOne) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  show(b,
       "{" + triangle(b, 0) + R"(,"material":0},{)" + triangle(b, 3) + R"(,"material":1},{)" +
           triangle(b, 6) + R"(,"material":0})",
       "extra", test::kHead);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.primitives, 1u);
  EXPECT_EQ(after.count("/meshes/2/primitives"), 2u);
  EXPECT_EQ(after.at("/accessors/" + after.at("/meshes/2/primitives/0/indices") + "/count"), "6");
}

TEST(OptimizePrimitives, TransparentOnesOnlySideBySide) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  b.set("/materials/0/alphaMode", R"("BLEND")");
  show(b,
       "{" + triangle(b, 0) + R"(,"material":0},{)" + triangle(b, 3) + R"(,"material":0},{)" +
           triangle(b, 6) + R"(,"material":1},{)" + triangle(b, 9) + R"(,"material":0})",
       "extra", test::kHead);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.primitives, 1u);
  EXPECT_EQ(after.at("/meshes/2/primitives/2/material"), "0");
}

TEST(OptimizePrimitives, OtherAttributesModesAndExtrasKeepThemApart) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const std::uint32_t uvs = b.floats(AccessorType::Vec2, {0, 0, 1, 0, 0, 1});
  std::string other = triangle(b, 3);
  other.insert(other.find("}"), R"(,"TEXCOORD_0":)" + text(uvs));
  show(b,
       "{" + triangle(b, 0) + "},{" + other + "},{" + triangle(b, 5) + R"(,"mode":5},{)" + triangle(b, 7) +
           R"(,"extras":{"my":1}})",
       "extra", test::kHead);
  EXPECT_EQ(optimised(b.document()).summary.primitives, 0u);
}

TEST(OptimizePrimitives, SharedVerticesAreNotCopied) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const std::uint32_t positions = b.floats(AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, true);
  const std::uint32_t one = b.indices({0, 1, 2}), two = b.indices({2, 1, 3});
  const auto primitive = [&](std::uint32_t indices) {
    return R"({"attributes":{"POSITION":)" + text(positions) + R"(},"indices":)" + text(indices) + "}";
  };
  show(b, primitive(one) + "," + primitive(two), "extra", test::kHead);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.primitives, 1u);
  EXPECT_EQ(after.at("/accessors/" + after.at("/meshes/2/primitives/0/attributes/POSITION") + "/count"), "4");
}

TEST(OptimizePrimitives, WithMorphTargets) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const std::uint32_t one = b.floats(AccessorType::Vec3, {0, 1, 0, 0, 0, 0, 0, 0, 0}, true);
  const std::uint32_t two = b.floats(AccessorType::Vec3, {0, 0, 0, 0, 0, 2, 0, 0, 0}, true);
  const auto targets = [&](std::uint32_t a, std::uint32_t c) {
    return R"(,"targets":[{"POSITION":)" + text(a) + R"(},{"POSITION":)" + text(c) + "}]}";
  };
  const std::uint32_t node =
      show(b, "{" + triangle(b, 0) + targets(one, two) + ",{" + triangle(b, 3) + targets(two, two), "extra",
           test::kHead);
  for (const char* index : {"0", "1"}) {
    b.set("/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/-",
          R"({"node":)" + text(node) + R"(,"index":)" + index + R"(,"weight":1})");
  }
  // They share a target, so that joining would copy it.
  EXPECT_EQ(optimised(b.document()).summary.primitives, 0u);
  const std::uint32_t three = b.floats(AccessorType::Vec3, {0, 0, 0, 4, 0, 2, 0, 0, 0}, true);
  b.set("/meshes/2/primitives/1/targets",
        "[" + (R"({"POSITION":)" + text(three)) + R"(},{"POSITION":)" + text(three) + "}]");
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.primitives, 1u);
  EXPECT_EQ(after.count("/meshes/2/primitives/0/targets"), 2u);
}

// More vertices than short indices can name stay apart.
TEST(OptimizePrimitives, IndicesDoNotBecomeLonger) {
  AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
  const auto large = [&](float x) {
    std::vector<float> numbers;
    std::vector<std::uint16_t> indices;
    for (std::uint16_t i = 0; i < 40'000; ++i) {
      numbers.insert(numbers.end(), {x, static_cast<float>(i), static_cast<float>(i % 7)});
      indices.push_back(i);
    }
    indices.resize(39'999);
    indices.back() = 39'999;
    indices.insert(indices.end(), {39'998, 39'997, 39'996});
    const auto raw = std::as_bytes(std::span(numbers)), short_ = std::as_bytes(std::span(indices));
    const std::uint32_t positions =
        b.bytes({ComponentType::Float, AccessorType::Vec3, 40'000, false, true}, {raw.begin(), raw.end()});
    const std::uint32_t list = b.bytes(
        {ComponentType::UnsignedShort, AccessorType::Scalar, static_cast<std::uint32_t>(indices.size())},
        {short_.begin(), short_.end()});
    return R"({"attributes":{"POSITION":)" + text(positions) + R"(},"indices":)" + text(list) + "}";
  };
  show(b, large(0) + "," + large(1) + ",{" + triangle(b, 3) + "}", "extra", test::kHead);
  const Optimised after = optimised(b.document());
  EXPECT_EQ(after.summary.primitives, 1u);
  EXPECT_EQ(after.count("/meshes/2/primitives"), 2u);
}

// The comparison that all of this counts on sees a difference.
TEST(OptimizeComparison, SeesWhatIsNotTheSame) {
  const Document before = sameAvatar(VrmVersion::Vrm1).document();
  EXPECT_TRUE(test::looksTheSame(before, before));
  const auto differs = [&](std::string_view pointer, std::string_view json) {
    AssetBuilder b = sameAvatar(VrmVersion::Vrm1);
    b.set(pointer, json);
    return !test::looksTheSame(before, b.document());
  };
  EXPECT_TRUE(differs("/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/weight", "0.5"));
  EXPECT_TRUE(differs("/extensions/VRMC_vrm/firstPerson/meshAnnotations/0/type", R"("both")"));
  EXPECT_TRUE(differs("/materials/1/doubleSided", "true"));
  EXPECT_TRUE(differs("/meshes/1/primitives/0/material", "0"));
  EXPECT_TRUE(differs("/extensions/VRMC_springBone/springs/0/joints/0/stiffness", "3"));
  EXPECT_TRUE(
      differs("/extensions/VRMC_vrm/expressions/preset/happy/materialColorBinds/0/targetValue", "[0,0,1,1]"));
}

}  // namespace
}  // namespace vrm
