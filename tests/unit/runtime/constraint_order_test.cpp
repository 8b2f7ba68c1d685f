// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Decision 23: each constraint after all that it depends on, and none that depends on itself.
#include <gtest/gtest.h>

#include <string>

#include "support/slow_build.hpp"
#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;
using schema::AimAxis;

// Files with their constraints in the least helpful order: one update carries the turn all the way.
TEST(ConstraintOrder, ChainsOfSources) {
  ModelBuilder b;
  constexpr std::uint32_t kCount = 50;
  for (std::uint32_t i = 0; i < kCount; ++i) b.node();
  for (std::uint32_t i = 0; i + 1 < kCount; ++i) {
    b.constrain(i, i % 2 == 0 ? C::Rotation : C::Roll, i + 1).rollAxis = schema::RollAxis::X;
  }
  Avatar avatar(b.make());
  avatar.setRotation(avatar.model().node(NodeIndex(kCount - 1)), turnX(30));
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, 0), turnX(30), 1e-5f));
}

TEST(ConstraintOrder, ThroughAncestorsOfTheSource) {
  ModelBuilder b;
  const std::uint32_t aim = b.node();
  const std::uint32_t arm = b.node();
  const std::uint32_t hand = b.node(at({0, 0, 1}), b.node({}, arm));
  const std::uint32_t driver = b.node();
  b.constrain(aim, C::Aim, hand).aimAxis = AimAxis::PositiveZ;
  b.constrain(arm, C::Rotation, driver);
  Avatar avatar(b.make());
  avatar.setRotation(avatar.model().node(NodeIndex(driver)), turnY(90));
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, arm), turnY(90)));
  EXPECT_TRUE(nearly(rotationOf(avatar, aim), turnY(90)));  // the hand is at +X
}

TEST(ConstraintOrder, ThroughAncestorsOfTheNode) {
  ModelBuilder b;
  const std::uint32_t arm = b.node();
  const std::uint32_t aim = b.node({}, b.node({}, arm));
  const std::uint32_t target = b.node(at({0, 0, 1}));
  const std::uint32_t driver = b.node();
  b.constrain(aim, C::Aim, target).aimAxis = AimAxis::PositiveZ;
  b.constrain(arm, C::Rotation, driver);
  Avatar avatar(b.make());
  avatar.setRotation(avatar.model().node(NodeIndex(driver)), turnY(90));
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, aim), turnY(-90)));  // undoes what its parent did
}

// "twist bones are children of their source"
TEST(ConstraintOrder, AnAncestorMayBeTheSource) {
  ModelBuilder b;
  const std::uint32_t arm = b.node();
  const std::uint32_t twist = b.node({}, arm);
  b.constrain(twist, C::Roll, arm).weight = 0.5f;
  Diagnostics said;
  Avatar avatar(b.make({}, &said));
  EXPECT_TRUE(said.empty());
  avatar.setRotation(avatar.model().node(NodeIndex(arm)), turnX(40));
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, twist), turnX(20)));
}

// A child's local rotation does not depend on the node, so it may be the source of one that reads it locally.
TEST(ConstraintOrder, ADescendantReadLocallyIsNoRing) {
  ModelBuilder b;
  const std::uint32_t node = b.node();
  const std::uint32_t child = b.node({}, node);
  b.constrain(node, C::Rotation, child);
  Diagnostics said;
  Avatar avatar(b.make({}, &said));
  EXPECT_TRUE(said.empty());
  avatar.setRotation(avatar.model().node(NodeIndex(child)), turnX(40));
  avatar.update(0);
  EXPECT_TRUE(nearly(rotationOf(avatar, node), turnX(40)));
}

std::string pointers(const Diagnostics& said) {
  std::string out;
  for (const Diagnostic& d : said.all()) {
    EXPECT_EQ(d.code, Code::VrmConstraint);
    out += d.pointer + " ";
  }
  return out;
}

TEST(ConstraintRing, ASourceThatHangsOnTheNode) {
  ModelBuilder b;
  const std::uint32_t node = b.node();
  const std::uint32_t below = b.node(at({0, 0, 1}), b.node({}, node));
  b.constrain(node, C::Aim, below).aimAxis = AimAxis::PositiveX;
  Diagnostics said;
  Avatar avatar(b.make({}, &said));
  EXPECT_EQ(pointers(said), "/nodes/0 ");
  EXPECT_EQ(avatar.model().constraintCount(), 0u);
  avatar.update(0);
  EXPECT_EQ(rotationOf(avatar, node), Quat{});
}

TEST(ConstraintRing, TheLastOfTheFileIsLeftOut) {
  ModelBuilder b;
  // Each aims at what hangs on the next; a fourth, outside of the ring, looks at it.
  std::uint32_t nodes[3], hands[3];
  const std::uint32_t watcher = b.node();
  for (std::uint32_t i = 0; i < 3; ++i) nodes[i] = b.node(at({static_cast<float>(i), 0, 0}));
  for (std::uint32_t i = 0; i < 3; ++i) hands[i] = b.node(at({0, 0, 1}), nodes[i]);
  for (std::uint32_t i = 0; i < 3; ++i) b.constrain(nodes[i], C::Aim, hands[(i + 1) % 3]);
  b.constrain(watcher, C::Aim, hands[0]).aimAxis = AimAxis::PositiveZ;
  Diagnostics said;
  Avatar avatar(b.make({}, &said));
  EXPECT_EQ(pointers(said), "/nodes/" + std::to_string(nodes[2]) + " ");
  EXPECT_EQ(avatar.model().constraintCount(), 3u);
  EXPECT_FALSE(avatar.model().constraintOf(avatar.model().node(NodeIndex(nodes[2]))));
  EXPECT_TRUE(avatar.model().constraintOf(avatar.model().node(NodeIndex(watcher))));
  avatar.update(0);
  EXPECT_EQ(rotationOf(avatar, nodes[2]), Quat{});
  // Node 1 aims +X at (2, 0, 1), where the free one holds its hand: 45 degrees about -Y.
  EXPECT_TRUE(nearly(rotationOf(avatar, nodes[1]), turnY(-45)));
}

TEST(ConstraintRing, OneForEachRing) {
  ModelBuilder b;
  std::string expected;
  for (std::uint32_t i = 0; i < 5; ++i) {
    const std::uint32_t left = b.node(), right = b.node();
    b.constrain(left, C::Aim, b.node(at({0, 0, 1}), right));
    b.constrain(right, C::DraftRotation, b.node({}, left));
    expected += "/nodes/" + std::to_string(right) + " ";
  }
  Diagnostics said;
  EXPECT_EQ(b.make({}, &said)->constraintCount(), 5u);
  EXPECT_EQ(pointers(said), expected);
}

// Files that only want our time. What must not happen is that it grows with the square of their size, which
// would be minutes here; the test has no clock, the suite's own limit is enough.
TEST(ConstraintRing, ManyInOneTree) {
  constexpr std::uint32_t kCount = 100'000 / test::kFewer;
  for (const bool backwards : {false, true}) {
    // A chain of nodes that all aim at its end: every one of them waits for all others.
    ModelBuilder b;
    for (std::uint32_t i = 0; i < kCount; ++i) b.node(at({0, 0, 1}), i == 0 ? kNone : i - 1);
    for (std::uint32_t i = 0; i + 1 < kCount; ++i) b.constrain(i, C::Aim, backwards ? kCount - 1 : i + 1);
    Diagnostics said;
    const auto model = b.make({}, &said);
    EXPECT_EQ(model->constraintCount(), 0u);
  }
}

TEST(ConstraintOrder, AWebOfTenThousand) {
  ModelBuilder b;
  constexpr std::uint32_t kCount = 10'000;
  for (std::uint32_t i = 0; i < kCount; ++i) b.node(at({0, 0, 1}), i == 0 ? kNone : (i - 1) / 2);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const std::uint32_t source = (i * 7919u + 13u) % kCount;
    if (source != i) b.constrain(i, static_cast<C>(i % 6), source);
  }
  Diagnostics said;
  Avatar avatar(b.make({}, &said));
  EXPECT_TRUE(said.has(Code::VrmConstraint));
  EXPECT_GT(avatar.model().constraintCount(), kCount / 4);
  avatar.update(0);
  for (const Quat& q : avatar.locals().rotations) ASSERT_NEAR(dot(q, q), 1, 1e-5f);
}

}  // namespace
}  // namespace vrm
