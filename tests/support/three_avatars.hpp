// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "support/asset_builder.hpp"

namespace vrm::test {

// One and the same avatar, told in the words of VRM 0.x, of the 1.0 draft (seed 004) and of 1.0. It has all required
// bones and chest, neck, eyes and a thumb; two meshes on three nodes; presets and a custom expression with every kind
// of bind; gaze by bones; annotations; hair with a branch, colliders; an MToon material with a texture
// transform. What 0.x has no word for, a capsule and a constraint, the other two have alike. The 0.x one faces
// -Z, as those do.
AssetBuilder sameAvatar(VrmVersion version);

// Nodes of it, by the order in which they are made.
enum AvatarNode : std::uint32_t {
  kHips,
  kSpine,
  kChest,
  kNeck,
  kHead,
  kLeftEye,
  kRightEye,
  kLeftUpperLeg,
  kLeftLowerLeg,
  kLeftFoot,
  kRightUpperLeg,
  kRightLowerLeg,
  kRightFoot,
  kLeftUpperArm,
  kLeftLowerArm,
  kLeftHand,
  kRightUpperArm,
  kRightLowerArm,
  kRightHand,
  kThumb1,
  kThumb2,
  kThumb3,
  kHair1,
  kHair2,
  kHair3,
  kBranch,
  kFaceA,  // both with mesh 0
  kFaceB,
  kBody,   // mesh 1
  kAvatarNodes,
};

}  // namespace vrm::test
