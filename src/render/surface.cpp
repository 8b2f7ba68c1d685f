// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/surface.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "vrm/base/trig.hpp"

namespace vrm::render {
namespace {

constexpr std::array<std::string_view, kFeatureCount> kDefines = {
    "MTOON",        "PBR",           "UNLIT",         "ALPHA_MASK",       "ALPHA_BLEND",    "OUTLINE",
    "FLAT",         "VERTEX_COLOR",  "MANY_UV",       "UV_ANIMATION",     "BASE_TEXTURE",   "SHADE_TEXTURE",
    "NORMAL_TEXTURE", "EMISSIVE_TEXTURE", "MATCAP_TEXTURE", "MASK_TEXTURES", "SURFACE_TEXTURES"};

Vec4 with(Vec3 color, float w) {
  return {color.x, color.y, color.z, w};
}

// By their numbers, because both have a slot less than the file has textures.
const schema::TextureInfo& infoOf(const schema::Material& m, const schema::MToon& toon, Slot slot) {
  switch (slot) {
    case Slot::Base: return m.baseColorTexture;
    case Slot::Shade: return toon.shadeMultiplyTexture;
    case Slot::Normal: return m.normalTexture;
    case Slot::Emissive: return m.emissiveTexture;
    case Slot::ShadingShift: return toon.shadingShiftTexture;
    case Slot::Rim: return toon.rimMultiplyTexture;
    case Slot::OutlineWidth: return toon.outlineWidthMultiplyTexture;
    case Slot::AnimationMask: return toon.uvAnimationMaskTexture;
    case Slot::MetallicRoughness: return m.metallicRoughnessTexture;
    case Slot::Occlusion: return m.occlusionTexture;
    case Slot::Matcap: break;
  }
  return toon.matcapTexture;
}

bool isUsed(const schema::Material& material, Slot slot) {
  if (slot == Slot::Base) return true;
  if (material.mtoon) return slot != Slot::MetallicRoughness && slot != Slot::Occlusion;
  if (material.unlit) return false;
  return slot == Slot::Normal || slot == Slot::Emissive || slot == Slot::MetallicRoughness ||
         slot == Slot::Occlusion;
}

MaterialBlock::Place placeOf(const schema::TextureInfo& info, std::span<const TextureMove> moves, std::uint32_t set) {
  const schema::TextureTransform own = info.transform.value_or(schema::TextureTransform{});
  Vec2 offset = own.offset, scale = own.scale;
  for (const TextureMove& move : moves) {
    offset.x += (move.offset.x - own.offset.x) * move.weight;
    offset.y += (move.offset.y - own.offset.y) * move.weight;
    scale.x += (move.scale.x - own.scale.x) * move.weight;
    scale.y += (move.scale.y - own.scale.y) * move.weight;
  }
  const SinCos turn = sinCos(static_cast<double>(own.rotation));
  const float c = static_cast<float>(turn.cos), s = static_cast<float>(turn.sin);
  // KHR_texture_transform, "Overview": the rotation is counter-clockwise where V goes down.
  return {{c * scale.x, -s * scale.x, s * scale.y, c * scale.y}, {offset.x, offset.y, static_cast<float>(set), 0}};
}

}  // namespace

const schema::TextureInfo* textureOf(const schema::Material& material, Slot slot) {
  if (!isUsed(material, slot)) return nullptr;
  static const schema::MToon kPlain;
  const schema::TextureInfo& info = infoOf(material, material.mtoon ? *material.mtoon : kPlain, slot);
  return info ? &info : nullptr;
}

// KHR_texture_transform: its own wins.
std::uint32_t texCoordOf(const schema::TextureInfo& info) {
  return info.transform && info.transform->texCoord ? *info.transform->texCoord : info.texCoord;
}

std::string definesOf(Features features) {
  std::string out;
  for (std::uint32_t i = 0; i < kFeatureCount; ++i) {
    if ((features >> i & 1) != 0) out += "#define " + std::string(kDefines[i]) + "\n";
  }
  return out;
}

std::vector<Features> allFeatures() {
  constexpr Features kShared = bit(Feature::ManyUv) | bit(Feature::BaseTexture);
  constexpr Features kLit = kShared | bit(Feature::Flat) | bit(Feature::NormalTexture) | bit(Feature::EmissiveTexture);
  constexpr Features kToon = kLit | bit(Feature::ShadeTexture) | bit(Feature::MatcapTexture) |
                             bit(Feature::MaskTextures) | bit(Feature::UvAnimation) | bit(Feature::Outline);
  struct Kind {
    Feature feature;
    Features may;
  };
  constexpr Kind kKinds[] = {
      {Feature::MToon, kToon},
      {Feature::Pbr, kLit | bit(Feature::VertexColor) | bit(Feature::SurfaceTextures)},
      {Feature::Unlit, kShared | bit(Feature::VertexColor)},
  };
  std::vector<Features> out;
  for (const Kind& kind : kKinds) {
    for (const Features alpha : {Features{0}, bit(Feature::AlphaMask), bit(Feature::AlphaBlend)}) {
      Features some = 0;
      do {  // all subsets
        const bool without = has(some, Feature::Flat) &&
                             (has(some, Feature::NormalTexture) || has(some, Feature::Outline));
        if (!without) out.push_back(bit(kind.feature) | alpha | some);
        some = (some - kind.may) & kind.may;
      } while (some != 0);
    }
  }
  return out;
}

Features general(Features features) noexcept {
  Features out = features | bit(Feature::BaseTexture) | bit(Feature::ManyUv);
  if (!has(out, Feature::Unlit)) out |= bit(Feature::EmissiveTexture);
  if (has(out, Feature::Pbr)) out |= bit(Feature::SurfaceTextures);
  if (has(out, Feature::MToon))
    out |= bit(Feature::ShadeTexture) | bit(Feature::MatcapTexture) | bit(Feature::MaskTextures);
  return out;
}

Features featuresOf(const schema::Material& material, const GeometryTraits& geometry, std::uint32_t present,
                    bool manyUv) {
  const auto isThere = [&](Slot slot) { return (present >> static_cast<std::uint32_t>(slot) & 1) != 0; };
  Features out = bit(material.mtoon ? Feature::MToon : material.unlit ? Feature::Unlit : Feature::Pbr);
  const auto add = [&](Feature feature, bool when) {
    if (when) out |= bit(feature);
  };
  add(Feature::AlphaMask, material.alphaMode == gltf::AlphaMode::Mask);
  add(Feature::AlphaBlend, material.alphaMode == gltf::AlphaMode::Blend);
  add(Feature::ManyUv, manyUv);
  add(Feature::BaseTexture, isThere(Slot::Base));
  // VRMC_materials_mtoon 1.0, "Vertex Colors": they are ignored.
  add(Feature::VertexColor, geometry.colors && !material.mtoon);
  if (has(out, Feature::Unlit)) return out;
  add(Feature::Flat, !geometry.normals);
  add(Feature::NormalTexture, isThere(Slot::Normal) && geometry.normals && geometry.tangents);
  add(Feature::EmissiveTexture, isThere(Slot::Emissive));
  if (!material.mtoon) {
    add(Feature::SurfaceTextures, isThere(Slot::MetallicRoughness) || isThere(Slot::Occlusion));
    return out;
  }
  const schema::MToon& toon = *material.mtoon;
  add(Feature::ShadeTexture, isThere(Slot::Shade));
  add(Feature::MatcapTexture, isThere(Slot::Matcap));
  add(Feature::MaskTextures, isThere(Slot::ShadingShift) || isThere(Slot::Rim) || isThere(Slot::OutlineWidth) ||
                                 isThere(Slot::AnimationMask));
  add(Feature::UvAnimation, toon.uvAnimationScrollXSpeedFactor != 0 || toon.uvAnimationScrollYSpeedFactor != 0 ||
                                toon.uvAnimationRotationSpeedFactor != 0);
  return out;
}

bool hasOutline(const schema::Material& material, const GeometryTraits& geometry) {
  return material.mtoon && geometry.normals && material.mtoon->outlineWidthFactor > 0 &&
         material.mtoon->outlineWidthMode != schema::OutlineWidthMode::None;
}

std::uint32_t UvSets::placeOf(std::uint32_t set) const noexcept {
  const auto end = sets.begin() + count;
  const auto found = std::find(sets.begin(), end, set);
  return found == end ? 0 : static_cast<std::uint32_t>(found - sets.begin());
}

UvSets uvSetsOf(const schema::Material& material) {
  UvSets out;
  for (std::size_t i = 0; i < kSlotCount; ++i) {
    const auto slot = static_cast<Slot>(i);
    const schema::TextureInfo* info = textureOf(material, slot);
    if (!info || slot == Slot::Matcap) continue;
    const std::uint32_t set = texCoordOf(*info);
    const auto end = out.sets.begin() + out.count;
    if (std::find(out.sets.begin(), end, set) == end && out.count < out.sets.size()) out.sets[out.count++] = set;
  }
  return out;
}

MaterialBlock blockOf(const schema::Material& material, const UvSets& sets, std::span<const Vec4> values,
                      std::span<const TextureMove> moves) {
  static const schema::MToon kPlain;
  const schema::MToon& toon = material.mtoon ? *material.mtoon : kPlain;
  const auto value = [&](MaterialColorType type, Vec4 own) {
    return values.empty() ? own : values[static_cast<std::size_t>(type)];
  };
  const auto colored = [&](MaterialColorType type, Vec3 own, float w) {
    const Vec4 now = value(type, with(own, 1));
    return with({now.x, now.y, now.z}, w);
  };
  MaterialBlock out;
  out.baseColor = value(MaterialColorType::Color, material.baseColorFactor);
  out.shade = colored(MaterialColorType::ShadeColor, toon.shadeColorFactor, toon.shadingShiftFactor);
  const Vec4 emission = value(MaterialColorType::EmissionColor, with(material.emissiveFactor, 1));
  out.emissive = with(Vec3{emission.x, emission.y, emission.z} * material.emissiveStrength, toon.shadingToonyFactor);
  out.matcap = colored(MaterialColorType::MatcapColor, toon.matcapFactor, toon.giEqualizationFactor);
  out.rim = colored(MaterialColorType::RimColor, toon.parametricRimColorFactor, toon.parametricRimFresnelPowerFactor);
  out.outline = colored(MaterialColorType::OutlineColor, toon.outlineColorFactor, toon.outlineLightingMixFactor);
  out.factors = {toon.parametricRimLiftFactor, toon.rimLightingMixFactor, toon.outlineWidthFactor,
                 material.alphaCutoff};
  const bool onScreen = toon.outlineWidthMode == schema::OutlineWidthMode::ScreenCoordinates;
  out.scales = {material.normalTexture.scale, toon.shadingShiftTexture.scale, material.occlusionTexture.scale,
                onScreen ? 1.0f : 0.0f};
  out.surface = {material.metallicFactor, material.roughnessFactor, 0, 0};
  out.animation = {toon.uvAnimationScrollXSpeedFactor, toon.uvAnimationScrollYSpeedFactor,
                   toon.uvAnimationRotationSpeedFactor, 0};

  // VRMC_vrm 1.0 `expressions`, "TextureTransformBind": all textures of the material come to the same value; but not the
  // matcap, whose coordinates are no texture coordinates.
  for (std::size_t i = 0; i < kSlotCount; ++i) {
    const auto slot = static_cast<Slot>(i);
    const schema::TextureInfo* info = textureOf(material, slot);
    if (!info) continue;
    out.places[i] = slot == Slot::Matcap ? placeOf(*info, {}, 0) : placeOf(*info, moves, sets.placeOf(texCoordOf(*info)));
  }
  return out;
}

}  // namespace vrm::render
