// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace vrm {

// The 55 humanoid bones of VRM 1.0 (VRMC_vrm `humanoid`, "List of humanoid bones"), parents before children:
// enumerator, name, parent (Hips: none), required, "needs its parent bone".
#define VRM_HUMAN_BONES(X)                                                \
  X(Hips, "hips", Hips, true, false)                                      \
  X(Spine, "spine", Hips, true, false)                                    \
  X(Chest, "chest", Spine, false, false)                                  \
  X(UpperChest, "upperChest", Chest, false, true)                         \
  X(Neck, "neck", UpperChest, false, false)                               \
  X(Head, "head", Neck, true, false)                                      \
  X(LeftEye, "leftEye", Head, false, false)                               \
  X(RightEye, "rightEye", Head, false, false)                             \
  X(Jaw, "jaw", Head, false, false)                                       \
  X(LeftUpperLeg, "leftUpperLeg", Hips, true, false)                      \
  X(LeftLowerLeg, "leftLowerLeg", LeftUpperLeg, true, false)              \
  X(LeftFoot, "leftFoot", LeftLowerLeg, true, false)                      \
  X(LeftToes, "leftToes", LeftFoot, false, false)                         \
  X(RightUpperLeg, "rightUpperLeg", Hips, true, false)                    \
  X(RightLowerLeg, "rightLowerLeg", RightUpperLeg, true, false)           \
  X(RightFoot, "rightFoot", RightLowerLeg, true, false)                   \
  X(RightToes, "rightToes", RightFoot, false, false)                      \
  X(LeftShoulder, "leftShoulder", UpperChest, false, false)               \
  X(LeftUpperArm, "leftUpperArm", LeftShoulder, true, false)              \
  X(LeftLowerArm, "leftLowerArm", LeftUpperArm, true, false)              \
  X(LeftHand, "leftHand", LeftLowerArm, true, false)                      \
  X(RightShoulder, "rightShoulder", UpperChest, false, false)             \
  X(RightUpperArm, "rightUpperArm", RightShoulder, true, false)           \
  X(RightLowerArm, "rightLowerArm", RightUpperArm, true, false)           \
  X(RightHand, "rightHand", RightLowerArm, true, false)                   \
  X(LeftThumbMetacarpal, "leftThumbMetacarpal", LeftHand, false, false)   \
  X(LeftThumbProximal, "leftThumbProximal", LeftThumbMetacarpal, false, true)              \
  X(LeftThumbDistal, "leftThumbDistal", LeftThumbProximal, false, true)                    \
  X(LeftIndexProximal, "leftIndexProximal", LeftHand, false, false)                        \
  X(LeftIndexIntermediate, "leftIndexIntermediate", LeftIndexProximal, false, true)        \
  X(LeftIndexDistal, "leftIndexDistal", LeftIndexIntermediate, false, true)                \
  X(LeftMiddleProximal, "leftMiddleProximal", LeftHand, false, false)                      \
  X(LeftMiddleIntermediate, "leftMiddleIntermediate", LeftMiddleProximal, false, true)     \
  X(LeftMiddleDistal, "leftMiddleDistal", LeftMiddleIntermediate, false, true)             \
  X(LeftRingProximal, "leftRingProximal", LeftHand, false, false)                          \
  X(LeftRingIntermediate, "leftRingIntermediate", LeftRingProximal, false, true)           \
  X(LeftRingDistal, "leftRingDistal", LeftRingIntermediate, false, true)                   \
  X(LeftLittleProximal, "leftLittleProximal", LeftHand, false, false)                      \
  X(LeftLittleIntermediate, "leftLittleIntermediate", LeftLittleProximal, false, true)     \
  X(LeftLittleDistal, "leftLittleDistal", LeftLittleIntermediate, false, true)             \
  X(RightThumbMetacarpal, "rightThumbMetacarpal", RightHand, false, false)                 \
  X(RightThumbProximal, "rightThumbProximal", RightThumbMetacarpal, false, true)           \
  X(RightThumbDistal, "rightThumbDistal", RightThumbProximal, false, true)                 \
  X(RightIndexProximal, "rightIndexProximal", RightHand, false, false)                     \
  X(RightIndexIntermediate, "rightIndexIntermediate", RightIndexProximal, false, true)     \
  X(RightIndexDistal, "rightIndexDistal", RightIndexIntermediate, false, true)             \
  X(RightMiddleProximal, "rightMiddleProximal", RightHand, false, false)                   \
  X(RightMiddleIntermediate, "rightMiddleIntermediate", RightMiddleProximal, false, true)  \
  X(RightMiddleDistal, "rightMiddleDistal", RightMiddleIntermediate, false, true)          \
  X(RightRingProximal, "rightRingProximal", RightHand, false, false)                       \
  X(RightRingIntermediate, "rightRingIntermediate", RightRingProximal, false, true)        \
  X(RightRingDistal, "rightRingDistal", RightRingIntermediate, false, true)                \
  X(RightLittleProximal, "rightLittleProximal", RightHand, false, false)                   \
  X(RightLittleIntermediate, "rightLittleIntermediate", RightLittleProximal, false, true)  \
  X(RightLittleDistal, "rightLittleDistal", RightLittleIntermediate, false, true)

enum class HumanBone : std::uint8_t {
#define VRM_HUMAN_BONE_ENUMERATOR(id, name, parent, required, needsParent) id,
  VRM_HUMAN_BONES(VRM_HUMAN_BONE_ENUMERATOR)
#undef VRM_HUMAN_BONE_ENUMERATOR
};
inline constexpr std::size_t kHumanBoneCount = static_cast<std::size_t>(HumanBone::RightLittleDistal) + 1;
static_assert(kHumanBoneCount == 55);

struct HumanBoneInfo {
  HumanBone bone;
  std::string_view name;
  HumanBone parent;  // of hips: hips
  bool required;
  bool needsParent;  // may only exist when its parent bone does
};
std::span<const HumanBoneInfo> allHumanBones() noexcept;
const HumanBoneInfo& info(HumanBone bone) noexcept;
std::string_view name(HumanBone bone) noexcept;
std::optional<HumanBone> findHumanBone(std::string_view name) noexcept;

// Ends of chains that the 1.0 draft can name (seed 004, rows marked "(tail)"): hints for editors, never required.
#define VRM_HUMAN_TAILS(X)                                \
  X(Head, "headTail", Head)                               \
  X(LeftToes, "leftToesTail", LeftToes)                   \
  X(RightToes, "rightToesTail", RightToes)                \
  X(LeftThumb, "leftThumbTail", LeftThumbDistal)          \
  X(LeftIndex, "leftIndexTail", LeftIndexDistal)          \
  X(LeftMiddle, "leftMiddleTail", LeftMiddleDistal)       \
  X(LeftRing, "leftRingTail", LeftRingDistal)             \
  X(LeftLittle, "leftLittleTail", LeftLittleDistal)       \
  X(RightThumb, "rightThumbTail", RightThumbDistal)       \
  X(RightIndex, "rightIndexTail", RightIndexDistal)       \
  X(RightMiddle, "rightMiddleTail", RightMiddleDistal)    \
  X(RightRing, "rightRingTail", RightRingDistal)          \
  X(RightLittle, "rightLittleTail", RightLittleDistal)

enum class HumanTail : std::uint8_t {
#define VRM_HUMAN_TAIL_ENUMERATOR(id, name, parent) id,
  VRM_HUMAN_TAILS(VRM_HUMAN_TAIL_ENUMERATOR)
#undef VRM_HUMAN_TAIL_ENUMERATOR
};
inline constexpr std::size_t kHumanTailCount = static_cast<std::size_t>(HumanTail::RightLittle) + 1;

struct HumanTailInfo {
  HumanTail tail;
  std::string_view name;
  HumanBone parent;
};
std::span<const HumanTailInfo> allHumanTails() noexcept;
std::string_view name(HumanTail tail) noexcept;
std::optional<HumanTail> findHumanTail(std::string_view name) noexcept;

}  // namespace vrm
