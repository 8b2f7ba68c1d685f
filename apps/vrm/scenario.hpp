// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::cli {

// What `vrm eval` does to an avatar, frame by frame (docs/eval.md).
struct Track {
  enum class Target : std::uint8_t { Root, Bone, Node, Expression, LookAt, Force };
  enum class Property : std::uint8_t { Translation, Rotation, Scale, Weight, Target, YawPitch, World };
  std::string name;  // "bone:head rotation", for messages
  Target target{};
  Property property{};
  std::string subject;        // after the colon
  std::uint32_t number = 0;   // the same for nodes
  std::uint32_t width = 1;    // numbers per value
  std::vector<float> values;  // one value after the other
  // Frames are numbered from 1; a track that is too short holds its last value.
  std::span<const float> at(std::uint32_t frame) const {
    const std::size_t count = values.size() / width;
    return std::span(values).subspan(std::min<std::size_t>(frame - 1, count - 1) * width, width);
  }
};

inline constexpr std::uint64_t kMaxScenarioBytes = std::uint64_t{1} << 28;

struct Scenario {
  enum class Nodes : std::uint8_t { Springs, Constrained, Humanoid, All, List };

  std::uint32_t frames = 0;
  std::vector<float> dt;  // one, or one per frame
  std::vector<std::uint32_t> sample;
  std::uint32_t every = 0;  // instead of sample
  bool fixedStepping = false;
  std::vector<Track> tracks;

  Nodes nodes = Nodes::Springs;
  std::vector<std::uint32_t> nodeList;
  bool rotation = true, translation = false, world = false;
  bool morphs = false, expressions = false, materials = false, lookAt = false;

  float stepOf(std::uint32_t frame) const { return dt.size() == 1 ? dt[0] : dt[frame - 1]; }
  bool isSample(std::uint32_t frame) const;
};

// Errors say which member or track is wrong, and have its JSON pointer.
Result<Scenario> readScenario(std::string_view text);

}  // namespace vrm::cli
