// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// One joint after the other: the plain version of the solver, and the one for chains that no lane can take.
#include <cmath>
#include <optional>

#include "runtime/spring_solve.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"

namespace vrm::scalar {
namespace {

// A float with the operations that spring_step.inl asks for.
struct One {
  using Mask = bool;
  float v = 0;
  One() = default;
  explicit One(float value) : v(value) {}
};
One operator+(One a, One b) {
  return One(a.v + b.v);
}
One operator-(One a, One b) {
  return One(a.v - b.v);
}
One operator*(One a, One b) {
  return One(a.v * b.v);
}
One operator/(One a, One b) {
  return One(a.v / b.v);
}
One sqrt(One a) {
  return One(std::sqrt(a.v));
}
One abs(One a) {
  return One(std::abs(a.v));
}
bool less(One a, One b) {
  return a.v < b.v;
}
bool both(bool a, bool b) {
  return a && b;
}
bool either(bool a, bool b) {
  return a || b;
}
bool no(bool a) {
  return !a;
}
bool any(bool a) {
  return a;
}
bool all(bool a) {
  return a;
}
One select(bool mask, One yes, One no) {
  return mask ? yes : no;
}

}  // namespace
}  // namespace vrm::scalar

#define VRM_STEP_NAMESPACE scalar
#define VRM_STEP_INLINE inline
#include "runtime/spring_step.inl"

namespace vrm::scalar {
namespace {

using V = Vec<One>;
using Q = Turn<One>;

V wide(Vec3 v) {
  return {One(v.x), One(v.y), One(v.z)};
}
Q wide(const Quat& q) {
  return {One(q.x), One(q.y), One(q.z), One(q.w)};
}
Affine<One> wide(const Mat4& m) {
  return {{One(m[0]), One(m[1]), One(m[2])},
          {One(m[4]), One(m[5]), One(m[6])},
          {One(m[8]), One(m[9]), One(m[10])},
          {One(m[12]), One(m[13]), One(m[14])}};
}
Vec3 narrow(const V& v) {
  return {v.x.v, v.y.v, v.z.v};
}
Quat narrow(const Q& q) {
  return {q.x.v, q.y.v, q.z.v, q.w.v};
}
Mat4 narrow(const Affine<One>& m) {
  return {m.x.x.v, m.x.y.v, m.x.z.v, 0, m.y.x.v,     m.y.y.v,     m.y.z.v,     0,
          m.z.x.v, m.z.y.v, m.z.z.v, 0, m.place.x.v, m.place.y.v, m.place.z.v, 1};
}

class ChainSolver {
 public:
  ChainSolver(const SpringWork& work, const SpringChainRow& chain)
      : work_(work),
        chain_(chain),
        parent_(wide(chain.parent == kNone ? rootOf(chain) : work.worlds[chain.parent])),
        parentRotation_(
            wide(chain.rotation == kNone ? rootRotationOf(chain) : work.scratch.rotations[chain.rotation])),
        scale_(inScene(chain) ? work.inputs.scale : 1),
        step_(work.inputs.dt * scale_.v),
        force_(wide(work.inputs.force + work.inputs.springForces[chain.spring])) {}

  void solve() {
    const SpringMode mode = work_.inputs.modes[chain_.spring];
    const bool goesOn = work_.inputs.dt > 0;
    for (const SpringLink& link : work_.program.links.subspan(chain_.firstLink, chain_.linkCount)) {
      if (link.joint != kNone && goesOn && mode == SpringMode::On) step(link.node, link.joint);
      if (link.joint != kNone && goesOn && mode == SpringMode::Restart) restart(link.node, link.joint);
      const Q rotation = wide(work_.locals.rotations[link.node]);
      parent_ = placed(parent_, wide(work_.locals.translations[link.node]), rotation,
                       wide(work_.locals.scales[link.node]));
      parentRotation_ = parentRotation_ * rotation;
      work_.worlds[link.node] = narrow(parent_);
    }
  }

 private:
  // What places a chain whose first node is a root.
  Mat4 rootOf(const SpringChainRow& chain) const {
    return inScene(chain) ? work_.inputs.root : kIdentityMatrix;
  }
  Quat rootRotationOf(const SpringChainRow& chain) const {
    return inScene(chain) ? work_.inputs.rootRotation : Quat{};
  }
  bool inScene(const SpringChainRow& chain) const {
    return work_.program.links[chain.firstLink].node < work_.inputs.sceneEnd;
  }
  // Of nodes that move while the chain does.
  Mat4 worldNow(std::uint32_t node) const {
    return worldMatrix(work_.inputs.parents, work_.locals,
                       node < work_.inputs.sceneEnd ? work_.inputs.root : kIdentityMatrix, node);
  }

  // Decision 7: the center as it is at the start of the joint's own step, for reading and storing.
  std::optional<PlacedCenter> centerNow() const {
    if (chain_.center == kNone) return std::nullopt;
    return chain_.live ? placedCenter(worldNow(work_.program.centers[chain_.center]))
                       : work_.scratch.centers[chain_.center];
  }
  Reach<One> reachOf(std::uint32_t node, const SpringJointRow& row, float hitRadius) const {
    return {transformPoint(parent_, wide(work_.locals.translations[node])),
            rotate(parentRotation_, wide(row.restDirection)), One(row.length) * scale_,
            One(hitRadius) * scale_};
  }

  void step(std::uint32_t node, std::uint32_t joint) {
    const SpringJointRow& row = work_.program.joints[joint];
    SpringJointState& state = work_.states[joint];
    const std::optional<PlacedCenter> center = centerNow();
    const Reach<One> reach = reachOf(node, row, state.hitRadius);
    // The old tail from the new head, and how it moved, seen from the world.
    V motion = wide(state.tail) - wide(state.previousTail);
    V current = wide(state.tail) + (oldHead(state) - reach.head);
    if (center) {
      motion = transformVector(wide(center->matrix), motion);
      current = transformVector(wide(center->matrix), wide(state.tail) + oldHead(state)) -
                (reach.head - wide(positionOf(center->matrix)));
    }
    const V pull = (wide(state.gravity) + force_) * step_;
    const V next =
        swung(current, motion, One(state.dragForce), One(state.stiffness) * step_, reach.restDirection, pull);
    const SpringLimitRow& limit = row.limit;
    const V tail =
        limit.type == SpringLimitType::None
            ? solved<false>(reach, {}, next)
            : solved<true>(
                  reach,
                  {limit.type == SpringLimitType::Cone, limit.type == SpringLimitType::Hinge,
                   limit.type == SpringLimitType::Spherical, parentRotation_ * wide(limit.frame),
                   One(limit.cosine), One(limit.sine), One(limit.cosineYaw), One(limit.sineYaw), current},
                  next);
    work_.locals.rotations[node] =
        narrow(aimed(parent_, wide(work_.locals.scales[node]), wide(row.rest), wide(row.axis), tail));
    store(center, reach.head, tail, state);
  }

  void restart(std::uint32_t node, std::uint32_t joint) {
    const SpringJointRow& row = work_.program.joints[joint];
    SpringJointState& state = work_.states[joint];
    const Reach<One> reach = reachOf(node, row, state.hitRadius);
    work_.locals.rotations[node] = row.rest;
    store(centerNow(), reach.head, reach.restDirection * reach.length, state);
    state.previousTail = state.tail;
  }

  V oldHead(const SpringJointState& state) const {
    const bool moved = chain_.center == kNone && inScene(chain_);
    return moved ? wide(state.head) - wide(work_.inputs.moved) : wide(state.head);
  }

  void store(const std::optional<PlacedCenter>& center, const V& head, const V& tail,
             SpringJointState& state) const {
    V newHead = head, newTail = tail;
    if (center) {
      newHead = transformVector(wide(center->inverse), head - wide(positionOf(center->matrix)));
      newTail = transformVector(wide(center->inverse), tail);
    }
    const V before = wide(state.tail) + (oldHead(state) - newHead);
    if (!sane(newHead, newTail, before)) return;
    state.previousTail = narrow(before);
    state.tail = narrow(newTail);
    state.head = narrow(newHead);
  }

  template <bool kLimited>
  V solved(const Reach<One>& reach, const Limit<One>& limit, const V& next) const {
    V tail = fitted<kLimited>(reach, limit, next);
    for (const std::uint32_t index :
         work_.program.colliderLists.subspan(chain_.firstCollider, chain_.colliderCount)) {
      const SpringColliderRow& row = work_.program.colliders[index];
      const PlacedCollider now = chain_.live ? placedCollider(row, worldNow(row.node), work_.inputs)
                                             : work_.scratch.colliders[index];
      const Shape<One> shape{wide(now.center), One(now.radius), wide(now.way), One(now.inverseSquare)};
      tail = collided<ShapeKinds::Any, kLimited>(reach, limit, shape, row.type == SpringColliderType::Plane,
                                                 row.inside, tail);
    }
    return tail;
  }

  const SpringWork& work_;
  const SpringChainRow& chain_;
  Affine<One> parent_;
  Q parentRotation_;
  One scale_;  // of the root, which does not move what is not in the scene
  One step_;   // dt, for forces
  V force_;
};

}  // namespace

void solveChain(const SpringWork& work, const SpringChainRow& chain) noexcept {
  ChainSolver(work, chain).solve();
}

}  // namespace vrm::scalar
