// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string>

#include "vrm/gltf/json.hpp"

namespace vrm::edit {

// Draco's own list of attributes has to agree with that of the primitive: such primitives stay as they are.
inline bool isDraco(const gltf::JsonValue& primitive) {
  const gltf::JsonValue* extensions = primitive.find("extensions");
  return extensions && extensions->has("KHR_draco_mesh_compression");
}

// Calls f(primitive, pointer) for all of them.
template <class F>
void forEachPrimitive(gltf::Json& json, F&& f) {
  gltf::JsonValue* meshes = json.editRoot().find("meshes");
  if (!meshes) return;
  std::uint32_t m = 0;
  for (gltf::JsonValue& mesh : meshes->elements()) {
    const std::string pointer = gltf::pointerJoin("/meshes", m++) + "/primitives";
    gltf::JsonValue* list = mesh.find("primitives");
    if (!list) continue;
    std::uint32_t p = 0;
    for (gltf::JsonValue& primitive : list->elements()) f(primitive, gltf::pointerJoin(pointer, p++));
  }
}

}  // namespace vrm::edit
