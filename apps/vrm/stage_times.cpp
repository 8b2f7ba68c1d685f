// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "stage_times.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "frame_bench.hpp"

namespace vrm::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kBlock = 200;   // frames, or fewer where they take long
constexpr double kFewestRounds = 10;  // that there should be time for

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Avatars with the first so many stages switched on; those that have no work always are.
struct Configuration {
  std::size_t stages = 0;
  SpringStepping stepping = SpringStepping::Fixed;
  double lowest = std::numeric_limits<double>::infinity();  // median of a block
  std::vector<double> medians;                              // of all blocks
};

class Scene {
 public:
  Scene(const std::shared_ptr<const Model>& model, const StageTimesOptions& options)
      : motion_(*model), crowd_(options.threads) {
    for (std::size_t i = 0; i < kStageCount; ++i) works_[i] = hasWork(*model, kStages[i]);
    members_.reserve(options.avatars);
    const Avatar avatar(model);
    for (std::size_t i = 0; i < options.avatars; ++i) members_.push_back(crowd_.add(avatar));
  }

  void configure(const Configuration& c) {
    for (const CrowdMember member : members_) {
      for (std::size_t i = 0; i < kStageCount; ++i)
        crowd_[member].enable(kStages[i], i < c.stages || !works_[i]);
      crowd_[member].setStepping(c.stepping);
      crowd_[member].resetSprings();  // they have not seen what moved without them
    }
    frame();  // the first one after a change is another
  }

  // The time of its update, in nanoseconds.
  double frame() {
    for (std::size_t i = 0; i < members_.size(); ++i)
      motion_.drive(crowd_[members_[i]], BenchMotion::timeOf(frame_, i));
    ++frame_;
    const Clock::time_point start = Clock::now();
    crowd_.update(1.0f / 60);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  }

 private:
  BenchMotion motion_;
  Crowd crowd_;
  std::vector<CrowdMember> members_;
  std::array<bool, kStageCount> works_{};
  std::size_t frame_ = 0;
};

}  // namespace

bool hasWork(const Model& model, Stage stage) noexcept {
  switch (stage) {
    case Stage::Humanoid:
      return std::any_of(allHumanBones().begin(), allHumanBones().end(),
                         [&](const HumanBoneInfo& info) { return bool(model.bone(info.bone)); });
    case Stage::LookAt:
      return model.hasLookAt();
    case Stage::Expressions:
      return model.expressionCount() > 0;
    case Stage::Constraints:
      return model.constraintCount() > 0;
    case Stage::Springs:
      return !model.springJoints().empty();
  }
  return false;
}

StageTimes measureStages(const std::shared_ptr<const Model>& model, const StageTimesOptions& options) {
  const bool springs = hasWork(*model, Stage::Springs);
  std::vector<Configuration> runs(1);
  for (std::size_t i = 0; i < kStageCount; ++i) {
    if (hasWork(*model, kStages[i])) runs.emplace_back().stages = i + 1;
  }
  if (springs) {
    runs.emplace_back().stages = kStageCount;
    runs.back().stepping = SpringStepping::Spec;
  }

  // Rounds, so that what disturbs the machine for a while disturbs all alike.
  Scene scene(model, options);
  const double slice = options.seconds / (kFewestRounds * static_cast<double>(runs.size()));
  std::vector<double> times;
  times.reserve(kBlock);
  StageTimes out;
  const Clock::time_point start = Clock::now();
  do {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      scene.configure(runs[i]);
      times.clear();
      const Clock::time_point block = Clock::now();
      do {
        times.push_back(scene.frame());
      } while (times.size() < kBlock && secondsSince(block) < slice);
      runs[i].medians.push_back(median(times));
      runs[i].lowest = std::min(runs[i].lowest, runs[i].medians.back());
      if (options.progress) {
        const double firstRound = static_cast<double>(i + 1) / static_cast<double>(runs.size());
        options.progress(std::min(out.rounds > 0 ? 1.0 : firstRound, secondsSince(start) / options.seconds));
      }
    }
    ++out.rounds;
  } while (secondsSince(start) < options.seconds);
  out.seconds = secondsSince(start);
  if (out.rounds >= 3) out.noise = 0;
  for (Configuration& run : runs) {
    if (out.noise && run.lowest > 0) out.noise = std::max(*out.noise, median(run.medians) / run.lowest - 1);
  }

  // More work cannot take less time: what took longer than a later one was disturbed.
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = runs.size(); i-- > 0;) {
    if (runs[i].stages < kStageCount) runs[i].lowest = std::min(runs[i].lowest, least);
    least = std::min(least, runs[i].lowest);
  }

  const auto each = static_cast<double>(options.avatars);
  if (springs) {
    out.specUpdate = runs.back().lowest / each;
    runs.pop_back();
  }
  out.update = runs.back().lowest / each;
  out.matrices = runs.front().lowest / each;
  for (std::size_t i = 1; i < runs.size(); ++i)
    out.stages[runs[i].stages - 1] = (runs[i].lowest - runs[i - 1].lowest) / each;
  if (springs) out.specSprings = *out.specUpdate - runs[runs.size() - 2].lowest / each;
  return out;
}

}  // namespace vrm::cli
