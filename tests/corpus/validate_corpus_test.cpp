// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The validator on models that other people made: what is broken on purpose has errors, and what is said of
// each model does not change unnoticed. validate_reports.txt has how many issues of which code; to renew it:
// VRM_UPDATE_DOCS=1 vrm_corpus_tests --gtest_filter='ValidateCorpus*'.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "corpus/corpus.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

using test::corpusFiles;
using test::corpusFolder;

const std::filesystem::path kReports =
    std::filesystem::path(VRM_SOURCE_DIR) / "tests" / "corpus" / "validate_reports.txt";

Report reportOf(const std::string& file) {
  ValidateOptions options;
  options.advice = true;
  return validate(corpusFolder() / file, options);
}

// "error GLTF_MISSING 2, hint VRM_SPELLING 3"
std::string summary(const Report& report) {
  std::map<std::pair<Severity, std::string_view>, std::uint64_t> counts;
  for (const Diagnostic& issue : report.issues) counts[{issue.severity, name(issue.code)}] += issue.count;
  std::string out;
  for (const auto& [key, count] : counts) {
    out += (out.empty() ? "" : ", ") + std::string(name(key.first)) + " " + std::string(key.second) + " " +
           std::to_string(count);
  }
  return out;
}

bool isModel(const std::string& file) {
  return gltf::containerFor(file).has_value();
}

TEST(ValidateCorpus, WhatIsBrokenOnPurposeHasErrors) {
  for (const std::string& file : corpusFiles()) {
    if (!isModel(file) || !test::mayBeBroken(file)) continue;
    EXPECT_GT(reportOf(file).count(Severity::Error), 0u) << file;
  }
}

TEST(ValidateCorpus, ReportsAreTheSameEveryTime) {
  for (const std::string& file : corpusFiles()) {
    if (!isModel(file)) continue;
    const Report first = reportOf(file), second = reportOf(file);
    ASSERT_EQ(first.issues.size(), second.issues.size()) << file;
    for (std::size_t i = 0; i < first.issues.size(); ++i)
      EXPECT_EQ(first.issues[i].toString(), second.issues[i].toString()) << file;
  }
}

TEST(ValidateCorpus, ReportsAreThoseThatAreKnown) {
  std::map<std::string, std::string> known;
  std::ifstream in(kReports);
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.empty() || line.front() == '#' || colon == std::string::npos) continue;
    known[line.substr(0, colon)] = line.substr(colon + 2);
  }
  std::map<std::string, std::string> found;
  for (const std::string& file : corpusFiles()) {
    if (isModel(file)) found[file] = summary(reportOf(file));
  }
  if (std::getenv("VRM_UPDATE_DOCS")) {
    std::ofstream out(kReports);
    out << "# How many issues of which code validate() finds in models of the corpus; see "
           "validate_corpus_test.cpp.\n";
    for (const auto& [file, text] : found) out << file << ": " << text << "\n";
    return;
  }
  for (const auto& [file, text] : found) {
    const auto row = known.find(file);
    // Models that nobody has counted are somebody's own.
    if (row == known.end()) {
      EXPECT_FALSE(test::statedRows().contains(file)) << file << " has no row";
    } else {
      EXPECT_EQ(text, row->second) << file;
    }
  }
}

}  // namespace
}  // namespace vrm
