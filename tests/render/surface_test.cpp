// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Core materials, textures, transparency, order, cameras, and what is worked out on the graphics card.
#include <gtest/gtest.h>

#include <cmath>

#include "render/darkroom.hpp"
#include "render/deform.hpp"
#include "render/encode_shader.hpp"
#include "render/little_model.hpp"
#include "render/program.hpp"
#include "render/surface.hpp"
#include "render/surface_shader.hpp"

namespace vrm {
namespace {

using test::LittleModel;
using test::middle;
using test::plain;
using test::plainShot;
using test::Shot;
using test::srgb;
using Rgba = std::array<int, 4>;

const std::string kUnlit = R"("extensions":{"KHR_materials_unlit":{}})";

Rgba seen(LittleModel& model, const Shot& shot = plainShot()) {
  model.use("KHR_materials_unlit");
  const auto developed = test::develop(model.glb());
  return developed ? middle(test::take(*developed, shot)) : Rgba{};
}
std::string unlit(const std::string& rgba, const std::string& more = "") {
  return R"("pbrMetallicRoughness":{"baseColorFactor":)" + rgba + "}," + (more.empty() ? "" : more + ",") + kUnlit;
}
std::string unlitTexture(std::uint32_t texture, const std::string& more = "", const std::string& info = "") {
  return R"("pbrMetallicRoughness":{"baseColorTexture":{"index":)" + std::to_string(texture) +
         (info.empty() ? "" : "," + info) + "}}," + (more.empty() ? "" : more + ",") + kUnlit;
}

TEST(Surface, UnlitIsTheBaseColour) {
  LittleModel m;
  m.material(unlit("[0.5,0.25,1,1]"));
  m.add(LittleModel::square());
  Shot dark = plainShot();
  dark.scene.light.color = {0, 0, 0};
  EXPECT_TRUE(test::isNear(seen(m, dark), {srgb(0.5), srgb(0.25), 255, 255}));
}

TEST(Surface, ColourTexturesAreSrgb) {
  LittleModel m;
  m.material(unlitTexture(m.texture(plain(200, 100, 50))));
  m.add(LittleModel::square());
  EXPECT_EQ(seen(m), (Rgba{200, 100, 50, 255}));
}

TEST(Surface, VertexColoursMultiply) {
  LittleModel m;
  m.material(unlit("[1,1,1,1]"));
  LittleModel::Shape shape = LittleModel::square();
  shape.colors.assign(4, {0.5f, 1, 0.25f, 1});
  m.add(shape);
  EXPECT_TRUE(test::isNear(seen(m), {srgb(0.5), 255, srgb(0.25), 255}));
}

TEST(Surface, TextureTransformsMoveTurnAndScale) {
  // Four quarters: red, green; blue, white. The point is in the upper left one.
  gltf::Image quarters;
  quarters.width = quarters.height = 2;
  quarters.rgba = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
  const auto at = [&](const std::string& transform) {
    LittleModel m;
    m.use("KHR_texture_transform");
    m.use("KHR_materials_unlit");
    m.material(unlitTexture(m.texture(quarters, R"("magFilter":9728,"minFilter":9728)"), "",
                            R"("extensions":{"KHR_texture_transform":{)" + transform + "}}"));
    m.add(LittleModel::square());
    const auto developed = test::develop(m.glb());
    return test::pixel(test::take(*developed, plainShot()), 30, 34);
  };
  const Rgba red{255, 0, 0, 255}, green{0, 255, 0, 255}, blue{0, 0, 255, 255}, white{255, 255, 255, 255};
  EXPECT_EQ(at(""), red);
  EXPECT_EQ(at(R"("offset":[0.5,0])"), green);
  EXPECT_EQ(at(R"("offset":[0,0.5])"), blue);
  EXPECT_EQ(at(R"("scale":[2,2])"), white);
  // A quarter counter-clockwise where V goes down: (u, v) becomes (v, -u).
  EXPECT_EQ(at(R"("rotation":1.5707964)"), blue);
}

TEST(Surface, EachTextureHasItsOwnCoordinates) {
  gltf::Image halves;
  halves.width = 2, halves.height = 1;
  halves.rgba = {255, 0, 0, 255, 0, 255, 0, 255};
  LittleModel m;
  const std::uint32_t texture = m.texture(halves, R"("magFilter":9728,"minFilter":9728)");
  // Emission on the second set reads green, the base on the first reads red.
  m.material(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":)" + std::to_string(texture) +
             R"(},"metallicFactor":0},"emissiveFactor":[1,1,1],"emissiveTexture":{"index":)" + std::to_string(texture) +
             R"(,"texCoord":1})");
  LittleModel::Shape shape = LittleModel::square();
  shape.uvs.assign(4, {0.25f, 0.5f});
  shape.otherUvs.assign(4, {0.75f, 0.5f});
  m.add(shape);
  const Rgba got = seen(m);
  EXPECT_GT(got[0], 200);
  EXPECT_EQ(got[1], 255);
}

TEST(Surface, MasksCutAtTheCutoff) {
  for (const int alpha : {100, 200}) {
    LittleModel m;
    m.material(unlitTexture(m.texture(plain(9, 9, 9, static_cast<std::uint8_t>(alpha))),
                            R"("alphaMode":"MASK","alphaCutoff":0.6)"));
    m.add(LittleModel::square());
    EXPECT_EQ(seen(m)[3], alpha == 200 ? 255 : 0);
  }
}

TEST(Surface, OpaqueHasNoAlpha) {
  LittleModel m;
  m.material(unlit("[1,1,1,0.3]"));
  m.add(LittleModel::square());
  EXPECT_EQ(seen(m), (Rgba{255, 255, 255, 255}));
}

TEST(Surface, TransparencyMixesLight) {
  Shot shot = plainShot();
  shot.background = {0, 0, 0, 1};
  LittleModel m;
  m.material(unlit("[1,1,1,0.5]", R"("alphaMode":"BLEND")"));
  m.add(LittleModel::square());
  EXPECT_NEAR(seen(m, shot)[0], srgb(0.5), 1) << "half of the light, not half of the number";
  // On nothing, the colour is whole and alpha says how much of it there is.
  LittleModel again;
  again.material(unlit("[1,0.5,1,0.5]", R"("alphaMode":"BLEND")"));
  again.add(LittleModel::square());
  const Rgba alone = seen(again);
  EXPECT_NEAR(alone[1], srgb(0.5), 2);
  EXPECT_NEAR(alone[3], 128, 1);
}

TEST(Surface, BackFacesShowWhenDoubleSided) {
  for (const bool both : {false, true}) {
    LittleModel m;
    m.material(unlit("[1,1,1,1]", both ? R"("doubleSided":true)" : R"("doubleSided":false)"));
    m.add(LittleModel::square(), 0, R"("rotation":[0,1,0,0])");
    EXPECT_EQ(seen(m)[3], both ? 255 : 0);
  }
}

// glTF 2.0 section 3.7.4: a mirrored node has its triangles the other way round.
TEST(Surface, MirroredNodesShowTheirFronts) {
  LittleModel m;
  m.material(unlit("[1,1,1,1]"));
  m.add(LittleModel::square(), 0, R"("scale":[-1,1,1])");
  EXPECT_EQ(seen(m)[3], 255);
}

std::string toonBlend(const char* rgba, const std::string& members) {
  return std::string(R"("alphaMode":"BLEND","pbrMetallicRoughness":{"baseColorFactor":)") + rgba +
         R"(},"extensions":{"VRMC_materials_mtoon":{"specVersion":"1.0","shadeColorFactor":[0,0,0],)"
         R"("shadingToonyFactor":1,"shadingShiftFactor":1)" + (members.empty() ? "" : "," + members) + "}}";
}

// VRMC_materials_mtoon 1.0, "Render Queue".
TEST(RenderQueue, PhasesThenOffsetsThenDistance) {
  // The nearer square is first in the file; both write no depth. Far to near: the nearer one is on top.
  const auto top = [](const std::string& nearer, const std::string& farther) {
    LittleModel m;
    m.use("VRMC_materials_mtoon");
    m.material(toonBlend("[1,0,0,1]", nearer));
    m.material(toonBlend("[0,0,1,1]", farther));
    m.add(LittleModel::square(), 0, R"("translation":[0,0,0.5])");
    m.add(LittleModel::square(), 1, R"("translation":[0,0,-0.5])");
    const auto developed = test::develop(m.glb());
    return middle(test::take(*developed, plainShot()));
  };
  const Rgba nearerOne{255, 0, 0, 255}, fartherOne{0, 0, 255, 255};
  EXPECT_EQ(top("", ""), nearerOne);
  EXPECT_EQ(top(R"("renderQueueOffsetNumber":-1)", ""), fartherOne) << "drawn first, and writes no depth";
  EXPECT_EQ(top(R"("renderQueueOffsetNumber":-1)", R"("renderQueueOffsetNumber":-2)"), nearerOne);
  EXPECT_EQ(top(R"("transparentWithZWrite":true)", ""), nearerOne) << "drawn first, and hides what is behind";
  EXPECT_EQ(top("", R"("transparentWithZWrite":true)"), nearerOne);
}

TEST(Pbr, DiffuseAndMetal) {
  const auto color = [](const std::string& members, const Shot& shot) {
    LittleModel m;
    m.material(R"("pbrMetallicRoughness":{)" + members + "}");
    m.add(LittleModel::square());
    const auto developed = test::develop(m.glb());
    return middle(test::take(*developed, shot));
  };
  // Rough, not metal, seen along the light: (1 - F) * base + F * D * V, with F = 0.04, D * V = 1 / 4.
  EXPECT_NEAR(color(R"("baseColorFactor":[0.5,0.5,0.5,1],"metallicFactor":0,"roughnessFactor":1)", plainShot())[0],
              srgb(0.96 * 0.5 + 0.04 * 0.25), 1);
  // A metal has no diffuse part: base * D * V.
  EXPECT_NEAR(color(R"("baseColorFactor":[0.8,0.8,0.8,1],"metallicFactor":1,"roughnessFactor":1)", plainShot())[0],
              srgb(0.8 * 0.25), 1);
  Shot ambient = plainShot();
  ambient.scene.light.color = {0, 0, 0};
  ambient.scene.light.sky = ambient.scene.light.ground = {0.5f, 0.5f, 0.5f};
  EXPECT_NEAR(color(R"("baseColorFactor":[0.5,0.5,0.5,1],"metallicFactor":0)", ambient)[0], srgb(0.5 * 0.54), 1);
}

TEST(Pbr, WithoutNormalsTrianglesAreFlat) {
  LittleModel m;
  m.material(R"("pbrMetallicRoughness":{"metallicFactor":0})");
  LittleModel::Shape ball = LittleModel::sphere();
  ball.normals.clear();
  m.add(ball);
  const auto developed = test::develop(m.glb());
  Shot shot = plainShot();
  shot.samples = 4;
  shot.scene.light.direction = {-0.5f, -0.5f, -0.7f};
  EXPECT_TRUE(test::isLikeGolden("pbr-flat", test::take(*developed, shot)));
}

// A map that tilts all normals to the right of the texture darkens what is lit from the left.
TEST(NormalMaps, TiltNormalsAlongTheTexture) {
  const auto brightness = [](float lightX, float lightY, const gltf::Image& map) {
    LittleModel m;
    m.material(R"("pbrMetallicRoughness":{"metallicFactor":0},"normalTexture":{"index":)" + std::to_string(m.texture(map)) +
               "}");
    m.add(LittleModel::square());
    const auto developed = test::develop(m.glb());
    Shot shot = plainShot();
    shot.scene.light.direction = {-lightX, -lightY, -1};
    return middle(test::take(*developed, shot))[0];
  };
  const gltf::Image right = plain(218, 128, 218), up = plain(128, 218, 218);
  EXPECT_GT(brightness(1, 0, right), brightness(-1, 0, right) + 50);
  EXPECT_NEAR(brightness(0, 1, right), brightness(0, -1, right), 2);
  EXPECT_GT(brightness(0, 1, up), brightness(0, -1, up) + 50) << "green goes up";
}

TEST(Pbr, TexturesOfTheSurfaceMultiply) {
  LittleModel m;
  const std::string texture = std::to_string(m.texture(plain(128, 255, 0)));  // occlusion, roughness, metallic
  m.material(R"("pbrMetallicRoughness":{"metallicFactor":1,"metallicRoughnessTexture":{"index":)" + texture +
             R"(}},"occlusionTexture":{"index":)" + texture + R"(,"strength":0.5})");
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  Shot shot = plainShot();
  shot.scene.light.color = {0, 0, 0};
  shot.scene.light.sky = shot.scene.light.ground = {0.5f, 0.5f, 0.5f};
  // Not metallic any more; ambient light by 1 + strength * (occlusion - 1).
  EXPECT_NEAR(middle(test::take(*developed, shot))[0], srgb(1.04 * 0.5 * (1 + 0.5 * (128.0 / 255 - 1))), 1);
}

// Tangents and normals of length 0 are in files; they leave the surface as it is, and nothing is black for NaN.
TEST(NormalMaps, WithoutADirectionChangeNothing) {
  LittleModel m;
  m.material(R"("pbrMetallicRoughness":{"metallicFactor":0},"normalTexture":{"index":)" +
             std::to_string(m.texture(plain(218, 128, 218))) + "}");
  LittleModel::Shape shape = LittleModel::square();
  shape.tangents.assign(4, {0, 0, 0, 1});
  m.add(shape);
  const auto developed = test::develop(m.glb());
  EXPECT_GT(middle(test::take(*developed, plainShot()))[0], 200);
}

TEST(Pictures, OfPbrLookAsTheyDid) {
  LittleModel m;
  const gltf::Image dark = plain(40, 60, 90), light = plain(230, 200, 120);
  const std::uint32_t texture = m.texture(test::board(8, dark, light));
  m.material(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":)" + std::to_string(texture) +
             R"(},"metallicFactor":0.2,"roughnessFactor":0.4})");
  m.add(LittleModel::sphere());
  const auto developed = test::develop(m.glb());
  Shot shot = plainShot();
  shot.samples = 4;
  shot.scene.light.direction = {-0.5f, -0.5f, -0.7f};
  shot.scene.light.sky = {0.3f, 0.3f, 0.3f};
  EXPECT_TRUE(test::isLikeGolden("pbr-board", test::take(*developed, shot)));
}

// VRMC_vrm 1.0 `expressions`, "TextureTransformBind": all textures come to the bind's value, whatever their own is.
TEST(Expressions, MoveAllTexturesToOnePlace) {
  schema::Material material;
  material.baseColorTexture.index = material.emissiveTexture.index = TextureIndex(0);
  material.emissiveTexture.transform = schema::TextureTransform{{0.5f, 0}, 0, {2, 2}, {}};
  const auto placeOf = [&](float weight, render::Slot slot) {
    const render::TextureMove moves[] = {{weight, {0.5f, 0.25f}, {1, 3}}};
    return render::blockOf(material, render::uvSetsOf(material), {}, moves).places[static_cast<std::size_t>(slot)];
  };
  for (const render::Slot slot : {render::Slot::Base, render::Slot::Emissive}) {
    EXPECT_EQ(placeOf(1, slot).move, (Vec4{0.5f, 0.25f, 0, 0}));
    EXPECT_EQ(placeOf(1, slot).turn, (Vec4{1, 0, 0, 3}));
  }
  EXPECT_EQ(placeOf(0.5f, render::Slot::Base).move, (Vec4{0.25f, 0.125f, 0, 0}));
  EXPECT_EQ(placeOf(0.5f, render::Slot::Emissive).turn, (Vec4{1.5f, 0, 0, 2.5f}));
}

TEST(Shaders, CompileForAllSetsOfFeatures) {
  std::size_t count = 0;
  const auto gl = test::gl();
  render::DeformPrograms deform(gl);
  for (std::uint32_t bits = 0; bits < render::kDeformCount; ++bits) {
    const Result<void> made = deform.prepare(bits);
    EXPECT_TRUE(made) << bits << made.error().toString();
  }
  const std::string vertex = std::string(render::kSurfaceCommon) + std::string(render::kSurfaceVertex);
  const std::string fragment = std::string(render::kEncodeShader) + std::string(render::kSurfaceCommon) +
                               std::string(render::kSurfaceFragment);
  for (const render::Features features : render::allFeatures()) {
    const auto made = render::Program::make(*gl, render::definesOf(features), vertex, fragment);
    ASSERT_TRUE(made) << render::definesOf(features) << made.error().toString();
    ++count;
  }
  EXPECT_GT(count, 500u);
}

}  // namespace
}  // namespace vrm
