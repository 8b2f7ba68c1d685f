// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/split.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/asset_builder.hpp"
#include "support/same_motion.hpp"
#include "support/three_avatars.hpp"
#include "vrm/gltf/primitive_data.hpp"
#include "vrm/load.hpp"
#include "vrm/validate/validate.hpp"

namespace vrm {
namespace {

using edit::SplitSummary;
using gltf::Document;
using test::AssetBuilder;

struct SplitResult {
  Document document;
  SplitSummary summary;
  Diagnostics said;

  std::string at(std::string_view pointer) const {
    const gltf::JsonValue* value = gltf::Json::at(document.root(), pointer);
    return value ? gltf::Json::write(*value) : "nothing";
  }
};

SplitResult splitUp(const Document& before) {
  SplitResult out{before.clone(), {}, {}};
  const Result<SplitSummary> done = edit::splitFirstPerson(out.document, {}, out.said);
  EXPECT_TRUE(done) << done.error().toString();
  if (done) out.summary = *done;
  EXPECT_TRUE(test::looksTheSame(before, out.document));
  // Once is enough.
  Document again = out.document.clone();
  const Result<SplitSummary> second = edit::splitFirstPerson(again, {}, out.said);
  EXPECT_TRUE(second && !second->changed());
  EXPECT_EQ(*again.toGlb(), *out.document.toGlb());
  return out;
}

// The avatar of a version with a mesh of two triangles that the head and the hips share, on a node "robe".
constexpr std::uint32_t kRobeMesh = 2;

struct Robe {
  AssetBuilder builder;
  std::uint32_t node = 0;
  std::string positions, joints, weights, morph;

  std::string attributes() const {
    return R"("attributes":{"POSITION":)" + positions + R"(,"JOINTS_0":)" + joints + R"(,"WEIGHTS_0":)" +
           weights + "}";
  }
  // `more` are the other members of the primitive.
  void mesh(const std::string& more) { primitives("{" + attributes() + more + "}"); }
  void primitives(const std::string& list) { builder.set("/meshes/2/primitives", "[" + list + "]"); }
  std::string annotations(const std::string& list) {
    const std::string pointer = version == VrmVersion::Vrm0
                                    ? "/extensions/VRM/firstPerson/meshAnnotations"
                                    : "/extensions/VRMC_vrm/firstPerson/meshAnnotations";
    builder.set(pointer, list);
    return pointer;
  }

  VrmVersion version;
};

// Vertices 0 to 2 are the hips', 3 has a little of a hair's, which is below the head, 4 and 5 the hips'.
Robe robe(VrmVersion version) {
  Robe out{test::sameAvatar(version), 0, {}, {}, {}, {}, version};
  AssetBuilder& b = out.builder;
  const auto number = [](std::uint32_t n) { return std::to_string(n); };
  using gltf::AccessorType;
  out.positions = number(b.floats(
      AccessorType::Vec3, {0, 1, 0, 0.1f, 1, 0, 0, 1.1f, 0, 0.1f, 1.1f, 0, 0, 1.2f, 0, 0.1f, 1.2f, 0}, true));
  out.morph = number(b.floats(
      AccessorType::Vec3, {0, 0, 0.1f, 0, 0, 0.1f, 0, 0, 0.1f, 0, 0, 0.1f, 0, 0, 0.1f, 0, 0, 0.1f}, true));
  gltf::NewAccessor joints;
  joints.componentType = gltf::ComponentType::UnsignedByte;
  joints.type = AccessorType::Vec4;
  joints.count = 6;
  out.joints = number(b.bytes(joints, test::bytesOf<std::uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0,
                                                                   0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0})));
  out.weights = number(b.floats(AccessorType::Vec4, {1,      0,      0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
                                                     0.999f, 0.001f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
  b.add(gltf::Kind::Skin, R"({"joints":[0,22]})");
  b.add(gltf::Kind::Skin, R"({"joints":[0,1]})");
  b.add(gltf::Kind::Mesh, R"({"name":"robe","primitives":[],"weights":[0.5]})");
  out.node = b.node("robe", {0, 0.25f, 0});
  b.set("/nodes/" + number(out.node) + "/mesh", number(kRobeMesh));
  b.set("/nodes/" + number(out.node) + "/skin", "0");
  out.mesh(R"(,"indices":)" + number(b.indices({0, 1, 2, 2, 1, 3, 4, 3, 5, 2, 1, 4})) + R"(,"material":1)" +
           R"(,"targets":[{"POSITION":)" + out.morph + "}]");
  return out;
}

std::vector<std::uint32_t> trianglesOf(const Document& document, std::uint32_t mesh, std::uint32_t p = 0) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  return *gltf::readIndices(document, *asset, asset->primitivesOf(asset->meshes[mesh])[p], ignored);
}

using Triangles = std::vector<std::uint32_t>;

class SplitVersions : public testing::TestWithParam<VrmVersion> {};
INSTANTIATE_TEST_SUITE_P(All, SplitVersions,
                         testing::Values(VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1));

TEST_P(SplitVersions, TheRestStaysAndTheHeadIsNew) {
  Robe r = robe(GetParam());
  const Document before = r.builder.document();
  const SplitResult after = splitUp(before);
  EXPECT_EQ(after.summary.split, 1u);
  EXPECT_EQ(after.summary.both, 1u) << "the body";
  EXPECT_EQ(after.summary.thirdPersonOnly, 0u);
  EXPECT_EQ(after.summary.meshes, 1u);
  EXPECT_EQ(after.summary.headTriangles, 2u);
  EXPECT_EQ(after.summary.restTriangles, 2u);
  const std::string node = std::to_string(r.node), head = std::to_string(r.node + 1);
  EXPECT_EQ(after.at("/nodes/" + node + "/mesh"), "2");
  EXPECT_EQ(after.at("/nodes/" + head), R"({"name":"robe_head","translation":[0,0.25,0],"mesh":3,"skin":0})");
  EXPECT_EQ(after.at("/meshes/3/name"), "\"robe_head\"");
  EXPECT_EQ(after.at("/meshes/3/weights"), "[0.5]");
  EXPECT_EQ(trianglesOf(after.document, 2), (Triangles{0, 1, 2, 2, 1, 4}));
  EXPECT_EQ(trianglesOf(after.document, 3), (Triangles{2, 1, 3, 4, 3, 5}));
  for (const char* member : {"attributes", "targets", "material"}) {
    EXPECT_EQ(after.at("/meshes/2/primitives/0/" + std::string(member)),
              after.at("/meshes/3/primitives/0/" + std::string(member)));
  }
  const LoadResult loaded = load(after.document.clone());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded.vrm().version, GetParam());
  EXPECT_EQ(loaded.vrm().firstPerson.typeOf(NodeIndex(r.node)), FirstPersonType::Both);
  EXPECT_EQ(loaded.vrm().firstPerson.typeOf(NodeIndex(r.node + 1)), FirstPersonType::ThirdPersonOnly);
  EXPECT_EQ(loaded.vrm().firstPerson.typeOf(NodeIndex(test::kBody)), FirstPersonType::Both);
  EXPECT_EQ(loaded.vrm().firstPerson.typeOf(NodeIndex(test::kFaceB)), FirstPersonType::ThirdPersonOnly);
  EXPECT_EQ(loaded.asset().nodes[r.node + 1].parent, NodeIndex());
  EXPECT_EQ(after.at("/accessors").find(R"("count":12)"), std::string::npos) << "the old indices are gone";
}

TEST_P(SplitVersions, TheWordsAreThoseOfTheVersion) {
  Robe r = robe(GetParam());
  const SplitResult after = splitUp(r.builder.document());
  const std::string node = std::to_string(r.node), head = std::to_string(r.node + 1);
  switch (GetParam()) {
    case VrmVersion::Vrm0:
      EXPECT_EQ(after.at("/extensions/VRM/firstPerson/meshAnnotations"),
                R"([{"mesh":0,"firstPersonFlag":"ThirdPersonOnly"},{"mesh":1,"firstPersonFlag":"Both"},)"
                R"({"mesh":2,"firstPersonFlag":"Both"},{"mesh":3,"firstPersonFlag":"ThirdPersonOnly"}])");
      break;
    case VrmVersion::Draft:
      EXPECT_EQ(after.at("/extensions/VRMC_vrm/firstPerson/meshAnnotations"),
                R"([{"mesh":0,"firstPersonFlag":"thirdPersonOnly"},{"mesh":1,"firstPersonFlag":"both"},)"
                R"({"mesh":2,"firstPersonFlag":"both"},{"mesh":3,"firstPersonFlag":"thirdPersonOnly"}])");
      break;
    default:
      EXPECT_EQ(after.at("/extensions/VRMC_vrm/firstPerson/meshAnnotations"),
                R"([{"node":26,"type":"thirdPersonOnly"},{"node":27,"type":"thirdPersonOnly"},)"
                R"({"node":28,"type":"both"},{"node":)" +
                    node + R"(,"type":"both"},{"node":)" + head + R"(,"type":"thirdPersonOnly"}])");
  }
}

TEST_P(SplitVersions, ExpressionsAndAnimationsDriveBoth) {
  Robe r = robe(GetParam());
  AssetBuilder& b = r.builder;
  const std::string node = std::to_string(r.node);
  b.set("/nodes/" + node + "/weights", "[0.25]");
  if (GetParam() == VrmVersion::Vrm0) {
    b.set("/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/-",
          R"({"mesh":2,"index":0,"weight":50})");
  } else if (GetParam() == VrmVersion::Draft) {
    b.set("/extensions/VRMC_vrm/blendShape/blendShapeGroups/0/binds/-",
          R"({"mesh":2,"index":0,"weight":0.5})");
  } else {
    b.set("/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/-",
          R"({"node":)" + node + R"(,"index":0,"weight":0.5})");
    b.set("/extensions/VRMC_vrm/expressions/custom/" + std::string(300, 'x'),
          R"({"morphTargetBinds":[{"node":)" + node + R"(,"index":0,"weight":0.5}]})");
  }
  const std::uint32_t times = b.floats(gltf::AccessorType::Scalar, {0, 1}, true);
  const std::uint32_t values = b.floats(gltf::AccessorType::Scalar, {0, 1});
  const std::uint32_t moves = b.floats(gltf::AccessorType::Vec3, {0, 0, 0, 1, 0, 0});
  const auto sampler = [&](std::uint32_t output) {
    return R"({"input":)" + std::to_string(times) + R"(,"output":)" + std::to_string(output) + "}";
  };
  const auto pointer = [](const std::string& to) {
    return R"({"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":")" +
           to + R"("}}}})";
  };
  b.set("/animations", R"([{"samplers":[)" + sampler(values) + "," + sampler(moves) +
                           R"(],"channels":[{"sampler":0,"target":{"node":)" + node +
                           R"(,"path":"weights"}},{"sampler":1,"target":{"node":)" + node +
                           R"(,"path":"translation"}},)" + pointer("/nodes/" + node + "/weights/0") + "," +
                           pointer("/nodes/" + node + "/scale") + "," + pointer("/meshes/2/weights/0") +
                           "]}]");
  b.use("KHR_animation_pointer");
  const SplitResult after = splitUp(b.document());
  const std::string head = std::to_string(r.node + 1);
  EXPECT_EQ(after.at("/nodes/" + head + "/weights"), "[0.25]");
  const LoadResult loaded = load(after.document.clone());
  ASSERT_TRUE(loaded);
  const std::vector<schema::MorphTargetBind>& binds = loaded.vrm().expressions.list[0].morphTargetBinds;
  const auto binding = [&](std::uint32_t to) {
    return std::count_if(binds.begin(), binds.end(), [&](const schema::MorphTargetBind& bind) {
      return bind.node == NodeIndex(to) && bind.index == 0 && bind.weight == 0.5f;
    });
  };
  EXPECT_EQ(binding(r.node), 1);
  EXPECT_EQ(binding(r.node + 1), 1);
  EXPECT_EQ(after.at("/animations/0/channels/5"), pointer("/meshes/3/weights/0"));
  EXPECT_EQ(after.at("/animations/0/channels/6"),
            R"({"sampler":0,"target":{"node":)" + head + R"(,"path":"weights"}})");
  EXPECT_EQ(after.at("/animations/0/channels/7"), pointer("/nodes/" + head + "/weights/0"));
  EXPECT_EQ(after.at("/animations/0/channels/8"), "nothing") << "skinned meshes do not move with their nodes";
}

// Two nodes with one mesh, under skins with and without a joint of the head.
TEST_P(SplitVersions, NodesThatDifferShowDifferentMeshes) {
  Robe r = robe(GetParam());
  const std::uint32_t plain = r.builder.node("plain");
  r.builder.set("/nodes/" + std::to_string(plain) + "/mesh", "2");
  r.builder.set("/nodes/" + std::to_string(plain) + "/skin", "1");
  const std::uint32_t alike = r.builder.node("alike");
  r.builder.set("/nodes/" + std::to_string(alike) + "/mesh", "2");
  r.builder.set("/nodes/" + std::to_string(alike) + "/skin", "0");
  const SplitResult after = splitUp(r.builder.document());
  EXPECT_EQ(after.summary.split, 2u);
  EXPECT_EQ(after.summary.both, 2u);
  EXPECT_EQ(after.summary.meshes, 2u);
  EXPECT_EQ(after.at("/nodes/" + std::to_string(r.node) + "/mesh"), "2");
  EXPECT_EQ(after.at("/nodes/" + std::to_string(alike) + "/mesh"), "2");
  EXPECT_EQ(after.at("/nodes/" + std::to_string(plain) + "/mesh"), "4");
  EXPECT_EQ(after.at("/meshes/4/name"), "\"robe_2\"");
  EXPECT_EQ(after.at("/nodes/" + std::to_string(alike + 1) + "/mesh"), "3");
  EXPECT_EQ(after.at("/nodes/" + std::to_string(alike + 2) + "/mesh"), "3");
  EXPECT_EQ(trianglesOf(after.document, 4).size(), 12u);
}

// A mesh that stands on the head at one node and on the hips at another.
TEST_P(SplitVersions, MeshesWithoutSkinGoWithTheirNodes) {
  AssetBuilder b = test::sameAvatar(GetParam());
  const std::uint32_t onHead = b.node("hat", {}, test::kHair2);
  b.set("/nodes/" + std::to_string(onHead) + "/mesh", "1");
  const Document before = b.document();
  const SplitResult after = splitUp(before);
  EXPECT_EQ(after.summary.split, 0u);
  EXPECT_EQ(after.summary.thirdPersonOnly, 1u);
  EXPECT_EQ(after.summary.both, 1u);
  EXPECT_EQ(after.summary.meshes, GetParam() == VrmVersion::Vrm1 ? 0u : 1u) << "others annotate meshes";
  EXPECT_TRUE(test::movesTheSame(before, after.document));
  const LoadResult loaded = load(after.document.clone());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded.vrm().firstPerson.typeOf(NodeIndex(onHead)), FirstPersonType::ThirdPersonOnly);
  EXPECT_EQ(loaded.vrm().firstPerson.typeOf(NodeIndex(test::kBody)), FirstPersonType::Both);
}

TEST_P(SplitVersions, WhatIsNotAutoStaysToTheByte) {
  Robe r = robe(GetParam());
  r.annotations(
      GetParam() == VrmVersion::Vrm1
          ? R"([{"node":26,"type":"both"},{"node":27,"type":"both"},{"node":28,"type":"firstPersonOnly"},)"
            R"({"node":)" +
                std::to_string(r.node) + R"(,"type":"thirdPersonOnly"}])"
          : R"([{"mesh":0,"firstPersonFlag":"Both"},{"mesh":1,"firstPersonFlag":"both"},)"
            R"({"mesh":2,"firstPersonFlag":"ThirdPersonOnly"}])");
  const Document before = r.builder.document();
  const SplitResult after = splitUp(before);
  EXPECT_FALSE(after.summary.changed());
  EXPECT_EQ(*after.document.toGlb(), *before.toGlb());
}

TEST_P(SplitVersions, WithoutFirstPersonAllIsAuto) {
  Robe r = robe(GetParam());
  Document before = r.builder.document();
  gltf::Json& json = before.editJson();
  json.remove(json.memberObject(json.memberObject(json.editRoot(), "extensions"),
                                GetParam() == VrmVersion::Vrm0 ? "VRM" : "VRMC_vrm"),
              "firstPerson");
  Diagnostics said;
  const Result<SplitSummary> done = edit::splitFirstPerson(before, {}, said);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->split, 1u);
  EXPECT_EQ(done->both, 3u);
  EXPECT_EQ(said.all().size(), GetParam() == VrmVersion::Vrm0 ? 1u : 0u) << "which has the gaze there too";
}

// --- primitives

TEST(Split, StripsFansAndPlainListsBecomeIndexedLists) {
  for (const int mode : {4, 5, 6}) {
    Robe r = robe(VrmVersion::Vrm1);
    r.mesh(R"(,"mode":)" + std::to_string(mode) + R"(,"extras":{"a":1})");
    const SplitResult after = splitUp(r.builder.document());
    EXPECT_EQ(after.summary.split, 1u) << mode;
    EXPECT_EQ(after.at("/meshes/2/primitives/0/mode"), "nothing");
    EXPECT_EQ(after.at("/meshes/3/primitives/0/mode"), "nothing");
    EXPECT_EQ(after.at("/meshes/3/primitives/0/extras"), R"({"a":1})");
    EXPECT_EQ(trianglesOf(after.document, 3), mode == 4   ? (Triangles{3, 4, 5})
                                              : mode == 5 ? (Triangles{1, 3, 2, 2, 3, 4, 3, 5, 4})
                                                          : (Triangles{2, 3, 0, 3, 4, 0}))
        << mode;
  }
}

TEST(Split, WholePrimitivesGoAsTheyAre) {
  Robe r = robe(VrmVersion::Vrm1);
  const std::string ofHips = std::to_string(r.builder.indices({0, 1, 2}));
  const std::string ofHead = std::to_string(r.builder.indices({4, 3, 5}));
  const std::string lines = std::to_string(r.builder.indices({3, 4, 4, 5}));
  const std::string none = std::to_string(r.builder.indices({3, 4}));
  const auto primitive = [&](const std::string& more) { return "{" + r.attributes() + "," + more + "}"; };
  r.primitives(primitive(R"("indices":)" + ofHead) + "," + primitive(R"("indices":)" + ofHips) + "," +
               primitive(R"("mode":1,"indices":)" + lines) + "," + primitive(R"("indices":)" + none));
  const SplitResult after = splitUp(r.builder.document());
  EXPECT_EQ(after.summary.split, 1u);
  EXPECT_EQ(after.at("/meshes/2/primitives"), "[" + primitive(R"("indices":)" + ofHips) + "," +
                                                  primitive(R"("mode":1,"indices":)" + lines) + "," +
                                                  primitive(R"("indices":)" + none) + "]")
      << "lines have no triangles: readers show them";
  EXPECT_EQ(after.at("/meshes/3/primitives"), "[" + primitive(R"("indices":)" + ofHead) + "]");

  // All triangles are the head's, and what has none does not matter.
  r.primitives(primitive(R"("indices":)" + ofHead) + "," + primitive(R"("indices":)" + none));
  const SplitResult whole = splitUp(r.builder.document());
  EXPECT_EQ(whole.summary.split, 0u);
  EXPECT_EQ(whole.summary.thirdPersonOnly, 1u);
  EXPECT_EQ(whole.at("/meshes/3"), "nothing");
}

// What has no joints stands where its node does: the new one is below it, and moves with it.
TEST(Split, UnskinnedPartsStayWithTheirNode) {
  Robe r = robe(VrmVersion::Vrm1);
  const std::string node = std::to_string(r.node);
  const std::string ofHips = std::to_string(r.builder.indices({0, 1, 2}));
  r.primitives("{" + r.attributes() + R"(,"indices":)" + ofHips + R"(},{"attributes":{"POSITION":)" +
               r.positions + "}}");
  r.builder.set("/nodes/4/children/-", node);
  r.builder.set("/scenes/0/nodes", "[0,26,27,28]");
  r.builder.set("/nodes/" + node + "/rotation", "[0,0.6,0,0.8]");
  const Document before = r.builder.document();
  const SplitResult after = splitUp(before);
  EXPECT_EQ(after.summary.split, 1u);
  EXPECT_EQ(after.at("/nodes/" + node + "/children"), "[" + std::to_string(r.node + 1) + "]");
  EXPECT_EQ(after.at("/nodes/" + std::to_string(r.node + 1)), R"({"name":"robe_head","mesh":3,"skin":0})");
}

// --- spring groups: every node below one of their bones is a joint (decision 12)

class SplitGroups : public testing::TestWithParam<VrmVersion> {};
INSTANTIATE_TEST_SUITE_P(All, SplitGroups, testing::Values(VrmVersion::Vrm0, VrmVersion::Draft));

schema::SpringBone springsOf(const Document& document) {
  const LoadResult loaded = load(document.clone());
  EXPECT_TRUE(loaded);
  schema::SpringBone out = loaded.vrm().springBone;
  for (schema::Spring& spring : out.springs) {  // tails count on from the nodes of the file
    for (schema::SpringJoint& joint : spring.joints) {
      if (joint.node.value >= loaded.asset().nodes.size()) joint.node = NodeIndex();
    }
  }
  return out;
}

// The robe hangs on a strand of hair.
Robe swingingRobe(VrmVersion version, std::uint32_t parent) {
  Robe r = robe(version);
  r.builder.set("/nodes/" + std::to_string(parent) + "/children", "[" + std::to_string(r.node) + "]");
  r.builder.set("/scenes/0/nodes", "[0,26,27,28]");
  return r;
}

TEST_P(SplitGroups, SkinnedPartsGoToTheScene) {
  for (const std::uint32_t parent : {test::kHair3, test::kBranch}) {
    const Robe r = swingingRobe(GetParam(), parent);
    const Document before = r.builder.document();
    const SplitResult after = splitUp(before);
    const std::string head = std::to_string(r.node + 1);
    EXPECT_EQ(after.summary.split, 1u);
    EXPECT_EQ(after.summary.kept, 0u);
    EXPECT_EQ(after.at("/nodes/" + head), R"({"name":"robe_head","mesh":3,"skin":0})");
    EXPECT_EQ(after.at("/scenes/0/nodes"), "[0,26,27,28," + head + "]");
    EXPECT_EQ(springsOf(after.document), springsOf(before));
  }
}

TEST_P(SplitGroups, OthersStayWhole) {
  Robe r = swingingRobe(GetParam(), test::kHair3);
  const std::string node = std::to_string(r.node);
  const std::string ofHips = std::to_string(r.builder.indices({0, 1, 2}));
  r.primitives("{" + r.attributes() + R"(,"indices":)" + ofHips + R"(},{"attributes":{"POSITION":)" +
               r.positions + "}}");
  const Document before = r.builder.document();
  const SplitResult after = splitUp(before);
  EXPECT_EQ(after.summary.split, 0u);
  EXPECT_EQ(after.summary.kept, 1u);
  EXPECT_EQ(after.summary.both, 1u) << "the body";
  EXPECT_EQ(after.at("/meshes/2"), gltf::Json::write(*gltf::Json::at(before.root(), "/meshes/2")));
  EXPECT_EQ(after.at("/meshes/3"), "nothing");
  ASSERT_FALSE(after.said.all().empty());
  EXPECT_EQ(after.said.all()[0].code, Code::EditKept);
  EXPECT_EQ(after.said.all()[0].pointer, "/nodes/" + node);
  EXPECT_EQ(springsOf(after.document), springsOf(before));
  EXPECT_TRUE(test::movesTheSame(before, after.document));
  const LoadResult loaded = load(after.document.clone());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded.vrm().firstPerson.typeOf(NodeIndex(r.node)), FirstPersonType::Auto);

  // Another node with that mesh, somewhere else, is split; the first still is not.
  const std::uint32_t other = r.builder.node("other", {}, test::kHead);
  r.builder.set("/nodes/" + std::to_string(other) + "/mesh", "2");
  r.builder.set("/nodes/" + std::to_string(other) + "/skin", "0");
  const Document two = r.builder.document();
  const SplitResult apart = splitUp(two);
  EXPECT_EQ(apart.summary.split, 1u);
  EXPECT_EQ(apart.summary.kept, 1u);
  EXPECT_EQ(springsOf(apart.document), springsOf(two));
}

// The scene does not hide what a node above the old one hides.
TEST_P(SplitGroups, WhatCanBeHiddenStaysWhole) {
  Robe r = swingingRobe(GetParam(), test::kHair3);
  r.builder.set("/nodes/" + std::to_string(test::kHair2) + "/extensions",
                R"({"KHR_node_visibility":{"visible":false}})");
  r.builder.use("KHR_node_visibility");
  const SplitResult after = splitUp(r.builder.document());
  EXPECT_EQ(after.summary.split, 0u);
  EXPECT_EQ(after.summary.kept, 1u);
}

// Chains of 1.0 name their joints: nothing joins them.
TEST(Split, ChainsOfJointsDoNotMind) {
  const Robe r = swingingRobe(VrmVersion::Vrm1, test::kHair3);
  const SplitResult after = splitUp(r.builder.document());
  EXPECT_EQ(after.at("/nodes/24/children"),
            "[" + std::to_string(r.node) + "," + std::to_string(r.node + 1) + "]");
}

// --- nodes

TEST(Split, OnlyWhatShowsTheMeshIsDoubled) {
  Robe r = robe(VrmVersion::Vrm1);
  AssetBuilder& b = r.builder;
  const std::string node = std::to_string(r.node);
  b.node("child", {}, r.node);
  b.node("robe_head");
  b.set("/nodes/" + node + "/extensions",
        R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":2}}},)"
        R"("KHR_node_visibility":{"visible":true}})");
  b.use("KHR_node_visibility");
  b.set("/nodes/1/children/-", node);
  b.set("/scenes/0/nodes", "[0,26,27,28]");
  const SplitResult after = splitUp(b.document());
  const std::string head = std::to_string(r.node + 3);
  EXPECT_EQ(after.at("/nodes/" + head), R"({"name":"robe_head_2","translation":[0,0.25,0],"mesh":3,"skin":0,)"
                                        R"("extensions":{"KHR_node_visibility":{"visible":true}}})");
  const LoadResult loaded = load(after.document.clone());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded.asset().nodes[r.node + 3].parent, NodeIndex(1));
}

TEST(Split, RootsJoinTheirScenes) {
  Robe r = robe(VrmVersion::Vrm1);
  const std::string node = std::to_string(r.node), head = std::to_string(r.node + 1);
  r.builder.set("/scenes/-", R"({"nodes":[)" + node + "]}");
  r.builder.set("/scenes/-", R"({"nodes":[0]})");
  const SplitResult after = splitUp(r.builder.document());
  EXPECT_EQ(after.at("/scenes/1/nodes"), "[" + node + "," + head + "]");
  EXPECT_EQ(after.at("/scenes/2/nodes"), "[0]");
  EXPECT_TRUE(after.at("/scenes/0/nodes").ends_with("," + head + "]"));
}

// Annotations of 1.0 that name meshes, as drafts do, and some twice: the first counts.
TEST(Split, MixedAnnotationsKeepTheirOrder) {
  Robe r = robe(VrmVersion::Vrm1);
  const std::string node = std::to_string(r.node), head = std::to_string(r.node + 1);
  const std::string pointer = r.annotations(R"([{"mesh":2,"type":"auto","extras":1},{"node":)" + node +
                                            R"(,"type":"firstPersonOnly"},{"mesh":0,"type":"both"},)"
                                            R"({"node":26,"type":"auto"},{"mesh":77,"type":"auto"},3])");
  const SplitResult after = splitUp(r.builder.document());
  EXPECT_EQ(after.at(pointer),
            R"([{"type":"both","extras":1,"node":)" + node +
                R"(},{"type":"thirdPersonOnly","extras":1,"node":)" + head + R"(},{"node":)" + node +
                R"(,"type":"firstPersonOnly"},{"mesh":0,"type":"both"},{"node":26,"type":"auto"},)"
                R"({"mesh":77,"type":"auto"},3,{"node":28,"type":"both"}])");
}

// Later drafts name nodes as 1.0 does, with a word of their own.
TEST(Split, DraftsThatNameNodesGoOnDoingSo) {
  Robe r = robe(VrmVersion::Draft);
  const std::string node = std::to_string(r.node), head = std::to_string(r.node + 1);
  const std::string pointer = r.annotations(R"([{"node":)" + node + R"(,"firstPersonType":"auto"}])");
  const SplitResult after = splitUp(r.builder.document());
  EXPECT_TRUE(after.at(pointer).starts_with(R"([{"node":)" + node + R"(,"firstPersonType":"both"},{"node":)" +
                                            head + R"(,"firstPersonType":"thirdPersonOnly"},{"node":26,)"))
      << after.at(pointer);
}

// --- the rest

TEST(Split, SaysWhatComesNext) {
  Robe r = robe(VrmVersion::Vrm1);
  Document document = r.builder.document();
  std::vector<std::string> told;
  edit::SplitOptions options;
  options.progress = [&](std::string_view what) { told.emplace_back(what); };
  Diagnostics said;
  ASSERT_TRUE(edit::splitFirstPerson(document, options, said));
  EXPECT_EQ(told,
            (std::vector<std::string>{"reading the meshes", "mesh 1 of 3", "mesh 2 of 3", "mesh 3 of 3"}));
}

TEST(Split, SmallAvatarIsSoundAfterwards) {
  AssetBuilder b = test::smallAvatar();
  const SplitResult after = splitUp(b.document());
  EXPECT_EQ(after.summary.thirdPersonOnly, 1u);
  Robe r = robe(VrmVersion::Vrm1);
  const Document before = r.builder.document();
  const auto findings = [](const Document& document) {
    std::set<Code> codes;
    for (const Diagnostic& issue : validate(*document.toGlb()).issues) codes.insert(issue.code);
    return codes;
  };
  EXPECT_EQ(findings(splitUp(before).document), findings(before));
}

TEST(Split, WithoutAnAvatarThereIsNothingToDo) {
  AssetBuilder b;
  b.node("a");
  const Document before = b.document();
  EXPECT_EQ(*splitUp(before).document.toGlb(), *before.toGlb());
}

// Without a head everything is for everybody.
TEST(Split, WithoutAHeadAllIsBoth) {
  Robe r = robe(VrmVersion::Vrm1);
  Document before = r.builder.document();
  gltf::Json& json = before.editJson();
  json.remove(const_cast<gltf::JsonValue&>(
                  *gltf::Json::at(json.editRoot(), "/extensions/VRMC_vrm/humanoid/humanBones")),
              "head");
  const SplitResult after = splitUp(before);
  EXPECT_EQ(after.summary.both, 2u);
  EXPECT_EQ(after.summary.split, 0u);
}

void refuses(const Document& before, Code code, std::string_view pointer) {
  Document document = before.clone();
  Diagnostics said;
  const Result<SplitSummary> done = edit::splitFirstPerson(document, {}, said);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, code) << done.error().toString();
  EXPECT_EQ(done.error().pointer, pointer);
  EXPECT_TRUE(gltf::Json::equal(document.root(), before.root()));
}

TEST(Split, WhatCannotBeDoneIsRefusedAndLeftAsItWas) {
  Robe r = robe(VrmVersion::Vrm1);
  r.builder.set("/meshes/2/primitives/0/extensions",
                R"({"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{}}})");
  refuses(r.builder.document(), Code::GltfExtensionUnsupported, "/meshes/2/primitives/0");

  // References to nothing must not become references to what is new.
  r = robe(VrmVersion::Vrm1);
  r.builder.set("/extensions/VRMC_vrm/firstPerson/meshAnnotations/-",
                R"({"node":)" + std::to_string(r.node + 1) + R"(,"type":"auto"})");
  refuses(r.builder.document(), Code::GltfIndexRange,
          "/extensions/VRMC_vrm/firstPerson/meshAnnotations/3/node");
  r = robe(VrmVersion::Vrm0);
  r.builder.set("/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/-",
                R"({"mesh":3,"index":0,"weight":50})");
  refuses(r.builder.document(), Code::GltfIndexRange,
          "/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/1/mesh");
}

// A few bytes per node ask for the whole mesh again, under a skin of their own.
TEST(Split, CopiesAreBounded) {
  Robe r = robe(VrmVersion::Vrm1);
  for (std::uint32_t i = 0; i < 100; ++i) {
    const std::uint32_t skin = r.builder.add(gltf::Kind::Skin, R"({"joints":[0,22]})");
    r.builder.add(gltf::Kind::Node, R"({"mesh":2,"skin":)" + std::to_string(skin) + "}");
  }
  r.builder.set("/meshes/2/extras", "\"" + std::string(1000, 'x') + "\"");
  const auto refused = [&](const auto& change) {
    gltf::OpenOptions options;
    change(options.limits);
    const Result<Document> document = Document::parse(r.builder.glb(), options);
    ASSERT_TRUE(document);
    Document work = document->clone();
    Diagnostics said;
    const Result<SplitSummary> done = edit::splitFirstPerson(work, {}, said);
    ASSERT_FALSE(done);
    EXPECT_TRUE(done.error().toString().find("LIMIT_") != std::string::npos) << done.error().toString();
    EXPECT_TRUE(gltf::Json::equal(work.root(), document->root()));
  };
  refused([](Limits& limits) { limits.jsonBytes = 100'000; });
  refused([](Limits& limits) { limits.nodes = 200; });
  refused([](Limits& limits) { limits.elements = 150; });
  refused([](Limits& limits) { limits.decodedBytes = 10'000; });
}

}  // namespace
}  // namespace vrm
