// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <vector>

#include "base/double3.hpp"
#include "vrm/base/human_bone.hpp"

namespace vrm::schema {

// The T-pose (VRMC_vrm `tpose.md`; seed 004 "Tポーズ仕様" with decision 1): where a bone lies as seen from
// its parent, in model space. Arms are parallel to the X axis (definition 1.4), the rest only has a
// direction.
struct TPoseRow {
  HumanBone bone;
  Double3 towards;
  double wrong;  // degrees: who is more off is no T-pose
  double bent;   // degrees: who is more off is straightened, when asked for; the rest is somebody's shape
  bool flat = false;  // only as seen from above
};

// Bones of a limb follow each other. Fingers from proximal on: where they begin is the shape of the hand,
// short and wide or long and narrow.
const std::vector<std::vector<TPoseRow>>& tPoseLimbs();

struct BonePair {
  HumanBone left, right;
};
// Of the trunk outwards; left is +X (definition 1.1).
inline constexpr BonePair kBonePairs[] = {
    {HumanBone::LeftUpperLeg, HumanBone::RightUpperLeg}, {HumanBone::LeftLowerLeg, HumanBone::RightLowerLeg},
    {HumanBone::LeftFoot, HumanBone::RightFoot},         {HumanBone::LeftShoulder, HumanBone::RightShoulder},
    {HumanBone::LeftUpperArm, HumanBone::RightUpperArm}, {HumanBone::LeftLowerArm, HumanBone::RightLowerArm},
    {HumanBone::LeftHand, HumanBone::RightHand},         {HumanBone::LeftEye, HumanBone::RightEye},
};

}  // namespace vrm::schema
