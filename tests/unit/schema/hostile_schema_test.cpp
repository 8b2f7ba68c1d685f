// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Files that ask for more than they say: all are refused or read in about linear time and memory.
#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "support/slow_build.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

using test::repeated;

// Node i is the parent of node i + 1.
std::string chain(int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += (i ? "," : "") +
           (i + 1 < count ? R"({"children":[)" + std::to_string(i + 1) + "]}" : std::string("{}"));
  return R"("nodes":[)" + out + "]";
}

Result<schema::Vrm> read(const std::string& members, Diagnostics& diagnostics) {
  Result<gltf::Document> document = gltf::Document::parse(test::bytesOf(test::gltfJson(members)));
  if (!document) return std::move(document).error();
  Result<gltf::Asset> asset = gltf::readAsset(*document, diagnostics);
  if (!asset) return std::move(asset).error();
  return schema::readVrm(*document, *asset, diagnostics);
}

TEST(HostileSchema, ManyGroupsOverOneDeepChain) {
  Diagnostics diagnostics;
  const auto vrm = read(chain(20000) + R"(,"extensions":{"VRM":{"secondaryAnimation":{"boneGroups":[)" +
                            repeated(R"({"bones":[0]})", 20000) + "]}}}",
                        diagnostics);
  ASSERT_FALSE(vrm.ok());
  EXPECT_EQ(vrm.error().code, Code::LimitExpandedElements);
  EXPECT_TRUE(vrm.error().pointer.starts_with("/extensions/VRM/secondaryAnimation/boneGroups/"))
      << vrm.error().pointer;
}

// Names of tails are those of their nodes, cut between characters.
TEST(HostileSchema, TailsOfNodesWithLongNames) {
  std::string name = "n";
  while (name.size() < 300) name += "\u9AEA";  // hair
  Diagnostics diagnostics;
  const auto vrm = read(R"("nodes":[{"name":")" + name +
                            R"("}],"extensions":{"VRM":{"secondaryAnimation":)"
                            R"({"boneGroups":[{"bones":[0]}]}}})",
                        diagnostics);
  ASSERT_TRUE(vrm.ok());
  ASSERT_EQ(vrm->addedNodes.size(), 1u);
  EXPECT_EQ(vrm->addedNodes[0].name, name.substr(0, 199) + "_end");
}

TEST(HostileSchema, ManyBindsOfAMeshWithManyNodes) {
  Diagnostics diagnostics;
  const std::string meshes =
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]}]}],)"
      R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}])";
  const auto vrm =
      read(R"("nodes":[)" + repeated(R"({"mesh":0})", 20000) + "]," + meshes +
               R"(,"extensions":{"VRM":{"blendShapeMaster":{"blendShapeGroups":[{"name":"x","binds":[)" +
               repeated(R"({"mesh":0,"index":0,"weight":1})", 20000) + "]}]}}}",
           diagnostics);
  ASSERT_FALSE(vrm.ok());
  EXPECT_EQ(vrm.error().code, Code::LimitExpandedElements);
}

TEST(HostileSchema, ManySpringsFromTopToBottomOfADeepChain) {
  Diagnostics diagnostics;
  const auto vrm =
      read(chain(50000) + R"(,"extensions":{"VRMC_springBone":{"specVersion":"1.0","springs":[)" +
               repeated(R"({"joints":[{"node":0},{"node":49999}]})", 50000) + "]}}",
           diagnostics);
  ASSERT_TRUE(vrm.ok());
  EXPECT_EQ(vrm->springBone.springs.size(), 50000u);
  EXPECT_TRUE(diagnostics.has(Code::VrmSpringShared));
}

TEST(HostileSchema, ManyExpressionsOfOneName) {
  constexpr std::uint32_t kCount = 100000 / test::kFewer;
  Diagnostics diagnostics;
  const auto vrm = read(R"("extensions":{"VRM":{"blendShapeMaster":{"blendShapeGroups":[)" +
                            repeated(R"({"name":"x"})", kCount) + "]}}}",
                        diagnostics);
  ASSERT_TRUE(vrm.ok());
  EXPECT_EQ(vrm->expressions.list.size(), kCount);
  EXPECT_EQ(vrm->expressions.list.back().name, "x_" + std::to_string(kCount));
}

TEST(HostileSchema, ALongRingOfConstraints) {
  const int count = 20000;
  std::string nodes;
  for (int i = 0; i < count; ++i) {
    nodes +=
        (i ? "," : "") +
        (R"({"extensions":{"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":)" +
         std::to_string((i + 1) % count) + "}}}}}");
  }
  Diagnostics diagnostics;
  const auto vrm = read(R"("nodes":[)" + nodes + "]", diagnostics);
  ASSERT_TRUE(vrm.ok());
  EXPECT_EQ(vrm->constraints.size(), 19999u);
}

TEST(HostileSchema, DeepNestingOfOneConstraint) {
  std::string inner = R"({"rotation":{"source":1}})";
  for (int i = 0; i < 100; ++i) inner = i % 2 ? R"({"constraint":)" + inner + "}" : "[" + inner + "]";
  Diagnostics diagnostics;
  const auto vrm = read(R"("nodes":[{"extensions":{"VRMC_constraints":)" + inner + "}},{}]", diagnostics);
  ASSERT_TRUE(vrm.ok());
  EXPECT_TRUE(vrm->constraints.empty());
  EXPECT_TRUE(diagnostics.has(Code::VrmConstraint));
}

// Every chain repeats its group's name and colliders.
TEST(HostileSchema, ManyChainsOfAGroupWithALongName) {
  std::string children;
  for (int i = 1; i <= 20000; ++i) children += (i > 1 ? "," : "") + std::to_string(i);
  Diagnostics diagnostics;
  const auto vrm =
      read(R"("nodes":[{"children":[)" + children + "]}," + repeated("{}", 20000) +
               R"(],"extensions":{"VRM":{"secondaryAnimation":{"boneGroups":[{"bones":[0],"comment":")" +
               std::string(200000, 'x') + R"("}]}}})",
           diagnostics);
  ASSERT_FALSE(vrm.ok());
  EXPECT_EQ(vrm.error().code, Code::LimitExpandedElements);
}

TEST(HostileSchema, TailsOfALongNameStayShort) {
  Diagnostics diagnostics;
  const auto vrm = read(R"("nodes":[{"name":")" + std::string(1000000, 'x') +
                            R"("}],"extensions":{"VRM":{"secondaryAnimation":{"boneGroups":[{"bones":[)" +
                            repeated("0", 4000) + "]}]}}}",
                        diagnostics);
  ASSERT_TRUE(vrm.ok());
  EXPECT_LT(vrm->addedNodes[0].name.size(), 300u);
}

// A spine in one point, with a leaf at every node: no tail may walk the whole way up.
TEST(HostileSchema, ManyTailsWithoutADirection) {
  const int count = 60000;
  std::string nodes;
  for (int i = 0; i < count; ++i) {
    nodes += (i ? "," : "") + (R"({"children":[)" + std::to_string(count + i) +
                               (i + 1 < count ? "," + std::to_string(i + 1) : "") + "]}");
  }
  Diagnostics diagnostics;
  const auto vrm = read(R"("nodes":[)" + nodes + "," + repeated("{}", count) +
                            R"(],"extensions":{"VRM":{"secondaryAnimation":{"boneGroups":[{"bones":[0]}]}}})",
                        diagnostics);
  ASSERT_TRUE(vrm.ok());
  EXPECT_EQ(vrm->addedNodes.size(), 60000u);
  EXPECT_EQ(vrm->addedNodes[0].translation, (Vec3{0, 0.07f, 0}));
}

TEST(HostileSchema, BonesOfADeepChain) {
  std::string bones;
  for (const HumanBoneInfo& bone : allHumanBones()) {
    bones += (bones.empty() ? "\"" : ",\"") + std::string(bone.name) + R"(":{"node":)" +
             std::to_string(200000 - static_cast<int>(bone.bone)) + "}";
  }
  Diagnostics diagnostics;
  const auto vrm =
      read(chain(200001) + R"(,"extensions":{"VRMC_vrm":{"specVersion":"1.0","humanoid":{"humanBones":{)" +
               bones + "}}}}",
           diagnostics);
  ASSERT_TRUE(vrm.ok());
  EXPECT_TRUE(diagnostics.has(Code::VrmBoneParent));
}

}  // namespace
}  // namespace vrm
