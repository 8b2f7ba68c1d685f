// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Eight chains side by side. Every number of a lane is worked out by the operations of spring_step.inl, in
// the same order as by the plain solver (spring_scalar.cpp), so the bits are the same.
#include "runtime/spring_solve.hpp"

#if VRM_WITH_SIMD
// Compiled once per instruction set by foreach_target.h, which includes this very file again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/spring_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>

#include "vrm/base/mat4.hpp"

// All in one function is fastest; with what sanitizers add, compiling that would take minutes.
#undef VRM_SPRING_INLINE
#ifdef VRM_SANITIZED
#define VRM_SPRING_INLINE inline
#else
#define VRM_SPRING_INLINE HWY_INLINE
#endif

HWY_BEFORE_NAMESPACE();
namespace vrm {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
// One lane: nothing to gain over the plain version.
void solvePacksWide(const SpringWork& work, const SpringPack* packs, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    for (const std::uint32_t chain : packs[i].chains) {
      if (chain != kNone) scalar::solveChain(work, work.program.chains[chain]);
    }
  }
}
#else

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, kSpringLanes>;
using Row = hn::FixedTag<float, 4>;

// A vector of floats with the operations that spring_step.inl asks for. Mul and Add, never MulAdd: a fused
// operation rounds once, and not every machine has it.
struct Many {
  using Mask = hn::Mask<Lanes>;
  hn::Vec<Lanes> v;
  HWY_INLINE Many() = default;
  HWY_INLINE explicit Many(float value) : v(hn::Set(Lanes(), value)) {}
  HWY_INLINE explicit Many(hn::Vec<Lanes> value) : v(value) {}
};
HWY_INLINE Many operator+(Many a, Many b) {
  return Many(hn::Add(a.v, b.v));
}
HWY_INLINE Many operator-(Many a, Many b) {
  return Many(hn::Sub(a.v, b.v));
}
HWY_INLINE Many operator*(Many a, Many b) {
  return Many(hn::Mul(a.v, b.v));
}
HWY_INLINE Many operator/(Many a, Many b) {
  return Many(hn::Div(a.v, b.v));
}
HWY_INLINE Many sqrt(Many a) {
  return Many(hn::Sqrt(a.v));
}
HWY_INLINE Many abs(Many a) {
  return Many(hn::Abs(a.v));
}
HWY_INLINE Many::Mask less(Many a, Many b) {
  return hn::Lt(a.v, b.v);
}
HWY_INLINE Many::Mask both(Many::Mask a, Many::Mask b) {
  return hn::And(a, b);
}
HWY_INLINE Many::Mask either(Many::Mask a, Many::Mask b) {
  return hn::Or(a, b);
}
HWY_INLINE Many::Mask no(Many::Mask a) {
  return hn::Not(a);
}
HWY_INLINE bool any(Many::Mask a) {
  return !hn::AllFalse(Lanes(), a);
}
HWY_INLINE bool all(Many::Mask a) {
  return hn::AllTrue(Lanes(), a);
}
HWY_INLINE Many select(Many::Mask mask, Many yes, Many no) {
  return Many(hn::IfThenElse(mask, yes.v, no.v));
}

}  // namespace HWY_NAMESPACE
}  // namespace vrm

#undef VRM_STEP_NAMESPACE
#undef VRM_STEP_INLINE
#define VRM_STEP_NAMESPACE HWY_NAMESPACE
#define VRM_STEP_INLINE VRM_SPRING_INLINE
#include "runtime/spring_step.inl"

namespace vrm {
namespace HWY_NAMESPACE {

using V = Vec<Many>;
using Q = Turn<Many>;
using M = Affine<Many>;

VRM_SPRING_INLINE Many load(const float* from) {
  return Many(hn::LoadU(Lanes(), from));
}

// Four numbers of each lane, which lie together, become four vectors: and back.
struct Four {
  Many a, b, c, d;
};

#if HWY_MAX_BYTES >= 32
VRM_SPRING_INLINE hn::Vec<Lanes> rowsOf(const float* const* from, std::size_t offset, std::size_t lane) {
  return hn::Combine(Lanes(), hn::LoadU(Row(), from[lane + 4] + offset),
                     hn::LoadU(Row(), from[lane] + offset));
}
VRM_SPRING_INLINE void putRows(hn::Vec<Lanes> rows, float* const* to, std::size_t offset, std::size_t lane) {
  hn::StoreU(hn::LowerHalf(Row(), rows), Row(), to[lane] + offset);
  hn::StoreU(hn::UpperHalf(Row(), rows), Row(), to[lane + 4] + offset);
}
#else
VRM_SPRING_INLINE hn::Vec<Lanes> rowsOf(const float* const* from, std::size_t offset, std::size_t lane) {
  return hn::LoadU(Lanes(), from[lane] + offset);
}
VRM_SPRING_INLINE void putRows(hn::Vec<Lanes> rows, float* const* to, std::size_t offset, std::size_t lane) {
  hn::StoreU(rows, Lanes(), to[lane] + offset);
}
#endif

VRM_SPRING_INLINE Four gather(const float* const* from, std::size_t offset) {
  const Lanes d;
  const auto r0 = rowsOf(from, offset, 0), r1 = rowsOf(from, offset, 1);
  const auto r2 = rowsOf(from, offset, 2), r3 = rowsOf(from, offset, 3);
  const auto x02 = hn::InterleaveLower(d, r0, r2), x13 = hn::InterleaveLower(d, r1, r3);
  const auto z02 = hn::InterleaveUpper(d, r0, r2), z13 = hn::InterleaveUpper(d, r1, r3);
  return {Many(hn::InterleaveLower(d, x02, x13)), Many(hn::InterleaveUpper(d, x02, x13)),
          Many(hn::InterleaveLower(d, z02, z13)), Many(hn::InterleaveUpper(d, z02, z13))};
}

VRM_SPRING_INLINE void scatter(Many a, Many b, Many c, Many e, float* const* to, std::size_t offset) {
  const Lanes d;
  const auto ac0 = hn::InterleaveLower(d, a.v, c.v), be0 = hn::InterleaveLower(d, b.v, e.v);
  const auto ac1 = hn::InterleaveUpper(d, a.v, c.v), be1 = hn::InterleaveUpper(d, b.v, e.v);
  putRows(hn::InterleaveLower(d, ac0, be0), to, offset, 0);
  putRows(hn::InterleaveUpper(d, ac0, be0), to, offset, 1);
  putRows(hn::InterleaveLower(d, ac1, be1), to, offset, 2);
  putRows(hn::InterleaveUpper(d, ac1, be1), to, offset, 3);
}

VRM_SPRING_INLINE V vectorOf(const Four& f) {
  return {f.a, f.b, f.c};
}

// Places of lanes; offsets are in floats.
struct Rows {
  const float* p[kSpringLanes];
  VRM_SPRING_INLINE Four at(std::size_t offset) const { return gather(p, offset); }
};
struct WritableRows {
  float* p[kSpringLanes];
  VRM_SPRING_INLINE Four at(std::size_t offset) const { return gather(p, offset); }
  VRM_SPRING_INLINE void put(std::size_t offset, Many a, Many b, Many c, Many e) const {
    scatter(a, b, c, e, p, offset);
  }
};

// What lanes without a chain, joint or collider work with; nobody reads what they write.
struct Nowhere {
  SpringJointState state;
  Mat4 world = kIdentityMatrix;
  Quat rotation;
  Vec4 vector{1, 1, 1, 1};
  PlacedCollider collider{{1e18f, 1e18f, 1e18f}, 0, {}, 0};
};

class PackSolver {
 public:
  VRM_SPRING_INLINE PackSolver(const SpringWork& work, const SpringPack& pack, std::size_t first)
      : work_(work), pack_(pack), first_(first), lanes_(hn::Lanes(Lanes())) {
    Rows worlds, rotations;
    HWY_ALIGN float force[3][kSpringLanes] = {};
    for (std::size_t i = 0; i < lanes_; ++i) {
      worlds.p[i] = nowhere_.world.data();
      rotations.p[i] = &nowhere_.rotation.x;
      const std::uint32_t index = pack.chains[first + i];
      if (index == kNone) continue;
      const SpringChainRow& chain = work.program.chains[index];
      const bool inScene = work.program.links[chain.firstLink].node < work.inputs.sceneEnd;
      if (chain.parent != kNone) {
        worlds.p[i] = work.worlds[chain.parent].data();
        rotations.p[i] = &work.scratch.rotations[chain.rotation].x;
      } else if (inScene) {
        worlds.p[i] = work.inputs.root.data();
        rotations.p[i] = &work.inputs.rootRotation.x;
      }
      const Vec3 f = work.inputs.force + work.inputs.springForces[chain.spring];
      force[0][i] = f.x, force[1][i] = f.y, force[2][i] = f.z;
    }
    parent_ = {vectorOf(worlds.at(0)), vectorOf(worlds.at(4)), vectorOf(worlds.at(8)),
               vectorOf(worlds.at(12))};
    const Four q = rotations.at(0);
    parentRotation_ = {q.a, q.b, q.c, q.d};
    force_ = {load(force[0]), load(force[1]), load(force[2])};
    centered_ = work.program.chains[pack.chains[0]].center != kNone;
    if (centered_) findCenters();
    scale_ = Many(work.inputs.scale);
    step_ = Many(work.inputs.dt * work.inputs.scale);
    moved_ = {Many(work.inputs.moved.x), Many(work.inputs.moved.y), Many(work.inputs.moved.z)};
  }

  VRM_SPRING_INLINE void solve() {
    // Not members: what is stored through pointers could change those.
    M parent = parent_;
    Q parentRotation = parentRotation_;
    for (std::uint32_t i = 0; i < pack_.slotCount; ++i) {
      const SpringSlot& slot = work_.program.slots[pack_.firstSlot + i];
      if (slot.limits) {
        solveSlot<true>(slot, parent, parentRotation);
      } else {
        solveSlot<false>(slot, parent, parentRotation);
      }
    }
  }

 private:
  void findCenters() {
    Rows matrices, inverses;
    for (std::size_t i = 0; i < lanes_; ++i) {
      const std::uint32_t index = pack_.chains[first_ + i];
      const PlacedCenter* center =
          index == kNone ? nullptr : &work_.scratch.centers[work_.program.chains[index].center];
      matrices.p[i] = center ? center->matrix.data() : nowhere_.world.data();
      inverses.p[i] = center ? center->inverse.data() : nowhere_.world.data();
    }
    center_ = {vectorOf(matrices.at(0)), vectorOf(matrices.at(4)), vectorOf(matrices.at(8)),
               vectorOf(matrices.at(12))};
    inverse_ = {vectorOf(inverses.at(0)), vectorOf(inverses.at(4)), vectorOf(inverses.at(8)),
                vectorOf(inverses.at(12))};
  }

  // Three floats of each node; a load of four must not read behind the last.
  VRM_SPRING_INLINE Four gatherVectors(std::span<const Vec3> list, const std::uint32_t* nodes) {
    const float* from[kSpringLanes];
    for (std::size_t i = 0; i < lanes_; ++i) {
      if (nodes[i] == kNone) {
        from[i] = &nowhere_.vector.x;
      } else if (nodes[i] + 1 < list.size()) {
        from[i] = &list[nodes[i]].x;
      } else {
        const Vec3& v = list[nodes[i]];
        last_ = {v.x, v.y, v.z, 0};
        from[i] = &last_.x;
      }
    }
    return gather(from, 0);
  }

  template <bool kLimited>
  VRM_SPRING_INLINE void solveSlot(const SpringSlot& slot, M& parent, Q& parentRotation) {
    const std::uint32_t* const nodes = &slot.nodes[first_];
    const std::uint32_t* const joints = &slot.joints[first_];
    WritableRows states, rotations, worlds;
    for (std::size_t i = 0; i < lanes_; ++i) {
      states.p[i] = joints[i] == kNone ? &nowhere_.state.tail.x : &work_.states[joints[i]].tail.x;
      rotations.p[i] = nodes[i] == kNone ? &nowhere_.rotation.x : &work_.locals.rotations[nodes[i]].x;
      worlds.p[i] = nodes[i] == kNone ? nowhere_.world.data() : work_.worlds[nodes[i]].data();
    }
    const V translation = vectorOf(gatherVectors(work_.locals.translations, nodes));
    const V scale = vectorOf(gatherVectors(work_.locals.scales, nodes));
    Q rotation;
    if (slot.anyJoint)
      rotation = stepped<kLimited>(slot, joints, states, parent, parentRotation, translation, scale);
    if (!slot.allJoints) {
      // All other nodes keep their rotation.
      HWY_ALIGN float isJoint[kSpringLanes] = {};
      for (std::size_t i = 0; i < lanes_; ++i) isJoint[i] = joints[i] == kNone ? 0.0f : 1.0f;
      const Four q = rotations.at(0);
      const Q now{q.a, q.b, q.c, q.d};
      rotation = slot.anyJoint ? select(less(Many(0.0f), load(isJoint)), rotation, now) : now;
    }
    rotations.put(0, rotation.x, rotation.y, rotation.z, rotation.w);
    parent = placed(parent, translation, rotation, scale);
    parentRotation = parentRotation * rotation;
    const Many zero(0.0f), one(1.0f);
    worlds.put(0, parent.x.x, parent.x.y, parent.x.z, zero);
    worlds.put(4, parent.y.x, parent.y.y, parent.y.z, zero);
    worlds.put(8, parent.z.x, parent.z.y, parent.z.z, zero);
    worlds.put(12, parent.place.x, parent.place.y, parent.place.z, one);
  }

  // ChainSolver::step of spring_scalar.cpp.
  template <bool kLimited>
  VRM_SPRING_INLINE Q stepped(const SpringSlot& slot, const std::uint32_t* joints, const WritableRows& states,
                              const M& parent, const Q& parentRotation, const V& translation,
                              const V& scale) {
    const Four tail = states.at(0), previous = states.at(4), head = states.at(8);
    const V gravity = vectorOf(states.at(12));
    const auto three = [&](const float(&numbers)[3][kSpringLanes]) HWY_ATTR {
      return V{load(&numbers[0][first_]), load(&numbers[1][first_]), load(&numbers[2][first_])};
    };
    const Q rest{load(&slot.rest[0][first_]), load(&slot.rest[1][first_]), load(&slot.rest[2][first_]),
                 load(&slot.rest[3][first_])};
    const Reach<Many> reach{transformPoint(parent, translation),
                            rotate(parentRotation, three(slot.restDirection)),
                            load(&slot.length[first_]) * scale_, head.d * scale_};
    V motion = vectorOf(tail) - vectorOf(previous);
    const V oldHead = centered_ ? vectorOf(head) : vectorOf(head) - moved_;
    V current;
    if (centered_) {
      motion = transformVector(center_, motion);
      current = transformVector(center_, vectorOf(tail) + oldHead) - (reach.head - center_.place);
    } else {
      current = vectorOf(tail) + (oldHead - reach.head);
    }
    const V pull = (gravity + force_) * step_;
    const V next = swung(current, motion, previous.d, tail.d * step_, reach.restDirection, pull);
    Limit<Many> limit;
    if constexpr (kLimited) limit = limitOf(joints, parentRotation, current);
    const V newWay = solved<kLimited>(reach, limit, next);
    const Q rotation = aimed(parent, scale, rest, three(slot.axis), newWay);
    V newHead = reach.head, newTail = newWay;
    if (centered_) {
      newHead = transformVector(inverse_, reach.head - center_.place);
      newTail = transformVector(inverse_, newWay);
    }
    const V before = vectorOf(tail) + (oldHead - newHead);
    const auto good = sane(newHead, newTail, before);
    const V behind = select(good, before, vectorOf(previous));
    const V tailNow = select(good, newTail, vectorOf(tail)), headNow = select(good, newHead, vectorOf(head));
    states.put(0, tailNow.x, tailNow.y, tailNow.z, tail.d);
    states.put(4, behind.x, behind.y, behind.z, previous.d);
    states.put(8, headNow.x, headNow.y, headNow.z, head.d);
    return rotation;
  }

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
  VRM_SPRING_INLINE V solved(const Reach<Many>& reach, const Limit<Many>& limit, const V& next) {
    V tail = fitted<kLimited>(reach, limit, next);
    const Many::Mask none = less(Many(1.0f), Many(0.0f));
    for (std::uint32_t i = 0; i < pack_.rowCount; ++i) {
      const SpringColliderLanes& row = work_.program.colliderLanes[pack_.firstRow + i];
      if (!row.same) {
        tail = mixed<kLimited>(row, reach, limit, tail);
        continue;
      }
      const PlacedCollider& c = work_.scratch.colliders[row.colliders[0]];
      const SpringColliderRow& kind = work_.program.colliders[row.colliders[0]];
      const Shape<Many> shape{{Many(c.center.x), Many(c.center.y), Many(c.center.z)},
                              Many(c.radius),
                              {Many(c.way.x), Many(c.way.y), Many(c.way.z)},
                              Many(c.inverseSquare)};
      if (kind.inside || kind.type == SpringColliderType::Plane) {
        const Many::Mask yes = no(none);
        tail = collided<ShapeKinds::Any, kLimited>(reach, limit, shape, kind.inside ? none : yes,
                                                   kind.inside ? yes : none, tail);
      } else if (kind.type == SpringColliderType::Capsule) {
        tail = collided<ShapeKinds::Capsules, kLimited>(reach, limit, shape, none, none, tail);
      } else {
        tail = collided<ShapeKinds::Spheres, kLimited>(reach, limit, shape, none, none, tail);
      }
    }
    return tail;
  }

  // Another collider for each lane.
  template <bool kLimited>
  VRM_SPRING_INLINE V mixed(const SpringColliderLanes& row, const Reach<Many>& reach,
                            const Limit<Many>& limit, const V& tail) {
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
    return collided<ShapeKinds::Any, kLimited>(reach, limit,
                                               {vectorOf(center), center.d, vectorOf(way), way.d},
                                               less(zero, load(plane)), less(zero, load(inside)), tail);
  }

  const SpringWork& work_;
  const SpringPack& pack_;
  const std::size_t first_, lanes_;
  M parent_, center_, inverse_;
  Q parentRotation_;
  V force_, moved_;
  Many scale_, step_;
  bool centered_ = false;
  Nowhere nowhere_;
  Vec4 last_;
};

void solvePacksWide(const SpringWork& work, const SpringPack* packs, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t first = 0; first < kSpringLanes; first += hn::Lanes(Lanes())) {
      if (packs[i].chains[first] != kNone) PackSolver(work, packs[i], first).solve();
    }
  }
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace vrm
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
