// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include <cmath>

#include "support/asset_builder.hpp"
#include "support/near.hpp"
#include "vrm/vrm.hpp"

namespace vrm {
namespace {

using render::Camera;

struct Seen {
  float x, y, depth, w;  // from -1 to 1
};
Seen project(const Camera& camera, Vec3 p) {
  const Vec3 v = transformPoint(camera.view(), p);
  const Mat4 m = camera.projection();
  const float w = m[3] * v.x + m[7] * v.y + m[11] * v.z + m[15];
  return {(m[0] * v.x + m[4] * v.y + m[8] * v.z + m[12]) / w, (m[1] * v.x + m[5] * v.y + m[9] * v.z + m[13]) / w,
          (m[2] * v.x + m[6] * v.y + m[10] * v.z + m[14]) / w, w};
}

TEST(Camera, LooksAtItsTargetUpright) {
  const Camera camera = render::lookingAt({3, 2, 4}, {0, 1, 0});
  const Seen target = project(camera, {0, 1, 0});
  EXPECT_NEAR(target.x, 0, 1e-5);
  EXPECT_NEAR(target.y, 0, 1e-5);
  EXPECT_GT(target.w, 0);
  const Seen above = project(camera, {0, 1.5f, 0});
  EXPECT_NEAR(above.x, 0, 1e-5);
  EXPECT_GT(above.y, 0);
}

TEST(Camera, ProjectsAsGltfSays) {
  Camera camera;
  camera.position = {0, 0, 0};
  camera.height = 1;
  camera.aspect = 2;
  const float t = std::tan(0.5f);
  EXPECT_NEAR(project(camera, {0, t, -1}).y, 1, 1e-6);
  EXPECT_NEAR(project(camera, {2 * t, 0, -1}).x, 1, 1e-6);
  EXPECT_NEAR(project(camera, {0, 0, -camera.nearest}).depth, -1, 1e-4);
  EXPECT_NEAR(project(camera, {0, 0, -camera.farthest}).depth, 1, 1e-4);
  camera.orthographic = true;
  camera.height = 3;
  EXPECT_NEAR(project(camera, {0, 1.5f, -7}).y, 1, 1e-6);
  EXPECT_NEAR(project(camera, {3, 0, -7}).x, 1, 1e-6);
}

TEST(Framing, ShowsTheWholeBoxAndFillsThePicture) {
  const Bounds boxes[] = {{{-0.5f, 0, -0.2f}, {0.5f, 1.7f, 0.2f}}, {{-30, 2, -5}, {40, 4, 9}}, {{1, 1, 1}, {1.001f, 9, 1}}};
  for (const Bounds& box : boxes) {
    for (const render::View view :
         {render::View::Front, render::View::ThreeQuarter, render::View::Side, render::View::Back}) {
      for (const float aspect : {0.5f, 1.0f, 2.0f}) {
        const render::Framing framing = render::framing(view);
        const Camera camera = render::framed(box, aspect, framing);
        float reach = 0;
        for (int i = 0; i < 8; ++i) {
          const Seen seen = project(camera, {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                                             i & 4 ? box.max.z : box.min.z});
          reach = std::max({reach, std::abs(seen.x), std::abs(seen.y)});
          EXPECT_GT(seen.w, 0);
          EXPECT_LE(std::abs(seen.depth), 1);
        }
        EXPECT_NEAR(reach, 1 - 2 * framing.margin, 1e-3) << static_cast<int>(view) << " " << aspect;
      }
    }
  }
}

TEST(Framing, ViewsAreFromTheirSides) {
  const Bounds box{{-1, -1, -1}, {1, 1, 1}};
  const auto from = [&](render::View view) { return render::framed(box, 1, render::framing(view)).position; };
  EXPECT_GT(from(render::View::Front).z, 1);
  EXPECT_GT(from(render::View::Side).x, 1) << "the avatar's left is +X";
  EXPECT_LT(from(render::View::Back).z, -1);
  EXPECT_GT(from(render::View::ThreeQuarter).y, 0.1f);
}

TEST(Framing, EmptyAndStrangeBoxesGiveACamera) {
  constexpr float kMuch = 1e30f;
  for (const Bounds& box : {Bounds{}, Bounds{{2, 2, 2}, {2, 2, 2}}, Bounds{{-kMuch, 0, 0}, {kMuch, 1, 1}}}) {
    const Camera camera = render::framed(box, 1, {});
    EXPECT_TRUE(std::isfinite(camera.position.z));
    EXPECT_GT(camera.farthest, camera.nearest);
    EXPECT_GT(camera.nearest, 0);
  }
}

TEST(Portrait, FacesAreTheUpperEnd) {
  const LoadResult loaded = load(test::smallAvatar().document());
  ASSERT_TRUE(loaded);
  Avatar avatar(loaded.model());
  avatar.update(0);
  const Bounds whole{{-0.5f, 0, -0.2f}, {0.5f, 1.7f, 0.2f}};
  const Bounds face = render::faceBounds(avatar, whole);
  const Vec3 head = positionOf(avatar.world(loaded.model()->bone(HumanBone::Head)));
  EXPECT_LT(face.min.y, head.y);
  EXPECT_NEAR(face.max.y, whole.max.y, 1e-5);
  EXPECT_GT(face.min.y, whole.min.y);
  EXPECT_TRUE(render::faceBounds(avatar, {}).empty());
}

TEST(Portrait, StancesLowerTheArms) {
  const LoadResult loaded = load(test::smallAvatar().document());
  const auto handHeight = [&](render::Stance stance) {
    Avatar avatar(loaded.model());
    avatar.setPose(render::poseOf(*loaded.model(), stance));
    avatar.update(0);
    return positionOf(avatar.world(loaded.model()->bone(HumanBone::LeftHand))).y;
  };
  EXPECT_GT(handHeight(render::Stance::TPose), handHeight(render::Stance::APose));
  EXPECT_GT(handHeight(render::Stance::APose), handHeight(render::Stance::Natural));
}

TEST(Portrait, TurnedBoundsHoldEveryTurn) {
  const Bounds box{{-1, 0, -0.2f}, {0.5f, 2, 3}};
  const Bounds turned = render::turnedBounds(box, {0, 0, 0});
  EXPECT_EQ(turned.min.x, -turned.max.x);
  // As far as the corner that is farthest from the axis.
  EXPECT_GE(turned.max.x, std::hypot(1.0f, 3.0f) - 1e-5f);
  EXPECT_EQ(turned.max.y, 2);
}

}  // namespace
}  // namespace vrm
