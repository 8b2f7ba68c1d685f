// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any text as a scenario of `vrm eval` and as a pose of `vrm render`: an error with its place, or something
// that an avatar can do, the same every time, with outputs that are JSON.
//
// Dictionary: scenario.dict
// Mutations: 1500
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "evaluation.hpp"
#include "fuzz_support.hpp"
#include "pose_file.hpp"
#include "support/three_avatars.hpp"

namespace vrm::fuzz {
namespace {

constexpr std::uint32_t kMostFrames = 60;

const LoadResult& subject() {
  static const LoadResult loaded = load(test::sameAvatar(VrmVersion::Vrm1).document());
  require(loaded.ok(), "the avatar of the test loads");
  return loaded;
}

void requirePlace(const Error& error) {
  requireReason(error);
  require(error.pointer.empty() || error.pointer.front() == '/', "places are pointers:", error.pointer);
}

// What is written, or nothing when the model has not what the scenario names.
std::optional<std::string> outputOf(const cli::Scenario& scenario) {
  cli::Evaluation evaluation(subject(), scenario);
  std::vector<std::string> warnings;
  if (const Result<void> ready = evaluation.prepare(warnings); !ready) {
    requirePlace(ready.error());
    return std::nullopt;
  }
  std::string out;
  const Result<void> done = evaluation.run(
      "avatar",
      [&](std::string_view text) {
        out += text;
        return Result<void>();
      },
      [](std::uint32_t, const Avatar& avatar) { requireSane(avatar); });
  require(done.ok(), "a scenario that is ready runs");
  return out;
}

void tryScenario(std::string_view text) {
  Result<cli::Scenario> scenario = cli::readScenario(text);
  if (!scenario) return requirePlace(scenario.error());
  require(scenario->frames > 0 && (scenario->dt.size() == 1 || scenario->dt.size() == scenario->frames),
          "frames have their time steps");
  for (const float dt : scenario->dt) require(std::isfinite(dt), "time steps are finite");
  for (const cli::Track& track : scenario->tracks) {
    require(!track.values.empty() && track.values.size() % track.width == 0, "tracks have whole values");
    for (const float f : track.values) require(std::isfinite(f), "values are finite");
    for (const std::uint32_t frame : {1u, scenario->frames})
      require(track.at(frame).size() == track.width, "tracks have a value for every frame");
  }
  scenario->frames = std::min(scenario->frames, kMostFrames);
  const std::optional<std::string> out = outputOf(*scenario);
  require(out == outputOf(*scenario), "outputs are the same every time");
  if (!out) return;
  Diagnostics found;
  require(gltf::Json::parse(*out, Limits(), found).ok() && found.empty(), "outputs are JSON:", *out);
}

void tryPose(std::string_view text) {
  const Result<Pose> pose = cli::readPose(text);
  if (!pose) return requirePlace(pose.error());
  Avatar avatar(subject().model());
  avatar.setPose(*pose);
  avatar.update(1.0f / 60);
  requireSane(avatar);
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 1u << 16) return 0;
  tryScenario(textOf(data, size));
  tryPose(textOf(data, size));
  return 0;
}

}  // namespace vrm::fuzz
