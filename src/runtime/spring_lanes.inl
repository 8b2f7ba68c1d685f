// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The step of joints in all lanes of a vector. Every number of a lane is worked out by the operations of
// spring_step.inl, in the same order as by the plain solver (spring_scalar.cpp), so the bits are the same. Included once
// per instruction set, hence no guard.

// All in one function is fastest; with what sanitizers add, compiling that would take minutes.
#undef VRM_SPRING_INLINE
#ifdef VRM_SANITIZED
#define VRM_SPRING_INLINE inline
#else
#define VRM_SPRING_INLINE HWY_INLINE
#endif

namespace vrm {
namespace HWY_NAMESPACE {

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

VRM_SPRING_INLINE void store(Many v, float* to) {
  hn::StoreU(v.v, Lanes(), to);
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
VRM_SPRING_INLINE Q rotationOf(const Four& f) {
  return {f.a, f.b, f.c, f.d};
}

// The same in all lanes.
VRM_SPRING_INLINE Many spread(float v) {
  return Many(v);
}
VRM_SPRING_INLINE V spread(const Vec3& v) {
  return {Many(v.x), Many(v.y), Many(v.z)};
}
VRM_SPRING_INLINE Q spread(const Quat& q) {
  return {Many(q.x), Many(q.y), Many(q.z), Many(q.w)};
}
VRM_SPRING_INLINE M spread(const Mat4& m) {
  return {spread(Vec3{m[0], m[1], m[2]}), spread(Vec3{m[4], m[5], m[6]}), spread(Vec3{m[8], m[9], m[10]}),
          spread(Vec3{m[12], m[13], m[14]})};
}

// Numbers of lanes that lie side by side.
VRM_SPRING_INLINE V loadVector(const float* from) {
  return {load(from), load(from + kSpringLanes), load(from + 2 * kSpringLanes)};
}
VRM_SPRING_INLINE Q loadRotation(const float* from) {
  return {load(from), load(from + kSpringLanes), load(from + 2 * kSpringLanes), load(from + 3 * kSpringLanes)};
}
VRM_SPRING_INLINE void storeVector(const V& v, float* to) {
  store(v.x, to), store(v.y, to + kSpringLanes), store(v.z, to + 2 * kSpringLanes);
}
VRM_SPRING_INLINE Memory<Many> loadMemory(const float* from) {
  return {loadVector(from), loadVector(from + 3 * kSpringLanes), loadVector(from + 6 * kSpringLanes)};
}
VRM_SPRING_INLINE void storeMemory(const Memory<Many>& memory, float* to) {
  storeVector(memory.tail, to);
  storeVector(memory.previous, to + 3 * kSpringLanes);
  storeVector(memory.head, to + 6 * kSpringLanes);
}

// Where the numbers of each lane lie, four of them together.
struct Rows {
  const float* p[kSpringLanes];
  VRM_SPRING_INLINE Four at(std::size_t offset) const { return gather(p, offset); }
  VRM_SPRING_INLINE M matrix() const {
    return {vectorOf(at(0)), vectorOf(at(4)), vectorOf(at(8)), vectorOf(at(12))};
  }
};

VRM_SPRING_INLINE void scatterMatrix(const M& m, float* const* to) {
  const Many zero(0.0f), one(1.0f);
  scatter(m.x.x, m.x.y, m.x.z, zero, to, 0);
  scatter(m.y.x, m.y.y, m.y.z, zero, to, 4);
  scatter(m.z.x, m.z.y, m.z.z, zero, to, 8);
  scatter(m.place.x, m.place.y, m.place.z, one, to, 12);
}

// A collider of one kind for all lanes.
template <bool kLimited>
VRM_SPRING_INLINE V collidedBy(const SpringColliderRow& kind, const Shape<Many>& shape, const Reach<Many>& reach,
                               const Limit<Many>& limit, const V& tail) {
  const Many::Mask none = less(Many(1.0f), Many(0.0f));
  if (kind.inside || kind.type == SpringColliderType::Plane) {
    const Many::Mask yes = no(none);
    return collided<ShapeKinds::Any, kLimited>(reach, limit, shape, kind.inside ? none : yes,
                                               kind.inside ? yes : none, tail);
  }
  if (kind.type == SpringColliderType::Capsule)
    return collided<ShapeKinds::Capsules, kLimited>(reach, limit, shape, none, none, tail);
  return collided<ShapeKinds::Spheres, kLimited>(reach, limit, shape, none, none, tail);
}

}  // namespace HWY_NAMESPACE
}  // namespace vrm
