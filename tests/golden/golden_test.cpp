// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What `vrm eval` gives for the golden models, against what a reference in double gave that was written from
// the documents too, on top of another program's loading and scene graph (update.sh).
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <ostream>
#include <set>

#include "evaluation.hpp"
#include "golden/compare_outputs.hpp"
#include "golden/golden_models.hpp"

namespace vrm {
namespace golden {

// For the messages of the test program.
void PrintTo(const GoldenCase& golden, std::ostream* out) {
  *out << golden.name;
}

}  // namespace golden

namespace {

std::filesystem::path folder() {
  return std::filesystem::path(VRM_SOURCE_DIR) / "tests/golden";
}

std::string fileText(const std::string& name) {
  const Result<std::vector<std::byte>> bytes = readFile(folder() / name, 1 << 24);
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : std::string();
}

class Golden : public testing::TestWithParam<golden::GoldenCase> {};

TEST_P(Golden, GivesTheNumbersOfTheReference) {
  const std::string name = GetParam().name;
  const Result<cli::Scenario> scenario = cli::readScenario(fileText(name + ".json"));
  ASSERT_TRUE(scenario.ok()) << scenario.error().toString();
  const LoadResult loaded = load(GetParam().model().document());
  ASSERT_TRUE(loaded.ok()) << loaded.error().toString();
  cli::Evaluation evaluation(loaded, *scenario);
  std::vector<std::string> warnings;
  const Result<void> ready = evaluation.prepare(warnings);
  ASSERT_TRUE(ready.ok()) << ready.error().toString();

  const golden::Comparison compared =
      golden::compareOutputs(evaluation.run(name + ".glb"), fileText(name + ".expected.json"));
  for (std::size_t i = 0; i < std::min<std::size_t>(compared.problems.size(), 20); ++i) {
    ADD_FAILURE() << compared.problems[i];
  }
  std::printf("%s: %s\n", name.c_str(), compared.toString().c_str());
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden,
                         testing::ValuesIn(golden::goldenCases().begin(), golden::goldenCases().end()),
                         [](const auto& golden) { return std::string(golden.param.name); });

TEST(GoldenFiles, BelongToACaseEach) {
  std::set<std::string> expected, found;
  for (const golden::GoldenCase& golden : golden::goldenCases()) {
    expected.insert(golden.name + std::string(".json"));
    expected.insert(golden.name + std::string(".expected.json"));
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() == ".json") found.insert(entry.path().filename().string());
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace vrm
