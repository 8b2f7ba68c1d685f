// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string_view>

#include "vrm/gltf/document.hpp"

namespace vrm::edit {

// VRM 0.x: expressions name materials by their names, which is why the table of references does not know
// these binds. `visit` gets the number of each expression and its list of them.
template <class Visit>
void visitVrm0MaterialBinds(gltf::JsonValue& root, const Visit& visit) {
  constexpr std::string_view kGroups = "/extensions/VRM/blendShapeMaster/blendShapeGroups";
  auto* groups = const_cast<gltf::JsonValue*>(gltf::Json::at(root, kGroups));
  if (!groups) return;
  std::uint32_t i = 0;
  for (gltf::JsonValue& group : groups->elements()) {
    gltf::JsonValue* list = group.find("materialValues");
    if (list && list->isArray()) visit(i, *list);
    ++i;
  }
}

inline std::string_view textMember(const gltf::JsonValue& object, std::string_view key) {
  const gltf::JsonValue* value = object.find(key);
  return value ? value->string() : std::string_view();
}

// VRM 0.x materialProperties go with the materials by their places. Where the numbers differ nobody can say
// which goes with which, and materials have to stay.
inline bool materialsInStep(const gltf::JsonValue& root) {
  const gltf::JsonValue* properties = gltf::Json::at(root, "/extensions/VRM/materialProperties");
  const gltf::JsonValue* materials = root.find("materials");
  return !properties || (materials && properties->isArray() && properties->size() == materials->size());
}

}  // namespace vrm::edit
