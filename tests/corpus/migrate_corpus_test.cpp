// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models of VRM 0.x and drafts that other people made, as 1.0: they look and move as before, and as their
// twins that were exported as 1.0.
#include <gtest/gtest.h>

#include <algorithm>

#include "corpus/corpus.hpp"
#include "support/same_motion.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

std::optional<gltf::Document> migrated(const gltf::Document& source) {
  edit::MigrateOptions options;
  options.meta.emplace();
  options.meta->name = "somebody's";
  options.meta->authors = {"somebody"};
  options.meta->licenseUrl = "https://vrm.dev/licenses/1.0/";
  options.keepMorphNormals = true;  // they are compared too
  gltf::Document document = source.clone();
  Diagnostics said;
  const Result<edit::MigrationReport> done = edit::migrate(document, options, said);
  const bool compressed = !done && done.error().code == Code::GltfExtensionUnsupported;
  EXPECT_TRUE(done || compressed) << done.error().toString();
  if (!done) return std::nullopt;
  return document;
}

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
  const std::optional<gltf::Document> after = migrated(*before);
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
  const std::optional<gltf::Document> again = migrated(*after);
  ASSERT_TRUE(again);
  EXPECT_TRUE(gltf::Json::equal(after->root(), again->root()));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MigrateCorpus);
INSTANTIATE_TEST_SUITE_P(Files, MigrateCorpus, testing::ValuesIn(oldFiles()), test::corpusTestName);

// Exported twice, as "..._vrm0.vrm" and "..._vrm1.vrm".
std::vector<std::string> twins() {
  const std::vector<std::string> all = test::corpusFiles();
  std::vector<std::string> out;
  for (const std::string& file : all) {
    if (!file.ends_with("_vrm0.vrm")) continue;
    const std::string stem = file.substr(0, file.size() - 9);
    if (std::find(all.begin(), all.end(), stem + "_vrm1.vrm") != all.end()) out.push_back(stem);
  }
  return out;
}

class MigrateTwins : public testing::TestWithParam<std::string> {};

TEST_P(MigrateTwins, BonesMoveAlike) {
  const Result<gltf::Document> old = gltf::Document::open(test::corpusFolder() / (GetParam() + "_vrm0.vrm"));
  Result<gltf::Document> twin = gltf::Document::open(test::corpusFolder() / (GetParam() + "_vrm1.vrm"));
  ASSERT_TRUE(old && twin);
  std::optional<gltf::Document> after = migrated(*old);
  ASSERT_TRUE(after);
  const LoadResult a = load(*std::move(after)), b = load(*std::move(twin));
  ASSERT_TRUE(a && b);
  Avatar one(a.model()), two(b.model());
  for (Avatar* avatar : {&one, &two}) {
    for (const HumanBoneInfo& bone : allHumanBones()) {
      const double i = static_cast<double>(bone.bone);
      avatar->pose().rotate(bone.bone, fromAxisAngle({0.6f, 0, 0.8f}, 0.3 * std::sin(i)));
    }
    avatar->update(0);
  }
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const ModelNode p = a.model()->bone(bone.bone), q = b.model()->bone(bone.bone);
    if (!p || !q) continue;
    const Vec3 from = positionOf(one.world(p)), to = positionOf(two.world(q));
    EXPECT_LT(length(from - to), 1e-4f) << bone.name;
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MigrateTwins);
INSTANTIATE_TEST_SUITE_P(Files, MigrateTwins, testing::ValuesIn(twins()), test::corpusTestName);

}  // namespace
}  // namespace vrm
