// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Members, textures and extensions one by one are written again in material_test.cpp; this is about files as
// a whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "schema/material_io.hpp"
#include "unit/schema/material_fixture.hpp"

namespace vrm::schema {
namespace {

using test::fileWith;
using test::findings;
using test::ReadMaterials;
using test::written;

const char kFull[] =
    R"({"name":"a","x":{"y":1},"extras":{"z":2},"pbrMetallicRoughness":{"baseColorFactor":[1.0,1.00,0.500,1],)"
    R"("unknown":3,"baseColorTexture":{"index":1.0,"extras":4,"extensions":{"KHR_texture_transform":{"offset":)"
    R"([0.0,0],"scale":[1.0,1]},"FOO":{}}}},"alphaMode":"OPAQUE","alphaCutoff":0.50,"emissiveFactor":[0,0,0],)"
    R"("doubleSided":false,"extensions":{"BAR":{"b":[1]},"KHR_materials_unlit":{},)"
    R"("KHR_materials_emissive_strength":{"emissiveStrength":1.0},)"
    R"("VRMC_materials_mtoon":{"specVersion":"1.0","shadingToonyFactor":9.5e-1,"shadeColorFactor":[1e0,1.0,1],)"
    R"("later":true,"renderQueueOffsetNumber":-3.0,"outlineWidthMode":"none","matcapTexture":{"index":0,)"
    R"("extensions":{"KHR_texture_transform":{"texCoord":1}}}}}})";

TEST(MaterialWriter, WhatSaysTheSameIsLeftAlone) {
  const ReadMaterials r(fileWith(kFull));
  EXPECT_EQ(written(r, fileWith(kFull)).text, test::gltfJson(fileWith(kFull)));
}

TEST(MaterialWriter, KeepsWhatItDoesNotKnow) {
  ReadMaterials r(fileWith(kFull));
  Material& m = r.materials[0];
  m.name = "b";
  m.baseColorTexture.index = TextureIndex(2);
  m.mtoon->shadingToonyFactor = 0.5f;
  m.mtoon->shadeColorFactor.y = 0;
  m.unlit = false;
  const ReadMaterials again = written(r, fileWith(kFull));
  EXPECT_EQ(again.materials, r.materials);
  for (const char* kept :
       {R"("x":{"y":1},"extras":{"z":2})", R"("unknown":3)", R"("extras":4)", R"("FOO":{})",
        R"("BAR":{"b":[1]})", R"("later":true)", R"([1.0,1.00,0.500,1])", R"(0.50)", R"(-3.0)"}) {
    EXPECT_NE(again.text.find(kept), std::string::npos) << kept;
  }
  EXPECT_NE(again.text.find(R"("shadeColorFactor":[1,0,1])"), std::string::npos);
  EXPECT_EQ(again.text.find("KHR_materials_unlit"), std::string::npos);
}

TEST(MaterialWriter, RemovesWhatNoLongerApplies) {
  ReadMaterials r(fileWith(kFull));
  r.materials[0] = Material{};
  const ReadMaterials again = written(r, fileWith(kFull));
  EXPECT_EQ(again.materials[0], Material{});
  EXPECT_EQ(again.text.find("VRMC_materials_mtoon"), std::string::npos);
  EXPECT_EQ(again.text.find("baseColorTexture"), std::string::npos);
  EXPECT_NE(again.text.find(R"("extensions":{"BAR":{"b":[1]},"KHR_materials_emissive_strength")"),
            std::string::npos);
}

TEST(MaterialWriter, DropsAStrengthThatBecameOne) {
  const std::string file =
      fileWith(R"({"extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":5}}})");
  ReadMaterials r(file);
  r.materials[0].emissiveStrength = 1;
  EXPECT_EQ(written(r, file).text, test::gltfJson(fileWith("{}")));
}

TEST(MaterialWriter, ANewMToonMaterialStatesItsShadeColour) {
  ReadMaterials r(fileWith("{}"));
  r.materials[0].mtoon.emplace();
  EXPECT_EQ(
      written(r, fileWith("{}")).text,
      test::gltfJson(fileWith(
          R"({"extensions":{"VRMC_materials_mtoon":{"specVersion":"1.0","shadeColorFactor":[1,1,1]}}})")));
}

// Any value that reading can give, among them those with the longest text.
struct RandomMToon {
  std::mt19937& random;
  MToon& out;

  float number(float low, float high) const {
    const float whole = std::round(std::uniform_real_distribution(-2.0f, 2.0f)(random));
    if (random() % 4 == 0) return std::clamp(whole, low, high);
    return std::uniform_real_distribution(std::max(low, -1e20f), std::min(high, 1e20f))(random);
  }
  void boolean(std::string_view, bool MToon::*member) const { out.*member = random() % 2 == 0; }
  void number(std::string_view, float MToon::*member, float low, float high) const {
    out.*member = number(low, high);
  }
  void integer(std::string_view, std::int32_t MToon::*member, std::int32_t low, std::int32_t high) const {
    out.*member = std::uniform_int_distribution(low, high)(random);
  }
  void color(std::string_view, Vec3 MToon::*member) const {
    out.*member = {number(0, 1), number(0, 1), number(-1, 9)};
  }
  void mode(std::string_view, OutlineWidthMode MToon::*member) const {
    out.*member = static_cast<OutlineWidthMode>(random() % 3);
  }
  void texture(std::string_view, TextureInfo MToon::*member, std::string_view scale = {}) const {
    out.*member = texture(!scale.empty());
  }
  TextureInfo texture(bool scale) const {
    if (random() % 4 == 0) return {};
    TextureInfo info;
    info.index = TextureIndex(static_cast<std::uint32_t>(random() % 3));
    info.texCoord = static_cast<std::uint32_t>(random() % 256);
    if (scale) info.scale = number(-5, 5);
    if (random() % 2 == 0)
      info.transform = {{number(-1, 1), 2}, number(-7, 7), {1, number(-1, 1)}, random() % 256};
    if (random() % 4 == 0) info.transform = TextureTransform{{0, 0}, 0, {1, 1}, 0u};
    return info;
  }
};

Material randomMaterial(std::mt19937& random) {
  Material m;
  MToon mtoon;
  const RandomMToon make{random, mtoon};
  visitMToon(make);
  if (random() % 4 != 0) m.mtoon = mtoon;
  m.name = random() % 2 == 0 ? "" : "\xE9\xA1\x94 \"\\\n";
  m.baseColorFactor = {make.number(0, 1), make.number(0, 1), make.number(0, 1), make.number(0, 1)};
  m.baseColorTexture = make.texture(false);
  m.metallicFactor = make.number(0, 1);
  m.roughnessFactor = make.number(0, 1);
  m.metallicRoughnessTexture = make.texture(false);
  m.normalTexture = make.texture(true);
  m.occlusionTexture = make.texture(true);
  m.emissiveFactor = {make.number(0, 1), make.number(0, 1), make.number(0, 1)};
  m.emissiveStrength = make.number(0, 100);
  m.emissiveTexture = make.texture(false);
  m.alphaMode = static_cast<gltf::AlphaMode>(random() % 3);
  m.alphaCutoff = make.number(0, 2);
  m.doubleSided = random() % 2 == 0;
  m.unlit = random() % 2 == 0;
  return m;
}

TEST(MaterialWriter, WhatIsWrittenIsReadAgain) {
  std::mt19937 random(1);
  ReadMaterials r(fileWith("{}"));
  std::string over = "{}";
  for (int i = 0; i < 300; ++i) {
    r.materials[0] = randomMaterial(random);
    const ReadMaterials again = written(r, fileWith(over));
    ASSERT_EQ(again.materials, r.materials) << i << " " << over << "\n" << again.text;
    ASSERT_EQ(findings(again.diagnostics), "");
    // The next one goes over this one.
    const std::size_t from = again.text.find(R"("materials":[)") + 13;
    over = again.text.substr(from, again.text.size() - from - 2);
  }
}

TEST(MaterialWriter, WritesMaterialsThatAreInBoth) {
  ReadMaterials r(R"("materials":[{"name":"a"},{"name":"b"}])");
  EXPECT_EQ(written(r, R"("materials":[{}])").text, test::gltfJson(R"("materials":[{"name":"a"}])"));
  EXPECT_EQ(written(r, R"("materials":[{},{},{"name":"c"}])").text,
            test::gltfJson(R"("materials":[{"name":"a"},{"name":"b"},{"name":"c"}])"));
  EXPECT_EQ(written(r, R"("scene":0)").text, test::gltfJson(R"("scene":0)"));
  EXPECT_EQ(written(r, R"("materials":{})").text, test::gltfJson(R"("materials":{})"));
}

TEST(MaterialWriter, WritesOverRubbish) {
  ReadMaterials r(fileWith(kFull));
  const char* rubbish[] = {
      "5",
      R"({"name":1,"pbrMetallicRoughness":[],"normalTexture":5,"alphaMode":0,"extensions":"none"})",
      R"({"pbrMetallicRoughness":{"baseColorFactor":{},"baseColorTexture":[1]},"emissiveFactor":null,)"
      R"("extensions":{"VRMC_materials_mtoon":[],"KHR_materials_unlit":1,"KHR_materials_emissive_strength":0}})",
      R"({"extensions":{"VRMC_materials_mtoon":{"specVersion":{},"shadeColorFactor":[1],"shadingToonyFactor":[],)"
      R"("outlineWidthMode":7,"matcapTexture":3,"rimMultiplyTexture":{"index":99}}}})",
  };
  for (const char* over : rubbish) {
    const ReadMaterials again = written(r, fileWith(over));
    EXPECT_EQ(again.materials, r.materials) << over;
    EXPECT_EQ(findings(again.diagnostics), "") << over;
    // And what rubbish reads as survives, too.
    const ReadMaterials plain(fileWith(over));
    EXPECT_EQ(written(plain, fileWith(over)).materials, plain.materials) << over;
  }
}

}  // namespace
}  // namespace vrm::schema
