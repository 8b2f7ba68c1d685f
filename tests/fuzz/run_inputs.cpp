// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// A fuzz target without libFuzzer, so that every build runs the seeds, and then so many changed ones, the
// same every time: NAME [--mutations N] FILE_OR_FOLDER... What a changed input was that ended the program is
// in NAME.last.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "fuzz/mutate_model.hpp"
#include "fuzz/target.hpp"
#include "vrm/base/file.hpp"

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

void run(const Bytes& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

// False when it cannot be read.
bool runFile(const fs::path& path, std::vector<Bytes>& seeds) {
  vrm::Result<Bytes> bytes = vrm::readFile(path, 1u << 30);
  if (!bytes) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), bytes.error().toString().c_str());
    return false;
  }
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);  // the target may end the program
  run(*bytes);
  seeds.push_back(*std::move(bytes));
  return true;
}

void runChanged(const std::vector<Bytes>& seeds, std::uint32_t count, const fs::path& last) {
  constexpr std::size_t kLargest = 1u << 16;
  std::ofstream kept(last, std::ios::binary);
  std::error_code ignored;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Bytes& seed = seeds[i % seeds.size()];
    const std::size_t start =
        vrm::fuzz::modelStart({reinterpret_cast<const std::uint8_t*>(seed.data()), seed.size()});
    const Bytes input = vrm::fuzz::mutateInput(
        seed, start, i, {.words = vrm::fuzz::words(), .maxSize = std::max(kLargest, seed.size())});
    // Always in the same open file: a new one each time would take longer than most targets.
    kept.seekp(0);
    kept.write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(input.size()));
    kept.flush();
    fs::resize_file(last, input.size(), ignored);
    run(input);
  }
  fs::remove(last, ignored);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint32_t mutations = 0;
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--mutations") == 0 && i + 1 < argc) {
      mutations = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10));
    } else if (fs::is_directory(argv[i])) {
      for (const auto& entry : fs::directory_iterator(argv[i])) files.push_back(entry.path());
    } else {
      files.emplace_back(argv[i]);
    }
  }
  std::sort(files.begin(), files.end());
  bool good = !files.empty();
  std::vector<Bytes> seeds;
  for (const fs::path& file : files) good = runFile(file, seeds) && good;
  const fs::path last = fs::path(argv[0]).filename().concat(".last");
  if (good) runChanged(seeds, mutations, last);
  std::printf("%zu inputs, %u changed ones\n", files.size(), mutations);
  return good ? 0 : 1;
}
