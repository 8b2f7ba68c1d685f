// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/gltf/asset.hpp"

namespace vrm::schema {

// KHR_texture_transform.
struct TextureTransform {
  Vec2 offset;
  float rotation = 0;  // radians
  Vec2 scale{1, 1};
  std::optional<std::uint32_t> texCoord;  // instead of the texture's own
  friend bool operator==(const TextureTransform&, const TextureTransform&) = default;
};

struct TextureInfo {
  TextureIndex index;
  std::uint32_t texCoord = 0;
  float scale = 1;  // normalTexture.scale, occlusionTexture.strength, shadingShiftTexture.scale
  std::optional<TextureTransform> transform;

  explicit operator bool() const noexcept { return index.valid(); }
  friend bool operator==(const TextureInfo&, const TextureInfo&) = default;
};

enum class OutlineWidthMode : std::uint8_t { None, WorldCoordinates, ScreenCoordinates };
std::string_view name(OutlineWidthMode mode) noexcept;

// VRMC_materials_mtoon 1.0, with the defaults of its schema.
struct MToon {
  bool transparentWithZWrite = false;
  std::int32_t renderQueueOffsetNumber = 0;  // -9 to 9
  Vec3 shadeColorFactor{1, 1, 1};
  TextureInfo shadeMultiplyTexture;
  float shadingShiftFactor = 0;
  TextureInfo shadingShiftTexture;
  float shadingToonyFactor = 0.9f;
  float giEqualizationFactor = 0.9f;
  Vec3 matcapFactor{1, 1, 1};
  TextureInfo matcapTexture;
  Vec3 parametricRimColorFactor;
  TextureInfo rimMultiplyTexture;
  float rimLightingMixFactor = 1;
  float parametricRimFresnelPowerFactor = 5;
  float parametricRimLiftFactor = 0;
  OutlineWidthMode outlineWidthMode = OutlineWidthMode::None;
  float outlineWidthFactor = 0;
  TextureInfo outlineWidthMultiplyTexture;
  Vec3 outlineColorFactor;
  float outlineLightingMixFactor = 1;
  TextureInfo uvAnimationMaskTexture;
  float uvAnimationScrollXSpeedFactor = 0;
  float uvAnimationScrollYSpeedFactor = 0;
  float uvAnimationRotationSpeedFactor = 0;
  friend bool operator==(const MToon&, const MToon&) = default;
};

std::string_view name(gltf::AlphaMode mode) noexcept;  // "OPAQUE"

// A material of the file: core glTF with the extensions that avatars use. A file's VRM 0.x materialProperties have
// been converted to this. An MToon material is also `unlit` when the file says so for readers without MToon.
struct Material {
  std::string name;
  Vec4 baseColorFactor{1, 1, 1, 1};
  TextureInfo baseColorTexture;
  float metallicFactor = 1;
  float roughnessFactor = 1;
  TextureInfo metallicRoughnessTexture;
  TextureInfo normalTexture;
  TextureInfo occlusionTexture;
  Vec3 emissiveFactor;
  float emissiveStrength = 1;  // KHR_materials_emissive_strength, VRMC_materials_hdr_emissiveMultiplier
  TextureInfo emissiveTexture;
  gltf::AlphaMode alphaMode = gltf::AlphaMode::Opaque;
  float alphaCutoff = 0.5f;
  bool doubleSided = false;
  bool unlit = false;          // KHR_materials_unlit
  std::optional<MToon> mtoon;  // wins over unlit
  friend bool operator==(const Material&, const Material&) = default;
};

}  // namespace vrm::schema
