// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <vector>

#include "schema/member_writer.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::schema {
namespace {

using gltf::Json;
using gltf::JsonValue;

JsonValue newNode(Json& json, std::string_view name) {
  JsonValue node = json.object();
  json.set(node, "name", json.string(name));
  return node;
}

// References that name no node would name the new ones. They move on behind those, so that they still name none.
void keepDangling(Json& json, std::uint32_t count, std::uint32_t added) {
  gltf::visitReferences(json.editRoot(), [&](const gltf::ReferenceSite& site) {
    const std::optional<gltf::Target> target = gltf::targetOf(site);
    if (!target || target->kind != gltf::Kind::Node || target->index < count || target->index - count >= added) return;
    const std::uint64_t index = std::uint64_t{target->index} + added;
    site.value = site.rule.target == gltf::Kind::Pointer
                     ? json.string("/nodes/" + std::to_string(index) + std::string(target->rest))
                     : json.number(index);
  });
}

// Decision 1 as a node of the file: half a turn about Y between the scene and its roots. Nodes that no scene lists and
// that are nobody's children go below it too, because bones may be among them.
void addTurn(Json& json) {
  JsonValue& nodes = json.memberArray(json.editRoot(), "nodes");
  const std::uint32_t count = nodes.size();
  std::vector<bool> child(count);
  for (const JsonValue& node : nodes.elements()) {
    const JsonValue* children = node.find("children");
    if (!children) continue;
    for (const JsonValue& value : children->elements()) {
      const std::optional<std::uint32_t> i = value.index();
      if (i && *i < count) child[*i] = true;
    }
  }

  JsonValue* list = json.editRoot().find("scenes");
  const std::span<JsonValue> scenes = list ? list->elements() : std::span<JsonValue>();
  const JsonValue* chosen = json.editRoot().find("scene");
  const std::uint32_t scene = chosen ? chosen->index().value_or(0) : 0;
  const auto rootsOf = [](JsonValue& s) { return s.find("nodes") ? s.find("nodes")->elements() : std::span<JsonValue>(); };
  std::vector<bool> elsewhere(count), below(count);
  for (std::uint32_t s = 0; s < scenes.size(); ++s) {
    if (s == scene) continue;
    for (const JsonValue& value : rootsOf(scenes[s])) {
      if (value.index() && *value.index() < count) elsewhere[*value.index()] = true;
    }
  }
  if (scene < scenes.size()) {
    for (const JsonValue& value : rootsOf(scenes[scene])) {
      if (value.index() && *value.index() < count) elsewhere[*value.index()] = false;
    }
  }

  JsonValue turn = newNode(json, "turn");
  constexpr float kHalfTurn[] = {0, 1, 0, 0};
  json.set(turn, "rotation", json.numbers(kHalfTurn));
  JsonValue children = json.array();
  for (std::uint32_t i = 0; i < count; ++i) {
    below[i] = !child[i] && !elsewhere[i];
    if (below[i]) json.append(children, json.number(i));
  }
  if (children.size() == 0) return;
  json.set(turn, "children", children);
  json.append(nodes, turn);

  for (JsonValue& entry : scenes) {
    bool found = false;
    JsonValue* roots = entry.find("nodes");
    if (!roots) continue;
    json.eraseElements(*roots, [&](const JsonValue& value) {
      const bool moved = value.index() && *value.index() < count && below[*value.index()];
      found = found || moved;
      return moved;
    });
    if (found) json.append(*roots, json.number(count));
  }
}

}  // namespace

void writeNodes(WriteContext& context, const Vrm& vrm) {
  if (vrm.addedNodes.empty() && !vrm.turned) return;
  Json& json = context.document.editJson();
  JsonValue& nodes = json.memberArray(json.editRoot(), "nodes");
  keepDangling(json, nodes.size(), static_cast<std::uint32_t>(vrm.addedNodes.size()) + (vrm.turned ? 1 : 0));
  for (const AddedNode& added : vrm.addedNodes) {
    JsonValue node = newNode(json, added.name);
    const float t[] = {added.translation.x, added.translation.y, added.translation.z};
    json.set(node, "translation", json.numbers(t));
    const std::uint32_t index = nodes.size();
    json.append(nodes, node);
    json.append(json.memberArray(nodes.elements()[added.parent.value], "children"), json.number(index));
  }
  if (vrm.turned) addTurn(json);
}

}  // namespace vrm::schema
