// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// A fuzz target without libFuzzer, so that every build runs the seeds: NAME FILE_OR_FOLDER...
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "vrm/base/file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

bool run(const fs::path& path) {
  const auto bytes = vrm::readFile(path, 1u << 30);
  if (!bytes) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), bytes.error().toString().c_str());
    return false;
  }
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);  // the target may end the program
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    if (fs::is_directory(argv[i])) {
      for (const auto& entry : fs::directory_iterator(argv[i])) files.push_back(entry.path());
    } else {
      files.emplace_back(argv[i]);
    }
  }
  bool good = !files.empty();
  for (const fs::path& file : files) good = run(file) && good;
  std::printf("%zu inputs\n", files.size());
  return good ? 0 : 1;
}
