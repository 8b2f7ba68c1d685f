// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "runtime/spring_batch.hpp"

#include "runtime/spring_solve.hpp"

#if VRM_WITH_SIMD
// Compiled once per instruction set by foreach_target.h, which includes this very file again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/spring_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>
#include <utility>

#include "vrm/base/mat4.hpp"

HWY_BEFORE_NAMESPACE();
#if HWY_TARGET == HWY_SCALAR
namespace vrm {
namespace HWY_NAMESPACE {
void stepBatchWide(const SpringBatch& batch) {
  scalar::stepBatch(batch);
}
}  // namespace HWY_NAMESPACE
}  // namespace vrm
#else
#include "runtime/spring_lanes.inl"

namespace vrm {
namespace HWY_NAMESPACE {

// A number for each lane.
template <class F, class Get>
VRM_SPRING_INLINE F each(Get&& get) {
  HWY_ALIGN float v[F::kLanes];
  for (std::size_t i = 0; i < F::kLanes; ++i) v[i] = get(i);
  return F::load(v);
}

template <class F>
class BatchSolver {
 public:
  using V = Vec<F>;
  using Q = Turn<F>;
  using M = Affine<F>;

  // Of the lanes that stay rigid, or of the others.
  BatchSolver(const SpringBatch& batch, std::size_t first, bool rigid)
      : batch_(batch),
        t_(batch.model.tables()),
        program_(batch.model.springProgram()),
        first_(first),
        hips_(batch.model.facts().humanoid.node(HumanBone::Hips)),
        sceneEnd_(batch.model.facts().sceneEnd) {
    float* scratch = batch.scratch;
    const auto take = [&](std::size_t count) {
      return std::exchange(scratch, scratch + count * kSpringLanes);
    };
    rotations_ = take(4 * program_.rotations.size());
    colliders_ = take(8 * program_.colliders.size());
    centers_ = take(24 * program_.centers.size());
    kept_ = take(std::size_t{12} * batch.model.facts().springsKept);
    const auto part = [&](std::size_t i) {
      const SpringLane* const lane = batch.lanes[first + i];
      return lane && staysRigid(lane->inputs) == rigid ? lane : nullptr;
    };
    const SpringLane* some = nullptr;
    for (std::size_t i = 0; i < F::kLanes && !some; ++i) some = part(i);
    if (!some) return;
    any_ = true;
    staysRigid_ = rigid;
    for (std::size_t i = 0; i < F::kLanes; ++i) {
      // One that takes no part works along with what another has, and its results are nobody's.
      const SpringLane* const lane = part(i);
      lane_[i] = lane ? lane : some;
      mask_[i] = lane ? ~std::size_t{0} : 0;
      rotationsOut_[i] = lane ? &lane->locals.rotations.data()->x : bin_;
      worldsOut_[i] = lane && batch.placed ? lane->worlds.data()->data() : bin_;
      reshaped_ = reshaped_ || lane_[i]->inputs.reshaped;
      own_ = own_ || !lane_[i]->inputs.parameters.empty();
      forces_ = forces_ || !lane_[i]->inputs.springForces.empty();
    }
    const auto inputs = [&](std::size_t i) -> const SpringInputs& { return lane_[i]->inputs; };
    active_ = less(F(0.0f), each<F>([&](std::size_t i) { return mask_[i] != 0 ? 1.0f : 0.0f; }));
    around_.scale = each<F>([&](std::size_t i) { return inputs(i).scale; });
    around_.inverseScale = F(1.0f) / around_.scale;
    around_.step = each<F>([&](std::size_t i) { return inputs(i).dt * inputs(i).scale; });
    root_ = {gatherMatrix<F>([&](std::size_t lane) { return inputs(lane).root.data(); }),
             gather<F>([&](std::size_t lane) { return &inputs(lane).rootRotation.x; })};
    const auto vectors = [&](auto&& f) {
      return V{each<F>([&](std::size_t i) { return f(i).x; }), each<F>([&](std::size_t i) { return f(i).y; }),
               each<F>([&](std::size_t i) { return f(i).z; })};
    };
    moved_ = vectors([&](std::size_t i) { return inputs(i).moved; });
    origin_ = vectors([&](std::size_t i) { return inputs(i).origin; });
    force_ = vectors([&](std::size_t i) { return inputs(i).force; });
  }

  void solve() const {
    if (!any_) return;
    for (const NodeRange& range : program_.apart) {
      for (std::uint32_t node = range.first; node < range.last; ++node) placeNode(node);
    }
    const bool turns = program_.turns || !staysRigid_;
    for (const SpringWave& wave : program_.waves) {
      for (std::uint32_t i = 0; turns && i < wave.rotationCount; ++i) turn(wave.firstRotation + i);
      for (std::uint32_t i = 0; i < wave.colliderCount; ++i) placeCollider(wave.firstCollider + i);
      for (std::uint32_t i = 0; i < wave.centerCount; ++i) placeCenter(wave.firstCenter + i);
      for (std::uint32_t i = 0; i < wave.chainCount; ++i) solveChain(program_.chains[wave.firstChain + i]);
      for (const std::uint32_t node : program_.below.subspan(wave.firstBelow, wave.belowCount))
        placeNode(node);
    }
  }

 private:
  // --- Nodes

  VRM_SPRING_INLINE Q rotationOfNode(std::uint32_t node) const {
    return gather<F>([&](std::size_t lane) { return &lane_[lane]->locals.rotations.data()[node].x; });
  }
  V gathered(std::uint32_t node, std::span<Vec3> Locals::*list) const {
    HWY_ALIGN float v[3][kSpringLanes];
    for (std::size_t i = 0; i < F::kLanes; ++i) {
      const Vec3& from = (lane_[i]->locals.*list)[node];
      v[0][i] = from.x, v[1][i] = from.y, v[2][i] = from.z;
    }
    return loadVector<F>(v[0]);
  }
  VRM_SPRING_INLINE V translationOf(std::uint32_t node) const {
    return reshaped_ || node == hips_ ? gathered(node, &Locals::translations)
                                      : spread<F>(t_.translations[node]);
  }
  VRM_SPRING_INLINE V scaleOf(std::uint32_t node) const {
    return reshaped_ ? gathered(node, &Locals::scales) : spread<F>(t_.scales[node]);
  }

  // Matrices that others need are kept lane by lane.
  VRM_SPRING_INLINE M loadMatrix(const float* from) const {
    return {loadVector<F>(from), loadVector<F>(from + 3 * kSpringLanes),
            loadVector<F>(from + 6 * kSpringLanes), loadVector<F>(from + 9 * kSpringLanes)};
  }
  VRM_SPRING_INLINE void storeMatrix(const M& m, float* to) const {
    storeVector(m.x, to), storeVector(m.y, to + 3 * kSpringLanes), storeVector(m.z, to + 6 * kSpringLanes);
    storeVector(m.place, to + 9 * kSpringLanes);
  }
  VRM_SPRING_INLINE float* keptAt(std::uint32_t node) const {
    return kept_ + 12 * kSpringLanes * t_.springKeptOf[node];
  }
  VRM_SPRING_INLINE M matrixOf(std::uint32_t node) const { return loadMatrix(keptAt(node)); }
  VRM_SPRING_INLINE void write(std::uint32_t node, const M& m) const {
    if (batch_.ahead) fetchNode(node);
    if (t_.springKeptOf[node] != kNone) storeMatrix(m, keptAt(node));
    if (!batch_.placed) return;
    const bool inScene = node < sceneEnd_;
    scatterMatrix(M{m.x, m.y, m.z, inScene ? m.place + origin_ : m.place}, [&](std::size_t lane) {
      return worldsOut_[lane] + (std::size_t{16} * node & mask_[lane]);
    });
  }
  // The same of those that come next.
  VRM_SPRING_INLINE void fetchNode(std::uint32_t node) const {
    for (std::size_t i = first_; i < first_ + F::kLanes; ++i) fetchAhead(batch_.ahead->worlds[i] + node);
    if (node % 4 != 0) return;  // four share a line
    for (std::size_t i = first_; i < first_ + F::kLanes; ++i) fetchAhead(batch_.ahead->rotations[i] + node);
  }
  VRM_SPRING_INLINE void fetchStates(std::uint32_t joint) const {
    const float* const row = batch_.ahead->states + SpringStates::kRow * joint;
    for (std::size_t i = 0; i < SpringStates::kRow; i += 16) fetchAhead(row + i);
  }
  void placeNode(std::uint32_t node) const {
    const std::uint32_t parent = t_.parents[node];
    const M above = parent != kNone ? matrixOf(parent) : node < sceneEnd_ ? root_.parent : identity();
    write(node, placed(above, translationOf(node), rotationOfNode(node), scaleOf(node)));
  }
  M identity() const {
    const F zero(0.0f), one(1.0f);
    return {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}, {zero, zero, zero}};
  }

  // --- What chains need

  void turn(std::uint32_t i) const {
    const SpringRotation& r = program_.rotations[i];
    const Q above = r.parent != kNone    ? loadRotation<F>(rotations_ + 4 * kSpringLanes * r.parent)
                    : r.node < sceneEnd_ ? root_.rotation
                                         : spread<F>(Quat{});
    const Q q = above * rotationOfNode(r.node);
    float* const to = rotations_ + 4 * kSpringLanes * i;
    q.x.store(to), q.y.store(to + kSpringLanes), q.z.store(to + 2 * kSpringLanes);
    q.w.store(to + 3 * kSpringLanes);
  }

  // Of PlacedCollider.
  void placeCollider(std::uint32_t i) const {
    const SpringColliderRow& row = program_.colliders[i];
    float* const to = colliders_ + 8 * kSpringLanes * i;
    if (row.type == SpringColliderType::Plane) {
      for (std::size_t lane = 0; lane < F::kLanes; ++lane) {
        const PlacedCollider c = placedCollider(row, matrixInLane(row.node, lane), lane_[lane]->inputs);
        const float numbers[] = {c.center.x, c.center.y, c.center.z, c.radius,
                                 c.way.x,    c.way.y,    c.way.z,    c.inverseSquare};
        for (std::size_t k = 0; k < 8; ++k) to[k * kSpringLanes + lane] = numbers[k];
      }
      return;
    }
    const M world = matrixOf(row.node);
    const V center = transformPoint(world, spread<F>(row.offset));
    storeVector(center, to);
    const F radius = row.node < sceneEnd_ ? F(row.radius) * around_.scale : F(row.radius);
    radius.store(to + 3 * kSpringLanes);
    V way = spread<F>(Vec3{});
    F inverseSquare(0.0f);
    if (row.type == SpringColliderType::Capsule) {
      way = transformPoint(world, spread<F>(row.tail)) - center;
      const F squared = dot(way, way);
      inverseSquare =
          select(both(less(F(1e-30f), squared), less(squared, F(1e30f))), F(1.0f) / squared, inverseSquare);
    }
    storeVector(way, to + 4 * kSpringLanes);
    inverseSquare.store(to + 7 * kSpringLanes);
  }

  void placeCenter(std::uint32_t i) const {
    float* const to = centers_ + 24 * kSpringLanes * i;
    for (std::size_t lane = 0; lane < F::kLanes; ++lane) {
      const PlacedCenter c = placedCenter(matrixInLane(program_.centers[i], lane));
      for (std::size_t k = 0; k < 12; ++k) {
        const std::size_t at = k / 3 * 4 + k % 3;
        to[k * kSpringLanes + lane] = c.matrix[at];
        to[(12 + k) * kSpringLanes + lane] = c.inverse[at];
      }
    }
  }
  Mat4 matrixInLane(std::uint32_t node, std::size_t lane) const {
    Mat4 out = kIdentityMatrix;
    for (std::size_t k = 0; k < 12; ++k) out[k / 3 * 4 + k % 3] = keptAt(node)[k * kSpringLanes + lane];
    return out;
  }

  // --- Chains

  void solveChain(const SpringChainRow& chain) const {
    Frame<F> frame = root_;
    if (chain.parent != kNone)
      frame = {matrixOf(chain.parent), loadRotation<F>(rotations_ + 4 * kSpringLanes * chain.rotation)};
    Surroundings<F> around = around_;
    around.force = force_;
    if (forces_) {
      const auto force = [&](std::size_t i) { return forceOn(lane_[i]->inputs, chain.spring); };
      around.force = {each<F>([&](std::size_t i) { return force(i).x; }),
                      each<F>([&](std::size_t i) { return force(i).y; }),
                      each<F>([&](std::size_t i) { return force(i).z; })};
    }
    around.centered = chain.center != kNone;
    around.moved = moved_;
    if (around.centered) {
      const float* const from = centers_ + 24 * kSpringLanes * chain.center;
      around.moved = spread<F>(Vec3{});
      around.center = loadMatrix(from);
      around.inverse = loadMatrix(from + 12 * kSpringLanes);
    }
    const bool rigid = chain.rigid && staysRigid_;
    if (chain.limits) {
      rigid ? solveLinks<true, true>(chain, around, frame) : solveLinks<true, false>(chain, around, frame);
    } else {
      rigid ? solveLinks<false, true>(chain, around, frame) : solveLinks<false, false>(chain, around, frame);
    }
  }

  template <bool kLimited, bool kRigid>
  void solveLinks(const SpringChainRow& chain, const Surroundings<F>& around, Frame<F> frame) const {
    for (const SpringLink& link : program_.links.subspan(chain.firstLink, chain.linkCount)) {
      const V translation = translationOf(link.node), scale = scaleOf(link.node);
      Q rotation;
      if (link.joint == kNone) {
        rotation = rotationOfNode(link.node);
      } else {
        const SpringJointRow& row = program_.joints[link.joint];
        float* const states = batch_.states + SpringStates::kRow * link.joint + first_;
        Memory<F> memory = loadMemory<F>(states);
        rotation = stepped<kLimited, kRigid>(around, jointOf(link.joint, row), frame, translation, scale,
                                             active_, memory, Meeting{*this, chain, row});
        storeMemory(memory, states);
        if (batch_.ahead && first_ == 0) fetchStates(link.joint);
        scatter(rotation, [&](std::size_t lane) {
          return rotationsOut_[lane] + (std::size_t{4} * link.node & mask_[lane]);
        });
      }
      frame.parent = placed(frame.parent, translation, rotation, scale);
      if constexpr (kLimited || !kRigid) frame.rotation = frame.rotation * rotation;
      write(link.node, frame.parent);
    }
  }

  VRM_SPRING_INLINE Shape<F> shapeOf(std::uint32_t collider) const {
    const float* const c = colliders_ + 8 * kSpringLanes * collider;
    return {loadVector<F>(c), F::load(c + 3 * kSpringLanes), loadVector<F>(c + 4 * kSpringLanes),
            F::load(c + 7 * kSpringLanes)};
  }

  VRM_SPRING_INLINE Joint<F> jointOf(std::uint32_t joint, const SpringJointRow& row) const {
    const SpringParameters& p = row.parameters;
    Joint<F> out{spread<F>(row.axis),  spread<F>(row.restDirection),
                 spread<F>(row.rest),  F(row.length),
                 F(row.inverseLength), F(p.stiffness),
                 F(p.dragForce),       F(p.hitRadius),
                 spread<F>(p.gravity)};
    if (own_) useOwn(joint, p, out);
    return out;
  }
  void useOwn(std::uint32_t joint, const SpringParameters& of, Joint<F>& out) const {
    const auto own = [&](std::size_t i) -> const SpringParameters& {
      const std::span<const SpringParameters> list = lane_[i]->inputs.parameters;
      return list.empty() ? of : list[joint];
    };
    out.stiffness = each<F>([&](std::size_t i) { return own(i).stiffness; });
    out.dragForce = each<F>([&](std::size_t i) { return own(i).dragForce; });
    out.hitRadius = each<F>([&](std::size_t i) { return own(i).hitRadius; });
    out.gravity = {each<F>([&](std::size_t i) { return own(i).gravity.x; }),
                   each<F>([&](std::size_t i) { return own(i).gravity.y; }),
                   each<F>([&](std::size_t i) { return own(i).gravity.z; })};
  }

  // The limit and the colliders of one joint.
  struct Meeting {
    const BatchSolver& batch;
    const SpringChainRow& chain;
    const SpringJointRow& row;

    VRM_SPRING_INLINE Limit<F> limitOf(const Q& parentRotation, const V& before) const {
      const SpringLimitRow& l = row.limit;
      const typename F::Mask none = less(F(1.0f), F(0.0f)), yes = no(none);
      return {l.type == SpringLimitType::Cone ? yes : none,
              l.type == SpringLimitType::Hinge ? yes : none,
              l.type == SpringLimitType::Spherical ? yes : none,
              parentRotation * spread<F>(l.frame),
              F(l.cosine),
              F(l.sine),
              F(l.cosineYaw),
              F(l.sineYaw),
              before};
    }
    template <bool kLimited>
    VRM_SPRING_INLINE V collided(const Reach<F>& reach, const Limit<F>& limit, V tail) const {
      const std::uint32_t* const colliders = batch.program_.colliderLists.data() + chain.firstCollider;
      const auto kind = [&](std::uint32_t i) {
        return kindOf(batch.program_.colliders.data()[colliders[i]]);
      };
      const auto shape = [&](std::uint32_t i) { return batch.shapeOf(colliders[i]); };
      for (std::uint32_t i = 0;; ++i) {
        i = nextHit(i, chain.colliderCount, kind, shape, reach, tail);
        if (i >= chain.colliderCount) return tail;
        tail = collidedBy<kLimited>(kind(i), shape(i), reach, limit, tail);
      }
    }
  };

  const SpringBatch& batch_;
  const Model::Tables& t_;
  const SpringProgram program_;
  const std::size_t first_;
  const std::uint32_t hips_, sceneEnd_;
  bool any_ = false, reshaped_ = false, staysRigid_ = false, own_ = false, forces_ = false;
  float *rotations_, *colliders_, *centers_, *kept_;
  const SpringLane* lane_[F::kLanes];
  float* rotationsOut_[F::kLanes];
  float* worldsOut_[F::kLanes];
  std::size_t mask_[F::kLanes];
  typename F::Mask active_;
  Frame<F> root_;
  V moved_, origin_, force_;
  Surroundings<F> around_;
  HWY_ALIGN mutable float bin_[16];  // what lanes that take no part write
};

template <class F>
void stepLanes(const SpringBatch& batch, std::size_t first) {
  for (const bool rigid : {true, false}) BatchSolver<F>(batch, first, rigid).solve();
}

void stepBatchWide(const SpringBatch& batch) {
  std::size_t first = 0, end = kSpringLanes;
  while (end > 0 && !batch.lanes[end - 1]) --end;
  while (first < end && !batch.lanes[first]) ++first;
  first -= first % Narrow::kLanes;  // those before it may be at work on another thread
  while (first < end) {
    const bool wide = end - first > Narrow::kLanes;
    // NOLINTBEGIN(misc-redundant-expression): on some machines both are as wide
    wide ? stepLanes<Wide>(batch, first) : stepLanes<Narrow>(batch, first);
    first += wide ? Wide::kLanes : Narrow::kLanes;
    // NOLINTEND(misc-redundant-expression)
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace vrm
#endif
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vrm {
HWY_EXPORT(stepBatchWide);
}  // namespace vrm
#endif
#endif

#if !VRM_WITH_SIMD || HWY_ONCE
namespace vrm {

// One avatar after the other.
void scalar::stepBatch(const SpringBatch& batch) noexcept {
  const SpringProgram program = batch.model.springProgram();
  for (std::size_t i = 0; i < kSpringLanes; ++i) {
    const SpringLane* const lane = batch.lanes[i];
    if (!lane) continue;
    const SpringStates states = laneStates(batch.model, batch.states, i);
    scalar::stepSprings({program, lane->inputs, lane->locals, states, lane->scratch, lane->worlds});
  }
}

std::size_t springBatchScratch(const Model& model) noexcept {
  const Model::Tables& t = model.tables();
  return kSpringLanes * (4 * t.springRotations.size() + 8 * t.springColliders.size() +
                         24 * t.springCenters.size() + 12 * model.facts().springsKept);
}
void stepSpringBatch(const SpringBatch& batch) noexcept {
#if VRM_WITH_SIMD
  HWY_DYNAMIC_DISPATCH(stepBatchWide)(batch);
#else
  scalar::stepBatch(batch);
#endif
}
}  // namespace vrm
#endif
