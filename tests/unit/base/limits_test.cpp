// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/limits.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <string>

namespace vrm {
namespace {

// "250,000", "64 MiB"
std::uint64_t numberOf(std::string text) {
  std::erase(text, ',');
  std::size_t end = 0;
  const std::uint64_t number = std::stoull(text, &end);
  const std::string unit = text.substr(end);
  return number << (unit == " GiB" ? 30 : unit == " MiB" ? 20 : 0);
}

TEST(Limits, DefaultsAreInTheDocumentation) {
  // All of them, or it does not compile.
  const auto [fileBytes, jsonBytes, jsonDepth, nodes, elements, expandedElements, accessorElements,
              drawnElements, imagePixels, decodedBytes] = Limits();
  const std::map<std::string, std::uint64_t> defaults = {
      {"fileBytes", fileBytes},
      {"jsonBytes", jsonBytes},
      {"jsonDepth", jsonDepth},
      {"nodes", nodes},
      {"elements", elements},
      {"expandedElements", expandedElements},
      {"accessorElements", accessorElements},
      {"drawnElements", drawnElements},
      {"imagePixels", imagePixels},
      {"decodedBytes", decodedBytes},
  };
  std::map<std::string, std::uint64_t> documented;
  std::ifstream file(VRM_SOURCE_DIR "/docs/limits.md");
  const std::regex row(R"(\| `(\w+)` \| ([0-9,]+(?: [GM]iB)?) \|.*)");
  std::smatch match;
  for (std::string line; std::getline(file, line);) {
    if (std::regex_match(line, match, row)) documented[match[1]] = numberOf(match[2]);
  }
  EXPECT_EQ(documented, defaults);
}

}  // namespace
}  // namespace vrm
