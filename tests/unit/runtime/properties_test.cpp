// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What is true of every avatar, tried on random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/simd_target.hpp"
#include "support/near.hpp"
#include "unit/runtime/drive.hpp"
#include "unit/runtime/mirror.hpp"
#include "vrm/load.hpp"
#include "vrm/runtime/output_hash.hpp"

namespace vrm {
namespace {

using test::nearly;
using test::Random;

template <class F>
void forRandomAvatars(std::uint32_t count, F&& f) {
  for (std::uint32_t seed = 1; seed <= count; ++seed) {
    const LoadResult loaded = load(test::randomAvatar(seed).document());
    ASSERT_TRUE(loaded);
    SCOPED_TRACE("seed " + std::to_string(seed));
    f(loaded, seed);
    if (testing::Test::HasFailure()) return;
  }
}

// The largest coordinate, for tolerances.
float extent(const Avatar& avatar) {
  float out = 1;
  for (const Mat4& m : avatar.worldMatrices()) {
    for (std::size_t k = 12; k < 15; ++k) out = std::max(out, std::abs(m[k]));
  }
  return out;
}

// "just applying the constraint without any [...] of the source does not do anything", T-pose in, T-pose out.
// Aim constraints of 1.0 are the exception: they aim at once. So their nodes and all below are left out.
TEST(Properties, RestInRestOut) {
  forRandomAvatars(60, [](const LoadResult& loaded, std::uint32_t seed) {
    const Model& model = *loaded.model();
    std::vector<bool> aims(model.nodeCount());
    for (const ConstraintRow& row : model.tables().constraints) {
      if (row.type == ConstraintType::Aim) aims[row.node] = true;
    }
    // Constraints with such a source do not rest either, nor what hangs on their nodes.
    for (bool more = true; more;) {
      more = false;
      const auto mark = [&](std::uint32_t node) { more = more || !aims[node], aims[node] = true; };
      for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const ModelNode parent = model.parent(ModelNode(i));
        if (parent && aims[parent.value]) mark(i);
      }
      for (const ConstraintRow& row : model.tables().constraints) {
        if (aims[row.source]) mark(row.node);
      }
    }
    Random r(seed);
    for (const RootTransform& root :
         {RootTransform{}, RootTransform{r.vector(10), r.rotation(3), static_cast<float>(r.in(0.1, 10))}}) {
      Avatar avatar(loaded.model());
      avatar.setRoot(root);
      EXPECT_FALSE(has(avatar.update(0), UpdateFlags::InputRefused));
      const float size = extent(avatar);
      for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        if (aims[i]) continue;
        const Trs now = avatar.local(ModelNode(i)), rest = model.rest(ModelNode(i));
        EXPECT_TRUE(nearly(now.rotation, rest.rotation, 2e-6f)) << i;
        EXPECT_TRUE(nearly(now.translation, rest.translation, 5e-6f)) << i;
        const Vec3 place = positionOf(model.restMatrix(ModelNode(i)));
        EXPECT_TRUE(nearly(positionOf(avatar.world(ModelNode(i))),
                           root.translation + rotate(root.rotation, place * root.scale), 1e-5f * size))
            << i;
      }
    }
  });
}

// From rest to nothing else: at weight 0 the node has its rest rotation and place. A draft's aim in model
// space is another matter: decision 21 makes it hold the rest rotation in model space.
TEST(Properties, AConstraintOfWeightZeroDoesNothing) {
  forRandomAvatars(60, [](const LoadResult& loaded, std::uint32_t seed) {
    const Model& model = *loaded.model();
    Avatar avatar(loaded.model());
    Random r(seed);
    for (const HumanBoneInfo& bone : allHumanBones()) avatar.pose().rotate(bone.bone, r.rotation(2));
    for (std::uint32_t i = 0; i < model.constraintCount(); ++i)
      avatar.setConstraintWeight(ConstraintIndex(i), 0);
    avatar.update(0);
    for (const ConstraintRow& row : model.tables().constraints) {
      if (row.type == ConstraintType::DraftAim && !row.destinationLocal) continue;
      const Trs now = avatar.local(ModelNode(row.node));
      EXPECT_TRUE(nearly(now.rotation, row.rest.rotation, 2e-6f)) << name(row.type);
      EXPECT_EQ(now.translation, row.rest.translation) << name(row.type);
      EXPECT_EQ(now.scale, row.rest.scale);
    }
  });
}

TEST(Properties, MovingEverythingTogetherChangesNothingLocal) {
  forRandomAvatars(60, [](const LoadResult& loaded, std::uint32_t seed) {
    Random r(seed + 1000);
    Avatar here(loaded.model()), there(loaded.model());
    // Constraints see springs as of the frame before (decision 23), and one of the two has a frame more.
    for (Avatar* avatar : {&here, &there}) avatar->enable(Stage::Springs, false);
    for (int frame = 0; frame < 5; ++frame) {
      const std::uint32_t inputs = 100 * seed + static_cast<std::uint32_t>(frame);
      for (Avatar* avatar : {&here, &there}) {
        Random same(inputs);
        test::drive(*avatar, same);
      }
      const Vec3 by = r.vector(3);
      const Quat turned = r.rotation(3);
      const auto scale = static_cast<float>(r.in(0.5, 2));
      const auto moved = [&](Vec3 place) { return by + rotate(turned, place * scale); };
      const RootTransform root = here.root();
      there.setRoot({moved(root.translation), turned * root.rotation, scale * root.scale});
      if (frame % 2 == 0) {
        // Not too near to the eyes, where a little is a large angle.
        here.update(0);
        const Vec3 target = here.viewpoint() + rotate(r.rotation(3), {0, 0, 3 * root.scale});
        here.lookAt(target), there.lookAt(moved(target));
      } else {
        here.lookAtNothing(), there.lookAtNothing();
      }
      here.update(0);
      there.update(0);
      EXPECT_NEAR(here.gaze().yaw, there.gaze().yaw, 2e-3f);
      EXPECT_NEAR(here.gaze().pitch, there.gaze().pitch, 2e-3f);
      const ConstLocals a = here.locals(), b = there.locals();
      for (std::size_t i = 0; i < a.rotations.size(); ++i) {
        EXPECT_TRUE(nearly(a.rotations[i], b.rotations[i], 1e-5f)) << i;
        EXPECT_EQ(a.translations[i], b.translations[i]) << i;
        EXPECT_EQ(a.scales[i], b.scales[i]) << i;
      }
      for (std::size_t i = 0; i < here.expressionWeights().size(); ++i) {
        EXPECT_NEAR(here.expressionWeights()[i], there.expressionWeights()[i], 1e-4f) << i;
      }
    }
  });
}

// Left is right in a mirror: gaze, bones and constraints of all kinds.
TEST(Properties, MirroredModelsGiveMirroredResults) {
  forRandomAvatars(60, [](const LoadResult& loaded, std::uint32_t seed) {
    Diagnostics said;
    const std::shared_ptr<const Model> model =
        *makeModel(test::mirrored(loaded.asset()), test::mirrored(loaded.vrm()), said);
    Avatar avatar(loaded.model()), other(model);
    Random r(seed);
    for (int frame = 0; frame < 5; ++frame) {
      test::drive(avatar, r);
      other.setRoot({test::mirrored(avatar.root().translation), test::mirrored(avatar.root().rotation),
                     avatar.root().scale});
      other.setPose(test::mirrored(avatar.pose()));
      const Vec3 target = r.vector(4);
      avatar.lookAt(target);
      other.lookAt(test::mirrored(target));
      for (std::uint32_t i = 0; i < model->constraintCount(); ++i)
        other.setConstraintWeight(ConstraintIndex(i), avatar.constraintWeight(ConstraintIndex(i)));
      // Raw inputs of the others.
      for (std::uint32_t i = 0; i < model->nodeCount(); ++i) {
        const Trs local = avatar.local(ModelNode(i));
        other.setTranslation(ModelNode(i), test::mirrored(local.translation));
        other.setRotation(ModelNode(i), test::mirrored(local.rotation));
      }
      avatar.update(0);
      other.update(0);
      const float size = extent(avatar);
      for (std::uint32_t i = 0; i < model->nodeCount(); ++i) {
        const ModelNode node(i);
        EXPECT_TRUE(nearly(other.local(node).rotation, test::mirrored(avatar.local(node).rotation), 2e-5f))
            << i;
        EXPECT_TRUE(nearly(positionOf(other.world(node)), test::mirrored(positionOf(avatar.world(node))),
                           1e-5f * size))
            << i;
      }
    }
  });
}

std::uint64_t run(const std::shared_ptr<const Model>& model, std::uint32_t seed) {
  Avatar avatar(model);
  Random r(seed);
  std::uint64_t hash = kHashStart;
  for (int frame = 0; frame < 10; ++frame) {
    test::drive(avatar, r);
    avatar.update(1.0f / 60);
    hash = outputHash(avatar, hash);
  }
  return hash;
}

TEST(Properties, TheSameBitsOnEveryInstructionSet) {
  forRandomAvatars(40, [](const LoadResult& loaded, std::uint32_t seed) {
    useBestSimdTarget();
    const std::uint64_t best = run(loaded.model(), seed);
    EXPECT_EQ(run(loaded.model(), seed), best);
    EXPECT_NE(run(loaded.model(), seed + 1), best);
    for (std::size_t target = 0; target < simdTargetCount(); ++target) {
      useSimdTarget(target);
      EXPECT_EQ(run(loaded.model(), seed), best) << simdTargetName();
    }
    useBestSimdTarget();
  });
}

// Springs will move by themselves; everything else stays when nobody touches it.
TEST(Properties, WithoutNewInputsNothingChanges) {
  forRandomAvatars(40, [](const LoadResult& loaded, std::uint32_t seed) {
    Avatar avatar(loaded.model());
    avatar.enable(Stage::Springs, false);  // which constraints see as of the frame before (decision 23)
    Random r(seed);
    test::drive(avatar, r);
    avatar.update(0);
    const std::uint64_t once = outputHash(avatar);
    EXPECT_EQ(avatar.update(0), UpdateFlags::None);
    EXPECT_EQ(outputHash(avatar), once);
  });
}

// Anything that the setters let in, as large and small as it may be where a float has room for the products.
void driveHard(Avatar& avatar, Random& r) {
  const auto size = [&] { return std::pow(10.0, r.in(-30, 6)); };
  const auto number = [&] { return static_cast<float>(r.in(-1, 1) * std::pow(10.0, r.in(-30, 30))); };
  const auto rotation = [&] {
    const Quat q = r.rotation(7);
    const auto length = static_cast<float>(std::pow(10.0, r.in(-17, 17)));
    return Quat{q.x * length, q.y * length, q.z * length, q.w * length};
  };
  const Model& model = avatar.model();
  const float scales[] = {0, 1e-10f, -1, 1, 30, -0.01f};
  avatar.setRoot({r.vector(size()), rotation(), scales[r.below(6)]});
  for (const HumanBoneInfo& bone : allHumanBones()) {
    if (r.chance(0.5)) avatar.pose().rotate(bone.bone, rotation());
  }
  avatar.pose().moveHips(r.vector(size()));
  for (int i = 0; i < 6; ++i) {
    const ModelNode node(r.below(model.nodeCount()));
    if (r.chance(0.5)) avatar.setTranslation(node, r.vector(size()));
    if (r.chance(0.5)) avatar.setRotation(node, rotation());
    if (r.chance(0.2)) avatar.setScale(node, {scales[r.below(6)], scales[r.below(4)], scales[r.below(4)]});
    if (r.chance(0.5)) avatar.setScale(node, {1, 1, 1});
  }
  for (std::uint32_t i = 0; i < model.expressionCount(); ++i) {
    if (r.chance(0.5)) avatar.expression(ExpressionIndex(i), number());
  }
  for (std::uint32_t i = 0; i < model.constraintCount(); ++i) {
    if (r.chance(0.2)) avatar.setConstraintWeight(ConstraintIndex(i), number());
  }
  if (r.chance(0.5)) avatar.lookAt(r.vector(std::pow(10.0, r.in(-30, 30))));
  if (r.chance(0.5)) avatar.lookAt(YawPitch{number(), number()});
}

TEST(Properties, NumbersStayNumbers) {
  forRandomAvatars(8, [](const LoadResult& loaded, std::uint32_t seed) {
    Avatar avatar(loaded.model());
    Random r(seed);
    for (int frame = 0; frame < 1000; ++frame) {
      driveHard(avatar, r);
      avatar.update(static_cast<float>(r.unit()));
      const ConstLocals locals = avatar.locals();
      bool finite = true;
      for (const Quat& q : locals.rotations) finite = finite && std::abs(dot(q, q) - 1) <= 1e-5f;
      ASSERT_TRUE(finite) << "rotations, frame " << frame;
      for (const Vec3& t : locals.translations) finite = finite && std::isfinite(t.x + t.y + t.z);
      ASSERT_TRUE(finite) << "translations, frame " << frame;
      for (const Mat4& m : avatar.worldMatrices())
        finite = finite && std::all_of(m.begin(), m.end(), [](float v) { return std::isfinite(v); });
      ASSERT_TRUE(finite) << "matrices, frame " << frame;
      for (const float w : avatar.expressionWeights()) finite = finite && w >= 0 && w <= 1;
      for (std::size_t i = 0; i < loaded.model()->meshNodes().size(); ++i) {
        for (const float w : avatar.morphWeights(i)) finite = finite && std::isfinite(w);
      }
      for (std::size_t i = 0; i < loaded.model()->materials().size(); ++i) {
        for (const Vec4& v : avatar.materialValues(i))
          finite = finite && std::isfinite(v.x + v.y + v.z + v.w);
      }
      finite = finite && std::abs(avatar.gaze().pitch) < INFINITY && std::abs(avatar.gaze().yaw) < INFINITY;
      ASSERT_TRUE(finite) << "face, frame " << frame;
    }
  });
}

}  // namespace
}  // namespace vrm
