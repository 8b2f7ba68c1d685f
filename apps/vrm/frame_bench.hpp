// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What `vrm bench` and the programs of bench/ share.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::cli {

// Inputs of a frame, for avatars of one model, as bench/peer/runtime.mjs has them: eleven bones, the root,
// the gaze and three expressions move, so that every stage has work.
class BenchMotion {
 public:
  explicit BenchMotion(const Model& model);

  void drive(Avatar& avatar, double t) const noexcept;  // t in seconds
  // Each avatar is at another time of the motion.
  static double timeOf(std::size_t frame, std::size_t avatar) noexcept {
    return static_cast<double>(frame) / 60 + 0.013 * static_cast<double>(avatar);
  }

 private:
  struct Weight {
    ExpressionIndex expression;
    double frequency;
  };
  std::vector<Weight> expressions_;
};

// Reorders them.
double median(std::span<double> times) noexcept;

// How many tests of a joint against a collider a step of the springs makes.
std::size_t colliderPairs(const Model& model) noexcept;

}  // namespace vrm::cli
