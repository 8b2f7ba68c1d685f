// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Eight chains of an avatar side by side.
#include "runtime/spring_solve.hpp"

#if VRM_WITH_SIMD
// Compiled once per instruction set by foreach_target.h, which includes this very file again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/spring_packs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>

#include "vrm/base/mat4.hpp"

HWY_BEFORE_NAMESPACE();
#if HWY_TARGET == HWY_SCALAR
namespace vrm {
namespace HWY_NAMESPACE {
// One lane: nothing to gain over the plain version.
void solvePacksWide(const SpringWork& work, const SpringPack* packs, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    for (const std::uint32_t chain : packs[i].chains) {
      if (chain != kNone) scalar::solveChain(work, work.program.chains[chain]);
    }
    for (const SpringSlot& slot : work.program.slots.subspan(packs[i].firstSlot, packs[i].slotCount)) {
      for (const std::uint32_t node : slot.nodes) {
        if (slot.ends && node < work.worlds.size()) shift(work.worlds.subspan(node, 1), work.inputs.origin);
      }
    }
  }
}
}  // namespace HWY_NAMESPACE
}  // namespace vrm
#else
#include "runtime/spring_lanes.inl"

namespace vrm {
namespace HWY_NAMESPACE {

// What lanes without a chain or collider work with.
struct Nowhere {
  Mat4 world = kIdentityMatrix;
  Quat rotation;
  PlacedCollider collider{{1e18f, 1e18f, 1e18f}, 0, {}, 0};
};

class PackSolver {
 public:
  VRM_SPRING_INLINE PackSolver(const SpringWork& work, const SpringPack& pack, std::size_t first)
      : work_(work), pack_(pack), first_(first), lanes_(hn::Lanes(Lanes())) {
    const SpringInputs& inputs = work.inputs;
    if (pack.oneParent) {
      const SpringChainRow& chain = work.program.chains[pack.chains[0]];
      const bool hangs = chain.parent != kNone;
      start_ = {spread(hangs ? work.worlds[chain.parent] : inputs.root),
                spread(hangs ? work.scratch.rotations[chain.rotation] : inputs.rootRotation)};
    } else {
      findParents();
    }
    around_.force = spread(inputs.force);
    if (!inputs.springForces.empty()) findForces();
    around_.scale = Many(inputs.scale);
    around_.inverseScale = Many(1 / inputs.scale);
    around_.step = Many(inputs.dt * inputs.scale);
    around_.centered = work.program.chains[pack.chains[0]].center != kNone;
    around_.moved = spread(around_.centered ? Vec3{} : inputs.moved);
    if (around_.centered) findCenters();
  }

  template <bool kLimited, bool kRigid>
  void solve() const {
    Frame<Many> frame = start_;
    for (std::uint32_t i = 0; i < pack_.slotCount; ++i)
      solveSlot<kLimited, kRigid>(work_.program.slots[pack_.firstSlot + i], frame);
  }

 private:
  void findParents() {
    Rows worlds, rotations;
    for (std::size_t i = 0; i < lanes_; ++i) {
      worlds.p[i] = nowhere_.world.data();
      rotations.p[i] = &nowhere_.rotation.x;
      const std::uint32_t index = pack_.chains[first_ + i];
      if (index == kNone) continue;
      const SpringChainRow& chain = work_.program.chains[index];
      const bool hangs = chain.parent != kNone;
      worlds.p[i] = hangs ? work_.worlds[chain.parent].data() : work_.inputs.root.data();
      rotations.p[i] = hangs ? &work_.scratch.rotations[chain.rotation].x : &work_.inputs.rootRotation.x;
    }
    start_ = {worlds.matrix(), rotationOf(rotations.at(0))};
  }
  void findForces() {
    HWY_ALIGN float force[3][kSpringLanes] = {};
    for (std::size_t i = 0; i < lanes_; ++i) {
      const std::uint32_t index = pack_.chains[first_ + i];
      if (index == kNone) continue;
      const Vec3 f = forceOn(work_.inputs, work_.program.chains[index].spring);
      force[0][i] = f.x, force[1][i] = f.y, force[2][i] = f.z;
    }
    around_.force = loadVector(force[0]);
  }
  // Of a row with one collider for all lanes.
  VRM_SPRING_INLINE Shape<Many> shapeOf(const SpringColliderLanes& row) const {
    const PlacedCollider& c = work_.scratch.colliders[row.colliders[0]];
    return {spread(c.center), Many(c.radius), spread(c.way), Many(c.inverseSquare)};
  }
  void findCenters() {
    Rows matrices, inverses;
    for (std::size_t i = 0; i < lanes_; ++i) {
      const std::uint32_t index = pack_.chains[first_ + i];
      const PlacedCenter* center =
          index == kNone ? nullptr : &work_.scratch.centers[work_.program.chains[index].center];
      matrices.p[i] = center ? center->matrix.data() : nowhere_.world.data();
      inverses.p[i] = center ? center->inverse.data() : nowhere_.world.data();
    }
    around_.center = matrices.matrix();
    around_.inverse = inverses.matrix();
  }

  // Vectors of each node, which may not be those at rest.
  V gatherVectors(std::span<const Vec3> list, const std::uint32_t* nodes, V atRest) const {
    HWY_ALIGN float v[3][kSpringLanes];
    storeVector(atRest, v[0]);
    for (std::size_t i = 0; i < lanes_; ++i) {
      if (nodes[i] >= list.size()) continue;
      const Vec3& from = list[nodes[i]];
      v[0][i] = from.x, v[1][i] = from.y, v[2][i] = from.z;
    }
    return loadVector(v[0]);
  }

  template <bool kLimited, bool kRigid>
  VRM_SPRING_INLINE void solveSlot(const SpringSlot& slot, Frame<Many>& frame) const {
    const std::uint32_t* const nodes = &slot.nodes[first_];
    float* rotations[kSpringLanes];
    float* worlds[kSpringLanes];
    for (std::size_t i = 0; i < lanes_; ++i) {
      rotations[i] = &work_.locals.rotations.data()[nodes[i]].x;
      worlds[i] = work_.worlds.data()[nodes[i]].data();
    }
    V translation = loadVector(&slot.translation[0][first_]), scale = loadVector(&slot.scale[0][first_]);
    if (work_.inputs.reshaped) {
      translation = gatherVectors(work_.locals.translations, nodes, translation);
      scale = gatherVectors(work_.locals.scales, nodes, scale);
    }
    Q rotation;
    if (slot.stateRow != kNone) {
      float* const row = work_.states.base + slot.stateRow * SpringStates::kRow + first_;
      Memory<Many> memory = loadMemory(row);
      rotation = stepped<kLimited, kRigid>(around_, jointOf(slot), frame, translation, scale, no(none()),
                                           memory, Meeting{*this, &slot.joints[first_]});
      storeMemory(memory, row);
    }
    if (!slot.allJoints) {
      // All other nodes keep their rotation.
      HWY_ALIGN float isJoint[kSpringLanes] = {};
      for (std::size_t i = 0; i < lanes_; ++i) isJoint[i] = slot.joints[first_ + i] == kNone ? 0.0f : 1.0f;
      const Q now = rotationOf(gather(rotations, 0));
      rotation = slot.stateRow != kNone ? select(less(Many(0.0f), load(isJoint)), rotation, now) : now;
    }
    scatter(rotation.x, rotation.y, rotation.z, rotation.w, rotations, 0);
    frame.parent = placed(frame.parent, translation, rotation, scale);
    if constexpr (kLimited || !kRigid) frame.rotation = frame.rotation * rotation;
    M world = frame.parent;
    if (slot.ends) world.place = world.place + spread(work_.inputs.origin);
    scatterMatrix(world, worlds);
  }

  static VRM_SPRING_INLINE Many::Mask none() { return less(Many(1.0f), Many(0.0f)); }

  VRM_SPRING_INLINE Joint<Many> jointOf(const SpringSlot& slot) const {
    const float* parameters = &slot.parameters[0][first_];
    HWY_ALIGN float own[6][kSpringLanes];
    if (!work_.inputs.parameters.empty()) {
      copyParameters(slot, own);
      parameters = own[0];
    }
    return {loadVector(&slot.axis[0][first_]),        loadVector(&slot.restDirection[0][first_]),
            loadRotation(&slot.rest[0][first_]),      load(&slot.length[first_]),
            load(&slot.inverseLength[first_]),        load(parameters),
            load(parameters + kSpringLanes),          load(parameters + 2 * kSpringLanes),
            loadVector(parameters + 3 * kSpringLanes)};
  }
  void copyParameters(const SpringSlot& slot, float (&own)[6][kSpringLanes]) const {
    for (std::size_t i = 0; i < lanes_; ++i) {
      const std::uint32_t joint = slot.joints[first_ + i];
      if (joint == kNone) {
        for (std::size_t k = 0; k < 6; ++k) own[k][i] = slot.parameters[k][first_ + i];
        continue;
      }
      const SpringParameters& p = work_.inputs.parameters[joint];
      own[0][i] = p.stiffness, own[1][i] = p.dragForce, own[2][i] = p.hitRadius;
      own[3][i] = p.gravity.x, own[4][i] = p.gravity.y, own[5][i] = p.gravity.z;
    }
  }

  // The limits and colliders of one slot.
  struct Meeting {
    const PackSolver& pack;
    const std::uint32_t* joints;

    VRM_SPRING_INLINE Limit<Many> limitOf(const Q& parentRotation, const V& before) const {
      return pack.limitOf(joints, parentRotation, before);
    }
    template <bool kLimited>
    VRM_SPRING_INLINE V collided(const Reach<Many>& reach, const Limit<Many>& limit, V tail) const {
      return pack.collided<kLimited>(reach, limit, tail);
    }
  };

  VRM_SPRING_INLINE Limit<Many> limitOf(const std::uint32_t* joints, const Q& parentRotation,
                                        const V& before) const {
    HWY_ALIGN float n[11][kSpringLanes] = {};
    for (std::size_t i = 0; i < lanes_; ++i) {
      if (joints[i] == kNone) continue;
      const SpringLimitRow& row = work_.program.joints[joints[i]].limit;
      n[0][i] = row.type == SpringLimitType::Cone ? 1.0f : 0.0f;
      n[1][i] = row.type == SpringLimitType::Hinge ? 1.0f : 0.0f;
      n[2][i] = row.type == SpringLimitType::Spherical ? 1.0f : 0.0f;
      n[3][i] = row.frame.x, n[4][i] = row.frame.y, n[5][i] = row.frame.z, n[6][i] = row.frame.w;
      n[7][i] = row.cosine, n[8][i] = row.sine, n[9][i] = row.cosineYaw, n[10][i] = row.sineYaw;
    }
    const Many zero(0.0f);
    Limit<Many> out;
    out.cone = less(zero, load(n[0])), out.hinge = less(zero, load(n[1])),
    out.spherical = less(zero, load(n[2]));
    out.frame = parentRotation * Q{load(n[3]), load(n[4]), load(n[5]), load(n[6])};
    out.cosine = load(n[7]), out.sine = load(n[8]), out.cosineYaw = load(n[9]), out.sineYaw = load(n[10]);
    out.before = before;
    return out;
  }

  template <bool kLimited>
  VRM_SPRING_INLINE V collided(const Reach<Many>& reach, const Limit<Many>& limit, V tail) const {
    for (std::uint32_t i = 0; i < pack_.rowCount; ++i) {
      const SpringColliderLanes& row = work_.program.colliderLanes[pack_.firstRow + i];
      tail = row.same ? collidedBy<kLimited>(work_.program.colliders[row.colliders[0]], shapeOf(row), reach,
                                             limit, tail)
                      : mixed<kLimited>(row, reach, limit, tail);
    }
    return tail;
  }

  // Another collider for each lane.
  template <bool kLimited>
  VRM_SPRING_INLINE V mixed(const SpringColliderLanes& row, const Reach<Many>& reach,
                            const Limit<Many>& limit, const V& tail) const {
    Rows from;
    HWY_ALIGN float plane[kSpringLanes] = {}, inside[kSpringLanes] = {};
    for (std::size_t i = 0; i < lanes_; ++i) {
      const std::uint32_t index = row.colliders[first_ + i];
      from.p[i] = index == kNone ? &nowhere_.collider.center.x : &work_.scratch.colliders[index].center.x;
      if (index == kNone) continue;
      plane[i] = work_.program.colliders[index].type == SpringColliderType::Plane ? 1.0f : 0.0f;
      inside[i] = work_.program.colliders[index].inside ? 1.0f : 0.0f;
    }
    const Four center = from.at(0), way = from.at(4);
    const Many zero(0.0f);
    return HWY_NAMESPACE::collided<ShapeKinds::Any, kLimited>(
        reach, limit, {vectorOf(center), center.d, vectorOf(way), way.d}, less(zero, load(plane)),
        less(zero, load(inside)), tail);
  }

  const SpringWork& work_;
  const SpringPack& pack_;
  const std::size_t first_, lanes_;
  Frame<Many> start_;
  Surroundings<Many> around_;
  Nowhere nowhere_;
};

void solvePack(const SpringWork& work, const SpringPack& pack, std::size_t first, bool rigid) {
  const PackSolver solver(work, pack, first);
  if (pack.limits) {
    rigid ? solver.solve<true, true>() : solver.solve<true, false>();
  } else {
    rigid ? solver.solve<false, true>() : solver.solve<false, false>();
  }
}

void solvePacksWide(const SpringWork& work, const SpringPack* packs, std::size_t count) {
  const bool stays = staysRigid(work.inputs);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t first = 0; first < kSpringLanes; first += hn::Lanes(Lanes())) {
      if (packs[i].chains[first] != kNone) solvePack(work, packs[i], first, packs[i].rigid && stays);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace vrm
#endif
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vrm {
HWY_EXPORT(solvePacksWide);

void wide::solvePacks(const SpringWork& work, std::span<const SpringPack> packs) noexcept {
  HWY_DYNAMIC_DISPATCH(solvePacksWide)(work, packs.data(), packs.size());
}
}  // namespace vrm
#endif
#endif
