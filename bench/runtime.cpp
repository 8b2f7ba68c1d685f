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
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/vrm.hpp"

namespace {

using namespace vrm;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kBlock = 200;
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

double lowestMedian(const std::vector<double>& times) {
  double best = 1e300;
  for (std::size_t at = 0; at + kBlock <= times.size(); at += kBlock) {
    std::vector<double> block(times.begin() + static_cast<std::ptrdiff_t>(at),
                              times.begin() + static_cast<std::ptrdiff_t>(at + kBlock));
    std::nth_element(block.begin(), block.begin() + kBlock / 2, block.end());
    best = std::min(best, block[kBlock / 2]);
  }
  return best;
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
  return lowestMedian(times) / static_cast<double>(avatars.size());
}

void run(const std::shared_ptr<const Model>& model, std::size_t count, std::size_t frames) {
  std::vector<Avatar> avatars(count, Avatar(model));
  measure(avatars, kBlock);  // warms up
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
  std::size_t frames = 1000;
  std::string counts = "1,100,1000";
  const char* file = nullptr;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--frames") == 0 && i + 1 < argc) {
      frames = std::max<std::size_t>(kBlock, std::strtoul(argv[++i], nullptr, 10));
    } else if (std::strcmp(argv[i], "--avatars") == 0 && i + 1 < argc) {
      counts = argv[++i];
    } else {
      file = argv[i];
    }
  }
  if (!file) return std::fputs("usage: bench_runtime [--frames N] [--avatars N,N,...] MODEL\n", stderr), 2;
  const LoadResult loaded = load(file);
  if (!loaded) return std::fprintf(stderr, "%s\n", loaded.error().toString().c_str()), 2;
  for (std::size_t at = 0; at < counts.size();) {
    const std::size_t end = std::min(counts.find(',', at), counts.size());
    const std::size_t count = std::strtoul(counts.substr(at, end - at).c_str(), nullptr, 10);
    // As many avatar updates for many avatars as for few, within reason.
    if (count > 0) run(loaded.model(), count, std::max<std::size_t>(kBlock, frames * 10 / (count + 9)));
    at = end + 1;
  }
  return 0;
}
