// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "differential/reference_spring.hpp"

#include <algorithm>
#include <optional>

namespace vrm::test::reference {
namespace {

using schema::Collider;
using schema::ColliderShape;
using schema::Spring;
using schema::SpringJoint;
using schema::SpringLimit;

bool isAbove(const Skeleton& skeleton, std::uint32_t ancestor, std::uint32_t node) {
  for (node = skeleton.parent[node]; node != kNone; node = skeleton.parent[node]) {
    if (node == ancestor) return true;
  }
  return false;
}

// Nothing for a vector without a direction.
std::optional<Vec3d> direction(const Vec3d& v) {
  const double n = length(v);
  if (!(n > 0)) return std::nullopt;
  return v * (1 / n);
}

// How far the tail is from a collider and where that pushes it; below 0 they touch.
struct Contact {
  double distance = 0;
  Vec3d direction;
};

// "Sphere Collider" and "Capsule Collider" of the published text, the others of
// VRMC_springBone_extended_collider. `scale` is that of the avatar's root (decision 9), `otherwise` the push
// where there is no direction (decision 8).
Contact contact(const ColliderShape& shape, const Mat4d& world, const Vec3d& tail, double hitRadius,
                double scale, const Vec3d& otherwise) {
  const Vec3d offset = applyPoint(world, widen(shape.offset));
  Vec3d delta = tail - offset;
  if (shape.type == ColliderShape::Type::Plane) {
    // Normals go through the inverse transpose.
    const auto back = inverse(world);
    const Vec3d n = widen(shape.normal);
    std::optional<Vec3d> normal;
    if (back) {
      normal = direction({back->at(0, 0) * n.x + back->at(1, 0) * n.y + back->at(2, 0) * n.z,
                          back->at(0, 1) * n.x + back->at(1, 1) * n.y + back->at(2, 1) * n.z,
                          back->at(0, 2) * n.x + back->at(1, 2) * n.y + back->at(2, 2) * n.z});
    }
    if (!normal) return {};  // no plane: it touches nothing
    return {dot(delta, *normal) - hitRadius * scale, *normal};
  }
  if (shape.type == ColliderShape::Type::Capsule) {
    const Vec3d offsetToTail = applyPoint(world, widen(shape.tail)) - offset;
    const double along = dot(offsetToTail, delta), square = dot(offsetToTail, offsetToTail);
    if (along > square)
      delta = delta - offsetToTail;
    else if (along > 0)
      delta = delta - offsetToTail * (along / square);
  }
  const double radius = static_cast<double>(shape.radius) * scale, hit = hitRadius * scale;
  const std::optional<Vec3d> away = direction(delta);
  if (shape.inside) return {radius - hit - length(delta), away ? *away * -1 : otherwise};
  return {length(delta) - radius - hit, away.value_or(otherwise)};
}

// Seed 000, "ConeLimit", "HingeLimit", "SphericalLimit": a unit direction in the limit's space. What they
// leave undefined (decision 16) is decided by the direction before, then by +Z.
Vec3d limited(const SpringLimit& limit, Vec3d d, const Vec3d& before) {
  // Decision 17; a float's pi is a little more than pi.
  const double angle = std::min(static_cast<double>(limit.angle), kPi);
  const double cosAngle = std::cos(angle), sinAngle = std::sin(angle);
  switch (limit.type) {
    case SpringLimit::Type::Cone: {
      if (!(d.y < cosAngle)) return d;
      std::optional<Vec3d> side = direction({d.x, 0, d.z});
      if (!side) side = direction({before.x, 0, before.z});
      const Vec3d to = side.value_or(Vec3d{0, 0, 1});
      return {to.x * sinAngle, cosAngle, to.z * sinAngle};
    }
    case SpringLimit::Type::Hinge: {
      std::optional<Vec3d> flat = direction({0, d.y, d.z});
      if (!flat) flat = direction({0, before.y, before.z});
      d = flat.value_or(Vec3d{0, 0, 1});
      if (!(d.y < cosAngle)) return d;
      double side = d.z;
      if (side == 0) side = before.z;
      return {0, cosAngle, side < 0 ? -sinAngle : sinAngle};
    }
    default: {
      double y = d.y, z = d.z;
      if (y == 0 && z == 0) y = before.y, z = before.z;
      if (y == 0 && z == 0) z = 1;
      const double maxPitch = std::min(static_cast<double>(limit.pitch), kPi);
      const double maxYaw = std::min(static_cast<double>(limit.yaw), kPi / 2);
      const double pitch = std::clamp(std::atan2(z, y), -maxPitch, maxPitch);
      const double yaw = std::clamp(std::asin(std::clamp(d.x, -1.0, 1.0)), -maxYaw, maxYaw);
      return {std::sin(yaw), std::cos(yaw) * std::cos(pitch), std::cos(yaw) * std::sin(pitch)};
    }
  }
}

// Seed 000, "Rotation", with the sign of decision 14: the shortest rotation from +Y to the bone's axis.
Quatd axisRotation(const Vec3d& boneAxis) {
  if (boneAxis.y + 1 < 1e-8) return {1, 0, 0, 0};
  return normalized({boneAxis.z, 0, -boneAxis.x, boneAxis.y + 1});
}

}  // namespace

SpringStage::SpringStage(const schema::SpringBone& springBone, const Skeleton& skeleton)
    : springBone_(springBone) {
  findOrder(skeleton);
  for (const Name name : order_) {
    const Spring& spring = springBone_.springs[name.spring];
    const std::uint32_t head = jointOf(name).node.value, tail = spring.joints[name.joint + 1].node.value;
    const Mat4d world = skeleton.worldMatrix(skeleton.rest, head, {});
    const Vec3d place = position(skeleton.worldMatrix(skeleton.rest, tail, {}));
    State state;
    state.boneLength = length(place - position(world));
    // Decision 6: the tail in the head's space, also when nodes stand between.
    if (const auto toHead = inverse(world))
      state.boneAxis = direction(applyPoint(*toHead, place)).value_or(Vec3d{});
    state.currentTail = place;
    if (spring.center) {
      if (const auto toCenter = inverse(skeleton.worldMatrix(skeleton.rest, spring.center.value, {})))
        state.currentTail = applyPoint(*toCenter, place);
    }
    state.prevTail = state.currentTail;
    states_.push_back(state);
  }
}

// Decision 8: groups in the spring's order, colliders in the group's.
std::vector<std::uint32_t> SpringStage::collidersOf(std::size_t spring) const {
  std::vector<std::uint32_t> out;
  for (const ColliderGroupIndex group : springBone_.springs[spring].colliderGroups) {
    for (const ColliderIndex collider : springBone_.colliderGroups[group.value].colliders)
      out.push_back(collider.value);
  }
  return out;
}

void SpringStage::findOrder(const Skeleton& skeleton) {
  // In the file's order, as far as each chain goes (decision 6). A claim replaces the one before (11).
  std::vector<Name> left;
  for (std::size_t s = 0; s < springBone_.springs.size(); ++s) {
    const std::vector<SpringJoint>& joints = springBone_.springs[s].joints;
    for (std::size_t j = 0; j + 1 < joints.size(); ++j) {
      if (!isAbove(skeleton, joints[j].node.value, joints[j + 1].node.value)) break;
      std::vector<Name> kept;
      for (const Name other : left) {
        if (jointOf(other).node != joints[j].node) kept.push_back(other);
      }
      left = kept;
      left.push_back({s, j});
    }
  }
  // Decision 10. What has to wait for what: below an ancestor, and with colliders that another chain carries.
  std::vector<std::vector<bool>> carries(springBone_.springs.size(),
                                         std::vector<bool>(springBone_.springs.size()));
  for (std::size_t s = 0; s < springBone_.springs.size(); ++s) {
    for (const std::uint32_t collider : collidersOf(s)) {
      const std::uint32_t node = springBone_.colliders[collider].node.value;
      for (const Name name : left) {
        const std::uint32_t head = jointOf(name).node.value;
        if (head == node || isAbove(skeleton, head, node)) carries[name.spring][s] = true;
      }
    }
  }
  // Rows wait for columns.
  const std::size_t n = left.size();
  std::vector<std::vector<bool>> below(n, std::vector<bool>(n)), waits = below;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      below[i][j] = isAbove(skeleton, jointOf(left[j]).node.value, jointOf(left[i]).node.value);
      waits[i][j] =
          below[i][j] || (left[i].spring != left[j].spring && carries[left[j].spring][left[i].spring]);
    }
  }
  std::vector<bool> done(n);
  const auto settled = [&](const std::vector<bool>& row) {
    for (std::size_t j = 0; j < n; ++j) {
      if (row[j] && !done[j]) return false;
    }
    return true;
  };
  while (order_.size() < n) {
    std::size_t next = 0;
    while (next < n && (done[next] || !settled(waits[next]))) ++next;
    if (next == n) {
      // A ring is cut at its first in the file, unless that has an ancestor in it. It must not wait for
      // another ring: whatever it waits for, also through others, waits for it as well.
      std::vector<std::vector<bool>> behind = waits;
      for (std::size_t via = 0; via < n; ++via) {
        for (std::size_t i = 0; i < n && !done[via]; ++i) {
          for (std::size_t j = 0; behind[i][via] && j < n; ++j) {
            if (behind[via][j]) behind[i][j] = true;
          }
        }
      }
      const auto first = [&](std::size_t i) {
        if (done[i] || !settled(below[i])) return false;
        for (std::size_t j = 0; j < n; ++j) {
          if (!done[j] && behind[i][j] && !behind[j][i]) return false;
        }
        return true;
      };
      next = 0;
      while (!first(next)) ++next;
    }
    done[next] = true;
    order_.push_back(left[next]);
  }
}

void SpringStage::run(Skeleton& skeleton, const Trsd& root, double dt, const Vec3d& force) {
  if (!(dt > 0)) return;
  for (std::size_t i = 0; i < order_.size(); ++i) step(order_[i], states_[i], skeleton, root, dt, force);
}

// "Update procedure".
void SpringStage::step(Name name, State& state, Skeleton& skeleton, const Trsd& root, double dt,
                       const Vec3d& force) const {
  const Spring& spring = springBone_.springs[name.spring];
  const SpringJoint& joint = jointOf(name);
  const std::uint32_t node = joint.node.value;
  const Trsd& rest = skeleton.rest[node];
  if (length(state.boneAxis) == 0) {
    skeleton.now[node].rotation = rest.rotation;
    return;
  }
  // Decision 9. What the root does not move it does not scale either.
  const double scale = skeleton.inScene[node] ? root.scale.x : 1;
  const double boneLength = state.boneLength * scale;

  // Decision 7: the center is where it is when this joint's step begins.
  const Mat4d center =
      spring.center ? skeleton.worldMatrix(skeleton.now, spring.center.value, root) : Mat4d{};
  const Vec3d currentTail = applyPoint(center, state.currentTail);
  const Vec3d prevTail = applyPoint(center, state.prevTail);

  const Vec3d worldPosition = position(skeleton.worldMatrix(skeleton.now, node, root));
  const Quatd restRotation = skeleton.parentRotation(skeleton.now, node, root) * rest.rotation;
  const Vec3d restDirection = rotate(restRotation, state.boneAxis);

  const auto towards = [&](const Vec3d& tail) {
    return direction(tail - worldPosition).value_or(restDirection);
  };
  // The length, then the limit.
  const auto constrained = [&](const Vec3d& tail) {
    Vec3d d = towards(tail);
    if (joint.limit) {
      const Quatd space = restRotation * axisRotation(state.boneAxis) * widen(joint.limit->rotation);
      d = rotate(space, limited(*joint.limit, rotate(inverse(space), d),
                                rotate(inverse(space), towards(currentTail))));
    }
    return worldPosition + d * boneLength;
  };

  const Vec3d inertia = (currentTail - prevTail) * (1 - static_cast<double>(joint.dragForce));
  const Vec3d stiffness = restDirection * (static_cast<double>(joint.stiffness) * scale * dt);
  const Vec3d external =
      (widen(joint.gravityDir) * static_cast<double>(joint.gravityPower) + force) * (scale * dt);
  Vec3d nextTail = constrained(currentTail + inertia + stiffness + external);

  for (const std::uint32_t i : collidersOf(name.spring)) {
    const Collider& collider = springBone_.colliders[i];
    const Contact touch =
        contact(collider.shape, skeleton.worldMatrix(skeleton.now, collider.node.value, root), nextTail,
                static_cast<double>(joint.hitRadius), scale, restDirection);
    if (touch.distance < 0) nextTail = constrained(nextTail - touch.direction * touch.distance);
  }

  // "Applying rotation".
  state.prevTail = state.currentTail;
  const auto toCenter = inverse(center);
  state.currentTail = toCenter ? applyPoint(*toCenter, nextTail) : nextTail;
  const auto toRest = inverse(skeleton.parentMatrix(skeleton.now, node, root) * toMatrix(rest));
  const std::optional<Vec3d> to = toRest ? direction(applyPoint(*toRest, nextTail)) : std::nullopt;
  skeleton.now[node].rotation = to ? normalized(rest.rotation * fromTo(state.boneAxis, *to)) : rest.rotation;
}

}  // namespace vrm::test::reference
