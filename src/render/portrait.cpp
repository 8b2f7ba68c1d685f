// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/portrait.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"

namespace vrm::render {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

// Both sides; positive is forwards about Y and upwards about Z for the left one.
struct SidePair {
  HumanBone left, right;
};
constexpr SidePair kUpperArms{HumanBone::LeftUpperArm, HumanBone::RightUpperArm};
constexpr SidePair kLowerArms{HumanBone::LeftLowerArm, HumanBone::RightLowerArm};
constexpr SidePair kShoulders{HumanBone::LeftShoulder, HumanBone::RightShoulder};
constexpr SidePair kFingers[] = {
    {HumanBone::LeftIndexProximal, HumanBone::RightIndexProximal},
    {HumanBone::LeftIndexIntermediate, HumanBone::RightIndexIntermediate},
    {HumanBone::LeftMiddleProximal, HumanBone::RightMiddleProximal},
    {HumanBone::LeftMiddleIntermediate, HumanBone::RightMiddleIntermediate},
    {HumanBone::LeftRingProximal, HumanBone::RightRingProximal},
    {HumanBone::LeftRingIntermediate, HumanBone::RightRingIntermediate},
    {HumanBone::LeftLittleProximal, HumanBone::RightLittleProximal},
    {HumanBone::LeftLittleIntermediate, HumanBone::RightLittleIntermediate},
};

void turn(Pose& pose, SidePair bones, Vec3 axis, double degrees) {
  pose.rotate(bones.left, fromAxisAngle(axis, degrees * kDegree));
  pose.rotate(bones.right, fromAxisAngle(axis, -degrees * kDegree));
}

}  // namespace

Pose poseOf(const Model& model, Stance stance) noexcept {
  Pose pose = model.restPose();
  constexpr Vec3 kY{0, 1, 0}, kZ{0, 0, 1};
  if (stance == Stance::APose) turn(pose, kUpperArms, kZ, -45);
  if (stance == Stance::Natural) {
    // Shoulders follow the arms a little, so that sleeves do not cut into the body.
    turn(pose, kShoulders, kZ, -4);
    turn(pose, kUpperArms, kZ, -66);
    turn(pose, kLowerArms, kY, -12);
    for (const SidePair& finger : kFingers) turn(pose, finger, kZ, -12);
  }
  return pose;
}

Bounds faceBounds(const Avatar& avatar, const Bounds& whole) noexcept {
  if (whole.empty()) return whole;
  const ModelNode head = avatar.model().bone(HumanBone::Head);
  Vec3 neck{(whole.min.x + whole.max.x) / 2, whole.min.y + (whole.max.y - whole.min.y) * 0.8f,
            (whole.min.z + whole.max.z) / 2};
  if (head) neck = positionOf(avatar.world(head));
  // Lying or hanging avatars have nothing above their heads.
  const float all = whole.max.y - whole.min.y;
  const float height = std::clamp(whole.max.y - neck.y, all * 0.05f, std::max(all * 0.6f, all * 0.05f));
  const float side = height * 0.6f;
  return {{neck.x - side, neck.y - height * 0.2f, neck.z - side}, {neck.x + side, neck.y + height, neck.z + side}};
}

Bounds turnedBounds(const Bounds& bounds, Vec3 root) noexcept {
  if (bounds.empty()) return bounds;
  const float x = std::max(std::abs(bounds.min.x - root.x), std::abs(bounds.max.x - root.x));
  const float z = std::max(std::abs(bounds.min.z - root.z), std::abs(bounds.max.z - root.z));
  const float reach = std::hypot(x, z);
  return {{root.x - reach, bounds.min.y, root.z - reach}, {root.x + reach, bounds.max.y, root.z + reach}};
}

}  // namespace vrm::render
