// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "info.hpp"

namespace vrm::cli {
namespace {

using gltf::JsonValue;

JsonValue textureJson(JsonOut& out, const schema::TextureInfo& texture) {
  if (!texture) return {};
  JsonValue transform;
  if (texture.transform) {
    transform = out.object({{"offset", out.of(texture.transform->offset)},
                            {"rotation", out.of(texture.transform->rotation)},
                            {"scale", out.of(texture.transform->scale)},
                            {"texCoord", out.of(texture.transform->texCoord)}});
  }
  return out.object({{"index", out.of(texture.index)},
                     {"texCoord", out.of(texture.texCoord)},
                     {"scale", out.of(texture.scale)},
                     {"transform", transform}});
}

JsonValue mtoonJson(JsonOut& out, const schema::MToon& m) {
  return out.object({{"transparentWithZWrite", out.of(m.transparentWithZWrite)},
                     {"renderQueueOffsetNumber", out.of(m.renderQueueOffsetNumber)},
                     {"shadeColorFactor", out.of(m.shadeColorFactor)},
                     {"shadeMultiplyTexture", textureJson(out, m.shadeMultiplyTexture)},
                     {"shadingShiftFactor", out.of(m.shadingShiftFactor)},
                     {"shadingShiftTexture", textureJson(out, m.shadingShiftTexture)},
                     {"shadingToonyFactor", out.of(m.shadingToonyFactor)},
                     {"giEqualizationFactor", out.of(m.giEqualizationFactor)},
                     {"matcapFactor", out.of(m.matcapFactor)},
                     {"matcapTexture", textureJson(out, m.matcapTexture)},
                     {"parametricRimColorFactor", out.of(m.parametricRimColorFactor)},
                     {"rimMultiplyTexture", textureJson(out, m.rimMultiplyTexture)},
                     {"rimLightingMixFactor", out.of(m.rimLightingMixFactor)},
                     {"parametricRimFresnelPowerFactor", out.of(m.parametricRimFresnelPowerFactor)},
                     {"parametricRimLiftFactor", out.of(m.parametricRimLiftFactor)},
                     {"outlineWidthMode", out.of(m.outlineWidthMode)},
                     {"outlineWidthFactor", out.of(m.outlineWidthFactor)},
                     {"outlineWidthMultiplyTexture", textureJson(out, m.outlineWidthMultiplyTexture)},
                     {"outlineColorFactor", out.of(m.outlineColorFactor)},
                     {"outlineLightingMixFactor", out.of(m.outlineLightingMixFactor)},
                     {"uvAnimationMaskTexture", textureJson(out, m.uvAnimationMaskTexture)},
                     {"uvAnimationScrollXSpeedFactor", out.of(m.uvAnimationScrollXSpeedFactor)},
                     {"uvAnimationScrollYSpeedFactor", out.of(m.uvAnimationScrollYSpeedFactor)},
                     {"uvAnimationRotationSpeedFactor", out.of(m.uvAnimationRotationSpeedFactor)}});
}

JsonValue materialJson(JsonOut& out, const schema::Material& m) {
  return out.object({{"name", out.of(m.name)},
                     {"baseColorFactor", out.of(m.baseColorFactor)},
                     {"baseColorTexture", textureJson(out, m.baseColorTexture)},
                     {"metallicFactor", out.of(m.metallicFactor)},
                     {"roughnessFactor", out.of(m.roughnessFactor)},
                     {"metallicRoughnessTexture", textureJson(out, m.metallicRoughnessTexture)},
                     {"normalTexture", textureJson(out, m.normalTexture)},
                     {"occlusionTexture", textureJson(out, m.occlusionTexture)},
                     {"emissiveFactor", out.of(m.emissiveFactor)},
                     {"emissiveStrength", out.of(m.emissiveStrength)},
                     {"emissiveTexture", textureJson(out, m.emissiveTexture)},
                     {"alphaMode", out.of(schema::name(m.alphaMode))},
                     {"alphaCutoff", out.of(m.alphaCutoff)},
                     {"doubleSided", out.of(m.doubleSided)},
                     {"unlit", out.of(m.unlit)},
                     {"mtoon", m.mtoon ? mtoonJson(out, *m.mtoon) : JsonValue()}});
}

}  // namespace

JsonValue materialsJson(JsonOut& out, const std::vector<schema::Material>& materials) {
  return out.list(materials, [&](const schema::Material& material) { return materialJson(out, material); });
}

}  // namespace vrm::cli
