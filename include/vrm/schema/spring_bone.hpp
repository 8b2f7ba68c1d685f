// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"

namespace vrm {
using ColliderIndex = Index<struct ColliderTag>;
using ColliderGroupIndex = Index<struct ColliderGroupTag>;
}  // namespace vrm

namespace vrm::schema {

// VRMC_springBone `colliders[*].shape` and the shapes of VRMC_springBone_extended_collider. Vectors are in the node's
// space.
struct ColliderShape {
  enum class Type : std::uint8_t { Sphere, Capsule, Plane };
  Type type = Type::Sphere;
  Vec3 offset;
  float radius = 0;           // sphere, capsule
  Vec3 tail;                  // capsule
  Vec3 normal{0, 0, 1};       // plane
  bool inside = false;        // sphere, capsule
  friend bool operator==(const ColliderShape&, const ColliderShape&) = default;
};
std::string_view name(ColliderShape::Type type) noexcept;

struct Collider {
  NodeIndex node;
  ColliderShape shape;
  // What readers without VRMC_springBone_extended_collider use instead; only beside an extended shape.
  std::optional<ColliderShape> fallback;
  friend bool operator==(const Collider&, const Collider&) = default;
};

struct ColliderGroup {
  std::string name;
  std::vector<ColliderIndex> colliders;
  friend bool operator==(const ColliderGroup&, const ColliderGroup&) = default;
};

// VRMC_springBone_limit (seed 000). Angles in radians, already clamped as decision 17 says.
struct SpringLimit {
  enum class Type : std::uint8_t { Cone, Hinge, Spherical };
  Type type = Type::Cone;
  float angle = 0;  // cone, hinge
  float pitch = 0;  // spherical
  float yaw = 0;    // spherical
  Quat rotation;
  friend bool operator==(const SpringLimit&, const SpringLimit&) = default;
};
std::string_view name(SpringLimit::Type type) noexcept;

struct SpringJoint {
  NodeIndex node;
  float hitRadius = 0;
  float stiffness = 1;
  float gravityPower = 0;
  Vec3 gravityDir{0, -1, 0};  // model space
  float dragForce = 0.5f;
  std::optional<SpringLimit> limit;
  friend bool operator==(const SpringJoint&, const SpringJoint&) = default;
};

// A chain: each joint is a descendant of the one before it. The last one is only the tail of the one before.
struct Spring {
  std::string name;
  std::vector<SpringJoint> joints;
  std::vector<ColliderGroupIndex> colliderGroups;
  NodeIndex center;
  friend bool operator==(const Spring&, const Spring&) = default;
};

struct SpringBone {
  std::vector<Collider> colliders;
  std::vector<ColliderGroup> colliderGroups;
  std::vector<Spring> springs;
  friend bool operator==(const SpringBone&, const SpringBone&) = default;
};

}  // namespace vrm::schema
