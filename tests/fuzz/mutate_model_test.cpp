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
    EXPECT_EQ(*changed, *fuzz::mutateModel(model, seed, {.words = kWords})) << "the same seed, another change";
    const Result<gltf::Glb> glb = gltf::parseGlb(*changed, diagnostics);
    ASSERT_TRUE(glb.ok()) << seed;
    EXPECT_TRUE(gltf::Json::parse(glb->json, Limits(), diagnostics).ok()) << seed;
    ASSERT_EQ(glb->chunks.size(), before.chunks.size());
    EXPECT_TRUE(std::equal(glb->chunks[0].bytes.begin(), glb->chunks[0].bytes.end(), before.chunks[0].bytes.begin(),
                           before.chunks[0].bytes.end()));
    texts.emplace(glb->json);
  }
  EXPECT_GT(texts.size(), 150u);
  EXPECT_TRUE(diagnostics.empty());
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
