// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <bitset>
#include <span>

#include "vrm/base/human_bone.hpp"
#include "vrm/base/math.hpp"

namespace vrm {

// A pose that fits every humanoid, whatever the axes of its bones: rotations in the axes of the model (+Y up,
// the avatar faces +Z, its left is +X) with the T-pose as identity, and where the hips are in model space
// (decision 4). Quaternions need not be of length 1.
class Pose {
 public:
  const Quat& rotation(HumanBone bone) const noexcept { return rotations_[static_cast<std::size_t>(bone)]; }
  void rotate(HumanBone bone, const Quat& rotation) noexcept {
    rotations_[static_cast<std::size_t>(bone)] = rotation;
  }

  // At rest: where the file puts them, not the origin. Model::restPose() knows.
  const Vec3& hipsPosition() const noexcept { return hips_; }
  void moveHips(const Vec3& position) noexcept { hips_ = position; }

  // All bones in the order of HumanBone, to read and to write.
  std::span<const Quat, kHumanBoneCount> rotations() const noexcept {
    return std::span<const Quat, kHumanBoneCount>(rotations_.data(), kHumanBoneCount);
  }
  std::span<Quat, kHumanBoneCount> rotations() noexcept {
    return std::span<Quat, kHumanBoneCount>(rotations_.data(), kHumanBoneCount);
  }

  friend bool operator==(const Pose&, const Pose&) = default;

  // Wide code takes eight bones at a time; the last slot is no bone.
  static constexpr std::size_t kSlots = 56;
  const Quat* slots() const noexcept { return rotations_.data(); }

 private:
  std::array<Quat, kSlots> rotations_{};
  Vec3 hips_;
};

// The same in the bones' own terms: what stands in the nodes.
struct RawPose {
  std::array<Quat, kHumanBoneCount> rotations{};  // local rotations
  Vec3 hipsTranslation;                           // local translation of the hips
  friend bool operator==(const RawPose&, const RawPose&) = default;
};

using BoneMask = std::bitset<kHumanBoneCount>;
// The bone and all that hang on it: BoneMask of Spine is the upper body.
BoneMask boneAndBelow(HumanBone bone) noexcept;

// From `a` (weight 0) to `b` (weight 1) on the bones of the mask, along the shortest arc; the others stay
// those of `a`. The position of the hips belongs to the bone hips. The weight is clamped to [0, 1].
Pose blend(const Pose& a, const Pose& b, float weight, const BoneMask& mask = BoneMask().set()) noexcept;

}  // namespace vrm
