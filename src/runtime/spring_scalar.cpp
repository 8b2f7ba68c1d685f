// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// One joint after the other: the plain version of the solver, and the one for chains that no lane can take.
#include <cmath>

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

// Seed 000. What Limit::before is for: decision 16.
Limit<One> limitOf(const SpringLimitRow& row, const Q& parentRotation, const V& before) {
  return {row.type == SpringLimitType::Cone,
          row.type == SpringLimitType::Hinge,
          row.type == SpringLimitType::Spherical,
          parentRotation * wide(row.frame),
          One(row.cosine),
          One(row.sine),
          One(row.cosineYaw),
          One(row.sineYaw),
          before};
}

class ChainSolver {
 public:
  ChainSolver(const SpringWork& work, const SpringChainRow& chain) : work_(work), chain_(chain) {
    // What places a chain whose first node is a root.
    const bool inScene = work.program.links[chain.firstLink].node < work.inputs.sceneEnd;
    const Mat4& root = inScene ? work.inputs.root : kIdentityMatrix;
    const Quat rootRotation = inScene ? work.inputs.rootRotation : Quat{};
    frame_ = {wide(chain.parent == kNone ? root : work.worlds[chain.parent]),
              wide(chain.rotation == kNone ? rootRotation : work.scratch.rotations[chain.rotation])};
    // Of the root, which does not move what is not in the scene.
    const float scale = inScene ? work.inputs.scale : 1;
    around_.scale = One(scale);
    around_.inverseScale = One(1 / scale);
    rigid_ = chain.rigid && staysRigid(work.inputs);
    around_.step = One(work.inputs.dt * scale);
    around_.moved = wide(inScene && chain.center == kNone ? work.inputs.moved : Vec3{});
    around_.force = wide(forceOn(work.inputs, chain.spring));
    around_.centered = chain.center != kNone;
  }

  void solve() {
    const SpringMode mode = work_.inputs.modes[chain_.spring];
    const bool goesOn = work_.inputs.dt > 0;
    for (const SpringLink& link : work_.program.links.subspan(chain_.firstLink, chain_.linkCount)) {
      if (link.joint != kNone && goesOn && mode != SpringMode::Off)
        step(link.node, link.joint, mode == SpringMode::Restart);
      const Q rotation = wide(work_.locals.rotations[link.node]);
      frame_.parent = placed(frame_.parent, wide(work_.locals.translations[link.node]), rotation,
                             wide(work_.locals.scales[link.node]));
      frame_.rotation = frame_.rotation * rotation;
      work_.worlds[link.node] = narrow(frame_.parent);
    }
  }

  Limit<One> limitOf(const Q& parentRotation, const V& before) const {
    return scalar::limitOf(work_.program.joints[joint_].limit, parentRotation, before);
  }

  template <bool kLimited>
  V collided(const Reach<One>& reach, const Limit<One>& limit, V tail) const {
    for (const std::uint32_t index :
         work_.program.colliderLists.subspan(chain_.firstCollider, chain_.colliderCount)) {
      const SpringColliderRow& row = work_.program.colliders[index];
      const PlacedCollider now = chain_.live ? placedCollider(row, worldNow(row.node), work_.inputs)
                                             : work_.scratch.colliders[index];
      const Shape<One> shape{wide(now.center), One(now.radius), wide(now.way), One(now.inverseSquare)};
      tail = scalar::collided<ShapeKinds::Any, kLimited>(
          reach, limit, shape, row.type == SpringColliderType::Plane, row.inside, tail);
    }
    return tail;
  }

 private:
  // Of nodes that move while the chain does.
  Mat4 worldNow(std::uint32_t node) const {
    return worldMatrix(work_.inputs.parents, work_.locals,
                       node < work_.inputs.sceneEnd ? work_.inputs.root : kIdentityMatrix, node);
  }

  void step(std::uint32_t node, std::uint32_t joint, bool restart) {
    joint_ = joint;
    // Decision 7: the center as it is at the start of the joint's own step, for reading and storing.
    if (around_.centered) {
      const PlacedCenter center = chain_.live ? placedCenter(worldNow(work_.program.centers[chain_.center]))
                                              : work_.scratch.centers[chain_.center];
      around_.center = wide(center.matrix);
      around_.inverse = wide(center.inverse);
    }
    const SpringJointRow& row = work_.program.joints[joint];
    const SpringParameters& p =
        work_.inputs.parameters.empty() ? row.parameters : work_.inputs.parameters[joint];
    const Joint<One> numbers{wide(row.axis),   wide(row.restDirection), wide(row.rest),
                             One(row.length),  One(row.inverseLength),  One(p.stiffness),
                             One(p.dragForce), One(p.hitRadius),        wide(p.gravity)};
    const SpringJointState state = work_.states.get(joint);
    Memory<One> memory{wide(state.tail), wide(state.previousTail), wide(state.head)};
    const V translation = wide(work_.locals.translations[node]), scale = wide(work_.locals.scales[node]);
    Quat& rotation = work_.locals.rotations[node];
    const bool limited = row.limit.type != SpringLimitType::None;
    if (restart) {
      const Reach<One> reach = rigid_ ? reachOf<true>(around_, numbers, frame_, translation)
                                      : reachOf<false>(around_, numbers, frame_, translation);
      memory = {};
      remember(around_, reach.head, reach.restDirection * reach.length, true, memory);
      memory.previous = memory.tail;
      rotation = row.rest;
    } else if (rigid_) {
      rotation = narrow(
          limited ? stepped<true, true>(around_, numbers, frame_, translation, scale, true, memory, *this)
                  : stepped<false, true>(around_, numbers, frame_, translation, scale, true, memory, *this));
    } else {
      rotation = narrow(
          limited ? stepped<true, false>(around_, numbers, frame_, translation, scale, true, memory, *this)
                  : stepped<false, false>(around_, numbers, frame_, translation, scale, true, memory, *this));
    }
    work_.states.set(joint, {narrow(memory.tail), narrow(memory.previous), narrow(memory.head)});
  }

  const SpringWork& work_;
  const SpringChainRow& chain_;
  Frame<One> frame_;
  Surroundings<One> around_;
  bool rigid_ = false;
  std::uint32_t joint_ = 0;  // whose limit it is
};

}  // namespace

void solveChain(const SpringWork& work, const SpringChainRow& chain) noexcept {
  ChainSolver(work, chain).solve();
}

Quat heldByLimit(const SpringJointRow& row, const Quat& rotation) noexcept {
  if (row.limit.type == SpringLimitType::None) return rotation;
  const V direction = rotate(wide(rotation), wide(row.axis));
  const V held = limited(limitOf(row.limit, wide(Quat{}), direction), direction);
  const V off = cross(direction, held);
  if (!less(One(1e-12f), dot(off, off)) && !less(dot(direction, held), One(0)))
    return rotation;  // but for rounding
  return normalized(narrow(fromTo(direction, held)) * rotation);
}

}  // namespace vrm::scalar
