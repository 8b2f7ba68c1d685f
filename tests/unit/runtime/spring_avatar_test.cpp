// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Springs of a living avatar: time, teleports, pauses, parameters, and whatever the world does to them.
#include <functional>

#include "differential/random_avatar.hpp"
#include "support/heap_count.hpp"
#include "unit/runtime/prelude.hpp"
#include "vrm/runtime/output_hash.hpp"

namespace vrm {
namespace {

using namespace test;
using Shape = schema::ColliderShape;

// Two chains of four joints of 10 cm below a head, one of them with a center, colliders and limits.
ModelBuilder hair() {
  ModelBuilder b;
  const std::uint32_t hips = b.bone(B::Hips, at({0, 1, 0}));
  const std::uint32_t head = b.bone(B::Head, at({0, 0.5f, 0}), hips);
  for (const float x : {0.1f, -0.1f}) {
    std::vector<std::uint32_t> nodes;
    std::uint32_t parent = head;
    for (int i = 0; i < 5; ++i) {
      parent = b.node(at(i == 0 ? Vec3{x, 0, -0.1f} : Vec3{0, -0.1f, 0}, turnX(5)), parent);
      nodes.push_back(parent);
    }
    schema::Spring& spring = b.spring(nodes);
    for (schema::SpringJoint& joint : spring.joints) {
      joint.stiffness = 0.6f;
      joint.gravityPower = 0.3f;
      joint.dragForce = 0.4f;
      joint.hitRadius = 0.02f;
    }
    if (x < 0) continue;
    spring.center = NodeIndex(hips);
    spring.joints[1].limit = schema::SpringLimit{schema::SpringLimit::Type::Cone, 0.5f, 0, 0, {}};
    Shape body;
    body.offset = {0, 0.2f, -0.1f};
    body.radius = 0.12f;
    spring.colliderGroups = {b.collider(hips, body)};
  }
  return b;
}

Vec3 position(const Avatar& a, std::uint32_t joint) {
  return positionOf(a.world(ModelNode(a.model().springJoints()[joint].node)));
}
Quat rotation(const Avatar& a, std::uint32_t joint) {
  return a.local(ModelNode(a.model().springJoints()[joint].node)).rotation;
}
std::uint32_t joints(const Avatar& a) {
  return static_cast<std::uint32_t>(a.model().springJoints().size());
}

// --- Nodes that are not where the model has them

// Wide code reads where nodes are from the model, unless something moves them: a setter, the pose, a
// constraint.
TEST(SpringNodes, AreWhereTheyHaveBeenPut) {
  ModelBuilder b = hair();
  const std::uint32_t source = b.node(at({1, 0, 0}));
  const std::uint32_t second = 3;  // of the first chain
  b.constrain(second, C::DraftPosition, source);
  Avatar constrained(b.make()), set(hair().make()), scaled(hair().make());
  constrained.setTranslation(constrained.model().node(NodeIndex(source)), {1.2f, 0, 0});
  const ModelNode node = set.model().node(NodeIndex(second));
  set.setTranslation(node, set.local(node).translation + Vec3{0.2f, 0, 0});
  scaled.setScale(node, {2, 2, 2});
  for (Avatar* a : {&constrained, &set, &scaled}) {
    for (const SpringStepping stepping : {SpringStepping::Fixed, SpringStepping::Spec}) {
      a->setStepping(stepping);
      for (int frame = 0; frame < 5; ++frame) {
        a->setRoot({{0.05f * static_cast<float>(frame), 0, 0}, {}, 1});
        a->update(1.0f / 60);
        std::vector<Mat4> expected(a->model().nodeCount());
        const Vec3 root = a->root().translation;
        worldMatrices(a->model().tables().parents, std::as_const(*a).locals(), toMatrix(at(root)), 0,
                      a->model().nodeCount(), expected);
        for (std::uint32_t i = 0; i < a->model().nodeCount(); ++i)
          EXPECT_TRUE(nearly(positionOf(a->world(ModelNode(i))), positionOf(expected[i]), 1e-5f)) << i;
      }
    }
  }
  EXPECT_TRUE(nearly(localOf(constrained, second).translation, localOf(set, second).translation, 1e-6f));
}

// --- Time

TEST(SpringTime, WithoutTimeNothingMoves) {
  for (const SpringStepping stepping : {SpringStepping::Spec, SpringStepping::Fixed}) {
    Avatar a(hair().make());
    a.setStepping(stepping);
    for (int i = 0; i < 30; ++i) a.update(1.0f / 60);
    const Quat before = rotation(a, 3);
    a.setForce({5, 0, 0});
    for (const float dt : {0.0f, -1.0f, NAN, INFINITY}) {
      EXPECT_EQ(has(a.update(dt), UpdateFlags::TimeRefused), dt != 0);
      EXPECT_EQ(rotation(a, 3), before);
    }
  }
}

// What two seconds at a frame rate show every half second.
enum class Motion { Steady, Swaying };
std::vector<Quat> seenAt(const std::vector<float>& frames, SpringStepping stepping, Motion motion) {
  Avatar a(hair().make());
  a.setStepping(stepping);
  double time = 0;
  std::vector<Quat> seen;
  std::size_t next = 1;
  for (const float dt : frames) {
    time += static_cast<double>(dt);
    const auto t = static_cast<float>(time);
    if (motion == Motion::Steady) {
      a.setRoot({{1.5f * t, 0, 0.5f * t}, fromAxisAngle({0, 1, 0}, 2 * time), 1});
      a.pose().rotate(B::Head, fromAxisAngle({1, 0, 0}, 0.8 * time));
    } else {
      a.setRoot({{static_cast<float>(0.3 * std::sin(4 * time)), 0, 0},
                 fromAxisAngle({0, 1, 0}, 0.6 * std::sin(5 * time)),
                 1});
      a.pose().rotate(B::Head, fromAxisAngle({1, 0, 0}, 0.4 * std::sin(7 * time)));
    }
    a.update(dt);
    if (time < 0.5 * static_cast<double>(next) - 1e-4) continue;
    ++next;
    for (std::uint32_t i = 0; i < joints(a); ++i) seen.push_back(rotation(a, i));
  }
  EXPECT_EQ(seen.size(), 4u * 8);
  return seen;
}

// How far it is from what 60 frames per second show, at most.
double offFrom60(const std::vector<float>& frames, SpringStepping stepping, Motion motion) {
  const std::vector<Quat> expected = seenAt(std::vector<float>(120, 1.0f / 60), stepping, motion);
  const std::vector<Quat> got = seenAt(frames, stepping, motion);
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) worst = std::max(worst, angleBetween(got[i], expected[i]));
  return worst;
}

std::vector<std::pair<const char*, std::vector<float>>> frameRates() {
  std::vector<float> irregular;
  for (int i = 0; i < 4; ++i) {
    // Half a second each.
    for (const double ms :
         {7.0, 41.0, 3.0, 28.0, 16.0, 55.0, 11.0, 90.0, 2.0, 47.0, 33.0, 67.0, 19.0, 24.0, 57.0})
      irregular.push_back(static_cast<float>(ms / 1000));
  }
  return {{"30", std::vector<float>(60, 1.0f / 30)},
          {"90", std::vector<float>(180, 1.0f / 90)},
          {"144", std::vector<float>(288, 1.0f / 144)},
          {"irregular", irregular}};
}

// Decision 13: constant linear and angular velocity; at equal times within 1e-3 rad, whatever the frame rate.
TEST(SpringTime, FixedStepsDoNotDependOnTheFrameRate) {
  for (const auto& [name, frames] : frameRates()) {
    const double off = offFrom60(frames, SpringStepping::Fixed, Motion::Steady);
    EXPECT_LT(off, 1e-3) << name;
    std::printf("%s frames per second: %.1e rad\n", name, off);
  }
}

// Between frames nobody knows how the motion goes on; what that costs is in docs/runtime.md, beside what the
// published steps do.
TEST(SpringTime, SwayingMotionDependsOnItLittle) {
  for (const auto& [name, frames] : frameRates()) {
    const double fixed = offFrom60(frames, SpringStepping::Fixed, Motion::Swaying);
    const double spec = offFrom60(frames, SpringStepping::Spec, Motion::Swaying);
    std::printf("| %s | %.4f | %.4f |\n", name, fixed, spec);
    EXPECT_LT(fixed, 0.02) << name;
    EXPECT_LT(10 * fixed, spec) << name;
  }
}

TEST(SpringTime, LongFramesAreCutAndSaidSo) {
  Avatar a(hair().make());
  EXPECT_FALSE(has(a.update(8.0f / 60), UpdateFlags::TimeDropped));
  EXPECT_TRUE(has(a.update(10), UpdateFlags::TimeDropped));
  EXPECT_TRUE(has(a.update(1e30f), UpdateFlags::TimeDropped));
  EXPECT_FALSE(has(a.update(1.0f / 60), UpdateFlags::TimeDropped));
  a.setStepping(SpringStepping::Spec);
  EXPECT_FALSE(has(a.update(10), UpdateFlags::TimeDropped));
}

TEST(SpringTime, MotionDiesOut) {
  for (const SpringStepping stepping : {SpringStepping::Spec, SpringStepping::Fixed}) {
    Avatar a(hair().make());
    a.setStepping(stepping);
    a.setRoot({{0.5f, 0, 0}, turnY(60), 1});
    for (int i = 0; i < 600; ++i) a.update(1.0f / 60);
    std::vector<Quat> before;
    for (std::uint32_t i = 0; i < joints(a); ++i) before.push_back(rotation(a, i));
    for (int i = 0; i < 10; ++i) a.update(1.0f / 60);
    for (std::uint32_t i = 0; i < joints(a); ++i)
      EXPECT_LT(angleBetween(rotation(a, i), before[i]), 1e-5) << i;
  }
}

// --- Places

TEST(SpringTeleport, TakesEverythingAlong) {
  for (const SpringStepping stepping : {SpringStepping::Spec, SpringStepping::Fixed}) {
    Avatar a(hair().make());
    a.setStepping(stepping);
    a.setForce({0.3f, 0, 0});
    for (int i = 0; i < 20; ++i) {
      a.setRoot({{0.02f * static_cast<float>(i), 0, 0}, {}, 1});
      a.update(1.0f / 60);
    }
    Avatar b(a);
    a.setForce({});
    b.setForce({});
    const RootTransform before = a.root(), there{{100, 5, -20}, turnY(90), 1};
    b.teleport({there.translation, there.rotation * before.rotation, 1});
    for (int i = 0; i < 20; ++i) {
      a.update(1.0f / 60);
      b.update(1.0f / 60);
      for (std::uint32_t k = 0; k < joints(a); ++k) {
        // Gravity is the only thing that stays, and it points down on both sides.
        EXPECT_LT(angleBetween(rotation(a, k), rotation(b, k)), 1e-4) << i << " " << k;
      }
    }
  }
}

TEST(SpringTeleport, FromADistanceOnByItself) {
  Avatar still(hair().make()), moved(hair().make());
  for (Avatar* a : {&still, &moved}) {
    a->setTeleportDistance(1);
    for (int i = 0; i < 30; ++i) a->update(1.0f / 60);
  }
  moved.setRoot({{2, 0, 0}, {}, 1});
  still.update(1.0f / 60), moved.update(1.0f / 60);
  still.update(1.0f / 60), moved.update(1.0f / 60);
  for (std::uint32_t k = 0; k < joints(still); ++k)
    EXPECT_LT(angleBetween(rotation(still, k), rotation(moved, k)), 1e-5);
  moved.setRoot({{2.9f, 0, 0}, {}, 1});
  moved.update(1.0f / 60), moved.update(1.0f / 60);
  // The one without a center.
  std::uint32_t k = 0;
  while (moved.model().springJoints()[k].spring != 1) ++k;
  EXPECT_GT(angleBetween(rotation(still, k), rotation(moved, k)), 0.1);
  // One that is refused does nothing at all, not even to a movement under way.
  Avatar refused(moved), other(moved);
  for (Avatar* avatar : {&refused, &other}) avatar->setRoot({{3.4f, 0, 0}, {}, 1});
  refused.teleport({{NAN, 0, 0}, {}, 1});
  EXPECT_TRUE(has(refused.update(1.0f / 60), UpdateFlags::InputRefused));
  other.update(1.0f / 60);
  EXPECT_EQ(outputHash(refused), outputHash(other));
  moved.setTeleportDistance(-1);
  EXPECT_TRUE(has(moved.update(0), UpdateFlags::InputRefused));
}

TEST(SpringReset, AtRestWhereverTheNodesAre) {
  for (const SpringStepping stepping : {SpringStepping::Spec, SpringStepping::Fixed}) {
    Avatar a(hair().make());
    a.setStepping(stepping);
    for (int i = 0; i < 60; ++i) a.update(1.0f / 60);
    a.setRoot({{50, 0, 0}, turnX(40), 1});
    a.resetSprings();
    a.update(1.0f / 60);
    for (std::uint32_t k = 0; k < joints(a); ++k) EXPECT_EQ(rotation(a, k), a.model().springJoints()[k].rest);
    a.update(1.0f / 60);
    a.update(1.0f / 60);
    // A step or two from there: what gravity does, and no jump of 50 m. The other one has a collider.
    for (std::uint32_t k = 0; k < joints(a); ++k) {
      const SpringJointRow& row = a.model().springJoints()[k];
      if (row.spring != 1) continue;
      EXPECT_LT(angleBetween(rotation(a, k), row.rest), 0.1);
    }
  }
}

TEST(SpringEnable, OneByOne) {
  Avatar a(hair().make());
  a.setStepping(SpringStepping::Spec);
  a.enable(SpringIndex(0), false);
  EXPECT_FALSE(a.enabled(SpringIndex(0)));
  const auto node = [&](std::uint32_t k) { return ModelNode(a.model().springJoints()[k].node); };
  std::uint32_t off = 0, on = 0;
  for (std::uint32_t k = 0; k < joints(a); ++k) (a.model().springJoints()[k].spring == 0 ? off : on) = k;
  a.setRotation(node(off), turnZ(33));
  for (int i = 0; i < 10; ++i) a.update(1.0f / 60);
  EXPECT_TRUE(nearly(rotation(a, off), turnZ(33)));
  EXPECT_GT(angleBetween(rotation(a, on), a.model().springJoints()[on].rest), 0.003);
  a.enable(SpringIndex(0), true);
  a.update(1.0f / 60);
  EXPECT_EQ(rotation(a, off), a.model().springJoints()[off].rest);
  a.enable(SpringIndex(7), true);
  EXPECT_TRUE(has(a.update(0), UpdateFlags::InputRefused));
}

TEST(SpringPauses, HeldAndReleased) {
  for (const SpringStepping stepping : {SpringStepping::Spec, SpringStepping::Fixed}) {
    Avatar a(hair().make());
    a.setStepping(stepping);
    for (int i = 0; i < 10; ++i) a.update(1.0f / 60);
    const Quat shown = rotation(a, 2);
    const ModelNode node(a.model().springJoints()[2].node);
    a.pauseSprings(SpringPause::Held);
    a.setRotation(node, turnZ(80));
    a.setRoot({{30, 0, 0}, {}, 1});
    for (int i = 0; i < 10; ++i) a.update(1.0f / 60);
    EXPECT_TRUE(nearly(rotation(a, 2), shown));
    a.pauseSprings(SpringPause::Released);
    a.setRotation(node, turnZ(80));
    a.update(1.0f / 60);
    EXPECT_TRUE(nearly(rotation(a, 2), turnZ(80)));
    // Nothing has happened in the meantime.
    a.pauseSprings(SpringPause::Running);
    a.update(1.0f / 60);
    a.update(1.0f / 60);
    EXPECT_LT(angleBetween(rotation(a, 2), shown), 0.2);
  }
}

TEST(SpringWarmUp, ShowsUpHanging) {
  Avatar warm(hair().make()), cold(hair().make());
  for (Avatar* a : {&warm, &cold}) a->teleport({{3, 0, 0}, {}, 1});
  EXPECT_FALSE(has(warm.warmUp(300), UpdateFlags::InputRefused));
  for (int i = 0; i < 300; ++i) cold.update(1.0f / 60);
  for (std::uint32_t k = 0; k < joints(warm); ++k) {
    EXPECT_LT(angleBetween(rotation(warm, k), rotation(cold, k)), 1e-4);
    EXPECT_TRUE(nearly(position(warm, k), position(cold, k), 1e-4f));
  }
  const Quat hanging = rotation(warm, 3);
  warm.update(1.0f / 60);
  EXPECT_LT(angleBetween(rotation(warm, 3), hanging), 1e-4);
}

TEST(SpringParameter, CanBeChanged) {
  Avatar a(hair().make());
  const SpringParameters file = a.parameters(SpringJointIndex(0));
  EXPECT_EQ(file, (SpringParameters{0.6f, 0.4f, 0.02f, {0, -0.3f, 0}}));
  a.setParameters(SpringJointIndex(0), {2, 0.9f, 0.1f, {1, 2, 3}});
  EXPECT_EQ(a.parameters(SpringJointIndex(0)), (SpringParameters{2, 0.9f, 0.1f, {1, 2, 3}}));
  a.update(0);
  const SpringParameters bad[] = {{-1, 0.5f, 0, {}}, {1, -0.1f, 0, {}},  {1, 1.1f, 0, {}},
                                  {1, 0.5f, -1, {}}, {NAN, 0.5f, 0, {}}, {1, 0.5f, 0, {0, INFINITY, 0}}};
  for (const SpringParameters& p : bad) {
    a.setParameters(SpringJointIndex(0), p);
    EXPECT_TRUE(has(a.update(0), UpdateFlags::InputRefused));
    EXPECT_EQ(a.parameters(SpringJointIndex(0)), (SpringParameters{2, 0.9f, 0.1f, {1, 2, 3}}));
  }
  a.reset();
  EXPECT_EQ(a.parameters(SpringJointIndex(0)), file);
}

TEST(SpringParameter, OfAWholeSpring) {
  ModelBuilder b;
  const std::uint32_t head = b.node(at({0, 1, 0}));
  for (const char* name : {"left", "right", "right"}) {
    std::vector<std::uint32_t> nodes{b.node(at({0.1f, 0, 0}), head)};
    for (int i = 0; i < 2; ++i) nodes.push_back(b.node(at({0, -0.1f, 0}), nodes.back()));
    b.spring(nodes).name = name;
  }
  const auto model = b.make();
  EXPECT_EQ(model->findSpring("right"), SpringIndex(1));
  EXPECT_FALSE(model->findSpring("tail"));
  Avatar a(model);
  const SpringParameters old = a.parameters(SpringJointIndex(0)), soft{0.1f, 0.2f, 0.3f, {0, -1, 0}};
  a.setParameters(SpringIndex(1), soft);
  ASSERT_EQ(model->springJoints().size(), 6u);
  for (std::uint32_t i = 0; i < 6; ++i) {
    const bool changed = model->springJoints()[i].spring == 1;
    EXPECT_EQ(a.parameters(SpringJointIndex(i)), changed ? soft : old) << i;
  }
  EXPECT_FALSE(has(a.update(0), UpdateFlags::InputRefused));
  a.setParameters(SpringIndex(3), soft);
  EXPECT_TRUE(has(a.update(0), UpdateFlags::InputRefused));
  a.setParameters(SpringIndex(1), {-1, 0.5f, 0, {}});
  EXPECT_TRUE(has(a.update(0), UpdateFlags::InputRefused));
}

TEST(SpringFrame, DoesNotAllocate) {
  Avatar a(hair().make());
  for (const SpringStepping stepping : {SpringStepping::Spec, SpringStepping::Fixed}) {
    a.setStepping(stepping);
    const std::uint64_t before = heapCalls();
    for (int i = 0; i < 20; ++i) {
      a.setRoot({{0.1f * static_cast<float>(i), 0, 0}, {}, 1});
      a.update(1.0f / 50);
    }
    a.teleport({});
    a.resetSprings();
    a.warmUp(3);
    EXPECT_EQ(heapCalls(), before);
  }
}

// --- Work at load that grows with the file, not with its square

TEST(SpringLoad, ManyChainsToOneTail) {
  constexpr std::uint32_t kNodes = 50'000;
  ModelBuilder b;
  for (std::uint32_t i = 0; i < kNodes; ++i) b.node(at({0, -0.01f, 0}), i == 0 ? kNone : i - 1);
  for (std::uint32_t i = 0; i + 1 < kNodes; ++i) b.spring({i, kNodes - 1});
  const auto model = b.make();
  // Each is a chain of its own below the one before; the last has the tail.
  EXPECT_EQ(model->springJoints().size(), kNodes - 1);
  EXPECT_EQ(model->tables().springWaves.size(), kNodes - 1);
  EXPECT_EQ(model->tables().springLinks.size(), kNodes);
}

// --- Nothing ever becomes NaN, rotations stay units, bones keep their length.

TEST(SpringTorture, ExtremeInputs) {
  Random r(5);
  const auto extreme = [&](double usual) {
    constexpr double kExtremes[] = {0, 1e-38, 1e-20, 1e-6, 1, 1e3, 1e6, 1e15, 3e38};
    const double size = r.chance(0.7) ? usual : kExtremes[r.below(9)];
    return static_cast<float>(r.chance(0.5) ? size : -size);
  };
  const auto vector = [&](double usual) {
    const float x = extreme(usual), y = extreme(usual), z = extreme(usual);
    return Vec3{x, y, z};
  };
  for (int round = 0; round < 40; ++round) {
    ModelBuilder b = hair();
    for (schema::Spring& spring : b.vrm.springBone.springs) {
      for (schema::SpringJoint& joint : spring.joints) {
        joint.stiffness = std::abs(extreme(1));
        joint.gravityPower = std::abs(extreme(1));
        joint.gravityDir = vector(1);
        joint.dragForce = static_cast<float>(r.unit());
        joint.hitRadius = std::abs(extreme(0.05));
        if (r.chance(0.3)) {
          const auto type = static_cast<schema::SpringLimit::Type>(r.below(3));
          const float angle = r.chance(0.5) ? 0 : static_cast<float>(r.in(0, 3.14159));
          joint.limit = schema::SpringLimit{type, angle, angle, std::min(angle, 1.57f), r.rotation(3)};
        }
      }
      for (int i = 0; i < 4; ++i) {
        Shape shape;
        shape.type = static_cast<Shape::Type>(r.below(3));
        shape.offset = vector(0.1);
        shape.tail = vector(0.1);
        shape.radius = std::abs(extreme(0.1));
        shape.inside = r.chance(0.5);
        spring.colliderGroups.push_back(b.collider(r.below(12), shape));
      }
      if (r.chance(0.3)) spring.center = NodeIndex(r.below(3));
    }
    Avatar a(b.make());
    a.setStepping(r.chance(0.5) ? SpringStepping::Spec : SpringStepping::Fixed);
    for (int frame = 0; frame < 100; ++frame) {
      // Places that a float can still tell apart in the units of hair; scales and forces of any size.
      a.setRoot({vector(0.1), r.rotation(3), r.chance(0.1) ? extreme(1) : 1});
      if (r.chance(0.2)) a.setForce(vector(1));
      if (r.chance(0.1)) a.setScale(ModelNode(r.below(a.model().nodeCount())), vector(1));
      if (r.chance(0.1)) a.setTranslation(ModelNode(r.below(a.model().nodeCount())), vector(0.1));
      if (r.chance(0.05)) a.teleport({vector(1), r.rotation(3), 1});
      if (r.chance(0.02)) a.resetSprings();
      a.update(r.chance(0.1) ? 10.0f : std::abs(extreme(1.0 / 60)));
      for (std::uint32_t k = 0; k < joints(a); ++k) {
        const Quat q = rotation(a, k);
        ASSERT_NEAR(dot(q, q), 1, 1e-5f) << round << " " << frame << " " << k;
      }
      // Its state is one that a snapshot may have.
      std::vector<std::byte> snapshot(a.snapshotSize());
      ASSERT_TRUE(a.save(snapshot).ok());
      ASSERT_TRUE(a.restore(snapshot).ok()) << round << " " << frame;
    }
    // And it gets well again.
    a.reset();
    a.setForce({});
    a.setRoot({});
    a.update(1.0f / 60);
    for (const Mat4& m : a.worldMatrices()) {
      for (const float v : m) ASSERT_TRUE(std::isfinite(v));
    }
    for (std::uint32_t k = 0; k + 1 < joints(a); ++k) {
      if (a.model().springJoints()[k].spring != a.model().springJoints()[k + 1].spring) continue;
      EXPECT_NEAR(length(position(a, k + 1) - position(a, k)), 0.1f, 1e-5f);
    }
  }
}

}  // namespace
}  // namespace vrm
