// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Evaluates models as `vrm eval` does and compares the numbers: compare_models SCENARIO LIST
// Each line of LIST is "REFERENCE<tab>MODEL". Models whose REFERENCE does not exist are left out. Ends with 1
// if one differs.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "golden/compare_outputs.hpp"
#include "golden/evaluate.hpp"

namespace vrm {
namespace {

std::optional<std::string> textOf(const std::filesystem::path& file) {
  const Result<std::vector<std::byte>> bytes = readFile(file, std::uint64_t{1} << 30);
  if (!bytes) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

golden::Comparison compareModel(const std::string& file, const cli::Scenario& scenario,
                                const std::string& reference) {
  const LoadResult loaded = load(std::filesystem::path(file));
  if (!loaded) return {{}, {loaded.error().toString()}};
  const Result<golden::Outputs> outputs = golden::evaluate(loaded, scenario, file);
  if (!outputs) return {{}, {outputs.error().toString()}};
  // We have morphs, expressions and materials of every file, the reference only of those that it takes for
  // VRM 1.0.
  return golden::compareOutputs(outputs->text, reference, golden::Extra::Allowed, golden::kLateFactor);
}

int compareAll(const char* scenarioFile, const char* listFile) {
  const std::optional<std::string> text = textOf(scenarioFile);
  const Result<cli::Scenario> scenario = cli::readScenario(text.value_or(""));
  if (!scenario) {
    std::fprintf(stderr, "%s: %s\n", scenarioFile, scenario.error().toString().c_str());
    return 2;
  }
  golden::Comparison all;
  int compared = 0, different = 0, refused = 0;
  std::ifstream list(listFile);
  for (std::string line; std::getline(list, line);) {
    const std::size_t tab = line.find('\t');
    const std::string file = line.substr(tab + 1);
    const std::optional<std::string> reference = textOf(line.substr(0, tab));
    if (!reference) {
      ++refused;
      continue;
    }
    const golden::Comparison found = compareModel(file, *scenario, *reference);
    ++compared;
    if (!found.problems.empty()) {
      ++different;
      std::printf("DIFFERENT %s: %s\n", file.c_str(), found.toString().c_str());
      for (std::size_t i = 0; i < std::min<std::size_t>(found.problems.size(), 5); ++i) {
        std::printf("  %s\n", found.problems[i].c_str());
      }
      continue;
    }
    for (std::size_t i = 0; i < golden::kQuantityCount; ++i) {
      if (found.largest[i].value > all.largest[i].value) {
        all.largest[i] = {found.largest[i].value,
                          std::filesystem::path(file).filename().string() + " " + found.largest[i].where};
      }
    }
  }
  std::printf(
      "%d models compared, %d different, %d that the reference refuses\nlargest differences of the others: "
      "%s\n",
      compared, different, refused, all.toString().c_str());
  return compared == 0 || different > 0 ? 1 : 0;
}

}  // namespace
}  // namespace vrm

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("Usage: compare_models SCENARIO LIST\n", stderr);
    return 2;
  }
  return vrm::compareAll(argv[1], argv[2]);
}
