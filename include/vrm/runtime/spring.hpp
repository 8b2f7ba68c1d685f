// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Springs: VRMC_springBone (seed 002), its angle limits (VRMC_springBone_limit, seed 000) and the further
// shapes of colliders (VRMC_springBone_extended_collider), as decisions 5 to 17 read them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/runtime/hierarchy.hpp"

namespace vrm {

using SpringIndex = Index<struct SpringTag>;
using SpringJointIndex = Index<struct SpringJointTag>;

// What can be changed of a joint while it swings; the standard's words.
struct SpringParameters {
  float stiffness = 1;     // 0 or more
  float dragForce = 0.5f;  // 0 to 1
  float hitRadius = 0;     // 0 or more
  Vec3 gravity;            // gravityDir * gravityPower
  friend constexpr bool operator==(const SpringParameters&, const SpringParameters&) = default;
};

// An angle limit, with what the formulas of seed 000 need of the angles: cone and hinge have one, spherical
// has pitch and yaw.
enum class SpringLimitType : std::uint8_t { None, Cone, Hinge, Spherical };
struct SpringLimitRow {
  SpringLimitType type = SpringLimitType::None;
  Quat frame;  // from limit space to the space of the node's parent (decision 15)
  float cosine = 1, sine = 0;
  float cosineYaw = 1, sineYaw = 0;
};

// A joint that rotates: the head of a pair of head and tail.
struct SpringJointRow {
  std::uint32_t node = 0;
  std::uint32_t spring = 0;
  Vec3 axis;                  // boneAxis: towards the tail, in the node's space, of length 1
  float length = 0;           // boneLength: in the world, at rest
  float inverseLength = 0;    // 1 / length
  Quat rest;                  // initialLocalRotation
  Vec3 restDirection;         // rest * axis: in the space of the node's parent
  Vec3 startHead, startTail;  // SpringJointState, at rest with the avatar at the world's origin
  SpringParameters parameters;
  SpringLimitRow limit;
};

enum class SpringColliderType : std::uint8_t { Sphere, Capsule, Plane };
struct SpringColliderRow {
  std::uint32_t node = 0;
  SpringColliderType type = SpringColliderType::Sphere;
  bool inside = false;
  float radius = 0;
  Vec3 offset;
  Vec3 tail;  // of a capsule; of a plane its normal
};
// By what is to be done about it. Inside: the inside of a sphere or capsule. Different: lanes do not have one
// and the same.
enum class SpringColliderKind : std::uint8_t { None, Sphere, Capsule, Plane, Inside, Different };
constexpr SpringColliderKind kindOf(const SpringColliderRow& row) noexcept {
  if (row.type == SpringColliderType::Plane) return SpringColliderKind::Plane;
  if (row.inside) return SpringColliderKind::Inside;
  return row.type == SpringColliderType::Capsule ? SpringColliderKind::Capsule : SpringColliderKind::Sphere;
}

// A node of a chain: one of its joints, or one between two joints or at the end, which is carried along.
struct SpringLink {
  std::uint32_t node = 0;
  std::uint32_t joint = kNone;
};

// Joints one below the other, from the top down, with the nodes between them.
struct SpringChainRow {
  std::uint32_t spring = 0;
  std::uint32_t firstLink = 0, linkCount = 0;
  std::uint32_t parent = kNone;    // node above the first
  std::uint32_t rotation = kNone;  // its place among SpringProgram::rotations; kNone: there is no node above
  std::uint32_t center = kNone;    // place among SpringProgram::centers
  std::uint32_t firstCollider = 0, colliderCount = 0;  // of SpringProgram::colliderLists
  // A collider or the center moves while the chain does, since it hangs on it or on one behind it: worked out
  // anew for every joint. Chains outside of the scene count as such too, so that lanes have one root.
  bool live = false;
  bool rigid = false;   // no node of it or above it has a scale; the avatar's root may have one
  bool limits = false;  // some joint has one
};

// Up to sixteen chains that are solved side by side, one per lane, link by link. All have a center, or none
// has; all are rigid, or none is.
inline constexpr std::size_t kSpringLanes = 16, kHalfSpringLanes = kSpringLanes / 2;
struct SpringPack {
  std::array<std::uint32_t, kSpringLanes> chains{};  // kNone: the lane is empty; the first never is
  std::uint32_t firstSlot = 0, slotCount = 0;
  std::array<std::uint32_t, kSpringLanes / 4> slotCounts{};  // how many of them each four lanes have
  std::uint32_t firstRow = 0, rowCount = 0;
  bool rigid = false, limits = false;
  bool oneParent = false;  // all chains hang on one node
  bool halves = false;     // of the lanes are better solved one by one: they meet other colliders
};
// One link of each chain of a pack, as far as the model alone says. A lane whose chain has ended has harmless
// numbers, and a node behind the last one: it works along, and nobody reads what it writes.
struct alignas(64) SpringSlot {
  float axis[3][kSpringLanes] = {};
  float restDirection[3][kSpringLanes] = {};
  float rest[4][kSpringLanes] = {};
  float length[kSpringLanes] = {};
  float inverseLength[kSpringLanes] = {};
  float parameters[6][kSpringLanes] = {};   // stiffness, dragForce, hitRadius, gravity
  float translation[3][kSpringLanes] = {};  // of the nodes, at rest
  float scale[3][kSpringLanes] = {};
  std::array<std::uint32_t, kSpringLanes> nodes{};
  std::array<std::uint32_t, kSpringLanes>
      places{};  // of their rotations, in bytes; matrices are 4 times as far
  std::array<std::uint32_t, kSpringLanes> joints{};  // kNone: a node between joints; the chain has ended
  std::uint32_t stateRow = kNone;                    // of SpringStates; kNone: no lane has a joint
  bool allJoints = false;                            // in all lanes that have a node
  bool ends = false;  // nobody reads the matrices of the nodes while springs are solved
};
static_assert(sizeof(Mat4) == 4 * sizeof(Quat));
// The collider that each chain of a pack meets next.
struct SpringColliderLanes {
  std::array<std::uint32_t, kSpringLanes> colliders{};  // kNone: it has no more
  std::array<SpringColliderKind, kSpringLanes / kHalfSpringLanes>
      kinds{};  // of half of the lanes each, as far as they are not empty
};

// A node whose rotation in the world is needed.
struct SpringRotation {
  std::uint32_t node = 0;
  std::uint32_t parent = kNone;  // place among the rotations; kNone: a root
};

// Chains that do not depend on each other. Ranges are of the lists in SpringProgram.
struct SpringWave {
  std::uint32_t firstChain = 0, chainCount = 0;
  std::uint32_t packedCount = 0;  // the first so many are in the packs, the others are live
  std::uint32_t firstPack = 0, packCount = 0;
  // What the chains need, and what is right only after the waves before.
  std::uint32_t firstRotation = 0, rotationCount = 0;
  std::uint32_t firstCollider = 0, colliderCount = 0;
  std::uint32_t firstCenter = 0, centerCount = 0;
  // Nodes below the chains that are in none: their matrices are due afterwards.
  std::uint32_t firstBelow = 0, belowCount = 0;
};

// Everything about the springs of a model, in the order of the work (decision 10).
struct SpringProgram {
  std::span<const SpringJointRow> joints;
  std::span<const SpringChainRow> chains;
  std::span<const SpringLink> links;
  std::span<const SpringWave> waves;
  std::span<const SpringPack> packs;
  std::span<const SpringSlot> slots;
  std::span<const std::uint32_t> places;  // of the states of an avatar's joints
  std::span<const SpringColliderLanes> colliderLanes;
  std::span<const SpringRotation> rotations;
  std::span<const SpringColliderRow> colliders;
  std::span<const std::uint32_t> colliderLists;
  std::span<const std::uint32_t> centers;  // nodes
  std::span<const std::uint32_t> below;    // nodes
  std::span<const NodeRange> apart;        // nodes that no spring moves
  std::span<const NodeRange> read;         // nodes in the scene that are in no slot that `ends`
  bool turns = false;                      // some chain needs the rotation of its parent
};

// What a joint remembers. In center space if there is a center; else in the axes of the world, from where the
// avatar's root was. Tails are told from the head.
struct SpringJointState {
  Vec3 tail;          // currentTail
  Vec3 previousTail;  // prevTail
  Vec3 head;
};

// The states of the joints of an avatar: rows of sixteen lanes, number by number, as wide code wants them.
struct SpringStates {
  static constexpr std::size_t kRow = 9 * kSpringLanes;  // floats
  float* base = nullptr;
  std::span<const std::uint32_t> places;  // of the first number of each joint

  SpringJointState get(std::uint32_t joint) const noexcept {
    const float* const p = base + places[joint];
    const auto vector = [&](std::size_t i) {
      return Vec3{p[i * kSpringLanes], p[(i + 1) * kSpringLanes], p[(i + 2) * kSpringLanes]};
    };
    return {vector(0), vector(3), vector(6)};
  }
  void set(std::uint32_t joint, const SpringJointState& state) const noexcept {
    float* p = base + places[joint];
    for (const Vec3& v : {state.tail, state.previousTail, state.head}) {
      p[0] = v.x, p[kSpringLanes] = v.y, p[2 * kSpringLanes] = v.z;
      p += 3 * kSpringLanes;
    }
  }
};

// A collider where it is now.
struct PlacedCollider {
  Vec3 center;
  float radius = 0;
  Vec3 way;                 // of a capsule: from the center to the other end; of a plane: its normal
  float inverseSquare = 0;  // of a capsule: 1 / |way|^2, 0 for one without length
};

// A center where it is now.
struct PlacedCenter {
  Mat4 matrix{};
  Mat4 inverse{};  // of the linear part
};
PlacedCenter placedCenter(const Mat4& world) noexcept;

// What a step works with besides the nodes.
struct SpringScratch {
  std::span<Quat> rotations;            // as many as SpringProgram::rotations
  std::span<PlacedCollider> colliders;  // as many as SpringProgram::colliders
  std::span<PlacedCenter> centers;      // as many as SpringProgram::centers
};

// What a step does with the chains of a spring.
enum class SpringMode : std::uint8_t {
  Off,  // its nodes are left alone
  On,
  Restart,  // they are put at rest, and do not move yet
};

// What a step is told.
struct SpringInputs {
  float dt = 0;
  float scale = 1;  // of the avatar's root (decision 9)
  // What places the scene's roots. Everything happens in the axes of the world around the avatar's root, so
  // that an avatar far from the origin moves as smoothly: the matrix has no translation.
  Quat rootRotation;
  Mat4 root = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  Vec3 origin;                                   // where the root is: added to the matrices at last
  Vec3 moved;                                    // of the root, since the last step
  Vec3 force;                                    // in the world, added to the gravity of every spring
  std::span<const Vec3> springForces;            // one per spring: added as well; empty: none
  std::span<const SpringMode> modes;             // one per spring
  std::span<const std::uint32_t> parents;        // of nodes
  std::uint32_t sceneEnd = 0;                    // nodes from here on are placed by nothing
  std::span<const SpringParameters> parameters;  // one per joint; empty: those of the model
  bool reshaped = true;  // nodes in chains may have other translations or scales than at rest
};

// One step of `dt` seconds: from the local transforms of all nodes, the new rotations of the joints, and the
// matrices of all nodes. A dt that is not positive gives the matrices alone. Behind the last rotation and the
// last matrix there is room for one more, which lanes without a node write.
void stepSprings(const SpringProgram& program, const SpringInputs& inputs, const Locals& locals,
                 const SpringStates& states, const SpringScratch& scratch, std::span<Mat4> worlds) noexcept;

// When the avatar's root is turned and scaled at once, without being moved there: the tails come along as
// they are. Those in center space do so anyway.
void carrySprings(const SpringProgram& program, std::uint32_t sceneEnd, const Quat& turn, float scale,
                  const SpringStates& states) noexcept;

}  // namespace vrm
