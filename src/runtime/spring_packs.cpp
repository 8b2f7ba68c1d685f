// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Up to sixteen chains of an avatar side by side.
#include "runtime/spring_solve.hpp"

#if VRM_WITH_SIMD
// Compiled once per instruction set by foreach_target.h, which includes this very file again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/spring_packs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

// What lanes without a chain or collider work with. Nothing is closer than NaN.
struct Nowhere {
  Mat4 world = kIdentityMatrix;
  Quat rotation;
  PlacedCollider collider{{}, std::numeric_limits<float>::quiet_NaN(), {}, 0};
};

template <class F>
class PackSolver {
 public:
  using V = Vec<F>;
  using Q = Turn<F>;
  VRM_SPRING_INLINE PackSolver(const SpringWork& work, const SpringPack& pack, std::size_t first)
      : work_(work), pack_(pack), first_(first) {
    const SpringInputs& inputs = work.inputs;
    if (pack.oneParent) {
      const SpringChainRow& chain = work.program.chains[pack.chains[0]];
      const bool hangs = chain.parent != kNone;
      start_ = {spread<F>(hangs ? work.worlds[chain.parent] : inputs.root),
                spread<F>(hangs ? work.scratch.rotations[chain.rotation] : inputs.rootRotation)};
    } else {
      findParents();
    }
    around_.force = spread<F>(inputs.force);
    if (!inputs.springForces.empty()) findForces();
    around_.scale = F(inputs.scale);
    around_.inverseScale = F(1 / inputs.scale);
    around_.step = F(inputs.dt * inputs.scale);
    around_.centered = work.program.chains[pack.chains[0]].center != kNone;
    around_.moved = spread<F>(around_.centered ? Vec3{} : inputs.moved);
    if (around_.centered) findCenters();
  }

  template <bool kLimited, bool kRigid>
  void solve() const {
    Frame<F> frame = start_;
    std::uint32_t count = 0;
    for (std::size_t i = first_ / 4; i < (first_ + F::kLanes) / 4; ++i)
      count = std::max(count, pack_.slotCounts[i]);
    for (std::uint32_t i = 0; i < count; ++i)
      solveSlot<kLimited, kRigid>(work_.program.slots[pack_.firstSlot + i], frame);
  }

 private:
  void findParents() {
    const float* worlds[F::kLanes];
    const float* rotations[F::kLanes];
    for (std::size_t i = 0; i < F::kLanes; ++i) {
      worlds[i] = nowhere_.world.data();
      rotations[i] = &nowhere_.rotation.x;
      const std::uint32_t index = pack_.chains[first_ + i];
      if (index == kNone) continue;
      const SpringChainRow& chain = work_.program.chains[index];
      const bool hangs = chain.parent != kNone;
      worlds[i] = hangs ? work_.worlds[chain.parent].data() : work_.inputs.root.data();
      rotations[i] = hangs ? &work_.scratch.rotations[chain.rotation].x : &work_.inputs.rootRotation.x;
    }
    start_ = {gatherMatrix<F>([&](std::size_t lane) { return worlds[lane]; }),
              gather<F>([&](std::size_t lane) { return rotations[lane]; })};
  }
  void findForces() {
    HWY_ALIGN float force[3][kSpringLanes] = {};
    for (std::size_t i = 0; i < F::kLanes; ++i) {
      const std::uint32_t index = pack_.chains[first_ + i];
      if (index == kNone) continue;
      const Vec3 f = forceOn(work_.inputs, work_.program.chains[index].spring);
      force[0][i] = f.x, force[1][i] = f.y, force[2][i] = f.z;
    }
    around_.force = loadVector<F>(force[0]);
  }
  void findCenters() {
    const float* matrices[F::kLanes];
    const float* inverses[F::kLanes];
    for (std::size_t i = 0; i < F::kLanes; ++i) {
      const std::uint32_t index = pack_.chains[first_ + i];
      const PlacedCenter* center =
          index == kNone ? nullptr : &work_.scratch.centers[work_.program.chains[index].center];
      matrices[i] = center ? center->matrix.data() : nowhere_.world.data();
      inverses[i] = center ? center->inverse.data() : nowhere_.world.data();
    }
    around_.center = gatherMatrix<F>([&](std::size_t lane) { return matrices[lane]; });
    around_.inverse = gatherMatrix<F>([&](std::size_t lane) { return inverses[lane]; });
  }

  // Vectors of each node, which may not be those at rest.
  V gatherVectors(std::span<const Vec3> list, const std::uint32_t* nodes, V atRest) const {
    HWY_ALIGN float v[3][kSpringLanes];
    storeVector(atRest, v[0]);
    for (std::size_t i = 0; i < F::kLanes; ++i) {
      if (nodes[i] >= list.size()) continue;
      const Vec3& from = list[nodes[i]];
      v[0][i] = from.x, v[1][i] = from.y, v[2][i] = from.z;
    }
    return loadVector<F>(v[0]);
  }

  template <bool kLimited, bool kRigid>
  VRM_SPRING_INLINE void solveSlot(const SpringSlot& slot, Frame<F>& frame) const {
    const std::uint32_t* const nodes = &slot.nodes[first_];
    const std::uint32_t* const places = &slot.places[first_];
    const auto rotations = [from = reinterpret_cast<char*>(work_.locals.rotations.data()), places](
                               std::size_t lane) { return reinterpret_cast<float*>(from + places[lane]); };
    const auto worlds = [from = reinterpret_cast<char*>(work_.worlds.data()), places](std::size_t lane) {
      return reinterpret_cast<float*>(from + std::size_t{4} * places[lane]);
    };
    V translation = loadVector<F>(&slot.translation[0][first_]),
      scale = loadVector<F>(&slot.scale[0][first_]);
    if (work_.inputs.reshaped) {
      translation = gatherVectors(work_.locals.translations, nodes, translation);
      scale = gatherVectors(work_.locals.scales, nodes, scale);
    }
    Q rotation;
    if (slot.stateRow != kNone) {
      float* const row = work_.states.base + slot.stateRow * SpringStates::kRow + first_;
      Memory<F> memory = loadMemory<F>(row);
      rotation = stepped<kLimited, kRigid>(around_, jointOf(slot), frame, translation, scale, no(none()),
                                           memory, Meeting{*this, &slot.joints[first_]});
      storeMemory(memory, row);
    }
    if (!slot.allJoints) {
      // All other nodes keep their rotation.
      HWY_ALIGN float isJoint[kSpringLanes] = {};
      for (std::size_t i = 0; i < F::kLanes; ++i) isJoint[i] = slot.joints[first_ + i] == kNone ? 0.0f : 1.0f;
      const Q now = gather<F>(rotations);
      rotation = slot.stateRow != kNone ? select(less(F(0.0f), F::load(isJoint)), rotation, now) : now;
    }
    scatter(rotation, rotations);
    frame.parent = placed(frame.parent, translation, rotation, scale);
    if constexpr (kLimited || !kRigid) frame.rotation = frame.rotation * rotation;
    Affine<F> world = frame.parent;
    if (slot.ends) world.place = world.place + spread<F>(work_.inputs.origin);
    scatterMatrix(world, worlds);
  }

  static VRM_SPRING_INLINE typename F::Mask none() { return less(F(1.0f), F(0.0f)); }

  VRM_SPRING_INLINE Joint<F> jointOf(const SpringSlot& slot) const {
    const float* parameters = &slot.parameters[0][first_];
    HWY_ALIGN float own[6][kSpringLanes];
    if (!work_.inputs.parameters.empty()) {
      copyParameters(slot, own);
      parameters = own[0];
    }
    return {loadVector<F>(&slot.axis[0][first_]),        loadVector<F>(&slot.restDirection[0][first_]),
            loadRotation<F>(&slot.rest[0][first_]),      F::load(&slot.length[first_]),
            F::load(&slot.inverseLength[first_]),        F::load(parameters),
            F::load(parameters + kSpringLanes),          F::load(parameters + 2 * kSpringLanes),
            loadVector<F>(parameters + 3 * kSpringLanes)};
  }
  void copyParameters(const SpringSlot& slot, float (&own)[6][kSpringLanes]) const {
    for (std::size_t i = 0; i < F::kLanes; ++i) {
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

    VRM_SPRING_INLINE Limit<F> limitOf(const Q& parentRotation, const V& before) const {
      return pack.limitOf(joints, parentRotation, before);
    }
    template <bool kLimited>
    VRM_SPRING_INLINE V collided(const Reach<F>& reach, const Limit<F>& limit, V tail) const {
      return pack.collided<kLimited>(reach, limit, tail);
    }
  };

  VRM_SPRING_INLINE Limit<F> limitOf(const std::uint32_t* joints, const Q& parentRotation,
                                     const V& before) const {
    HWY_ALIGN float n[11][kSpringLanes] = {};
    for (std::size_t i = 0; i < F::kLanes; ++i) {
      if (joints[i] == kNone) continue;
      const SpringLimitRow& row = work_.program.joints[joints[i]].limit;
      n[0][i] = row.type == SpringLimitType::Cone ? 1.0f : 0.0f;
      n[1][i] = row.type == SpringLimitType::Hinge ? 1.0f : 0.0f;
      n[2][i] = row.type == SpringLimitType::Spherical ? 1.0f : 0.0f;
      n[3][i] = row.frame.x, n[4][i] = row.frame.y, n[5][i] = row.frame.z, n[6][i] = row.frame.w;
      n[7][i] = row.cosine, n[8][i] = row.sine, n[9][i] = row.cosineYaw, n[10][i] = row.sineYaw;
    }
    const F zero(0.0f);
    Limit<F> out;
    out.cone = less(zero, F::load(n[0])), out.hinge = less(zero, F::load(n[1])),
    out.spherical = less(zero, F::load(n[2]));
    out.frame = parentRotation * Q{F::load(n[3]), F::load(n[4]), F::load(n[5]), F::load(n[6])};
    out.cosine = F::load(n[7]), out.sine = F::load(n[8]), out.cosineYaw = F::load(n[9]),
    out.sineYaw = F::load(n[10]);
    out.before = before;
    return out;
  }

  template <bool kLimited>
  VRM_SPRING_INLINE V collided(const Reach<F>& reach, const Limit<F>& limit, V tail) const {
    const SpringColliderLanes* const rows = work_.program.colliderLanes.data() + pack_.firstRow;
    const std::size_t half = first_ / kHalfSpringLanes;
    const auto kind = [&](std::uint32_t i) { return rows[i].kinds[half]; };
    const auto shape = [&](std::uint32_t i) { return shapeOf(rows[i].colliders[first_]); };
    for (std::uint32_t i = 0;; ++i) {
      i = nextHit(i, pack_.rowCount, kind, shape, reach, tail);
      if (i >= pack_.rowCount) return tail;
      if (kind(i) == SpringColliderKind::Different) {
        tail = mixed<kLimited>(rows[i], reach, limit, tail);
      } else {
        tail = collidedBy<kLimited>(kind(i), shape(i), reach, limit, tail);
      }
    }
  }
  // One collider for all lanes.
  VRM_SPRING_INLINE Shape<F> shapeOf(std::uint32_t collider) const {
    const PlacedCollider& c = work_.scratch.colliders.data()[collider];
    return {spread<F>(c.center), F(c.radius), spread<F>(c.way), F(c.inverseSquare)};
  }
  // Another collider for each lane.
  template <bool kLimited>
  VRM_SPRING_INLINE V mixed(const SpringColliderLanes& row, const Reach<F>& reach, const Limit<F>& limit,
                            const V& tail) const {
    const float* from[F::kLanes];
    HWY_ALIGN float plane[kSpringLanes] = {}, inside[kSpringLanes] = {};
    for (std::size_t i = 0; i < F::kLanes; ++i) {
      const std::uint32_t index = row.colliders[first_ + i];
      from[i] = index == kNone ? &nowhere_.collider.center.x : &work_.scratch.colliders[index].center.x;
      if (index == kNone) continue;
      plane[i] = work_.program.colliders[index].type == SpringColliderType::Plane ? 1.0f : 0.0f;
      inside[i] = work_.program.colliders[index].inside ? 1.0f : 0.0f;
    }
    const Q center = gather<F>([&](std::size_t lane) { return from[lane]; });
    const Q way = gather<F>([&](std::size_t lane) { return from[lane] + 4; });
    const F zero(0.0f);
    return HWY_NAMESPACE::collided<ShapeKinds::Any, kLimited>(
        reach, limit, {{center.x, center.y, center.z}, center.w, {way.x, way.y, way.z}, way.w},
        less(zero, F::load(plane)), less(zero, F::load(inside)), tail);
  }

  const SpringWork& work_;
  const SpringPack& pack_;
  const std::size_t first_;
  Frame<F> start_;
  Surroundings<F> around_;
  Nowhere nowhere_;
};

template <class F>
void solvePack(const SpringWork& work, const SpringPack& pack, std::size_t first, bool rigid) {
  const PackSolver<F> solver(work, pack, first);
  if (pack.limits) {
    rigid ? solver.template solve<true, true>() : solver.template solve<true, false>();
  } else {
    rigid ? solver.template solve<false, true>() : solver.template solve<false, false>();
  }
}

void solvePacksWide(const SpringWork& work, const SpringPack* packs, std::size_t count) {
  const bool stays = staysRigid(work.inputs);
  for (std::size_t i = 0; i < count; ++i) {
    const SpringPack& pack = packs[i];
    const auto chains = static_cast<std::size_t>(std::find(pack.chains.begin(), pack.chains.end(), kNone) -
                                                 pack.chains.begin());
    for (std::size_t first = 0; first < chains;) {
      const bool wide = chains - first > Narrow::kLanes && !pack.halves;
      // NOLINTBEGIN(misc-redundant-expression): on some machines both are as wide
      wide ? solvePack<Wide>(work, pack, first, pack.rigid && stays)
           : solvePack<Narrow>(work, pack, first, pack.rigid && stays);
      first += wide ? Wide::kLanes : Narrow::kLanes;
      // NOLINTEND(misc-redundant-expression)
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
