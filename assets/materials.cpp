// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "materials.hpp"

#include "curve.hpp"
#include "textures.hpp"

namespace vrm::builtin {
namespace {

float linear(float srgb) {
  return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f);
}
// Colours of factors are linear; written with few digits, which also keeps them the same everywhere.
Vec3 color(std::uint32_t hex) {
  const auto part = [hex](int shift) {
    return std::round(linear(static_cast<float>(hex >> shift & 255) / 255) * 1000) / 1000;
  };
  return {part(16), part(8), part(0)};
}

schema::Material toon(const char* name, Texture texture, Vec3 shade) {
  schema::Material material;
  material.name = name;
  material.metallicFactor = 0;
  material.roughnessFactor = 0.9f;
  material.baseColorTexture.index = TextureIndex(texture);
  schema::MToon& mtoon = material.mtoon.emplace();
  mtoon.shadeColorFactor = shade;
  mtoon.shadeMultiplyTexture.index = TextureIndex(texture);
  mtoon.shadingToonyFactor = 0.88f;
  mtoon.shadingShiftFactor = -0.28f;
  mtoon.matcapFactor = {0, 0, 0};
  return material;
}

void outline(schema::Material& material, float width, std::uint32_t hex) {
  material.mtoon->outlineWidthMode = schema::OutlineWidthMode::WorldCoordinates;
  material.mtoon->outlineWidthFactor = width;
  material.mtoon->outlineColorFactor = color(hex);
  material.mtoon->outlineLightingMixFactor = 0.5f;
}

void rim(schema::Material& material, std::uint32_t hex) {
  material.mtoon->parametricRimColorFactor = color(hex);
  material.mtoon->parametricRimFresnelPowerFactor = 4;
  material.mtoon->parametricRimLiftFactor = 0.02f;
}

// Drawn, not lit: the same in light and shade.
void flat(schema::Material& material, Vec3 shade) {
  material.mtoon->shadeColorFactor = shade;
  material.mtoon->shadingShiftFactor = 0.4f;
}

}  // namespace

std::vector<schema::Material> makeMaterials() {
  std::vector<schema::Material> all(kMaterials);

  schema::Material skin = toon("skin", kSkinTexture, color(0xf3cfc4));
  outline(skin, 0.0016f, 0x8a4a3c);
  all[kSkin] = skin;

  schema::Material face = toon("face", kFaceTexture, color(0xf4d2c6));
  face.mtoon->shadingToonyFactor = 0.92f;
  face.mtoon->shadingShiftFactor = 0.02f;
  outline(face, 0.0016f, 0x8a4a3c);
  face.mtoon->outlineWidthMultiplyTexture.index = TextureIndex(kFaceOutlineTexture);
  all[kFace] = face;

  schema::Material details = toon("details", kDetailsTexture, color(0xe8dee4));
  details.doubleSided = true;
  flat(details, color(0xe8dee4));
  all[kDetails] = details;

  schema::Material iris = toon("iris", kIrisTexture, color(0xeeeaf2));
  flat(iris, color(0xeeeaf2));
  all[kIris] = iris;

  schema::Material cheeks = toon("cheeks", kCheeksTexture, color(0xf4e4e4));
  cheeks.alphaMode = gltf::AlphaMode::Blend;
  cheeks.baseColorFactor = {1, 1, 1, 0.35f};
  flat(cheeks, color(0xf4e4e4));
  all[kCheeks] = cheeks;

  schema::Material hair = toon("hair", kHairTexture, color(0xcf9aa0));
  hair.mtoon->matcapTexture.index = TextureIndex(kHairShineTexture);
  hair.mtoon->matcapFactor = {1, 1, 1};
  outline(hair, 0.0017f, 0x5c2418);
  rim(hair, 0x5a3a2c);
  all[kHair] = hair;

  schema::Material cloth = toon("cloth", kClothTexture, color(0xb4b2cc));
  cloth.doubleSided = true;
  outline(cloth, 0.0017f, 0x1d2e38);
  rim(cloth, 0x2c3c3e);
  all[kCloth] = cloth;

  schema::Material ribbon = toon("ribbon", kRibbonTexture, color(0xdfae9a));
  outline(ribbon, 0.0016f, 0x6d3a12);
  rim(ribbon, 0x4a3a20);
  all[kRibbon] = ribbon;
  return all;
}

}  // namespace vrm::builtin
