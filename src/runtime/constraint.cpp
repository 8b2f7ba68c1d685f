// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/constraint.hpp"

#include <algorithm>
#include <cmath>

#include "base/double3.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"
#include "vrm/base/trig.hpp"

namespace vrm {
namespace {

Double3 positionOf(const ModelTransform& t) {
  return {t.matrix[9], t.matrix[10], t.matrix[11]};
}
Double3 transformed(const ModelTransform& t, const Double3& p) {
  const std::array<double, 12>& m = t.matrix;
  const auto row = [&](std::size_t i) { return m[i] * p.x + m[3 + i] * p.y + m[6 + i] * p.z + m[9 + i]; };
  return {row(0), row(1), row(2)};
}
// The vector that the linear part turns into `v`.
std::optional<Vec3> untransformed(const ModelTransform& t, const Double3& v) {
  Mat4 matrix = kIdentityMatrix;
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) matrix[4 * column + row] = narrow(t.matrix[3 * column + row]);
  }
  return untransformVector(matrix, narrowed(v));
}

class Evaluator {
 public:
  Evaluator(const Locals& locals, std::span<ModelTransform> scratch) : locals_(locals), scratch_(scratch) {}

  void place(const ConstraintStep& step) {
    scratch_[step.slot] =
        placed(step.parentSlot == kNone ? nullptr : &scratch_[step.parentSlot], locals_[step.index]);
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
    set(row, slerp(row.rest.rotation, target, weight));
  }
  // A product of floats is off from length 1 a little, and the next constraint would multiply that.
  // One step of Newton's method is exact to the last digit so close to 1.
  void set(const ConstraintRow& row, const Quat& q) {
    const float s = 1.5f - 0.5f * dot(q, q);
    locals_.rotations[row.node] = {q.x * s, q.y * s, q.z * s, q.w * s};
  }

  // VRMC_node_constraint 1.0, "Roll Constraint". The example there gives, with S and D the rest rotations:
  //   deltaSrcQuatInDst = D^-1 * S * (S^-1 * src) * S^-1 * D = before * src * after
  // and takes fromTo(axis, delta * axis)^-1 * delta, which is the part of delta that turns about the axis:
  // half its angle has the axis' share of the vector part as sine and w as cosine. A part of that angle is
  // slerp from the rest rotation. A delta that turns the axis round has no such part.
  void roll(const ConstraintRow& row, float weight) {
    const Quat delta = row.before * locals_.rotations[row.source] * row.after;
    const float along = delta.x * row.axis.x + delta.y * row.axis.y + delta.z * row.axis.z;
    const double sine = static_cast<double>(delta.w < 0 ? -along : along);  // the shorter way round
    const double cosine = std::abs(static_cast<double>(delta.w));
    // The whole angle and half of it, which is what files have, need no trigonometry: half an angle is that
    // of the sum of both ends.
    const double size = std::sqrt(sine * sine + cosine * cosine);
    if ((weight == 1 || weight == 0.5f) && size > 0) {
      const double w = weight == 1 ? cosine : cosine + size;
      const double k = 1 / std::sqrt(sine * sine + w * w), s = sine * k;
      const Double3 v = scaled(toDouble(row.axis), s);
      return set(row, row.rest.rotation * Quat{static_cast<float>(v.x), static_cast<float>(v.y),
                                               static_cast<float>(v.z), static_cast<float>(w * k)});
    }
    const double angle = 2 * arcTan2(sine, cosine);
    set(row, row.rest.rotation * fromAxisAngle(row.axis, angle * static_cast<double>(weight)));
  }

  // "Rotation Constraint": D * S^-1 * src = before * src.
  void rotation(const ConstraintRow& row, float weight) {
    write(row, row.before * locals_.rotations[row.source], weight);
  }

  // "Aim Constraint", in the space of the node's parent instead of the world: the same rotation, without the
  // far away.
  void aim(const ConstraintRow& row, float weight, Quat& last) {
    if (const std::optional<Vec3> way = direction(minus(sourcePosition(row), destinationPosition(row)))) {
      const Vec3 to = rotate(conjugate(rotationOf(row.parentSlot)), *way);
      last = fromTo(rotate(row.rest.rotation, row.axis), to) * row.rest.rotation;
    }
    write(row, last, weight);
  }

  // Seed 003, "Position Constraint"; decision 19.
  void position(const ConstraintRow& row, float weight) {
    const Double3 way = minus(sourcePosition(row), {row.sourceRest[0], row.sourceRest[1], row.sourceRest[2]});
    const auto w = static_cast<double>(weight);
    const Double3 moved{row.axes[0] ? way.x * w : 0, row.axes[1] ? way.y * w : 0,
                        row.axes[2] ? way.z * w : 0};
    Vec3 offset = narrowed(moved);
    if (!row.destinationLocal && row.parentSlot != kNone) {
      const std::optional<Vec3> carried = untransformed(scratch_[row.parentSlot], moved);
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
      set(row, row.rest.rotation * delta);
    } else {
      const Quat parent = rotationOf(row.parentSlot);
      set(row, conjugate(parent) * delta * parent * row.rest.rotation);
    }
  }

  // "Aim Constraint" of the draft; decision 21. `before` is A(rest)^-1, `after` the node's rest rotation in
  // model space.
  void draftAimAt(const ConstraintRow& row, float weight, Quat& last) {
    const Double3 from =
        row.destinationLocal ? toDouble(locals_.translations[row.node]) : destinationPosition(row);
    if (const std::optional<Vec3> way = direction(minus(sourcePosition(row), from))) {
      if (const std::optional<Quat> now = draftAim(row.axis, row.up, *way, row.axes[0], row.axes[1])) {
        last = *now * row.before;
      }
    }
    const Quat offset = slerp(Quat{}, last, weight);
    set(row, row.destinationLocal ? offset * row.rest.rotation
                                  : conjugate(rotationOf(row.parentSlot)) * offset * row.after);
  }

  Quat rotationOf(std::uint32_t slot) const {
    if (slot == kNone) return {};
    const std::array<double, 4>& q = scratch_[slot].rotation;
    return {static_cast<float>(q[0]), static_cast<float>(q[1]), static_cast<float>(q[2]),
            static_cast<float>(q[3])};
  }
  Double3 sourcePosition(const ConstraintRow& row) const {
    return row.sourceLocal ? toDouble(locals_.translations[row.source])
                           : positionOf(scratch_[row.sourceSlot]);
  }
  Double3 destinationPosition(const ConstraintRow& row) const {
    const Double3 local = toDouble(locals_.translations[row.node]);
    return row.parentSlot == kNone ? local : transformed(scratch_[row.parentSlot], local);
  }

  const Locals& locals_;
  std::span<ModelTransform> scratch_;
};

}  // namespace

ModelTransform placed(const ModelTransform* parent, const Trs& local) noexcept {
  const Mat4 m = toMatrix(local);
  ModelTransform out;
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 3; ++row)
      out.matrix[3 * column + row] = static_cast<double>(m[4 * column + row]);
  }
  const Quat q = local.rotation;
  out.rotation = {static_cast<double>(q.x), static_cast<double>(q.y), static_cast<double>(q.z),
                  static_cast<double>(q.w)};
  if (parent == nullptr) return out;
  const std::array<double, 12> own = out.matrix;
  const std::array<double, 12>& p = parent->matrix;
  for (std::size_t column = 0; column < 4; ++column) {
    const double* const c = &own[3 * column];
    for (std::size_t row = 0; row < 3; ++row) {
      out.matrix[3 * column + row] =
          p[row] * c[0] + p[3 + row] * c[1] + p[6 + row] * c[2] + (column == 3 ? p[9 + row] : 0);
    }
  }
  const auto [bx, by, bz, bw] = out.rotation;
  const auto [ax, ay, az, aw] = parent->rotation;
  out.rotation = {aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
                  aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz};
  return out;
}

void applyConstraints(const ConstraintProgram& program, std::span<const float> weights, const Locals& locals,
                      std::span<Quat> last, std::span<ModelTransform> scratch) noexcept {
  Evaluator evaluator(locals, scratch);
  for (const ConstraintStep& step : program.steps) {
    if (step.slot != kNone) {
      evaluator.place(step);
    } else {
      evaluator.apply(program.rows[step.index], std::clamp(weights[step.index], 0.0f, 1.0f),
                      last[step.index]);
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
