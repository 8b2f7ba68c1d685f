// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/look_at.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/inverse_path.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/base/trig.hpp"

namespace vrm {
namespace {

constexpr double kDegree = 0.017453292519943295;

}  // namespace

float GazeRange::map(float degrees) const noexcept {
  const float size = std::abs(degrees);
  if (inputMaxValue <= 0) return size > 0 ? outputScale : 0;
  return std::min(size, inputMaxValue) / inputMaxValue * outputScale;
}

Vec3 viewpoint(const LookAtTable& table, const Mat4& head) noexcept {
  return transformPoint(head, table.offsetFromHeadBone);
}

std::optional<YawPitch> gazeAt(const LookAtTable& table, std::span<const std::uint32_t> path,
                               const ConstLocals& locals, const Trs& root, bool turned,
                               Vec3 target) noexcept {
  // The inverse of the space, head * offset * (rest rotation of the head)^-1, step by step: from the world
  // down into the head. Double, so that neither long ways nor places far from the origin add roundings.
  Double3 v = inside(path, locals, turned, inside(root, toDouble(target)));
  v = minus(v, toDouble(table.offsetFromHeadBone));
  if (!std::isfinite(v.x + v.y + v.z)) return std::nullopt;
  if (dot(v, v) < 1e-12) return YawPitch{};
  v = unrotated(conjugate(table.headRestRotation), v);
  return YawPitch{static_cast<float>(arcTan2(v.x, v.z) / kDegree),
                  static_cast<float>(arcTan2(-v.y, std::sqrt(v.x * v.x + v.z * v.z)) / kDegree)};
}

void applyGazeToBones(const LookAtTable& table, YawPitch gaze, std::span<Quat> rotations) noexcept {
  const float pitch = gaze.pitch > 0 ? table.verticalDown.map(gaze.pitch) : -table.verticalUp.map(gaze.pitch);
  const SinCos p = sinCos(static_cast<double>(pitch) * (kDegree / 2));
  for (std::size_t eye = 0; eye < 2; ++eye) {
    const LookAtTable::Eye& e = table.eyes[eye];
    if (e.node == kNone) continue;
    // Seed 001's table: yaw > 0 is outwards for the left eye, inwards for the right one.
    const bool left = gaze.yaw > 0;
    const GazeRange& range = left == (eye == 0) ? table.horizontalOuter : table.horizontalInner;
    const float yaw = left ? range.map(gaze.yaw) : -range.map(gaze.yaw);
    const SinCos y = sinCos(static_cast<double>(yaw) * (kDegree / 2));
    // Ry * Rx
    const Quat turn{static_cast<float>(y.cos * p.sin), static_cast<float>(y.sin * p.cos),
                    static_cast<float>(-y.sin * p.sin), static_cast<float>(y.cos * p.cos)};
    rotations[e.node] = e.before * turn * e.after;
  }
}

std::array<float, 4> gazeWeights(const LookAtTable& table, YawPitch gaze) noexcept {
  // Both eyes move together, so there is no inner and outer: the standard takes Outer.
  const float yaw = table.horizontalOuter.map(gaze.yaw);
  const bool left = gaze.yaw > 0, down = gaze.pitch > 0;
  return {down ? 0 : table.verticalUp.map(gaze.pitch), down ? table.verticalDown.map(gaze.pitch) : 0,
          left ? yaw : 0, left ? 0 : yaw};
}

}  // namespace vrm
