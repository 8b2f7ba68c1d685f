// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validate/subject.hpp"

namespace vrm::checks {

// The elements of a top-level array; none if there is no such array.
inline std::span<const gltf::JsonValue> elementsOf(const Subject& subject, std::string_view array) {
  const gltf::JsonValue* const list = subject.document.root().find(array);
  return list ? list->elements() : std::span<const gltf::JsonValue>();
}

// Null if there is none. Most objects have no extensions, and a pointer need not be taken apart for that.
inline const gltf::JsonValue* extensionOf(const gltf::JsonValue& object, std::string_view name) {
  const gltf::JsonValue* const extensions = object.find("extensions");
  return extensions ? extensions->find(name) : nullptr;
}

inline std::string primitivePointer(std::uint32_t mesh, std::uint32_t primitive) {
  return gltf::pointerJoin(gltf::pointerJoin("/meshes", mesh) + "/primitives", primitive);
}

// Calls `f(mesh, primitive in it, Primitive, JSON)` for all of them.
template <class F>
void forEachPrimitive(const Subject& subject, F&& f) {
  const std::span<const gltf::JsonValue> meshes = elementsOf(subject, "meshes");
  for (std::uint32_t m = 0; m < meshes.size() && m < subject.asset.meshes.size(); ++m) {
    const gltf::JsonValue* const list = meshes[m].find("primitives");
    const std::span<const gltf::Primitive> primitives = subject.asset.primitivesOf(subject.asset.meshes[m]);
    for (std::uint32_t p = 0; p < primitives.size(); ++p) f(m, p, primitives[p], list->elements()[p]);
  }
}

// "3, 4, 5 and 12 more"; of nodes also their names, "3 \"hair_L\", 4 \"hair_R\" and 12 more".
inline std::string listedIndices(const std::vector<std::uint32_t>& indices) {
  std::vector<std::string> names;
  names.reserve(indices.size());
  for (const std::uint32_t i : indices) names.push_back(std::to_string(i));
  return listed(names);
}
inline std::string listedNodes(const Subject& subject, const std::vector<std::uint32_t>& indices) {
  std::vector<std::string> names(indices.size());
  constexpr std::size_t kMost = 100;  // what listed() has room for
  for (std::size_t i = 0; i < indices.size() && i < kMost; ++i) {
    const std::string_view name = subject.asset.nodes[indices[i]].name;
    names[i] = std::to_string(indices[i]) + (name.empty() ? "" : " " + inQuotes(name));
  }
  return listed(names);
}

// The number that "TEXCOORD_1" ends with after `prefix`; kNone for anything else.
std::uint32_t semanticSet(std::string_view semantic, std::string_view prefix);

}  // namespace vrm::checks
