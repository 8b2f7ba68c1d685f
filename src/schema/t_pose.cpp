// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "schema/t_pose.hpp"

#include <cstdint>

namespace vrm::schema {
namespace {

using TPoseLimb = std::vector<TPoseRow>;

void addFingers(TPoseLimb& limb, HumanBone first, Double3 along) {
  for (std::uint8_t i = 0; i < 12; ++i) {
    if (i % 3 == 0) continue;
    limb.push_back({static_cast<HumanBone>(static_cast<std::uint8_t>(first) + i), along, 40, 15});
  }
}

std::vector<TPoseLimb> makeLimbs() {
  using enum HumanBone;
  const Double3 up{0, 1, 0}, down{0, -1, 0}, front{0, 0, 1}, left{1, 0, 0}, right{-1, 0, 0};
  std::vector<TPoseLimb> out = {
      {{Spine, up, 45, 30},
       {Chest, up, 45, 30},
       {UpperChest, up, 45, 30},
       {Neck, up, 45, 30},
       {Head, up, 45, 30}},
      {{LeftLowerLeg, down, 30, 8}, {LeftFoot, down, 30, 12}, {LeftToes, front, 30, 20, true}},
      {{RightLowerLeg, down, 30, 8}, {RightFoot, down, 30, 12}, {RightToes, front, 30, 20, true}},
      {{LeftLowerArm, left, 15, 3}, {LeftHand, left, 15, 3}},
      {{RightLowerArm, right, 15, 3}, {RightHand, right, 15, 3}},
  };
  // Definition 1.8: between the X axis and +Z.
  out[3].push_back({LeftThumbDistal, {1, 0, 1}, 60, 45});
  out[4].push_back({RightThumbDistal, {-1, 0, 1}, 60, 45});
  addFingers(out[3], LeftIndexProximal, left);
  addFingers(out[4], RightIndexProximal, right);
  return out;
}

}  // namespace

const std::vector<TPoseLimb>& tPoseLimbs() {
  static const std::vector<TPoseLimb> limbs = makeLimbs();
  return limbs;
}

}  // namespace vrm::schema
