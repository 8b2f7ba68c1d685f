// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "schema/scene_root.hpp"

#include <vector>

#include "vrm/gltf/references.hpp"

namespace vrm::schema {

using gltf::Json;
using gltf::JsonValue;

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

bool isPlacedByJoints(const JsonValue& root, const JsonValue& node) {
  const JsonValue* children = node.find("children");
  const JsonValue* index = node.find("mesh");
  if (!node.has("skin") || !index || !index->index() || (children && children->size() > 0)) return false;
  const JsonValue* primitives = Json::at(root, gltf::pointerJoin("/meshes", *index->index()) + "/primitives");
  if (!primitives) return false;
  for (const JsonValue& primitive : primitives->elements()) {
    const JsonValue* attributes = primitive.find("attributes");
    if (!attributes || !attributes->has("JOINTS_0") || !attributes->has("WEIGHTS_0")) return false;
  }
  return true;
}

std::optional<std::uint32_t> addSceneRoot(Json& json, std::string_view name) {
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
  std::uint32_t scene = chosen ? chosen->index().value_or(0) : 0;
  if (scene >= scenes.size()) scene = 0;  // as readers take it
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

  JsonValue root = json.object();
  json.set(root, "name", json.string(name));
  JsonValue children = json.array();
  for (std::uint32_t i = 0; i < count; ++i) {
    below[i] = !child[i] && !elsewhere[i] && !isPlacedByJoints(json.root(), nodes.elements()[i]);
    if (below[i]) json.append(children, json.number(i));
  }
  if (children.size() == 0) return std::nullopt;
  json.set(root, "children", children);
  json.append(nodes, root);

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
  return count;
}

}  // namespace vrm::schema
