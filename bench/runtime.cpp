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

// Nanoseconds per avatar. With nothing to do between the two looks at the clock it would be the cost of
// looking.
double measure(std::vector<Avatar>& avatars, std::size_t frames) {
  std::vector<double> times;
  const cli::BenchMotion motion(avatars[0].model());
  for (std::size_t frame = 0; frame < frames; ++frame) {
    for (std::size_t i = 0; i < avatars.size(); ++i)
      motion.drive(avatars[i], cli::BenchMotion::timeOf(frame, i));
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
