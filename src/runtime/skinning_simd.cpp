// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// skinning_scalar.cpp with one vertex per lane, to the bit.
#include <algorithm>

#include "runtime/skinning_kernel.hpp"

#if VRM_WITH_SIMD
// Compiled once per instruction set by foreach_target.h, which includes this very file again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/skinning_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace vrm {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
void skinVertices(const SkinJob& job) {
  skinScalar(job, 0);
}
#else

// Lanes are vertices. Eight at most: wider registers would need a second level of transposition for little
// gain, since the blending of matrices takes most of the time.
#if HWY_CAP_GE256 && !HWY_HAVE_SCALABLE
constexpr std::size_t kWidth = 8;
#else
constexpr std::size_t kWidth = 4;
#endif
using LanesTag = hn::FixedTag<float, kWidth>;
using Floats = hn::Vec<LanesTag>;
constexpr LanesTag kLanes;

// Elements of a matrix side by side.
using Elements = hn::CappedTag<float, 16>;
constexpr std::size_t kMatrix = 16;

// Vertices that are morphed before they are skinned: small enough to stay in the first cache.
constexpr std::size_t kBlock = 256;
static_assert(kBlock % kWidth == 0);
static_assert(sizeof(Vec3) == 3 * sizeof(float));

struct Lanes3 {
  Floats x, y, z;
};

HWY_INLINE Lanes3 load3(const Vec3* from) {
  Lanes3 out;
  hn::LoadInterleaved3(kLanes, &from->x, out.x, out.y, out.z);
  return out;
}

HWY_INLINE void store3(const Lanes3& v, Vec3* to) {
  hn::StoreInterleaved3(v.x, v.y, v.z, kLanes, &to->x);
}

// The order of additions is that of dot(Vec3, Vec3).
HWY_INLINE Floats dot3(const Lanes3& a, const Lanes3& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

HWY_INLINE Lanes3 cross3(const Lanes3& a, const Lanes3& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

// a * v.x + b * v.y + c * v.z
HWY_INLINE Lanes3 combined3(const Lanes3& a, const Lanes3& b, const Lanes3& c, const Lanes3& v) {
  return {dot3({a.x, b.x, c.x}, v), dot3({a.y, b.y, c.y}, v), dot3({a.z, b.z, c.z}, v)};
}

// Column `index` of vertex `s` and, in registers that hold two such, of vertex 4 + s.
HWY_INLINE Floats columns(const float* matrices, std::size_t s, std::size_t index) {
  const float* const from = matrices + s * kMatrix + 4 * index;
#if HWY_CAP_GE256 && !HWY_HAVE_SCALABLE
  const hn::Half<LanesTag> half;
  return hn::Combine(kLanes, hn::Load(half, from + 4 * kMatrix), hn::Load(half, from));
#else
  return hn::Load(kLanes, from);
#endif
}

// Column `index` of the matrices of all lanes.
HWY_INLINE Lanes3 column3(const float* matrices, std::size_t index) {
  const Floats c0 = columns(matrices, 0, index), c1 = columns(matrices, 1, index);
  const Floats c2 = columns(matrices, 2, index), c3 = columns(matrices, 3, index);
  const Floats xy02 = hn::InterleaveLower(kLanes, c0, c2), xy13 = hn::InterleaveLower(kLanes, c1, c3);
  const Floats zw02 = hn::InterleaveUpper(kLanes, c0, c2), zw13 = hn::InterleaveUpper(kLanes, c1, c3);
  return {hn::InterleaveLower(kLanes, xy02, xy13), hn::InterleaveUpper(kLanes, xy02, xy13),
          hn::InterleaveLower(kLanes, zw02, zw13)};
}

HWY_INLINE Lanes3 transformedNormal(const Lanes3& a, const Lanes3& b, const Lanes3& c, const Lanes3& normal) {
  const Lanes3 bc = cross3(b, c);
  Lanes3 out = combined3(bc, cross3(c, a), cross3(a, b), normal);
  const auto mirrored = hn::Lt(dot3(a, bc), hn::Zero(kLanes));
  out = {hn::IfThenElse(mirrored, hn::Neg(out.x), out.x), hn::IfThenElse(mirrored, hn::Neg(out.y), out.y),
         hn::IfThenElse(mirrored, hn::Neg(out.z), out.z)};
  Floats squared = dot3(out, out);
  const auto usable =
      hn::And(hn::Ge(squared, hn::Set(kLanes, kLeastSquare)), hn::Le(squared, hn::Set(kLanes, kMostSquare)));
  if (!hn::AllTrue(kLanes, usable)) {
    const Floats largest = hn::Max(hn::Abs(out.x), hn::Max(hn::Abs(out.y), hn::Abs(out.z)));
    const Lanes3 scaled = {hn::Div(out.x, largest), hn::Div(out.y, largest), hn::Div(out.z, largest)};
    const Floats one = hn::Set(kLanes, 1.0f), square = dot3(scaled, scaled);
    const auto directed = hn::Or(usable, hn::Ge(square, one));
    const auto chosen = [&](Floats own, Floats other) {
      return hn::IfThenElseZero(directed, hn::IfThenElse(usable, own, other));
    };
    out = {chosen(out.x, scaled.x), chosen(out.y, scaled.y), chosen(out.z, scaled.z)};
    squared = hn::IfThenElse(directed, hn::IfThenElse(usable, squared, square), one);
  }
  const Floats inverse = hn::Div(hn::Set(kLanes, 1.0f), hn::Sqrt(squared));
  return {hn::Mul(out.x, inverse), hn::Mul(out.y, inverse), hn::Mul(out.z, inverse)};
}

HWY_INLINE void blend(const Mat4* matrices, const std::uint16_t* joints, const float* weights,
                      std::size_t influences, float* out) {
  const Elements d;
  float sum = 0;
  for (std::size_t i = 0; i < influences; ++i) sum += weights[i];
  const float one = 1;
  if (sum == 0) weights = &one, influences = 1;
  for (std::size_t e = 0; e < kMatrix; e += hn::Lanes(d)) {
    auto m = hn::Mul(hn::LoadU(d, matrices[joints[0]].data() + e), hn::Set(d, weights[0]));
    for (std::size_t i = 1; i < influences; ++i) {
      m = hn::Add(m, hn::Mul(hn::LoadU(d, matrices[joints[i]].data() + e), hn::Set(d, weights[i])));
    }
    hn::Store(m, d, out + e);
  }
}

// Adds the active targets' deltas to `count` vertices of `from`. The result is `from` itself when there are
// none.
const Vec3* morph(const SkinJob& job, std::span<const Vec3> MorphDeltas::*list, const Vec3* from,
                  std::size_t first, std::size_t count, Vec3* to) {
  const hn::ScalableTag<float> d;
  const std::size_t floats = 3 * count;
  for (std::size_t t = 0; t < job.morphWeights.size(); ++t) {
    const std::span<const Vec3> deltas = job.source.targets[t].*list;
    const float weight = job.morphWeights[t];
    if (weight == 0 || deltas.empty()) continue;
    const float* const base = &from->x;
    const float* const delta = &deltas[first].x;
    float* const out = &to->x;
    const auto wide = hn::Set(d, weight);
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= floats; i += hn::Lanes(d)) {
      hn::StoreU(hn::Add(hn::LoadU(d, base + i), hn::Mul(hn::LoadU(d, delta + i), wide)), d, out + i);
    }
    for (; i < floats; ++i) out[i] = base[i] + delta[i] * weight;
    from = to;
  }
  return from;
}

void skinVertices(const SkinJob& job) {
  const SkinSource& source = job.source;
  const std::size_t influences = source.influences;
  HWY_ALIGN float matrices[kWidth * kMatrix];
  if (influences == 0) {
    for (std::size_t i = 0; i < kWidth * kMatrix; ++i) matrices[i] = job.matrices[0][i % kMatrix];
  }
  const std::size_t end = job.outPositions.size() - job.outPositions.size() % kWidth;
  for (std::size_t first = 0; first < end; first += kBlock) {
    const std::size_t count = first + kBlock < end ? kBlock : end - first;
    Vec3* const outPositions = job.outPositions.data() + first;
    Vec3* const outNormals = job.outNormals.empty() ? nullptr : job.outNormals.data() + first;
    const Vec3* const positions =
        morph(job, &MorphDeltas::positions, source.positions.data() + first, first, count, outPositions);
    const Vec3* const normals =
        outNormals == nullptr
            ? nullptr
            : morph(job, &MorphDeltas::normals, source.normals.data() + first, first, count, outNormals);
    for (std::size_t v = 0; v < count; v += kWidth) {
      for (std::size_t i = 0; influences != 0 && i < kWidth; ++i) {
        const std::size_t entry = (first + v + i) * influences;
        blend(job.matrices.data(), source.joints.data() + entry, source.weights.data() + entry, influences,
              matrices + i * kMatrix);
      }
      const Lanes3 a = column3(matrices, 0), b = column3(matrices, 1), c = column3(matrices, 2);
      const Lanes3 offset = column3(matrices, 3);
      const Lanes3 p = combined3(a, b, c, load3(positions + v));
      store3({hn::Add(p.x, offset.x), hn::Add(p.y, offset.y), hn::Add(p.z, offset.z)}, outPositions + v);
      if (normals) store3(transformedNormal(a, b, c, load3(normals + v)), outNormals + v);
    }
  }
  skinScalar(job, end);
}
#endif

std::uint16_t highestJoint(std::span<const std::uint16_t> joints) {
  const hn::ScalableTag<std::uint16_t> d;
  const std::size_t width = hn::Lanes(d);
  auto highest = hn::Zero(d);
  std::size_t i = 0;
  for (; i + width <= joints.size(); i += width) {
    highest = hn::Max(highest, hn::LoadU(d, joints.data() + i));
  }
  HWY_ALIGN std::uint16_t lanes[HWY_MAX_BYTES / sizeof(std::uint16_t)] = {};
  hn::Store(highest, d, lanes);
  return std::max(highestJointScalar(lanes), highestJointScalar(joints.subspan(i)));
}

}  // namespace HWY_NAMESPACE
}  // namespace vrm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vrm {
HWY_EXPORT(skinVertices);
HWY_EXPORT(highestJoint);
void skinSimd(const SkinJob& job) noexcept {
  HWY_DYNAMIC_DISPATCH(skinVertices)(job);
}
std::uint16_t highestJointSimd(std::span<const std::uint16_t> joints) noexcept {
  return HWY_DYNAMIC_DISPATCH(highestJoint)(joints);
}
}  // namespace vrm
#endif

#else
namespace vrm {
void skinSimd(const SkinJob& job) noexcept {
  skinScalar(job, 0);
}
std::uint16_t highestJointSimd(std::span<const std::uint16_t> joints) noexcept {
  return highestJointScalar(joints);
}
}  // namespace vrm
#endif
