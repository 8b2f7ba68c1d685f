// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "vrm/base/human_bone.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/schema/version.hpp"

namespace vrm::schema {

// What VRM 0.x stores for Unity's HumanDescription; nothing in VRM itself uses it.
struct UnityHumanLimit {
  HumanBone bone{};
  Vec3 min, max, center;
  float axisLength = 0;
  friend bool operator==(const UnityHumanLimit&, const UnityHumanLimit&) = default;
};
struct UnityHumanDescription {
  float armStretch = 0.05f;
  float legStretch = 0.05f;
  float upperArmTwist = 0.5f;
  float lowerArmTwist = 0.5f;
  float upperLegTwist = 0.5f;
  float lowerLegTwist = 0.5f;
  float feetSpacing = 0;
  bool hasTranslationDoF = false;
  std::vector<UnityHumanLimit> limits;  // of bones that state them
  friend bool operator==(const UnityHumanDescription&, const UnityHumanDescription&) = default;
};

// VRMC_vrm `humanoid`: which node is which bone. No node is two bones.
struct Humanoid {
  std::array<NodeIndex, kHumanBoneCount> humanBones;
  std::array<NodeIndex, kHumanTailCount> tails;  // draft only: hints
  std::optional<UnityHumanDescription> unity;    // 0.x only

  NodeIndex operator[](HumanBone bone) const noexcept { return humanBones[static_cast<std::size_t>(bone)]; }
  NodeIndex& operator[](HumanBone bone) noexcept { return humanBones[static_cast<std::size_t>(bone)]; }
  // The first bone that the model has, walking up from the parent of `bone` (decision 3); nothing above hips.
  std::optional<HumanBone> parentOf(HumanBone bone) const noexcept;
  bool empty() const noexcept;
  friend bool operator==(const Humanoid&, const Humanoid&) = default;
};

// Whether an avatar of this version must have the bone: those of 1.0; 0.x also wants chest and neck (decision 2).
bool isRequired(HumanBone bone, VrmVersion version) noexcept;

}  // namespace vrm::schema
