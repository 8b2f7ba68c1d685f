// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// bench_attacks [--rounds N] [WORD]
//
// How long files that were made to hurt take (tests/support/attack_files.cpp; those with WORD in their name), and whether
// four times the size takes more than four times the time. A table.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <optional>
#include <string>

#include "support/attack_files.hpp"
#include "vrm/vrm.hpp"

namespace {

using namespace vrm;

constexpr std::array kSteps = {"load", "meshes", "frame", "write", "validate", "normalise", "optimise"};
using Times = std::array<double, kSteps.size()>;  // seconds of this process, whatever else the machine does

double timed(const std::function<void()>& step) {
  const std::clock_t start = std::clock();
  step();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// What is refused takes no time from then on.
Times once(const test::Bytes& file) {
  Times out{};
  {
    test::Bytes copy = file;
    std::optional<LoadResult> loaded;
    out[0] = timed([&] { loaded.emplace(load(std::move(copy))); });
    if (*loaded) {
      Diagnostics said;
      out[1] = timed([&] { (void)loadMeshes(*loaded, said); });
      Avatar avatar(loaded->model());
      avatar.update(1.0f / 60);
      out[2] = timed([&] { avatar.update(1.0f / 60); });
      out[3] = timed([&] { (void)loaded->document().toGlb(); });
    }
  }
  out[4] = timed([&] { (void)validate(file); });
  const Result<gltf::Document> document = gltf::Document::parse(file);
  if (!document) return out;
  Diagnostics said;
  gltf::Document normalised = document->clone(), optimised = document->clone();
  out[5] = timed([&] { (void)edit::normalize(normalised, {}, said); });
  out[6] = timed([&] { (void)edit::optimize(optimised, {}, said); });
  return out;
}

Times best(const test::Bytes& file, int rounds) {
  Times out = once(file);
  for (int i = 1; i < rounds; ++i) {
    const Times again = once(file);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = std::min(out[k], again[k]);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 3;
  std::string word;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
      const char* text = argv[++i];
      std::from_chars(text, text + std::strlen(text), rounds);
    } else {
      word = argv[i];
    }
  }
  std::printf("| attack | size | kB |");
  for (const char* step : kSteps) std::printf(" %s ms |", step);
  std::printf(" four times the size | |\n|---|--:|--:|");
  for (std::size_t i = 0; i < kSteps.size(); ++i) std::printf("--:|");
  std::printf("--:|---|\n");
  for (const test::AttackFile& attack : test::attackFiles()) {
    if (std::string(attack.name).find(word) == std::string::npos) continue;
    const test::Bytes small = attack.make(attack.size / 4), large = attack.make(attack.size);
    const Times quarter = best(small, rounds), whole = best(large, rounds);
    // What one of them takes must stay; caches, and moments that are shorter than the clock's, make some difference.
    constexpr double kMoment = 0.002, kMore = 3;
    const double more = std::max(4.0, static_cast<double>(large.size()) / static_cast<double>(small.size()));
    double worst = 0;
    for (std::size_t k = 0; k < kSteps.size(); ++k) {
      if (quarter[k] >= kMoment) worst = std::max(worst, whole[k] / quarter[k] / more);
    }
    std::printf("| %s | %u | %zu |", attack.name, attack.size, large.size() / 1000);
    for (const double seconds : whole) std::printf(" %.1f |", seconds * 1000);
    std::printf(" %.2f | %s |\n", worst, worst > kMore ? "MORE" : "ok");
    std::fflush(stdout);
  }
  return 0;
}
