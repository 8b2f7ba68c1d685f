// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>

#include "vrm/load.hpp"

namespace vrm::test {

// Seen in a mirror at X = 0. Rotation axes are no arrows: what lies along X keeps its sense there, the others
// turn the other way.
inline Vec3 mirrored(Vec3 v) {
  return {-v.x, v.y, v.z};
}
inline Quat mirrored(const Quat& q) {
  return {q.x, -q.y, -q.z, q.w};
}

inline HumanBone mirrored(HumanBone bone) {
  std::string other(name(bone));
  if (other.starts_with("left")) {
    other.replace(0, 4, "right");
  } else if (other.starts_with("right")) {
    other.replace(0, 5, "left");
  }
  return *findHumanBone(other);
}

inline Pose mirrored(const Pose& pose) {
  Pose out;
  for (const HumanBoneInfo& bone : allHumanBones())
    out.rotate(mirrored(bone.bone), mirrored(pose.rotation(bone.bone)));
  out.moveHips(mirrored(pose.hipsPosition()));
  return out;
}

inline gltf::Asset mirrored(gltf::Asset asset) {
  for (gltf::Node& node : asset.nodes) {
    node.local.translation = mirrored(node.local.translation);
    node.local.rotation = mirrored(node.local.rotation);
  }
  return asset;
}

inline schema::Vrm mirrored(schema::Vrm vrm) {
  const schema::Humanoid before = vrm.humanoid;
  for (const HumanBoneInfo& bone : allHumanBones()) vrm.humanoid[mirrored(bone.bone)] = before[bone.bone];
  if (vrm.lookAt) vrm.lookAt->offsetFromHeadBone = mirrored(vrm.lookAt->offsetFromHeadBone);
  for (schema::NodeConstraint& c : vrm.constraints) {
    if (c.aimAxis == schema::AimAxis::PositiveX) {
      c.aimAxis = schema::AimAxis::NegativeX;
    } else if (c.aimAxis == schema::AimAxis::NegativeX) {
      c.aimAxis = schema::AimAxis::PositiveX;
    }
    c.aimVector = mirrored(c.aimVector);
    c.upVector = mirrored(c.upVector);
  }
  return vrm;
}

}  // namespace vrm::test
