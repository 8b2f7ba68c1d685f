// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "frame_bench.hpp"

#include <algorithm>
#include <cmath>

namespace vrm::cli {
namespace {

struct Swing {
  HumanBone bone;
  Vec3 axis;
  double size, frequency;
};
// The same as in bench/peer/runtime.mjs.
constexpr Swing kSwings[] = {
    {HumanBone::Hips, {0, 1, 0}, 0.2, 0.7},           {HumanBone::Spine, {1, 0, 0}, 0.1, 0.4},
    {HumanBone::Chest, {0, 0, 1}, 0.08, 0.55},        {HumanBone::Neck, {1, 0, 0}, 0.3, 0.9},
    {HumanBone::Head, {0, 0, 1}, 0.35, 1.1},          {HumanBone::LeftUpperArm, {0, 0, 1}, 0.6, 0.8},
    {HumanBone::RightUpperArm, {0, 0, 1}, -0.6, 0.8}, {HumanBone::LeftLowerArm, {0, 1, 0}, -0.5, 0.6},
    {HumanBone::RightLowerArm, {0, 1, 0}, 0.5, 0.6},  {HumanBone::LeftUpperLeg, {1, 0, 0}, 0.4, 0.65},
    {HumanBone::RightUpperLeg, {1, 0, 0}, -0.4, 0.65}};
constexpr double kFrequencies[] = {5, 3, 1};  // of expressions, in radians per second

float number(double value) {
  return static_cast<float>(value);
}

}  // namespace

BenchMotion::BenchMotion(const Model& model) {
  constexpr ExpressionPreset kPresets[] = {ExpressionPreset::Aa, ExpressionPreset::Blink,
                                           ExpressionPreset::Happy};
  for (std::size_t i = 0; i < std::size(kPresets); ++i) {
    if (const ExpressionIndex found = model.expression(kPresets[i]))
      expressions_.push_back({found, kFrequencies[i]});
  }
  if (!expressions_.empty()) return;
  // A face of its own kind.
  for (std::uint32_t i = 0; i < std::min<std::size_t>(model.expressionCount(), std::size(kFrequencies)); ++i)
    expressions_.push_back({ExpressionIndex(i), kFrequencies[i]});
}

void BenchMotion::drive(Avatar& avatar, double t) const noexcept {
  constexpr double kTurn = 6.283185307179586;
  for (const Swing& s : kSwings)
    avatar.pose().rotate(s.bone, fromAxisAngle(s.axis, s.size * std::sin(kTurn * s.frequency * t)));
  avatar.setRoot({{number(0.3 * std::sin(kTurn * 0.5 * t)), 0, 0},
                  fromAxisAngle({0, 1, 0}, 0.5 * std::sin(kTurn * 0.3 * t)),
                  1});
  avatar.lookAt({number(2 * std::sin(t)), number(1.4 + 0.5 * std::sin(0.7 * t)), number(2 * std::cos(t))});
  for (const Weight& w : expressions_)
    avatar.expression(w.expression, number(0.5 + 0.5 * std::sin(w.frequency * t)));
}

double median(std::span<double> times) noexcept {
  if (times.empty()) return 0;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

std::size_t colliderPairs(const Model& model) noexcept {
  std::size_t pairs = 0;
  for (const SpringChainRow& chain : model.tables().springChains) {
    for (const SpringLink& link : model.tables().springLinks.subspan(chain.firstLink, chain.linkCount))
      pairs += link.joint == kNone ? 0 : chain.colliderCount;
  }
  return pairs;
}

}  // namespace vrm::cli
