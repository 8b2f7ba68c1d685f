// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "info.hpp"

namespace vrm::cli {
namespace {

gltf::JsonValue countsJson(JsonOut& out, const OpenedVrm& opened, const gltf::Stats& stats) {
  const gltf::Asset& a = opened.model.asset;
  const schema::Vrm& vrm = opened.vrm;
  return out.object({{"scenes", out.of(a.scenes.size())},
                     {"nodes", out.of(a.nodes.size())},
                     {"meshes", out.of(a.meshes.size())},
                     {"primitives", out.of(stats.primitives)},
                     {"vertices", out.of(stats.vertices)},
                     {"triangles", out.of(stats.triangles)},
                     {"morphTargets", out.of(stats.morphTargets)},
                     {"skins", out.of(a.skins.size())},
                     {"joints", out.of(stats.joints)},
                     {"materials", out.of(a.materials.size())},
                     {"textures", out.of(a.textures.size())},
                     {"images", out.of(a.images.size())},
                     {"animations", out.of(a.animations.size())},
                     {"accessors", out.of(a.accessors.size())},
                     {"bufferViews", out.of(a.bufferViews.size())},
                     {"expressions", out.of(vrm.expressions.list.size())},
                     {"springs", out.of(vrm.springBone.springs.size())},
                     {"springJoints", out.of(springJointCount(opened))},
                     {"colliders", out.of(vrm.springBone.colliders.size())},
                     {"colliderGroups", out.of(vrm.springBone.colliderGroups.size())},
                     {"constraints", out.of(vrm.constraints.size())}});
}

gltf::JsonValue imageJson(JsonOut& out, std::string_view name, const gltf::Stats::ImageStats& image) {
  return out.object({{"name", out.of(name)},
                     {"format", out.of(gltf::fileExtension(image.info.format))},
                     {"width", out.of(image.info.width)},
                     {"height", out.of(image.info.height)},
                     {"bytes", out.of(image.bytes)},
                     {"readable", out.of(image.readable)}});
}

// Names for the indices in `vrm`.
gltf::JsonValue nodeJson(JsonOut& out, const gltf::Node& node) {
  return out.object({{"name", out.of(node.name)}, {"parent", out.of(node.parent)}, {"mesh", out.of(node.mesh)}});
}

gltf::JsonValue meshJson(JsonOut& out, const gltf::Asset& asset, const gltf::Mesh& mesh) {
  return out.object({{"name", out.of(mesh.name)},
                     {"morphTargets", out.list(asset.nameList(mesh.targetNames),
                                               [&](std::string_view target) { return out.of(target); })}});
}

}  // namespace

std::string infoJson(const std::string& file, const OpenedVrm& opened) {
  const Opened& model = opened.model;
  const gltf::Asset& a = model.asset;
  const gltf::Stats stats = gltf::computeStats(model.document, a);
  const FoundVersion found = findVersion(model.document);
  gltf::Json json;
  JsonOut out(json);
  std::size_t image = 0;
  out.add(json.editRoot(),
          {{"file", out.of(file)},
           {"bytes", out.of(fileSize(file))},
           {"container", out.of(model.document.container() == gltf::Container::Glb ? "glb" : "gltf")},
           {"version", out.of(found.version)},
           {"specVersion", out.orNull(found.specVersion)},
           {"generator", out.of(a.generator)},
           {"extensionsUsed", out.of(a.extensionsUsed)},
           {"extensionsRequired", out.of(a.extensionsRequired)},
           {"otherFiles", out.of(otherFiles(model.document))},
           {"counts", countsJson(out, opened, stats)},
           {"nodes", out.list(a.nodes, [&](const gltf::Node& node) { return nodeJson(out, node); })},
           {"meshes", out.list(a.meshes, [&](const gltf::Mesh& mesh) { return meshJson(out, a, mesh); })},
           {"images",
            out.list(stats.images,
                     [&](const gltf::Stats::ImageStats& i) { return imageJson(out, a.images[image++].name, i); })},
           {"memory",
            out.object({{"geometryBytes", out.of(stats.geometryBytes)}, {"textureBytes", out.of(stats.textureBytes)}})},
           {"vrm", hasAnyVrm(opened.vrm) ? vrmJson(out, opened.vrm, static_cast<std::uint32_t>(a.nodes.size()))
                                         : gltf::JsonValue()},
           {"diagnostics", toJson(json, model.diagnostics)}});
  return json.write({.pretty = true}) + "\n";
}

}  // namespace vrm::cli
