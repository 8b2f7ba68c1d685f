// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Files that would take hours or all memory if every use of their data were looked at on its own.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/asset_builder.hpp"

namespace vrm {
namespace {

using test::Bytes;
using test::gltfJson;
using test::repeated;

const Diagnostic* find(const Report& report, Code code) {
  const auto found = std::find_if(report.issues.begin(), report.issues.end(),
                                  [&](const Diagnostic& issue) { return issue.code == code; });
  return found == report.issues.end() ? nullptr : &*found;
}

TEST(HostileValidate, PrimitivesThatShareAccessorsAreReadOnce) {
  constexpr int kVertices = 20'000;
  const std::string count = std::to_string(kVertices);
  const std::string primitive = R"({"attributes":{"POSITION":0,"NORMAL":1},"indices":2})";
  const Report report = validate(test::glb(
      gltfJson(
          R"("buffers":[{"byteLength":240000}],"bufferViews":[{"buffer":0,"byteLength":240000}],"accessors":[)"
          R"({"bufferView":0,"componentType":5126,"type":"VEC3","min":[0,0,0],"max":[0,0,0],"count":)" +
          count + R"(},{"bufferView":0,"componentType":5126,"type":"VEC3","count":)" + count +
          R"(},{"componentType":5125,"type":"SCALAR","count":)" + count + R"(}],"meshes":[{"primitives":[)" +
          repeated(primitive, 20'000) + "]}]"),
      Bytes(240'000)));
  EXPECT_TRUE(report.readable);
  const Diagnostic* const normals = find(report, Code::GltfAttributeValue);
  ASSERT_TRUE(normals);
  EXPECT_EQ(normals->pointer, "/meshes/0/primitives/0/attributes/NORMAL");
  EXPECT_EQ(normals->count, 1u);
}

TEST(HostileValidate, AccessorsOnTheSameBytesHaveALimit) {
  const std::string accessor = R"({"bufferView":0,"componentType":5126,"type":"SCALAR","count":50000})";
  const Report report = validate(test::glb(
      gltfJson(R"("buffers":[{"byteLength":200000}],"bufferViews":[{"buffer":0,"byteLength":200000}],)"
               R"("accessors":[)" +
               repeated(accessor, 50'000) + "]"),
      Bytes(200'000)));
  EXPECT_TRUE(report.readable);
  const Diagnostic* const said = find(report, Code::LimitChecks);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->message,
            "the file names the same things so often that not all was looked at of the numbers of accessors");
}

TEST(HostileValidate, SparseAccessorsOfMillionsTakeNoMemory) {
  const std::string accessor =
      R"({"componentType":5126,"type":"MAT4","count":33000000,"sparse":{"count":1,"indices":{"bufferView":0,)"
      R"("componentType":5121},"values":{"bufferView":1}}})";
  const Report report = validate(
      test::glb(gltfJson(R"("buffers":[{"byteLength":68}],"bufferViews":[{"buffer":0,"byteLength":1},)"
                         R"({"buffer":0,"byteOffset":4,"byteLength":64}],"accessors":[)" +
                         repeated(accessor, 100) +
                         R"(],"nodes":[{}],"skins":[{"joints":[0],"inverseBindMatrices":0}])"),
                Bytes(68)));
  EXPECT_TRUE(report.readable);
  EXPECT_EQ(report.count(Severity::Error), 0u);
}

// Looking a member up takes time in proportion to their number.
TEST(HostileValidate, ObjectsOfManyMembersAreNotLookedUpInAgainAndAgain) {
  std::string attributes, members;
  for (int i = 0; i < 20'000; ++i) attributes += ",\"_" + std::to_string(i) + "\":0";
  for (int i = 0; i < 20'000; ++i) members += ",\"" + std::to_string(i) + "\":0";
  const std::string channel = R"({"sampler":0,"target":{"node":0,"path":"scale"}})";
  const std::string view = R"({"buffer":0,"byteLength":4})";
  const Report report = validate(test::glb(
      gltfJson(
          R"("accessors":[{"componentType":5126,"type":"VEC3","count":3}],"meshes":[{"primitives":[{"attributes":{"POSITION":0)" +
          attributes + R"(},"targets":[{"POSITION":0)" + attributes + R"(}]}]}],"nodes":[{"name":"")" +
          members + R"(}],"animations":[{"samplers":[{"input":0,"output":0}],"channels":[)" +
          repeated(channel, 20'000) + R"(]}],"buffers":[{"byteLength":4)" + members +
          R"(}],"bufferViews":[)" + repeated(view, 20'000) + "]"),
      Bytes(4)));
  EXPECT_TRUE(report.readable);
  EXPECT_TRUE(find(report, Code::GltfAnimationTarget));
}

// Found by fuzzing: the chunk was longer than any number of bytes.
TEST(HostileValidate, NegativeLengthsCountAsNone) {
  const Report report = validate(test::glb(gltfJson(R"("buffers":[{"byteLength":-1e39}])"), Bytes(8)));
  const Diagnostic* const said = find(report, Code::GlbChunks);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->message, "the binary chunk goes on for 8 bytes after the buffer");
}

// Weights of a type that weights cannot have, at the very end of the data.
TEST(HostileValidate, WeightsOfAnotherTypeAreNotRead) {
  const Report report = validate(test::glb(
      gltfJson(
          R"("buffers":[{"byteLength":16}],"bufferViews":[{"buffer":0,"byteLength":12},)"
          R"({"buffer":0,"byteOffset":12,"byteLength":4}],"accessors":[{"bufferView":0,"componentType":5126,)"
          R"("type":"VEC3","count":1,"min":[0,0,0],"max":[0,0,0]},{"bufferView":1,"componentType":5121,)"
          R"("type":"VEC4","count":1},{"bufferView":1,"componentType":5120,"normalized":true,"type":"VEC4",)"
          R"("count":1}],"meshes":[{"primitives":[{"mode":0,"attributes":{"POSITION":0,"JOINTS_0":1,)"
          R"("WEIGHTS_0":2}}]}],"nodes":[{"mesh":0,"skin":0},{}],"skins":[{"joints":[1]}],)"
          R"("scene":0,"scenes":[{"nodes":[0,1]}])"),
      Bytes(16)));
  EXPECT_TRUE(find(report, Code::GltfAccessorFormat));
  EXPECT_FALSE(find(report, Code::GltfSkinWeights));
}

// One group of very many colliders, or rather of one very many times, that very many springs have.
TEST(HostileValidate, SpringsThatShareAGroupLookAtItOnce) {
  const Report report = validate(test::bytesOf(gltfJson(
      R"("nodes":[{"children":[1]},{"translation":[0,1,0]}],"scene":0,"scenes":[{"nodes":[0]}],)"
      R"("extensionsUsed":["VRMC_springBone"],"extensions":{"VRMC_springBone":{"specVersion":"1.0",)"
      R"("colliders":[{"node":0,"shape":{"sphere":{"radius":1}}}],"colliderGroups":[{"colliders":[)" +
      repeated("0", 100'000) + R"(]}],"springs":[)" +
      repeated(R"({"joints":[{"node":0},{"node":1}],"colliderGroups":[0]})", 2'000) + "]}}")));
  EXPECT_TRUE(report.readable);
  EXPECT_TRUE(find(report, Code::VrmSpringShared));
}

// A long name of a node that is a joint very many times.
TEST(HostileValidate, LongNamesAreNotCopiedForEveryUse) {
  const std::string joints = repeated("0", 3'000);
  const Report report = validate(test::bytesOf(gltfJson(
      R"("nodes":[{"name":")" + std::string(300'000, 'x') +
      R"("}],"scene":0,"scenes":[{"nodes":[0]}],"accessors":[{"componentType":5126,"type":"MAT4","count":3000}],)"
      R"("skins":[{"inverseBindMatrices":0,"joints":[)" +
      joints + R"(]}],"extensionsUsed":["VRM"],"extensions":{"VRM":{"specVersion":"0.0"}})")));
  const Diagnostic* const matrices = find(report, Code::VrmBindMatrix);
  ASSERT_TRUE(matrices);
  EXPECT_LT(matrices->message.size(), 1'000u);
}

}  // namespace
}  // namespace vrm
