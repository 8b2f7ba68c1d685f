// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Seed 003, as decisions 18 to 22 read it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "differential/random_avatar.hpp"
#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;
using Axes = std::array<bool, 3>;
using schema::ConstraintSpace;

enum Spaces { LocalLocal, LocalModel, ModelLocal, ModelModel };  // source, destination

// Each of the two has a parent.
struct Scene {
  ModelBuilder b;
  std::uint32_t sourceParent, source, parent, node;

  Scene(const Trs& sourceParentAt, const Trs& sourceAt, const Trs& parentAt, const Trs& nodeAt) {
    sourceParent = b.node(sourceParentAt);
    source = b.node(sourceAt, sourceParent);
    parent = b.node(parentAt);
    node = b.node(nodeAt, parent);
  }
  schema::NodeConstraint& constrain(C type, int spaces) {
    schema::NodeConstraint& c = b.constrain(node, type, source);
    c.sourceSpace =
        spaces == LocalLocal || spaces == LocalModel ? ConstraintSpace::Local : ConstraintSpace::Model;
    c.destinationSpace = spaces % 2 == 0 ? ConstraintSpace::Local : ConstraintSpace::Model;
    return c;
  }
  Trs with(const Trs& sourceAt) const {
    Avatar avatar(b.make());
    avatar.setLocal(avatar.model().node(NodeIndex(source)), sourceAt);
    avatar.update(0);
    return avatar.local(avatar.model().node(NodeIndex(node)));
  }
};

TEST(Decision19, PositionInEverySpace) {
  // The source moves by (0.5, 0, 0) in its own space, which is Rz(90) * 2 * that = (0, 1, 0) in model space.
  // The node's parent carries back by Rz(-90) / 4.
  const Vec3 rest{0, 0, 1};
  const Vec3 expected[] = {{0.5f, 0, 1}, {0, -0.125f, 1}, {0, 1, 1}, {0.25f, 0, 1}};
  for (int spaces = 0; spaces < 4; ++spaces) {
    Scene scene({{1, 0, 0}, turnZ(90), {2, 2, 2}}, at({0, 1, 0}), {{3, 0, 0}, turnZ(90), {4, 4, 4}},
                at(rest));
    scene.constrain(C::DraftPosition, spaces);
    EXPECT_TRUE(nearly(scene.with(at({0.5f, 1, 0})).translation, expected[spaces])) << spaces;
    // "just applying the constraint without any translation of the source does not do anything"
    EXPECT_TRUE(nearly(scene.with(at({0, 1, 0})).translation, rest)) << spaces;
  }
}

TEST(Decision19, AxesAndWeightOfPositions) {
  struct Row {
    Axes axes;
    float weight;
    Vec3 expected;
  };
  const Row rows[] = {
      {{true, true, true}, 1, {11, 22, 33}},    {{true, false, false}, 1, {11, 20, 30}},
      {{false, true, false}, 1, {10, 22, 30}},  {{false, false, true}, 1, {10, 20, 33}},
      {{false, false, false}, 1, {10, 20, 30}}, {{true, true, true}, 0.5f, {10.5f, 21, 31.5f}},
      {{true, false, true}, 0, {10, 20, 30}},   {{true, true, true}, 7, {11, 22, 33}},
      {{true, true, true}, -7, {10, 20, 30}},
  };
  for (const Row& row : rows) {
    for (int spaces = 0; spaces < 4; ++spaces) {
      Scene scene({}, at({5, 5, 5}), {}, at({10, 20, 30}));
      schema::NodeConstraint& c = scene.constrain(C::DraftPosition, spaces);
      c.axes = row.axes;
      c.weight = row.weight;
      EXPECT_TRUE(nearly(scene.with(at({6, 7, 8})).translation, row.expected)) << spaces;
    }
  }
}

TEST(Decision20, RotationInEverySpace) {
  // The source turns by 40 degrees about its own Y, which is Rz(90) Rx(90) Y = Z in model space. The node's
  // parent is at Ry(90), which sees model Y as Y and model Z as -X.
  const Quat sourceRest = turnX(90), rest = turnX(30);
  const Quat expected[] = {rest * turnY(40), turnY(40) * rest, rest * turnZ(40), turnX(-10)};
  for (int spaces = 0; spaces < 4; ++spaces) {
    Scene scene(at({1, 2, 3}, turnZ(90)), at({}, sourceRest), at({4, 5, 6}, turnY(90)), at({}, rest));
    scene.constrain(C::DraftRotation, spaces);
    EXPECT_TRUE(nearly(scene.with(at({}, sourceRest * turnY(40))).rotation, expected[spaces])) << spaces;
    EXPECT_TRUE(nearly(scene.with(at({}, sourceRest)).rotation, rest)) << spaces;
  }
}

// P is the parent's rotation now: a delta of model space stays about the same model axis when it has turned.
TEST(Decision20, TheParentOfNow) {
  Scene scene({}, {}, {}, {});
  scene.constrain(C::DraftRotation, ModelModel);
  Avatar avatar(scene.b.make());
  avatar.setRotation(avatar.model().node(NodeIndex(scene.parent)), turnY(90));
  avatar.setRotation(avatar.model().node(NodeIndex(scene.source)), turnZ(40));
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(avatar.model().node(NodeIndex(scene.node))).rotation, turnX(-40)));
}

TEST(Decision20, AxesInTheLogDomainAndWeight) {
  // 90 degrees about (1, 2, 2) / 3: a rotation vector of (30, 60, 60) degrees.
  const Quat now = turn({1, 2, 2}, 90);
  struct Row {
    Axes axes;
    float weight;
    Quat expected;
  };
  const Row rows[] = {
      {{true, true, true}, 1, now},
      {{true, false, false}, 1, turnX(30)},
      {{false, true, false}, 1, turnY(60)},
      {{false, false, true}, 1, turnZ(60)},
      {{true, true, false}, 1, turn({30, 60, 0}, std::sqrt(4500.0))},
      {{false, true, true}, 1, turn({0, 1, 1}, std::sqrt(7200.0))},
      {{false, false, false}, 1, {}},
      {{true, true, true}, 0.5f, turn({1, 2, 2}, 45)},
      {{true, false, false}, 0.5f, turnX(15)},
      {{true, true, true}, 0, {}},
      {{true, true, true}, 3, now},
  };
  for (const Row& row : rows) {
    for (int spaces = 0; spaces < 4; ++spaces) {
      Scene scene({}, {}, {}, {});
      schema::NodeConstraint& c = scene.constrain(C::DraftRotation, spaces);
      c.axes = row.axes;
      c.weight = row.weight;
      EXPECT_TRUE(nearly(scene.with(at({}, now)).rotation, row.expected)) << spaces;
      EXPECT_TRUE(nearly(scene.with(at({}, {-now.x, -now.y, -now.z, -now.w})).rotation, row.expected))
          << spaces;
    }
  }
}

TEST(Decision21, AimInEverySpace) {
  // Places as numbers, the node's parent at Rz(90) and 1 along X:
  //             source at rest, now     node         ways: at rest, now           yaw at rest, now
  //   local     (0,0,5)  (4,0,0)        (0,0,1)
  //   model     (1,0,6)  (5,0,1)        (1,0,1)
  const double yaws[] = {
      104.036243,              // local - local: (0,0,4), (4,0,-1): 0, 104.04
      108.434949 + 14.036243,  // local - model: (-1,0,4), (3,0,-1)
      90 - 11.309932,          // model - local: (1,0,5), (5,0,0)
      90,                      // model - model: (0,0,5), (4,0,0)
  };
  for (int spaces = 0; spaces < 4; ++spaces) {
    Scene scene(at({1, 0, 1}), at({0, 0, 5}), at({1, 0, 0}, turnZ(90)), at({0, 0, 1}, turnX(30)));
    scene.constrain(C::DraftAim, spaces);
    // Local: the offset before the rest rotation. Model: about model Y, which the parent sees as X.
    const Quat expected = spaces % 2 == 0 ? turnY(yaws[spaces]) * turnX(30) : turnX(yaws[spaces] + 30);
    EXPECT_TRUE(nearly(scene.with(at({4, 0, 0})).rotation, expected)) << spaces;
    EXPECT_TRUE(nearly(scene.with(at({0, 0, 5})).rotation, turnX(30))) << spaces;
  }
}

TEST(Decision21, YawAndPitch) {
  // From straight ahead to (1, sqrt 2, 1): 45 degrees to the left, 45 up.
  struct Row {
    bool yaw, pitch;
    float weight;
    Quat expected;
  };
  const Row rows[] = {
      {true, true, 1, turnY(45) * turnX(-45)},
      {true, false, 1, turnY(45)},
      {false, true, 1, turnX(-45)},
      {false, false, 1, {}},
      {true, false, 0.5f, turnY(22.5)},
      {false, true, 0.5f, turnX(-22.5)},
      {true, true, 0, {}},
  };
  for (const Row& row : rows) {
    Scene scene({}, at({0, 0, 1}), {}, {});
    schema::NodeConstraint& c = scene.constrain(C::DraftAim, ModelModel);
    c.axes = {row.yaw, row.pitch, true};
    c.weight = row.weight;
    EXPECT_TRUE(nearly(scene.with(at({1, std::sqrt(2.0f), 1})).rotation, row.expected));
  }
}

// offset = A(now) * A(rest)^-1, in this order: back from 45 degrees up, then 90 to the left.
TEST(Decision21, FromARestThatIsNotStraightAhead) {
  Scene scene({}, at({0, 1, 1}), {}, at({}, turnZ(20)));
  scene.constrain(C::DraftAim, LocalLocal);
  EXPECT_TRUE(nearly(scene.with(at({3, 0, 0})).rotation, turnY(90) * turnX(45) * turnZ(20)));
  EXPECT_TRUE(nearly(scene.with(at({0, 5, 5})).rotation, turnZ(20)));
}

TEST(Decision21, AnyAimAndUp) {
  // Up +Z: from +X to +Y is 90 degrees about it. Lengths do not matter.
  Scene scene({}, at({3, 0, 0}), {}, {});
  schema::NodeConstraint& c = scene.constrain(C::DraftAim, LocalLocal);
  c.aimVector = {2, 0, 0};
  c.upVector = {0, 0, 5};
  EXPECT_TRUE(nearly(scene.with(at({0, 3, 0})).rotation, turnZ(90)));
  EXPECT_TRUE(nearly(scene.with(at({3, 0, 3})).rotation, turnY(-45)));  // up x aim is Y
  // Whatever they are, both axes together turn the aim vector to the way, which makes A.
  test::Random r(5);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 aim = rotate(r.rotation(3), {0, 0, 1}), up = rotate(r.rotation(3), {0, 1, 0});
    const Vec3 way = rotate(r.rotation(3), {1, 0, 0});
    if (length(cross(aim, up)) < 0.05f || length(cross(way, up)) < 0.05f) continue;
    const std::optional<Quat> a = draftAim(aim, up, way * 7.0f, true, true);
    ASSERT_TRUE(a);
    EXPECT_TRUE(nearly(rotate(*a, aim), way, 3e-6f)) << i;
    // Yaw alone turns about up.
    const std::optional<Quat> yaw = draftAim(aim, up, way, true, false);
    EXPECT_TRUE(nearly(rotate(*yaw, up), up, 3e-6f)) << i;
  }
}

TEST(Decision21, WithoutDirectionTheLastOneStays) {
  Scene scene({}, at({0, 0, 1}), {}, {});
  scene.constrain(C::DraftAim, ModelModel);
  Avatar avatar(scene.b.make());
  const ModelNode node = avatar.model().node(NodeIndex(scene.node));
  const auto put = [&](Vec3 place) {
    avatar.setTranslation(avatar.model().node(NodeIndex(scene.source)), place);
    avatar.update(0);
    return avatar.local(node).rotation;
  };
  EXPECT_TRUE(nearly(put({0, 5, 0}), {}));  // on the up axis from the beginning
  const Quat last = put({4, 0, 0});
  EXPECT_TRUE(nearly(last, turnY(90)));
  for (const Vec3 place : {Vec3{0, 5, 0}, Vec3{0, -5, 0}, Vec3{0, 0, 0}}) EXPECT_EQ(put(place), last);
  EXPECT_TRUE(nearly(put({0, 0, -2}), turnY(180)));
  EXPECT_FALSE(draftAim({0, 0, 1}, {0, 1, 0}, {0, 0, 0}, true, true));
  EXPECT_FALSE(draftAim({0, 0, 1}, {0, 1, 0}, {0, -3, 0}, true, true));
  EXPECT_FALSE(draftAim({0, 1, 0}, {0, 1, 0}, {0, 0, 3}, true, true));
}

// "moving the whole avatar in the world changes nothing": not a bit.
TEST(Decision22, TheRootHasNoPartInIt) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    const LoadResult loaded = load(test::randomAvatar(seed).document());
    ASSERT_TRUE(loaded);
    Avatar here(loaded.model()), there(loaded.model());
    test::Random r(seed);
    for (int frame = 0; frame < 5; ++frame) {
      for (const HumanBoneInfo& bone : allHumanBones()) here.pose().rotate(bone.bone, r.rotation(2));
      const YawPitch gaze{static_cast<float>(r.in(-90, 90)), 10};
      here.lookAt(gaze);
      there.setPose(here.pose());
      there.lookAt(gaze);
      there.setRoot({r.vector(1e6), r.rotation(3), static_cast<float>(r.in(0.01, 100))});
      here.update(0);
      there.update(0);
      const ConstLocals a = here.locals(), b = there.locals();
      ASSERT_EQ(std::memcmp(a.rotations.data(), b.rotations.data(), a.rotations.size_bytes()), 0) << seed;
      ASSERT_EQ(std::memcmp(a.translations.data(), b.translations.data(), a.translations.size_bytes()), 0);
    }
  }
}

// The turn of decision 1 stands outside of the model space of constraints too.
TEST(Decision22, NorHasTheTurnOfVrm0) {
  for (const C type : {C::Aim, C::DraftPosition, C::DraftRotation, C::DraftAim}) {
    Scene scene(at({1, 2, 3}, turnX(40)), at({0, 1, 2}, turnY(20)), at({-1, 0, 2}, turnZ(50)), at({1, 0, 0}));
    scene.constrain(type, ModelModel);
    const Trs straight = scene.with(at({2, 0, 1}, turn({1, 2, 3}, 60)));
    scene.b.vrm.turned = true;
    EXPECT_EQ(scene.with(at({2, 0, 1}, turn({1, 2, 3}, 60))), straight) << name(type);
  }
}

}  // namespace
}  // namespace vrm
