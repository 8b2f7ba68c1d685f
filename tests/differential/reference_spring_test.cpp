// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Steps of the reference's springs, worked out by hand. Most take a whole second, for round numbers.
#include "differential/reference_spring.hpp"

#include <gtest/gtest.h>

#include "differential/driven.hpp"
#include "support/three_avatars.hpp"

namespace vrm::test {
namespace {

using namespace reference;
using namespace schema;

double degrees(double tangent) {
  return std::atan(tangent) / kDegree;
}

void addSpring(Driven& d, const std::vector<std::uint32_t>& nodes) {
  Spring& spring = d.vrm().springBone.springs.emplace_back();
  for (const std::uint32_t node : nodes) {
    SpringJoint& joint = spring.joints.emplace_back();
    joint.node = NodeIndex(node);
    joint.stiffness = 0;
    joint.dragForce = 1;
  }
}

// 0 > 1 > 2, and 3 beside them; the spring is a bone of one metre from 1 up to 2, on which nothing acts.
struct Bone : Driven {
  Bone()
      : Driven(readModel(
            R"("nodes":[{"children":[1]},{"children":[2]},{"translation":[0,1,0]},{}],"scene":0,"scenes":[{"nodes":[0,3]}])")) {
    addSpring(*this, {1, 2});
    inputs.dt = 1;
  }
  SpringJoint& joint() { return vrm().springBone.springs[0].joints[0]; }
  Quatd step(const Vec3d& force = {}) {
    inputs.force = force;
    return run().local(1).rotation;
  }
  // Of node 3; every one is in a group of its own.
  ColliderShape& collide(ColliderShape::Type type, Vec3 offset, float radius = 0) {
    SpringBone& s = vrm().springBone;
    s.springs[0].colliderGroups.emplace_back(static_cast<std::uint32_t>(s.colliderGroups.size()));
    s.colliderGroups.emplace_back().colliders.emplace_back(static_cast<std::uint32_t>(s.colliders.size()));
    Collider& collider = s.colliders.emplace_back();
    collider.node = NodeIndex(3);
    collider.shape.type = type;
    collider.shape.offset = offset;
    collider.shape.radius = radius;
    return collider.shape;
  }
  SpringLimit& limit(SpringLimit::Type type, double angle) {
    joint().limit = SpringLimit{};
    joint().limit->type = type;
    joint().limit->angle = static_cast<float>(angle * kDegree);
    return *joint().limit;
  }
};

TEST(Springs, AtRestNothingMoves) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    Driven d(readModel(sameAvatar(version).document()));
    for (Spring& spring : d.vrm().springBone.springs) {
      for (SpringJoint& joint : spring.joints) joint.gravityPower = 0, joint.dragForce = 0;
      spring.colliderGroups.clear();
    }
    d.inputs.dt = 0.1;
    for (int i = 0; i < 3; ++i) d.run();
    for (std::uint32_t i = 0; i < d.model.asset.nodes.size(); ++i)
      expectNear(d.reference->local(i).rotation, widen(d.rest(i).rotation));
  }
}

TEST(Springs, GravityAndForce) {
  Bone b;
  b.joint().gravityDir = {2, 0, 0};  // not normalised: decision 7
  b.joint().gravityPower = 0.25f;
  expectNear(b.step({0.25, 0, 0}), z(-degrees(0.75)));
  b.inputs.dt = 0;
  expectNear(b.step({0, 0, 1}), z(-degrees(0.75)), "no time");
  b.inputs.dt = -1;
  expectNear(b.step({0, 0, 1}), z(-degrees(0.75)), "time does not run back");
  Bone half;
  half.inputs.dt = 0.5;
  expectNear(half.step({0, 0, 1}), x(degrees(0.5)));
}

TEST(Springs, Inertia) {
  // To (1, 1) / sqrt 2 from (0, 1), and on by as much, or by half of it.
  const double s = std::sqrt(0.5);
  for (const float drag : {0.0f, 0.5f, 1.0f}) {
    Bone b;
    b.joint().dragForce = drag;
    expectNear(b.step({1, 0, 0}), z(-45));
    const double k = 1 - static_cast<double>(drag);
    expectNear(b.step(), z(-degrees((s + s * k) / (s + (s - 1) * k))));
  }
}

TEST(Springs, Stiffness) {
  Bone b;
  b.step({1, 0, 0});
  b.joint().stiffness = 1;
  expectNear(b.step(), z(-22.5), "half way between here and rest");
  // Rest is below the parent as it stands, and turned as at rest (decision 5).
  Bone turned;
  turned.joint().stiffness = 1;
  turned.rest(1).rotation = narrowed(z(-90));
  turned.inputs.nodes[0].rotation = y(90);  // the tail is at +X, rest is at -Z
  expectNear(turned.step(), z(-90) * x(45));
  expectNear(position(turned.reference->world(2)), Vec3d{1, 0, -1} * std::sqrt(0.5));
}

TEST(Springs, FollowTheHeadThatMoves) {
  Bone b;
  b.inputs.root.translation = {-1, 0, 0};
  expectNear(b.step(), z(-45), "the tail stays behind");
  Bone turned;
  turned.vrm().turned = true;
  turned.inputs.root.translation = {-1, 0, 0};
  expectNear(turned.step(), z(45), "seen from behind");
  Bone elsewhere;
  elsewhere.model.asset.scenes[0] = {};  // lists nothing
  elsewhere.inputs.root = {{-1, 0, 0}, x(90), {2, 2, 2}};
  expectNear(elsewhere.step({1, 0, 0}), z(-45), "no part of the scene: the root does nothing");
}

TEST(Springs, AScaledRootScalesTheMotion) {
  Bone b;
  b.inputs.root.scale = {2, 2, 2};
  expectNear(b.step(), {});
  expectNear(b.step({1, 0, 0}), z(-45));
  expectNear(position(b.reference->world(2)), Vec3d{1, 1, 0} * std::sqrt(2.0));
  b.joint().stiffness = 1;
  expectNear(b.step(), z(-22.5));
  Bone hit;
  hit.inputs.root.scale = {2, 2, 2};
  hit.joint().hitRadius = 0.1f;
  hit.collide(ColliderShape::Type::Sphere, {0.3f, 1, 0}, 0.4f);
  expectNear(hit.step(), z(degrees(0.2)));
}

TEST(Springs, BonesOfAScaledFileKeepTheirForces) {
  Bone b;
  b.rest(0).scale = {2, 2, 2};  // a bone of two metres
  expectNear(b.step({1, 0, 0}), z(-degrees(0.5)));
  EXPECT_NEAR(length(position(b.reference->world(2))), 2, kTiny);
}

TEST(Springs, CenterCarriesTheTail) {
  Bone b;
  b.vrm().springBone.springs[0].center = NodeIndex(0);
  b.joint().dragForce = 0;
  b.inputs.root = {{5, 0, 0}, z(90), {1, 1, 1}};
  expectNear(b.step(), {});
  expectNear(b.step({0, 1, 0}), z(-45), "forces are the world's");
  // On by as much, in the space of the center, wherever that is.
  b.inputs.root = {{0, 7, 0}, x(50), {1, 1, 1}};
  const double s = std::sqrt(0.5);
  expectNear(b.step(), z(-degrees((2 * s) / (2 * s - 1))));
}

TEST(Springs, CenterThatIsTheJointItself) {
  Bone b;
  b.vrm().springBone.springs[0].center = NodeIndex(1);
  expectNear(b.step({1, 0, 0}), z(-45));
  expectNear(b.step(), z(-90), "read through the matrix of the step's beginning");
}

TEST(Springs, SkippedNodesAndTheEndOfChains) {
  Driven d(readModel(
      R"("nodes":[{"children":[1]},{"children":[2],"translation":[0,1,0]},{"translation":[1,0,0]},{}],"scene":0,"scenes":[{"nodes":[0,3]}])"));
  addSpring(d, {0, 2, 3});  // 3 is not below 2
  d.inputs.dt = 1;
  d.inputs.force = {-2, 0, 0};  // (1, 1, 0) becomes (-1, 1, 0)
  expectNear(d.run().local(0).rotation, z(90));
  expectNear(d.reference->local(1).rotation, {});
  expectNear(d.reference->local(2).rotation, {});
  Bone none;
  none.rest(2).translation = {};
  none.rest(1).rotation = narrowed(x(30));
  expectNear(none.step({1, 0, 0}), x(30), "a bone without length");
}

TEST(Springs, UnevenScaleIsInTheDirectionOfTheBone) {
  Bone b;
  b.rest(0).scale = {2, 1, 1};
  expectNear(b.step({1, 0, 0}), z(-degrees(0.5)), "45 degrees in the world");
}

TEST(SpringColliders, Sphere) {
  Bone b;
  b.joint().hitRadius = 0.1f;
  b.collide(ColliderShape::Type::Sphere, {0.3f, 1, 0}, 0.4f);
  expectNear(b.step(), z(degrees(0.2)));
  Bone moved;
  moved.collide(ColliderShape::Type::Sphere, {0.3f, 0, 0}, 0.5f);
  moved.inputs.nodes[3] = {Vec3d{0.6, 1, 0}, y(180), Vec3d{1, 1, 1}};
  expectNear(moved.step(), z(degrees(0.2)), "the offset is the node's");
  Bone scaled;
  scaled.collide(ColliderShape::Type::Sphere, {0.15f, 0.5f, 0}, 0.5f);
  scaled.inputs.nodes[3].scale = Vec3d{2, 2, 2};
  expectNear(scaled.step(), z(degrees(0.2)), "the radius is not scaled");
}

TEST(SpringColliders, Capsule) {
  const auto hit = [](Vec3 from, Vec3 to, float radius) {
    Bone b;
    b.joint().hitRadius = 0.1f;
    b.collide(ColliderShape::Type::Capsule, from, radius).tail = to;
    return b.step();
  };
  expectNear(hit({0.3f, 0, 0}, {0.3f, 2, 0}, 0.4f), z(degrees(0.2)), "beside it");
  expectNear(hit({0.3f, 1, 0}, {0.3f, 1, 0}, 0.4f), z(degrees(0.2)), "without length");
  expectNear(hit({0.3f, 0.2f, 0}, {0.3f, 0.6f, 0}, 0.5f), z(degrees(0.06 / 1.08)), "at its tail");
  expectNear(hit({0.3f, 0.6f, 0}, {0.3f, 0.2f, 0}, 0.5f), z(degrees(0.06 / 1.08)), "at its head");
  expectNear(hit({0.3f, 0.2f, 0}, {0.3f, 0.6f, 0}, 0.3f), {}, "not that far");
}

TEST(SpringColliders, Insides) {
  Bone sphere;
  sphere.joint().hitRadius = 0.1f;
  sphere.collide(ColliderShape::Type::Sphere, {0.5f, 1, 0}, 0.2f).inside = true;
  expectNear(sphere.step(), z(-degrees(0.4)));
  Bone capsule;
  capsule.joint().hitRadius = 0.1f;
  ColliderShape& shape = capsule.collide(ColliderShape::Type::Capsule, {0.5f, 0, 0}, 0.2f);
  shape.inside = true;
  shape.tail = {0.5f, 2, 0};
  expectNear(capsule.step(), z(-degrees(0.4)));
  shape.radius = 1;
  expectNear(capsule.step({0.1, 0, 0}), z(-degrees(0.4 + 0.1 * std::sqrt(1.16))), "far inside");
}

TEST(SpringColliders, Plane) {
  Bone b;
  b.joint().hitRadius = 0.1f;
  b.collide(ColliderShape::Type::Plane, {0.1f, 0, 0}).normal = {1, 0, 0};
  expectNear(b.step(), z(-degrees(0.2)));
  Bone scaled;  // a normal of (1, 1) is one of (2, 1)
  scaled.joint().hitRadius = 0.5f;
  scaled.inputs.nodes[3].scale = Vec3d{1, 2, 1};
  const float s = std::sqrt(0.5f);
  scaled.collide(ColliderShape::Type::Plane, {0, 0.5f, 0}).normal = {s, s, 0};
  const double t = std::sqrt(0.2);
  expectNear(scaled.step(), z(-degrees(t / (1 + t / 2))));
}

TEST(SpringColliders, AZeroDistancePushesAlongTheBoneAtRest) {
  for (const ColliderShape::Type type : {ColliderShape::Type::Sphere, ColliderShape::Type::Capsule}) {
    Bone b;
    b.inputs.nodes[0].rotation = z(-90);  // at rest it points to +X now
    b.collide(type, {0, 1, 0}, 0.5f).tail = {0, 1, 0};
    b.step();
    expectNear(position(b.reference->world(2)), Vec3d{1, 2, 0} * std::sqrt(0.2));
  }
}

TEST(SpringColliders, AreVisitedInTheFilesOrder) {
  for (const bool swapped : {false, true}) {
    Bone b;
    b.collide(ColliderShape::Type::Plane, {0.2f, 0, 0}).normal = {1, 0, 0};
    b.collide(ColliderShape::Type::Plane, {}).normal = {-1, 0, 0};
    if (swapped)
      std::swap(b.vrm().springBone.springs[0].colliderGroups[0],
                b.vrm().springBone.springs[0].colliderGroups[1]);
    expectNear(b.step(), swapped ? z(-degrees(0.2)) : Quatd{});
  }
  // The length is right again before the second one is visited: at (3, 4) / 5, not (0.75, 1).
  Bone b;
  b.collide(ColliderShape::Type::Plane, {0.75f, 0, 0}).normal = {1, 0, 0};
  b.collide(ColliderShape::Type::Plane, {0, 0.9f, 0}).normal = {0, 1, 0};
  expectNear(b.step(), z(-degrees(0.6 / 0.9)));
}

TEST(SpringLimits, Cone) {
  Bone b;
  b.limit(SpringLimit::Type::Cone, 30);
  expectNear(b.step({0.5, 0, 0}), z(-degrees(0.5)));
  expectNear(b.step({0.5, 0, 0}), z(-30));
  Bone turned;
  turned.limit(SpringLimit::Type::Cone, 0).rotation = narrowed(z(20));
  turned.rest(1).rotation = narrowed(x(10));
  turned.inputs.nodes[0].rotation = y(40);
  expectNear(turned.step({1, 0, 0}), x(10) * z(20), "in the space of the parent and of rest");
  Bone down;
  down.rest(2).translation = {0, -1, 0};
  down.limit(SpringLimit::Type::Cone, 0).rotation = narrowed(z(20));
  expectNear(down.step(), z(-20), "down is up, turned about X");
}

TEST(SpringLimits, Hinge) {
  Bone b;
  b.limit(SpringLimit::Type::Hinge, 180);
  expectNear(b.step({1, 0, 1}), x(45));
  b.joint().limit->angle = static_cast<float>(30 * kDegree);
  expectNear(b.step({1, 0, -0.01}), x(30));
  expectNear(b.step({1, 0, -2}), x(-30));
  Bone turned;
  turned.limit(SpringLimit::Type::Hinge, 180).rotation = narrowed(y(90));
  expectNear(turned.step({1, 0, 1}), z(-45));
  // Decision 14: from +Y to +X is a turn about Z, which takes the hinge's axis to -Y; to +Z one about X.
  Bone sideways;
  sideways.rest(2).translation = {1, 0, 0};
  sideways.limit(SpringLimit::Type::Hinge, 180);
  expectNear(sideways.step({0, 1, 1}), y(-45));
  Bone ahead;
  ahead.rest(2).translation = {0, 0, 1};
  ahead.limit(SpringLimit::Type::Hinge, 180);
  expectNear(ahead.step({1, 1, 0}), x(-45));
  // Half way: only a right sign gives a rotation that ends at the bone's axis, and rest stays at rest.
  Bone diagonal;
  diagonal.rest(2).translation = {0.6f, 0.8f, 0};
  diagonal.limit(SpringLimit::Type::Hinge, 10);
  expectNear(diagonal.step(), {});
}

TEST(SpringLimits, Spherical) {
  Bone b;
  SpringLimit& limit = b.limit(SpringLimit::Type::Spherical, 0);
  limit.pitch = static_cast<float>(30 * kDegree);
  limit.yaw = static_cast<float>(20 * kDegree);
  b.step({1, 0, 1});
  const Vec3d corner{std::sin(20 * kDegree), std::cos(20 * kDegree) * std::cos(30 * kDegree),
                     std::cos(20 * kDegree) * std::sin(30 * kDegree)};
  expectNear(position(b.reference->world(2)), corner);
  b.step({-2, 0, -2});
  expectNear(position(b.reference->world(2)), {-corner.x, corner.y, -corner.z});
  limit.pitch = static_cast<float>(kPi), limit.yaw = static_cast<float>(kPi / 2);
  b.step(Vec3d{0, 0, -1} - position(b.reference->world(2)));
  expectNear(position(b.reference->world(2)), {0, 0, -1});
}

TEST(SpringLimits, AreImposedAfterEveryHit) {
  Bone b;
  b.limit(SpringLimit::Type::Cone, 10);
  b.collide(ColliderShape::Type::Plane, {0.5f, 0, 0}).normal = {1, 0, 0};
  expectNear(b.step(), z(-10));
}

// Decision 16: towards the tail before, then towards +Z.
TEST(SpringLimits, WithoutADirection) {
  Bone cone;
  cone.limit(SpringLimit::Type::Cone, 120);
  cone.step({1, -1, 0});
  expectNear(cone.step({-1, -1, 0}), z(-120), "the tail was at +X");
  Bone noTail;
  noTail.limit(SpringLimit::Type::Cone, 60);
  expectNear(noTail.step({0, -2, 0}), x(60), "+Z");
  Bone hinge;
  hinge.limit(SpringLimit::Type::Hinge, 60);
  expectNear(hinge.step({1, -1, 0}), {}, "the tail was at +Y");
  Bone opposite;
  opposite.limit(SpringLimit::Type::Hinge, 60);
  expectNear(opposite.step({0, -2, 0}), x(60), "+Z");
  Bone spherical;
  SpringLimit& limit = spherical.limit(SpringLimit::Type::Spherical, 0);
  limit.pitch = 1, limit.yaw = static_cast<float>(30 * kDegree);
  expectNear(spherical.step({1, -1, 0}), z(-30), "the tail was at +Y");
}

TEST(SpringOrder, AncestorsThenCarriersThenTheFile) {
  // Three chains of two joints side by side, one more below the first.
  const auto make = [] {
    Driven d(readModel(
        R"("nodes":[{"children":[1]},{"children":[6],"translation":[0,1,0]},{"children":[3]},{"translation":[0,1,0]},)"
        R"({"children":[5]},{"translation":[0,1,0]},{"children":[7]},{"translation":[0,1,0]}],"scene":0,"scenes":[{"nodes":[0,2,4]}])"));
    for (const std::vector<std::uint32_t>& nodes : {std::vector<std::uint32_t>{6, 7}, {2, 3}, {4, 5}, {0, 1}})
      addSpring(d, nodes);
    return d;
  };
  const auto order = [](Driven& d) {
    std::vector<std::size_t> out;
    const Skeleton skeleton(d.model.asset, d.vrm());
    const SpringStage stage(d.vrm().springBone, skeleton);
    for (const SpringStage::Name name : stage.order()) out.push_back(name.spring);
    return out;
  };
  Driven plain = make();
  EXPECT_EQ(order(plain), (std::vector<std::size_t>{1, 2, 3, 0}));
  Driven collides = make();
  SpringBone& s = collides.vrm().springBone;
  s.colliders.emplace_back().node = NodeIndex(7);  // moved by the last and the first
  s.colliderGroups.emplace_back().colliders = {ColliderIndex(0)};
  s.springs[1].colliderGroups = {ColliderGroupIndex(0)};
  EXPECT_EQ(order(collides), (std::vector<std::size_t>{2, 3, 0, 1}));
  Driven claimed = make();
  addSpring(claimed, {2, 3});
  EXPECT_EQ(order(claimed), (std::vector<std::size_t>{2, 3, 0, 4})) << "decision 11";
}

}  // namespace
}  // namespace vrm::test
