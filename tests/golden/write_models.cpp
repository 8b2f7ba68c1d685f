// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Writes the model of every golden case, as NAME.glb, for update.sh: write_models FOLDER
#include <cstdio>
#include <filesystem>

#include "golden/golden_models.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("Usage: write_models FOLDER\n", stderr);
    return 2;
  }
  for (const vrm::golden::GoldenCase& golden : vrm::golden::goldenCases()) {
    const std::filesystem::path file = std::filesystem::path(argv[1]) / (std::string(golden.name) + ".glb");
    if (const vrm::Result<void> written = vrm::writeFile(file, golden.model().glb()); !written) {
      std::fprintf(stderr, "write_models: %s: %s\n", file.string().c_str(),
                   written.error().toString().c_str());
      return 1;
    }
    std::puts(golden.name);
  }
  return 0;
}
