// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models of VRM 0.x and drafts that other people made, as 1.0: they look and move as before.
#include <gtest/gtest.h>

#include <algorithm>

#include "corpus/corpus.hpp"
#include "support/same_motion.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

// The files of a version.
std::vector<std::string> oldFiles() {
  std::vector<std::string> files = test::corpusFiles();
  std::erase_if(files, [](const std::string& file) {
    const Result<gltf::Document> document = gltf::Document::open(test::corpusFolder() / file);
    const VrmVersion version = document ? findVersion(*document).version : VrmVersion::None;
    return version != VrmVersion::Vrm0 && version != VrmVersion::Draft;
  });
  return files;
}

class MigrateCorpus : public testing::TestWithParam<std::string> {};

TEST_P(MigrateCorpus, LooksAndMovesAsBefore) {
  const Result<gltf::Document> before = gltf::Document::open(test::corpusFolder() / GetParam());
  if (!before || !load(before->clone())) GTEST_SKIP() << "it cannot be loaded";
  const std::optional<gltf::Document> after = test::migratedToVrm1(*before);
  if (!after) GTEST_SKIP() << "it is compressed";
  EXPECT_TRUE(test::movesTheSame(*before, *after));
  EXPECT_EQ(findVersion(*after).version, VrmVersion::Vrm1);

  // No errors that were not there.
  const auto errors = [](const gltf::Document& document) {
    std::vector<Code> codes;
    for (const Diagnostic& issue : validate(*document.toGlb()).issues) {
      if (issue.severity == Severity::Error) codes.push_back(issue.code);
    }
    return codes;
  };
  const std::vector<Code> old = errors(*before);
  for (const Code code : errors(*after))
    EXPECT_NE(std::find(old.begin(), old.end(), code), old.end()) << name(code);

  // Once it is 1.0, that is it.
  const std::optional<gltf::Document> again = test::migratedToVrm1(*after);
  ASSERT_TRUE(again);
  EXPECT_TRUE(gltf::Json::equal(after->root(), again->root()));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MigrateCorpus);
INSTANTIATE_TEST_SUITE_P(Files, MigrateCorpus, testing::ValuesIn(oldFiles()), test::corpusTestName);

}  // namespace
}  // namespace vrm
