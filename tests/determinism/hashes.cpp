// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "determinism/hashes.hpp"

#include <cstdio>
#include <fstream>
#ifndef __EMSCRIPTEN__
#include <thread>
#endif

#include "determinism/run.hpp"

namespace vrm::determinism {

std::optional<Hashes> readHashes(const std::string& path) {
  std::ifstream in(path);
  if (!in) return std::nullopt;
  Hashes hashes;
  for (std::string scene, hash; in >> scene >> hash;) hashes[scene] = hash;
  return hashes;
}

std::string hashText(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

std::vector<std::vector<std::uint64_t>> hashScenes(unsigned threads) {
  std::vector<std::shared_ptr<const Model>> models;
  for (const Scene& scene : scenes()) models.push_back(scene.model());
  std::vector<std::vector<std::uint64_t>> hashes(threads, std::vector<std::uint64_t>(models.size()));
  const auto run = [&](unsigned thread) {
    // Each begins with another scene, so that one is not always with itself.
    for (std::size_t i = 0; i < models.size(); ++i) {
      const std::size_t scene = (i + thread) % models.size();
      hashes[thread][scene] = hashOf(scenes()[scene], models[scene]);
    }
  };
#ifndef __EMSCRIPTEN__
  if (threads > 1) {
    std::vector<std::thread> workers;
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back(run, i);
    for (std::thread& worker : workers) worker.join();
    return hashes;
  }
#endif
  for (unsigned i = 0; i < threads; ++i) run(i);
  return hashes;
}

}  // namespace vrm::determinism
