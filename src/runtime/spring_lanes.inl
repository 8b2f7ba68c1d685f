// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The step of joints in all lanes of a vector. Every number of a lane is worked out by the operations of
// spring_step.inl, in the same order as by the plain solver (spring_scalar.cpp), so the bits are the same. Included once
// per instruction set, hence no guard.

// All in one function is fastest; with what sanitizers add, compiling that would take minutes.
#undef VRM_SPRING_INLINE
#if HWY_IS_ASAN || HWY_IS_MSAN || HWY_IS_TSAN
#define VRM_SPRING_INLINE inline
#else
#define VRM_SPRING_INLINE HWY_INLINE
#endif

namespace vrm {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A vector of floats with the operations that spring_step.inl asks for. Mul and Add, never MulAdd: a fused
// operation rounds once, and not every machine has it. No friends: those of a template are not compiled for the
// instruction set that surrounds them (g++ -O0).
template <class D>
struct MaskOf {
  hn::Mask<D> m;
};
template <class D>
struct ManyOf {
  static constexpr std::size_t kLanes = hn::MaxLanes(D());
  using Mask = MaskOf<D>;
  hn::Vec<D> v;
  HWY_INLINE ManyOf() = default;
  HWY_INLINE explicit ManyOf(float value) : v(hn::Set(D(), value)) {}
  HWY_INLINE explicit ManyOf(hn::Vec<D> value) : v(value) {}

  static HWY_INLINE ManyOf load(const float* from) { return ManyOf(hn::LoadU(D(), from)); }
  HWY_INLINE void store(float* to) const { hn::StoreU(v, D(), to); }
};
template <class D>
HWY_INLINE ManyOf<D> operator+(ManyOf<D> a, ManyOf<D> b) {
  return ManyOf<D>(hn::Add(a.v, b.v));
}
template <class D>
HWY_INLINE ManyOf<D> operator-(ManyOf<D> a, ManyOf<D> b) {
  return ManyOf<D>(hn::Sub(a.v, b.v));
}
template <class D>
HWY_INLINE ManyOf<D> operator*(ManyOf<D> a, ManyOf<D> b) {
  return ManyOf<D>(hn::Mul(a.v, b.v));
}
template <class D>
HWY_INLINE ManyOf<D> operator/(ManyOf<D> a, ManyOf<D> b) {
  return ManyOf<D>(hn::Div(a.v, b.v));
}
template <class D>
HWY_INLINE ManyOf<D> sqrt(ManyOf<D> a) {
  return ManyOf<D>(hn::Sqrt(a.v));
}
template <class D>
HWY_INLINE ManyOf<D> abs(ManyOf<D> a) {
  return ManyOf<D>(hn::Abs(a.v));
}
template <class D>
HWY_INLINE MaskOf<D> less(ManyOf<D> a, ManyOf<D> b) {
  return {hn::Lt(a.v, b.v)};
}
template <class D>
HWY_INLINE MaskOf<D> both(MaskOf<D> a, MaskOf<D> b) {
  return {hn::And(a.m, b.m)};
}
template <class D>
HWY_INLINE MaskOf<D> either(MaskOf<D> a, MaskOf<D> b) {
  return {hn::Or(a.m, b.m)};
}
template <class D>
HWY_INLINE MaskOf<D> no(MaskOf<D> a) {
  return {hn::Not(a.m)};
}
template <class D>
HWY_INLINE bool any(MaskOf<D> a) {
  return !hn::AllFalse(D(), a.m);
}
template <class D>
HWY_INLINE bool all(MaskOf<D> a) {
  return hn::AllTrue(D(), a.m);
}
template <class D>
HWY_INLINE ManyOf<D> select(MaskOf<D> mask, ManyOf<D> yes, ManyOf<D> no) {
  return ManyOf<D>(hn::IfThenElse(mask.m, yes.v, no.v));
}
// As wide as there are, and half of that where it may be enough: a wide operation takes longer.
using Wide = ManyOf<hn::CappedTag<float, kSpringLanes>>;
using Narrow = ManyOf<hn::CappedTag<float, kHalfSpringLanes>>;

}  // namespace HWY_NAMESPACE
}  // namespace vrm

#undef VRM_STEP_NAMESPACE
#undef VRM_STEP_INLINE
#define VRM_STEP_NAMESPACE HWY_NAMESPACE
#define VRM_STEP_INLINE VRM_SPRING_INLINE
#include "runtime/spring_step.inl"

namespace vrm {
namespace HWY_NAMESPACE {

// Numbers of lanes that lie side by side.
template <class F>
VRM_SPRING_INLINE Vec<F> loadVector(const float* from) {
  return {F::load(from), F::load(from + kSpringLanes), F::load(from + 2 * kSpringLanes)};
}
template <class F>
VRM_SPRING_INLINE Turn<F> loadRotation(const float* from) {
  return {F::load(from), F::load(from + kSpringLanes), F::load(from + 2 * kSpringLanes),
          F::load(from + 3 * kSpringLanes)};
}
template <class F>
VRM_SPRING_INLINE void storeVector(const Vec<F>& v, float* to) {
  v.x.store(to), v.y.store(to + kSpringLanes), v.z.store(to + 2 * kSpringLanes);
}
template <class F>
VRM_SPRING_INLINE Memory<F> loadMemory(const float* from) {
  return {loadVector<F>(from), loadVector<F>(from + 3 * kSpringLanes), loadVector<F>(from + 6 * kSpringLanes)};
}
template <class F>
VRM_SPRING_INLINE void storeMemory(const Memory<F>& memory, float* to) {
  storeVector(memory.tail, to);
  storeVector(memory.previous, to + 3 * kSpringLanes);
  storeVector(memory.head, to + 6 * kSpringLanes);
}

// The same in all lanes.
template <class F>
VRM_SPRING_INLINE Vec<F> spread(const Vec3& v) {
  return {F(v.x), F(v.y), F(v.z)};
}
template <class F>
VRM_SPRING_INLINE Turn<F> spread(const Quat& q) {
  return {F(q.x), F(q.y), F(q.z), F(q.w)};
}
template <class F>
VRM_SPRING_INLINE Affine<F> spread(const Mat4& m) {
  return {spread<F>(Vec3{m[0], m[1], m[2]}), spread<F>(Vec3{m[4], m[5], m[6]}),
          spread<F>(Vec3{m[8], m[9], m[10]}), spread<F>(Vec3{m[12], m[13], m[14]})};
}

// Four numbers of each lane, which lie together, become four vectors: and back. `at` gives the place of those of a lane;
// it is asked again and again, so that no list of pointers is made.
template <class D, class At>
VRM_SPRING_INLINE hn::Vec<D> rowsOf(D d, const At& at, std::size_t lane) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    return hn::LoadU(d, at(lane));
  } else {
    const hn::Half<D> half;  // lanes that are four apart
    return hn::Combine(d, rowsOf(half, at, lane + hn::MaxLanes(half)), rowsOf(half, at, lane));
  }
}
template <class D, class At>
VRM_SPRING_INLINE void putRows(D d, hn::Vec<D> rows, const At& at, std::size_t lane) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    hn::StoreU(rows, d, at(lane));
  } else {
    const hn::Half<D> half;
    putRows(half, hn::LowerHalf(half, rows), at, lane);
    putRows(half, hn::UpperHalf(half, rows), at, lane + hn::MaxLanes(half));
  }
}
template <class F, class At>
VRM_SPRING_INLINE Turn<F> gather(const At& at) {
  const hn::DFromV<decltype(F::v)> d;
  const auto r0 = rowsOf(d, at, 0), r1 = rowsOf(d, at, 1), r2 = rowsOf(d, at, 2), r3 = rowsOf(d, at, 3);
  const auto x02 = hn::InterleaveLower(d, r0, r2), x13 = hn::InterleaveLower(d, r1, r3);
  const auto z02 = hn::InterleaveUpper(d, r0, r2), z13 = hn::InterleaveUpper(d, r1, r3);
  return {F(hn::InterleaveLower(d, x02, x13)), F(hn::InterleaveUpper(d, x02, x13)),
          F(hn::InterleaveLower(d, z02, z13)), F(hn::InterleaveUpper(d, z02, z13))};
}
template <class F, class At>
VRM_SPRING_INLINE void scatter(const Turn<F>& q, const At& at) {
  const hn::DFromV<decltype(F::v)> d;
  const auto xz0 = hn::InterleaveLower(d, q.x.v, q.z.v), yw0 = hn::InterleaveLower(d, q.y.v, q.w.v);
  const auto xz1 = hn::InterleaveUpper(d, q.x.v, q.z.v), yw1 = hn::InterleaveUpper(d, q.y.v, q.w.v);
  putRows(d, hn::InterleaveLower(d, xz0, yw0), at, 0);
  putRows(d, hn::InterleaveUpper(d, xz0, yw0), at, 1);
  putRows(d, hn::InterleaveLower(d, xz1, yw1), at, 2);
  putRows(d, hn::InterleaveUpper(d, xz1, yw1), at, 3);
}
// Of matrices, the upper three rows; the last is written as it always is.
template <class F, class At>
VRM_SPRING_INLINE Vec<F> gatherColumn(const At& at, std::size_t offset) {
  const Turn<F> c = gather<F>([&](std::size_t lane) { return at(lane) + offset; });
  return {c.x, c.y, c.z};
}
template <class F, class At>
VRM_SPRING_INLINE Affine<F> gatherMatrix(const At& at) {
  return {gatherColumn<F>(at, 0), gatherColumn<F>(at, 4), gatherColumn<F>(at, 8), gatherColumn<F>(at, 12)};
}
template <class F, class At>
VRM_SPRING_INLINE void scatterColumn(const Vec<F>& v, float last, const At& at, std::size_t offset) {
  scatter(Turn<F>{v.x, v.y, v.z, F(last)}, [&](std::size_t lane) { return at(lane) + offset; });
}
template <class F, class At>
VRM_SPRING_INLINE void scatterMatrix(const Affine<F>& m, const At& at) {
  scatterColumn(m.x, 0, at, 0), scatterColumn(m.y, 0, at, 4), scatterColumn(m.z, 0, at, 8);
  scatterColumn(m.place, 1, at, 12);
}

// The next collider from `i` on that has to be seen to, of `count`; kind(i) and shape(i) are those of all lanes. Most are
// not hit, so this does as little as can be.
template <class F, class Kind, class Shapes>
VRM_SPRING_INLINE std::uint32_t nextHit(std::uint32_t i, std::uint32_t count, const Kind& kind, const Shapes& shape,
                                        const Reach<F>& reach, const Vec<F>& tail) {
  for (; i < count; ++i) {
    const SpringColliderKind k = kind(i);
    if (k == SpringColliderKind::Sphere) {
      if (any(hitBy<ShapeKinds::Spheres>(reach, shape(i), tail))) break;
    } else if (k == SpringColliderKind::Capsule) {
      if (any(hitBy<ShapeKinds::Capsules>(reach, shape(i), tail))) break;
    } else if (k != SpringColliderKind::None) {
      break;
    }
  }
  return i;
}

// A collider of one kind for all lanes.
template <bool kLimited, class F>
VRM_SPRING_INLINE Vec<F> collidedBy(SpringColliderKind kind, const Shape<F>& shape, const Reach<F>& reach,
                                    const Limit<F>& limit, const Vec<F>& tail) {
  const typename F::Mask none = less(F(1.0f), F(0.0f)), yes = no(none);
  if (kind == SpringColliderKind::Sphere)
    return collided<ShapeKinds::Spheres, kLimited>(reach, limit, shape, none, none, tail);
  if (kind == SpringColliderKind::Capsule)
    return collided<ShapeKinds::Capsules, kLimited>(reach, limit, shape, none, none, tail);
  const bool plane = kind == SpringColliderKind::Plane;
  return collided<ShapeKinds::Any, kLimited>(reach, limit, shape, plane ? yes : none, plane ? none : yes, tail);
}

}  // namespace HWY_NAMESPACE
}  // namespace vrm
