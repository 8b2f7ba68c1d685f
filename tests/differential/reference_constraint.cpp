// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "differential/reference_constraint.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace vrm::test::reference {
namespace {

using schema::ConstraintSpace;
using schema::ConstraintType;
using schema::NodeConstraint;

Vec3d vectorOf(schema::RollAxis axis) {
  switch (axis) {
    case schema::RollAxis::X:
      return {1, 0, 0};
    case schema::RollAxis::Y:
      return {0, 1, 0};
    default:
      return {0, 0, 1};
  }
}

Vec3d vectorOf(schema::AimAxis axis) {
  switch (axis) {
    case schema::AimAxis::PositiveX:
      return {1, 0, 0};
    case schema::AimAxis::NegativeX:
      return {-1, 0, 0};
    case schema::AimAxis::PositiveY:
      return {0, 1, 0};
    case schema::AimAxis::NegativeY:
      return {0, -1, 0};
    case schema::AimAxis::PositiveZ:
      return {0, 0, 1};
    default:
      return {0, 0, -1};
  }
}

// Decision 24: also of drafts.
double weightOf(const NodeConstraint& c) {
  return std::clamp(static_cast<double>(c.weight), 0.0, 1.0);
}

// What a constraint reads beyond local values: then everything above the node has to be settled first
// (decision 23).
bool readsAboveSource(const NodeConstraint& c) {
  return c.type == ConstraintType::Aim || (isDraft(c.type) && c.sourceSpace == ConstraintSpace::Model);
}
bool readsAboveDestination(const NodeConstraint& c) {
  return c.type == ConstraintType::Aim || (isDraft(c.type) && c.destinationSpace == ConstraintSpace::Model);
}

// The other constraints that must have been evaluated before each. A constraint whose source hangs below its
// own destination does not wait for itself: seed 003 and 1.0 forbid only rings of "two or more constraints".
std::vector<std::set<std::size_t>> dependencies(const std::vector<NodeConstraint>& constraints,
                                                const Skeleton& skeleton) {
  std::vector<std::set<std::size_t>> out(constraints.size());
  std::vector<std::size_t> writerOf(skeleton.parent.size(), constraints.size());
  for (std::size_t i = 0; i < constraints.size(); ++i) writerOf[constraints[i].node.value] = i;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const NodeConstraint& c = constraints[i];
    const auto needs = [&](std::uint32_t node) {
      if (const std::size_t writer = writerOf[node]; writer < constraints.size() && writer != i)
        out[i].insert(writer);
    };
    const auto needsAbove = [&](std::uint32_t node) {
      for (std::uint32_t at = skeleton.parent[node]; at != kNone; at = skeleton.parent[at]) needs(at);
    };
    needs(c.source.value);
    if (readsAboveSource(c)) needsAbove(c.source.value);
    if (readsAboveDestination(c)) needsAbove(c.node.value);
  }
  return out;
}

bool inRing(const std::vector<std::set<std::size_t>>& needs, std::size_t start) {
  std::set<std::size_t> seen;
  std::vector<std::size_t> open(needs[start].begin(), needs[start].end());
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (at == start) return true;
    if (seen.insert(at).second) open.insert(open.end(), needs[at].begin(), needs[at].end());
  }
  return false;
}

// VRMC_node_constraint 1.0, "Roll Constraint", example of implementation.
Quatd roll(const NodeConstraint& c, const Skeleton& s) {
  const Quatd sourceRest = s.rest[c.source.value].rotation;
  const Quatd rest = s.rest[c.node.value].rotation;
  const Quatd delta = inverse(sourceRest) * s.now[c.source.value].rotation;
  const Quatd deltaInParent = sourceRest * delta * inverse(sourceRest);
  const Quatd deltaInDestination = inverse(rest) * deltaInParent * rest;
  const Vec3d axis = vectorOf(c.rollAxis);
  const Quatd swing = fromTo(axis, rotate(deltaInDestination, axis));
  return slerp(rest, rest * inverse(swing) * deltaInDestination, weightOf(c));
}

// "Aim Constraint". It says world; within the scene's space the result is the same, as the avatar's root only
// turns, moves and scales everything alike (decision 22).
Quatd aim(const NodeConstraint& c, const Skeleton& s) {
  const Quatd rest = s.rest[c.node.value].rotation;
  const Quatd above = s.sceneRotation(s.now, s.parent[c.node.value]);
  const Vec3d from = rotate(above * rest, vectorOf(c.aimAxis));
  const Vec3d to = s.scenePosition(s.now, c.source.value) - s.scenePosition(s.now, c.node.value);
  const double distance = length(to);
  if (!(distance > 1e-9)) return rest;  // at the source there is no direction to aim at: no rotation
  return slerp(rest, inverse(above) * fromTo(from, to * (1 / distance)) * above * rest, weightOf(c));
}

// "Rotation Constraint".
Quatd rotation(const NodeConstraint& c, const Skeleton& s) {
  const Quatd rest = s.rest[c.node.value].rotation;
  const Quatd delta = inverse(s.rest[c.source.value].rotation) * s.now[c.source.value].rotation;
  return slerp(rest, rest * delta, weightOf(c));
}

Vec3d positionIn(ConstraintSpace space, const Skeleton& s, const Pose& pose, std::uint32_t node) {
  return space == ConstraintSpace::Local ? pose[node].translation : s.scenePosition(pose, node);
}

// Decision 19.
Vec3d draftPosition(const NodeConstraint& c, const Skeleton& s) {
  const Vec3d moved = positionIn(c.sourceSpace, s, s.now, c.source.value) -
                      positionIn(c.sourceSpace, s, s.rest, c.source.value);
  const Vec3d offset =
      Vec3d{c.axes[0] ? moved.x : 0, c.axes[1] ? moved.y : 0, c.axes[2] ? moved.z : 0} * weightOf(c);
  const Vec3d rest = s.rest[c.node.value].translation;
  if (c.destinationSpace == ConstraintSpace::Local) return rest + offset;
  // Under a collapsed parent no translation can be seen: rest.
  const std::optional<Mat4d> toParent = inverse(s.sceneMatrix(s.now, s.parent[c.node.value]));
  return toParent ? rest + applyLinear(*toParent, offset) : rest;
}

// Decision 20.
Quatd draftRotation(const NodeConstraint& c, const Skeleton& s) {
  const std::uint32_t source = c.source.value;
  const Quatd delta = c.sourceSpace == ConstraintSpace::Local
                          ? inverse(s.rest[source].rotation) * s.now[source].rotation
                          : s.sceneRotation(s.now, source) * inverse(s.sceneRotation(s.rest, source));
  const Vec3d all = rotationVector(delta);
  const Quatd kept =
      fromRotationVector({c.axes[0] ? all.x : 0, c.axes[1] ? all.y : 0, c.axes[2] ? all.z : 0});
  const Quatd weighted = slerp({}, kept, weightOf(c));
  const Quatd rest = s.rest[c.node.value].rotation;
  if (c.destinationSpace == ConstraintSpace::Local) return rest * weighted;
  const Quatd above = s.sceneRotation(s.now, s.parent[c.node.value]);
  return inverse(above) * weighted * above * rest;
}

// Decision 21: nothing says what such a constraint means.
bool aimAlongUp(const NodeConstraint& c) {
  const Vec3d up = widen(c.upVector), front = widen(c.aimVector);
  return c.type == ConstraintType::DraftAim &&
         !(length(cross(up, front)) > 1e-9 * length(up) * length(front));
}

// A of decision 21: yaw about `up`, pitch about `up x aim`, that take the aim vector towards `direction`. Yaw
// and pitch are both measured first, as seed 001 does for the gaze; an axis that is not constrained is then
// left out. Nothing where the yaw is undefined.
std::optional<Quatd> aimRotation(const NodeConstraint& c, const Vec3d& direction) {
  const Vec3d upVector = widen(c.upVector), aimVector = widen(c.aimVector);
  const Vec3d sideways = cross(upVector, aimVector);
  const Vec3d up = upVector * (1 / length(upVector));
  const Vec3d side = sideways * (1 / length(sideways));
  const Vec3d front = cross(side, up);
  const double distance = length(direction);
  const double flat = std::hypot(dot(direction, front), dot(direction, side));
  if (!(distance > 1e-9) || !(flat > 1e-9 * distance)) return std::nullopt;
  const auto elevation = [&](const Vec3d& v) {
    return std::atan2(dot(v, up), std::hypot(dot(v, front), dot(v, side)));
  };
  // About `up` the front turns towards the side; about `side` it sinks.
  const double yaw = std::atan2(dot(direction, side), dot(direction, front));
  const double pitch = elevation(aimVector) - elevation(direction);
  return axisAngle(up, c.axes[0] ? yaw : 0) * axisAngle(side, c.axes[1] ? pitch : 0);
}

// Decision 21; nothing when the rotation is undefined.
std::optional<Quatd> draftAim(const NodeConstraint& c, const Skeleton& s) {
  const auto direction = [&](const Pose& pose) {
    return positionIn(c.sourceSpace, s, pose, c.source.value) -
           positionIn(c.destinationSpace, s, pose, c.node.value);
  };
  const std::optional<Quatd> now = aimRotation(c, direction(s.now));
  if (!now) return std::nullopt;
  // A rest pose without a direction gives nothing to measure from: measured from the aim vector itself.
  const Quatd atRest = aimRotation(c, direction(s.rest)).value_or(Quatd{});
  const Quatd offset = slerp({}, *now * inverse(atRest), weightOf(c));
  const std::uint32_t node = c.node.value;
  if (c.destinationSpace == ConstraintSpace::Local) return offset * s.rest[node].rotation;
  return inverse(s.sceneRotation(s.now, s.parent[node])) * offset * s.sceneRotation(s.rest, node);
}

}  // namespace

ConstraintStage::ConstraintStage(const std::vector<NodeConstraint>& constraints, const Skeleton& skeleton)
    : constraints_(constraints) {
  for (const NodeConstraint& c : constraints) lastAim_.push_back(skeleton.rest[c.node.value].rotation);
  std::vector<std::set<std::size_t>> needs = dependencies(constraints, skeleton);
  // Rings that run through ancestors; those of sources alone the reader has cut. The last of a ring in file
  // order goes (decision 23), as the reader has it.
  std::vector<bool> dropped(constraints.size());
  for (std::size_t i = constraints.size(); i-- > 0;) {
    if (!inRing(needs, i) && !aimAlongUp(constraints[i])) continue;
    dropped[i] = true;
    needs[i].clear();
    for (std::set<std::size_t>& others : needs) others.erase(i);
  }
  // In file order, each after what it needs ("Dependency resolution between constraints").
  std::vector<bool> done = dropped;
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      if (done[i] || !std::all_of(needs[i].begin(), needs[i].end(), [&](std::size_t d) { return done[d]; }))
        continue;
      done[i] = progress = true;
      order_.push_back(i);
    }
  }
}

void ConstraintStage::run(Skeleton& skeleton) {
  for (const std::size_t i : order_) {
    const NodeConstraint& c = constraints_[i];
    Trsd& destination = skeleton.now[c.node.value];
    switch (c.type) {
      case ConstraintType::Roll:
        destination.rotation = roll(c, skeleton);
        break;
      case ConstraintType::Aim:
        destination.rotation = aim(c, skeleton);
        break;
      case ConstraintType::Rotation:
        destination.rotation = rotation(c, skeleton);
        break;
      case ConstraintType::DraftPosition:
        destination.translation = draftPosition(c, skeleton);
        break;
      case ConstraintType::DraftRotation:
        destination.rotation = draftRotation(c, skeleton);
        break;
      case ConstraintType::DraftAim:
        lastAim_[i] = draftAim(c, skeleton).value_or(lastAim_[i]);
        destination.rotation = lastAim_[i];
        break;
    }
    destination.rotation = normalized(destination.rotation);
  }
}

}  // namespace vrm::test::reference
