// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// A crowd of all kinds of avatars that lives for a long time: random poses, gazes, expressions, winds, teleports,
// parameters, rates and sleep, avatars that come and go, broken inputs among the good ones. Every round runs twice, on
// one thread and on several: the numbers must be the same. They must be finite, and memory must not grow.
//
//   soak SECONDS [FRAMES_PER_ROUND [FILE.vrm ...]]
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "differential/random_avatar.hpp"
#include "support/three_avatars.hpp"
#include "vrm/vrm.hpp"

namespace vrm::test {
namespace {

constexpr std::size_t kMost = 60;  // avatars at a time

struct Totals {
  std::uint64_t rounds = 0, frames = 0, updates = 0, added = 0, bad = 0, different = 0;
};

double resident() {  // MB
  std::ifstream file("/proc/self/statm");
  double whole = 0, pages = 0;
  file >> whole >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

std::vector<std::shared_ptr<const Model>> makeModels(std::span<char*> files) {
  std::vector<std::shared_ptr<const Model>> models;
  const auto add = [&](LoadResult loaded, const char* what) {
    if (loaded) {
      models.push_back(loaded.model());
    } else {
      std::fprintf(stderr, "soak: %s: %s\n", what, loaded.error().toString().c_str());
    }
  };
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1})
    add(load(sameAvatar(version).glb()), "a built-in model");
  for (std::uint32_t seed = 1; seed <= 20; ++seed) add(load(randomAvatar(seed).glb()), "a random model");
  for (char* file : files) add(load(std::filesystem::path(file)), file);
  return models;
}

// One of the many things that an application may do to an avatar.
void poke(Crowd& crowd, CrowdMember member, Random& random) {
  Avatar& avatar = crowd[member];
  const Model& model = avatar.model();
  RootTransform root;
  root.translation = random.vector(5);
  root.rotation = random.rotation(3);
  switch (random.below(16)) {
    case 0: avatar.setRoot(root); break;
    case 1: avatar.teleport(root); break;
    case 2: avatar.lookAt(random.vector(3)); break;
    case 3: avatar.lookAt(YawPitch{static_cast<float>(random.in(-90, 90)), static_cast<float>(random.in(-60, 60))}); break;
    case 4: avatar.lookAtNothing(); break;
    case 5: avatar.setForce(random.vector(2)); break;
    case 6: avatar.setStepping(random.chance(0.5) ? SpringStepping::Spec : SpringStepping::Fixed); break;
    case 7: avatar.pauseSprings(static_cast<SpringPause>(random.below(3))); break;
    case 8: avatar.resetSprings(); break;
    case 9: avatar.warmUp(random.below(30)); break;
    case 10: crowd.setRate(member, 1u << random.below(3)); break;
    case 11: avatar.reset(); break;
    case 12:  // what is not finite is refused
      root.translation.x = std::numeric_limits<float>::quiet_NaN();
      avatar.setRoot(root);
      avatar.setForce({std::numeric_limits<float>::infinity(), 0, 0});
      break;
    case 13:
      if (model.springCount() > 0) avatar.enable(SpringIndex(random.below(model.springCount())), random.chance(0.8));
      break;
    case 14: {
      std::vector<std::byte> bytes(avatar.snapshotSize());
      if (avatar.save(bytes)) (void)avatar.restore(bytes);
      break;
    }
    default:
      if (model.expressionCount() > 0)
        avatar.expression(ExpressionIndex(random.below(model.expressionCount())), static_cast<float>(random.in(-0.2, 1.2)));
  }
  for (int i = 0; i < 3; ++i)
    avatar.pose().rotate(static_cast<HumanBone>(random.below(static_cast<std::uint32_t>(kHumanBoneCount))), random.rotation(1));
}

// The hash of all that came out.
std::uint64_t runRound(const std::vector<std::shared_ptr<const Model>>& models, std::uint32_t seed, std::uint32_t frames,
                       std::size_t threads, Totals& totals) {
  Random random(seed);
  Crowd crowd(threads);
  crowd.setSleeping(random.chance(0.5));
  std::vector<CrowdMember> members;
  std::uint64_t hash = kHashStart;
  Wind wind;
  for (std::uint32_t frame = 0; frame < frames; ++frame) {
    while (members.size() < 10 || (members.size() < kMost && random.chance(0.05))) {
      members.push_back(crowd.add(models[random.below(static_cast<std::uint32_t>(models.size()))]));
      ++totals.added;
    }
    if (random.chance(0.04)) {
      const std::uint32_t at = random.below(static_cast<std::uint32_t>(members.size()));
      crowd.remove(members[at]);
      members.erase(members.begin() + at);
    }
    for (int i = 0; i < 4; ++i) poke(crowd, members[random.below(static_cast<std::uint32_t>(members.size()))], random);
    for (const CrowdMember member : members) {
      if (!crowd.asleep(member))
        crowd[member].setForce(windForce(wind, frame / 60.0, crowd[member].root().translation));
    }
    crowd.update(random.chance(0.02) ? static_cast<float>(random.in(0, 2)) : 1.0f / 60);
    for (const CrowdMember member : members) {
      for (const Mat4& m : crowd[member].worldMatrices())
        for (const float f : m) totals.bad += std::isfinite(f) ? 0u : 1u;
      hash = outputHash(crowd[member], hash);
    }
    totals.updates += members.size();
  }
  totals.frames += frames;
  return hash;
}

}  // namespace
}  // namespace vrm::test

int main(int argc, char** argv) {
  using namespace vrm::test;
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0;
  const auto frames = static_cast<std::uint32_t>(argc > 2 ? std::atoi(argv[2]) : 2000);
  if (seconds <= 0 || frames == 0) {
    std::fprintf(stderr, "usage: soak SECONDS [FRAMES_PER_ROUND [FILE.vrm ...]]\n");
    return 2;
  }
  const auto models = makeModels(std::span(argv, static_cast<std::size_t>(argc)).subspan(static_cast<std::size_t>(std::min(argc, 3))));
  const auto start = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const std::size_t threads = std::max(2u, std::thread::hardware_concurrency());
  Totals totals;
  double settled = 0, most = 0, said = 0;
  for (std::uint32_t seed = 1; passed() < seconds; ++seed) {
    const std::uint64_t one = runRound(models, seed, frames, 1, totals), two = runRound(models, seed, frames, threads, totals);
    if (one != two) {
      ++totals.different;
      std::printf("round %u: %016llx on one thread, %016llx on %zu\n", seed, static_cast<unsigned long long>(one),
                  static_cast<unsigned long long>(two), threads);
    }
    ++totals.rounds;
    // The first tenth makes whatever is made once.
    if (settled == 0 && passed() > seconds / 10) settled = resident();
    most = std::max(most, resident());
    if (passed() - said < 30) continue;
    said = passed();
    std::printf("%5.0f s: %llu rounds, %llu frames, %llu updates, %.1f MB\n", said, static_cast<unsigned long long>(totals.rounds),
                static_cast<unsigned long long>(totals.frames), static_cast<unsigned long long>(totals.updates), resident());
    std::fflush(stdout);
  }
  const double now = resident();
  std::printf("%zu models, %llu rounds twice, %llu frames, %llu updates of avatars, %llu of them added\n", models.size(),
              static_cast<unsigned long long>(totals.rounds), static_cast<unsigned long long>(totals.frames),
              static_cast<unsigned long long>(totals.updates), static_cast<unsigned long long>(totals.added));
  std::printf("memory: %.1f MB after a tenth of the time, %.1f at the end, %.1f at most\n", settled, now, most);
  std::printf("numbers that are not finite: %llu; rounds that differ: %llu\n", static_cast<unsigned long long>(totals.bad),
              static_cast<unsigned long long>(totals.different));
  constexpr double kLong = 30;  // a moment says nothing about memory
  const bool grows = seconds >= kLong && now > settled * 1.05 + 4;
  if (grows) std::printf("memory has grown\n");
  return totals.bad == 0 && totals.different == 0 && !grows ? 0 : 1;
}
