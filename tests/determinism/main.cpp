// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The same inputs give the same bits: docs/determinism.md is the contract, this program the proof.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/simd_target.hpp"
#include "determinism/dump.hpp"
#include "determinism/hashes.hpp"
#include "vrm/base/build_info.hpp"

namespace {

using namespace vrm;
using namespace vrm::determinism;

constexpr const char kUsage[] =
    "Usage: vrm_determinism [--target NAME] [--threads N] [ACTION]\n"
    "\n"
    "Runs scenes and works out a hash of everything that comes out of them, bit by bit.\n"
    "\n"
    "  (no action)       prints the hash of every scene\n"
    "  --check FILE      compares them with those of a file, on every instruction set (with several threads\n"
    "                    on the best); 1: some differ\n"
    "  --dump SCENE OUT  writes every value of a scene to a file\n"
    "  --compare A B     names the first value that differs between two dumps; 1: there is one\n"
    "  --targets         prints the instruction sets of this build that the machine has\n"
    "  --target NAME     only on this one\n"
    "  --threads N       every scene on N threads at once\n";

struct Arguments {
  std::string action, target;
  std::vector<std::string> operands;
  unsigned threads = 1;
  bool ok = true;
};

Arguments readArguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    const int left = argc - 1 - i;
    if (option == "--target" && left >= 1) {
      arguments.target = argv[++i];
    } else if (option == "--threads" && left >= 1) {
      arguments.threads = static_cast<unsigned>(std::atoi(argv[++i]));
      if (arguments.threads < 1 || arguments.threads > 64) arguments.ok = false;
    } else if (arguments.action.empty()) {
      arguments.action = option;
      const int count = option == "--check" ? 1 : option == "--dump" || option == "--compare" ? 2 : 0;
      const bool known = count > 0 || option == "--targets" || option == "--help";
      if (!known || left < count) {
        arguments.ok = false;
        return arguments;
      }
      for (int k = 0; k < count; ++k) arguments.operands.emplace_back(argv[++i]);
    } else {
      arguments.ok = false;
    }
  }
  return arguments;
}

// Places in the list of instruction sets: all, or the one of that name.
std::vector<std::size_t> targets(const std::string& name) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < simdTargetCount(); ++i) {
    useSimdTarget(i);
    if (name.empty() || simdTargetName() == name) found.push_back(i);
  }
  useBestSimdTarget();
  return found;
}

// One line for every instruction set and scene: "ok" or "DIFFERS", the set, the scene; then the hashes.
int check(const std::string& file, const std::vector<std::size_t>& on, unsigned threads) {
  const std::optional<Hashes> expected = readHashes(file);
  if (!expected) return std::fprintf(stderr, "cannot read %s\n", file.c_str()), 2;
  bool same = true;
  if (expected->size() != scenes().size()) {
    std::printf("DIFFERS: %s has %zu scenes, there are %zu\n", file.c_str(), expected->size(),
                scenes().size());
    same = false;
  }
  for (const std::size_t target : on) {
    useSimdTarget(target);
    const auto hashes = hashScenes(threads);
    for (std::size_t i = 0; i < scenes().size(); ++i) {
      const std::string scene(scenes()[i].name), set(simdTargetName());
      const auto known = expected->find(scene);
      const std::string want = known == expected->end() ? "nothing" : known->second;
      std::string got = want;
      for (const auto& ofThread : hashes) {
        if (hashText(ofThread[i]) != want) got = hashText(ofThread[i]);
      }
      same = same && got == want && known != expected->end();
      if (got == want) {
        std::printf("ok %s %s %s\n", set.c_str(), scene.c_str(), got.c_str());
      } else {
        std::printf("DIFFERS %s %s %s instead of %s\n", set.c_str(), scene.c_str(), got.c_str(),
                    want.c_str());
      }
    }
  }
  return same ? 0 : 1;
}

int print(unsigned threads) {
  const auto hashes = hashScenes(threads);
  for (const auto& ofThread : hashes) {
    if (ofThread != hashes[0]) return std::fprintf(stderr, "threads differ\n"), 1;
  }
  for (std::size_t i = 0; i < scenes().size(); ++i)
    std::printf("%s %s\n", std::string(scenes()[i].name).c_str(), hashText(hashes[0][i]).c_str());
  return 0;
}

int dump(const std::string& name, const std::string& out) {
  const Scene* scene = findScene(name);
  if (!scene) return std::fprintf(stderr, "there is no scene '%s'\n", name.c_str()), 2;
  if (writeDump(*scene, out)) return 0;
  return std::fprintf(stderr, "cannot write %s\n", out.c_str()), 2;
}

int compare(const std::string& a, const std::string& b) {
  const Comparison comparison = compareDumps(a, b);
  if (!comparison.readable) return std::fprintf(stderr, "%s\n", comparison.difference.c_str()), 2;
  if (comparison.difference.empty()) return std::printf("the same values\n"), 0;
  return std::printf("%s\n", comparison.difference.c_str()), 1;
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = readArguments(argc, argv);
  if (!arguments.ok) return std::fputs(kUsage, stderr), 2;
  if (arguments.action == "--help") return std::fputs(kUsage, stdout), 0;
  if (arguments.action == "--compare") return compare(arguments.operands[0], arguments.operands[1]);

  std::vector<std::size_t> on = targets(arguments.target);
  if (on.empty()) return std::fprintf(stderr, "no '%s' here\n", arguments.target.c_str()), 2;
  if (arguments.action == "--targets") {
    for (const std::size_t target : on) {
      useSimdTarget(target);
      std::printf("%s\n", std::string(simdTargetName()).c_str());
    }
    return 0;
  }
  if (arguments.threads > 1) on.resize(1);
  if (arguments.action == "--check") return check(arguments.operands[0], on, arguments.threads);
  if (!arguments.target.empty()) useSimdTarget(on[0]);
  if (arguments.action == "--dump") return dump(arguments.operands[0], arguments.operands[1]);
  return print(arguments.threads);
}
