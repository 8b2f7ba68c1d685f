// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::edit {

// Calls `visit` with the accessor of each attribute of a primitive and of its morph targets, with the number
// of the target (kNone: of the primitive itself) and the semantic.
template <class Visit>
void visitVertexAccessors(const gltf::Asset& asset, const gltf::Primitive& primitive, const Visit& visit) {
  for (const gltf::Attribute& a : asset.attributeList(primitive.attributes))
    visit(kNone, a.semantic, a.accessor);
  std::uint32_t t = 0;
  for (const gltf::MorphTarget& target : asset.targetsOf(primitive)) {
    for (const gltf::Attribute& a : asset.attributeList(target.attributes)) visit(t, a.semantic, a.accessor);
    ++t;
  }
}

// By primitive: the reader has left nothing of it out, so that the asset says which accessors go together.
inline std::vector<bool> readWhole(const gltf::Document& document, const gltf::Asset& asset) {
  std::vector<bool> out;
  const gltf::JsonValue* meshes = document.root().find("meshes");
  const auto sizeOf = [](const gltf::JsonValue& object, std::string_view key) {
    const gltf::JsonValue* value = object.find(key);
    return value ? value->size() : 0;
  };
  for (const gltf::JsonValue& mesh : meshes ? meshes->elements() : std::span<const gltf::JsonValue>()) {
    const gltf::JsonValue* primitives = mesh.find("primitives");
    for (const gltf::JsonValue& json :
         primitives ? primitives->elements() : std::span<const gltf::JsonValue>()) {
      const gltf::Primitive& primitive = asset.primitives[out.size()];
      bool whole = sizeOf(json, "attributes") == primitive.attributes.count &&
                   primitive.attributes.count > 0 && json.has("indices") == primitive.indices.valid() &&
                   sizeOf(json, "targets") == primitive.targets.count;
      for (std::uint32_t t = 0; whole && t < primitive.targets.count; ++t) {
        whole = json.find("targets")->elements()[t].size() ==
                asset.targets[primitive.targets.first + t].attributes.count;
      }
      out.push_back(whole);
    }
  }
  return out;
}

// Accessors that something else than a mesh uses too.
inline std::vector<bool> usedOutsideMeshes(const gltf::Document& document, std::size_t count) {
  std::vector<bool> out(count);
  // Nothing is changed.
  gltf::visitReferences(const_cast<gltf::JsonValue&>(document.root()), [&](const gltf::ReferenceSite& site) {
    const std::optional<gltf::Target> target = gltf::targetOf(site);
    if (!target || target->kind != gltf::Kind::Accessor || target->index >= count) return;
    if (site.path[0].key != "meshes") out[target->index] = true;
  });
  return out;
}

}  // namespace vrm::edit
