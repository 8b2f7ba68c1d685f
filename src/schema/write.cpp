// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/write.hpp"

#include <algorithm>
#include <new>
#include <set>

#include "schema/member_writer.hpp"

namespace vrm::schema {
namespace {

using gltf::Json;
using gltf::JsonValue;

// Extensions that this module writes or replaces, and whose names it therefore keeps right in extensionsUsed.
constexpr std::string_view kOwn[] = {"VRM",
                                     "VRMC_vrm",
                                     "VRMC_springBone",
                                     "VRMC_springBone_extended_collider",
                                     "VRMC_springBone_limit",
                                     "VRMC_node_constraint",
                                     "VRMC_constraints-1.0",
                                     "VRMC_constraints",
                                     "VRMC_materials_mtoon",
                                     "VRMC_materials_hdr_emissiveMultiplier",
                                     "VRMC_vrm_animation",
                                     "KHR_materials_emissive_strength",
                                     "KHR_materials_unlit",
                                     "KHR_texture_transform"};

constexpr std::string_view kLists[] = {"extensionsUsed", "extensionsRequired"};

// Names of all extensions in the tree that are ours. The lists themselves use none, whatever stands in their place.
std::set<std::string_view> usedExtensions(const JsonValue& root) {
  std::set<std::string_view> found;
  std::vector<const JsonValue*> pending = {&root};
  while (!pending.empty()) {
    const JsonValue& value = *pending.back();
    pending.pop_back();
    for (const JsonValue& element : value.elements()) {
      if (element.isArray() || element.isObject()) pending.push_back(&element);
    }
    for (const gltf::JsonMember& member : value.members()) {
      const std::string_view key = member.key.string();
      if (&value == &root && std::find(std::begin(kLists), std::end(kLists), key) != std::end(kLists)) continue;
      if (member.value.isArray() || member.value.isObject()) pending.push_back(&member.value);
      if (key != "extensions") continue;
      for (const gltf::JsonMember& extension : member.value.members()) {
        const auto own = std::find(std::begin(kOwn), std::end(kOwn), extension.key.string());
        if (own != std::end(kOwn)) found.insert(*own);
      }
    }
  }
  return found;
}

// Adds what is used now and takes away what was used `before` and is no more.
void renewExtensionLists(Json& json, const std::set<std::string_view>& before) {
  const std::set<std::string_view> used = usedExtensions(json.root());
  const auto gone = [&](const JsonValue& entry) {
    return before.contains(entry.string()) && !used.contains(entry.string());
  };
  for (const std::string_view key : kLists) {
    JsonValue* list = json.editRoot().find(key);
    if (!list || !list->isArray()) continue;
    json.eraseElements(*list, gone);
    if (list->size() == 0) json.remove(json.editRoot(), key);
  }
  for (const std::string_view name : used) {
    JsonValue& list = json.memberArray(json.editRoot(), "extensionsUsed");
    const std::span<const JsonValue> entries = list.elements();
    const auto same = [&](const JsonValue& entry) { return entry.string() == name; };
    if (std::none_of(entries.begin(), entries.end(), same)) json.append(list, json.string(name));
  }
}

void writeAvatar(WriteContext& context, const Vrm& vrm) {
  Json& json = context.document.editJson();
  const MemberWriter extension = extensionOf(json, json.editRoot(), "VRMC_vrm");
  extension.string("specVersion", "1.0");
  writeMeta(context, vrm, extension);
  writeHumanoid(context, vrm, extension);
  writeGaze(context, vrm, extension);
  writeExpressions(context, vrm, extension);
  writeSource(context, vrm, extension);
  extension.remove("springBone");  // the draft's; springs have an extension of their own
}

}  // namespace

std::optional<Error> misfit(const Vrm& vrm, const gltf::Document& document) {
  const auto count = [&](std::string_view key) {
    const JsonValue* list = document.root().find(key);
    return list && list->isArray() ? list->size() : 0u;
  };
  const std::uint32_t fileNodes = count("nodes");
  const std::uint32_t nodes = fileNodes + static_cast<std::uint32_t>(vrm.addedNodes.size());
  const std::uint32_t materials = count("materials"), textures = count("textures"), images = count("images");
  std::optional<Error> error;
  const auto check = [&](std::uint32_t index, std::uint32_t size, bool optional, std::string_view what) {
    if (error || index < size || (optional && index == kNone)) return;
    error = Error{Code::ApiMisuse,
                  std::string(what) + (index == kNone ? " is not set" : " is " + std::to_string(index) +
                                                                             ", but there are only " + std::to_string(size)),
                  "", kNoOffset};
  };
  for (const AddedNode& added : vrm.addedNodes) check(added.parent.value, fileNodes, false, "the parent of an added node");
  check(vrm.meta.thumbnailImage.value, images, true, "meta.thumbnailImage");
  for (const NodeIndex node : vrm.humanoid.humanBones) check(node.value, nodes, true, "the node of a humanoid bone");
  for (const NodeIndex node : vrm.humanoid.tails) check(node.value, nodes, true, "the node of a humanoid tail");
  for (const Expression& e : vrm.expressions.list) {
    for (const auto& bind : e.morphTargetBinds) check(bind.node.value, nodes, false, "the node of a morph target bind");
    for (const auto& bind : e.materialColorBinds) check(bind.material.value, materials, false, "the material of a bind");
    for (const auto& bind : e.textureTransformBinds) check(bind.material.value, materials, false, "the material of a bind");
  }
  for (const MeshAnnotation& a : vrm.firstPerson.meshAnnotations) check(a.node.value, nodes, false, "the node of an annotation");
  const auto colliders = static_cast<std::uint32_t>(vrm.springBone.colliders.size());
  const auto groups = static_cast<std::uint32_t>(vrm.springBone.colliderGroups.size());
  for (const Collider& c : vrm.springBone.colliders) check(c.node.value, nodes, false, "the node of a collider");
  for (const ColliderGroup& g : vrm.springBone.colliderGroups) {
    for (const ColliderIndex c : g.colliders) check(c.value, colliders, false, "a collider of a group");
  }
  for (const Spring& s : vrm.springBone.springs) {
    check(s.center.value, nodes, true, "the center of a spring");
    for (const SpringJoint& j : s.joints) check(j.node.value, nodes, false, "the node of a joint");
    for (const ColliderGroupIndex g : s.colliderGroups) check(g.value, groups, false, "a collider group of a spring");
  }
  for (const NodeConstraint& c : vrm.constraints) {
    check(c.node.value, fileNodes, false, "the node of a constraint");
    check(c.source.value, nodes, false, "the source of a constraint");
  }
  for (const Material& m : vrm.materials) {
    for (const TextureInfo* t : {&m.baseColorTexture, &m.metallicRoughnessTexture, &m.normalTexture,
                                 &m.occlusionTexture, &m.emissiveTexture}) {
      check(t->index.value, textures, true, "a texture of a material");
    }
    if (!m.mtoon) continue;
    const MToon& t = *m.mtoon;
    for (const TextureInfo* info : {&t.shadeMultiplyTexture, &t.shadingShiftTexture, &t.matcapTexture, &t.rimMultiplyTexture,
                                    &t.outlineWidthMultiplyTexture, &t.uvAnimationMaskTexture}) {
      check(info->index.value, textures, true, "a texture of a material");
    }
  }
  if (vrm.animation) {
    for (const NodeIndex node : vrm.animation->humanBones) check(node.value, nodes, true, "the node of a bone's track");
    for (const ExpressionTrack& t : vrm.animation->expressions) check(t.node.value, nodes, false, "the node of a track");
    if (vrm.animation->lookAt) check(vrm.animation->lookAt->node.value, nodes, false, "the node of the look-at track");
  }
  return error;
}

Result<void> writeVrm(const Vrm& vrm, gltf::Document& document, Diagnostics& diagnostics) {
  try {
    if (std::optional<Error> error = misfit(vrm, document)) return *std::move(error);
    Json before = document.json().clone();
    try {
      WriteContext context{document, diagnostics};
      Json& json = document.editJson();
      const std::set<std::string_view> used = usedExtensions(json.root());
      writeNodes(context, vrm);
      const bool avatar = vrm.version != VrmVersion::None && vrm.version != VrmVersion::Animation;
      if (avatar) {
        writeAvatar(context, vrm);
        removeExtension(json, json.editRoot(), "VRM");
      }
      writeSpringBone(context, vrm);
      writeConstraints(context, vrm);
      writeMaterials(context, vrm);
      writeAnimation(context, vrm);
      renewExtensionLists(json, used);
    } catch (const std::bad_alloc&) {
      document.editJson() = std::move(before);
      throw;
    }
    return {};
  } catch (const std::bad_alloc&) {
    return Error{Code::OutOfMemory, "there is not enough memory to write the VRM part of the file", "", kNoOffset};
  }
}

}  // namespace vrm::schema
