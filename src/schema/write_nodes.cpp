// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <optional>

#include "schema/member_writer.hpp"
#include "schema/scene_root.hpp"

namespace vrm::schema {

using gltf::Json;
using gltf::JsonValue;

void writeNodes(WriteContext& context, const Vrm& vrm) {
  if (vrm.addedNodes.empty() && !vrm.turned) return;
  Json& json = context.document.editJson();
  JsonValue& nodes = json.memberArray(json.editRoot(), "nodes");
  keepDangling(json, nodes.size(), static_cast<std::uint32_t>(vrm.addedNodes.size()) + (vrm.turned ? 1 : 0));
  for (const AddedNode& added : vrm.addedNodes) {
    JsonValue node = json.object();
    json.set(node, "name", json.string(added.name));
    const float t[] = {added.translation.x, added.translation.y, added.translation.z};
    json.set(node, "translation", json.numbers(t));
    const std::uint32_t index = nodes.size();
    json.append(nodes, node);
    json.append(json.memberArray(nodes.elements()[added.parent.value], "children"), json.number(index));
  }
  if (!vrm.turned) return;
  // Decision 1 as a node of the file: half a turn about Y between the scene and its roots.
  constexpr float kHalfTurn[] = {0, 1, 0, 0};
  if (const std::optional<std::uint32_t> turn = addSceneRoot(json, "turn"))
    json.set(nodes.elements()[*turn], "rotation", json.numbers(kHalfTurn));
}

}  // namespace vrm::schema
