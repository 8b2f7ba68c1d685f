// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Where pictures are drawn: targets of our own, framebuffers of others, and contexts that others have used.
#include <gtest/gtest.h>

#include "render/darkroom.hpp"
#include "render/gl_objects.hpp"
#include "render/little_model.hpp"
#include "vrm/base/mat4.hpp"

namespace vrm {
namespace {

using Rgba = std::array<int, 4>;
using render::GlFramebuffer;
using render::GlRenderbuffer;
using test::LittleModel;

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
  EXPECT_EQ(test::renderer().makeTarget(16384, 16384, 4).error().toString(),
            "a picture of 16384 x 16384 pixels, 4 samples each, takes too much memory; fewer will do "
            "[LIMIT_IMAGE_PIXELS]");
}

// A framebuffer as a window, a web page or an engine has one.
struct Foreign {
  std::shared_ptr<const render::Gl> gl = test::gl();
  GlFramebuffer framebuffer{*gl};
  GlRenderbuffer color{*gl}, depth{*gl};

  Foreign(GLenum colors, GLenum depths, GLsizei side, GLsizei samples = 0) {
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    attach(color, colors, GL_COLOR_ATTACHMENT0, side, samples);
    attach(depth, depths, GL_DEPTH_ATTACHMENT, side, samples);
  }
  Result<render::Target> wrap(std::uint32_t side) const {
    return test::renderer().wrapTarget(framebuffer.id(), side, side);
  }

 private:
  void attach(const GlRenderbuffer& buffer, GLenum format, GLenum where, GLsizei side, GLsizei samples) const {
    if (format == GL_NONE) return;
    gl->BindRenderbuffer(GL_RENDERBUFFER, buffer.id());
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, side, side);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, buffer.id());
  }
};

test::Shot portrait(test::Developed& developed) {
  test::Shot shot;
  shot.scene.camera = render::framed(Skinner(developed.meshes).bounds(developed.avatar), 1,
                                     render::framing(render::View::ThreeQuarter));
  shot.background = {0.3f, 0.5f, 0.7f, 1};
  return shot;
}

std::size_t differing(const gltf::Image& a, const gltf::Image& b, int by) {
  if (a.rgba.size() != b.rgba.size()) return a.rgba.size() + b.rgba.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) count += std::abs(int{a.rgba[i]} - int{b.rgba[i]}) > by ? 1u : 0u;
  return count;
}

TEST(Target, MayBeAFramebufferOfSomebodyElse) {
  const auto developed = test::develop(test::builtinFile());
  test::Shot shot = portrait(*developed);
  const render::Line line[] = {{{-1, 0, 0}, {1, 2, 0}, {0.2f, 0.4f, 0.1f, 1}}};
  shot.scene.lines = line;
  const gltf::Image own = test::take(*developed, shot);
  EXPECT_GT(differing(own, [&] {
              gltf::Image empty = own;
              for (std::size_t i = 0; i < empty.rgba.size(); ++i) empty.rgba[i] = empty.rgba[i % 4];
              return empty;
            }(), 8), 500u) << "there is something to see";
  // That encodes, and that does not: the shader does.
  for (const GLenum colors : std::initializer_list<GLenum>{GL_SRGB8_ALPHA8, GL_RGBA8}) {
    const Foreign foreign(colors, GL_DEPTH_COMPONENT16, 96);
    Result<render::Target> target = foreign.wrap(96);
    ASSERT_TRUE(target) << target.error().toString();
    EXPECT_EQ(target->width(), 96u);
    const gltf::Image image = test::take(*developed, shot, *target);
    EXPECT_LE(differing(own, image, 2), own.rgba.size() / 1000) << colors;
  }
}

TEST(Target, EncodedByTheShaderMixesColoursAsTheyAreStored) {
  LittleModel m;
  m.use("KHR_materials_unlit");
  m.material(R"("pbrMetallicRoughness":{"baseColorFactor":[1,1,1,0.5]},"alphaMode":"BLEND","extensions":{"KHR_materials_unlit":{}})");
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  test::Shot shot = test::plainShot();
  const Foreign foreign(GL_RGBA8, GL_DEPTH_COMPONENT24, 96);
  Result<render::Target> target = foreign.wrap(96);
  ASSERT_TRUE(target);
  EXPECT_TRUE(test::isNear(test::middle(test::take(*developed, shot, *target)), {255, 255, 255, 128}));
  shot.background = {0, 0, 0, 1};
  EXPECT_TRUE(test::isNear(test::middle(test::take(*developed, shot, *target)), {128, 128, 128, 255}));
  EXPECT_TRUE(test::isNear(test::middle(test::take(*developed, shot)), {188, 188, 188, 255})) << "our own mixes light";
}

TEST(Target, WrappedIsDrawnOverWhatIsThere) {
  // Depth too: half of the square is behind what somebody else has drawn.
  LittleModel m;
  m.use("KHR_materials_unlit");
  m.material(R"("pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]},"extensions":{"KHR_materials_unlit":{}})");
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  ASSERT_TRUE(developed->gpu.update(developed->avatar));
  const test::Shot shot = test::plainShot();
  const Foreign foreign(GL_RGBA8, GL_DEPTH_COMPONENT24, 96);
  Result<render::Target> target = foreign.wrap(96);
  ASSERT_TRUE(target);
  target->clear({0, 0, 0, 1});
  const render::Gl& gl = *foreign.gl;
  gl.BindFramebuffer(GL_FRAMEBUFFER, foreign.framebuffer.id());
  gl.Enable(GL_SCISSOR_TEST);
  test::scissor(0, 0, 48, 96);
  gl.ClearColor(0, 1, 0, 1);
  gl.ClearDepthf(0);
  gl.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  render::Scene scene = shot.scene;
  const render::GpuAvatar* avatars[] = {&developed->gpu};
  scene.avatars = avatars;
  ASSERT_TRUE(test::renderer().draw(*target, scene));
  const Result<gltf::Image> image = target->read();
  ASSERT_TRUE(image);
  EXPECT_EQ(test::pixel(*image, 30, 48), (Rgba{0, 255, 0, 255}));
  EXPECT_EQ(test::pixel(*image, 60, 48), (Rgba{255, 0, 0, 255}));
}

TEST(Target, SaysWhyAFramebufferCannotBeDrawnTo) {
  const auto why = [](const Result<render::Target>& target) { return target.error().toString(); };
  EXPECT_EQ(why(Foreign(GL_RGBA8, GL_NONE, 8).wrap(8)), "the framebuffer has no depth [API_MISUSE]");
  EXPECT_EQ(why(Foreign(GL_NONE, GL_DEPTH_COMPONENT16, 8).wrap(8)), "the framebuffer has no colours [API_MISUSE]");
  EXPECT_EQ(why(Foreign(GL_NONE, GL_NONE, 8).wrap(8)),
            "the framebuffer is not complete, or the context has none [API_MISUSE]");
  EXPECT_EQ(why(Foreign(GL_RGBA8, GL_DEPTH_COMPONENT16, 8).wrap(0)), "a framebuffer has at least one pixel [API_MISUSE]");
  // A headless context has no window.
  EXPECT_EQ(why(test::renderer().wrapTarget(0, 8, 8)),
            "the framebuffer is not complete, or the context has none [API_MISUSE]");
}

TEST(Target, WithSeveralSamplesOfSomebodyElseCannotBeRead) {
  const Foreign foreign(GL_RGBA8, GL_DEPTH_COMPONENT24, 16, 4);
  Result<render::Target> target = foreign.wrap(16);
  ASSERT_TRUE(target) << target.error().toString();
  target->clear({1, 1, 1, 1});
  EXPECT_EQ(target->read().error().code, Code::RenderFailed);
}

// The wearer's camera, from the same place as the others': the face is not there, the rest is as it was.
TEST(Renderer, FirstPersonLeavesTheHeadOut) {
  const auto developed = test::develop(test::builtinFile());
  const Avatar& avatar = developed->avatar;
  test::Shot shot;
  shot.scene.camera.orthographic = true;
  shot.scene.camera.height = 0.2f;
  const auto at = [&](Vec3 place, bool firstPerson) {
    shot.scene.camera.position = place + Vec3{0, 0, 5};
    shot.scene.camera.firstPerson = firstPerson;
    return test::middle(test::take(*developed, shot));
  };
  const Vec3 eyes = avatar.viewpoint(), hips = positionOf(avatar.world(avatar.model().bone(HumanBone::Hips)));
  EXPECT_EQ(at(eyes, false)[3], 255);
  EXPECT_EQ(at(eyes, true)[3], 0);
  EXPECT_EQ(at(hips, false)[3], 255);
  EXPECT_EQ(at(hips, true), at(hips, false));
}

// The context of an application: everything is set as nobody here would have it.
TEST(Renderer, WorksInAContextThatOthersHaveUsed) {
  const test::Bytes file = test::builtinFile();
  const auto before = test::develop(file);
  const test::Shot shot = portrait(*before);
  const gltf::Image wanted = test::take(*before, shot);

  const std::shared_ptr<const render::Gl> gl = test::gl();
  const render::GlBuffer pixels(*gl);
  const render::GlSampler sampler(*gl);
  gl->SamplerParameteri(sampler.id(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  gl->SamplerParameteri(sampler.id(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  const auto spoil = [&] {
    for (const GLenum what : std::initializer_list<GLenum>{GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE,
                              GL_RASTERIZER_DISCARD, GL_POLYGON_OFFSET_FILL, GL_CULL_FACE, GL_BLEND})
      gl->Enable(what);
    test::scissor(3, 3, 1, 1);
    gl->ColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
    gl->DepthMask(GL_FALSE);
    gl->DepthRangef(1, 0);
    gl->DepthFunc(GL_NEVER);
    gl->BlendEquation(GL_FUNC_SUBTRACT);
    gl->PolygonOffset(100, 100);
    gl->FrontFace(GL_CW);
    for (GLuint unit = 0; unit < 12; ++unit) gl->BindSampler(unit, sampler.id());
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, pixels.id());
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, pixels.id());
    for (const GLenum what : std::initializer_list<GLenum>{GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS, GL_PACK_ROW_LENGTH,
                              GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS})
      gl->PixelStorei(what, 7);
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 8);
    gl->PixelStorei(GL_PACK_ALIGNMENT, 8);
    gl->Viewport(1, 2, 3, 4);
    gl->ActiveTexture(GL_TEXTURE5);
  };
  spoil();
  const auto developed = test::develop(file);
  spoil();
  Result<render::Target> target = test::renderer().makeTarget(shot.width, shot.height, 1);
  ASSERT_TRUE(target);
  spoil();
  target->clear(shot.background);
  spoil();
  ASSERT_TRUE(developed->gpu.update(developed->avatar));
  render::Scene scene = shot.scene;
  const render::GpuAvatar* avatars[] = {&developed->gpu};
  scene.avatars = avatars;
  spoil();
  ASSERT_TRUE(test::renderer().draw(*target, scene));
  spoil();
  const Result<gltf::Image> image = target->read();
  ASSERT_TRUE(image) << image.error().toString();
  EXPECT_EQ(differing(*image, wanted, 0), 0u);
}

}  // namespace
}  // namespace vrm
