// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The contract of a frame: what goes in is checked, what comes out is there, and nothing is allocated.
#include "vrm/runtime/avatar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>

#include "differential/random_avatar.hpp"
#include "support/heap_count.hpp"
#include "support/three_avatars.hpp"
#include "unit/runtime/drive.hpp"
#include "unit/runtime/prelude.hpp"
#include "vrm/runtime/output_hash.hpp"

namespace vrm {
namespace {

using namespace test;
using U = UpdateFlags;

std::shared_ptr<const Model> randomModel(std::uint32_t seed) {
  const LoadResult loaded = load(test::randomAvatar(seed).document());
  EXPECT_TRUE(loaded);
  return loaded.model();
}

TEST(Avatar, StartsAtRestWithAllOutputsThere) {
  const auto model = randomModel(1);
  const Avatar avatar(model);
  for (std::uint32_t i = 0; i < model->nodeCount(); ++i) {
    EXPECT_EQ(avatar.local(ModelNode(i)), model->rest(ModelNode(i)));
    EXPECT_TRUE(
        nearly(positionOf(avatar.world(ModelNode(i))), positionOf(model->restMatrix(ModelNode(i))), 1e-5f));
  }
  EXPECT_EQ(avatar.root(), RootTransform{});
  EXPECT_EQ(avatar.pose(), model->restPose());
  EXPECT_EQ(avatar.gaze(), YawPitch{});
  for (const float weight : avatar.expressionWeights()) EXPECT_EQ(weight, 0);
}

TEST(Avatar, AnUpdateDoesNotAllocate) {
  if (!test::heapIsCounted()) GTEST_SKIP() << "the sanitizer counts";
  const auto model = randomModel(2);
  Avatar avatar(model), other(model);
  std::vector<std::byte> snapshot(avatar.snapshotSize());
  test::Random r(2);
  for (int frame = 0; frame < 20; ++frame) {
    const std::uint64_t before = test::heapCalls();
    test::drive(avatar, r);
    avatar.expression("happy", 0.5f);
    avatar.update(1.0f / 60);
    avatar.viewpoint();
    outputHash(avatar);
    const bool saved = avatar.save(snapshot).ok() && avatar.restore(snapshot).ok();
    other = avatar;  // the block is there already
    avatar.reset();
    EXPECT_EQ(test::heapCalls(), before) << frame;
    EXPECT_TRUE(saved);
  }
}

TEST(Avatar, TimeIsTakenForWhatItIs) {
  const auto model = randomModel(3);
  struct Row {
    float dt;
    U flags;
  };
  const Row rows[] = {{0, U::None},          {1.0f / 60, U::None},       {1e30f, U::None},
                      {-0.0f, U::None},      {-1, U::TimeRefused},       {-1e-30f, U::TimeRefused},
                      {NAN, U::TimeRefused}, {INFINITY, U::TimeRefused}, {-INFINITY, U::TimeRefused}};
  Avatar expected(model);
  expected.update(0);
  for (const Row& row : rows) {
    Avatar avatar(model);
    avatar.enable(Stage::Springs, false);  // the one thing that time moves
    avatar.update(0);                      // announces everything
    EXPECT_EQ(avatar.update(row.dt), row.flags) << row.dt;
    EXPECT_EQ(outputHash(avatar), outputHash(expected)) << row.dt;
    EXPECT_EQ(avatar.update(0), U::None);  // said once
  }
}

// Everything that can be set, with a value that cannot be used.
TEST(Avatar, SettersRefuseWhatIsNotFinite) {
  ModelBuilder b;
  b.bone(HumanBone::Head, {{0, 1, 0}, {}, {1, 1, 1}}, b.bone(HumanBone::Hips));
  b.node();
  b.constrain(2, ConstraintType::Rotation, 1);
  b.expression("happy");
  b.vrm.lookAt.emplace();
  const auto model = b.make();
  const ModelNode node(2);
  using Set = std::function<void(Avatar&, float)>;
  const std::pair<const char*, Set> setters[] = {
      {"root translation",
       [](Avatar& a, float v) {
         a.setRoot({{0, v, 0}, {}, 1});
       }},
      {"root rotation",
       [](Avatar& a, float v) {
         a.setRoot({{}, {v, 0, 0, 1}, 1});
       }},
      {"root scale",
       [](Avatar& a, float v) {
         a.setRoot({{}, {}, v});
       }},
      {"local translation",
       [&](Avatar& a, float v) {
         a.setLocal(node, {{0, 0, v}, {}, {1, 1, 1}});
       }},
      {"local rotation",
       [&](Avatar& a, float v) {
         a.setLocal(node, {{}, {0, v, 0, 1}, {1, 1, 1}});
       }},
      {"local scale",
       [&](Avatar& a, float v) {
         a.setLocal(node, {{}, {}, {1, v, 1}});
       }},
      {"translation",
       [&](Avatar& a, float v) {
         a.setTranslation(node, {v, 0, 0});
       }},
      {"rotation",
       [&](Avatar& a, float v) {
         a.setRotation(node, {0, 0, v, 1});
       }},
      {"scale",
       [&](Avatar& a, float v) {
         a.setScale(node, {v, 1, 1});
       }},
      {"target x",
       [](Avatar& a, float v) {
         a.lookAt(Vec3{v, 1, 1});
       }},
      {"target z",
       [](Avatar& a, float v) {
         a.lookAt(Vec3{1, 1, v});
       }},
      {"yaw",
       [](Avatar& a, float v) {
         a.lookAt(YawPitch{v, 0});
       }},
      {"pitch",
       [](Avatar& a, float v) {
         a.lookAt(YawPitch{0, v});
       }},
      {"expression", [](Avatar& a, float v) { a.expression(ExpressionIndex(0), v); }},
      {"named expression", [](Avatar& a, float v) { EXPECT_TRUE(a.expression("happy", v)); }},
      {"constraint", [](Avatar& a, float v) { a.setConstraintWeight(ConstraintIndex(0), v); }},
      {"pose",
       [](Avatar& a, float v) {
         a.pose().rotate(HumanBone::Head, {v, 0, 0, 1});
       }},
      {"hips",
       [](Avatar& a, float v) {
         a.pose().moveHips({v, 0, 0});
       }},
      {"raw rotation",
       [](Avatar& a, float v) {
         RawPose raw = a.rawPose();
         raw.rotations[static_cast<std::size_t>(HumanBone::Head)].x = v;
         a.setRawPose(raw);
       }},
      {"raw hips",
       [](Avatar& a, float v) {
         RawPose raw = a.rawPose();
         raw.hipsTranslation.y = v;
         a.setRawPose(raw);
       }},
  };
  for (const auto& [what, set] : setters) {
    for (const float bad : {NAN, INFINITY, -INFINITY}) {
      Avatar avatar(model), untouched(model);
      untouched.update(0);
      set(avatar, bad);
      EXPECT_EQ(avatar.update(0), U::InputRefused) << what;
      EXPECT_EQ(outputHash(avatar), outputHash(untouched)) << what;
      if (std::string_view(what) == "pose" || std::string_view(what) == "hips")
        avatar.setPose(model->restPose());  // a pose is read by every update
      EXPECT_EQ(avatar.update(0), U::None) << what;
      set(avatar, 0.25f);
      EXPECT_EQ(avatar.update(0), U::None) << what;
    }
  }
}

TEST(Avatar, RotationsWithoutLengthAreRefused) {
  ModelBuilder b;
  b.node();
  Avatar avatar(b.make());
  for (const float size : {0.0f, 1e-30f, 1e30f}) {
    avatar.setRotation(ModelNode(0), {size, size, 0, 0});
    EXPECT_EQ(avatar.update(0), U::InputRefused) << size;
    avatar.setRoot({{}, {0, 0, size, 0}, 1});
    EXPECT_EQ(avatar.update(0), U::InputRefused) << size;
  }
  EXPECT_EQ(avatar.world(ModelNode(0)), kIdentityMatrix);
  avatar.setRotation(ModelNode(0), {0, 0, 5, 5});  // any other length will do
  avatar.setRoot({{}, {0, 0, 1e-10f, 1e-10f}, 1});
  EXPECT_EQ(avatar.update(0), U::None);
  EXPECT_TRUE(nearly(avatar.local(ModelNode(0)).rotation, test::turnZ(90)));
  EXPECT_TRUE(nearly(avatar.root().rotation, test::turnZ(90)));
}

TEST(Avatar, IndicesOutOfRangeAreRefused) {
  ModelBuilder b;
  b.node();
  b.node();
  b.constrain(1, ConstraintType::Rotation, 0);
  b.expression("happy");
  Avatar avatar(b.make());
  avatar.update(0);
  const std::uint64_t before = outputHash(avatar);
  const std::function<void(std::uint32_t)> setters[] = {
      [&](std::uint32_t i) {
        avatar.setLocal(ModelNode(i + 1), {{1, 2, 3}, turnX(5), {2, 2, 2}});
      },
      [&](std::uint32_t i) {
        avatar.setTranslation(ModelNode(i + 1), {1, 2, 3});
      },
      [&](std::uint32_t i) { avatar.setRotation(ModelNode(i + 1), turnX(5)); },
      [&](std::uint32_t i) {
        avatar.setScale(ModelNode(i + 1), {2, 2, 2});
      },
      [&](std::uint32_t i) { avatar.expression(ExpressionIndex(i), 1); },
      [&](std::uint32_t i) { avatar.setKind(ExpressionIndex(i), ExpressionKind::Mouth); },
      [&](std::uint32_t i) { avatar.setConstraintWeight(ConstraintIndex(i), 0.5f); },
  };
  for (const auto& set : setters) {
    for (const std::uint32_t index : {1u, 1000u, kNone - 1}) {
      set(index);
      EXPECT_EQ(avatar.update(0), U::InputRefused);
      EXPECT_EQ(outputHash(avatar), before);
      EXPECT_EQ(avatar.update(0), U::None);
    }
  }
  avatar.setRotation(ModelNode(), turnX(5));
  EXPECT_EQ(avatar.update(0), U::InputRefused);
}

// A number from elsewhere, made a kind, would be an index behind the end of a table.
TEST(Avatar, KindsThatDoNotExistAreRefused) {
  ModelBuilder b;
  b.expression("happy").overrideMouth = ExpressionOverride::Block;
  Avatar avatar(b.make());
  avatar.expression("happy", 1);
  avatar.setKind(ExpressionIndex(0), static_cast<ExpressionKind>(4));
  EXPECT_EQ(avatar.update(0), U::InputRefused);
  EXPECT_EQ(avatar.kind(ExpressionIndex(0)), ExpressionKind::Other);
}

TEST(Avatar, CopiesAreEqualAndIndependent) {
  const auto model = randomModel(4);
  Avatar avatar(model);
  test::Random r(4);
  for (int i = 0; i < 3; ++i) test::drive(avatar, r), avatar.update(0);
  Avatar copy(avatar);
  EXPECT_EQ(outputHash(copy), outputHash(avatar));
  const std::uint64_t before = outputHash(avatar);
  test::drive(copy, r);
  copy.update(0);
  EXPECT_EQ(outputHash(avatar), before);
  EXPECT_NE(outputHash(copy), before);
  // The inputs came along.
  Avatar again(avatar);
  again.update(0);
  avatar.update(0);
  EXPECT_EQ(outputHash(again), outputHash(avatar));
  Avatar moved(std::move(again));
  EXPECT_EQ(outputHash(moved), outputHash(avatar));
}

TEST(Avatar, AssignmentBetweenModels) {
  ModelBuilder b;
  b.node({{1, 2, 3}, {}, {1, 1, 1}});
  Avatar small(b.make()), large(randomModel(5));
  test::Random r(5);
  test::drive(large, r);
  large.update(0);
  const std::uint64_t hashes[] = {outputHash(small), outputHash(large)};
  Avatar a(small), c(large);
  a = c;
  EXPECT_EQ(outputHash(a), hashes[1]);
  EXPECT_EQ(&a.model(), &large.model());
  a.update(0);
  c = small;
  EXPECT_EQ(outputHash(c), hashes[0]);
  EXPECT_EQ(c.worldMatrices().size(), 1u);
  c.update(0);
  EXPECT_EQ(outputHash(c), hashes[0]);
  const Avatar& self = c;
  c = self;
  EXPECT_EQ(outputHash(c), hashes[0]);
  c = std::move(a);
  EXPECT_EQ(c.model().nodeCount(), large.model().nodeCount());
}

TEST(Avatar, ResetIsTheBeginning) {
  const auto model = randomModel(6);
  Avatar avatar(model);
  const Avatar fresh(model);
  test::Random r(6);
  for (int i = 0; i < 3; ++i) test::drive(avatar, r), avatar.update(0);
  avatar.enable(Stage::LookAt, false);
  avatar.setRotation(ModelNode(9999), turnX(1));  // to be reported
  avatar.reset();
  EXPECT_EQ(outputHash(avatar), outputHash(fresh));
  EXPECT_EQ(avatar.pose(), fresh.pose());
  EXPECT_EQ(avatar.root(), fresh.root());
  EXPECT_TRUE(avatar.enabled(Stage::LookAt));
  Avatar other(fresh);
  EXPECT_EQ(avatar.update(0), other.update(0));
  EXPECT_EQ(outputHash(avatar), outputHash(other));
}

// Many stand side by side: 200 nodes, bones, expressions and constraints in one block.
TEST(Avatar, IsSmall) {
  ModelBuilder b;
  b.allBones();
  for (std::uint32_t i = 55; i < 195; ++i) b.node({}, i - 1);
  for (int i = 0; i < 5; ++i) b.meshNode(std::vector<float>(60));
  for (std::size_t i = 0; i < kExpressionPresetCount; ++i)
    b.expression(name(static_cast<ExpressionPreset>(i)));
  b.material({});
  b.vrm.expressions.list[0].materialColorBinds = {{MaterialIndex(0), MaterialColorType::Color, {}}};
  for (std::uint32_t i = 100; i < 110; ++i) b.constrain(i, ConstraintType::Aim, 150);
  const auto model = b.make();
  EXPECT_EQ(model->nodeCount(), 200u);
  EXPECT_LT(model->layout().size, 64u * 1024);
  EXPECT_LT(sizeof(Avatar), 64u);
}

// Each stage sees what the ones before it have done in the same update, and nothing of those after it.
TEST(Decision33, TheOrderOfTheStages) {
  ModelBuilder b;
  const std::uint32_t hips = b.bone(B::Hips);
  const std::uint32_t neck = b.bone(B::Neck, at({0, 1, 0}), hips);
  const std::uint32_t head = b.bone(B::Head, at({0, 0.1f, 0}), neck);
  const std::uint32_t eye = b.bone(B::LeftEye, at({0, 0.1f, 0}), head);
  const std::uint32_t lever = b.node(), follower = b.node();
  b.constrain(neck, C::Rotation, lever);    // above the head
  b.constrain(follower, C::Rotation, eye);  // behind the gaze
  b.vrm.lookAt = schema::LookAt{};
  Avatar avatar(b.make());
  const auto node = [&](std::uint32_t n) { return avatar.model().node(NodeIndex(n)); };
  avatar.setRotation(node(lever), turnY(-50));
  avatar.pose().rotate(B::Head, turnY(30));
  avatar.pose().rotate(B::Neck, turnY(10));
  avatar.pose().rotate(B::LeftEye, turnX(20));
  avatar.lookAt(Vec3{0, 1.16f, 5});
  for (int frame = 0; frame < 2; ++frame) {
    avatar.update(0);
    // The pose before the gaze, which sees it, and the constraint behind the gaze, which does not see it.
    EXPECT_NEAR(avatar.gaze().yaw, -40, 1e-4f);
    // The constraint has the last word about a bone.
    EXPECT_TRUE(nearly(rotationOf(avatar, neck), turnY(-50)));
    // The eye's pose goes, and the constraint gets what the gaze has put in its place.
    EXPECT_TRUE(nearly(rotationOf(avatar, follower), rotationOf(avatar, eye)));
    EXPECT_TRUE(nearly(rotationOf(avatar, eye), turnY(-40.0 / 9)));
    // World matrices come last.
    EXPECT_TRUE(nearly(positionOf(avatar.world(node(eye))), {0, 1.2f, 0}));
  }
}

TEST(Decision33, EachStageCanBeRunAlone) {
  const LoadResult loaded = load(test::sameAvatar(VrmVersion::Vrm1).document());
  ASSERT_TRUE(loaded);
  const auto inputs = [](Avatar& avatar) {
    test::Random r(3);
    for (int i = 0; i < 3; ++i) test::drive(avatar, r);
    avatar.lookAt(YawPitch{20, 10});
  };
  Avatar rest(loaded.model());
  rest.update(0);
  for (const Stage stage : {Stage::Humanoid, Stage::LookAt, Stage::Expressions, Stage::Constraints}) {
    Avatar avatar(loaded.model()), none(loaded.model());
    for (const Stage other : {Stage::Humanoid, Stage::LookAt, Stage::Expressions, Stage::Constraints}) {
      avatar.enable(other, other == stage);
      none.enable(other, false);
    }
    inputs(avatar), inputs(none);
    avatar.update(0), none.update(0);
    // With nothing but world matrices the face keeps its beginning and the nodes have what was set.
    EXPECT_EQ(std::vector<float>(none.expressionWeights().begin(), none.expressionWeights().end()),
              std::vector<float>(rest.expressionWeights().begin(), rest.expressionWeights().end()));
    EXPECT_NE(outputHash(avatar), outputHash(none)) << static_cast<int>(stage);
  }
}

TEST(Avatar, NodesOutsideOfTheSceneDoNotFollowTheRoot) {
  ModelBuilder b;
  const std::uint32_t in = b.node({{1, 0, 0}, {}, {1, 1, 1}}, kNone, "in");
  const std::uint32_t out = b.node({{2, 0, 0}, {}, {1, 1, 1}}, kNone, "out");
  const std::uint32_t below = b.node({{0, 1, 0}, {}, {1, 1, 1}}, out);
  const std::uint32_t late = b.node({{3, 0, 0}, {}, {1, 1, 1}}, in);
  b.scene = {in};
  b.vrm.turned = true;
  Avatar avatar(b.make());
  avatar.setRoot({{0, 10, 0}, {}, 2});
  avatar.update(0);
  const auto place = [&](std::uint32_t node) {
    return positionOf(avatar.world(avatar.model().node(NodeIndex(node))));
  };
  EXPECT_TRUE(nearly(place(in), {-2, 10, 0}));
  EXPECT_TRUE(nearly(place(late), {-8, 10, 0}));
  EXPECT_TRUE(nearly(place(out), {2, 0, 0}));
  EXPECT_TRUE(nearly(place(below), {2, 1, 0}));
  // A tree with a bone in it is the avatar, whatever the scene lists.
  b.vrm.humanoid[HumanBone::Hips] = NodeIndex(below);
  Avatar boned(b.make());
  boned.setRoot({{0, 10, 0}, {}, 2});
  boned.update(0);
  EXPECT_TRUE(nearly(positionOf(boned.world(boned.model().node(NodeIndex(out)))), {-4, 10, 0}));
  EXPECT_EQ(avatar.model().findNode("out"), avatar.model().node(NodeIndex(out)));
  EXPECT_FALSE(avatar.model().findNode("nobody"));
}

TEST(Avatar, OfNothing) {
  Avatar avatar(ModelBuilder().make());
  EXPECT_EQ(avatar.model().nodeCount(), 0u);
  avatar.pose().rotate(HumanBone::Head, {NAN, 0, 0, 0});
  avatar.lookAt(Vec3{1, 2, 3});
  EXPECT_EQ(avatar.update(1), U::None);
  EXPECT_TRUE(avatar.worldMatrices().empty());
  EXPECT_FALSE(avatar.expression("happy", 1));
  Avatar copy(avatar);
  std::vector<std::byte> snapshot(avatar.snapshotSize());
  EXPECT_TRUE(avatar.save(snapshot));
  EXPECT_TRUE(copy.restore(snapshot));
}

TEST(Avatar, OfPlainGltf) {
  test::AssetBuilder b;
  b.node("leaf", {1, 0, 0}, b.node("root", {0, 2, 0}));
  const LoadResult loaded = load(b.document());
  ASSERT_TRUE(loaded);
  Avatar avatar(loaded.model());
  avatar.setRotation(avatar.model().findNode("root"), turnY(90));
  EXPECT_EQ(avatar.update(1), U::None);
  EXPECT_TRUE(nearly(positionOf(avatar.world(avatar.model().findNode("leaf"))), {0, 2, -1}));
  EXPECT_EQ(avatar.viewpoint(), Vec3{});
}

}  // namespace
}  // namespace vrm
