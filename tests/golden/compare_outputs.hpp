// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::golden {

// The quantities of an output of `vrm eval`, each with a tolerance of its own.
enum class Quantity : std::uint8_t {
  Rotation,  // angle between two, in radians
  Position,  // in metres; of local translations and of the places in world matrices
  Linear,    // numbers of the other columns of world matrices, by the length of the longest column
  Weight,    // of expressions and morph targets, and values of materials
  Gaze,      // degrees
};
inline constexpr std::size_t kQuantityCount = 5;
struct QuantityInfo {
  const char* name;
  double tolerance;
  double relative;  // to the distance of the farthest node, where that is more: a float cannot say it better
};
inline constexpr std::array<QuantityInfo, kQuantityCount> kQuantities = {{
    {"rotation", 1e-4, 0},
    {"position", 1e-5, 5e-7},
    {"linear", 1e-4, 0},  // columns tilt as much as rotations do
    {"weight", 1e-6, 0},
    {"gaze", 1e-3, 0},
}};

struct Difference {
  double value = 0;
  std::string where;
};

struct Comparison {
  std::array<Difference, kQuantityCount> largest;
  std::vector<std::string> problems;  // too far apart, missing, or of another shape

  std::string toString() const;  // of the largest differences
};

// Whether what only one side has is a problem: always if the reference has it.
enum class Extra : std::uint8_t { Refused, Allowed };

// The motion of springs goes on from what it was, so that floats and doubles part with time: rotations after
// frame 30 may differ by so many times the tolerance.
inline constexpr std::uint32_t kEarlyFrames = 30;
inline constexpr double kLateFactor = 10;

// Two outputs of the same scenario on the same model.
Comparison compareOutputs(std::string_view ours, std::string_view reference, Extra extra = Extra::Refused,
                          double lateFactor = 1);

}  // namespace vrm::golden
