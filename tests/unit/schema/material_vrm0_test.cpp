// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// materialProperties of VRM 0.x. The numbers are worked out by hand from the formulas of UniVRM's migration.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/near.hpp"
#include "unit/schema/material_fixture.hpp"
#include "vrm/schema/material.hpp"

namespace vrm::schema {
namespace {

using test::findings;
using test::nearly;
using test::ReadMaterials;
using test::written;

// A file of VRM 0.x with as many empty materials as there are properties, three textures, and the given
// properties.
std::string vrm0With(const std::vector<std::string>& properties, std::string_view material = "{}") {
  std::string materials, list;
  for (const std::string& p : properties) {
    materials += (materials.empty() ? "" : ",") + std::string(material);
    list += (list.empty() ? "" : ",") + p;
  }
  return test::fileWith(materials) + R"(,"extensions":{"VRM":{"materialProperties":[)" + list + "]}}";
}

std::string mtoon(std::string_view floats, std::string_view vectors = "", std::string_view textures = "",
                  std::string_view queue = "-1") {
  return R"({"shader":"VRM/MToon","renderQueue":)" + std::string(queue) + R"(,"floatProperties":{)" +
         std::string(floats) + R"(},"vectorProperties":{)" + std::string(vectors) +
         R"(},"textureProperties":{)" + std::string(textures) + "}}";
}

Material convert(const std::string& properties, std::string_view material = "{}") {
  const ReadMaterials r(vrm0With({properties}, material));
  EXPECT_EQ(r.materials.size(), 1u);
  EXPECT_EQ(findings(r.diagnostics), "");
  // What was converted can be written as 1.0.
  EXPECT_EQ(written(r, test::fileWith("{}")).materials, r.materials);
  return r.materials.empty() ? Material{} : r.materials[0];
}

TEST(MaterialVrm0, WithoutPropertiesMToonHasTheDefaultsOfItsShader) {
  Material m = convert(R"({"shader":"VRM/MToon"})");
  ASSERT_TRUE(m.mtoon);
  EXPECT_TRUE(nearly(m.mtoon->shadeColorFactor, {0.9331068f, 0.6209159f, 0.7105665f}));
  EXPECT_NEAR(m.mtoon->shadingShiftFactor, -0.05f, 1e-6);
  EXPECT_NEAR(m.mtoon->shadingToonyFactor, 0.95f, 1e-6);
  EXPECT_NEAR(m.mtoon->giEqualizationFactor, 0.9f, 1e-6);
  MToon rest;
  rest.matcapFactor = {0, 0, 0};
  rest.parametricRimFresnelPowerFactor = 1;
  rest.outlineLightingMixFactor = 0;
  m.mtoon->shadeColorFactor = rest.shadeColorFactor;
  m.mtoon->shadingShiftFactor = rest.shadingShiftFactor;
  m.mtoon->shadingToonyFactor = rest.shadingToonyFactor;
  m.mtoon->giEqualizationFactor = rest.giEqualizationFactor;
  EXPECT_EQ(*m.mtoon, rest);
  m.mtoon.reset();
  EXPECT_EQ(m, Material{});
}

TEST(MaterialVrm0, Numbers) {
  struct Case {
    const char* floats;
    float MToon::*member;
    float value;
  };
  const Case cases[] = {
      // 0.x default, Lambert, half Lambert, and 0.7 with -0.4: from -0.4 to 0.02.
      {R"("_ShadeToony":0.9,"_ShadeShift":0)", &MToon::shadingToonyFactor, 0.95f},
      {R"("_ShadeToony":0.9,"_ShadeShift":0)", &MToon::shadingShiftFactor, -0.05f},
      {R"("_ShadeToony":0,"_ShadeShift":0)", &MToon::shadingToonyFactor, 0.5f},
      {R"("_ShadeToony":0,"_ShadeShift":0)", &MToon::shadingShiftFactor, -0.5f},
      {R"("_ShadeToony":0,"_ShadeShift":-1)", &MToon::shadingToonyFactor, 0},
      {R"("_ShadeToony":0,"_ShadeShift":-1)", &MToon::shadingShiftFactor, 0},
      {R"("_ShadeToony":0.7,"_ShadeShift":-0.4)", &MToon::shadingToonyFactor, 0.79f},
      {R"("_ShadeToony":0.7,"_ShadeShift":-0.4)", &MToon::shadingShiftFactor, 0.19f},
      {R"("_ShadeToony":-9,"_ShadeShift":5)", &MToon::shadingToonyFactor, 1},
      {R"("_ShadeToony":-9,"_ShadeShift":-5)", &MToon::shadingToonyFactor, 0},
      {R"("_ShadeToony":1e38,"_ShadeShift":1e38)", &MToon::shadingShiftFactor, -1},
      {R"("_IndirectLightIntensity":0)", &MToon::giEqualizationFactor, 1},
      {R"("_IndirectLightIntensity":0.25,"_LightColorAttenuation":1)", &MToon::giEqualizationFactor, 0.75f},
      {R"("_IndirectLightIntensity":3)", &MToon::giEqualizationFactor, 0},
      {R"("_RimLightingMix":0)", &MToon::rimLightingMixFactor, 1},
      {R"("_RimFresnelPower":3.5)", &MToon::parametricRimFresnelPowerFactor, 3.5f},
      {R"("_RimFresnelPower":-1)", &MToon::parametricRimFresnelPowerFactor, 0},
      {R"("_RimLift":0.5)", &MToon::parametricRimLiftFactor, 0.5f},
      {R"("_OutlineWidthMode":0,"_OutlineWidth":0.4)", &MToon::outlineWidthFactor, 0},
      {R"("_OutlineWidthMode":1,"_OutlineWidth":0.4)", &MToon::outlineWidthFactor, 0.004f},
      {R"("_OutlineWidthMode":2,"_OutlineWidth":0.4)", &MToon::outlineWidthFactor, 0.002f},
      {R"("_OutlineWidthMode":1)", &MToon::outlineWidthFactor, 0.005f},
      {R"("_OutlineWidthMode":1,"_OutlineWidth":-2)", &MToon::outlineWidthFactor, 0},
      {R"("_OutlineColorMode":0,"_OutlineLightingMix":0.5)", &MToon::outlineLightingMixFactor, 0},
      {R"("_OutlineColorMode":1,"_OutlineLightingMix":0.5)", &MToon::outlineLightingMixFactor, 0.5f},
      {R"("_OutlineColorMode":1)", &MToon::outlineLightingMixFactor, 1},
      {R"("_OutlineColorMode":1,"_OutlineLightingMix":7)", &MToon::outlineLightingMixFactor, 1},
      {R"("_UvAnimScrollX":0.5)", &MToon::uvAnimationScrollXSpeedFactor, 0.5f},
      {R"("_UvAnimScrollY":0.5)", &MToon::uvAnimationScrollYSpeedFactor, -0.5f},
      {R"("_UvAnimRotation":0.25)", &MToon::uvAnimationRotationSpeedFactor, 1.5707964f},
      {R"("_UvAnimRotation":3e38)", &MToon::uvAnimationRotationSpeedFactor,
       std::numeric_limits<float>::max()},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.floats);
    const Material m = convert(mtoon(c.floats));
    ASSERT_TRUE(m.mtoon);
    EXPECT_NEAR((*m.mtoon).*c.member, c.value, 1e-6);
  }
}

TEST(MaterialVrm0, OutlineModes) {
  EXPECT_EQ(convert(mtoon(R"("_OutlineWidthMode":0)")).mtoon->outlineWidthMode, OutlineWidthMode::None);
  EXPECT_EQ(convert(mtoon(R"("_OutlineWidthMode":1.0)")).mtoon->outlineWidthMode,
            OutlineWidthMode::WorldCoordinates);
  EXPECT_EQ(convert(mtoon(R"("_OutlineWidthMode":2)")).mtoon->outlineWidthMode,
            OutlineWidthMode::ScreenCoordinates);
}

TEST(MaterialVrm0, ColoursAreLinearInOnePointZero) {
  const Material m = convert(mtoon("", R"("_Color":[0.5,0.02,1,0.5],"_ShadeColor":[0.25,0.75,0,0],)"
                                       R"("_RimColor":[2,0.5,0,1],"_OutlineColor":[1,1,0.5])"));
  EXPECT_TRUE(nearly(Vec3{m.baseColorFactor.x, m.baseColorFactor.y, m.baseColorFactor.z}, {0.2140411f, 0.0015480f, 1}));
  EXPECT_EQ(m.baseColorFactor.w, 0.5f);
  EXPECT_TRUE(nearly(m.mtoon->shadeColorFactor, {0.0508761f, 0.5225216f, 0}));
  EXPECT_TRUE(nearly(m.mtoon->parametricRimColorFactor, {4.9538458f, 0.2140411f, 0}));
  EXPECT_TRUE(nearly(m.mtoon->outlineColorFactor, {1, 1, 0.2140411f}));
}

TEST(MaterialVrm0, HugeColoursStayFinite) {
  const Material m = convert(mtoon("", R"("_Color":[3e38,-3e38,1,1])"));
  EXPECT_EQ(m.baseColorFactor.x, std::numeric_limits<float>::max());
  EXPECT_TRUE(std::isfinite(m.baseColorFactor.y));
}

TEST(MaterialVrm0, EmissionIsLinearAndItsBrightnessGoesIntoTheStrength) {
  Material m = convert(mtoon("", R"("_EmissionColor":[0.5,0.25,0,1])"));
  EXPECT_EQ(m.emissiveFactor, (Vec3{0.5f, 0.25f, 0}));
  EXPECT_EQ(m.emissiveStrength, 1);
  m = convert(mtoon("", R"("_EmissionColor":[1,4,2,1])"));
  EXPECT_EQ(m.emissiveFactor, (Vec3{0.25f, 1, 0.5f}));
  EXPECT_EQ(m.emissiveStrength, 4);
  // The properties describe all of it, whatever glTF says.
  m = convert(mtoon(""), R"({"emissiveFactor":[1,1,1],"emissiveTexture":{"index":1},)"
                         R"("extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":3}}})");
  EXPECT_EQ(m.emissiveFactor, Vec3{});
  EXPECT_EQ(m.emissiveStrength, 1);
  EXPECT_FALSE(m.emissiveTexture);
}

TEST(MaterialVrm0, Textures) {
  const Material m = convert(mtoon(
      R"("_BumpScale":0.5)", "",
      R"("_MainTex":0,"_ShadeTexture":1,"_BumpMap":2,"_EmissionMap":0,"_SphereAdd":1,"_RimTexture":2,)"
      R"("_OutlineWidthTexture":0,"_UvAnimMaskTexture":1,"_ShadingGradeTexture":1,"_ReceiveShadowTexture":2)"));
  EXPECT_EQ(m.baseColorTexture.index, TextureIndex(0));
  EXPECT_EQ(m.normalTexture, (TextureInfo{TextureIndex(2), 0, 0.5f, {}}));
  EXPECT_EQ(m.emissiveTexture.index, TextureIndex(0));
  EXPECT_EQ(m.mtoon->shadeMultiplyTexture.index, TextureIndex(1));
  EXPECT_EQ(m.mtoon->matcapTexture.index, TextureIndex(1));
  EXPECT_EQ(m.mtoon->matcapFactor, (Vec3{1, 1, 1}));
  EXPECT_EQ(m.mtoon->rimMultiplyTexture.index, TextureIndex(2));
  EXPECT_EQ(m.mtoon->outlineWidthMultiplyTexture.index, TextureIndex(0));
  EXPECT_EQ(m.mtoon->uvAnimationMaskTexture.index, TextureIndex(1));
  EXPECT_FALSE(m.mtoon->shadingShiftTexture);
}

TEST(MaterialVrm0, TheLitTextureIsTheShadeTextureWhereNoneIsSet) {
  EXPECT_EQ(convert(mtoon("", "", R"("_MainTex":2)")).mtoon->shadeMultiplyTexture.index, TextureIndex(2));
  EXPECT_EQ(convert(mtoon("", "", R"("_MainTex":2,"_ShadeTexture":-1)")).mtoon->shadeMultiplyTexture.index,
            TextureIndex(2));
}

TEST(MaterialVrm0, MinusOneIsNoTexture) {
  const Material m = convert(mtoon("", "", R"("_MainTex":-1,"_SphereAdd":-1,"_BumpMap":-1)"));
  EXPECT_FALSE(m.baseColorTexture);
  EXPECT_FALSE(m.normalTexture);
  EXPECT_FALSE(m.mtoon->matcapTexture);
  EXPECT_EQ(m.mtoon->matcapFactor, Vec3{});
}

TEST(MaterialVrm0, TexturesOutOfRangeAreReportedOnce) {
  const ReadMaterials r(vrm0With({mtoon("", "", R"("_MainTex":3,"_SphereAdd":"1","_BumpMap":-2)")}));
  EXPECT_FALSE(r.materials[0].baseColorTexture);
  EXPECT_FALSE(r.materials[0].normalTexture);
  EXPECT_FALSE(r.materials[0].mtoon->matcapTexture);
  EXPECT_EQ(r.diagnostics.all().size(), 3u) << findings(r.diagnostics);
}

TEST(MaterialVrm0, OffsetAndScaleOfMainTexAreThoseOfAllTextures) {
  const char* all =
      R"("_MainTex":0,"_ShadeTexture":0,"_BumpMap":0,"_EmissionMap":0,"_SphereAdd":0,"_RimTexture":0,)"
      R"("_OutlineWidthTexture":0,"_UvAnimMaskTexture":0)";
  const Material m = convert(mtoon("", R"("_MainTex":[-0.125,-0.75,1,2],"_ShadeTexture":[9,9,9,9])", all));
  const TextureTransform expected{{-0.125f, -0.25f}, 0, {1, 2}, {}};  // 1 - (-0.75) - 2
  for (const TextureInfo& texture :
       {m.baseColorTexture, m.normalTexture, m.emissiveTexture, m.mtoon->shadeMultiplyTexture,
        m.mtoon->rimMultiplyTexture, m.mtoon->outlineWidthMultiplyTexture, m.mtoon->uvAnimationMaskTexture}) {
    EXPECT_EQ(texture.transform, expected);
  }
  EXPECT_FALSE(m.mtoon->matcapTexture.transform);  // drawn by the normal
  EXPECT_FALSE(convert(mtoon("", R"("_MainTex":[0,0,1,1])", all)).baseColorTexture.transform);
  // Also where _MainTex has no texture.
  EXPECT_EQ(convert(mtoon("", R"("_MainTex":[0.5,0,1,1])", R"("_RimTexture":0)"))
                .mtoon->rimMultiplyTexture.transform,
            (TextureTransform{{0.5f, 0}, 0, {1, 1}, {}}));
  EXPECT_EQ(convert(mtoon("", R"("_MainTex":[0,-3e38,1,-3e38])", all)).baseColorTexture.transform->offset.y,
            std::numeric_limits<float>::max());
}

TEST(MaterialVrm0, BlendModes) {
  struct Case {
    const char* floats;
    gltf::AlphaMode mode;
    float cutoff;
    bool zWrite;
  };
  const Case cases[] = {
      {R"("_Cutoff":0.25)", gltf::AlphaMode::Opaque, 0.5f, false},
      {R"("_BlendMode":0,"_Cutoff":0.25)", gltf::AlphaMode::Opaque, 0.5f, false},
      {R"("_BlendMode":1,"_Cutoff":0.25)", gltf::AlphaMode::Mask, 0.25f, false},
      {R"("_BlendMode":1,"_Cutoff":-1)", gltf::AlphaMode::Mask, 0, false},
      {R"("_BlendMode":1)", gltf::AlphaMode::Mask, 0.5f, false},
      {R"("_BlendMode":2,"_Cutoff":0.25)", gltf::AlphaMode::Blend, 0.5f, false},
      {R"("_BlendMode":3,"_ZWrite":0)", gltf::AlphaMode::Blend, 0.5f, true},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.floats);
    const Material m = convert(mtoon(c.floats), R"({"alphaMode":"BLEND","alphaCutoff":0.125})");
    EXPECT_EQ(m.alphaMode, c.mode);
    EXPECT_EQ(m.alphaCutoff, c.cutoff);
    EXPECT_EQ(m.mtoon->transparentWithZWrite, c.zWrite);
    EXPECT_EQ(m.mtoon->renderQueueOffsetNumber, 0);
  }
}

TEST(MaterialVrm0, CullModes) {
  EXPECT_TRUE(convert(mtoon(R"("_CullMode":0)")).doubleSided);
  EXPECT_TRUE(convert(mtoon(R"("_CullMode":1)")).doubleSided);
  EXPECT_FALSE(convert(mtoon(R"("_CullMode":2)"), R"({"doubleSided":true})").doubleSided);
  EXPECT_FALSE(convert(mtoon("")).doubleSided);
}

TEST(MaterialVrm0, KeepsWhatTheShaderDoesNotHave) {
  const Material m = convert(
      mtoon(""), R"({"name":"a","pbrMetallicRoughness":{"metallicFactor":0.5,"roughnessFactor":0.25,)"
                 R"("baseColorFactor":[0,0,0,0],"baseColorTexture":{"index":1}},"normalTexture":{"index":1},)"
                 R"("occlusionTexture":{"index":2},"extensions":{"KHR_materials_unlit":{}}})");
  EXPECT_EQ(m.name, "a");
  EXPECT_EQ(m.metallicFactor, 0.5f);
  EXPECT_EQ(m.roughnessFactor, 0.25f);
  EXPECT_EQ(m.occlusionTexture.index, TextureIndex(2));
  EXPECT_TRUE(m.unlit);
  EXPECT_EQ(m.baseColorFactor, (Vec4{1, 1, 1, 1}));
  EXPECT_FALSE(m.baseColorTexture);
  EXPECT_FALSE(m.normalTexture);
}

std::vector<std::int32_t> offsets(const ReadMaterials& r) {
  std::vector<std::int32_t> list;
  for (const Material& m : r.materials) list.push_back(m.mtoon ? m.mtoon->renderQueueOffsetNumber : 99);
  return list;
}

TEST(MaterialVrm0, RenderQueuesAreCounted) {
  const std::string blend = R"("_BlendMode":2)";
  const std::string zWrite = R"("_BlendMode":3)";
  const ReadMaterials r(vrm0With({
      mtoon(blend, "", "", "2990"), mtoon(zWrite, "", "", "2503"), mtoon(blend, "", "", "3000"),
      mtoon(R"("_BlendMode":1)", "", "", "2450"), mtoon(blend, "", "", "2951"), mtoon(zWrite, "", "", "2510"),
      mtoon(blend, "", "", "2990"),
      mtoon(zWrite),  // 2501
      R"({"shader":"VRM/UnlitTransparentZWrite","renderQueue":2505})",
      R"({"shader":"VRM/UnlitTransparent","renderQueue":2800})",
      R"({"shader":"VRM/MToon","floatProperties":{"_BlendMode":2}})",  // 3000
  }));
  EXPECT_EQ(findings(r.diagnostics), "");
  EXPECT_EQ(offsets(r), (std::vector{-1, 1, 0, 0, -2, 3, -1, 0, 2, 99, 0}));
}

TEST(MaterialVrm0, RenderQueuesEndAtNine) {
  for (const bool zWrite : {false, true}) {
    std::vector<std::string> properties;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < 12; ++i) {
      properties.push_back(
          mtoon(zWrite ? R"("_BlendMode":3)" : R"("_BlendMode":2)", "", "", std::to_string(2600 + i)));
      expected.push_back(zWrite ? std::min(i, 9) : std::max(i - 11, -9));
    }
    EXPECT_EQ(offsets(ReadMaterials(vrm0With(properties))), expected);
  }
}

TEST(MaterialVrm0, UnlitShaders) {
  struct Case {
    const char* shader;
    gltf::AlphaMode mode;
    float cutoff;
  };
  const Case cases[] = {
      {"VRM/UnlitTexture", gltf::AlphaMode::Opaque, 0.5f},
      {"VRM/UnlitCutout", gltf::AlphaMode::Mask, 0.25f},
      {"VRM/UnlitTransparent", gltf::AlphaMode::Blend, 0.5f},
      {"Unlit/Texture", gltf::AlphaMode::Opaque, 0.5f},
      {"Unlit/Transparent Cutout", gltf::AlphaMode::Mask, 0.25f},
      {"Unlit/Transparent", gltf::AlphaMode::Blend, 0.5f},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.shader);
    const Material m =
        convert(R"({"shader":")" + std::string(c.shader) +
                    R"(","floatProperties":{"_Cutoff":0.25},"vectorProperties":{"_MainTex":[0,0.5,1,1],)"
                    R"("_Color":[0,0,0,0]},"textureProperties":{"_MainTex":1}})",
                R"({"name":"a","doubleSided":true,"normalTexture":{"index":0}})");
    Material expected;
    expected.name = "a";
    expected.baseColorTexture = {TextureIndex(1), 0, 1, TextureTransform{{0, -0.5f}, 0, {1, 1}, {}}};
    expected.metallicFactor = 0;
    expected.alphaMode = c.mode;
    expected.alphaCutoff = c.cutoff;
    expected.unlit = true;
    EXPECT_EQ(m, expected);
  }
}

TEST(MaterialVrm0, UnlitColor) {
  const Material m = convert(
      R"({"shader":"Unlit/Color","vectorProperties":{"_Color":[0.5,1,0,0.5]},"textureProperties":{"_MainTex":1}})");
  EXPECT_NEAR(m.baseColorFactor.x, 0.2140411f, 1e-6);
  EXPECT_EQ(m.baseColorFactor.w, 0.5f);
  EXPECT_FALSE(m.baseColorTexture);
  EXPECT_TRUE(m.unlit);
}

TEST(MaterialVrm0, UnlitTransparentZWriteEmitsItsTexture) {
  const Material m =
      convert(R"({"shader":"VRM/UnlitTransparentZWrite","vectorProperties":{"_Color":[1,0.5,1,0.25],)"
              R"("_MainTex":[0,0,2,1]},"textureProperties":{"_MainTex":1}})");
  Material expected;
  expected.baseColorFactor = {0, 0, 0, 0.25f};
  expected.baseColorTexture = {TextureIndex(1), 0, 1, TextureTransform{{0, 0}, 0, {2, 1}, {}}};
  expected.emissiveTexture = expected.baseColorTexture;
  expected.emissiveFactor = {1, m.emissiveFactor.y, 1};
  expected.metallicFactor = 0;
  expected.alphaMode = gltf::AlphaMode::Blend;
  expected.mtoon.emplace().transparentWithZWrite = true;
  expected.mtoon->shadeColorFactor = {0, 0, 0};
  EXPECT_EQ(m, expected);
  EXPECT_NEAR(m.emissiveFactor.y, 0.2140411f, 1e-6);
}

TEST(MaterialVrm0, ShadersOfGltf) {
  const char* material = R"({"name":"a","pbrMetallicRoughness":{"roughnessFactor":0.25},"doubleSided":true})";
  Material expected;
  expected.name = "a";
  expected.roughnessFactor = 0.25f;
  expected.doubleSided = true;
  for (const char* shader : {"VRM_USE_GLTFSHADER", "Standard", "UniGLTF/UniUnlit"}) {
    EXPECT_EQ(convert(R"({"shader":")" + std::string(shader) +
                          R"(","vectorProperties":{"_Color":[0,0,0,0]},"renderQueue":"x"})",
                      material),
              expected);
  }
}

TEST(MaterialVrm0, UnknownShadersAreReportedOnceEach) {
  const std::string uts = R"({"shader":"UnityChanToonShader/Toon","floatProperties":[]})";
  const ReadMaterials r(vrm0With({R"({"shader":"VRM/mtoon"})", uts, uts, uts}));
  EXPECT_EQ(r.materials, std::vector<Material>(4));
  EXPECT_EQ(
      findings(r.diagnostics),
      "/extensions/VRM/materialProperties/1/shader: UnityChanToonShader/Toon is no shader of VRM 0.x; 3 "
      "materials are read from glTF alone [VRM_MATERIAL]\n"
      "/extensions/VRM/materialProperties/0/shader: VRM/mtoon is no shader of VRM 0.x; the material is read "
      "from "
      "glTF alone [VRM_MATERIAL]");
}

TEST(MaterialVrm0, WrongValuesHaveTheDefaultsOfTheShader) {
  const std::string place = "/extensions/VRM/materialProperties/0/";
  const std::pair<std::string, std::string> cases[] = {
      {mtoon(R"("_ShadeToony":"0.5")"),
       "floatProperties/_ShadeToony: _ShadeToony must be a number [GLTF_TYPE]"},
      {mtoon(R"("_ShadeShift":1e300)"),
       "floatProperties/_ShadeShift: 1e300 is not a legal value for _ShadeShift [GLTF_VALUE]"},
      {mtoon(R"("_BlendMode":4)"),
       "floatProperties/_BlendMode: 4 is not a legal value for _BlendMode [GLTF_VALUE]"},
      {mtoon(R"("_BlendMode":0.5)"),
       "floatProperties/_BlendMode: 0.5 is not a legal value for _BlendMode [GLTF_VALUE]"},
      {mtoon(R"("_CullMode":-1)"),
       "floatProperties/_CullMode: -1 is not a legal value for _CullMode [GLTF_VALUE]"},
      {mtoon(R"("_OutlineWidthMode":3)"),
       "floatProperties/_OutlineWidthMode: 3 is not a legal value for _OutlineWidthMode [GLTF_VALUE]"},
      {mtoon(R"("_OutlineColorMode":2)"),
       "floatProperties/_OutlineColorMode: 2 is not a legal value for _OutlineColorMode [GLTF_VALUE]"},
      {mtoon("", R"("_Color":[1,1])"),
       "vectorProperties/_Color: _Color must be an array of 4 numbers [GLTF_TYPE]"},
      {mtoon("", R"("_Color":5)"),
       "vectorProperties/_Color: _Color must be an array of 4 numbers [GLTF_TYPE]"},
      {mtoon("", R"("_MainTex":[0,0,1])"),
       "vectorProperties/_MainTex: _MainTex must be an array of 4 numbers [GLTF_TYPE]"},
      {R"({"shader":"VRM/MToon","floatProperties":[]})",
       "floatProperties: floatProperties must be an object [GLTF_TYPE]"},
      {R"({"shader":"VRM/MToon","vectorProperties":1})",
       "vectorProperties: vectorProperties must be an object [GLTF_TYPE]"},
      {R"({"shader":"VRM/MToon","textureProperties":""})",
       "textureProperties: textureProperties must be an object [GLTF_TYPE]"},
  };
  const Material fallback = convert(R"({"shader":"VRM/MToon"})");
  for (const auto& [properties, finding] : cases) {
    const ReadMaterials r(vrm0With({properties}));
    EXPECT_EQ(r.materials[0], fallback) << properties;
    EXPECT_EQ(findings(r.diagnostics), place + finding);
  }
  const ReadMaterials queue(vrm0With({mtoon(R"("_BlendMode":2)", "", "", "\"a\"")}));
  EXPECT_EQ(findings(queue.diagnostics), place + "renderQueue: renderQueue must be a number [GLTF_TYPE]");
}

TEST(MaterialVrm0, PropertiesThatDoNotFitTheMaterials) {
  struct Case {
    const char* materials;
    const char* properties;
    const char* finding;
  };
  const char* unlit = R"({"shader":"VRM/UnlitTexture"})";
  const std::string list = "[" + std::string(unlit) + "," + unlit + "]";
  const Case cases[] = {
      {"[{}]", list.c_str(), ": there are 2 material properties for 1 materials [VRM_MATERIAL]"},
      {"[{},{},{}]", list.c_str(), ": there are 2 material properties for 3 materials [VRM_MATERIAL]"},
      {"[]", list.c_str(), ": there are 2 material properties for 0 materials [VRM_MATERIAL]"},
      {"[{}]", "{}", ": materialProperties must be an array [GLTF_TYPE]"},
      {"[{}]", "[5]", "/0: this must be an object [GLTF_TYPE]"},
      {"[{}]", "[{}]", "/0/shader: shader is missing; the glTF material is used [GLTF_MISSING]"},
      {"[{}]", R"([{"shader":1}])", "/0/shader: shader must be a string [GLTF_TYPE]"},
      {R"([{"name":"a"}])", R"([{"name":"b","shader":"VRM_USE_GLTFSHADER"}])",
       "/0/name: these are the properties of b, but the material in this place is a; the place counts "
       "[VRM_MATERIAL]"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.materials) + " " + c.properties);
    const ReadMaterials r(R"("materials":)" + std::string(c.materials) + R"(,"extensions":{"VRM":{)" +
                          R"("materialProperties":)" + c.properties + "}}");
    EXPECT_EQ(findings(r.diagnostics), "/extensions/VRM/materialProperties" + std::string(c.finding));
    for (std::size_t i = 0; i < r.materials.size(); ++i) {
      EXPECT_EQ(r.materials[i].unlit, c.properties == list && i < 2);
    }
  }
  const ReadMaterials none(R"("materials":[{}],"extensions":{"VRM":{}})");
  EXPECT_EQ(none.materials[0], Material{});
  EXPECT_EQ(findings(none.diagnostics), "");
}

}  // namespace
}  // namespace vrm::schema
