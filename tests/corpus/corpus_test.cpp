// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models that other people made. They are not part of the project; VRM_CORPUS names a folder that has some.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "corpus/compare.hpp"
#include "corpus/corpus.hpp"
#include "support/asset_builder.hpp"
#include "support/check_model.hpp"
#include "support/temp_folder.hpp"

namespace vrm {
namespace {

namespace fs = std::filesystem;
using gltf::Document;
using namespace test;

std::vector<std::byte> bytesOfFile(const fs::path& path) {
  Result<std::vector<std::byte>> bytes = readFile(path, ~std::uint64_t{0});
  return bytes ? *std::move(bytes) : std::vector<std::byte>();
}

// Findings about the file itself: it is not written the way we write.
bool containerIsOdd(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.all().begin(), diagnostics.all().end(), [](const Diagnostic& d) {
    return name(d.code).starts_with("GLB_") || name(d.code).starts_with("JSON_");
  });
}

class Corpus : public testing::TestWithParam<std::string> {
 protected:
  // False: the file is broken on purpose and was refused for a reason.
  bool load() {
    path_ = corpusFolder() / GetParam();
    Result<Document> opened = Document::open(path_);
    if (!opened) return refused(opened.error());
    document_ = *std::move(opened);
    Result<gltf::Asset> read = gltf::readAsset(document_, diagnostics_);
    if (!read) return refused(read.error());
    asset_ = *std::move(read);
    return true;
  }

  bool refused(const Error& error) {
    EXPECT_FALSE(error.message.empty());
    EXPECT_TRUE(findCode(name(error.code)).has_value());
    EXPECT_TRUE(mayBeBroken(GetParam())) << error.toString();
    return false;
  }

  void checkModel() {
    EXPECT_EQ(test::checkAsset(document_, asset_), "");
    for (const Diagnostic& diagnostic : diagnostics_.all()) {
      EXPECT_FALSE(diagnostic.message.empty()) << name(diagnostic.code);
      EXPECT_NE(diagnostic.severity, Severity::Error) << diagnostic.toString();
    }
  }

  void checkCounts() {
    const auto stated = statedRows().find(GetParam());
    if (stated == statedRows().end()) return;  // ReadmeNamesFilesThatAreThere sees to it that this is no rule
    const gltf::Stats stats = gltf::computeStats(document_, asset_);
    EXPECT_EQ(asset_.nodes.size(), stated->second.nodes);
    EXPECT_EQ(stats.vertices, stated->second.vertices);
    EXPECT_EQ(stats.triangles, stated->second.triangles);
    EXPECT_EQ(stats.morphTargets, stated->second.morphTargets);
  }

  void save(const Document& document, const fs::path& path, const gltf::SaveOptions& options = {}) {
    Diagnostics findings;
    const auto written = gltf::save(document, path, findings, options);
    ASSERT_TRUE(written.ok()) << written.error().toString();
    for (const fs::path& file : *written) EXPECT_TRUE(fs::is_regular_file(file)) << file;
    EXPECT_EQ(written->back(), path);
    EXPECT_EQ(findings.firstProblem(), nullptr) << findings.firstProblem()->toString();
  }

  Document reopened(const fs::path& path) {
    Result<Document> again = Document::open(path);
    EXPECT_TRUE(again.ok()) << again.error().toString();
    return again ? *std::move(again) : Document();
  }

  void saveAsItWas() {
    if (document_.container() == gltf::Container::Gltf) {
      EXPECT_TRUE(test::bytesOf(document_.toGltfJson()) == bytesOfFile(path_)) << "the text differs";
      return;
    }
    const test::TempFolder folder;
    const fs::path copy = folder.path() / path_.filename();
    ASSERT_NO_FATAL_FAILURE(save(document_, copy));
    if (!containerIsOdd(document_.diagnostics())) {
      EXPECT_TRUE(bytesOfFile(copy) == bytesOfFile(path_)) << "the bytes differ";
    }
    EXPECT_EQ(test::differenceOf(document_, reopened(copy)), "");
  }

  // There and back: .gltf, then .glb again, compared with the file at each step.
  void convertAndBack(const gltf::SaveOptions& options) {
    const test::TempFolder folder;
    const fs::path text = folder.path() / "model.gltf";
    const fs::path back = folder.path() / "back.glb";
    ASSERT_NO_FATAL_FAILURE(save(document_, text, options));
    const Document loose = reopened(text);
    EXPECT_EQ(loose.container(), gltf::Container::Gltf);
    EXPECT_EQ(test::differenceOf(document_, loose), "");
    if (options.embed) {
      EXPECT_EQ(folder.names(), std::set<std::string>{"model.gltf"});
    }
    ASSERT_NO_FATAL_FAILURE(save(loose, back));
    const Document whole = reopened(back);
    EXPECT_EQ(whole.container(), gltf::Container::Glb);
    EXPECT_EQ(test::differenceOf(document_, whole), "");
    for (const Document::Resource& resource : whole.images()) {
      EXPECT_EQ(resource.source, Document::Resource::Source::None) << "an image lies outside the binary chunk";
    }
  }

  fs::path path_;
  Document document_;
  gltf::Asset asset_;
  Diagnostics diagnostics_;
};

TEST_P(Corpus, ReadsAndConverts) {
  if (!load()) return;
  checkModel();
  checkCounts();
  {
    SCOPED_TRACE("in the container it has");
    saveAsItWas();
  }
  {
    SCOPED_TRACE("to .gltf with files, and back");
    convertAndBack({});
  }
  {
    SCOPED_TRACE("to .gltf with data URIs, and back");
    convertAndBack({.embed = true});
  }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Corpus);
INSTANTIATE_TEST_SUITE_P(Files, Corpus, testing::ValuesIn(corpusFiles()), corpusTestName);

TEST(CorpusFolder, HasModels) {
  if (!corpusIsNamed() && !fs::exists(corpusFolder())) {
    GTEST_SKIP() << "there are no models of other people here; VRM_CORPUS=FOLDER names a folder that has some";
  }
  EXPECT_FALSE(corpusFiles().empty()) << corpusFolder() << " has no .vrm, .glb, .gltf or .vrma file";
}

TEST(CorpusFolder, ReadmeNamesFilesThatAreThere) {
  if (!fs::exists(corpusFolder() / "README.md")) GTEST_SKIP() << "the folder has no README.md";
  const std::vector<std::string> files = corpusFiles();
  std::size_t known = 0;
  for (const auto& [file, row] : statedRows()) {
    known += std::find(files.begin(), files.end(), file) != files.end() ? 1u : 0u;
  }
  EXPECT_EQ(known, statedRows().size()) << "the README's table has rows for files that are not there";
  EXPECT_GT(known, 0u) << "no row of the README's table was understood";
}

// The comparison itself must see what it is for.
TEST(CorpusCompare, SeesEveryKindOfDifference) {
  const Document original = test::smallAvatar().document();
  EXPECT_EQ(test::differenceOf(original, original.clone()), "");
  const auto differs = [&](const char* what, auto&& change) {
    Document other = original.clone();
    change(other);
    EXPECT_NE(test::differenceOf(original, other), "") << what;
  };
  const auto member = [](Document& d, const char* array, std::size_t i) -> gltf::JsonValue& {
    return d.editJson().editRoot().find(array)->elements()[i];
  };
  differs("a name", [&](Document& d) { d.editJson().set(member(d, "nodes", 3), "name", d.editJson().string("x")); });
  differs("a member less", [&](Document& d) { d.editJson().remove(member(d, "nodes", 1), "translation"); });
  differs("a member more", [&](Document& d) { d.editJson().set(d.editJson().editRoot(), "extras", {}); });
  differs("a byte of geometry", [&](Document& d) {
    std::vector<std::byte>& bytes = d.editBuffers()[0].owned;
    bytes[0] ^= std::byte{1};
  });
  differs("a byte of an image", [&](Document& d) {
    const auto image = *d.image(0);
    std::vector<std::byte>& bytes = d.editBuffers()[0].owned;
    bytes[static_cast<std::size_t>(image.data() - bytes.data()) + image.size() - 1] ^= std::byte{1};
  });
  differs("two accessors change places in the file", [&](Document& d) {
    d.editJson().set(member(d, "accessors", 0), "bufferView", d.editJson().number(1u));
  });
  differs("a stride", [&](Document& d) {
    d.editJson().set(member(d, "bufferViews", 0), "byteStride", d.editJson().number(12u));
  });
}

}  // namespace
}  // namespace vrm
