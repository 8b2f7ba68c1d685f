// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/runtime/hierarchy.hpp"

namespace vrm {

// Where an avatar looks, in degrees, seen from its head (seed 001, "LookAt space"): yaw is positive to the
// avatar's left, pitch is positive downwards.
struct YawPitch {
  float yaw = 0, pitch = 0;
  friend constexpr bool operator==(const YawPitch&, const YawPitch&) = default;
};

// Seed 001, "RangeMap".
struct GazeRange {
  float inputMaxValue = 90;  // degrees
  float outputScale = 10;    // degrees, or the weight of an expression

  // What an angle of this size becomes; its sign is the caller's. Decision 30: with inputMaxValue 0 every
  // angle but 0 gives outputScale.
  float map(float degrees) const noexcept;
};

struct LookAtTable {
  bool active = false;         // the file says how to look
  std::uint32_t head = kNone;  // node
  Vec3 offsetFromHeadBone;
  Quat headRestRotation;  // in model space
  bool byExpressions = false;
  GazeRange horizontalInner, horizontalOuter, verticalDown, verticalUp;
  // Left, right. An eye's local rotation is before * gaze * after: P^-1 * Ry * Rx * P * B (decision 31).
  struct Eye {
    std::uint32_t node = kNone;
    Quat before, after;
  };
  std::array<Eye, 2> eyes;
  std::array<std::uint32_t, 4> expressions{kNone, kNone, kNone,
                                           kNone};  // lookUp, lookDown, lookLeft, lookRight

  bool present() const noexcept { return active && head != kNone; }
};

// The direction of a point of the world, as the head is now (seed 001, "Yaw and Pitch in lookAt space").
// `path` are the nodes from the scene's root down to the head; `root` places the avatar in the world, half a
// turn about Y between the two if it is `turned` (decision 1). Nothing when something on the way is scaled to
// nothing, so that there is no direction; a point at the eyes, to a thousandth of a millimetre, is straight
// ahead.
std::optional<YawPitch> gazeAt(const LookAtTable& table, std::span<const std::uint32_t> path,
                               const ConstLocals& locals, const Trs& root, bool turned, Vec3 target) noexcept;

// The point between the eyes, in the space of the head's matrix: the first-person viewpoint.
Vec3 viewpoint(const LookAtTable& table, const Mat4& head) noexcept;

// Update stage 2, one of the two: rotates the eye bones, or gives the weights of lookUp, lookDown, lookLeft,
// lookRight.
void applyGazeToBones(const LookAtTable& table, YawPitch gaze, std::span<Quat> rotations) noexcept;
std::array<float, 4> gazeWeights(const LookAtTable& table, YawPitch gaze) noexcept;

}  // namespace vrm
