// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models that other people made, split for first-person cameras: all cameras show what they showed before.
#include <gtest/gtest.h>

#include "corpus/corpus.hpp"
#include "support/same_motion.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

class SplitCorpus : public testing::TestWithParam<std::string> {};

TEST_P(SplitCorpus, CamerasShowTheSame) {
  Result<gltf::Document> opened = gltf::Document::open(test::corpusFolder() / GetParam());
  if (!opened) GTEST_SKIP() << "it cannot be read";
  if (!load(opened->clone())) GTEST_SKIP() << "it cannot be loaded";
  gltf::Document split = opened->clone();
  Diagnostics diagnostics;
  const Result<edit::SplitSummary> done = edit::splitFirstPerson(split, {}, diagnostics);
  if (!done && done.error().code == Code::GltfExtensionUnsupported) GTEST_SKIP() << done.error().toString();
  ASSERT_TRUE(done) << done.error().toString();
  EXPECT_TRUE(test::looksTheSame(*opened, split));

  // Again there is nothing to do.
  const Result<edit::SplitSummary> again = edit::splitFirstPerson(split, {}, diagnostics);
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->changed());
  const LoadResult loaded = load(std::move(split));
  ASSERT_TRUE(loaded);
  if (loaded.vrm().version == VrmVersion::None || loaded.vrm().version == VrmVersion::Animation) return;
  for (const MeshNode& node : loaded.model()->meshNodes())
    EXPECT_NE(node.annotation, FirstPersonType::Auto) << node.node;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SplitCorpus);
INSTANTIATE_TEST_SUITE_P(Files, SplitCorpus, testing::ValuesIn(test::corpusFilesToEdit()), test::corpusTestName);

}  // namespace
}  // namespace vrm
