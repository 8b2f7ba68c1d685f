// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// bench_runtime [--frames N] [--avatars N,N,...] MODEL
//
// How long a frame takes: inputs are set, then all avatars are updated, and that is timed. One JSON object
// per number of avatars and line, in nanoseconds per avatar: the whole update, and each stage as what it adds
// to an update that only works out matrices ("matrices"). Each is the lowest median of blocks of frames, as
// bench/peer/runtime.mjs has it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "frames.hpp"
#include "vrm/vrm.hpp"

namespace {

using namespace vrm;
using Clock = std::chrono::steady_clock;

constexpr Stage kStages[] = {Stage::Humanoid, Stage::LookAt, Stage::Expressions, Stage::Constraints};
constexpr const char* kStageNames[] = {"humanoid", "lookAt", "expressions", "constraints"};

struct Motion {
  HumanBone bone;
  Vec3 axis;
  double size, frequency;
};
// The same as in runtime.mjs.
constexpr Motion kMotions[] = {
    {HumanBone::Hips, {0, 1, 0}, 0.2, 0.7},           {HumanBone::Spine, {1, 0, 0}, 0.1, 0.4},
    {HumanBone::Chest, {0, 0, 1}, 0.08, 0.55},        {HumanBone::Neck, {1, 0, 0}, 0.3, 0.9},
    {HumanBone::Head, {0, 0, 1}, 0.35, 1.1},          {HumanBone::LeftUpperArm, {0, 0, 1}, 0.6, 0.8},
    {HumanBone::RightUpperArm, {0, 0, 1}, -0.6, 0.8}, {HumanBone::LeftLowerArm, {0, 1, 0}, -0.5, 0.6},
    {HumanBone::RightLowerArm, {0, 1, 0}, 0.5, 0.6},  {HumanBone::LeftUpperLeg, {1, 0, 0}, 0.4, 0.65},
    {HumanBone::RightUpperLeg, {1, 0, 0}, -0.4, 0.65}};

void drive(Avatar& avatar, double t) {
  const auto number = [](double v) { return static_cast<float>(v); };
  const double turn = 6.283185307179586;
  for (const Motion& m : kMotions) {
    avatar.pose().rotate(m.bone, fromAxisAngle(m.axis, m.size * std::sin(turn * m.frequency * t)));
  }
  avatar.setRoot({{number(0.3 * std::sin(turn * 0.5 * t)), 0, 0},
                  fromAxisAngle({0, 1, 0}, 0.5 * std::sin(turn * 0.3 * t)),
                  1});
  avatar.lookAt({number(2 * std::sin(t)), number(1.4 + 0.5 * std::sin(0.7 * t)), number(2 * std::cos(t))});
  avatar.expression("aa", number(0.5 + 0.5 * std::sin(5 * t)));
  avatar.expression("blink", number(0.5 + 0.5 * std::sin(3 * t)));
  avatar.expression("happy", number(0.5 + 0.5 * std::sin(t)));
}

// Nanoseconds per avatar. With nothing to do between the two looks at the clock it would be the cost of
// looking.
double measure(std::vector<Avatar>& avatars, std::size_t frames) {
  std::vector<double> times;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    for (std::size_t i = 0; i < avatars.size(); ++i) {
      drive(avatars[i], static_cast<double>(frame) / 60 + 0.013 * static_cast<double>(i));
    }
    const Clock::time_point start = Clock::now();
    for (Avatar& avatar : avatars) avatar.update(1.0f / 60);
    times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  return bench::lowestMedian(std::move(times)) / static_cast<double>(avatars.size());
}

void run(const std::shared_ptr<const Model>& model, std::size_t count, std::size_t frames) {
  std::vector<Avatar> avatars(count, Avatar(model));
  for (Avatar& avatar : avatars) avatar.enable(Stage::Springs, false);  // bench_spring measures those
  measure(avatars, bench::kBlock);                                      // warms up
  const double update = measure(avatars, frames);
  const auto only = [&](const Stage* wanted) {
    for (Avatar& avatar : avatars) {
      for (const Stage& stage : kStages) avatar.enable(stage, wanted != nullptr && stage == *wanted);
    }
    return measure(avatars, frames);
  };
  const double matrices = only(nullptr);
  std::printf(R"({"avatars":%zu,"nodes":%u,"bytes":%zu,"update":%.0f,"matrices":%.0f)", count,
              model->nodeCount(), model->layout().size, update, matrices);
  for (std::size_t i = 0; i < std::size(kStages); ++i) {
    std::printf(",\"%s\":%.0f", kStageNames[i], std::max(0.0, only(&kStages[i]) - matrices));
  }
  std::puts("}");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "1,100,1000");
  if (!arguments.model) return 2;
  const LoadResult loaded = load(arguments.model);
  if (!loaded) return std::fprintf(stderr, "%s\n", loaded.error().toString().c_str()), 2;
  for (const std::size_t count : arguments.avatars) run(loaded.model(), count, arguments.framesFor(count));
  return 0;
}
