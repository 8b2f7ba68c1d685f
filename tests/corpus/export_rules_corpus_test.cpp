// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models that other people made, by the rules of exporters: they move as before.
#include <gtest/gtest.h>

#include "corpus/corpus.hpp"
#include "support/same_motion.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

class ExportRulesCorpus : public testing::TestWithParam<std::string> {};

TEST_P(ExportRulesCorpus, MovesAsBefore) {
  Result<gltf::Document> opened = gltf::Document::open(test::corpusFolder() / GetParam());
  if (!opened) GTEST_SKIP() << "it cannot be read";
  const LoadResult before = load(opened->clone());
  if (!before) GTEST_SKIP() << "it cannot be loaded";
  gltf::Document ruled = opened->clone();
  Diagnostics diagnostics;
  const Result<edit::ExportSummary> done = edit::applyExportRules(ruled, {}, diagnostics);
  ASSERT_TRUE(done) << done.error().toString();
  const LoadResult after = load(ruled.clone());
  ASSERT_TRUE(after);
  EXPECT_EQ(after.vrm().expressions, before.vrm().expressions);
  constexpr double kAnyNormal = 10;  // those of morph targets are gone
  Diagnostics ignored;
  if (loadMeshes(before, ignored)) {
    EXPECT_TRUE(test::movesTheSame(*opened, ruled, 0, kAnyNormal));
  }
  gltf::Document again = ruled.clone();
  ASSERT_TRUE(edit::applyExportRules(again, {}, diagnostics));
  EXPECT_TRUE(gltf::Json::equal(again.root(), ruled.root()));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ExportRulesCorpus);
INSTANTIATE_TEST_SUITE_P(Files, ExportRulesCorpus, testing::ValuesIn(test::corpusFilesToEdit()),
                         test::corpusTestName);

}  // namespace
}  // namespace vrm
