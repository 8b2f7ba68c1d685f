// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/stats.hpp"

#include <optional>

namespace vrm::gltf {
namespace {

std::uint64_t triangleCount(PrimitiveMode mode, std::uint64_t corners) {
  switch (mode) {
    case PrimitiveMode::Triangles:
      return corners / 3;
    case PrimitiveMode::TriangleStrip:
    case PrimitiveMode::TriangleFan:
      return corners < 3 ? 0 : corners - 2;
    default:
      return 0;
  }
}

// What Document::image gives, without a search through the JSON for each of many images.
std::optional<std::span<const std::byte>> imageBytes(const Document& document, const Asset& asset, std::uint32_t index) {
  const std::span<const Document::Resource> resources = document.images();
  if (index < resources.size() && resources[index].source != Document::Resource::Source::None) {
    return resources[index].bytes;
  }
  const BufferViewIndex viewIndex = asset.images[index].bufferView;
  if (!viewIndex) return std::nullopt;
  const BufferView& view = asset.bufferViews[viewIndex.value];
  if (!view.buffer) return std::nullopt;
  const std::span<const std::byte> bytes = document.buffer(view.buffer.value);
  if (view.byteOffset > bytes.size() || view.byteLength > bytes.size() - view.byteOffset) return std::nullopt;
  return bytes.subspan(static_cast<std::size_t>(view.byteOffset), static_cast<std::size_t>(view.byteLength));
}

}  // namespace

Stats computeStats(const Document& document, const Asset& asset) {
  Stats stats;
  std::vector<bool> counted(asset.accessors.size());
  std::vector<bool> positions(asset.accessors.size());
  const auto count = [&](AccessorIndex index) {
    if (!index || counted[index.value]) return;
    counted[index.value] = true;
    const Accessor& a = asset.accessors[index.value];
    stats.geometryBytes += std::uint64_t{elementStride(a)} * a.count;
  };
  const auto countAll = [&](Range list) {
    for (const Attribute& attribute : asset.attributeList(list)) count(attribute.accessor);
  };
  for (const Mesh& mesh : asset.meshes) {
    stats.morphTargets += mesh.targetCount;
    for (const Primitive& primitive : asset.primitivesOf(mesh)) {
      ++stats.primitives;
      countAll(primitive.attributes);
      count(primitive.indices);
      for (const MorphTarget& target : asset.targetsOf(primitive)) countAll(target.attributes);
      const AccessorIndex position = asset.find(primitive.attributes, "POSITION");
      if (!position) continue;
      const std::uint32_t vertices = asset.accessors[position.value].count;
      if (!positions[position.value]) stats.vertices += vertices;
      positions[position.value] = true;
      const std::uint32_t corners = primitive.indices ? asset.accessors[primitive.indices.value].count : vertices;
      stats.triangles += triangleCount(primitive.mode, corners);
    }
  }
  std::vector<bool> isJoint(asset.nodes.size());
  for (const Skin& skin : asset.skins) {
    for (const NodeIndex joint : asset.nodeList(skin.joints)) {
      if (!isJoint[joint.value]) ++stats.joints;
      isJoint[joint.value] = true;
    }
  }
  for (std::uint32_t i = 0; i < asset.images.size(); ++i) {
    Stats::ImageStats& image = stats.images.emplace_back();
    const std::optional<std::span<const std::byte>> bytes = imageBytes(document, asset, i);
    image.readable = bytes.has_value();
    if (!bytes) continue;
    image.info = probeImage(*bytes);
    image.bytes = bytes->size();
    stats.textureBytes += std::uint64_t{image.info.width} * image.info.height * 4 * 4 / 3;
  }
  return stats;
}

}  // namespace vrm::gltf
