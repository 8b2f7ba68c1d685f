// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/constraint.hpp"

#include <algorithm>
#include <cmath>

#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/base/trig.hpp"

namespace vrm {
namespace {

class Stage {
 public:
  Stage(const Locals& locals, std::span<ModelTransform> scratch) : locals_(locals), scratch_(scratch) {}

  void place(const ConstraintStep& step) {
    ModelTransform& out = scratch_[step.slot];
    const Mat4 local = toMatrix(locals_[step.index]);
    if (step.parentSlot == kNone) {
      out = {local, locals_.rotations[step.index]};
    } else {
      const ModelTransform& parent = scratch_[step.parentSlot];
      out = {multiply(parent.matrix, local), parent.rotation * locals_.rotations[step.index]};
    }
  }

  void apply(const ConstraintRow& row, float weight, Quat& last) {
    switch (row.type) {
      case ConstraintType::Roll:
        return roll(row, weight);
      case ConstraintType::Rotation:
        return rotation(row, weight);
      case ConstraintType::Aim:
        return aim(row, weight, last);
      case ConstraintType::DraftPosition:
        return position(row, weight);
      case ConstraintType::DraftRotation:
        return draftRotation(row, weight);
      case ConstraintType::DraftAim:
        return draftAimAt(row, weight, last);
    }
  }

 private:
  void write(const ConstraintRow& row, const Quat& target, float weight) {
    locals_.rotations[row.node] = slerp(row.rest.rotation, target, weight);
  }

  // VRMC_node_constraint 1.0, "Roll Constraint". The example there gives, with S and D the rest rotations:
  //   deltaSrcQuatInDst = D^-1 * S * (S^-1 * src) * S^-1 * D = before * src * after
  // and takes fromTo(axis, delta * axis)^-1 * delta, which is the part of delta that turns about the axis:
  // the axis' share of its vector part with its w, made a unit. A delta that turns the axis round has no such
  // part.
  void roll(const ConstraintRow& row, float weight) {
    const Quat delta = row.before * locals_.rotations[row.source] * row.after;
    const float along = delta.x * row.axis.x + delta.y * row.axis.y + delta.z * row.axis.z;
    const Quat twist = normalized(Quat{row.axis.x * along, row.axis.y * along, row.axis.z * along, delta.w});
    write(row, row.rest.rotation * twist, weight);
  }

  // "Rotation Constraint": D * S^-1 * src = before * src.
  void rotation(const ConstraintRow& row, float weight) {
    write(row, row.before * locals_.rotations[row.source], weight);
  }

  // "Aim Constraint", in the space of the node's parent instead of the world: the same rotation, without the
  // far away.
  void aim(const ConstraintRow& row, float weight, Quat& last) {
    const Quat parent = rotationOf(row.parentSlot);
    const Vec3 way = sourcePosition(row) - destinationPosition(row);
    const float size = length(way);
    if (size > 0 && std::isfinite(size)) {
      const Vec3 to = rotate(conjugate(parent), way * (1 / size));
      last = fromTo(rotate(row.rest.rotation, row.axis), to) * row.rest.rotation;
    }
    write(row, last, weight);
  }

  // Seed 003, "Position Constraint"; decision 19.
  void position(const ConstraintRow& row, float weight) {
    const Vec3 moved = sourcePosition(row) - row.axis;
    Vec3 offset{row.axes[0] ? moved.x * weight : 0, row.axes[1] ? moved.y * weight : 0,
                row.axes[2] ? moved.z * weight : 0};
    if (!row.destinationLocal && row.parentSlot != kNone) {
      const std::optional<Vec3> carried = untransformVector(scratch_[row.parentSlot].matrix, offset);
      if (!carried) return;  // a parent scaled to nothing
      offset = *carried;
    }
    const Vec3 place = row.rest.translation + offset;
    if (std::isfinite(dot(place, place))) locals_.translations[row.node] = place;
  }

  // "Rotation Constraint" of the draft; decision 20. `after` or `before` is the inverse of the source's rest
  // rotation.
  void draftRotation(const ConstraintRow& row, float weight) {
    const Quat now = row.sourceLocal ? locals_.rotations[row.source] : rotationOf(row.sourceSlot);
    const Quat full = row.sourceLocal ? row.before * now : now * row.after;
    const Quat delta = slerp(Quat{}, maskedRotation(full, row.axes), weight);
    if (row.destinationLocal) {
      locals_.rotations[row.node] = row.rest.rotation * delta;
    } else {
      const Quat parent = rotationOf(row.parentSlot);
      locals_.rotations[row.node] = conjugate(parent) * delta * parent * row.rest.rotation;
    }
  }

  // "Aim Constraint" of the draft; decision 21. `before` is A(rest)^-1, `after` the node's rest rotation in
  // model space.
  void draftAimAt(const ConstraintRow& row, float weight, Quat& last) {
    const Vec3 from = row.destinationLocal ? locals_.translations[row.node] : destinationPosition(row);
    if (const std::optional<Quat> now =
            draftAim(row.axis, row.up, sourcePosition(row) - from, row.axes[0], row.axes[1])) {
      last = *now * row.before;
    }
    const Quat offset = slerp(Quat{}, last, weight);
    locals_.rotations[row.node] = row.destinationLocal
                                      ? offset * row.rest.rotation
                                      : conjugate(rotationOf(row.parentSlot)) * offset * row.after;
  }

  Quat rotationOf(std::uint32_t slot) const { return slot == kNone ? Quat{} : scratch_[slot].rotation; }
  Vec3 sourcePosition(const ConstraintRow& row) const {
    return row.sourceLocal ? locals_.translations[row.source] : positionOf(scratch_[row.sourceSlot].matrix);
  }
  Vec3 destinationPosition(const ConstraintRow& row) const {
    const Vec3 local = locals_.translations[row.node];
    return row.parentSlot == kNone ? local : transformPoint(scratch_[row.parentSlot].matrix, local);
  }

  const Locals& locals_;
  std::span<ModelTransform> scratch_;
};

}  // namespace

void applyConstraints(const ConstraintProgram& program, std::span<const float> weights, const Locals& locals,
                      std::span<Quat> last, std::span<ModelTransform> scratch) noexcept {
  Stage stage(locals, scratch);
  for (const ConstraintStep& step : program.steps) {
    if (step.slot != kNone) {
      stage.place(step);
    } else {
      stage.apply(program.rows[step.index], std::clamp(weights[step.index], 0.0f, 1.0f), last[step.index]);
    }
  }
}

std::optional<Quat> draftAim(Vec3 aim, Vec3 up, Vec3 way, bool yaw, bool pitch) noexcept {
  const Vec3 right = cross(up, aim);
  const float rightSize = length(right), size = length(way);
  if (!(rightSize > 0) || !(size > 0) || !std::isfinite(size)) return std::nullopt;
  const Vec3 x = right * (1 / rightSize), z = cross(x, up), to = way * (1 / size);
  const double right_ = static_cast<double>(dot(x, to)), forward = static_cast<double>(dot(z, to));
  if (right_ * right_ + forward * forward < 1e-12) return std::nullopt;  // on the up axis
  const double turn = arcTan2(right_, forward);
  const double lift = arcSin(static_cast<double>(dot(up, aim))) - arcSin(static_cast<double>(dot(up, to)));
  return fromAxisAngle(up, yaw ? turn : 0) * fromAxisAngle(x, pitch ? lift : 0);
}

}  // namespace vrm
