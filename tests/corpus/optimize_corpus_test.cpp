// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models that other people made are optimised: they look and move as before, are not larger, and have no
// errors that they did not have.
#include <gtest/gtest.h>

#include <set>

#include "corpus/corpus.hpp"
#include "support/same_motion.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

class OptimizeCorpus : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<gltf::Document> opened = gltf::Document::open(test::corpusFolder() / GetParam());
    if (!opened) GTEST_SKIP() << "it cannot be read";
    document_ = *std::move(opened);
    if (!load(document_.clone())) GTEST_SKIP() << "it cannot be loaded";
    Diagnostics ignored;
    if (!gltf::pack(document_, ignored)) GTEST_SKIP() << "it cannot be packed";
  }

  static std::set<Code> errorsOf(const gltf::Document& document) {
    std::set<Code> out;
    const Result<std::vector<std::byte>> file = document.toGlb();
    EXPECT_TRUE(file);
    for (const Diagnostic& issue : validate(*file).issues) {
      if (issue.severity == Severity::Error) out.insert(issue.code);
    }
    return out;
  }

  gltf::Document document_;
};

TEST_P(OptimizeCorpus, LooksAndMovesAsBefore) {
  gltf::Document optimised = document_.clone();
  Diagnostics said;
  const Result<edit::OptimizeSummary> done = edit::optimize(optimised, {}, said);
  if (!done && done.error().code == Code::GltfExtensionUnsupported) GTEST_SKIP() << done.error().toString();
  ASSERT_TRUE(done) << done.error().toString();
  EXPECT_TRUE(test::looksTheSame(document_, optimised));

  const std::size_t before = document_.toGlb()->size(), after = optimised.toGlb()->size();
  EXPECT_LE(after, before);
  EXPECT_EQ(done->bytesAfter, after);
  EXPECT_LE(done->drawCallsAfter, done->drawCallsBefore);
  const std::set<Code> had = errorsOf(document_);
  for (const Code code : errorsOf(optimised)) EXPECT_TRUE(had.contains(code)) << name(code);

  // Again there is nothing to do.
  gltf::Document again = optimised.clone();
  ASSERT_TRUE(edit::optimize(again, {}, said));
  EXPECT_EQ(*again.toGlb(), *optimised.toGlb());
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OptimizeCorpus);
INSTANTIATE_TEST_SUITE_P(Files, OptimizeCorpus, testing::ValuesIn(test::corpusFilesToEdit()), test::corpusTestName);

}  // namespace
}  // namespace vrm
