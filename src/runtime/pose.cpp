// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/pose.hpp"

#include <algorithm>

#include "vrm/base/quat.hpp"

namespace vrm {

BoneMask boneAndBelow(HumanBone bone) noexcept {
  BoneMask mask;
  mask.set(static_cast<std::size_t>(bone));
  // Parents stand before their children.
  for (const HumanBoneInfo& i : allHumanBones()) {
    if (mask.test(static_cast<std::size_t>(i.parent))) mask.set(static_cast<std::size_t>(i.bone));
  }
  return mask;
}

namespace {

// Lengths mean nothing in a pose, but slerp takes units. What has no direction stays, for the update to
// refuse.
Quat blended(const Quat& a, const Quat& b, float weight) {
  if (weight == 0) return a;
  if (weight == 1) return b;
  const UnitRotation from = unitRotation({a.x, a.y, a.z, a.w}), to = unitRotation({b.x, b.y, b.z, b.w});
  return from.zero || to.zero ? a : slerp(from.rotation, to.rotation, weight);
}

}  // namespace

Pose blend(const Pose& a, const Pose& b, float weight, const BoneMask& mask) noexcept {
  const float w = weight > 0 ? std::min(weight, 1.0f) : 0.0f;  // NaN is 0
  Pose out = a;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    if (!mask.test(i)) continue;
    const auto bone = static_cast<HumanBone>(i);
    out.rotate(bone, blended(a.rotation(bone), b.rotation(bone), w));
  }
  if (mask.test(static_cast<std::size_t>(HumanBone::Hips))) {
    // So written that both ends are exact.
    const auto mix = [&](float from, float to) { return w == 1 ? to : from + (to - from) * w; };
    const Vec3 from = a.hipsPosition(), to = b.hipsPosition();
    out.moveHips({mix(from.x, to.x), mix(from.y, to.y), mix(from.z, to.z)});
  }
  return out;
}

}  // namespace vrm
