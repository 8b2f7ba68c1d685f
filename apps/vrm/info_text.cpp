// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "info.hpp"

namespace vrm::cli {
namespace {

constexpr std::size_t kLabels = 14;
constexpr std::size_t kMaxLabels = 32;

std::vector<std::string> listed(const std::vector<std::string_view>& names) {
  if (names.empty()) return {"none"};
  std::vector<std::string> pieces;
  for (const std::string_view name : names) pieces.push_back(printable(name));
  return pieces;
}

std::string versionText(const FoundVersion& found) {
  std::string text(name(found.version));
  if (!found.specVersion.empty()) text += fmt::format(" (specVersion \"{}\")", found.specVersion);
  return text;
}

void describeContainer(Page& page, const std::string& file, const Opened& opened, const gltf::Stats& stats) {
  const gltf::Asset& a = opened.asset;
  page.row("file", fmt::format("{} ({})", printable(file), megabytes(fileSize(file))));
  page.row("container", opened.document.container() == gltf::Container::Glb ? "GLB" : "glTF JSON");
  page.row("version", printable(versionText(findVersion(opened.document))));
  page.row("generator", a.generator.empty() ? "not stated" : printable(a.generator));
  page.list("extensions", listed(a.extensionsUsed));
  if (!a.extensionsRequired.empty()) page.list("required", listed(a.extensionsRequired));
  if (const std::vector<std::string_view> others = otherFiles(opened.document); !others.empty())
    page.list("other files", listed(others));
  page.row("nodes",
           fmt::format("{} in {}", a.nodes.size(), gltf::counted(gltf::Kind::Scene, a.scenes.size())));
  page.row("meshes", fmt::format("{} with {}", a.meshes.size(), countText(stats.primitives, "primitive")));
  page.row("vertices", fmt::format("{}", stats.vertices));
  page.row("triangles", fmt::format("{}", stats.triangles));
  page.row("morph targets", fmt::format("{}", stats.morphTargets));
  page.row("skins", fmt::format("{} with {}", a.skins.size(), countText(stats.joints, "joint")));
  page.row("materials", fmt::format("{}", a.materials.size()));
  page.row("textures",
           fmt::format("{} of {}", a.textures.size(), gltf::counted(gltf::Kind::Image, a.images.size())));
  for (std::uint32_t i = 0; i < stats.images.size(); ++i) {
    const gltf::Stats::ImageStats& image = stats.images[i];
    const std::string_view format = gltf::fileExtension(image.info.format);
    page.row(fmt::format("  image {}", i),
             !image.readable ? "missing"
                             : fmt::format("{}x{} {} {} {}", image.info.width, image.info.height,
                                           format.empty() ? "unknown" : format, megabytes(image.bytes),
                                           printable(a.images[i].name)));
  }
  page.row("animations", fmt::format("{}", a.animations.size()));
  page.row("memory", fmt::format("about {} on a GPU: {} geometry, {} textures",
                                 megabytes(stats.geometryBytes + stats.textureBytes),
                                 megabytes(stats.geometryBytes), megabytes(stats.textureBytes)));
}

}  // namespace

std::string numberText(float value) {
  return fmt::format("{:.5g}", value == 0 ? 0.0f : value);  // no -0
}

std::string vectorText(Vec3 v) {
  // Less than a hundredth of a millimetre, or of anything else that a vector says, is what exporters make of
  // 0.
  const auto text = [](float value) { return numberText(std::abs(value) < 1e-5f ? 0.0f : value); };
  return text(v.x) + " " + text(v.y) + " " + text(v.z);
}

std::string megabytes(std::uint64_t bytes) {
  return bytes < 1'000'000 ? fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3)
                           : fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::string countText(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string nameOrIndex(std::string_view name, std::uint32_t index) {
  constexpr std::size_t kMost = 120;  // bytes: one long name can be used any number of times
  if (name.empty()) return fmt::format("#{}", index);
  return std::string(gltf::beginning(name, kMost)) + (name.size() > kMost ? "..." : "");
}

std::string nodeName(const OpenedVrm& opened, NodeIndex node) {
  const std::vector<gltf::Node>& nodes = opened.model.asset.nodes;
  return nameOrIndex(node.value < nodes.size() ? nodes[node.value].name
                                               : opened.vrm.addedNodes[node.value - nodes.size()].name,
                     node.value);
}

std::string materialName(const schema::Vrm& vrm, MaterialIndex material) {
  return nameOrIndex(vrm.materials[material.value].name, material.value);
}

std::size_t labelWidth(const std::vector<std::string>& labels) {
  std::size_t width = kLabels;
  for (const std::string& label : labels) {
    const std::size_t wanted = columns(printable(label)) + 1;
    if (wanted <= kMaxLabels) width = std::max(width, wanted);  // what follows a longer one stands below it
  }
  return width;
}

void startSection(Page& page, std::string_view title, std::string_view summary) {
  page.line();
  page.labels(kLabels);
  summary.empty() ? page.line(title) : page.prose(title, summary);
}

std::string infoText(const std::string& file, const OpenedVrm& opened) {
  const schema::Vrm& vrm = opened.vrm;
  const gltf::Stats stats = gltf::computeStats(opened.model.document, opened.model.asset);
  const bool avatar = isAvatar(vrm.version);
  Page page(kLabels);
  describeContainer(page, file, opened.model, stats);
  if (vrm.version == VrmVersion::None) {
    page.row("VRM", hasAnyVrm(vrm) ? "no avatar, but parts of VRM" : "none, this is plain glTF");
  }
  if (avatar) {
    describeMeta(page, opened, stats);
    describeLicence(page, vrm);
    describeHumanoid(page, opened);
    describeExpressions(page, opened);
    describeLookAt(page, vrm);
    describeFirstPerson(page, opened);
  }
  // Files that are no avatars are not asked for what they need not have.
  if (avatar || vrm.springBone != schema::SpringBone()) describeSprings(page, opened);
  if (avatar || !vrm.constraints.empty()) describeConstraints(page, opened);
  if (avatar || !vrm.materials.empty()) describeMaterials(page, vrm);
  if (avatar || vrm.animation) describeAnimation(page, opened);
  return page.text();
}

}  // namespace vrm::cli
