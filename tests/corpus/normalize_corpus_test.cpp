// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models that other people made, as they are and with their nodes turned and scaled, are normalised: they
// look and move as before, and what was to go is gone.
#include <gtest/gtest.h>

#include "corpus/corpus.hpp"
#include "support/same_motion.hpp"
#include "support/scramble.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

class NormalizeCorpus : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<gltf::Document> opened = gltf::Document::open(test::corpusFolder() / GetParam());
    if (!opened) GTEST_SKIP() << "it cannot be read";
    document_ = *std::move(opened);
    if (!load(document_.clone())) GTEST_SKIP() << "it cannot be loaded";
  }

  void check(double tolerance = 1e-4) {
    gltf::Document normalised = document_.clone();
    Diagnostics diagnostics;
    const Result<edit::NormalizeSummary> done = edit::normalize(normalised, {}, diagnostics);
    if (!done && done.error().code == Code::GltfExtensionUnsupported) GTEST_SKIP() << done.error().toString();
    ASSERT_TRUE(done) << done.error().toString();
    EXPECT_TRUE(test::movesTheSame(document_, normalised, tolerance));

    // Again there is nothing to do.
    const Result<edit::NormalizeSummary> again = edit::normalize(normalised, {}, diagnostics);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->nodes, 0u);
    EXPECT_EQ(again->meshes, 0u);
    EXPECT_EQ(again->skins, 0u);
  }

  gltf::Document document_;
};

TEST_P(NormalizeCorpus, LooksAndMovesAsBefore) {
  check();
}

TEST_P(NormalizeCorpus, AlsoWhenNodesAreTurned) {
  test::scramble(document_, test::Scrambling::Any, 1);
  check();
}

TEST_P(NormalizeCorpus, AlsoWhenAxesAreExchanged) {
  test::scramble(document_, test::Scrambling::Quarter, 2);
  check();
}

TEST_P(NormalizeCorpus, AlsoWhenNodesAreScaled) {
  test::scramble(document_, test::Scrambling::Sized, 3);
  check();
}

// Estimated once it is one, as far as validating can tell.
TEST_P(NormalizeCorpus, StandsInATPoseWhenAsked) {
  Diagnostics said;
  const Result<edit::NormalizeSummary> done = edit::normalize(document_, {.tPose = true}, said);
  if (!done) {
    const Code why = done.error().code;
    const bool avatar = findVersion(document_).version != VrmVersion::None;
    EXPECT_TRUE(why == (avatar ? Code::VrmBoneMissing : Code::VrmNone) || why == Code::VrmTPose ||
                why == Code::GltfExtensionUnsupported)
        << done.error().toString();
    GTEST_SKIP() << done.error().toString();
  }
  const Result<std::vector<std::byte>> file = document_.toGlb();
  ASSERT_TRUE(file);
  for (const Diagnostic& issue : validate(*file).issues) {
    for (const Code code : {Code::VrmTPose, Code::VrmFacing, Code::VrmSides, Code::VrmGround, Code::VrmRoot,
                            Code::VrmNormalised})
      EXPECT_NE(issue.code, code) << issue.toString();
  }
  const Result<edit::NormalizeSummary> again = edit::normalize(document_, {.tPose = true}, said);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->bones + again->nodes + again->meshes, 0u);
  EXPECT_FALSE(again->turned || again->moved || again->root);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(NormalizeCorpus);
INSTANTIATE_TEST_SUITE_P(Files, NormalizeCorpus, testing::ValuesIn(test::corpusFilesToEdit()),
                         test::corpusTestName);

}  // namespace
}  // namespace vrm
