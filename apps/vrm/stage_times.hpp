// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// How long the stages of an update take; `vrm bench` prints it.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "vrm/vrm.hpp"

namespace vrm::cli {

inline constexpr std::array kStages = {Stage::Humanoid, Stage::LookAt, Stage::Expressions, Stage::Constraints,
                                       Stage::Springs};
inline constexpr std::size_t kStageCount = kStages.size();

// Nanoseconds per avatar and frame. The world matrices and the stages together are the whole update, and none
// is negative.
struct StageTimes {
  double update = 0;    // with SpringStepping::Fixed, as avatars have it at first
  double matrices = 0;  // all that is left without stages
  std::array<std::optional<double>, kStageCount> stages;  // nothing where the model has no work for it
  std::optional<double> specUpdate, specSprings;  // with SpringStepping::Spec; models with springs only
  std::size_t rounds = 0;                         // blocks of frames for each of the numbers
  double seconds = 0;                             // that it took
  // By how much the usual block of frames took longer than the best: 0.1 is 10 %, and less than kQuiet on a
  // quiet machine. Nothing of fewer than three rounds.
  std::optional<double> noise;
  static constexpr double kQuiet = 0.25;
};

struct StageTimesOptions {
  std::size_t avatars = 1;
  std::size_t threads = 1;
  double seconds = 2;                    // about; every number gets a block of frames at least
  std::function<void(double)> progress;  // gets the share that is done, from time to time
};

bool hasWork(const Model& model, Stage stage) noexcept;

StageTimes measureStages(const std::shared_ptr<const Model>& model, const StageTimesOptions& options);

}  // namespace vrm::cli
