// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/humanoid.hpp"

#include <cmath>
#include <limits>

#include "base/finite.hpp"
#include "runtime/inverse_path.hpp"
#include "runtime/kernels.hpp"
#include "vrm/base/quat.hpp"

namespace vrm {
namespace {

Quat slot(const std::array<std::array<float, Pose::kSlots>, 4>& parts, std::size_t i) {
  return {parts[0][i], parts[1][i], parts[2][i], parts[3][i]};
}

void put(std::array<std::array<float, Pose::kSlots>, 4>& parts, std::size_t i, const Quat& q) {
  parts[0][i] = q.x, parts[1][i] = q.y, parts[2][i] = q.z, parts[3][i] = q.w;
}

}  // namespace

HumanoidTable::HumanoidTable() noexcept : before{}, after{} {
  nodes.fill(kNone);
  before[3].fill(1);
  after[3].fill(1);
}

void HumanoidTable::set(HumanBone bone, std::uint32_t node, const Quat& parentModelRotation,
                        const Quat& restRotation) noexcept {
  const auto i = static_cast<std::size_t>(bone);
  nodes[i] = node;
  put(before, i, conjugate(parentModelRotation));
  put(after, i, parentModelRotation * restRotation);
}

// The reference of the wide version; both take the operations in this order.
std::uint64_t scalar::applyPose(const HumanoidTable& table, const Pose& pose,
                                std::span<Quat> rotations) noexcept {
  std::uint64_t refused = 0;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    if (table.nodes[i] == kNone) continue;
    const Quat n = pose.slots()[i];
    const float squared = n.x * n.x + n.y * n.y + n.z * n.z + n.w * n.w;
    // Written so that NaN fails.
    if (!(squared >= std::numeric_limits<float>::min() && squared <= std::numeric_limits<float>::max())) {
      refused |= std::uint64_t{1} << i;
      continue;
    }
    const float inverse = 1 / std::sqrt(squared);
    const Quat unit{n.x * inverse, n.y * inverse, n.z * inverse, n.w * inverse};
    rotations[table.nodes[i]] = slot(table.before, i) * unit * slot(table.after, i);
  }
  return refused;
}

std::uint64_t applyPose(const HumanoidTable& table, const Pose& pose, std::span<const std::uint32_t> hipsPath,
                        bool turned, const Locals& locals) noexcept {
#if VRM_WITH_SIMD
  std::uint64_t refused = wide::applyPose(table, pose, locals.rotations);
#else
  std::uint64_t refused = scalar::applyPose(table, pose, locals.rotations);
#endif
  const std::uint32_t hips = table.node(HumanBone::Hips);
  if (hips == kNone) return refused;
  if (!finite(pose.hipsPosition())) return refused | kHipsRefused;
  const Double3 local = inside(hipsPath, locals, turned, toDouble(pose.hipsPosition()));
  // A parent scaled to nothing has no place for them.
  if (std::isfinite(local.x + local.y + local.z)) {
    locals.translations[hips] = {narrow(local.x), narrow(local.y), narrow(local.z)};
  }
  return refused;
}

Quat toRaw(const HumanoidTable& table, HumanBone bone, const Quat& normalized) noexcept {
  const auto i = static_cast<std::size_t>(bone);
  return slot(table.before, i) * normalized * slot(table.after, i);
}

Quat toNormalized(const HumanoidTable& table, HumanBone bone, const Quat& raw) noexcept {
  const auto i = static_cast<std::size_t>(bone);
  return conjugate(slot(table.before, i)) * raw * conjugate(slot(table.after, i));
}

std::optional<Vec3> fixedAxis(HumanBone bone) noexcept {
  using B = HumanBone;
  if (bone == B::LeftEye || bone == B::RightEye || bone == B::Jaw) return std::nullopt;
  if (bone <= B::Head) return Vec3{1, 0, 0};
  if (bone <= B::RightToes) return Vec3{-1, 0, 0};
  switch (bone) {
    case B::LeftHand:
      return Vec3{0, 0, 1};
    case B::RightHand:
      return Vec3{0, 0, -1};
    default:
      break;
  }
  if (bone <= B::RightHand) return Vec3{0, 1, 0};
  if (bone <= B::LeftThumbDistal) return Vec3{0, 1, 0};
  if (bone <= B::LeftLittleDistal) return Vec3{0, 0, 1};
  if (bone <= B::RightThumbDistal) return Vec3{0, -1, 0};
  return Vec3{0, 0, -1};
}

std::optional<BoneFrame> boneFrame(HumanBone bone, Vec3 head, Vec3 tail) noexcept {
  const std::optional<Vec3> axis = fixedAxis(bone);
  const Vec3 way = tail - head;
  const float size = length(way);
  if (!axis || !(size > 1e-6f)) return std::nullopt;
  const Vec3 forward = way * (1 / size);
  const Vec3 side = cross(forward, *axis);
  const float sideSize = length(side);
  if (!(sideSize > 1e-4f)) return std::nullopt;
  const Vec3 unit = side * (1 / sideSize);
  return BoneFrame{forward, cross(unit, forward), unit};
}

}  // namespace vrm
