// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What `vrm eval` gives for the golden models, against what a reference in double gave that was written from
// the documents too, on top of another program's loading and scene graph (update.sh).
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <set>

#include "golden/compare_outputs.hpp"
#include "golden/evaluate.hpp"
#include "golden/golden_models.hpp"
#include "unit/runtime/drive.hpp"

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
  const Result<golden::Outputs> outputs = golden::evaluate(loaded, *scenario, name + ".glb");
  ASSERT_TRUE(outputs.ok()) << outputs.error().toString();

  const golden::Comparison compared =
      golden::compareOutputs(outputs->text, fileText(name + ".expected.json"));
  for (std::size_t i = 0; i < std::min<std::size_t>(compared.problems.size(), 20); ++i) {
    ADD_FAILURE() << compared.problems[i];
  }
  std::printf("%s: %s\n", name.c_str(), compared.toString().c_str());
}

// "The same bits everywhere": the hashes in the repository are asserted by every build, with SIMD and
// without, under sanitizers and as WebAssembly. To renew them after a change of the numbers:
// VRM_UPDATE_HASHES=1 vrm_reference_tests.
TEST(GoldenHashes, AreTheSameInEveryBuild) {
  std::string hashes;
  const auto add = [&](const std::string& name, std::uint64_t hash) {
    char line[100];
    std::snprintf(line, sizeof line, "%s %016llx\n", name.c_str(), static_cast<unsigned long long>(hash));
    hashes += line;
  };
  for (const golden::GoldenCase& golden : golden::goldenCases()) {
    const std::string name = golden.name;
    const Result<cli::Scenario> scenario = cli::readScenario(fileText(name + ".json"));
    ASSERT_TRUE(scenario.ok()) << scenario.error().toString();
    const LoadResult loaded = load(golden.model().document());
    const Result<golden::Outputs> outputs = golden::evaluate(loaded, *scenario, name);
    ASSERT_TRUE(outputs.ok()) << outputs.error().toString();
    add(name, outputs->hash);

    Avatar avatar(loaded.model());
    test::Random random(1);
    std::uint64_t hash = kHashStart;
    for (int frame = 0; frame < 100; ++frame) {
      test::drive(avatar, random);
      avatar.update(1.0f / 60);
      hash = outputHash(avatar, hash);
    }
    add(name + " at random", hash);
  }
  if (std::getenv("VRM_UPDATE_HASHES")) {
    ASSERT_TRUE(writeFile(folder() / "hashes.txt", std::as_bytes(std::span(hashes))));
  }
  EXPECT_EQ(hashes, fileText("hashes.txt"));
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
