// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Models that were made wrong, drawn: nothing crashes, and OpenGL is never asked for what it must refuse.
#include <gtest/gtest.h>

#include "fuzz/mutate_model.hpp"
#include "render/darkroom.hpp"
#include "render/little_model.hpp"
#include "support/slow_build.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

void draw(const test::Bytes& file, std::size_t& drawn) {
  LoadOptions options;
  options.file.limits.decodedBytes = 1 << 24;
  const LoadResult loaded = load(file, options);
  if (!loaded) return;
  Diagnostics said;
  const Result<render::Prepared> prepared = render::prepare(loaded, said);
  if (!prepared) return;
  const auto model = test::renderer().upload(loaded, *prepared, said);
  if (!model) {
    EXPECT_EQ(model.error().message.find("GL_INVALID"), std::string::npos) << model.error().toString();
    return;
  }
  Avatar avatar(loaded.model());
  for (std::uint32_t i = 0; i < loaded.model()->expressionCount(); ++i) avatar.expression(ExpressionIndex(i), 0.9f);
  avatar.update(0.1f);
  render::GpuAvatar gpu(*model);
  const Result<void> updated = gpu.update(avatar);
  ASSERT_TRUE(updated) << updated.error().toString();
  static render::Target target = *test::renderer().makeTarget(16, 16, 1);
  std::vector<render::Line> lines;
  for (const render::Overlay overlay : {render::Overlay::Bones, render::Overlay::Springs, render::Overlay::Colliders,
                                        render::Overlay::Limits}) {
    render::addOverlay(avatar, overlay, lines);
  }
  render::Scene scene;
  scene.camera = render::framed(Skinner(prepared->meshes).bounds(avatar), 1, {});
  const render::GpuAvatar* avatars[] = {&gpu};
  scene.avatars = avatars;
  scene.lines = lines;
  for (const bool firstPerson : {false, true}) {
    scene.camera.firstPerson = firstPerson;
    target.clear({0, 0, 0, 0});
    const Result<void> done = test::renderer().draw(target, scene);
    ASSERT_TRUE(done) << done.error().toString();
  }
  EXPECT_TRUE(target.read());
  ++drawn;
}

TEST(Hostile, WrongModelsAreDrawnOrRefused) {
  std::size_t drawn = 0;
  const std::uint32_t rounds = 300 / test::kFewer;
  for (const test::Bytes& file : {test::manyMaterials(), test::sameAvatar(VrmVersion::Vrm1).glb(), test::sameAvatar(VrmVersion::Vrm0).glb()}) {
    draw(file, drawn);
    for (std::uint32_t seed = 1; seed <= rounds; ++seed) {
      const auto other = fuzz::mutateModel(file, seed, {});
      if (other) draw(*other, drawn);
      ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
  }
  EXPECT_GT(drawn, rounds);
}

}  // namespace
}  // namespace vrm
