// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models that other people made, drawn: no error of OpenGL, no empty picture, and vertices where the processor puts them.
#include <gtest/gtest.h>

#include "corpus/corpus.hpp"
#include "render/darkroom.hpp"

namespace vrm {
namespace {

class RenderCorpus : public testing::TestWithParam<std::string> {};

TEST_P(RenderCorpus, GivesAPicture) {
  const LoadResult loaded = load(test::corpusFolder() / GetParam());
  if (!loaded) GTEST_SKIP() << loaded.error().toString();
  Diagnostics said;
  const Result<render::Prepared> prepared = render::prepare(loaded, said, 2);
  if (!prepared) GTEST_SKIP() << prepared.error().toString();
  const auto model = test::renderer().upload(loaded, *prepared, said);
  ASSERT_TRUE(model) << model.error().toString();
  render::GpuAvatar gpu(*model);
  Avatar avatar(loaded.model());
  avatar.setPose(render::poseOf(*loaded.model(), render::Stance::Natural));
  for (std::uint32_t i = 0; i < loaded.model()->expressionCount(); ++i) avatar.expression(ExpressionIndex(i), 0.3f);
  avatar.update(1.0f / 60);
  ASSERT_TRUE(gpu.update(avatar));

  Skinner skinner(prepared->meshes);
  const Bounds bounds = skinner.bounds(avatar);
  const float size = bounds.empty() ? 1 : length(bounds.max - bounds.min);
  const test::Apart apart = test::farthestApart(gpu, avatar, prepared->meshes);
  EXPECT_LE(apart.positions, 1e-5f * std::max(size, 1.0f));
  EXPECT_LE(apart.normals, 1e-3f);
  bool triangles = false;
  for (std::size_t i = 0; i < prepared->meshes->instances().size(); ++i)
    triangles = triangles || !prepared->meshes->thirdPersonTriangles(i).empty();

  Result<render::Target> target = test::renderer().makeTarget(64, 64, 1);
  ASSERT_TRUE(target);
  render::Scene scene;
  scene.camera = render::framed(bounds, 1, {});
  const render::GpuAvatar* avatars[] = {&gpu};
  scene.avatars = avatars;
  std::size_t shown = 0;
  // Thin things may hide from one side.
  for (const render::View view : {render::View::Front, render::View::ThreeQuarter, render::View::Back}) {
    target->clear({0, 0, 0, 0});
    scene.camera = render::framed(bounds, 1, render::framing(view));
    const Result<void> drawn = test::renderer().draw(*target, scene);
    ASSERT_TRUE(drawn) << drawn.error().toString();
    const Result<gltf::Image> image = target->read();
    ASSERT_TRUE(image);
    for (std::size_t i = 3; i < image->rgba.size(); i += 4) shown += image->rgba[i] > 0 ? 1u : 0u;
  }
  // Data that is compressed reads as zeros.
  const bool flat = bounds.empty() || bounds.min == bounds.max;
  EXPECT_EQ(shown > 0, triangles && !flat);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RenderCorpus);
INSTANTIATE_TEST_SUITE_P(Files, RenderCorpus, testing::ValuesIn(test::corpusFiles()), test::corpusTestName);

}  // namespace
}  // namespace vrm
