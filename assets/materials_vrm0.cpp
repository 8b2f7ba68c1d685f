// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The formulas are those of the migration to 1.0 (src/schema/read_material_vrm0.cpp), the other way round.
#include "materials_vrm0.hpp"

#include "document.hpp"

namespace vrm::builtin {
namespace {

std::string shortNumber(float x) {
  return formatFloat(std::round(x * 1e5f) / 1e5f + 0.0f);
}

float srgb(float linear) {
  return linear <= 0.0031308f ? linear * 12.92f : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

std::string srgbText(Vec3 c, float alpha = 1) {
  return "[" +
         joined(
             {shortNumber(srgb(c.x)), shortNumber(srgb(c.y)), shortNumber(srgb(c.z)), shortNumber(alpha)}) +
         "]";
}

}  // namespace

std::string materialProperties(const schema::Material& material) {
  const schema::MToon& mtoon = *material.mtoon;
  const bool blend = material.alphaMode == gltf::AlphaMode::Blend;
  const float half = 1 - mtoon.shadingToonyFactor;
  const float low = -mtoon.shadingShiftFactor - half, high = -mtoon.shadingShiftFactor + half;
  const bool outlined = mtoon.outlineWidthMode != schema::OutlineWidthMode::None;

  std::vector<std::string> floats, vectors, textures;
  const auto number = [&](const char* name, float value) {
    floats.push_back(jsonText(name) + ":" + shortNumber(value));
  };
  const auto texture = [&](const char* name, const schema::TextureInfo& info) {
    if (info) textures.push_back(jsonText(name) + ":" + jsonText(info.index.value));
  };
  number("_BlendMode", blend ? 2.0f : 0.0f);
  number("_CullMode", material.doubleSided ? 0.0f : 2.0f);
  number("_Cutoff", 0.5f);
  number("_SrcBlend", blend ? 5.0f : 1.0f);
  number("_DstBlend", blend ? 10.0f : 0.0f);
  number("_ZWrite", blend ? 0.0f : 1.0f);
  number("_ShadeShift", low);
  number("_ShadeToony", (high - 1) / (low - 1));
  number("_IndirectLightIntensity", 1 - mtoon.giEqualizationFactor);
  number("_RimLightingMix", mtoon.rimLightingMixFactor);
  number("_RimFresnelPower", mtoon.parametricRimFresnelPowerFactor);
  number("_RimLift", mtoon.parametricRimLiftFactor);
  number("_OutlineWidthMode", outlined ? 1.0f : 0.0f);
  number("_OutlineWidth", mtoon.outlineWidthFactor * 100);
  number("_OutlineColorMode", 1);
  number("_OutlineLightingMix", mtoon.outlineLightingMixFactor);
  const Vec4 base = material.baseColorFactor;
  vectors.push_back(R"("_Color":)" + srgbText({base.x, base.y, base.z}, base.w));
  vectors.push_back(R"("_ShadeColor":)" + srgbText(mtoon.shadeColorFactor));
  vectors.push_back(R"("_RimColor":)" + srgbText(mtoon.parametricRimColorFactor));
  vectors.push_back(R"("_OutlineColor":)" + srgbText(mtoon.outlineColorFactor));
  vectors.push_back(R"("_EmissionColor":[0,0,0,1],"_MainTex":[0,0,1,1])");
  texture("_MainTex", material.baseColorTexture);
  texture("_ShadeTexture", mtoon.shadeMultiplyTexture);
  texture("_SphereAdd", mtoon.matcapTexture);
  texture("_OutlineWidthTexture", mtoon.outlineWidthMultiplyTexture);
  return R"({"name":)" + jsonText(material.name) + R"(,"shader":"VRM/MToon","renderQueue":)" +
         (blend ? "3000" : "2000") + R"(,"floatProperties":{)" + joined(floats) +
         R"(},"vectorProperties":{)" + joined(vectors) + R"(},"textureProperties":{)" + joined(textures) +
         R"(},"keywordMap":{)" + std::string(blend ? R"("_ALPHABLEND_ON":true)" : "") +
         (blend && outlined ? "," : "") +
         (outlined ? R"("MTOON_OUTLINE_WIDTH_WORLD":true,"MTOON_OUTLINE_COLOR_MIXED":true)" : "") +
         R"(},"tagMap":{"RenderType":)" + (blend ? R"("Transparent")" : R"("Opaque")") + "}}";
}

std::string plainMaterial(const schema::Material& material) {
  const Vec4 c = material.baseColorFactor;
  std::string out = R"({"name":)" + jsonText(material.name) +
                    R"(,"pbrMetallicRoughness":{"baseColorFactor":[)" +
                    joined({shortNumber(c.x), shortNumber(c.y), shortNumber(c.z), shortNumber(c.w)}) + "]";
  if (material.baseColorTexture)
    out += R"(,"baseColorTexture":{"index":)" + jsonText(material.baseColorTexture.index.value) + "}";
  out += R"(,"metallicFactor":0,"roughnessFactor":0.9})";
  if (material.alphaMode == gltf::AlphaMode::Blend) out += R"(,"alphaMode":"BLEND")";
  if (material.doubleSided) out += R"(,"doubleSided":true)";
  return out + "}";
}

}  // namespace vrm::builtin
