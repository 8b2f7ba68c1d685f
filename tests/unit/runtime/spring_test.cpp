// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Single steps by hand: seed 002 and VRMC_springBone 1.0 "SpringBone Algorithm",
// VRMC_springBone_extended_collider "Reference Implementations", decisions 5 to 9.
#include "vrm/runtime/spring.hpp"

#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;
using Shape = schema::ColliderShape;

// A bone of length 1 that points up from (0, 1, 0), and nothing that moves it but what a test adds.
struct Bone {
  ModelBuilder b;
  std::uint32_t root, head, tail;

  explicit Bone(const Trs& rootAt = {}, const Trs& headAt = at({0, 1, 0}),
                const Trs& tailAt = at({0, 1, 0})) {
    root = b.node(rootAt);
    head = b.node(headAt, root);
    tail = b.node(tailAt, head);
    schema::SpringJoint& joint = b.spring({head, tail}).joints[0];
    joint.stiffness = 0;
    joint.dragForce = 1;
  }
  schema::Spring& spring() { return b.vrm.springBone.springs[0]; }
  schema::SpringJoint& joint() { return spring().joints[0]; }
  Bone& with(const Shape& shape, std::uint32_t node = 0) {
    spring().colliderGroups.push_back(b.collider(node, shape));
    return *this;
  }
  Avatar avatar() const {
    Avatar avatar(b.make());
    avatar.setStepping(SpringStepping::Spec);
    return avatar;
  }
  // Where the tail is after one step of a second.
  Vec3 afterOne() const {
    Avatar a = avatar();
    a.update(1);
    return tailOf(a);
  }
  Vec3 tailOf(const Avatar& a) const { return positionOf(a.world(a.model().node(NodeIndex(tail)))); }
};

Shape sphere(Vec3 offset, float radius) {
  Shape s;
  s.offset = offset;
  s.radius = radius;
  return s;
}
Shape capsule(Vec3 offset, Vec3 tail, float radius) {
  Shape s = sphere(offset, radius);
  s.type = Shape::Type::Capsule;
  s.tail = tail;
  return s;
}
Shape insideOut(Shape s) {
  s.inside = true;
  return s;
}
Shape plane(Vec3 offset, Vec3 normal) {
  Shape s;
  s.type = Shape::Type::Plane;
  s.offset = offset;
  s.normal = normal;
  return s;
}

constexpr float kRoot2 = 0.70710678f;

TEST(SpringStep, NothingPullsNothingMoves) {
  EXPECT_TRUE(nearly(Bone().afterOne(), {0, 2, 0}));
}

// external = deltaTime * gravityDir * gravityPower; then the length.
TEST(SpringStep, Gravity) {
  Bone bone;
  bone.joint().gravityPower = 1;
  bone.joint().gravityDir = {1, 0, 0};
  EXPECT_TRUE(nearly(bone.afterOne(), {kRoot2, 1 + kRoot2, 0}));
  // Used as stored (decision 7): twice as long is twice as strong.
  bone.joint().gravityDir = {0, 0, 2};
  EXPECT_TRUE(nearly(bone.afterOne(), {0, 1 + 1 / std::sqrt(5.0f), 2 / std::sqrt(5.0f)}));
}

TEST(SpringStep, ForcesAddToGravity) {
  const Bone bone;
  Avatar a = bone.avatar();
  a.setForce({0.5f, 0, 0});
  a.setForce(SpringIndex(0), {0.5f, 0, 0});
  a.update(1);
  EXPECT_TRUE(nearly(bone.tailOf(a), {kRoot2, 1 + kRoot2, 0}));
}

// inertia = (currentTail - prevTail) * (1 - dragForce)
TEST(SpringStep, Inertia) {
  for (const float drag : {0.0f, 0.25f, 1.0f}) {
    Bone bone;
    bone.joint().dragForce = drag;
    Avatar a = bone.avatar();
    a.setForce({1, 0, 0});
    a.update(1);  // from (0, 1) to (r, r), from the head
    a.setForce({});
    a.update(1);
    const float keep = 1 - drag;
    const Vec3 next{kRoot2 + kRoot2 * keep, kRoot2 + (kRoot2 - 1) * keep, 0};
    EXPECT_TRUE(nearly(bone.tailOf(a), Vec3{0, 1, 0} + next * (1 / length(next)))) << drag;
  }
}

// A tail stays where it is when its head moves, but for its length.
TEST(SpringStep, HeadsThatMove) {
  const Bone bone;
  Avatar a = bone.avatar();
  a.setRoot({{1, 0, 0}, {}, 1});
  a.update(1);
  EXPECT_TRUE(nearly(bone.tailOf(a), {1 - kRoot2, 1 + kRoot2, 0}));
  // Not so far away: an avatar far from the origin moves as one at the origin.
  for (const float far : {1e3f, 1e5f}) {
    Avatar b = bone.avatar();
    b.teleport({{far, 0, 0}, {}, 1});
    b.update(1);
    b.setRoot({{far + 1, 0, 0}, {}, 1});
    b.update(1);
    EXPECT_TRUE(nearly(rotationOf(b, bone.head), rotationOf(a, bone.head))) << far;
  }
}

// stiffness = deltaTime * parentWorldRotation * initialLocalRotation * boneAxis * stiffnessForce: towards
// rest, not towards where the node is (decision 5).
TEST(SpringStep, StiffnessPullsTowardsRest) {
  Bone bone(at({}, turnX(30)), at({0, 1, 0}, turnZ(20)));
  bone.joint().stiffness = 1;
  Avatar a = bone.avatar();
  const Vec3 rest = rotate(turnX(30) * turnZ(20), {0, 1, 0});
  a.setForce({3, 0, 0});
  a.update(1);
  const Vec3 pulled = rest + rest + Vec3{3, 0, 0};
  const Vec3 now = pulled * (1 / length(pulled));
  a.setForce({});
  a.update(1);
  const Vec3 back = now + rest;
  const Vec3 head = rotate(turnX(30), {0, 1, 0});
  EXPECT_TRUE(nearly(bone.tailOf(a), head + back * (1 / length(back)), 2e-6f));
}

// Decision 6: axis and length from the tail in the head's space, also through nodes that are skipped.
TEST(SpringStep, SkippedNodes) {
  ModelBuilder b;
  const std::uint32_t head = b.node(at({0, 1, 0}));
  const std::uint32_t between = b.node(at({1, 0, 0}, turnZ(90)), head);
  const std::uint32_t tail = b.node(at({1, 0, 0}), between);  // at (1, 1, 0) from the head
  schema::SpringJoint& joint = b.spring({head, tail}).joints[0];
  joint.stiffness = 0;
  joint.dragForce = 1;
  joint.gravityPower = 1000;
  Avatar a(b.make());
  EXPECT_NEAR(a.model().springJoints()[0].length, std::sqrt(2.0f), 1e-6f);
  a.setStepping(SpringStepping::Spec);
  a.update(1);
  const Vec3 place = positionOf(a.world(a.model().node(NodeIndex(tail))));
  EXPECT_TRUE(nearly(place, {0, 1 - std::sqrt(2.0f), 0}, 2e-3f));
  EXPECT_EQ(rotationOf(a, between), turnZ(90));
}

// --- Colliders. The head is at (0, 1, 0), the tail at (0, 2, 0).

// Out of the collider, then back to length.
Vec3 fitted(Vec3 pushed) {
  const Vec3 way = pushed - Vec3{0, 1, 0};
  return Vec3{0, 1, 0} + way * (1 / length(way));
}

TEST(SpringCollider, Sphere) {
  // 0.3 beside the tail; radius 0.5: pushed by 0.2.
  EXPECT_TRUE(nearly(Bone().with(sphere({0.3f, 2, 0}, 0.5f)).afterOne(), fitted({-0.2f, 2, 0})));
  EXPECT_TRUE(nearly(Bone().with(sphere({0.3f, 2, 0}, 0.3f)).afterOne(), {0, 2, 0}));  // touching is no hit
  Bone thick;
  thick.joint().hitRadius = 0.1f;
  EXPECT_TRUE(nearly(thick.with(sphere({0.3f, 2, 0}, 0.5f)).afterOne(), fitted({-0.3f, 2, 0})));
}

TEST(SpringCollider, SphereAtTheTailPushesAlongTheBone) {
  // Decision 8; along the bone is away from the head, and the length takes it back.
  EXPECT_TRUE(nearly(Bone().with(sphere({0, 2, 0}, 0.5f)).afterOne(), {0, 2, 0}));
}

TEST(SpringCollider, Capsule) {
  const float r = 0.5f;
  // Beside the middle, behind the head's end, behind the tail's end.
  EXPECT_TRUE(nearly(Bone().with(capsule({0.3f, 1, 0}, {0.3f, 3, 0}, r)).afterOne(), fitted({-0.2f, 2, 0})));
  const Vec3 corner = Vec3{-0.3f, 0.3f, 0} * (r / (0.3f * std::sqrt(2.0f)));
  EXPECT_TRUE(nearly(Bone().with(capsule({0.3f, 1.7f, 0}, {0.3f, 0, 0}, r)).afterOne(),
                     fitted(Vec3{0.3f, 1.7f, 0} + corner)));
  EXPECT_TRUE(nearly(Bone().with(capsule({0.3f, 0, 0}, {0.3f, 1.7f, 0}, r)).afterOne(),
                     fitted(Vec3{0.3f, 1.7f, 0} + corner)));
  // One without length is a sphere.
  EXPECT_TRUE(nearly(Bone().with(capsule({0.3f, 2, 0}, {0.3f, 2, 0}, r)).afterOne(), fitted({-0.2f, 2, 0})));
}

TEST(SpringCollider, InsideSphereAndCapsule) {
  // The tail is 0.7 from the center of a sphere of radius 0.5: 0.2 too far.
  EXPECT_TRUE(nearly(Bone().with(insideOut(sphere({0.7f, 2, 0}, 0.5f))).afterOne(), fitted({0.2f, 2, 0})));
  EXPECT_TRUE(nearly(Bone().with(insideOut(sphere({0.4f, 2, 0}, 0.5f))).afterOne(), {0, 2, 0}));
  Bone thick;  // and 0.1 more
  thick.joint().hitRadius = 0.1f;
  EXPECT_TRUE(nearly(thick.with(insideOut(sphere({0.7f, 2, 0}, 0.5f))).afterOne(), fitted({0.3f, 2, 0})));
  EXPECT_TRUE(nearly(Bone().with(insideOut(capsule({0.7f, 1, 0}, {0.7f, 3, 0}, 0.5f))).afterOne(),
                     fitted({0.2f, 2, 0})));
}

TEST(SpringCollider, Plane) {
  EXPECT_TRUE(nearly(Bone().with(plane({0.2f, 0, 0}, {1, 0, 0})).afterOne(), fitted({0.2f, 2, 0})));
  EXPECT_TRUE(nearly(Bone().with(plane({-0.2f, 0, 0}, {1, 0, 0})).afterOne(), {0, 2, 0}));
  Bone thick;
  thick.joint().hitRadius = 0.3f;
  EXPECT_TRUE(nearly(thick.with(plane({-0.2f, 0, 0}, {1, 0, 0})).afterOne(), fitted({0.1f, 2, 0})));
}

TEST(SpringCollider, GoesWithItsNode) {
  Bone bone;
  // Its offset goes through the node's matrix, its radius does not (decision 9).
  const std::uint32_t body = bone.b.node({{0, 0, 0}, turnZ(90), {2, 2, 2}});
  bone.with(sphere({1, 0.15f, 0}, 0.5f), body);  // at (-0.3, 2, 0)
  EXPECT_TRUE(nearly(bone.afterOne(), fitted({0.2f, 2, 0})));
  Bone turned;
  const std::uint32_t wall = turned.b.node({{0, 0, 0}, turnZ(90), {1, 3, 1}});
  turned.with(plane({0, -0.1f, 0}, {0, -1, 0}), wall);  // at x = 0.3, facing +X
  EXPECT_TRUE(nearly(turned.afterOne(), fitted({0.3f, 2, 0})));
}

TEST(SpringCollider, OneAfterTheOtherInTheOrderOfTheFile) {
  // Decision 8: the length is restored after each hit, so the order shows.
  const Shape first = sphere({0.3f, 2, 0}, 0.5f), second = plane({0.1f, 0, 0}, {1, 0, 0});
  const Vec3 a = Bone().with(first).with(second).afterOne(), b = Bone().with(second).with(first).afterOne();
  EXPECT_GT(length(a - b), 0.1f);
  EXPECT_TRUE(nearly(a, fitted({0.1f, fitted({-0.2f, 2, 0}).y, 0})));
}

// --- Center space (seed 002 "Center Space"; decision 7)

TEST(SpringCenter, MotionOfTheCenterIsNone) {
  Bone bone;
  bone.spring().center = NodeIndex(bone.root);
  bone.joint().dragForce = 0;
  Avatar a = bone.avatar();
  a.setRoot({{3, 1, 0}, turnY(70), 2});
  a.update(1);
  EXPECT_TRUE(nearly(rotationOf(a, bone.head), {}));
  // What moves below the center counts.
  Bone inner;
  inner.spring().center = NodeIndex(inner.root);
  Avatar c = inner.avatar();
  c.setTranslation(c.model().node(NodeIndex(inner.head)), {1, 1, 0});
  c.setRoot({{5, 0, 0}, {}, 1});
  c.update(1);
  EXPECT_TRUE(nearly(rotationOf(c, inner.head), turnZ(45), 2e-6f));
}

TEST(SpringCenter, GravityIsTheWorlds) {
  Bone bone;
  bone.spring().center = NodeIndex(bone.root);
  bone.joint().gravityPower = 1;
  bone.joint().gravityDir = {0, 0, 1};
  Avatar a = bone.avatar();
  a.setRoot({{}, turnZ(90), 1});  // the bone goes along with its center, and points along -X
  a.update(1);
  EXPECT_TRUE(nearly(bone.tailOf(a), {-1 - kRoot2, 0, kRoot2}));
}

TEST(SpringCenter, TheFirstJointItself) {
  Bone bone;
  bone.spring().center = NodeIndex(bone.head);
  Avatar a = bone.avatar();
  a.setRoot({{1, 0, 0}, {}, 1});
  a.update(1);
  EXPECT_TRUE(nearly(rotationOf(a, bone.head), {}));
}

// --- Scale of the root (decision 9)

TEST(SpringScale, TheMotionIsTheSame) {
  std::vector<Quat> expected;
  for (const float scale : {1.0f, 0.01f, 100.0f}) {
    Bone bone(at({}, turnX(20)));
    bone.joint() = {bone.joint().node, 0.05f, 0.7f, 0.3f, {0.2f, -1, 0}, 0.3f, std::nullopt};
    bone.with(sphere({0.3f, 1.7f, 0.4f}, 0.3f)).with(capsule({-1, 1.5f, 0}, {1, 1.5f, -0.5f}, 0.2f));
    Avatar a = bone.avatar();
    a.teleport({{}, {}, scale});
    a.setForce({0.1f, 0, 0.05f});
    for (int i = 0; i < 120; ++i) {
      const float t = static_cast<float>(i) / 60;
      a.setRoot(
          {Vec3{std::sin(5 * t), 0, std::cos(3 * t)} * scale, turnY(60 * static_cast<double>(t)), scale});
      a.update(1.0f / 60);
      if (scale == 1) {
        expected.push_back(rotationOf(a, bone.head));
      } else {
        EXPECT_TRUE(nearly(rotationOf(a, bone.head), expected[static_cast<std::size_t>(i)], 2e-5f))
            << scale << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace vrm
