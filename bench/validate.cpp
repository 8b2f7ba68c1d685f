// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// bench_validate [--milliseconds M] LIST
//
// How long validate() takes for the files that LIST names, one per line: each read from disk, over and over.
// One line of JSON: `files` has the fastest run of each in M milliseconds, of three at least; `one` and `two`
// the fastest of three walks through all of them on one thread and on two. All in nanoseconds.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "apps/vrm/in_order.hpp"
#include "vrm/validate/validate.hpp"

namespace {

using Clock = std::chrono::steady_clock;

std::int64_t timeOf(const auto& work) {
  const Clock::time_point start = Clock::now();
  work();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

std::int64_t bestOf(int times, Clock::duration budget, const auto& work) {
  const Clock::time_point end = Clock::now() + budget;
  std::int64_t best = timeOf(work);
  for (int i = 1; i < times || Clock::now() < end; ++i) best = std::min(best, timeOf(work));
  return best;
}

int usage() {
  std::fputs("usage: bench_validate [--milliseconds M] LIST\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  int milliseconds = 20;
  std::string list;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) != "--milliseconds") {
      list = argv[i];
      continue;
    }
    if (++i == argc) return usage();
    const char* end = argv[i] + std::strlen(argv[i]);
    if (std::from_chars(argv[i], end, milliseconds).ptr != end || milliseconds < 1) return usage();
  }
  std::vector<std::filesystem::path> files;
  std::ifstream lines(list);
  for (std::string line; std::getline(lines, line);) files.emplace_back(line);
  if (files.empty()) return usage();

  std::printf("{\"files\":[");
  std::size_t issues = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto once = [&] { issues += vrm::validate(files[i]).issues.size(); };
    const std::int64_t best = bestOf(3, std::chrono::milliseconds(milliseconds), once);
    std::printf("%s%lld", i == 0 ? "" : ",", static_cast<long long>(best));
  }
  const auto walk = [&](std::size_t threads) {
    const auto all = [&] {
      vrm::cli::inOrder(
          files.size(), threads, [&](std::size_t i) { return vrm::validate(files[i]); },
          [&](std::size_t, const vrm::Report& report) { issues += report.issues.size(); });
    };
    return static_cast<long long>(bestOf(3, std::chrono::milliseconds(0), all));
  };
  const long long one = walk(1), two = walk(2);
  std::printf("],\"one\":%lld,\"two\":%lld,\"issues\":%zu}\n", one, two, issues);
}
