// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the benchmarks of frames share.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "apps/vrm/frame_bench.hpp"

namespace bench {

inline constexpr std::size_t kBlock = 200;

// The lowest median of blocks of frames: shared machines are noisy.
inline double lowestMedian(std::vector<double> times) {
  double best = 1e300;
  for (std::size_t at = 0; at + kBlock <= times.size(); at += kBlock)
    best = std::min(best, vrm::cli::median(std::span(times).subspan(at, kBlock)));
  return best;
}

// PROGRAM [--frames N] [--avatars N,N,...] MODEL
struct Arguments {
  std::size_t frames = 1000;
  std::vector<std::size_t> avatars;
  std::size_t threads = 0;
  const char* model = nullptr;

  Arguments(int argc, char** argv, std::string counts) {
    for (int i = 1; i < argc; ++i) {
      if (std::strcmp(argv[i], "--frames") == 0 && i + 1 < argc) {
        frames = std::max<std::size_t>(kBlock, std::strtoul(argv[++i], nullptr, 10));
      } else if (std::strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
        threads = std::strtoul(argv[++i], nullptr, 10);
      } else if (std::strcmp(argv[i], "--avatars") == 0 && i + 1 < argc) {
        counts = argv[++i];
      } else {
        model = argv[i];
      }
    }
    for (std::size_t at = 0; at < counts.size();) {
      const std::size_t end = std::min(counts.find(',', at), counts.size());
      if (const std::size_t count = std::strtoul(counts.substr(at, end - at).c_str(), nullptr, 10))
        avatars.push_back(count);
      at = end + 1;
    }
    if (!model) std::fprintf(stderr, "usage: %s [--frames N] [--avatars N,N,...] MODEL\n", argv[0]);
  }

  // As many updates of avatars for many avatars as for few, within reason.
  std::size_t framesFor(std::size_t count) const { return std::max(kBlock, frames * 10 / (count + 9)); }
};

}  // namespace bench
