// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// bench_spring [--frames N] [--avatars N,N,...] [--threads N] MODEL
//
// How long the springs of a frame take, in nanoseconds per joint: the root and the head are moved, then all
// avatars are updated with nothing but springs and world matrices, one step of 1/60 s each, and that is
// timed. One JSON object per number of avatars and line. Each is the lowest median of blocks of frames. With
// --threads the avatars are a Crowd's, else each is updated on its own.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "frames.hpp"
#include "vrm/vrm.hpp"

namespace {

using namespace vrm;
using Clock = std::chrono::steady_clock;

void drive(Avatar& avatar, ModelNode head, double t) {
  const auto number = [](double v) { return static_cast<float>(v); };
  avatar.setRoot({{number(0.3 * std::sin(3 * t)), 0, number(0.2 * std::cos(2 * t))},
                  fromAxisAngle({0, 1, 0}, 0.5 * std::sin(2 * t)),
                  1});
  if (head) avatar.setRotation(head, fromAxisAngle({1, 0, 0}, 0.3 * std::sin(4 * t)));
}

// Avatars that a frame updates: by themselves, or as a crowd.
struct Scene {
  std::vector<Avatar> alone;
  std::optional<Crowd> crowd;
  std::vector<CrowdMember> members;

  Scene(const std::shared_ptr<const Model>& model, std::size_t count, std::size_t threads) {
    Avatar avatar(model);
    avatar.setStepping(SpringStepping::Spec);
    for (const Stage stage : {Stage::Humanoid, Stage::LookAt, Stage::Expressions, Stage::Constraints})
      avatar.enable(stage, false);
    if (threads == 0) {
      alone.assign(count, avatar);
      return;
    }
    crowd.emplace(threads);
    for (std::size_t i = 0; i < count; ++i) members.push_back(crowd->add(avatar));
  }

  std::size_t size() const { return crowd ? members.size() : alone.size(); }
  Avatar& operator[](std::size_t i) { return crowd ? (*crowd)[members[i]] : alone[i]; }
  void update() {
    if (crowd) return crowd->update(1.0f / 60);
    for (Avatar& avatar : alone) avatar.update(1.0f / 60);
  }
};

double measure(Scene& scene, std::size_t frames) {
  std::vector<double> times;
  const ModelNode head = scene[0].model().bone(HumanBone::Head);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    for (std::size_t i = 0; i < scene.size(); ++i) drive(scene[i], head, cli::BenchMotion::timeOf(frame, i));
    const Clock::time_point start = Clock::now();
    scene.update();
    times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  return bench::lowestMedian(std::move(times)) / static_cast<double>(scene.size());
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "1,10,100,1000");
  if (!arguments.model) return 2;
  const LoadResult loaded = load(arguments.model);
  if (!loaded) return std::fprintf(stderr, "%s\n", loaded.error().toString().c_str()), 2;
  const Model& model = *loaded.model();
  const std::size_t pairs = cli::colliderPairs(model);
  for (const std::size_t count : arguments.avatars) {
    Scene scene(loaded.model(), count, arguments.threads);
    const std::size_t many = arguments.framesFor(count);
    measure(scene, bench::kBlock);  // warms up
    const double update = measure(scene, many);
    for (std::size_t i = 0; i < count; ++i) scene[i].enable(Stage::Springs, false);
    const double matrices = measure(scene, many);
    const auto joints = static_cast<double>(std::max<std::size_t>(1, model.springJoints().size()));
    std::printf(
        R"({"avatars":%zu,"threads":%zu,"nodes":%u,"joints":%zu,"pairs":%zu,"bytes":%zu,"update":%.0f,"perJoint":%.2f,"matrices":%.0f})"
        "\n",
        count, arguments.threads, model.nodeCount(), model.springJoints().size(), pairs, model.layout().size,
        update, update / joints, matrices);
    std::fflush(stdout);
  }
  return 0;
}
