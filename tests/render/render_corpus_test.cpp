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
  const Result<std::shared_ptr<const Meshes>> meshes = loadMeshes(loaded, said);
  if (!meshes) GTEST_SKIP() << meshes.error().toString();
  const Result<std::vector<gltf::Image>> images = render::decodeImages(loaded, said, 2);
  ASSERT_TRUE(images) << images.error().toString();
  const auto model = test::renderer().upload(loaded, **meshes, *images, said);
  ASSERT_TRUE(model) << model.error().toString();
  render::GpuAvatar gpu(*model);
  Avatar avatar(loaded.model());
  avatar.setPose(render::poseOf(*loaded.model(), render::Stance::Natural));
  for (std::uint32_t i = 0; i < loaded.model()->expressionCount(); ++i) avatar.expression(ExpressionIndex(i), 0.3f);
  avatar.update(1.0f / 60);
  ASSERT_TRUE(gpu.update(avatar));

  Skinner skinner(*meshes);
  const Bounds bounds = skinner.bounds(avatar);
  float worst = 0, size = bounds.empty() ? 1 : length(bounds.max - bounds.min);
  bool triangles = false;
  for (std::size_t i = 0; i < (*meshes)->instances().size(); ++i) {
    const Result<std::vector<Vec3>> got = gpu.readPositions(i);
    ASSERT_TRUE(got);
    if (got->empty()) continue;
    triangles = triangles || !(*meshes)->thirdPersonTriangles(i).empty();
    std::vector<Vec3> wanted((*meshes)->parts()[(*meshes)->instances()[i].part].vertices.positions.size());
    ASSERT_TRUE(skinner.skin(avatar, i, wanted));
    ASSERT_GE(got->size(), wanted.size()) << "vertices are only ever added";
    for (std::size_t k = 0; k < wanted.size(); ++k) worst = std::max(worst, length(wanted[k] - (*got)[k]));
  }
  EXPECT_LE(worst, 1e-5f * std::max(size, 1.0f));

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
