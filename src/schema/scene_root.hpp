// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "vrm/gltf/json.hpp"

namespace vrm::schema {

// For nodes to come: references that name no node would name the new ones. They move on behind those, so that they still
// name none. `count` nodes are there, `added` will be.
void keepDangling(gltf::Json& json, std::uint32_t count, std::uint32_t added);

// Only its joints place what the node shows (glTF 2.0 section 3.7.3.3), and nothing is below it.
bool isPlacedByJoints(const gltf::JsonValue& root, const gltf::JsonValue& node);

// A node between the chosen scene and its roots, the last one of the file; gives its index. Nodes that no scene lists and
// that are nobody's children go below it too, because bones may be among them; skinned meshes, which their joints place,
// stay where they are. None when there are no such nodes.
std::optional<std::uint32_t> addSceneRoot(gltf::Json& json, std::string_view name);

}  // namespace vrm::schema
