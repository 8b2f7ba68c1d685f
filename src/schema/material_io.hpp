// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/reader.hpp"
#include "vrm/schema/material.hpp"

// What reading and writing materials share.
namespace vrm::schema {

inline constexpr std::string_view kMToonExtension = "VRMC_materials_mtoon";
inline constexpr std::string_view kUnlitExtension = "KHR_materials_unlit";
inline constexpr std::string_view kEmissiveStrengthExtension = "KHR_materials_emissive_strength";
inline constexpr std::string_view kEmissiveMultiplierExtension = "VRMC_materials_hdr_emissiveMultiplier";
inline constexpr std::string_view kTextureTransformExtension = "KHR_texture_transform";

// The members of VRMC_materials_mtoon-1.0 (its schema) with their ranges, but for specVersion. One list, so that what
// is written is what is read. Colours have no range here: the schema wants [0, 1], files have brighter ones, and no
// consumer clamps them; any finite colour is kept.
template <class Visitor>
void visitMToon(Visitor&& visit) {
  constexpr float kAny = std::numeric_limits<float>::max();
  visit.boolean("transparentWithZWrite", &MToon::transparentWithZWrite);
  visit.integer("renderQueueOffsetNumber", &MToon::renderQueueOffsetNumber, -9, 9);
  visit.color("shadeColorFactor", &MToon::shadeColorFactor);
  visit.texture("shadeMultiplyTexture", &MToon::shadeMultiplyTexture);
  visit.number("shadingShiftFactor", &MToon::shadingShiftFactor, -kAny, kAny);
  visit.texture("shadingShiftTexture", &MToon::shadingShiftTexture, "scale");
  visit.number("shadingToonyFactor", &MToon::shadingToonyFactor, 0, 1);
  visit.number("giEqualizationFactor", &MToon::giEqualizationFactor, 0, 1);
  visit.color("matcapFactor", &MToon::matcapFactor);
  visit.texture("matcapTexture", &MToon::matcapTexture);
  visit.color("parametricRimColorFactor", &MToon::parametricRimColorFactor);
  visit.texture("rimMultiplyTexture", &MToon::rimMultiplyTexture);
  visit.number("rimLightingMixFactor", &MToon::rimLightingMixFactor, 0, 1);
  visit.number("parametricRimFresnelPowerFactor", &MToon::parametricRimFresnelPowerFactor, 0, kAny);
  visit.number("parametricRimLiftFactor", &MToon::parametricRimLiftFactor, -kAny, kAny);
  visit.mode("outlineWidthMode", &MToon::outlineWidthMode);
  visit.number("outlineWidthFactor", &MToon::outlineWidthFactor, 0, kAny);
  visit.texture("outlineWidthMultiplyTexture", &MToon::outlineWidthMultiplyTexture);
  visit.color("outlineColorFactor", &MToon::outlineColorFactor);
  visit.number("outlineLightingMixFactor", &MToon::outlineLightingMixFactor, 0, 1);
  visit.texture("uvAnimationMaskTexture", &MToon::uvAnimationMaskTexture);
  visit.number("uvAnimationScrollXSpeedFactor", &MToon::uvAnimationScrollXSpeedFactor, -kAny, kAny);
  visit.number("uvAnimationScrollYSpeedFactor", &MToon::uvAnimationScrollYSpeedFactor, -kAny, kAny);
  visit.number("uvAnimationRotationSpeedFactor", &MToon::uvAnimationRotationSpeedFactor, -kAny, kAny);
}

// Every place of a material for a texture.
template <class F>
void forEachTexture(const Material& m, F&& each) {
  for (const TextureInfo* texture : {&m.baseColorTexture, &m.metallicRoughnessTexture, &m.normalTexture,
                                     &m.occlusionTexture, &m.emissiveTexture}) {
    each(*texture);
  }
  if (!m.mtoon) return;
  const MToon& t = *m.mtoon;
  for (const TextureInfo* texture : {&t.shadeMultiplyTexture, &t.shadingShiftTexture, &t.matcapTexture,
                                     &t.rimMultiplyTexture, &t.outlineWidthMultiplyTexture, &t.uvAnimationMaskTexture}) {
    each(*texture);
  }
}

// Nothing for a transform that changes nothing: exporters write it everywhere, and it must not tell apart what is the
// same.
std::optional<TextureTransform> withoutIdentity(const TextureTransform& transform);

// KHR_texture_transform of a textureInfo.
std::optional<TextureTransform> readTextureTransform(const JsonValue& textureInfo, const Place& place,
                                                     Diagnostics& diagnostics);

// VRM 0.x: replaces the materials that materialProperties of the extension VRM describe.
void convertMaterialProperties(Context& context, const JsonValue& vrm0, std::vector<Material>& materials);

}  // namespace vrm::schema
