// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the graphics card makes of vertices is what the processor makes of them; and what cameras see.
#include <gtest/gtest.h>

#include "render/darkroom.hpp"
#include "render/little_model.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using test::LittleModel;
using Rgba = std::array<int, 4>;

// The largest distance between the two, over all instances; -1 when there is nothing to compare.
float farthestApart(test::Developed& what) {
  const Result<void> updated = what.gpu.update(what.avatar);
  EXPECT_TRUE(updated) << updated.error().toString();
  Skinner skinner(what.meshes);
  float worst = -1;
  for (std::size_t i = 0; i < what.meshes->instances().size(); ++i) {
    const Result<std::vector<Vec3>> got = what.gpu.readPositions(i);
    EXPECT_TRUE(got);
    std::vector<Vec3> wanted(what.meshes->parts()[what.meshes->instances()[i].part].vertices.positions.size());
    EXPECT_TRUE(skinner.skin(what.avatar, i, wanted));
    if (got->empty()) continue;  // draws nothing
    EXPECT_GE(got->size(), wanted.size());
    for (std::size_t k = 0; k < std::min(wanted.size(), got->size()); ++k)
      worst = std::max(worst, length(wanted[k] - (*got)[k]));
  }
  return worst;
}

TEST(GpuAvatar, VerticesAreWhereTheProcessorPutsThem) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    const auto developed = test::develop(test::sameAvatar(version).glb());
    ASSERT_TRUE(developed);
    Avatar& avatar = developed->avatar;
    const float atRest = farthestApart(*developed);
    EXPECT_GE(atRest, 0);
    EXPECT_LE(atRest, 1e-6f);
    avatar.pose().rotate(HumanBone::Head, fromAxisAngle({0, 1, 0}, 0.7));
    avatar.pose().rotate(HumanBone::LeftUpperArm, fromAxisAngle({0, 0, 1}, -1));
    avatar.setRoot({{1, 2, 3}, fromAxisAngle({0, 1, 0}, 2), 1.5f});
    for (std::uint32_t i = 0; i < avatar.model().expressionCount(); ++i) avatar.expression(ExpressionIndex(i), 0.7f);
    avatar.update(0.1f);
    EXPECT_LE(farthestApart(*developed), 5e-6f);
    // Back again: what has changed is noticed.
    avatar.reset();
    avatar.update(0);
    EXPECT_LE(farthestApart(*developed), 1e-6f);
  }
}

TEST(GpuAvatar, RefusesAvatarsOfOtherModels) {
  const auto one = test::develop(test::smallAvatar().glb()), other = test::develop(test::smallAvatar().glb());
  EXPECT_EQ(one->gpu.update(other->avatar).error().code, Code::ApiMisuse);
}

TEST(GpuAvatar, GoesWhereItsRootGoes) {
  LittleModel m;
  m.material(R"("extensions":{"KHR_materials_unlit":{}})");
  m.use("KHR_materials_unlit");
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  test::Shot shot = test::plainShot();
  EXPECT_EQ(test::middle(test::take(*developed, shot))[3], 255);
  RootTransform away;
  away.translation = {5, 0, 0};
  developed->avatar.setRoot(away);
  developed->avatar.update(0);
  EXPECT_EQ(test::middle(test::take(*developed, shot))[3], 0) << "it has moved out of the picture";
}

// The head's triangles are not the wearer's; also where a normal map has taken vertices apart.
TEST(GpuAvatar, WearersDoNotSeeTheirHeads) {
  for (const bool bumps : {false, true}) {
    test::AssetBuilder b = test::smallAvatar();
    if (bumps) {
      const std::uint32_t texture = b.add(gltf::Kind::Texture, R"({"source":0})");
      b.set("/materials/0/normalTexture", R"({"index":)" + std::to_string(texture) + "}");
    }
    const auto developed = test::develop(b.glb());
    ASSERT_TRUE(developed);
    test::Shot shot = test::plainShot();
    Skinner skinner(developed->meshes);
    const Bounds bounds = skinner.bounds(developed->avatar);
    for (const bool firstPerson : {false, true}) {
      std::size_t triangles = 0, shown = 0;
      for (std::size_t i = 0; i < developed->meshes->instances().size(); ++i)
        triangles += (firstPerson ? developed->meshes->firstPersonTriangles(i) : developed->meshes->thirdPersonTriangles(i)).size();
      for (const render::View view : {render::View::Front, render::View::Back}) {
        shot.scene.camera = render::framed(bounds, 1, render::framing(view));
        shot.scene.camera.firstPerson = firstPerson;
        const gltf::Image image = test::take(*developed, shot);
        for (std::size_t i = 3; i < image.rgba.size(); i += 4) shown += image.rgba[i] > 0 ? 1u : 0u;
      }
      EXPECT_EQ(shown > 0, triangles > 0) << bumps << firstPerson;
    }
  }
}

TEST(Renderer, RefusesTheGeometryOfAnotherModel) {
  const auto one = test::develop(test::smallAvatar().glb()), other = test::develop(test::smallAvatar().glb());
  Diagnostics said;
  EXPECT_EQ(test::renderer().upload(one->loaded, *other->meshes, {}, said).error().code, Code::ApiMisuse);
}

TEST(Target, KeepsWhatItWasClearedWith) {
  Result<render::Target> target = test::renderer().makeTarget(4, 4, 1);
  ASSERT_TRUE(target);
  target->clear({0.2f, 0.4f, 0.6f, 1});
  EXPECT_EQ(test::middle(*target->read()), (Rgba{51, 102, 153, 255}));
  target->clear({1, 0.5f, 0, 0.5f});
  const Rgba half = test::middle(*target->read());
  EXPECT_NEAR(half[1], 128, 2) << "alpha is not multiplied in";
  EXPECT_NEAR(half[3], 128, 1);
  target->clear({1, 1, 1, 0});
  EXPECT_EQ(test::middle(*target->read()), (Rgba{0, 0, 0, 0}));
}

TEST(Target, HasASizeThatTheCardCanDo) {
  EXPECT_EQ(test::renderer().makeTarget(0, 4).error().code, Code::ApiMisuse);
  EXPECT_EQ(test::renderer().makeTarget(1u << 30, 4).error().code, Code::ApiMisuse);
}

TEST(Renderer, NeedsTheFunctionsOfOpenGl) {
  EXPECT_EQ(render::Renderer::create(nullptr).error().code, Code::ApiMisuse);
  const auto none = [](const char*) -> render::GlProc { return nullptr; };
  EXPECT_EQ(render::Renderer::create(none).error().toString(),
            "the graphics driver has no function glActiveTexture [RENDER_UNAVAILABLE]");
}

TEST(Renderer, SaysWhenAnImageIsTooLargeForTheCard) {
  LittleModel m;
  m.material(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":)" + std::to_string(m.texture(test::plain(1, 2, 3))) +
             "}}");
  m.add(LittleModel::square());
  const LoadResult loaded = load(m.glb());
  Diagnostics said;
  const auto meshes = loadMeshes(loaded, said);
  gltf::Image wide;
  wide.width = 100'000;
  wide.height = 1;
  wide.rgba.resize(400'000);
  const auto model = test::renderer().upload(loaded, **meshes, {&wide, 1}, said);
  ASSERT_FALSE(model);
  EXPECT_TRUE(model.error().toString().starts_with("/images/0: an image is 100000 pixels long")) << model.error().toString();
  EXPECT_EQ(model.error().code, Code::RenderFailed);
}

TEST(Renderer, BoundsWhatManyNodesWithOneMeshTake) {
  // A few bytes of JSON each; every one has its own vertices on the card.
  LittleModel m;
  m.material("");
  m.add(LittleModel::sphere());
  for (int i = 0; i < 50; ++i) m.show(0);
  LoadOptions options;
  options.file.limits.decodedBytes = 200'000;
  const LoadResult loaded = load(m.glb(), options);
  ASSERT_TRUE(loaded);
  Diagnostics said;
  const auto meshes = loadMeshes(loaded, said);
  ASSERT_TRUE(meshes);
  const auto model = test::renderer().upload(loaded, **meshes, {}, said);
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, Code::LimitDecodedBytes);
}

TEST(Lines, AreDrawnOverEverything) {
  LittleModel m;
  m.use("KHR_materials_unlit");
  m.material(R"("extensions":{"KHR_materials_unlit":{}})");
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  test::Shot shot = test::plainShot();
  const render::Line lines[] = {{{-2, 0, -1}, {2, 0, -1}, {1, 0, 0, 1}}, {{0, 0, 50}, {0, 1, 60}, {0, 1, 0, 1}}};
  shot.scene.lines = lines;
  shot.scene.lineWidth = 6;
  const gltf::Image image = test::take(*developed, shot);
  EXPECT_EQ(test::middle(image), (Rgba{255, 0, 0, 255}));
  EXPECT_EQ(test::pixel(image, 48, 42), (Rgba{255, 255, 255, 255}));
  EXPECT_TRUE(test::isLikeGolden("lines", image));
}

}  // namespace
}  // namespace vrm
