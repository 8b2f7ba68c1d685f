// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "vrm/base/human_bone.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/runtime/hierarchy.hpp"
#include "vrm/runtime/pose.hpp"

namespace vrm {

// Which node is which bone, and what turns a normalised rotation N into the node's own (decision 4):
//   raw = P^-1 * N * P * B
// with P the rotation of the parent node in model space at rest and B the node's rest rotation. Slots are the
// bones in the order of HumanBone; quaternions lie part by part, for wide code.
struct HumanoidTable {
  std::array<std::uint32_t, Pose::kSlots> nodes;          // kNone: the model has no such bone
  std::array<std::array<float, Pose::kSlots>, 4> before;  // P^-1: x, y, z, w
  std::array<std::array<float, Pose::kSlots>, 4> after;   // P * B

  HumanoidTable() noexcept;
  void set(HumanBone bone, std::uint32_t node, const Quat& parentModelRotation,
           const Quat& restRotation) noexcept;
  std::uint32_t node(HumanBone bone) const noexcept { return nodes[static_cast<std::size_t>(bone)]; }
};

// Update stage 1: writes the rotations of all bones the model has, and the translation of the hips so that
// they are at pose.hipsPosition() in model space, wherever their parent is now. `hipsPath` are the nodes from
// the root down to that parent; the root may be turned (decision 1). Returns the bones whose value was
// refused because it is not finite or has no length, one bit each in the order of HumanBone, and
// kHipsRefused; those stay as they were.
inline constexpr std::uint64_t kHipsRefused = std::uint64_t{1} << kHumanBoneCount;
std::uint64_t applyPose(const HumanoidTable& table, const Pose& pose, std::span<const std::uint32_t> hipsPath,
                        bool turned, const Locals& locals) noexcept;

// One bone at a time, both ways. The table must have the bone.
Quat toRaw(const HumanoidTable& table, HumanBone bone, const Quat& normalized) noexcept;
Quat toNormalized(const HumanoidTable& table, HumanBone bone, const Quat& raw) noexcept;

// The axes of a bone in the T-pose, in model space (seed 004, "ボーンの傾き"): `forward` points from its head
// to its tail, `axis` is the one of the bone's fixed axis of the table that is perpendicular to it, `cross`
// is forward x axis.
struct BoneFrame {
  Vec3 forward, axis, cross;
};
// The fixed axis of seed 004's tables, the arm rows turned as decision 1 says; nothing for eyes and jaw,
// which have none.
std::optional<Vec3> fixedAxis(HumanBone bone) noexcept;
// Nothing when head and tail are (nearly) one point, or forward lies on the axis.
std::optional<BoneFrame> boneFrame(HumanBone bone, Vec3 head, Vec3 tail) noexcept;

}  // namespace vrm
