// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Two crowds of all kinds of avatars that live as long as the program: random poses, gazes, expressions,
// winds, teleports, parameters, rates and sleep, avatars that come and go, broken inputs among the good ones.
// Both get the same, one is updated on one thread, the other on several: the numbers must be the same in
// every round, and at the end a new crowd must give those of the first round again. They must be finite, and
// memory must not grow: in the last third of the time it takes no more than in the one before.
//
//   soak SECONDS [FRAMES_PER_ROUND [FILE.vrm ...]]
#include <unistd.h>

#include <algorithm>
#include <array>
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

using Models = std::vector<std::shared_ptr<const Model>>;

double resident() {  // MB
  std::ifstream file("/proc/self/statm");
  double whole = 0, pages = 0;
  file >> whole >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

// What the program takes in the course of time, looked at a thousand times, because rounds are long.
class Memory {
 public:
  explicit Memory(double seconds) : seconds_(seconds) {}
  double passed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  void look() {
    const auto at = static_cast<std::size_t>(passed() / seconds_ * static_cast<double>(most_.size()));
    if (at < most_.size() && most_[at] == 0) most_[at] = resident();
  }
  // In one third of the time, 0 to 2.
  double mostIn(std::ptrdiff_t third) const {
    const std::ptrdiff_t length = std::ssize(most_) / 3;
    return *std::max_element(most_.begin() + third * length, most_.begin() + (third + 1) * length);
  }

 private:
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::array<double, 999> most_{};
};

// Nothing if one of the files is no model.
Models makeModels(std::span<char*> files) {
  Models models;
  bool good = true;
  const auto add = [&](LoadResult loaded, const char* what) {
    if (loaded) {
      models.push_back(loaded.model());
    } else {
      std::fprintf(stderr, "soak: %s: %s\n", what, loaded.error().toString().c_str());
      good = false;
    }
  };
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1})
    add(load(sameAvatar(version).glb()), "a built-in model");
  for (std::uint32_t seed = 1; seed <= 20; ++seed) add(load(randomAvatar(seed).glb()), "a random model");
  for (char* file : files) add(load(std::filesystem::path(file)), file);
  return good ? models : Models();
}

// One of the many things that an application may do to an avatar.
void poke(Crowd& crowd, CrowdMember member, Random& random) {
  Avatar& avatar = crowd[member];
  const Model& model = avatar.model();
  RootTransform root;
  root.translation = random.vector(5);
  root.rotation = random.rotation(3);
  switch (random.below(16)) {
    case 0:
      avatar.setRoot(root);
      break;
    case 1:
      avatar.teleport(root);
      break;
    case 2:
      avatar.lookAt(random.vector(3));
      break;
    case 3:
      avatar.lookAt(YawPitch{static_cast<float>(random.in(-90, 90)), static_cast<float>(random.in(-60, 60))});
      break;
    case 4:
      avatar.lookAtNothing();
      break;
    case 5:
      avatar.setForce(random.vector(2));
      break;
    case 6:
      avatar.setStepping(random.chance(0.5) ? SpringStepping::Spec : SpringStepping::Fixed);
      break;
    case 7:
      avatar.pauseSprings(static_cast<SpringPause>(random.below(3)));
      break;
    case 8:
      avatar.resetSprings();
      break;
    case 9:
      avatar.warmUp(random.below(30));
      break;
    case 10:
      crowd.setRate(member, 1u << random.below(3));
      break;
    case 11:
      avatar.reset();
      break;
    case 12:  // what is not finite is refused
      root.translation.x = std::numeric_limits<float>::quiet_NaN();
      avatar.setRoot(root);
      avatar.setForce({std::numeric_limits<float>::infinity(), 0, 0});
      break;
    case 13:
      if (model.springCount() > 0)
        avatar.enable(SpringIndex(random.below(model.springCount())), random.chance(0.8));
      break;
    case 14: {
      std::vector<std::byte> bytes(avatar.snapshotSize());
      if (avatar.save(bytes)) (void)avatar.restore(bytes);
      break;
    }
    default:
      if (model.expressionCount() > 0)
        avatar.expression(ExpressionIndex(random.below(model.expressionCount())),
                          static_cast<float>(random.in(-0.2, 1.2)));
  }
  for (int i = 0; i < 3; ++i)
    avatar.pose().rotate(static_cast<HumanBone>(random.below(static_cast<std::uint32_t>(kHumanBoneCount))),
                         random.rotation(1));
}

// How many numbers of what came out are not finite.
std::uint64_t notFinite(const Avatar& avatar) {
  std::uint64_t bad = 0;
  const auto look = [&](std::initializer_list<float> numbers) {
    for (const float f : numbers) bad += std::isfinite(f) ? 0u : 1u;
  };
  const ConstLocals locals = avatar.locals();
  for (const Vec3& v : locals.translations) look({v.x, v.y, v.z});
  for (const Quat& q : locals.rotations) look({q.x, q.y, q.z, q.w});
  for (const Vec3& v : locals.scales) look({v.x, v.y, v.z});
  for (const Mat4& m : avatar.worldMatrices())
    for (const float f : m) look({f});
  for (std::size_t i = 0; i < avatar.model().meshNodes().size(); ++i)
    for (const float f : avatar.morphWeights(i)) look({f});
  for (std::size_t i = 0; i < avatar.model().materials().size(); ++i)
    for (const Vec4& v : avatar.materialValues(i)) look({v.x, v.y, v.z, v.w});
  for (const float f : avatar.expressionWeights()) look({f});
  look({avatar.gaze().yaw, avatar.gaze().pitch});
  return bad;
}

// A crowd with what happens to it, the same for all that are made alike. What it gathers over comings and
// goings stays.
class Life {
 public:
  Life(const Models& models, std::size_t threads) : models_(models), crowd_(threads) { takeAll(); }

  // The hash of all that came out.
  std::uint64_t round(std::uint32_t frames, Totals& totals, Memory& memory) {
    crowd_.setSleeping(random_.chance(0.5));
    std::uint64_t hash = kHashStart;
    for (std::uint32_t i = 0; i < frames; ++i) {
      comeAndGo(totals);
      for (int k = 0; k < 4; ++k) poke(crowd_, members_[below(members_.size())], random_);
      for (const CrowdMember member : members_) {
        if (!crowd_.asleep(member))
          crowd_[member].setForce(
              windForce(wind_, static_cast<double>(frame_) / 60, crowd_[member].root().translation));
      }
      crowd_.update(random_.chance(0.02) ? static_cast<float>(random_.in(0, 2)) : 1.0f / 60);
      ++frame_;
      for (const CrowdMember member : members_) {
        totals.bad += notFinite(crowd_[member]);
        hash = outputHash(crowd_[member], hash);
      }
      totals.updates += members_.size();
      memory.look();
    }
    totals.frames += frames;
    return hash;
  }

 private:
  std::uint32_t below(std::size_t count) { return random_.below(static_cast<std::uint32_t>(count)); }

  // As large as it can become, with each of the models and then with all of them: whatever is kept for later
  // is there before memory is looked at. Crowds that only begin to grow would look like a leak.
  void takeAll() {
    for (const std::shared_ptr<const Model>& model : models_) {
      for (std::size_t i = 0; i < kMost; ++i) members_.push_back(crowd_.add(model));
      crowd_.update(1.0f / 60);
      for (const CrowdMember member : members_) crowd_.remove(member);
      members_.clear();
    }
    while (members_.size() < kMost) members_.push_back(crowd_.add(models_[below(models_.size())]));
  }

  void comeAndGo(Totals& totals) {
    if (random_.chance(0.001)) {  // a scene ends
      for (const CrowdMember member : members_) crowd_.remove(member);
      members_.clear();
    }
    while (members_.size() < 10 || (members_.size() < kMost && random_.chance(0.5))) {
      members_.push_back(crowd_.add(models_[below(models_.size())]));
      ++totals.added;
    }
    if (random_.chance(0.2)) {
      const std::uint32_t at = below(members_.size());
      crowd_.remove(members_[at]);
      members_.erase(members_.begin() + at);
    }
  }

  const Models& models_;
  Crowd crowd_;
  std::vector<CrowdMember> members_;
  Random random_{1};
  Wind wind_;
  std::uint64_t frame_ = 0;
};

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
  const Models models = makeModels(
      std::span(argv, static_cast<std::size_t>(argc)).subspan(static_cast<std::size_t>(std::min(argc, 3))));
  if (models.empty()) return 2;
  const std::size_t threads = std::max(2u, std::thread::hardware_concurrency());
  Life alone(models, 1), shared(models, threads);
  Memory memory(seconds);
  Totals totals;
  std::uint64_t first = 0;
  double said = 0;
  while (memory.passed() < seconds) {
    const std::uint64_t one = alone.round(frames, totals, memory), two = shared.round(frames, totals, memory);
    ++totals.rounds;
    if (totals.rounds == 1) first = one;
    if (one != two) {
      ++totals.different;
      std::printf("round %llu: %016llx on one thread, %016llx on %zu\n",
                  static_cast<unsigned long long>(totals.rounds), static_cast<unsigned long long>(one),
                  static_cast<unsigned long long>(two), threads);
    }
    if (memory.passed() - said < 30) continue;
    said = memory.passed();
    std::printf("%5.0f s: %llu rounds, %llu frames, %llu updates, %.1f MB\n", said,
                static_cast<unsigned long long>(totals.rounds),
                static_cast<unsigned long long>(totals.frames),
                static_cast<unsigned long long>(totals.updates), resident());
    std::fflush(stdout);
  }
  Totals again;
  if (const std::uint64_t hash = Life(models, 1).round(frames, again, memory); hash != first) {
    ++totals.different;
    std::printf("round 1: %016llx, and %016llx from the beginning\n", static_cast<unsigned long long>(first),
                static_cast<unsigned long long>(hash));
  }
  std::printf(
      "%zu models, %llu rounds of two crowds, %llu frames, %llu updates of avatars, %llu of them added\n",
      models.size(), static_cast<unsigned long long>(totals.rounds),
      static_cast<unsigned long long>(totals.frames), static_cast<unsigned long long>(totals.updates),
      static_cast<unsigned long long>(totals.added));
  const double before = memory.mostIn(1), last = memory.mostIn(2);
  std::printf("memory: %.1f, %.1f, %.1f MB at most in the thirds of the time\n", memory.mostIn(0), before,
              last);
  std::printf("numbers that are not finite: %llu; rounds that differ: %llu\n",
              static_cast<unsigned long long>(totals.bad), static_cast<unsigned long long>(totals.different));
  constexpr double kLong = 30;  // a moment says nothing about memory
  const bool grows = seconds >= kLong && last > before * 1.02 + 1;
  if (grows) std::printf("memory has grown\n");
  return totals.bad == 0 && totals.different == 0 && !grows ? 0 : 1;
}
