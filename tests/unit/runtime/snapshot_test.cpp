// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "support/three_avatars.hpp"
#include "unit/runtime/drive.hpp"
#include "unit/runtime/prelude.hpp"
#include "vrm/load.hpp"
#include "vrm/runtime/output_hash.hpp"

namespace vrm {
namespace {

using namespace test;

constexpr std::size_t kHeader = 24;  // "VRMS", version, hash of the layout, size

using Bytes = std::vector<std::byte>;

Bytes saved(const Avatar& avatar) {
  Bytes bytes(avatar.snapshotSize());
  EXPECT_TRUE(avatar.save(bytes));
  return bytes;
}

template <class T>
void put(Bytes& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + kHeader + offset, &value, sizeof value);
}

std::uint64_t run(Avatar& avatar, std::uint32_t seed, int frames) {
  test::Random r(seed);
  std::uint64_t hash = kHashStart;
  for (int i = 0; i < frames; ++i) {
    test::drive(avatar, r);
    avatar.update(1.0f / 60);
    hash = outputHash(avatar, hash);
  }
  return hash;
}

TEST(Snapshot, GoesOnWhereItWasTaken) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const LoadResult loaded = load(test::randomAvatar(seed).document());
    Avatar avatar(loaded.model());
    run(avatar, seed, 7);
    avatar.enable(Stage::LookAt, seed % 2 == 0);
    avatar.setRotation(ModelNode(), {});  // refused; the next update will say so
    const Bytes snapshot = saved(avatar);
    Avatar copy(avatar);
    const UpdateFlags flags = copy.update(0);
    EXPECT_TRUE(has(flags, UpdateFlags::InputRefused));
    const std::uint64_t at = outputHash(avatar), then = run(avatar, seed + 100, 7);

    Avatar other(loaded.model());
    run(other, seed + 200, 3);
    for (Avatar* a : {&avatar, &other}) {
      ASSERT_TRUE(a->restore(snapshot));
      EXPECT_EQ(outputHash(*a), at) << seed;
      EXPECT_EQ(saved(*a), snapshot) << seed;
      Avatar one(*a);
      EXPECT_EQ(one.update(0), flags) << seed;
      EXPECT_EQ(run(*a, seed + 100, 7), then) << seed;
    }
  }
}

// A model that has something of everything that a snapshot holds.
ModelBuilder some() {
  ModelBuilder b;
  b.bone(HumanBone::Head, {{0, 1, 0}, {}, {1, 1, 1}}, b.bone(HumanBone::Hips));
  b.node();
  b.constrain(2, ConstraintType::Aim, 1);
  b.expression("happy").overrideBlink = ExpressionOverride::Block;
  b.expression("wave").morphTargetBinds = {{NodeIndex(b.meshNode({0.5f})), 0, 1}};
  b.vrm.lookAt.emplace();
  return b;
}

// Refused, said so, and nothing has happened.
void expectRefused(Avatar& avatar, std::span<const std::byte> bytes, const std::string& what) {
  const Bytes before = saved(avatar);
  const Result<void> result = avatar.restore(bytes);
  ASSERT_FALSE(result.ok()) << what;
  EXPECT_EQ(result.error().code, Code::SnapshotMismatch) << what;
  EXPECT_FALSE(result.error().message.empty());
  EXPECT_EQ(saved(avatar), before) << what;
}

TEST(Snapshot, WrongSize) {
  Avatar avatar(some().make());
  const Bytes good = saved(avatar);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, kHeader - 1, kHeader, good.size() - 1})
    expectRefused(avatar, std::span(good).first(size), std::to_string(size));
  Bytes longer = good;
  longer.push_back({});
  expectRefused(avatar, longer, "longer");
  for (const std::size_t size : {std::size_t{0}, good.size() - 1, good.size() + 1}) {
    Bytes out(size, std::byte{7});
    const Result<void> result = avatar.save(out);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, Code::SnapshotMismatch);
    EXPECT_EQ(out, Bytes(size, std::byte{7}));
  }
}

TEST(Snapshot, OfAnotherModel) {
  Avatar avatar(some().make());
  ModelBuilder more = some();
  more.node();
  ModelBuilder face = some();
  face.expression("sad");
  // As many bytes, but for other things.
  ModelBuilder swapped = some();
  swapped.vrm.expressions.list.pop_back();
  swapped.asset.meshes[0].targetCount = 2;
  for (ModelBuilder* b : {&more, &face, &swapped}) {
    const Avatar other(b->make());
    expectRefused(avatar, saved(other), std::to_string(other.snapshotSize()));
  }
  // Two loads of one file are one model.
  EXPECT_TRUE(avatar.restore(saved(Avatar(some().make()))));
}

TEST(Snapshot, DamagedHeader) {
  Avatar avatar(some().make());
  const Bytes good = saved(avatar);
  for (std::size_t i = 0; i < kHeader; ++i) {
    for (const unsigned bit : {0u, 3u, 7u}) {
      Bytes bad = good;
      bad[i] ^= static_cast<std::byte>(1u << bit);
      expectRefused(avatar, bad, "byte " + std::to_string(i));
    }
  }
}

TEST(Snapshot, NumbersThatNoAvatarHas) {
  const auto model = some().make();
  const AvatarLayout& layout = model->layout();
  Avatar avatar(model);
  const Bytes good = saved(avatar);
  const std::size_t root = 0;  // translation, rotation, scale: the first of all
  const std::pair<const char*, std::size_t> floats[] = {
      {"root translation", root},
      {"root rotation", root + 12},
      {"root scale", root + 28},
      {"translations", layout.translations + 8},
      {"rotations", layout.rotations + 2 * 16 + 12},
      {"scales", layout.scales + 4},
      {"weights", layout.weights + 4},
      {"constraint weights", layout.constraintWeights},
      {"last aims", layout.constraintLast + 8},
  };
  for (const auto& [what, offset] : floats) {
    for (const float number : {NAN, INFINITY, -INFINITY}) {
      Bytes bad = good;
      put(bad, offset, number);
      expectRefused(avatar, bad, what);
    }
  }
  // Rotations are units, always.
  for (const std::size_t offset : {root + 12, layout.rotations + 16, layout.constraintLast}) {
    for (const float number : {1e20f, 3.0f}) {
      Bytes bad = good;
      put(bad, offset, number);
      expectRefused(avatar, bad, "no unit");
    }
    Bytes bad = good;
    put(bad, offset, Quat{0, 0, 0, 0});
    expectRefused(avatar, bad, "no rotation");
  }
  for (const std::uint8_t kind : {std::uint8_t{4}, std::uint8_t{0xFF}}) {
    Bytes bad = good;
    put(bad, layout.kinds + 1, kind);
    expectRefused(avatar, bad, "kind");
  }
  EXPECT_TRUE(avatar.restore(good));
}

// Outputs are what the bytes say until the next update, which works them out anew.
TEST(Snapshot, OfSpringsAsFarAwayAsFloatsGo) {
  ModelBuilder b;
  std::vector<std::uint32_t> nodes{b.node(at({0, 0, 3.4e38f}))};
  for (int i = 0; i < 2; ++i) nodes.push_back(b.node(at({0, -0.1f, 0}), nodes.back()));
  b.spring(nodes);
  Avatar avatar(b.make());
  for (int frame = 0; frame < 3; ++frame) {
    Avatar other(avatar.sharedModel());
    EXPECT_TRUE(other.restore(saved(avatar)).ok()) << frame;
    avatar.update(1.0f / 60);
  }
}

// Found by fuzz_snapshot: the way of springs without scales was taken with scales of the last update, which had been
// changed, and gave rotations that are none.
TEST(Snapshot, OfALastUpdateWithOtherScales) {
  const LoadResult loaded = load(sameAvatar(VrmVersion::Vrm1).document());
  Avatar avatar(loaded.model());
  avatar.setStepping(SpringStepping::Fixed);
  for (int i = 0; i < 10; ++i) avatar.update(1.0f / 50);
  Bytes snapshot = saved(avatar);
  put(snapshot, loaded.model()->layout().lastScales + sizeof(Vec3), 1.7e38f);
  ASSERT_TRUE(avatar.restore(snapshot));
  for (int i = 0; i < 3; ++i) {
    avatar.update(1.0f / 50);
    ASSERT_TRUE(avatar.restore(saved(avatar))) << "update " << i;
  }
}

TEST(Snapshot, DamagedOutputsAreMended) {
  const auto model = some().make();
  const AvatarLayout& layout = model->layout();
  Avatar avatar(model);
  avatar.expression("wave", 0.25f);
  avatar.update(0);
  const std::uint64_t right = outputHash(avatar);
  const Bytes good = saved(avatar);
  for (const std::size_t offset : {layout.morphs, layout.effective, layout.worlds}) {
    for (const float number : {NAN, 0.125f}) {
      Bytes bad = good;
      put(bad, offset, number);
      ASSERT_TRUE(avatar.restore(bad));
      EXPECT_NE(outputHash(avatar), right);
      avatar.update(0);
      EXPECT_EQ(outputHash(avatar), right);
    }
  }
}

TEST(Snapshot, HasNoScratchMemory) {
  const auto model = some().make();
  EXPECT_EQ(Avatar(model).snapshotSize(), kHeader + model->layout().stateSize);
  EXPECT_LT(model->layout().stateSize, model->layout().size);
}

// Whatever stands in the bytes: it is refused, or the avatar goes on with numbers.
TEST(Snapshot, AnyDamageIsSurvived) {
  const auto model = some().make();
  Avatar avatar(model);
  run(avatar, 3, 2);
  const Bytes good = saved(avatar);
  test::Random r(9);
  int refused = 0;
  for (std::size_t i = kHeader; i < good.size(); ++i) {
    Bytes bad = good;
    bad[i] = static_cast<std::byte>(r.below(256));
    if (!avatar.restore(bad)) {
      ++refused;
      continue;
    }
    const UpdateFlags flags = avatar.update(0);
    EXPECT_LT(static_cast<std::uint32_t>(flags), 16u) << i;
    for (const Quat& q : avatar.locals().rotations) EXPECT_NEAR(dot(q, q), 1, 0.01f) << i;
    for (const float weight : avatar.expressionWeights()) EXPECT_TRUE(weight >= 0 && weight <= 1) << i;
  }
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace vrm
