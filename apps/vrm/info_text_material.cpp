// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <algorithm>

#include "info.hpp"

namespace vrm::cli {
namespace {

std::size_t textureCount(const schema::Material& m) {
  const schema::MToon toon = m.mtoon.value_or(schema::MToon());
  const schema::TextureInfo* const all[] = {
      &m.baseColorTexture,
      &m.metallicRoughnessTexture,
      &m.normalTexture,
      &m.occlusionTexture,
      &m.emissiveTexture,
      &toon.shadeMultiplyTexture,
      &toon.shadingShiftTexture,
      &toon.matcapTexture,
      &toon.rimMultiplyTexture,
      &toon.outlineWidthMultiplyTexture,
      &toon.uvAnimationMaskTexture,
  };
  return static_cast<std::size_t>(std::count_if(
      std::begin(all), std::end(all), [](const schema::TextureInfo* texture) { return texture->index.valid(); }));
}

std::vector<std::string> materialPieces(const schema::Material& m) {
  std::vector<std::string> pieces{m.mtoon ? "MToon" : m.unlit ? "unlit" : "PBR"};
  pieces.push_back(std::string(schema::name(m.alphaMode)) +
                   (m.alphaMode == gltf::AlphaMode::Mask ? " at " + numberText(m.alphaCutoff) : ""));
  if (m.doubleSided) pieces.emplace_back("double sided");
  pieces.push_back(countText(textureCount(m), "texture"));
  const Vec3 e = m.emissiveFactor;
  if (e != Vec3{} || m.emissiveStrength != 1) {
    pieces.push_back("emits " + vectorText(e) +
                     (m.emissiveStrength == 1 ? "" : " x " + numberText(m.emissiveStrength)));
  }
  if (!m.mtoon) return pieces;
  const schema::MToon& toon = *m.mtoon;
  if (toon.outlineWidthMode != schema::OutlineWidthMode::None) {
    pieces.push_back(fmt::format("outline {} in {}", numberText(toon.outlineWidthFactor), name(toon.outlineWidthMode)));
  }
  if (toon.transparentWithZWrite) pieces.emplace_back("writes depth");
  if (toon.renderQueueOffsetNumber != 0) {
    pieces.push_back(fmt::format("render queue {:+}", toon.renderQueueOffsetNumber));
  }
  if (toon.uvAnimationScrollXSpeedFactor != 0 || toon.uvAnimationScrollYSpeedFactor != 0 ||
      toon.uvAnimationRotationSpeedFactor != 0) {
    pieces.emplace_back("textures move");
  }
  return pieces;
}

}  // namespace

void describeMaterials(Page& page, const schema::Vrm& vrm) {
  if (vrm.materials.empty()) return startSection(page, "materials", "none");
  const auto count = [&](auto matches) {
    return static_cast<std::size_t>(std::count_if(vrm.materials.begin(), vrm.materials.end(), matches));
  };
  const std::size_t toon = count([](const schema::Material& m) { return m.mtoon.has_value(); });
  const std::size_t unlit = count([](const schema::Material& m) { return !m.mtoon && m.unlit; });
  startSection(page, "materials",
               fmt::format("{} MToon, {} unlit, {} PBR", toon, unlit, vrm.materials.size() - toon - unlit));
  std::vector<std::string> labels;
  for (std::uint32_t i = 0; i < vrm.materials.size(); ++i) {
    labels.push_back("  " + nameOrIndex(vrm.materials[i].name, i));
  }
  page.labels(labelWidth(labels));
  for (std::size_t i = 0; i < labels.size(); ++i) page.list(labels[i], materialPieces(vrm.materials[i]));
}

}  // namespace vrm::cli
