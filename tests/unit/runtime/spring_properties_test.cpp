// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What is true of every spring, whatever its file and its motion: tried on random ones, seen from outside.
#include <algorithm>
#include <array>
#include <numbers>

#include "differential/random_avatar.hpp"
#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;
using Shape = schema::ColliderShape;
using Limit = schema::SpringLimit;

using std::numbers::pi;

// Positions in double: what is measured here is smaller than what sums of floats lose.
struct Point3 {
  double x = 0, y = 0, z = 0;
};
Point3 operator-(const Point3& a, const Point3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
double dot(const Point3& a, const Point3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
double length(const Point3& a) {
  return std::sqrt(dot(a, a));
}
Point3 point(Vec3 v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
Point3 place(const Avatar& a, std::uint32_t node) {
  return point(positionOf(a.world(a.model().node(NodeIndex(node)))));
}

// From a joint to the next one of its chain.
struct Link {
  std::uint32_t head, tail;
  Vec3 way;  // to the tail, in the head's space
  Quat rest;
  std::optional<Limit> limit;
};

struct Wishes {
  bool colliders = true, limits = true, centers = true;
  double drag = 0;
  bool nothing = false;  // some bones without length
};

Shape randomShape(Random& r) {
  Shape shape;
  shape.type = static_cast<Shape::Type>(r.below(3));
  shape.offset = r.vector(0.15);
  shape.tail = r.vector(0.2);
  shape.normal = rotate(r.rotation(pi), {0, 1, 0});
  shape.inside = shape.type != Shape::Type::Plane && r.chance(0.3);
  shape.radius = static_cast<float>(shape.inside ? r.in(0.1, 0.4) : r.in(0, 0.15));
  return shape;
}

Limit randomLimit(Random& r) {
  Limit limit;
  limit.type = static_cast<Limit::Type>(r.below(3));
  const double most = r.chance(0.7) ? 1.2 : pi;
  limit.angle = r.chance(0.1) ? 0 : static_cast<float>(r.in(0, most));
  limit.pitch = r.chance(0.1) ? 0 : static_cast<float>(r.in(0, most));
  limit.yaw = r.chance(0.1) ? 0 : static_cast<float>(r.in(0, most / 2));
  if (r.chance(0.7)) limit.rotation = r.rotation(pi);
  return limit;
}

// A body with one to six chains of one to six bones, of which some skip a node, and colliders on the body.
struct Rig {
  ModelBuilder b;
  std::uint32_t hips, head;
  std::vector<std::uint32_t> bodies;  // nodes with colliders
  std::vector<Link> bones;

  Rig(Random& r, const Wishes& wishes) {
    hips = b.bone(B::Hips, at({0, 1, 0}, r.rotation(0.5)));
    head = b.bone(B::Head, at({0, 0.5f, 0}, r.rotation(0.5)), hips);
    std::vector<ColliderGroupIndex> groups;
    for (int i = 0; wishes.colliders && i < 5; ++i) {
      const Vec3 where = r.vector(0.2);
      const std::uint32_t parent = r.chance(0.5) ? head : hips;
      bodies.push_back(b.node(at(where, r.rotation(1)), parent));
      groups.push_back(b.collider(bodies.back(), randomShape(r)));
    }
    const std::uint32_t chains = 1 + r.below(6);
    for (std::uint32_t i = 0; i < chains; ++i) addChain(r, wishes, groups);
  }

  void addChain(Random& r, const Wishes& wishes, const std::vector<ColliderGroupIndex>& groups) {
    std::uint32_t parent = r.chance(0.7) ? head : hips;
    std::vector<std::uint32_t> nodes;
    const std::uint32_t count = 2 + r.below(6);
    for (std::uint32_t k = 0; k < count; ++k) {
      const bool nothing = wishes.nothing && k > 0 && r.chance(0.2);
      Trs between;
      if (k > 0 && !nothing && r.chance(0.2)) {
        const Vec3 where = r.vector(0.03);
        between = at(where, r.rotation(1));
        parent = b.node(between, parent);
      }
      // Not so short that its direction is lost among the digits of its place.
      Vec3 where = r.vector(0.08);
      where.y -= 0.15f;
      if (nothing) where = {};
      const Quat rest = r.rotation(1);
      if (k > 0) {
        const Vec3 way = between.translation + rotate(between.rotation, where);
        const Quat headRest = b.asset.nodes[nodes.back()].local.rotation;
        bones.push_back({nodes.back(), 0, way, headRest, std::nullopt});
      }
      parent = b.node(at(where, rest), parent);
      if (k > 0) bones.back().tail = parent;
      nodes.push_back(parent);
    }
    schema::Spring& spring = b.spring(nodes);
    for (std::size_t k = 0; k < spring.joints.size(); ++k) {
      schema::SpringJoint& joint = spring.joints[k];
      // Gravity must not hold the balance to stiffness: without a force motion takes for ever.
      joint.stiffness = static_cast<float>(r.in(0.6, 2));
      joint.gravityPower = static_cast<float>(r.in(0, 0.2));
      joint.gravityDir = r.chance(0.7) ? Vec3{0, -1, 0} : r.vector(1);
      joint.dragForce = static_cast<float>(r.in(wishes.drag, 1));
      joint.hitRadius = static_cast<float>(r.in(0, 0.03));
      if (k + 1 == spring.joints.size() || !wishes.limits || !r.chance(0.6)) continue;
      joint.limit = bones[bones.size() + 1 + k - spring.joints.size()].limit = randomLimit(r);
    }
    for (const ColliderGroupIndex group : groups) {
      if (r.chance(0.6)) spring.colliderGroups.push_back(group);
    }
    if (wishes.centers && r.chance(0.3)) spring.center = NodeIndex(r.chance(0.5) ? hips : head);
  }

  // Of every bone, in the rest pose.
  std::vector<double> lengths(const Avatar& a) const {
    std::vector<double> out;
    for (const Link& bone : bones) out.push_back(length(place(a, bone.tail) - place(a, bone.head)));
    return out;
  }
};

// Strong motion of everything that moves springs.
void shake(Avatar& a, const Rig& rig, Random& r) {
  const RootTransform root = a.root();
  const Vec3 by = r.vector(0.15);
  a.setRoot({r.chance(0.03) ? r.vector(1) : root.translation * 0.9f + by, r.rotation(0.2) * root.rotation,
             root.scale});
  a.pose().rotate(B::Head, r.rotation(0.7));
  if (r.chance(0.2)) a.setForce(r.vector(r.chance(0.2) ? 20 : 2));
  for (const std::uint32_t body : rig.bodies) {
    const Vec3 to = r.vector(0.2);
    if (r.chance(0.3)) a.setTranslation(a.model().node(NodeIndex(body)), to);
  }
}

template <class F>
void forRandomRigs(std::uint32_t count, const Wishes& wishes, F&& f) {
  for (std::uint32_t seed = 1; seed <= count; ++seed) {
    Random r(seed);
    const Rig rig(r, wishes);
    Avatar a(rig.b.make());
    a.setStepping(seed % 2 == 0 ? SpringStepping::Spec : SpringStepping::Fixed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    f(rig, a, r);
    if (testing::Test::HasFailure()) return;
  }
}

// --- "constrain the length"

TEST(SpringProperties, BonesKeepTheirLength) {
  forRandomRigs(150, {}, [](const Rig& rig, Avatar& a, Random& r) {
    const std::vector<double> lengths = rig.lengths(a);
    const double scale = r.chance(0.5) ? 1 : r.in(0.2, 3);
    a.teleport({{}, {}, static_cast<float>(scale)});
    for (int frame = 0; frame < 60; ++frame) {
      shake(a, rig, r);
      a.update(static_cast<float>(r.in(0.001, 0.04)));
      for (std::size_t i = 0; i < lengths.size(); ++i) {
        const Link& bone = rig.bones[i];
        const double now = length(place(a, bone.tail) - place(a, bone.head));
        ASSERT_NEAR(now, lengths[i] * scale, 1e-4 * lengths[i] * scale) << frame << " " << i;
      }
    }
  });
}

// --- "Collision with colliders"

// How deep a tail is in a collider; not above 0: it is not.
double depth(const Shape& shape, const Mat4& world, double hitRadius, const Point3& tail) {
  const Point3 center = point(transformPoint(world, shape.offset));
  Point3 delta = tail - center;
  if (shape.type == Shape::Type::Plane) {
    Point3 normal = point(transformPoint(world, shape.normal)) - point(positionOf(world));  // no scales here
    return hitRadius - dot(delta, normal) / length(normal);
  }
  if (shape.type == Shape::Type::Capsule) {
    const Point3 way = point(transformPoint(world, shape.tail)) - center;
    const double along = std::clamp(dot(delta, way) / dot(way, way), 0.0, 1.0);
    delta = delta - Point3{way.x * along, way.y * along, way.z * along};
  }
  const auto radius = static_cast<double>(shape.radius);
  return shape.inside ? length(delta) - (radius - hitRadius) : radius + hitRadius - length(delta);
}

// Two bones in one place, of which one meets the collider: the other says where its tail was before.
struct TwinBones {
  ModelBuilder b;
  std::uint32_t root, body, head[2], tail[2];

  TwinBones(const Shape& shape, double size, float hitRadius) {
    root = b.node();
    body = b.node({}, root);
    for (int i = 0; i < 2; ++i) {
      head[i] = b.node({}, root);
      tail[i] = b.node(at({0, -static_cast<float>(size), 0}), head[i]);
      schema::Spring& spring = b.spring({head[i], tail[i]});
      spring.joints[0].hitRadius = hitRadius;
      if (i == 0) spring.colliderGroups = {b.collider(body, shape)};
    }
  }
};

// The push is along the normal of the shape, and the length brings the tail back to the sphere around its
// head. With the tail at t from the head, |t| = L, the outward normal n and a push by p, it ends at s (t + p
// n) of length L. That has
//   n . s (t + p n) = L (a + p) / sqrt((a + p)^2 + L^2 - a^2) with a = n . t,
// which grows with p: it is not behind the plane through t with that normal, and so not deeper in anything
// convex. Inside shapes push to a center, or a point of the axis, q: t + (q - t) k with 0 < k <= 1, whose
// angle with q is not larger than that of t, so the distance to q is not either. That takes a hitRadius that
// is not above the radius: else no place fits, the push goes beyond q, and it may end farther from it than it
// was.
TEST(SpringProperties, AHitDoesNotPushDeeper) {
  const std::pair<Shape::Type, bool> kinds[] = {{Shape::Type::Sphere, false},
                                                {Shape::Type::Capsule, false},
                                                {Shape::Type::Plane, false},
                                                {Shape::Type::Sphere, true},
                                                {Shape::Type::Capsule, true}};
  for (const auto& [type, inside] : kinds) {
    int hits = 0, moved = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
      Random r(seed);
      const double size = r.in(0.03, 0.3);
      const auto hitRadius = static_cast<float>(r.chance(0.3) ? 0 : r.in(0, 0.5) * size);
      Shape shape;
      shape.type = type;
      shape.inside = inside;
      shape.offset = r.vector(0.5 * size);
      shape.tail = r.vector(2 * size);
      shape.normal = rotate(r.rotation(pi), {0, 1, 0});
      shape.radius = static_cast<float>(r.in(0, 2) * size) + (inside ? hitRadius : 0);
      const TwinBones twins(shape, size, hitRadius);
      Avatar a(twins.b.make());
      for (int i = 0; i < 30; ++i) {
        a.reset();
        a.setStepping(SpringStepping::Spec);
        a.setRoot({r.vector(0.1), r.rotation(pi), 1});
        const Vec3 where = r.vector(1.5 * size);
        a.setLocal(a.model().node(NodeIndex(twins.body)), at(where, r.rotation(pi)));
        a.setForce(r.vector(50));
        a.update(1.0f / 60);
        const Mat4& world = a.world(a.model().node(NodeIndex(twins.body)));
        const auto radius = static_cast<double>(hitRadius);
        const double before = depth(shape, world, radius, place(a, twins.tail[1]));
        const double after = depth(shape, world, radius, place(a, twins.tail[0]));
        const double noise = 2e-6 * (size + 0.5);
        if (before < noise) {
          ASSERT_NEAR(after, before, noise) << seed << " " << i;
          continue;
        }
        ++hits;
        moved += after < before - noise ? 1 : 0;
        ASSERT_LE(after, before + noise) << name(type) << (inside ? " inside " : " ") << seed << " " << i;
      }
    }
    EXPECT_GT(hits, 300) << name(type) << inside;
    EXPECT_GT(moved, hits * 3 / 4) << name(type) << inside;
  }
}

// --- Limits: seed 000

// By how much a bone is out of its limit, in radians. Near the poles of a yaw a pitch is worth less.
double excess(const Avatar& a, const Link& bone, bool& touches) {
  const Model& model = a.model();
  const ModelNode head = model.node(NodeIndex(bone.head));
  Quat parent;
  for (ModelNode n = model.parent(head); n; n = model.parent(n)) parent = a.local(n).rotation * parent;
  parent = a.root().rotation * parent;
  const Vec3 axis = bone.way * (1 / vrm::length(bone.way));
  // Decisions 14 and 15.
  const Quat lean = axis.y < -0.999999f ? Quat{1, 0, 0, 0} : normalized(Quat{axis.z, 0, -axis.x, axis.y + 1});
  const Quat frame = normalized(parent * bone.rest * lean * bone.limit->rotation);
  const Vec3 way = rotate(conjugate(frame),
                          positionOf(a.world(model.node(NodeIndex(bone.tail)))) - positionOf(a.world(head)));
  const Point3 d = point(way);
  const double angle = static_cast<double>(bone.limit->angle);
  double over = 0, side = 0;
  switch (bone.limit->type) {
    case Limit::Type::Cone:
      over = std::atan2(std::hypot(d.x, d.z), d.y) - angle;
      break;
    case Limit::Type::Hinge:
      over = std::abs(std::atan2(d.z, d.y)) - angle;
      side = std::abs(std::atan2(d.x, std::hypot(d.y, d.z)));
      break;
    case Limit::Type::Spherical: {
      const double yaw = std::abs(std::atan2(d.x, std::hypot(d.y, d.z)));
      over = (std::abs(std::atan2(d.z, d.y)) - static_cast<double>(bone.limit->pitch)) * std::cos(yaw);
      side = yaw - static_cast<double>(bone.limit->yaw);
      break;
    }
  }
  touches = over > -1e-4;
  return std::max(over, side);
}

TEST(SpringProperties, LimitsHold) {
  std::array<int, 3> touching{};
  forRandomRigs(150, {}, [&](const Rig& rig, Avatar& a, Random& r) {
    // Between two fixed steps the rotations are mixed, which the limits say nothing about.
    const bool fixed = r.chance(0.3);
    a.setStepping(fixed ? SpringStepping::Fixed : SpringStepping::Spec);
    for (int frame = 0; frame < 80; ++frame) {
      shake(a, rig, r);
      a.update(fixed ? 1.0f / 60 : static_cast<float>(r.in(0.001, 0.04)));
      for (const Link& bone : rig.bones) {
        if (!bone.limit || (fixed && frame == 0)) continue;  // fixed ones show the rest pose at first
        bool touches = false;
        ASSERT_LE(excess(a, bone, touches), 1e-4) << frame << " " << name(bone.limit->type);
        touching[static_cast<std::size_t>(bone.limit->type)] += touches ? 1 : 0;
      }
    }
  });
  for (const int count : touching) EXPECT_GT(count, 500);
}

// What a screen of 144 Hz shows of fixed steps. The worst of each type of limit below 90 degrees, around the
// bone.
std::array<double, 3> worstBetweenSteps() {
  std::array<double, 3> worst{};
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Random r(seed);
    Rig rig(r, {});
    for (schema::Spring& spring : rig.b.vrm.springBone.springs) {
      for (schema::SpringJoint& joint : spring.joints) {
        if (!joint.limit) continue;
        joint.limit = Limit{joint.limit->type, std::min(joint.limit->angle, 1.5f),
                            std::min(joint.limit->pitch, 1.5f), std::min(joint.limit->yaw, 1.0f), Quat{}};
        for (Link& bone : rig.bones) {
          if (NodeIndex(bone.head) == joint.node) bone.limit = joint.limit;
        }
      }
    }
    Avatar a(rig.b.make());
    for (int frame = 0; frame < 100; ++frame) {
      const double t = frame / 144.0;
      a.setRoot({{static_cast<float>(0.3 * std::sin(7 * t)), 0, static_cast<float>(0.2 * std::cos(5 * t))},
                 fromAxisAngle({0, 1, 0}, 0.5 * std::sin(6 * t)),
                 1});
      a.pose().rotate(B::Head, fromAxisAngle({1, 0, 0}, 0.4 * std::sin(9 * t)));
      a.update(1.0f / 144);
      for (const Link& bone : rig.bones) {
        if (!bone.limit || frame < 6) continue;
        bool ignored = false;
        double& most = worst[static_cast<std::size_t>(bone.limit->type)];
        most = std::max(most, excess(a, bone, ignored));
      }
    }
  }
  return worst;
}

TEST(SpringProperties, ConesAndHingesHoldBetweenFixedSteps) {
  const std::array<double, 3> worst = worstBetweenSteps();
  EXPECT_LE(worst[0], 1e-4);
  EXPECT_LE(worst[1], 1e-4);
}

// A rotation half-way between two of the same yaw and different pitches has more yaw than both.
TEST(SpringProperties, SphericalLimitsHoldBetweenFixedSteps) {
  EXPECT_LE(worstBetweenSteps()[2], 1e-4);
}

// --- Motion dies out. Not so of every joint with colliders: it can be pushed out of one, and back by another
// one or by its limit, for ever.

void untilItRests(bool limits, int frames) {
  forRandomRigs(40, {false, limits, true, 0.4, false}, [&](const Rig& rig, Avatar& a, Random& r) {
    for (int frame = 0; frame < 20; ++frame) {
      shake(a, rig, r);
      a.update(1.0f / 60);
    }
    a.setForce({});
    for (int frame = 0; frame < frames; ++frame) a.update(1.0f / 60);
    for (int frame = 0; frame < 30; ++frame) {
      std::vector<Quat> before;
      for (const Link& bone : rig.bones) before.push_back(rotationOf(a, bone.head));
      a.update(1.0f / 60);
      for (std::size_t i = 0; i < before.size(); ++i)
        ASSERT_LT(angleBetween(rotationOf(a, rig.bones[i].head), before[i]), 1e-5) << frame << " " << i;
    }
  });
}

TEST(SpringProperties, WithoutInputsTheMotionDiesOut) {
  untilItRests(false, 420);
  // Where the rest pose is outside of the limit, a tail creeps along its edge.
  untilItRests(true, 1200);
}

// --- Whatever happens

TEST(SpringProperties, ExtremesThatFloatsHaveRoomFor) {
  forRandomRigs(100, {true, true, true, 0, true}, [](const Rig& rest, Avatar& usual, Random& r) {
    Rig rig = rest;
    for (schema::Collider& collider : rig.b.vrm.springBone.colliders) {
      if (r.chance(0.3)) collider.shape.radius = r.chance(0.5) ? 0 : 1e6f;
      if (r.chance(0.2)) collider.shape.tail = collider.shape.offset;
    }
    for (schema::Spring& spring : rig.b.vrm.springBone.springs) {
      for (schema::SpringJoint& joint : spring.joints) {
        if (r.chance(0.1)) joint.hitRadius = 1e6f;
        if (r.chance(0.1)) joint.stiffness = r.chance(0.5) ? 0 : 1e6f;
        if (r.chance(0.2)) joint.dragForce = r.chance(0.5) ? 0 : 1;
      }
    }
    Avatar a(rig.b.make());
    a.setStepping(r.chance(0.5) ? SpringStepping::Spec : SpringStepping::Fixed);
    const std::vector<double> lengths = rig.lengths(usual);
    for (int frame = 0; frame < 120; ++frame) {
      a.setRoot({r.chance(0.2) ? r.vector(1e6) : a.root().translation + r.vector(0.1), r.rotation(pi), 1});
      a.pose().rotate(B::Head, r.chance(0.2) ? turnX(180) : r.rotation(pi));
      // Straight against the bone, which leaves the direction of a push and of a turn open.
      const Link& bone = rig.bones[r.below(static_cast<std::uint32_t>(rig.bones.size()))];
      const Vec3 way = positionOf(a.world(a.model().node(NodeIndex(bone.tail)))) -
                       positionOf(a.world(a.model().node(NodeIndex(bone.head))));
      const double strengths[] = {0, 60, 120, 1e6};
      a.setForce(way * -static_cast<float>(strengths[r.below(4)]));
      if (!rig.bodies.empty() && r.chance(0.5)) {
        const ModelNode body = a.model().node(NodeIndex(rig.bodies[r.below(5)]));
        a.setTranslation(body, r.chance(0.2) ? r.vector(1e6) : Vec3{});
      }
      const bool refused = r.chance(0.1);
      if (refused) {
        const float bad[] = {NAN, INFINITY, -INFINITY};
        const float value = bad[r.below(3)];
        if (r.chance(0.5))
          a.setForce({0, value, 0});
        else
          a.setRoot({{value, 0, 0}, {}, 1});
      }
      const float times[] = {0, 1.0f / 60, 10, NAN, -1, 1e-30f, 1.0f / 240};
      const UpdateFlags flags = a.update(r.chance(0.5) ? 1.0f / 60 : times[r.below(7)]);
      ASSERT_EQ(has(flags, UpdateFlags::InputRefused), refused) << frame;
      for (const Quat& q : a.locals().rotations) ASSERT_NEAR(vrm::dot(q, q), 1, 1e-5f) << frame;
      for (const Mat4& m : a.worldMatrices()) {
        for (const float v : m) ASSERT_TRUE(std::isfinite(v)) << frame;
      }
      // As well as the places of the world can be told there.
      const Point3 far = place(a, rig.hips);
      const double noise = 4.8e-7 * (1 + length(far));
      for (std::size_t i = 0; i < lengths.size(); ++i) {
        const double now = length(place(a, rig.bones[i].tail) - place(a, rig.bones[i].head));
        ASSERT_NEAR(now, lengths[i], 1e-4 * lengths[i] + noise) << frame << " " << i;
      }
    }
  });
}

// Numbers that floats have exactly, so that tails come to lie in their heads, opposite to their bones, in the
// centers of colliders and at the poles of limits, where a direction is missing.
TEST(SpringProperties, ExactCoincidences) {
  constexpr float kTime = 1.0f / 64;
  const Vec3 axes[] = {{0, 0.5f, 0}, {0, -0.5f, 0}, {0.5f, 0, 0}, {0, 0, -0.5f}};
  std::uint32_t seed = 0;
  for (const Vec3 axis : axes) {
    for (int kind = 0; kind < 3 * 7 * 4; ++kind) {
      Random r(++seed);
      ModelBuilder b;
      const std::uint32_t head = b.node(at({0, 1, 0})), tail = b.node(at(axis), head), body = b.node();
      schema::Spring& spring = b.spring({head, tail});
      spring.joints[0].stiffness = 0;
      spring.joints[0].dragForce = 1;
      spring.joints[0].hitRadius = kind % 2 == 0 ? 0 : 0.25f;
      if (const int limit = kind % 4; limit < 3) {
        const float angle = kind % 8 < 4 ? 0 : 0.5f;
        spring.joints[0].limit =
            Limit{static_cast<Limit::Type>(limit), angle, angle, angle, r.chance(0.5) ? Quat{} : turnZ(90)};
      }
      if (const int shape = kind / 4 % 7; shape < 6) {
        Shape s;
        s.type = static_cast<Shape::Type>(shape % 3);
        s.inside = shape > 2;
        s.radius = kind % 3 == 0 ? 0 : 0.25f;
        s.tail = kind % 5 == 0 ? Vec3{} : axis;
        s.normal = kind % 3 == 0 ? axis * 2 : axis * -2;
        spring.colliderGroups = {b.collider(body, s)};
      }
      Avatar a(b.make());
      a.setStepping(SpringStepping::Spec);
      for (int frame = 0; frame < 12; ++frame) {
        const Vec3 here = positionOf(a.world(a.model().node(NodeIndex(tail)))), root{0, 1, 0};
        // Into the head, to the other side, or nowhere.
        a.setForce((here - root) * (-64.0f * static_cast<float>(frame % 3)));
        const Vec3 centers[] = {here, root, root + root - here, {0, 1.25f, 0}};
        a.setTranslation(a.model().node(NodeIndex(body)), centers[r.below(4)]);
        a.update(kTime);
        const Quat q = rotationOf(a, head);
        ASSERT_NEAR(vrm::dot(q, q), 1, 1e-5f) << seed << " " << frame;
        ASSERT_NEAR(length(place(a, tail) - place(a, head)), 0.5, 1e-5) << seed << " " << frame;
        bool ignored = false;
        const std::optional<Limit>& limit = spring.joints[0].limit;
        const double over = limit ? excess(a, {head, tail, axis, {}, limit}, ignored) : 0;
        ASSERT_LE(over, 1e-4) << seed << " " << frame;
      }
    }
  }
}

}  // namespace
}  // namespace vrm
