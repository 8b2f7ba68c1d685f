// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_materials_mtoon 1.0, feature by feature: numbers worked out by hand from its text where one pixel says it, golden
// pictures where a shape does.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "render/darkroom.hpp"
#include "render/little_model.hpp"

namespace vrm {
namespace {

using test::LittleModel;
using test::isNear;
using test::middle;
using test::plain;
using test::plainShot;
using test::Shot;
using test::srgb;
using Rgba = std::array<int, 4>;

// A material in JSON: core members, then those of MToon.
std::string toon(const std::string& mtoon, const std::string& core = "") {
  return (core.empty() ? "" : core + ",") + R"("extensions":{"VRMC_materials_mtoon":{"specVersion":"1.0")" +
         (mtoon.empty() ? "" : "," + mtoon) + "}}";
}
std::string baseColor(const std::string& rgba) {
  return R"("pbrMetallicRoughness":{"baseColorFactor":)" + rgba + "}";
}

LittleModel model(const std::string& material, const LittleModel::Shape& shape) {
  LittleModel out;
  out.use("VRMC_materials_mtoon");
  out.material(material);
  out.add(shape);
  return out;
}

// The middle of a square that faces the camera, under a light from there.
Rgba colorOf(const std::string& material, const Shot& shot = plainShot()) {
  const auto developed = test::develop(model(material, LittleModel::square()).glb());
  return developed ? middle(test::take(*developed, shot)) : Rgba{};
}
Rgba grey(double light) {
  return {srgb(light), srgb(light), srgb(light), 255};
}
Shot lit(double degreesFromView) {
  Shot shot = plainShot();
  const double angle = degreesFromView * std::numbers::pi / 180;
  shot.scene.light.direction = {static_cast<float>(-std::sin(angle)), 0, static_cast<float>(-std::cos(angle))};
  return shot;
}

TEST(MToonLighting, LitIsTheBaseColourTimesTheLight) {
  EXPECT_TRUE(isNear(colorOf(toon("", baseColor("[0.5,0.25,1,1]"))), {srgb(0.5), srgb(0.25), 255, 255}));
  Shot dim = plainShot();
  dim.scene.light.color = {0.5f, 0.5f, 0.5f};
  EXPECT_TRUE(isNear(colorOf(toon("", baseColor("[0.5,0.5,0.5,1]")), dim), grey(0.25)));
}

TEST(MToonLighting, ShadeIsTheShadeColour) {
  EXPECT_TRUE(isNear(colorOf(toon(R"("shadeColorFactor":[0.2,0.4,0.1])"), lit(180)), {srgb(0.2), srgb(0.4), srgb(0.1), 255}));
}

// shading = dot(N, L) + shift, from -1 + toony to 1 - toony.
TEST(MToonLighting, ToonyAndShiftPlaceTheBoundary) {
  const auto at = [](double degrees, const std::string& members) {
    return colorOf(toon(R"("shadeColorFactor":[0,0,0],)" + members), lit(degrees));
  };
  EXPECT_TRUE(isNear(at(60, R"("shadingToonyFactor":0)"), grey((0.5 + 1) / 2)));
  EXPECT_TRUE(isNear(at(90, R"("shadingToonyFactor":0.5)"), grey(0.5), 2));
  EXPECT_TRUE(isNear(at(80, R"("shadingToonyFactor":0.5)"), grey((std::cos(80 * std::numbers::pi / 180) + 0.5) / 1), 2));
  EXPECT_TRUE(isNear(at(89, R"("shadingToonyFactor":1)"), grey(1)));
  EXPECT_TRUE(isNear(at(91, R"("shadingToonyFactor":1)"), grey(0)));
  EXPECT_TRUE(isNear(at(60, R"("shadingToonyFactor":0,"shadingShiftFactor":-0.5)"), grey(0.5), 2));
  EXPECT_TRUE(isNear(at(120, R"("shadingToonyFactor":0,"shadingShiftFactor":1)"), grey(0.75), 2));
}

TEST(MToonLighting, TheShiftTextureAddsItsRed) {
  LittleModel m;
  m.use("VRMC_materials_mtoon");
  const std::uint32_t texture = m.texture(plain(128, 255, 255));
  m.material(toon(R"("shadeColorFactor":[0,0,0],"shadingToonyFactor":0,"shadingShiftTexture":{"index":)" +
                  std::to_string(texture) + R"(,"scale":-1})"));
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  ASSERT_TRUE(developed);
  EXPECT_TRUE(isNear(middle(test::take(*developed, plainShot())), grey((1 - 128.0 / 255 + 1) / 2)));
}

TEST(MToonLighting, TheShadeTextureMultipliesAsColour) {
  LittleModel m;
  m.use("VRMC_materials_mtoon");
  const std::uint32_t texture = m.texture(plain(188, 188, 188));  // half the light
  m.material(toon(R"("shadeColorFactor":[1,1,1],"shadeMultiplyTexture":{"index":)" + std::to_string(texture) + "}"));
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  ASSERT_TRUE(developed);
  EXPECT_TRUE(isNear(middle(test::take(*developed, lit(180))), {188, 188, 188, 255}));
}

TEST(MToonGlobalIllumination, IsEqualisedAndLightsTheBaseColour) {
  Shot shot = plainShot();
  shot.scene.light.color = {0, 0, 0};
  shot.scene.light.sky = {0.8f, 0.8f, 0.8f};
  shot.scene.light.ground = {0.2f, 0.2f, 0.2f};
  LittleModel::Shape up = LittleModel::square();
  up.normals.assign(4, {0, 1, 0});
  const auto seen = [&](const char* factor) {
    const auto developed = test::develop(
        model(toon(std::string(R"("giEqualizationFactor":)") + factor, baseColor("[0.5,0.5,0.5,1]")), up).glb());
    return middle(test::take(*developed, shot));
  };
  EXPECT_TRUE(isNear(seen("0"), grey(0.8 * 0.5)));
  EXPECT_TRUE(isNear(seen("1"), grey(0.5 * 0.5)));
  EXPECT_TRUE(isNear(seen("0.5"), grey(0.65 * 0.5)));
}

TEST(MToonEmission, IsAddedWithItsStrength) {
  LittleModel m = model(R"("emissiveFactor":[0.1,0.2,0.3],)" + baseColor("[0,0,0,1]") +
                            R"(,"extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":2},)"
                            R"("VRMC_materials_mtoon":{"specVersion":"1.0","shadeColorFactor":[0,0,0]}})",
                        LittleModel::square());
  m.use("KHR_materials_emissive_strength");
  const auto developed = test::develop(m.glb());
  ASSERT_TRUE(developed);
  EXPECT_TRUE(isNear(middle(test::take(*developed, plainShot())), {srgb(0.2), srgb(0.4), srgb(0.6), 255}));
}

// pow(saturate(1 - dot(N, V) + lift), power)
TEST(MToonRim, FollowsItsFormula) {
  const std::string black = baseColor("[0,0,0,1]");
  const std::string color = R"("shadeColorFactor":[0,0,0],"parametricRimColorFactor":[1,1,1],)";
  EXPECT_TRUE(isNear(colorOf(toon(color + R"("parametricRimLiftFactor":0.5,"parametricRimFresnelPowerFactor":2)", black)),
                   grey(0.25)));
  EXPECT_TRUE(isNear(colorOf(toon(color + R"("parametricRimLiftFactor":1,"parametricRimFresnelPowerFactor":0)", black)),
                   grey(1)))
      << "a power of 0 is no NaN";
  // rimLightingMixFactor: by the light, or not.
  Shot dim = plainShot();
  dim.scene.light.color = {0.25f, 0.25f, 0.25f};
  EXPECT_TRUE(isNear(colorOf(toon(color + R"("parametricRimLiftFactor":1,"rimLightingMixFactor":0)", black), dim), grey(1)));
  EXPECT_TRUE(
      isNear(colorOf(toon(color + R"("parametricRimLiftFactor":1,"rimLightingMixFactor":1)", black), dim), grey(0.25)));
}

TEST(MToonRim, TheMultiplyTextureMasksMatcapAndRim) {
  LittleModel m;
  m.use("VRMC_materials_mtoon");
  const std::string mask = std::to_string(m.texture(plain(255, 0, 255)));
  const std::string matcap = std::to_string(m.texture(plain(188, 188, 188)));
  m.material(toon(R"("shadeColorFactor":[0,0,0],"parametricRimColorFactor":[0.5,0.5,0.5],"parametricRimLiftFactor":1,)"
                  R"("matcapFactor":[0.5,1,0.5],"matcapTexture":{"index":)" + matcap +
                      R"(},"rimMultiplyTexture":{"index":)" + mask + "}",
                  baseColor("[0,0,0,1]")));
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  ASSERT_TRUE(developed);
  EXPECT_TRUE(isNear(middle(test::take(*developed, plainShot())), {srgb(0.75), 0, srgb(0.75), 255}, 2));
}

// What looks to the right and up reads the matcap's right and upper part.
TEST(MToonRim, MatcapsAreReadByTheNormal) {
  gltf::Image quarters;
  quarters.width = quarters.height = 2;
  quarters.rgba = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};  // red, green; blue, white
  LittleModel m;
  m.use("VRMC_materials_mtoon");
  const std::string matcap = std::to_string(m.texture(quarters, R"("magFilter":9728,"minFilter":9728)"));
  m.material(toon(R"("shadeColorFactor":[0,0,0],"matcapTexture":{"index":)" + matcap + "}", baseColor("[0,0,0,1]")));
  LittleModel::Shape shape = LittleModel::square();
  shape.normals.assign(4, {0.5f, 0.5f, 0.70710678f});
  m.add(shape);
  const auto developed = test::develop(m.glb());
  ASSERT_TRUE(developed);
  EXPECT_TRUE(isNear(middle(test::take(*developed, plainShot())), {0, 255, 0, 255}));
}

TEST(MToon, IgnoresVertexColours) {
  LittleModel::Shape shape = LittleModel::square();
  shape.colors.assign(4, {0, 0, 0, 1});
  const auto developed = test::develop(model(toon(""), shape).glb());
  ASSERT_TRUE(developed);
  EXPECT_TRUE(isNear(middle(test::take(*developed, plainShot())), grey(1)));
}

// How far a white ball's outline reaches, in pixels of a picture of 96, at its height.
int outlineWidth(const std::string& members, Shot shot, const std::string& textureColor = "") {
  LittleModel m;
  m.use("VRMC_materials_mtoon");
  std::string more;
  if (!textureColor.empty()) {
    more = R"(,"outlineWidthMultiplyTexture":{"index":)" + std::to_string(m.texture(plain(255, 128, 0))) + "}";
  }
  m.material(toon(R"("outlineColorFactor":[1,0,0],"outlineLightingMixFactor":0,)" + members + more));
  m.add(LittleModel::sphere());
  const auto developed = test::develop(m.glb());
  if (!developed) return -1;
  const gltf::Image image = test::take(*developed, shot);
  int red = 0;
  for (std::uint32_t x = image.width / 2; x < image.width; ++x)
    red += test::pixel(image, x, image.height / 2) == Rgba{255, 0, 0, 255} ? 1 : 0;
  return red;
}

TEST(MToonOutline, IsAsWideAsItSays) {
  Shot shot = plainShot();
  shot.width = shot.height = 400;
  shot.scene.camera.height = 4;  // 100 pixels a metre
  const std::string world = R"("outlineWidthMode":"worldCoordinates","outlineWidthFactor":)";
  EXPECT_NEAR(outlineWidth(world + "0.2", shot), 20, 1);
  EXPECT_NEAR(outlineWidth(world + "0.2", shot, "half"), 10, 1);
  EXPECT_EQ(outlineWidth(R"("outlineWidthMode":"none","outlineWidthFactor":0.2)", shot), 0);
  const std::string screen = R"("outlineWidthMode":"screenCoordinates","outlineWidthFactor":)";
  EXPECT_NEAR(outlineWidth(screen + "0.05", shot), 20, 1) << "a part of the height";
  shot.scene.camera.height = 6;
  EXPECT_NEAR(outlineWidth(screen + "0.05", shot), 20, 1) << "whatever the distance";
  EXPECT_NEAR(outlineWidth(world + "0.3", shot), 20, 1);
  // In perspective too.
  shot.scene.camera = render::lookingAt({0, 0, 6}, {});
  shot.scene.camera.height = 0.6f;
  EXPECT_NEAR(outlineWidth(screen + "0.05", shot), 20, 2);
}

TEST(MToonOutline, MixesWithTheLight) {
  Shot shot = plainShot();
  shot.scene.light.color = {0.5f, 0.5f, 0.5f};
  shot.scene.camera.height = 4;
  const auto edge = [&](const char* mix) {
    const auto developed = test::develop(
        model(toon(std::string(R"("outlineWidthMode":"worldCoordinates","outlineWidthFactor":0.5,"shadeColorFactor":[1,1,1],)"
                               R"("outlineColorFactor":[1,0.5,0],"outlineLightingMixFactor":)") + mix),
              LittleModel::sphere()).glb());
    return test::pixel(test::take(*developed, shot), 48 + 29, 48);
  };
  EXPECT_TRUE(isNear(edge("0"), {255, srgb(0.5), 0, 255}));
  EXPECT_TRUE(isNear(edge("1"), {srgb(0.5), srgb(0.25), 0, 255}));
}

// Left half black, right half white; which one is in the middle after a second?
Rgba animatedColor(const std::string& members, const std::string& mask, float time) {
  gltf::Image halves;
  halves.width = 2, halves.height = 1;
  halves.rgba = {0, 0, 0, 255, 255, 255, 255, 255};
  LittleModel m;
  m.use("VRMC_materials_mtoon");
  const std::string texture = std::to_string(m.texture(halves, R"("magFilter":9728,"minFilter":9728)"));
  std::string all = members;
  if (!mask.empty())
    all += R"(,"uvAnimationMaskTexture":{"index":)" +
           std::to_string(m.texture(mask == "on" ? plain(0, 0, 255) : plain(255, 255, 0))) + "}";
  m.material(toon(all, R"("pbrMetallicRoughness":{"baseColorTexture":{"index":)" + texture + "}}"));
  m.add(LittleModel::square());
  const auto developed = test::develop(m.glb());
  Shot shot = plainShot();
  shot.scene.time = time;
  return test::pixel(test::take(*developed, shot), 24, 40);  // to the left, and a little up
}

TEST(MToonUvAnimation, ScrollsAndTurns) {
  const std::string scroll = R"("uvAnimationScrollXSpeedFactor":0.25)";
  EXPECT_TRUE(isNear(animatedColor(scroll, "", 0), grey(0)));
  EXPECT_TRUE(isNear(animatedColor(scroll, "", 2), grey(1)));
  EXPECT_TRUE(isNear(animatedColor(scroll, "on", 2), grey(1)));
  EXPECT_TRUE(isNear(animatedColor(scroll, "off", 2), grey(0))) << "blue of the mask says where";
  // Counter-clockwise where V goes down ("UV Rotation"): of a point to the left and a little up the coordinates go
  // down and to the left, so a quarter turn leaves it in the left half; the other way it would come to the right.
  const std::string turn = R"("uvAnimationRotationSpeedFactor":1.5707964)";
  EXPECT_TRUE(isNear(animatedColor(turn, "", 1), grey(0)));
  EXPECT_TRUE(isNear(animatedColor(turn, "", 3), grey(1)));
}

// Each feature once in a picture of a ball, a little from the side.
struct GoldenCase {
  const char* name;
  std::string mtoon;
  std::string core{};
  float time = 0;
};

// Rings of grey, bright in the middle; stripes; bumps.
gltf::Image drawn(std::uint32_t size, const std::function<Vec3(float x, float y)>& color) {
  gltf::Image out;
  out.width = out.height = size;
  for (std::uint32_t y = 0; y < size; ++y) {
    for (std::uint32_t x = 0; x < size; ++x) {
      const Vec3 c = color((static_cast<float>(x) + 0.5f) / static_cast<float>(size), (static_cast<float>(y) + 0.5f) / static_cast<float>(size));
      for (const float v : {c.x, c.y, c.z}) out.rgba.push_back(static_cast<std::uint8_t>(std::clamp(v, 0.0f, 1.0f) * 255));
      out.rgba.push_back(255);
    }
  }
  return out;
}

TEST(MToonPictures, LookAsTheyDid) {
  // 0: a board, 1: rings, 2: stripes, 3: bumps, 4: holes
  const auto addTextures = [](LittleModel& m) {
    m.texture(test::board(8, plain(230, 120, 90), plain(250, 230, 200)), R"("magFilter":9728)");
    m.texture(drawn(64, [](float x, float y) {
      const float r = 1 - 2 * std::hypot(x - 0.5f, y - 0.5f);
      return Vec3{r * r, r, r};
    }));
    m.texture(drawn(32, [](float x, float) { return std::fmod(x * 8, 1.0f) < 0.5f ? Vec3{1, 1, 1} : Vec3{0, 0, 0}; }));
    m.texture(drawn(64, [](float x, float y) {
      return Vec3{0.5f + 0.4f * std::sin(x * 50), 0.5f + 0.4f * std::sin(y * 25), 0.9f};
    }));
    m.texture(test::board(8, plain(200, 220, 90), plain(90, 90, 200, 60)), R"("magFilter":9728)");
  };
  const std::string shade = R"("shadeColorFactor":[0.3,0.2,0.6])";
  const std::string board = R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0}})";
  const std::string outline = R"(,"outlineWidthMode":"worldCoordinates","outlineWidthFactor":0.08,"outlineColorFactor":[0.2,0,0])";
  const GoldenCase cases[] = {
      {"mtoon-default", shade + R"(,"shadingToonyFactor":0.9)"},
      {"mtoon-smooth", shade + R"(,"shadingToonyFactor":0)"},
      {"mtoon-shift", shade + R"(,"shadingShiftFactor":0.5)"},
      {"mtoon-shift-texture", shade + R"(,"shadingShiftTexture":{"index":2,"scale":-0.8})"},
      {"mtoon-base-texture", shade, board},
      {"mtoon-shade-texture", shade + R"(,"shadeMultiplyTexture":{"index":2})", board},
      {"mtoon-gi", shade + R"(,"giEqualizationFactor":0)"},
      {"mtoon-matcap", shade + R"(,"matcapTexture":{"index":1},"matcapFactor":[0.2,0.6,0.6])"},
      {"mtoon-rim", shade + R"(,"parametricRimColorFactor":[0,1,0.5],"parametricRimFresnelPowerFactor":2)"},
      {"mtoon-rim-texture", shade + R"(,"parametricRimColorFactor":[0,1,0.5],"parametricRimFresnelPowerFactor":2,)"
                                    R"("rimMultiplyTexture":{"index":2})"},
      {"mtoon-outline", shade + outline + R"(,"outlineLightingMixFactor":0)"},
      {"mtoon-outline-lit", shade + outline + R"(,"outlineLightingMixFactor":1)"},
      {"mtoon-outline-texture", shade + outline + R"(,"outlineWidthMultiplyTexture":{"index":2})"},
      {"mtoon-screen-outline", shade + R"(,"outlineWidthMode":"screenCoordinates","outlineWidthFactor":0.02)"},
      {"mtoon-scroll", shade + R"(,"uvAnimationScrollXSpeedFactor":0.1,"uvAnimationScrollYSpeedFactor":0.03)", board, 1},
      {"mtoon-turn-masked", shade + R"(,"uvAnimationRotationSpeedFactor":0.5,"uvAnimationMaskTexture":{"index":2})", board, 1},
      {"mtoon-normal-map", shade + R"(,"shadingToonyFactor":0.3)", R"("normalTexture":{"index":3})"},
      {"mtoon-emission", shade, R"("emissiveFactor":[0.8,0.4,0],"emissiveTexture":{"index":2})"},
      {"mtoon-cutout", shade, R"("alphaMode":"MASK","doubleSided":true,"pbrMetallicRoughness":{"baseColorTexture":{"index":4}})"},
      {"mtoon-transparent", shade, R"("alphaMode":"BLEND","pbrMetallicRoughness":{"baseColorTexture":{"index":4}})"},
      {"mtoon-transparent-depth", shade + R"(,"transparentWithZWrite":true)" + outline,
       R"("alphaMode":"BLEND","pbrMetallicRoughness":{"baseColorTexture":{"index":4}})"},
  };
  Shot shot = lit(50);
  shot.scene.light.direction.y = -0.5f;
  shot.scene.light.color = {0.8f, 0.8f, 0.8f};
  shot.scene.light.sky = {0.2f, 0.2f, 0.3f};
  shot.samples = 4;
  for (const GoldenCase& c : cases) {
    LittleModel m;
    m.use("VRMC_materials_mtoon");
    addTextures(m);
    m.material(toon(c.mtoon, c.core));
    m.add(LittleModel::sphere(), 0, R"("rotation":[0.1305262,0,0,0.9914449])");
    const auto developed = test::develop(m.glb());
    ASSERT_TRUE(developed) << c.name;
    shot.scene.time = c.time;
    EXPECT_TRUE(test::isLikeGolden(c.name, test::take(*developed, shot)));
  }
}

}  // namespace
}  // namespace vrm
