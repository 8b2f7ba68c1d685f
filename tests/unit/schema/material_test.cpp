// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/material.hpp"

#include <gtest/gtest.h>

#include "unit/schema/material_fixture.hpp"

namespace vrm::schema {
namespace {

using test::fileWith;
using test::findings;
using test::ReadMaterials;
using test::written;

ReadMaterials readOne(std::string_view material) {
  ReadMaterials r(fileWith(material));
  EXPECT_EQ(r.materials.size(), 1u);
  return r;
}

ReadMaterials readMToon(std::string_view members) {
  return readOne(R"({"extensions":{"VRMC_materials_mtoon":{"specVersion":"1.0")" +
                 std::string(members.empty() ? "" : ",") + std::string(members) + "}}}");
}

const std::string kMToonPlace = "/materials/0/extensions/VRMC_materials_mtoon/";

TEST(Material, OutlineWidthModesHaveTheNamesOfTheStandard) {
  EXPECT_EQ(name(OutlineWidthMode::None), "none");
  EXPECT_EQ(name(OutlineWidthMode::WorldCoordinates), "worldCoordinates");
  EXPECT_EQ(name(OutlineWidthMode::ScreenCoordinates), "screenCoordinates");
}

TEST(Material, NoMaterials) {
  const ReadMaterials r("");
  EXPECT_TRUE(r.materials.empty());
  EXPECT_TRUE(r.diagnostics.empty());
}

TEST(Material, AnEmptyMaterialHasTheDefaultsOfGltf) {
  const ReadMaterials r = readOne("{}");
  EXPECT_EQ(r.materials[0], Material{});
  EXPECT_TRUE(r.diagnostics.empty());
}

TEST(Material, CoreMembers) {
  const ReadMaterials r = readOne(
      R"({"name":"skin","pbrMetallicRoughness":{"baseColorFactor":[0.1,0.2,0.3,0.4],"baseColorTexture":{"index":1},)"
      R"("metallicFactor":0.5,"roughnessFactor":0.25,"metallicRoughnessTexture":{"index":2,"texCoord":1}},)"
      R"("normalTexture":{"index":0,"scale":-2},"occlusionTexture":{"index":1,"strength":0.5},)"
      R"("emissiveTexture":{"index":2},"emissiveFactor":[1,0.5,0],"alphaMode":"MASK","alphaCutoff":0.75,)"
      R"("doubleSided":true})");
  Material m;
  m.name = "skin";
  m.baseColorFactor = {0.1f, 0.2f, 0.3f, 0.4f};
  m.baseColorTexture.index = TextureIndex(1);
  m.metallicFactor = 0.5f;
  m.roughnessFactor = 0.25f;
  m.metallicRoughnessTexture = {TextureIndex(2), 1, 1, {}};
  m.normalTexture = {TextureIndex(0), 0, -2, {}};
  m.occlusionTexture = {TextureIndex(1), 0, 0.5f, {}};
  m.emissiveTexture.index = TextureIndex(2);
  m.emissiveFactor = {1, 0.5f, 0};
  m.alphaMode = gltf::AlphaMode::Mask;
  m.alphaCutoff = 0.75f;
  m.doubleSided = true;
  EXPECT_EQ(r.materials[0], m);
  EXPECT_TRUE(r.diagnostics.empty());
}

TEST(Material, CoreFindingsAreReportedOnce) {
  const ReadMaterials r = readOne(
      R"({"name":5,"pbrMetallicRoughness":{"metallicFactor":7,"baseColorTexture":{"index":9,"texCoord":1,)"
      R"("extensions":{"KHR_texture_transform":{"rotation":"x"}}}},"normalTexture":[]})");
  // A texture that is not there has no transform either.
  EXPECT_EQ(r.materials[0], Material{});
  EXPECT_EQ(r.diagnostics.all().size(), 4u) << findings(r.diagnostics);
}

// Every texture: the JSON around it and where it is read to.
struct Slot {
  const char* before;
  const char* after;
  TextureInfo Material::*core;
  TextureInfo MToon::*mtoon;
  const char* pointer;
  const char* scale = nullptr;
};
const Slot kSlots[] = {
    {R"({"pbrMetallicRoughness":{"baseColorTexture":)", "}}", &Material::baseColorTexture, nullptr,
     "pbrMetallicRoughness/baseColorTexture"},
    {R"({"pbrMetallicRoughness":{"metallicRoughnessTexture":)", "}}", &Material::metallicRoughnessTexture,
     nullptr, "pbrMetallicRoughness/metallicRoughnessTexture"},
    {R"({"normalTexture":)", "}", &Material::normalTexture, nullptr, "normalTexture", "scale"},
    {R"({"occlusionTexture":)", "}", &Material::occlusionTexture, nullptr, "occlusionTexture", "strength"},
    {R"({"emissiveTexture":)", "}", &Material::emissiveTexture, nullptr, "emissiveTexture"},
#define VRM_MTOON_SLOT(key, ...)                                                                    \
  {                                                                                                 \
    R"({"extensions":{"VRMC_materials_mtoon":{"specVersion":"1.0",")" #key R"(":)", "}}}", nullptr, \
        &MToon::key, "extensions/VRMC_materials_mtoon/" #key __VA_OPT__(, ) __VA_ARGS__             \
  }
    VRM_MTOON_SLOT(shadeMultiplyTexture),
    VRM_MTOON_SLOT(shadingShiftTexture, "scale"),
    VRM_MTOON_SLOT(matcapTexture),
    VRM_MTOON_SLOT(rimMultiplyTexture),
    VRM_MTOON_SLOT(outlineWidthMultiplyTexture),
    VRM_MTOON_SLOT(uvAnimationMaskTexture),
#undef VRM_MTOON_SLOT
};

TextureInfo textureOf(const Slot& slot, const Material& material) {
  return slot.core ? material.*slot.core : material.mtoon ? (*material.mtoon).*slot.mtoon : TextureInfo{};
}

std::string inSlot(const Slot& slot, std::string_view texture) {
  return slot.before + std::string(texture) + slot.after;
}

TEST(Material, EveryTextureHasItsMembers) {
  for (const Slot& slot : kSlots) {
    SCOPED_TRACE(slot.pointer);
    const std::string scale = slot.scale ? std::string(",\"") + slot.scale + "\":0.5" : "";
    const std::string text = inSlot(slot, R"({"index":2,"texCoord":3)" + scale + "}");
    const ReadMaterials r = readOne(text);
    EXPECT_EQ(textureOf(slot, r.materials[0]),
              (TextureInfo{TextureIndex(2), 3, slot.scale ? 0.5f : 1.0f, {}}));
    EXPECT_EQ(findings(r.diagnostics), "");
    EXPECT_EQ(written(r, fileWith("{}")).materials, r.materials);
    EXPECT_EQ(written(r, fileWith(text)).materials, r.materials);
  }
}

TEST(Material, EveryTextureCanHaveATransform) {
  struct Case {
    const char* json;
    std::optional<TextureTransform> transform;
    const char* finding = "";  // after the texture's pointer
  };
  const std::string at = "/extensions/KHR_texture_transform";
  const Case cases[] = {
      {R"({"offset":[0.25,-1],"rotation":1.5,"scale":[2,0.5],"texCoord":1})",
       {{{0.25f, -1}, 1.5f, {2, 0.5f}, 1u}}},
      {R"({"offset":[0.5,0]})", {{{0.5f, 0}, 0, {1, 1}, {}}}},
      {R"({"rotation":-3})", {{{0, 0}, -3, {1, 1}, {}}}},
      {R"({"scale":[0,0]})", {{{0, 0}, 0, {0, 0}, {}}}},
      {R"({"texCoord":0})", {{{0, 0}, 0, {1, 1}, 0u}}},
      {R"({})", {}},
      {R"({"offset":[0,0],"rotation":0,"scale":[1,1.0]})", {}},
      {R"({"offset":[1]})", {}, "/offset: offset must be an array of 2 numbers [GLTF_TYPE]"},
      {R"({"offset":[1,2,3]})", {}, "/offset: offset must be an array of 2 numbers [GLTF_TYPE]"},
      {R"({"scale":[1,1e300]})",
       {},
       "/scale: scale must be an array of 2 numbers that fit into a float [GLTF_TYPE]"},
      {R"({"rotation":"1"})", {}, "/rotation: rotation must be a number [GLTF_TYPE]"},
      {R"({"rotation":1e39})", {}, "/rotation: 1e39 is not a legal value for rotation [GLTF_VALUE]"},
      {R"({"texCoord":-1})", {}, "/texCoord: -1 is not a legal value for texCoord [GLTF_VALUE]"},
      {R"({"texCoord":1.5})", {}, "/texCoord: 1.5 is not a legal value for texCoord [GLTF_VALUE]"},
      {R"(7)", {}, ": KHR_texture_transform must be an object [GLTF_TYPE]"},
  };
  for (const Slot& slot : kSlots) {
    for (const Case& c : cases) {
      SCOPED_TRACE(std::string(slot.pointer) + " " + c.json);
      const std::string text =
          inSlot(slot, R"({"index":1,"extensions":{"KHR_texture_transform":)" + std::string(c.json) + "}}");
      const ReadMaterials r = readOne(text);
      EXPECT_EQ(textureOf(slot, r.materials[0]).transform, c.transform);
      EXPECT_EQ(textureOf(slot, r.materials[0]).index, TextureIndex(1));
      const std::string where = "/materials/0/" + std::string(slot.pointer) + at;
      EXPECT_EQ(findings(r.diagnostics), *c.finding ? where + c.finding : "");
      EXPECT_EQ(written(r, fileWith("{}")).materials, r.materials);
      EXPECT_EQ(written(r, fileWith(text)).materials, r.materials);
      EXPECT_EQ(
          written(r, fileWith(inSlot(slot, R"({"index":0,"texCoord":2,"extensions":{"KHR_texture_transform":)"
                                           R"({"offset":[5,5],"rotation":5,"scale":[5,5],"texCoord":5}}})")))
              .materials,
          r.materials);
    }
  }
}

TEST(Material, TexturesThatAreNotThere) {
  const std::pair<const char*, Code> cases[] = {
      {R"({"index":3})", Code::GltfIndexRange},
      {R"({"index":-1})", Code::GltfIndexRange},
      {R"({"index":"a"})", Code::GltfType},
      {R"({"index":1e300})", Code::GltfIndexRange},
      {R"("a")", Code::GltfType},
      {R"({"index":3,"texCoord":1,"extensions":{"KHR_texture_transform":{"offset":[1,1]}}})",
       Code::GltfIndexRange},
  };
  for (const Slot& slot : kSlots) {
    for (const auto& [json, code] : cases) {
      SCOPED_TRACE(std::string(slot.pointer) + " " + json);
      const ReadMaterials r = readOne(inSlot(slot, json));
      EXPECT_EQ(textureOf(slot, r.materials[0]), TextureInfo{});
      EXPECT_EQ(r.diagnostics.all().size(), 1u);
      EXPECT_TRUE(r.diagnostics.has(code)) << findings(r.diagnostics);
      EXPECT_EQ(written(r, fileWith(inSlot(slot, json))).materials, r.materials);
    }
    if (slot.mtoon) {
      const ReadMaterials r = readOne(inSlot(slot, "{}"));
      EXPECT_EQ(findings(r.diagnostics),
                "/materials/0/" + std::string(slot.pointer) +
                    "/index: index is missing; the texture is left out [GLTF_MISSING]");
    }
  }
}

TEST(Material, Unlit) {
  EXPECT_TRUE(readOne(R"({"extensions":{"KHR_materials_unlit":{}}})").materials[0].unlit);
  const ReadMaterials r = readOne(R"({"extensions":{"KHR_materials_unlit":true}})");
  EXPECT_FALSE(r.materials[0].unlit);
  EXPECT_EQ(findings(r.diagnostics),
            "/materials/0/extensions/KHR_materials_unlit: KHR_materials_unlit must be an object [GLTF_TYPE]");
  EXPECT_EQ(findings(readOne(R"({"extensions":[]})").diagnostics),
            "/materials/0/extensions: extensions must be an object [GLTF_TYPE]");
}

TEST(Material, EmissiveStrength) {
  struct Case {
    const char* extensions;
    float strength;
    const char* finding = "";
  };
  const Case cases[] = {
      {R"("KHR_materials_emissive_strength":{"emissiveStrength":4})", 4},
      {R"("KHR_materials_emissive_strength":{})", 1},
      {R"("KHR_materials_emissive_strength":{"emissiveStrength":0})", 0},
      {R"("KHR_materials_emissive_strength":{"emissiveStrength":-1})", 1,
       "KHR_materials_emissive_strength/emissiveStrength: -1 is not a legal value for emissiveStrength "
       "[GLTF_VALUE]"},
      {R"("KHR_materials_emissive_strength":{"emissiveStrength":1e300})", 1,
       "KHR_materials_emissive_strength/emissiveStrength: 1e300 is not a legal value for emissiveStrength "
       "[GLTF_VALUE]"},
      {R"("VRMC_materials_hdr_emissiveMultiplier":{"emissiveMultiplier":2.5})", 2.5f},
      {R"("VRMC_materials_hdr_emissiveMultiplier":{})", 1,
       "VRMC_materials_hdr_emissiveMultiplier/emissiveMultiplier: emissiveMultiplier is missing; 1 is used "
       "[GLTF_MISSING]"},
      {R"("VRMC_materials_hdr_emissiveMultiplier":{"emissiveMultiplier":2},)"
       R"("KHR_materials_emissive_strength":{"emissiveStrength":2})",
       2},
      {R"("VRMC_materials_hdr_emissiveMultiplier":{"emissiveMultiplier":3},)"
       R"("KHR_materials_emissive_strength":{"emissiveStrength":2})",
       2,
       "VRMC_materials_hdr_emissiveMultiplier/emissiveMultiplier: emissiveMultiplier differs from "
       "emissiveStrength of "
       "KHR_materials_emissive_strength, which is used [VRM_MATERIAL]"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.extensions);
    const std::string text = R"({"extensions":{)" + std::string(c.extensions) + "}}";
    const ReadMaterials r = readOne(text);
    EXPECT_EQ(r.materials[0].emissiveStrength, c.strength);
    EXPECT_EQ(findings(r.diagnostics), *c.finding ? std::string("/materials/0/extensions/") + c.finding : "");
    for (const std::string& over : {text, std::string("{}")}) {
      const ReadMaterials again = written(r, fileWith(over));
      EXPECT_EQ(again.materials, r.materials);
      EXPECT_EQ(again.text.find("VRMC_materials_hdr"), std::string::npos);
    }
  }
}

TEST(Material, MToonDefaultsAreThoseOfTheSchema) {
  const ReadMaterials r = readMToon("");
  ASSERT_TRUE(r.materials[0].mtoon);
  const MToon& m = *r.materials[0].mtoon;
  EXPECT_EQ(m, MToon{});
  EXPECT_FALSE(m.transparentWithZWrite);
  EXPECT_EQ(m.shadeColorFactor, (Vec3{1, 1, 1}));
  EXPECT_EQ(m.shadingShiftFactor, 0);
  EXPECT_EQ(m.shadingToonyFactor, 0.9f);
  EXPECT_EQ(m.giEqualizationFactor, 0.9f);
  EXPECT_EQ(m.matcapFactor, (Vec3{1, 1, 1}));
  EXPECT_EQ(m.parametricRimColorFactor, Vec3{});
  EXPECT_EQ(m.rimLightingMixFactor, 1);
  EXPECT_EQ(m.parametricRimFresnelPowerFactor, 5);
  EXPECT_EQ(m.outlineWidthMode, OutlineWidthMode::None);
  EXPECT_EQ(m.outlineColorFactor, Vec3{});
  EXPECT_EQ(m.outlineLightingMixFactor, 1);
  EXPECT_TRUE(r.diagnostics.empty());
}

template <class T>
using Members = std::vector<std::pair<const char*, T MToon::*>>;

const Members<float> kNumbers = {
    {"shadingShiftFactor", &MToon::shadingShiftFactor},
    {"shadingToonyFactor", &MToon::shadingToonyFactor},
    {"giEqualizationFactor", &MToon::giEqualizationFactor},
    {"rimLightingMixFactor", &MToon::rimLightingMixFactor},
    {"parametricRimFresnelPowerFactor", &MToon::parametricRimFresnelPowerFactor},
    {"parametricRimLiftFactor", &MToon::parametricRimLiftFactor},
    {"outlineWidthFactor", &MToon::outlineWidthFactor},
    {"outlineLightingMixFactor", &MToon::outlineLightingMixFactor},
    {"uvAnimationScrollXSpeedFactor", &MToon::uvAnimationScrollXSpeedFactor},
    {"uvAnimationScrollYSpeedFactor", &MToon::uvAnimationScrollYSpeedFactor},
    {"uvAnimationRotationSpeedFactor", &MToon::uvAnimationRotationSpeedFactor},
};
const Members<Vec3> kColors = {
    {"shadeColorFactor", &MToon::shadeColorFactor},
    {"matcapFactor", &MToon::matcapFactor},
    {"parametricRimColorFactor", &MToon::parametricRimColorFactor},
    {"outlineColorFactor", &MToon::outlineColorFactor},
};

// One member of MToon with its value; everything else must have its default, and it must survive writing.
template <class T>
void expectMember(std::string_view key, std::string_view json, T MToon::*member, const T& value,
                  const std::string& finding = "") {
  const std::string members = "\"" + std::string(key) + "\":" + std::string(json);
  SCOPED_TRACE(members);
  const ReadMaterials r = readMToon(members);
  Material expected;
  expected.mtoon.emplace().*member = value;
  EXPECT_EQ(r.materials[0], expected);
  EXPECT_EQ(findings(r.diagnostics), finding.empty() ? "" : kMToonPlace + std::string(key) + ": " + finding);
  const std::string same = R"({"extensions":{"VRMC_materials_mtoon":{"specVersion":"1.0",)" + members + "}}}";
  EXPECT_EQ(written(r, fileWith("{}")).materials, r.materials);
  EXPECT_EQ(written(r, fileWith(same)).materials, r.materials);
}

TEST(Material, EveryNumberOfMToon) {
  for (const auto& [key, member] : kNumbers) {
    expectMember(key, "0.25", member, 0.25f);
    expectMember(key, "0.1", member, 0.1f);
    expectMember(key, "0", member, 0.0f);
    expectMember(key, "1", member, 1.0f);
    const float fallback = MToon{}.*member;
    expectMember(key, "\"0.5\"", member, fallback, std::string(key) + " must be a number [GLTF_TYPE]");
    expectMember(key, "null", member, fallback, std::string(key) + " must be a number [GLTF_TYPE]");
    const std::string illegal = " is not a legal value for " + std::string(key) + " [GLTF_VALUE]";
    expectMember(key, "1e300", member, fallback, "1e300" + illegal);
    expectMember(key, "1e39", member, fallback, "1e39" + illegal);
  }
}

TEST(Material, RangesOfMToon) {
  struct Case {
    const char* key;
    float MToon::*member;
    const char* illegal;
    const char* legal;
    float value;
  };
  const Case cases[] = {
      {"shadingToonyFactor", &MToon::shadingToonyFactor, "1.01", "1", 1},
      {"shadingToonyFactor", &MToon::shadingToonyFactor, "-0.1", "0.0", 0},
      {"giEqualizationFactor", &MToon::giEqualizationFactor, "2", "0.5", 0.5f},
      {"giEqualizationFactor", &MToon::giEqualizationFactor, "-1", "0.5", 0.5f},
      {"rimLightingMixFactor", &MToon::rimLightingMixFactor, "2", "0.5", 0.5f},
      {"outlineLightingMixFactor", &MToon::outlineLightingMixFactor, "2", "0.5", 0.5f},
      {"parametricRimFresnelPowerFactor", &MToon::parametricRimFresnelPowerFactor, "-1", "100", 100},
      {"outlineWidthFactor", &MToon::outlineWidthFactor, "-1", "100", 100},
  };
  for (const Case& c : cases) {
    expectMember(c.key, c.legal, c.member, c.value);
    expectMember(c.key, c.illegal, c.member, MToon{}.*c.member,
                 std::string(c.illegal) + " is not a legal value for " + c.key + " [GLTF_VALUE]");
  }
  // The schema gives these no range.
  expectMember("shadingShiftFactor", "-3", &MToon::shadingShiftFactor, -3.0f);
  expectMember("parametricRimLiftFactor", "7", &MToon::parametricRimLiftFactor, 7.0f);
  expectMember("uvAnimationScrollYSpeedFactor", "-1e30", &MToon::uvAnimationScrollYSpeedFactor, -1e30f);
}

TEST(Material, EveryColourOfMToon) {
  for (const auto& [key, member] : kColors) {
    expectMember(key, "[0.1,0.2,0.3]", member, Vec3{0.1f, 0.2f, 0.3f});
    expectMember(key, "[2,-1,100]", member, Vec3{2, -1, 100});  // out of range, but kept
    const Vec3 fallback = MToon{}.*member;
    const std::string array = std::string(key) + " must be an array of 3 numbers";
    expectMember(key, "[1,1]", member, fallback, array + " [GLTF_TYPE]");
    expectMember(key, "[1,1,1,1]", member, fallback, array + " [GLTF_TYPE]");
    expectMember(key, "0.5", member, fallback, array + " [GLTF_TYPE]");
    expectMember(key, "[1,1,\"1\"]", member, fallback, array + " that fit into a float [GLTF_TYPE]");
    expectMember(key, "[1,1,1e300]", member, fallback, array + " that fit into a float [GLTF_TYPE]");
  }
}

TEST(Material, OtherMembersOfMToon) {
  expectMember("transparentWithZWrite", "true", &MToon::transparentWithZWrite, true);
  expectMember("transparentWithZWrite", "1", &MToon::transparentWithZWrite, false,
               "transparentWithZWrite must be true or false [GLTF_TYPE]");
  const auto queue = &MToon::renderQueueOffsetNumber;
  expectMember("renderQueueOffsetNumber", "-9", queue, -9);
  expectMember("renderQueueOffsetNumber", "9.0", queue, 9);
  expectMember("renderQueueOffsetNumber", "10", queue, 0,
               "10 is not a legal value for renderQueueOffsetNumber [GLTF_VALUE]");
  expectMember("renderQueueOffsetNumber", "-10", queue, 0,
               "-10 is not a legal value for renderQueueOffsetNumber [GLTF_VALUE]");
  expectMember("renderQueueOffsetNumber", "1.5", queue, 0,
               "1.5 is not a legal value for renderQueueOffsetNumber [GLTF_VALUE]");
  expectMember("renderQueueOffsetNumber", "\"1\"", queue, 0,
               "renderQueueOffsetNumber must be a number [GLTF_TYPE]");
  const auto mode = &MToon::outlineWidthMode;
  expectMember("outlineWidthMode", "\"none\"", mode, OutlineWidthMode::None);
  expectMember("outlineWidthMode", "\"worldCoordinates\"", mode, OutlineWidthMode::WorldCoordinates);
  expectMember("outlineWidthMode", "\"screenCoordinates\"", mode, OutlineWidthMode::ScreenCoordinates);
  expectMember("outlineWidthMode", "\"thick\"", mode, OutlineWidthMode::None,
               "thick is not a legal value for outlineWidthMode [GLTF_VALUE]");
  expectMember("outlineWidthMode", "1", mode, OutlineWidthMode::None,
               "outlineWidthMode must be a string [GLTF_TYPE]");
}

TEST(Material, SpecVersionsOfMToon) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"specVersion":"1.0"})", ""},
      {R"({"specVersion":"1.0-beta"})", ""},
      {R"({"specVersion":"2.0"})",
       "specVersion: the version \"2.0\" is not known; it is read as 1.0 [VRM_SPEC_VERSION]"},
      {R"({})", "specVersion: specVersion is missing; it is read as 1.0 [VRM_SPEC_VERSION]"},
      {R"({"specVersion":1.0})", "specVersion: specVersion must be a string [GLTF_TYPE]"},
  };
  for (const auto& [json, finding] : cases) {
    const ReadMaterials r = readOne(R"({"extensions":{"VRMC_materials_mtoon":)" + std::string(json) + "}}");
    EXPECT_TRUE(r.materials[0].mtoon) << json;
    EXPECT_EQ(findings(r.diagnostics), *finding ? kMToonPlace + finding : "") << json;
  }
  const ReadMaterials r = readOne(R"({"extensions":{"VRMC_materials_mtoon":"1.0"}})");
  EXPECT_FALSE(r.materials[0].mtoon);
  EXPECT_EQ(
      findings(r.diagnostics),
      "/materials/0/extensions/VRMC_materials_mtoon: VRMC_materials_mtoon must be an object [GLTF_TYPE]");
}

}  // namespace
}  // namespace vrm::schema
