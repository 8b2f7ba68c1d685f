// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <cmath>
#include <map>

#include "validate/advice.hpp"
#include "vrm/gltf/stats.hpp"

namespace vrm::checks {
namespace {

// What platforms call good for an avatar that others see: a few draw calls and materials, 75 MB of textures.
constexpr std::uint64_t kDrawCalls = 16, kMaterials = 8, kTextureBytes = 75'000'000;
constexpr std::uint32_t kTextureSide = 2048;

void adviseDrawCalls(const Subject& subject) {
  std::uint64_t calls = 0;
  for (const gltf::Node& node : subject.asset.nodes) {
    if (node.mesh) calls += subject.asset.meshes[node.mesh.value].primitives.count;
  }
  if (calls <= kDrawCalls) return;
  // MToon draws the outline in a pass of its own (VRMC_materials_mtoon "Outline").
  std::uint64_t outlines = 0;
  for (const gltf::Node& node : subject.asset.nodes) {
    if (!node.mesh) continue;
    for (const gltf::Primitive& p : subject.asset.primitivesOf(subject.asset.meshes[node.mesh.value])) {
      if (!p.material || p.material.value >= subject.vrm.materials.size()) continue;
      const schema::Material& m = subject.vrm.materials[p.material.value];
      outlines += m.mtoon && m.mtoon->outlineWidthMode != schema::OutlineWidthMode::None;
    }
  }
  subject.report(Code::AdviceDrawCalls, "/meshes",
                 std::to_string(calls) + " draw calls" +
                     (outlines > 0 ? ", and " + std::to_string(outlines) + " more for outlines" : "") +
                     "; up to " + std::to_string(kDrawCalls) + " are good");
}

void adviseMaterials(const Subject& subject) {
  const std::vector<schema::Material>& materials = subject.vrm.materials;
  if (materials.size() > kMaterials) {
    subject.report(
        Code::AdviceMaterials, "/materials",
        std::to_string(materials.size()) + " materials; up to " + std::to_string(kMaterials) + " are good");
  }
  // VRM 0.x says how a material looks elsewhere.
  if (subject.vrm.version == VrmVersion::Vrm0) return;
  // The text of a material without its name: equal texts, equal materials.
  const gltf::JsonValue* const list = subject.document.root().find("materials");
  std::map<std::string, std::vector<std::string>> same;
  std::uint32_t i = 0;
  for (const gltf::JsonValue& material : list ? list->elements() : std::span<const gltf::JsonValue>()) {
    std::string text;
    for (const gltf::JsonMember& member : material.members()) {
      if (member.key.string() == "name" || member.key.string() == "extras") continue;
      text += std::string(member.key.string()) + ":" + gltf::Json::write(member.value) + ",";
    }
    same[text].push_back(std::to_string(i++));
  }
  for (const auto& [text, indices] : same) {
    if (indices.size() > 1)
      subject.report(Code::AdviceMaterials, "/materials", "materials that are the same: " + listed(indices));
  }
}

void adviseTextures(const Subject& subject) {
  const gltf::Stats stats = gltf::computeStats(subject.document, subject.asset);
  for (std::uint32_t i = 0; i < stats.images.size(); ++i) {
    const gltf::ImageInfo& image = stats.images[i].info;
    if (image.width <= kTextureSide && image.height <= kTextureSide) continue;
    subject.report(Code::AdviceTextures, gltf::pointerJoin("/images", i),
                   "the image has " + std::to_string(image.width) + " x " + std::to_string(image.height) +
                       " pixels, " + megabytes(std::uint64_t{image.width} * image.height * 16 / 3) +
                       " on a GPU");
  }
  if (stats.textureBytes > kTextureBytes) {
    subject.report(Code::AdviceTextures, "/images",
                   "all images take " + megabytes(stats.textureBytes) + " on a GPU; up to " +
                       megabytes(kTextureBytes) + " are good");
  }
}

}  // namespace

std::string megabytes(std::uint64_t bytes) {
  if (bytes < 100'000) return std::to_string((bytes + 999) / 1'000) + " kB";
  const std::uint64_t tenths = (bytes + 50'000) / 100'000;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
}

void adviseDrawing(const Subject& subject) {
  adviseDrawCalls(subject);
  adviseMaterials(subject);
  adviseTextures(subject);
}

}  // namespace vrm::checks
