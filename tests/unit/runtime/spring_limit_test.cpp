// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Seed 000, "Reference Implementations"; decisions 14 to 17.
#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;
using Limit = schema::SpringLimit;

constexpr double kDegree = 0.017453292519943295;
float radians(double degrees) {
  return static_cast<float>(degrees * kDegree);
}

Limit cone(double angle, const Quat& rotation = {}) {
  return {Limit::Type::Cone, radians(angle), 0, 0, rotation};
}
Limit hinge(double angle, const Quat& rotation = {}) {
  return {Limit::Type::Hinge, radians(angle), 0, 0, rotation};
}
Limit spherical(double pitch, double yaw, const Quat& rotation = {}) {
  return {Limit::Type::Spherical, 0, radians(pitch), radians(yaw), rotation};
}

// A bone of length 1 at the origin along `axis`, pulled so hard towards `way` that its tail goes there but
// for the limit.
Vec3 held(const Limit& limit, Vec3 way, Vec3 axis = {0, 1, 0}, const Quat& parent = {},
          const Quat& rest = {}) {
  ModelBuilder b;
  const std::uint32_t root = b.node(at({}, parent));
  const std::uint32_t head = b.node(at({}, rest), root);
  const std::uint32_t tail = b.node(at(axis), head);
  schema::SpringJoint& joint = b.spring({head, tail}).joints[0];
  joint.stiffness = 0;
  joint.dragForce = 1;
  joint.limit = limit;
  Avatar a(b.make());
  a.setStepping(SpringStepping::Spec);
  a.setForce(way * 1e8f);
  a.update(1);
  return positionOf(a.world(a.model().node(NodeIndex(tail))));
}

// In limit space with Y as the bone: the direction `pitch` about X and `yaw` about Z, as SphericalLimit has
// it.
Vec3 direction(double pitch, double yaw) {
  const double p = pitch * kDegree, y = yaw * kDegree;
  return {static_cast<float>(std::sin(y)), static_cast<float>(std::cos(y) * std::cos(p)),
          static_cast<float>(std::cos(y) * std::sin(p))};
}
// So far from +Y, towards a place in the XZ plane.
Vec3 tilted(double angle, double around) {
  const double a = angle * kDegree, r = around * kDegree;
  return {static_cast<float>(std::sin(a) * std::cos(r)), static_cast<float>(std::cos(a)),
          static_cast<float>(std::sin(a) * std::sin(r))};
}

constexpr float kNear = 3e-6f;

TEST(SpringLimit, Cone) {
  for (const double around : {0.0, 50.0, 200.0}) {
    EXPECT_TRUE(nearly(held(cone(40), tilted(30, around)), tilted(30, around), kNear));  // inside
    EXPECT_TRUE(nearly(held(cone(40), tilted(90, around)), tilted(40, around), kNear));  // outside
    EXPECT_TRUE(nearly(held(cone(40), tilted(170, around)), tilted(40, around), kNear));
    EXPECT_TRUE(nearly(held(cone(130), tilted(170, around)), tilted(130, around), kNear));
    EXPECT_TRUE(nearly(held(cone(0), tilted(60, around)), {0, 1, 0}, kNear));
    EXPECT_TRUE(nearly(held(cone(180), tilted(175, around)), tilted(175, around), kNear));  // everything
    EXPECT_TRUE(nearly(held(cone(0.01), tilted(0.02, around)), tilted(0.01, around), kNear));
  }
}

TEST(SpringLimit, Hinge) {
  // About X alone: the part along X goes.
  EXPECT_TRUE(nearly(held(hinge(40), direction(30, 0)), direction(30, 0), kNear));
  EXPECT_TRUE(nearly(held(hinge(40), direction(30, 60)), direction(30, 0), kNear));
  EXPECT_TRUE(nearly(held(hinge(40), direction(80, 60)), direction(40, 0), kNear));
  EXPECT_TRUE(nearly(held(hinge(40), direction(-80, -60)), direction(-40, 0), kNear));
  EXPECT_TRUE(nearly(held(hinge(40), direction(170, 0)), direction(40, 0), kNear));
  EXPECT_TRUE(nearly(held(hinge(0), direction(-100, 10)), {0, 1, 0}, kNear));
  EXPECT_TRUE(nearly(held(hinge(180), direction(-175, 10)), direction(-175, 0), kNear));
}

TEST(SpringLimit, Spherical) {
  EXPECT_TRUE(nearly(held(spherical(40, 20), direction(30, 10)), direction(30, 10), kNear));
  EXPECT_TRUE(nearly(held(spherical(40, 20), direction(60, 10)), direction(40, 10), kNear));
  EXPECT_TRUE(nearly(held(spherical(40, 20), direction(-60, 10)), direction(-40, 10), kNear));
  EXPECT_TRUE(nearly(held(spherical(40, 20), direction(30, 50)), direction(30, 20), kNear));
  EXPECT_TRUE(nearly(held(spherical(40, 20), direction(30, -50)), direction(30, -20), kNear));
  EXPECT_TRUE(nearly(held(spherical(40, 20), direction(100, -50)), direction(40, -20), kNear));
  EXPECT_TRUE(nearly(held(spherical(180, 90), direction(-170, 80)), direction(-170, 80), kNear));
  EXPECT_TRUE(nearly(held(spherical(0, 0), direction(-170, 80)), {0, 1, 0}, kNear));
}

// Decision 16: where the formula has no answer, the side on which the tail was, here none; then +Z.
TEST(SpringLimit, SingularDirections) {
  EXPECT_TRUE(nearly(held(cone(40), {0, -1, 0}), direction(40, 0), kNear));
  EXPECT_TRUE(nearly(held(hinge(40), {0, -1, 0}), direction(40, 0), kNear));
  EXPECT_TRUE(nearly(held(spherical(40, 20), {0, -1, 0}), direction(40, 0), kNear));
  // Along X a hinge and a yaw have no pitch: that of the tail, which is +Y at rest.
  EXPECT_TRUE(nearly(held(hinge(40), {1, 0, 0}), {0, 1, 0}, kNear));
  EXPECT_TRUE(nearly(held(spherical(40, 20), {-1, 0, 0}), direction(0, -20), kNear));
}

// Decision 14: the shortest rotation from +Y to the bone's axis, and half a turn about X for -Y.
TEST(SpringLimit, LimitsPointAlongTheBone) {
  const Vec3 axis{0.6f, 0, 0.8f};
  const Quat lean = fromTo({0, 1, 0}, axis);
  EXPECT_TRUE(
      nearly(held(hinge(40), rotate(lean, direction(80, 60)), axis), rotate(lean, direction(40, 0)), kNear));
  EXPECT_TRUE(nearly(held(spherical(40, 20), rotate(lean, direction(10, 60)), axis),
                     rotate(lean, direction(10, 20)), kNear));
  // -Y: X stays, Z is turned.
  EXPECT_TRUE(
      nearly(held(spherical(40, 20), {1, -1, 0}, {0, -1, 0}), rotate(turnX(180), direction(0, 20)), kNear));
  EXPECT_TRUE(nearly(held(hinge(40), {0, 0, 1}, {0, -1, 0}), rotate(turnX(180), direction(-40, 0)), kNear));
}

// Decision 15: parentWorldRotation * restLocalRotation * axisRotation * limit.rotation
TEST(SpringLimit, RotationAndRest) {
  const Quat parent = turnZ(20), rest = turnX(35), own = turnY(90);
  const Quat frame = parent * rest * own;
  EXPECT_TRUE(nearly(held(hinge(40, own), rotate(frame, direction(80, 60)), {0, 1, 0}, parent, rest),
                     rotate(frame, direction(40, 0)), kNear));
}

// "リミット ... 各コライダーとの衝突が発生した場合、その直後": a collider does not push a tail out of its
// limit.
TEST(SpringLimit, HoldsAgainstColliders) {
  ModelBuilder b;
  const std::uint32_t head = b.node(), tail = b.node(at({0, 1, 0}), head);
  schema::Spring& spring = b.spring({head, tail});
  spring.joints[0].stiffness = 0;
  spring.joints[0].limit = cone(10);
  schema::ColliderShape wall;
  wall.type = schema::ColliderShape::Type::Plane;
  wall.offset = {0.8f, 0, 0};
  wall.normal = {1, 0, 0};
  spring.colliderGroups = {b.collider(b.node(), wall)};
  Avatar a(b.make());
  a.setStepping(SpringStepping::Spec);
  a.update(1);
  EXPECT_TRUE(nearly(positionOf(a.world(a.model().node(NodeIndex(tail)))), tilted(10, 0), kNear));
}

}  // namespace
}  // namespace vrm
