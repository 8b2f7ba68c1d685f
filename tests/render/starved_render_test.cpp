// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The renderer without memory, and on graphics cards that refuse: every request and every question fails in turn.
// Afterwards it draws as before, and no object is left on the card.
#include <gtest/gtest.h>

#include "render/darkroom.hpp"
#include "render/guarded_gl.hpp"
#include "render/little_model.hpp"
#include "support/starve_each.hpp"
#include "support/three_avatars.hpp"

namespace vrm {
namespace {

using render::GpuAvatar;
using render::Renderer;
using test::outcomeOf;
using test::Outcome;
using test::starve;
using test::Throws;

// A file, read; nothing of it on the card.
struct Sitter {
  explicit Sitter(const test::Bytes& file) : loaded(load(file)), avatar(loaded.model()) {
    Diagnostics said;
    prepared = *render::prepare(loaded, said);
    avatar.update(0);
    camera = render::framed(Skinner(prepared.meshes).bounds(avatar), 1, {});
  }
  LoadResult loaded;
  render::Prepared prepared;
  Avatar avatar;
  render::Camera camera;
};

Renderer makeRenderer() {
  return *Renderer::create(test::guardedLoader);
}

// A constructor has only exceptions to say it with.
Result<GpuAvatar> makeAvatar(const std::shared_ptr<const render::GpuModel>& model) try {
  return GpuAvatar(model);
} catch (const std::bad_alloc&) {
  return Error{Code::OutOfMemory, {}, {}, kNoOffset};
}

Result<gltf::Image> draw(Renderer& renderer, const GpuAvatar& avatar, const render::Camera& camera) {
  Result<render::Target> target = renderer.makeTarget(24, 24, 4);
  if (!target) return std::move(target).error();
  target->clear({0.2f, 0.4f, 0.6f, 1});
  const render::Line lines[] = {{{-1, -1, 0}, {1, 1, 0}, {1, 0, 0, 1}}};
  const GpuAvatar* const avatars[] = {&avatar};
  render::Scene scene;
  scene.camera = camera;
  scene.avatars = avatars;
  scene.lines = lines;
  if (Result<void> drawn = renderer.draw(*target, scene); !drawn) return std::move(drawn).error();
  return target->read();
}

Result<gltf::Image> takePicture(Renderer& renderer, const Sitter& sitter) {
  Diagnostics said;
  const auto model = renderer.upload(sitter.loaded, sitter.prepared, said);
  if (!model) return model.error();
  Result<GpuAvatar> avatar = makeAvatar(*model);
  if (!avatar) return std::move(avatar).error();
  if (Result<void> taken = avatar->update(sitter.avatar); !taken) return std::move(taken).error();
  for (std::size_t i = 0; i < sitter.prepared.meshes->instances().size(); ++i) {
    if (const auto vertices = avatar->readVertices(i); !vertices) return vertices.error();
  }
  return draw(renderer, *avatar, sitter.camera);
}

class StarvedRender : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    test::renderer();  // its context is current
    const bool avatar = std::string_view(GetParam()) == "Avatar";
    file_ = avatar ? test::sameAvatar(VrmVersion::Vrm1).glb() : test::manyMaterials();
    sitter_.emplace(file_);
    Renderer renderer = makeRenderer();
    const Result<gltf::Image> picture = takePicture(renderer, *sitter_);
    ASSERT_TRUE(picture) << picture.error().toString();
    picture_ = *picture;
  }
  void TearDown() override { EXPECT_EQ(test::liveGlObjects(), 0) << "left on the card"; }

  // Whatever has failed before.
  void expectSamePicture(Renderer& renderer) {
    const Result<gltf::Image> again = takePicture(renderer, *sitter_);
    ASSERT_TRUE(again) << again.error().toString();
    EXPECT_EQ(again->rgba, picture_.rgba);
  }

  test::Bytes file_;
  std::optional<Sitter> sitter_;
  gltf::Image picture_;
};

TEST_P(StarvedRender, Preparing) {
  starve([] { return Diagnostics(); },
         [&](Diagnostics& said) { return outcomeOf(render::prepare(sitter_->loaded, said)); });
}

TEST_P(StarvedRender, MakingARenderer) {
  starve([] { return 0; }, [&](int) { return outcomeOf(Renderer::create(test::guardedLoader)); });
}

TEST_P(StarvedRender, TheFirstPicture) {
  starve(
      Throws::Never, makeRenderer, [&](Renderer& renderer) { return outcomeOf(takePicture(renderer, *sitter_)); },
      [&](Renderer& renderer, bool) { expectSamePicture(renderer); }, test::Requests::Some);
}

TEST_P(StarvedRender, AnotherPicture) {
  Renderer renderer = makeRenderer();
  expectSamePicture(renderer);
  starve([] { return 0; }, [&](int) { return outcomeOf(takePicture(renderer, *sitter_)); });
  expectSamePicture(renderer);
}

// What was taken over only in part is taken over as a whole the next time.
TEST_P(StarvedRender, AnAvatarThatHasChanged) {
  Renderer renderer = makeRenderer();
  Diagnostics said;
  const auto model = renderer.upload(sitter_->loaded, sitter_->prepared, said);
  ASSERT_TRUE(model);
  Avatar changed(sitter_->loaded.model());
  changed.expression("happy", 1);
  RootTransform root;
  root.translation = {0.1f, 0.2f, 0};
  changed.setRoot(root);
  changed.update(0.1f);
  GpuAvatar fresh(*model);
  ASSERT_TRUE(fresh.update(changed));
  const Result<gltf::Image> wanted = draw(renderer, fresh, sitter_->camera);
  ASSERT_TRUE(wanted);
  EXPECT_NE(wanted->rgba, picture_.rgba);
  for (const bool first : {true, false}) {
    starve(
        Throws::Never,
        [&] {
          GpuAvatar avatar(*model);
          EXPECT_TRUE(first || avatar.update(sitter_->avatar));
          return avatar;
        },
        [&](GpuAvatar& avatar) { return outcomeOf(avatar.update(changed)); },
        [&](GpuAvatar& avatar, bool) {
          EXPECT_TRUE(draw(renderer, avatar, sitter_->camera)) << "as it was, or not at all";
          EXPECT_TRUE(avatar.update(changed));
          const Result<gltf::Image> got = draw(renderer, avatar, sitter_->camera);
          ASSERT_TRUE(got);
          EXPECT_EQ(got->rgba, wanted->rgba);
        });
  }
}

// A buffer that stays mapped could not be written to again.
TEST_P(StarvedRender, ReadingVertices) {
  Renderer renderer = makeRenderer();
  Diagnostics said;
  const auto model = renderer.upload(sitter_->loaded, sitter_->prepared, said);
  ASSERT_TRUE(model);
  GpuAvatar avatar(*model);
  ASSERT_TRUE(avatar.update(sitter_->avatar));
  for (std::size_t i = 0; i < sitter_->prepared.meshes->instances().size(); ++i) {
    starve([] { return 0; }, [&](int) { return outcomeOf(avatar.readVertices(i)); });
  }
  ASSERT_TRUE(avatar.update(sitter_->avatar));
  const Result<gltf::Image> again = draw(renderer, avatar, sitter_->camera);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->rgba, picture_.rgba);
}

TEST_P(StarvedRender, ACardThatRefuses) {
  std::uint64_t number = 0;
  for (;; ++number) {
    const std::int64_t before = test::liveGlObjects();
    {
      const test::GlRefuses refuses(number);
      Result<Renderer> renderer = Renderer::create(test::guardedLoader);
      const Result<gltf::Image> picture = renderer ? takePicture(*renderer, *sitter_) : renderer.error();
      if (!refuses.happened()) {
        EXPECT_TRUE(picture);
        break;
      }
      ASSERT_FALSE(picture) << "question " << number;
      // Without a function or a version there is no renderer at all.
      const Code code = picture.error().code;
      EXPECT_TRUE(code == Code::OutOfMemory || code == Code::RenderFailed || (!renderer && code == Code::RenderUnavailable))
          << picture.error().toString();
      EXPECT_FALSE(picture.error().message.empty());
      if (renderer) expectSamePicture(*renderer);
    }
    ASSERT_EQ(test::liveGlObjects(), before) << "question " << number;
  }
  EXPECT_GT(number, 10u);
}

INSTANTIATE_TEST_SUITE_P(Files, StarvedRender, testing::Values("Avatar", "Materials"),
                         [](const auto& given) { return std::string(given.param); });

TEST(StarvedPictures, SheetsAndPlainOnes) {
  const std::vector<render::Cell> cells(3, {"a label that is too long for its cell", {2, 2, std::vector<std::uint8_t>(16)}});
  const render::SheetOptions options{.title = "A title that is long"};
  starve([] { return 0; }, [](int) { return outcomeOf(render::plainImage(9, 7, {})); });
  starve([] { return 0; }, [&](int) { return outcomeOf(render::contactSheet(cells, options)); });
}

TEST(StarvedPictures, Tangents) {
  const test::LittleModel::Shape sphere = test::LittleModel::sphere();
  const std::vector<std::uint32_t> triangles(sphere.indices.begin(), sphere.indices.end());
  starve([] { return 0; },
         [&](int) { return outcomeOf(render::makeTangents({sphere.positions, sphere.normals, sphere.uvs, triangles})); });
}

}  // namespace
}  // namespace vrm
