// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/humanoid.hpp"

#include <gtest/gtest.h>

#include "unit/runtime/prelude.hpp"
#include "vrm/runtime/output_hash.hpp"

namespace vrm {
namespace {

using namespace test;

// hips - spine; the spine's parent is turned by P = Ry(90), it is itself by B = Rx(90).
ModelBuilder bentSpine() {
  ModelBuilder b;
  const std::uint32_t hips = b.bone(B::Hips, at({0, 1, 0}, turnY(90)));
  b.bone(B::Spine, at({0, 0.5f, 0}, turnX(90)), hips);
  return b;
}

TEST(Decision4, RawRotationByHand) {
  // raw = P^-1 N P B, and P^-1 N P turns about the axis of N seen from the parent: Ry(-90) takes Z to -X and
  // X to Z.
  struct Row {
    Quat normalized, raw;
  };
  const Row rows[] = {
      {{}, turnX(90)},                         // rest
      {turnZ(90), {}},                         // Rx(-90) * Rx(90)
      {turnZ(-30), turnX(120)},                // Rx(30) * Rx(90)
      {turnY(90), {0.5f, 0.5f, -0.5f, 0.5f}},  // Ry(90) * Rx(90)
      {turnX(90), {0.5f, 0.5f, 0.5f, 0.5f}},   // Rz(90) * Rx(90)
  };
  Avatar avatar(bentSpine().make());
  const ModelNode spine = avatar.model().bone(B::Spine);
  for (const Row& row : rows) {
    avatar.pose().rotate(B::Spine, row.normalized);
    avatar.update(0);
    EXPECT_TRUE(nearly(avatar.local(spine).rotation, row.raw));
    EXPECT_TRUE(nearly(toRaw(avatar.model().facts().humanoid, B::Spine, row.normalized), row.raw));
    EXPECT_TRUE(nearly(toNormalized(avatar.model().facts().humanoid, B::Spine, row.raw), row.normalized));
  }
}

TEST(Decision4, TheTurnOfVrm0IsPartOfTheParent) {
  // Half a turn about Y stands between model space and the scene, so a rotation about model X is one about
  // -X in the file, and about Y stays.
  ModelBuilder b;
  b.vrm.turned = true;
  b.bone(B::Spine, at({}, turnZ(10)), b.bone(B::Hips, at({0.25f, 1, 0.5f})));
  Avatar avatar(b.make());
  const ModelNode hips = avatar.model().bone(B::Hips);
  EXPECT_EQ(avatar.pose().hipsPosition(), (Vec3{-0.25f, 1, -0.5f}));
  avatar.pose().rotate(B::Hips, turnX(30));
  avatar.pose().moveHips({1, 2, 3});
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(hips).rotation, turnX(-30)));
  EXPECT_TRUE(nearly(avatar.local(hips).translation, {-1, 2, -3}));
  EXPECT_TRUE(nearly(positionOf(avatar.world(hips)), {1, 2, 3}));
  avatar.pose().rotate(B::Hips, turnY(30));
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(hips).rotation, turnY(30)));
  avatar.pose().rotate(B::Spine, turnX(30));  // of nodes below as well
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(avatar.model().bone(B::Spine)).rotation, turnX(-30) * turnZ(10)));
}

// Decision 3: other nodes may stand between bones; P is that of the parent node, whatever it is.
TEST(Decision4, NodesBetweenBones) {
  ModelBuilder b;
  const std::uint32_t hips = b.bone(B::Hips, at({0, 1, 0}));
  const std::uint32_t between = b.node(at({0, 0.1f, 0}, turnY(90)), hips);
  b.bone(B::Spine, at({0, 0.1f, 0}), between);
  Avatar avatar(b.make());
  avatar.pose().rotate(B::Spine, turnZ(40));
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(avatar.model().bone(B::Spine)).rotation, turnX(-40)));
  // A node between that moves at run time takes the bone with it: P is of the rest pose.
  avatar.setRotation(avatar.model().node(NodeIndex(between)), turnY(30));
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(avatar.model().bone(B::Spine)).rotation, turnX(-40)));
}

TEST(Decision4, HipsFindTheirPlaceWhereverTheirParentIs) {
  ModelBuilder b;
  const std::uint32_t root = b.node({{0, 1, 0}, {}, {2, 2, 2}});
  b.bone(B::Hips, at({0, 0.5f, 0}), root);
  Avatar avatar(b.make());
  const ModelNode hips = avatar.model().bone(B::Hips), parent = avatar.model().node(NodeIndex(root));
  EXPECT_EQ(avatar.pose().hipsPosition(), (Vec3{0, 2, 0}));  // 1 + 2 * 0.5
  avatar.pose().moveHips({0, 3, 0});
  avatar.update(0);
  EXPECT_TRUE(nearly(avatar.local(hips).translation, {0, 1, 0}));  // (3 - 1) / 2
  avatar.setLocal(parent, {{1, 1, 0}, turnZ(90), {4, 4, 4}});
  avatar.update(0);
  // Rz(-90) * ((0, 3, 0) - (1, 1, 0)) / 4 = Rz(-90) * (-1, 2, 0) / 4
  EXPECT_TRUE(nearly(avatar.local(hips).translation, {0.5f, 0.25f, 0}));
  EXPECT_TRUE(nearly(positionOf(avatar.world(hips)), {0, 3, 0}));
  // The root transform is around model space.
  avatar.setRoot({{10, 0, 0}, {}, 2});
  avatar.update(0);
  EXPECT_TRUE(nearly(positionOf(avatar.world(hips)), {10, 6, 0}));
  // A parent scaled to nothing has no place for them; they keep theirs.
  avatar.setScale(parent, {0, 1, 1});
  EXPECT_EQ(avatar.update(0), UpdateFlags::None);
  EXPECT_TRUE(nearly(avatar.local(hips).translation, {0.5f, 0.25f, 0}));
}

TEST(Humanoid, MissingBonesAreNobodysBusiness) {
  Avatar avatar(bentSpine().make());
  avatar.update(0);
  const std::uint64_t before = outputHash(avatar);
  for (const HumanBoneInfo& bone : allHumanBones()) {
    if (bone.bone != B::Hips && bone.bone != B::Spine) avatar.pose().rotate(bone.bone, {NAN, 0, 0, 0});
  }
  EXPECT_EQ(avatar.update(0), UpdateFlags::None);  // nor are bad rotations of them
  EXPECT_EQ(outputHash(avatar), before);
  EXPECT_FALSE(avatar.model().bone(B::Chest));
  const RawPose raw = avatar.rawPose();
  EXPECT_EQ(raw.rotations[static_cast<std::size_t>(B::Chest)], Quat{});
  EXPECT_TRUE(nearly(raw.rotations[static_cast<std::size_t>(B::Spine)], turnX(90)));
}

TEST(Humanoid, BothFormsOfAPose) {
  ModelBuilder b;
  b.allBones(test::turn({1, 2, 3}, 20), b.node({{1, 2, 3}, turnX(50), {2, 2, 2}}));
  const auto model = b.make();
  Pose pose;
  RawPose raw;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    const auto angle = 3.0 * static_cast<double>(i);
    pose.rotate(static_cast<B>(i), test::turn({3, -2, 1}, angle));
    raw.rotations[i] = test::turn({1, 5, -1}, angle);
  }
  pose.moveHips({0.5f, 0.25f, -2});
  raw.hipsTranslation = {0.1f, 0.2f, 0.3f};
  const Pose there = model->toNormalized(model->toRaw(pose));
  const RawPose back = model->toRaw(model->toNormalized(raw));
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) {
    EXPECT_TRUE(nearly(there.rotation(static_cast<B>(i)), pose.rotation(static_cast<B>(i)))) << i;
    EXPECT_TRUE(nearly(back.rotations[i], raw.rotations[i])) << i;
  }
  EXPECT_TRUE(nearly(there.hipsPosition(), pose.hipsPosition()));
  EXPECT_TRUE(nearly(back.hipsTranslation, raw.hipsTranslation));
  // The rest pose is no rotation at all, and raw it is what the file says.
  const RawPose rest = model->toRaw(model->restPose());
  for (std::size_t i = 0; i < kHumanBoneCount; ++i)
    EXPECT_TRUE(nearly(rest.rotations[i], test::turn({1, 2, 3}, 20))) << i;
  // What an update applies is the raw pose of the model.
  Avatar avatar(model);
  avatar.setPose(pose);
  avatar.update(0);
  const RawPose applied = avatar.rawPose(), expected = model->toRaw(pose);
  for (std::size_t i = 0; i < kHumanBoneCount; ++i)
    EXPECT_TRUE(nearly(applied.rotations[i], expected.rotations[i])) << i;
  EXPECT_TRUE(nearly(applied.hipsTranslation, expected.hipsTranslation));
}

TEST(Humanoid, RawPosesNeedTheStageOff) {
  ModelBuilder b;
  b.allBones();
  Avatar avatar(b.make());
  RawPose raw;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) raw.rotations[i] = turnX(static_cast<double>(i));
  raw.hipsTranslation = {1, 2, 3};
  avatar.setRawPose(raw);
  avatar.update(0);
  EXPECT_EQ(avatar.rawPose().rotations[5], Quat{});  // overwritten (decision 4)
  avatar.enable(Stage::Humanoid, false);
  EXPECT_FALSE(avatar.enabled(Stage::Humanoid));
  avatar.setRawPose(raw);
  avatar.update(0);
  for (std::size_t i = 0; i < kHumanBoneCount; ++i)
    EXPECT_TRUE(nearly(avatar.rawPose().rotations[i], raw.rotations[i])) << i;
  EXPECT_EQ(avatar.rawPose().hipsTranslation, raw.hipsTranslation);
  EXPECT_EQ(positionOf(avatar.world(avatar.model().bone(B::Hips))), raw.hipsTranslation);
}

TEST(Humanoid, RotationsOfAnyLength) {
  Avatar avatar(bentSpine().make());
  for (const float length : {1e-18f, 1e-10f, 0.5f, 7.0f, 1e18f}) {
    const Quat q = turnZ(-30);
    avatar.pose().rotate(B::Spine, {q.x * length, q.y * length, q.z * length, q.w * length});
    EXPECT_EQ(avatar.update(0), UpdateFlags::None) << length;
    EXPECT_TRUE(nearly(avatar.local(avatar.model().bone(B::Spine)).rotation, turnX(120))) << length;
  }
}

TEST(Humanoid, RefusedRotationsKeepTheLastOneBoneByBone) {
  const float kBad[] = {NAN, INFINITY, -INFINITY, 0, 1e30f, 1e-30f};
  ModelBuilder b;
  b.allBones();
  Avatar avatar(b.make());
  Pose good;
  for (std::size_t i = 0; i < kHumanBoneCount; ++i) good.rotate(static_cast<B>(i), turnX(10));
  avatar.setPose(good);
  avatar.update(0);
  for (std::size_t bone = 0; bone < kHumanBoneCount; ++bone) {
    const float bad = kBad[bone % std::size(kBad)];
    Pose pose;
    for (std::size_t i = 0; i < kHumanBoneCount; ++i) pose.rotate(static_cast<B>(i), turnX(20));
    pose.rotate(static_cast<B>(bone), {bad, 0, 0, 0});
    avatar.setPose(pose);
    EXPECT_EQ(avatar.update(0), UpdateFlags::InputRefused) << bone;
    const RawPose raw = avatar.rawPose();
    for (std::size_t i = 0; i < kHumanBoneCount; ++i)
      EXPECT_TRUE(nearly(raw.rotations[i], turnX(i == bone ? 10 : 20))) << i << " while " << bone;
    avatar.setPose(good);
    EXPECT_EQ(avatar.update(0), UpdateFlags::None) << bone;
  }
  for (const float bad : {NAN, INFINITY}) {
    const Vec3 before = avatar.rawPose().hipsTranslation;
    avatar.pose().moveHips({0, bad, 0});
    EXPECT_EQ(avatar.update(0), UpdateFlags::InputRefused);
    EXPECT_EQ(avatar.rawPose().hipsTranslation, before);
  }
}

TEST(Humanoid, TheStageSaysWhichBonesItRefused) {
  const auto model = bentSpine().make();
  Avatar avatar(model);
  Pose pose = model->restPose();
  pose.rotate(B::Spine, {0, 0, 0, 0});
  pose.moveHips({NAN, 0, 0});
  std::vector<Vec3> translations(2), scales(2, {1, 1, 1});
  std::vector<Quat> rotations(2);
  EXPECT_EQ(applyPose(model->facts().humanoid, pose, model->tables().hipsPath, false,
                      {translations, rotations, scales}),
            kHipsRefused | std::uint64_t{1} << static_cast<unsigned>(B::Spine));
}

}  // namespace
}  // namespace vrm
