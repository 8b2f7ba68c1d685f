// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::builtin {

// The textures, in the order of their indices.
enum Texture : std::uint32_t {
  kSkinTexture,
  kFaceTexture,
  kFaceOutlineTexture,
  kDetailsTexture,
  kIrisTexture,
  kCheeksTexture,
  kHairTexture,
  kHairShineTexture,
  kClothTexture,
  kRibbonTexture,
  kTextures,
};
// Its image comes after theirs.
inline constexpr std::uint32_t kThumbnailImage = kTextures;
std::string_view textureName(Texture texture);
gltf::Image paintTexture(Texture texture);

}  // namespace vrm::builtin
