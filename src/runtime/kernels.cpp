// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "runtime/kernels.hpp"

#if VRM_WITH_SIMD
// Compiled once per instruction set by foreach_target.h, which includes this very file again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>
#include <limits>

#include "vrm/base/index.hpp"

HWY_BEFORE_NAMESPACE();
namespace vrm {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
// One lane: nothing to gain over the plain version.
void worldMatricesWide(const std::uint32_t* parents, const ConstLocals& locals, const Mat4& root,
                       std::uint32_t first, std::uint32_t last, Mat4* worlds) {
  scalar::worldMatrices({parents, last}, locals, root, first, last, {worlds, last});
}
std::uint64_t applyPoseWide(const HumanoidTable& table, const Pose& pose, Quat* rotations,
                            std::size_t count) {
  return scalar::applyPose(table, pose, {rotations, count});
}
#else

namespace hn = hwy::HWY_NAMESPACE;

// Mul and Add, never MulAdd: a fused operation rounds once, and not every machine has it.
using Lanes = hn::CappedTag<float, 8>;
using Column = hn::FixedTag<float, 4>;

// The matrices of a block of nodes, element by element: the rotations of Lanes nodes become matrices at once,
// then each node in turn multiplies its parent's columns.
struct BlockMatrices {
  HWY_ALIGN float m[12][8];  // columns 0, 1, 2, then the translation
};

HWY_INLINE void localMatrices(const Vec3* translations, const Quat* rotations, const Vec3* scales,
                              BlockMatrices& out) {
  const Lanes d;
  using V = hn::Vec<Lanes>;
  const V one = hn::Set(d, 1.0f), two = hn::Set(d, 2.0f);
  for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
    V x, y, z, w, sx, sy, sz, tx, ty, tz;
    hn::LoadInterleaved4(d, &rotations[i].x, x, y, z, w);
    hn::LoadInterleaved3(d, &scales[i].x, sx, sy, sz);
    hn::LoadInterleaved3(d, &translations[i].x, tx, ty, tz);
    const V xx = hn::Mul(x, x), yy = hn::Mul(y, y), zz = hn::Mul(z, z);
    const V xy = hn::Mul(x, y), xz = hn::Mul(x, z), yz = hn::Mul(y, z);
    const V xw = hn::Mul(x, w), yw = hn::Mul(y, w), zw = hn::Mul(z, w);
    const auto diagonal = [&](V a, V b, V s) {
      return hn::Mul(hn::Sub(one, hn::Mul(two, hn::Add(a, b))), s);
    };
    const auto plus = [&](V a, V b, V s) { return hn::Mul(hn::Mul(two, hn::Add(a, b)), s); };
    const auto minus = [&](V a, V b, V s) { return hn::Mul(hn::Mul(two, hn::Sub(a, b)), s); };
    hn::Store(diagonal(yy, zz, sx), d, &out.m[0][i]);
    hn::Store(plus(xy, zw, sx), d, &out.m[1][i]);
    hn::Store(minus(xz, yw, sx), d, &out.m[2][i]);
    hn::Store(minus(xy, zw, sy), d, &out.m[3][i]);
    hn::Store(diagonal(xx, zz, sy), d, &out.m[4][i]);
    hn::Store(plus(yz, xw, sy), d, &out.m[5][i]);
    hn::Store(plus(xz, yw, sz), d, &out.m[6][i]);
    hn::Store(minus(yz, xw, sz), d, &out.m[7][i]);
    hn::Store(diagonal(xx, yy, sz), d, &out.m[8][i]);
    hn::Store(tx, d, &out.m[9][i]);
    hn::Store(ty, d, &out.m[10][i]);
    hn::Store(tz, d, &out.m[11][i]);
  }
}

// Columns of the matrix of the node before, which in a chain is the parent: reading them back from memory
// would take as long as the sums.
struct Columns {
  hn::Vec<Column> c0, c1, c2, c3;
};

HWY_INLINE Columns loadColumns(const Mat4& m) {
  const Column d;
  return {hn::LoadU(d, m.data()), hn::LoadU(d, m.data() + 4), hn::LoadU(d, m.data() + 8),
          hn::LoadU(d, m.data() + 12)};
}

HWY_INLINE Columns multiplied(const Columns& p, const float (&m)[12][8], std::size_t lane) {
  const Column d;
  const auto column = [&](std::size_t i) {
    return hn::Add(hn::Add(hn::Mul(p.c0, hn::Set(d, m[i][lane])), hn::Mul(p.c1, hn::Set(d, m[i + 1][lane]))),
                   hn::Mul(p.c2, hn::Set(d, m[i + 2][lane])));
  };
  return {column(0), column(3), column(6), hn::Add(column(9), p.c3)};
}

HWY_INLINE void storeColumns(const Columns& c, Mat4& out) {
  const Column d;
  hn::StoreU(c.c0, d, out.data());
  hn::StoreU(c.c1, d, out.data() + 4);
  hn::StoreU(c.c2, d, out.data() + 8);
  hn::StoreU(c.c3, d, out.data() + 12);
}

void worldMatricesWide(const std::uint32_t* parents, const ConstLocals& locals, const Mat4& root,
                       std::uint32_t first, std::uint32_t last, Mat4* worlds) {
  if (first >= last) return;
  BlockMatrices block;
  Columns before = loadColumns(root);
  std::uint32_t have = kNone;  // whose columns these are: at first the root's, which is nobody's
  const auto place = [&](std::uint32_t begin, std::uint32_t count) HWY_ATTR {
    for (std::uint32_t lane = 0; lane < count; ++lane) {
      const std::uint32_t p = parents[begin + lane];
      if (p != have) before = loadColumns(p == kNone ? root : worlds[p]);
      before = multiplied(before, block.m, lane);
      storeColumns(before, worlds[begin + lane]);
      have = begin + lane;
    }
  };
  std::uint32_t i = first;
  for (; last - i >= 8; i += 8) {
    localMatrices(&locals.translations[i], &locals.rotations[i], &locals.scales[i], block);
    place(i, 8);
  }
  if (i == last) return;
  // Fewer than eight: a block of them on the stack, so that nothing behind the arrays is read.
  Vec3 translations[8], scales[8];
  Quat rotations[8];
  const std::uint32_t rest = last - i;
  for (std::uint32_t k = 0; k < rest; ++k) {
    translations[k] = locals.translations[i + k];
    rotations[k] = locals.rotations[i + k];
    scales[k] = locals.scales[i + k];
  }
  localMatrices(translations, rotations, scales, block);
  place(i, rest);
}

struct WideQuat {
  hn::Vec<Lanes> x, y, z, w;
};

// The order of operator* in base/quat.hpp.
HWY_INLINE WideQuat product(const WideQuat& a, const WideQuat& b) {
  using hn::Add, hn::Mul, hn::Sub;
  return {Sub(Add(Add(Mul(a.w, b.x), Mul(a.x, b.w)), Mul(a.y, b.z)), Mul(a.z, b.y)),
          Add(Add(Sub(Mul(a.w, b.y), Mul(a.x, b.z)), Mul(a.y, b.w)), Mul(a.z, b.x)),
          Add(Sub(Add(Mul(a.w, b.z), Mul(a.x, b.y)), Mul(a.y, b.x)), Mul(a.z, b.w)),
          Sub(Sub(Sub(Mul(a.w, b.w), Mul(a.x, b.x)), Mul(a.y, b.y)), Mul(a.z, b.z))};
}

HWY_INLINE WideQuat load(const std::array<std::array<float, Pose::kSlots>, 4>& parts, std::size_t i) {
  const Lanes d;
  return {hn::LoadU(d, &parts[0][i]), hn::LoadU(d, &parts[1][i]), hn::LoadU(d, &parts[2][i]),
          hn::LoadU(d, &parts[3][i])};
}

std::uint64_t applyPoseWide(const HumanoidTable& table, const Pose& pose, Quat* rotations, std::size_t) {
  using hn::Add, hn::Mul;
  const Lanes d;
  const std::size_t lanes = hn::Lanes(d);
  std::uint64_t refused = 0;
  HWY_ALIGN Quat results[8];
  for (std::size_t i = 0; i < Pose::kSlots; i += lanes) {
    WideQuat n;
    hn::LoadInterleaved4(d, &pose.slots()[i].x, n.x, n.y, n.z, n.w);
    const auto squared = Add(Add(Add(Mul(n.x, n.x), Mul(n.y, n.y)), Mul(n.z, n.z)), Mul(n.w, n.w));
    const auto good = hn::And(hn::Ge(squared, hn::Set(d, std::numeric_limits<float>::min())),
                              hn::Le(squared, hn::Set(d, std::numeric_limits<float>::max())));
    const auto inverse = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(squared));
    const WideQuat unit{Mul(n.x, inverse), Mul(n.y, inverse), Mul(n.z, inverse), Mul(n.w, inverse)};
    const WideQuat raw = product(product(load(table.before, i), unit), load(table.after, i));
    hn::StoreInterleaved4(raw.x, raw.y, raw.z, raw.w, d, &results[0].x);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, good, bits);
    for (std::size_t k = 0; k < lanes; ++k) {
      const std::uint32_t node = table.nodes[i + k];
      if (node == kNone) continue;
      if ((bits[0] >> k & 1) != 0) {
        rotations[node] = results[k];
      } else {
        refused |= std::uint64_t{1} << (i + k);
      }
    }
  }
  return refused;
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace vrm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vrm {
HWY_EXPORT(worldMatricesWide);
HWY_EXPORT(applyPoseWide);

void wide::worldMatrices(std::span<const std::uint32_t> parents, const ConstLocals& locals, const Mat4& root,
                         std::uint32_t first, std::uint32_t last, std::span<Mat4> worlds) noexcept {
  HWY_DYNAMIC_DISPATCH(worldMatricesWide)(parents.data(), locals, root, first, last, worlds.data());
}
std::uint64_t wide::applyPose(const HumanoidTable& table, const Pose& pose,
                              std::span<Quat> rotations) noexcept {
  return HWY_DYNAMIC_DISPATCH(applyPoseWide)(table, pose, rotations.data(), rotations.size());
}
}  // namespace vrm
#endif
#endif
