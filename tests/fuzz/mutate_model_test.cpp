// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "fuzz/mutate_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using test::Bytes;

constexpr std::string_view kWords[] = {"node", "joints", "VRMC_vrm", "happy"};

TEST(MutateModel, ChangesTheJsonAndKeepsTheRest) {
  const Bytes model = test::sameAvatar(VrmVersion::Vrm1).glb();
  Diagnostics diagnostics;
  const gltf::Glb before = *gltf::parseGlb(model, diagnostics);
  std::set<std::string> texts;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const auto changed = fuzz::mutateModel(model, seed, {.words = kWords});
    ASSERT_TRUE(changed) << seed;
    EXPECT_EQ(*changed, *fuzz::mutateModel(model, seed, {.words = kWords}))
        << "the same seed, another change";
    const Result<gltf::Glb> glb = gltf::parseGlb(*changed, diagnostics);
    ASSERT_TRUE(glb.ok()) << seed;
    Diagnostics doubledKeys;
    EXPECT_TRUE(gltf::Json::parse(glb->json, Limits(), doubledKeys).ok()) << seed;
    ASSERT_EQ(glb->chunks.size(), before.chunks.size());
    EXPECT_TRUE(std::equal(glb->chunks[0].bytes.begin(), glb->chunks[0].bytes.end(),
                           before.chunks[0].bytes.begin(), before.chunks[0].bytes.end()));
    texts.emplace(glb->json);
  }
  EXPECT_GT(texts.size(), 150u);
  EXPECT_TRUE(diagnostics.empty());
}

// What changes of the JSON have to come up with, each now and then.
TEST(MutateModel, MakesEveryKindOfChange) {
  const Bytes model = test::smallAvatar().glb();
  Diagnostics ignored;
  const gltf::Glb before = *gltf::parseGlb(model, ignored);
  const Result<gltf::Json> old = gltf::Json::parse(before.json, Limits(), ignored);
  ASSERT_TRUE(old.ok());
  const std::string longList = "long list", deep = "deep", doubled = "the same key twice",
                    extension = "extension used", removed = "removed", renamed = "renamed",
                    longText = "long text", special = "special number",
                    around = "index around the length of a list";
  const std::set<std::string> all = {longList, deep,     doubled, extension, removed,
                                     renamed,  longText, special, around};
  std::set<std::string> seen;
  const std::string nodes = std::to_string(old->root().find("nodes")->size());
  for (std::uint32_t seed = 0; seed < 3000 && seen != all; ++seed) {
    const auto changed = fuzz::mutateModel(model, seed, {.words = kWords});
    if (!changed) continue;
    Diagnostics said;
    const gltf::Glb glb = *gltf::parseGlb(*changed, ignored);
    const Result<gltf::Json> json = gltf::Json::parse(glb.json, Limits(), said);
    ASSERT_TRUE(json.ok()) << seed;
    const std::string text = json->write();
    if (text.find("[[[[[[[[") != std::string::npos) seen.insert(deep);
    if (text.find(std::string(40, 'a')) != std::string::npos) seen.insert(longText);
    if (text.find("4294967295") != std::string::npos) seen.insert(special);
    if (text.find("\"node\":" + nodes) != std::string::npos) seen.insert(around);
    if (!said.empty()) seen.insert(doubled);
    if (json->root().has("extensionsRequired")) seen.insert(extension);
    for (const gltf::JsonMember& member : json->root().members()) {
      const gltf::JsonValue* was = old->root().find(member.key.string());
      if (!was) seen.insert(renamed);
      if (was && member.value.isArray() && member.value.size() > was->size() + 50) seen.insert(longList);
    }
    for (const gltf::JsonMember& member : old->root().members()) {
      if (!json->root().has(member.key.string())) seen.insert(removed);
    }
  }
  EXPECT_EQ(seen, all);
}

TEST(MutateModel, ChangesTheBinaryChunkWithTheRightLengths) {
  const Bytes model = test::sameAvatar(VrmVersion::Vrm1).glb();
  Diagnostics diagnostics;
  const gltf::Glb before = *gltf::parseGlb(model, diagnostics);
  std::set<std::size_t> sizes;
  std::size_t same = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const auto changed = fuzz::mutateBinary(model, seed, 1u << 20);
    ASSERT_TRUE(changed) << seed;
    EXPECT_EQ(*changed, *fuzz::mutateBinary(model, seed, 1u << 20)) << seed;
    const Result<gltf::Glb> glb = gltf::parseGlb(*changed, diagnostics);
    ASSERT_TRUE(glb.ok()) << seed;
    EXPECT_EQ(glb->json, before.json) << seed;
    ASSERT_EQ(glb->chunks.size(), 1u) << seed;
    same += *changed == model;
    sizes.insert(glb->chunks[0].bytes.size());
  }
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_LT(same, 40u);
  EXPECT_GT(sizes.size(), 20u);
  // One that has no chunk gets one.
  EXPECT_TRUE(fuzz::mutateBinary(test::glb("{}"), 1, 1u << 20));
  EXPECT_FALSE(fuzz::mutateBinary(test::bytesOf("{}"), 1, 1u << 20));
  EXPECT_FALSE(fuzz::mutateBinary(model, 1, 100));
}

TEST(MutateModel, BreaksContainers) {
  const Bytes model = test::sameAvatar(VrmVersion::Vrm1).glb();
  std::set<Code> codes;
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    const auto broken = fuzz::breakContainer(model, seed, 1u << 20);
    ASSERT_TRUE(broken) << seed;
    EXPECT_EQ(*broken, *fuzz::breakContainer(model, seed, 1u << 20)) << seed;
    Diagnostics diagnostics;
    const Result<gltf::Glb> glb = gltf::parseGlb(*broken, diagnostics);
    if (!glb) codes.insert(glb.error().code);
    for (const Diagnostic& d : diagnostics.all()) codes.insert(d.code);
  }
  EXPECT_GE(codes.size(), 4u);
  EXPECT_FALSE(fuzz::breakContainer(test::bytesOf("{}"), 1, 1u << 20));
}

TEST(MutateModel, InputsKeepWhatIsBeforeTheModelOrHaveNone) {
  Bytes input = test::bytesOf("head");
  const Bytes model = test::smallAvatar().glb();
  input.insert(input.end(), model.begin(), model.end());
  std::size_t kept = 0, other = 0;
  for (std::uint32_t seed = 0; seed < 320; ++seed) {
    const Bytes changed = fuzz::mutateInput(input, 4, seed, {.words = kWords});
    EXPECT_EQ(changed, fuzz::mutateInput(input, 4, seed, {.words = kWords})) << seed;
    kept += changed.size() > 4 && std::equal(changed.begin(), changed.begin() + 4, input.begin());
    other += changed != input;
  }
  EXPECT_GT(kept, 290u);
  EXPECT_GT(other, 300u);
  const Bytes bytes = test::bytesOf("no model");
  std::set<Bytes> all;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    all.insert(fuzz::mutateInput(bytes, bytes.size(), seed, {.words = {}, .maxSize = 20}));
  }
  EXPECT_GT(all.size(), 100u);
  // libFuzzer wants some bytes.
  for (const Bytes& b : all) EXPECT_TRUE(!b.empty() && b.size() <= 20u);
  EXPECT_FALSE(fuzz::mutateInput({}, 0, 1, {}).empty());
}

TEST(MutateModel, MixesTwoModels) {
  const Bytes a = test::sameAvatar(VrmVersion::Vrm0).glb();
  const Bytes b = test::sameAvatar(VrmVersion::Vrm1).glb();
  bool both = false;
  for (std::uint32_t seed = 0; seed < 200 && !both; ++seed) {
    const auto mixed = fuzz::crossModels(a, b, seed, {});
    ASSERT_TRUE(mixed);
    const Result<gltf::Document> document = gltf::Document::parse(*mixed);
    const gltf::JsonValue* list = document ? document->root().find("extensions") : nullptr;
    both = list && list->has("VRM") && (list->has("VRMC_vrm") || list->has("VRMC_springBone"));
  }
  EXPECT_TRUE(both);
}

TEST(MutateModel, LeavesToOthersWhatIsNoModel) {
  EXPECT_FALSE(fuzz::mutateModel(test::bytesOf("no JSON"), 1, {}));
  EXPECT_FALSE(fuzz::mutateModel(test::glb("{", {}), 1, {}));
  EXPECT_FALSE(fuzz::mutateModel(test::sameAvatar(VrmVersion::Vrm1).glb(), 1, {.words = {}, .maxSize = 100}));
  EXPECT_FALSE(fuzz::crossModels(test::bytesOf("{}"), test::bytesOf(""), 1, {}));
}

}  // namespace
}  // namespace vrm
