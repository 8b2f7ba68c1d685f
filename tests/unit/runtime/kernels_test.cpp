// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The wide versions of the hot loops give the bits of the plain ones, on every instruction set.
#include "runtime/kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/simd_target.hpp"
#include "support/same_bits.hpp"
#include "unit/runtime/random_tree.hpp"
#include "vrm/base/mat4.hpp"

namespace vrm {
namespace {

using test::RandomTree;
using test::sameBits;

template <class F>
void onEveryTarget(F&& test) {
  for (std::size_t target = 0; target < simdTargetCount(); ++target) {
    useSimdTarget(target);
    SCOPED_TRACE(simdTargetName());
    test();
  }
  useBestSimdTarget();
}

TEST(Kernels, WorldMatrices) {
  for (const std::uint32_t size : {0u, 1u, 3u, 7u, 8u, 9u, 15u, 17u, 31u, 64u, 101u, 257u}) {
    const RandomTree tree(size, size + 1);
    for (const std::uint32_t first : {0u, 1u, size / 3, size}) {
      if (first > size) continue;
      for (const std::uint32_t last : {size, size - (size - first) / 4}) {
        // What lies outside of the range stays as it is; parents in front of it are right already.
        std::vector<Mat4> expected = tree.worlds();
        for (std::uint32_t i = first; i < size; ++i) expected[i].fill(-7);
        const std::vector<Mat4> before = expected;
        scalar::worldMatrices(tree.parents, tree.locals(), tree.root, first, last, expected);
        onEveryTarget([&] {
          std::vector<Mat4> got = before;
          worldMatrices(tree.parents, tree.locals(), tree.root, first, last, got);
          EXPECT_TRUE(sameBits(got, expected)) << "nodes " << first << " to " << last << " of " << size;
        });
      }
    }
  }
}

TEST(Kernels, ApplyPose) {
  const float kBad[] = {std::nanf(""), INFINITY, 0, 1e30f};
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    test::Random r(seed);
    HumanoidTable table;
    std::vector<Quat> rest;
    Pose pose;
    for (const HumanBoneInfo& bone : allHumanBones()) {
      if (r.chance(0.3)) continue;
      table.set(bone.bone, static_cast<std::uint32_t>(rest.size()), r.rotation(3), r.rotation(3));
      rest.push_back(r.rotation(3));
      Quat q = r.rotation(3);
      const auto length = static_cast<float>(r.in(0.1, 10));
      q = {q.x * length, q.y * length, q.z * length, q.w * length};
      if (r.chance(0.1)) {
        const float bad = kBad[r.below(4)];
        q = {bad, bad, bad, bad};
      }
      pose.rotate(bone.bone, q);
    }
    std::vector<Quat> expected = rest;
    const std::uint64_t refused = scalar::applyPose(table, pose, expected);
    onEveryTarget([&] {
      std::vector<Quat> got = rest;
      std::vector<Vec3> vectors(rest.size());
      EXPECT_EQ(applyPose(table, pose, {}, false, {vectors, got, vectors}), refused);
      EXPECT_TRUE(sameBits(got, expected)) << "seed " << seed;
    });
  }
}

}  // namespace
}  // namespace vrm
