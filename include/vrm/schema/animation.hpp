// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "vrm/base/expression_preset.hpp"
#include "vrm/base/human_bone.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"

namespace vrm::schema {

// VRMC_vrm_animation: which nodes carry the tracks of an avatar's motion.
struct ExpressionTrack {
  std::string name;                        // of the preset, or the custom expression's own
  std::optional<ExpressionPreset> preset;  // nothing: custom
  NodeIndex node;                          // its translation x is the weight
  friend bool operator==(const ExpressionTrack&, const ExpressionTrack&) = default;
};

struct LookAtTrack {
  NodeIndex node;
  std::optional<Vec3> offsetFromHeadBone;
  friend bool operator==(const LookAtTrack&, const LookAtTrack&) = default;
};

struct HumanoidAnimation {
  std::array<NodeIndex, kHumanBoneCount> humanBones;
  std::vector<ExpressionTrack> expressions;  // presets in the order of ExpressionPreset, then custom ones in file order
  std::optional<LookAtTrack> lookAt;

  NodeIndex operator[](HumanBone bone) const noexcept { return humanBones[static_cast<std::size_t>(bone)]; }
  friend bool operator==(const HumanoidAnimation&, const HumanoidAnimation&) = default;
};

}  // namespace vrm::schema
