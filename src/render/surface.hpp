// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vrm/base/math.hpp"
#include "vrm/runtime/expression.hpp"
#include "vrm/schema/material.hpp"

namespace vrm::render {

// The textures of a material, in the order of the shader's kBase, kShade, ... and of its units.
enum class Slot : std::uint8_t {
  Base,
  Shade,
  Normal,
  Emissive,
  ShadingShift,
  Rim,
  OutlineWidth,
  AnimationMask,
  MetallicRoughness,
  Occlusion,
  Matcap,
};
inline constexpr std::size_t kSlotCount = 11;

// What a slot without a texture reads as.
enum class Fill : std::uint8_t { White, Black, Normal };

struct SlotInfo {
  const char* sampler;
  bool srgb;  // colours are stored so
  Fill fill;
};
// Core glTF sections 3.9.2 and 3.9.3; VRMC_materials_mtoon 1.0, each texture's own section.
inline constexpr std::array<SlotInfo, kSlotCount> kSlots = {{
    {"uBaseTexture", true, Fill::White},
    {"uShadeTexture", true, Fill::White},
    {"uNormalTexture", false, Fill::Normal},
    {"uEmissiveTexture", true, Fill::White},
    {"uShiftTexture", false, Fill::Black},
    {"uRimTexture", true, Fill::White},
    {"uOutlineWidthTexture", false, Fill::White},
    {"uMaskTexture", false, Fill::White},
    {"uMetallicRoughnessTexture", false, Fill::White},
    {"uOcclusionTexture", false, Fill::White},
    {"uMatcapTexture", true, Fill::Black},
}};

// Null when the material has none.
const schema::TextureInfo* textureOf(const schema::Material& material, Slot slot);

// Which set of texture coordinates it is on.
std::uint32_t texCoordOf(const schema::TextureInfo& info);

// What tells programs apart; bits.
enum class Feature : std::uint32_t {
  MToon = 1 << 0,
  Pbr = 1 << 1,
  Unlit = 1 << 2,
  AlphaMask = 1 << 3,
  AlphaBlend = 1 << 4,
  Outline = 1 << 5,
  Flat = 1 << 6,
  VertexColor = 1 << 7,
  ManyUv = 1 << 8,
  UvAnimation = 1 << 9,
  BaseTexture = 1 << 10,
  ShadeTexture = 1 << 11,
  NormalTexture = 1 << 12,
  EmissiveTexture = 1 << 13,
  MatcapTexture = 1 << 14,
  MaskTextures = 1 << 15,
  SurfaceTextures = 1 << 16,
};
using Features = std::uint32_t;
constexpr Features bit(Feature feature) noexcept {
  return static_cast<Features>(feature);
}
constexpr bool has(Features features, Feature feature) noexcept {
  return (features & bit(feature)) != 0;
}
inline constexpr std::uint32_t kFeatureCount = 17;

// "#define MTOON\n..."
std::string definesOf(Features features);
// Every set of features that a material of some primitive can have; without Outline and with it.
std::vector<Features> allFeatures();

// The same with every texture that can stand for none (SlotInfo::fill) and with many sets of coordinates: it
// draws the same pixels, a little slower. There are few of these.
Features general(Features features) noexcept;

// What the geometry of a primitive offers.
struct GeometryTraits {
  bool normals = true;
  bool tangents = false;
  bool colors = false;
};
// Without Outline. `present` says which slots have a texture that could be uploaded; bit per Slot.
Features featuresOf(const schema::Material& material, const GeometryTraits& geometry, std::uint32_t present,
                    bool manyUv);
bool hasOutline(const schema::Material& material, const GeometryTraits& geometry);

// The uniform blocks of surface_shader.hpp (std140).
struct FrameBlock {
  Mat4 viewProjection{};
  Vec4 eye, back, toLight, light, sky, ground;
};
static_assert(sizeof(FrameBlock) == 64 + 6 * 16);

struct MaterialBlock {
  Vec4 baseColor, shade, emissive, matcap, rim, outline, factors, scales, surface, animation;
  struct Place {
    Vec4 turn{1, 0, 0, 1};
    Vec4 move;
  };
  std::array<Place, kSlotCount> places;
};
static_assert(sizeof(MaterialBlock) == 10 * 16 + kSlotCount * 32);

// The first four sets of texture coordinates that a material uses; others are read as the first.
struct UvSets {
  std::array<std::uint32_t, 4> sets{};
  std::uint32_t count = 0;
  std::uint32_t placeOf(std::uint32_t set) const noexcept;
};
UvSets uvSetsOf(const schema::Material& material);

// What an expression does to the coordinates of a material's textures, as far as it is on.
struct TextureMove {
  float weight = 0;
  Vec2 offset, scale{1, 1};
};

// `values`, of Avatar::materialValues(), or none: what expressions make of the material's colours.
MaterialBlock blockOf(const schema::Material& material, const UvSets& sets, std::span<const Vec4> values = {},
                      std::span<const TextureMove> moves = {});

}  // namespace vrm::render
