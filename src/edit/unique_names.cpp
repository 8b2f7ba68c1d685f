// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Seed 004 "各種名前の制約": names are unique and can be file names.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory.hpp"
#include "edit/copy_budget.hpp"
#include "vrm/edit/export_rules.hpp"
#include "vrm/gltf/names.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;

std::string_view nameIn(const JsonValue& element) {
  const JsonValue* name = element.find("name");
  return name ? name->string() : std::string_view();
}

// As UniqueNames sees them.
std::string inLowerCase(std::string_view name) {
  std::string out(name);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

std::uint32_t renameAll(Json& json, std::string_view member) {
  JsonValue* list = json.editRoot().find(member);
  if (!list) return 0;
  // Those that are right first, so that they stay.
  gltf::UniqueNames names;
  std::set<std::string> taken;
  std::vector<JsonValue*> others;
  for (JsonValue& element : list->elements()) {
    const std::string_view name = nameIn(element);
    if (name.empty()) continue;
    if (gltf::escapeFileName(name) == name && taken.insert(inLowerCase(name)).second) {
      names.make(name, "");
    } else {
      others.push_back(&element);
    }
  }
  for (JsonValue* element : others) json.set(*element, "name", json.string(names.make(nameIn(*element), "")));
  return static_cast<std::uint32_t>(others.size());
}

std::vector<std::string> materialNames(const Json& json) {
  std::vector<std::string> out;
  if (const JsonValue* materials = json.root().find("materials")) {
    for (const JsonValue& material : materials->elements()) out.emplace_back(nameIn(material));
  }
  return out;
}

// VRM 0.x has a material's name in its properties, and in expressions nothing else. A name of several
// materials is about all of them.
Result<void> followMaterials(gltf::Document& document, const std::vector<std::string>& before) {
  Json& json = document.editJson();
  const std::vector<std::string> after = materialNames(json);
  const auto at = [&](std::string_view pointer) {
    return const_cast<JsonValue*>(Json::at(json.editRoot(), pointer));
  };
  std::map<std::string, std::vector<std::string>, std::less<>> renamed;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!before[i].empty()) renamed[before[i]].push_back(after[i]);
  }
  if (JsonValue* properties = at("/extensions/VRM/materialProperties")) {
    for (std::size_t i = 0; i < std::min<std::size_t>(before.size(), properties->elements().size()); ++i) {
      JsonValue& own = properties->elements()[i];
      if (!before[i].empty() && before[i] != after[i] && nameIn(own) == before[i])
        json.set(own, "name", json.string(after[i]));
    }
  }
  JsonValue* groups = at("/extensions/VRM/blendShapeMaster/blendShapeGroups");
  if (!groups) return {};
  CopyBudget budget(document);
  std::uint32_t g = 0;
  for (JsonValue& group : groups->elements()) {
    const std::string pointer = gltf::pointerJoin("/extensions/VRM/blendShapeMaster/blendShapeGroups", g++);
    for (const std::string_view key : {"materialColorBinds", "materialValues", "materials"}) {
      JsonValue* binds = group.find(key);
      if (!binds || !binds->isArray()) continue;
      const std::uint32_t count = binds->size();
      for (std::uint32_t i = 0; i < count; ++i) {
        const JsonValue* name = binds->elements()[i].find("materialName");
        const auto found = renamed.find(name ? name->string() : std::string_view());
        if (found == renamed.end()) continue;
        const std::vector<std::string>& all = found->second;
        Result<void> done = budget.take(binds->elements()[i], pointer, all.size() - 1);
        if (!done) return done;
        for (std::size_t k = 1; k < all.size(); ++k) {
          JsonValue& added = json.append(*binds, json.copy(binds->elements()[i]));
          json.set(added, "materialName", json.string(all[k]));
        }
        json.set(binds->elements()[i], "materialName", json.string(all[0]));
      }
    }
  }
  return {};
}

}  // namespace

Result<std::uint32_t> makeNamesUnique(gltf::Document& document) try {
  Json& json = document.editJson();
  std::uint32_t count = 0;
  for (const std::string_view member : {"nodes", "meshes", "skins", "textures", "images", "animations"})
    count += renameAll(json, member);
  const std::vector<std::string> before = materialNames(json);
  const std::uint32_t materials = renameAll(json, "materials");
  if (materials > 0) {
    if (Result<void> done = followMaterials(document, before); !done) return std::move(done).error();
  }
  return count + materials;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::edit
