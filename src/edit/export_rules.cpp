// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/export_rules.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory.hpp"
#include "edit/all_or_nothing.hpp"
#include "edit/copy_budget.hpp"
#include "edit/mesh_json.hpp"
#include "vrm/base/build_info.hpp"
#include "vrm/gltf/edit.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;

// Takes attributes out of vertices and morph targets; gives how many primitives had some.
std::uint32_t removeAttributes(gltf::Document& document, Diagnostics& diagnostics,
                               std::initializer_list<std::string_view> ofVertices,
                               std::initializer_list<std::string_view> ofTargets) {
  Json& json = document.editJson();
  std::uint32_t count = 0;
  forEachPrimitive(json, [&](JsonValue& primitive, const std::string& pointer) {
    if (isDraco(primitive)) return;
    JsonValue* attributes = primitive.find("attributes");
    JsonValue* list = primitive.find("targets");
    const std::span<JsonValue> targets = list ? list->elements() : std::span<JsonValue>();
    const auto going = [](const JsonValue& of, std::initializer_list<std::string_view> keys) {
      return std::count_if(keys.begin(), keys.end(), [&](std::string_view key) { return of.has(key); });
    };
    const auto alone = [&](const JsonValue& target) {
      const std::span<const gltf::JsonMember> all = target.members();
      return !all.empty() && std::all_of(all.begin(), all.end(), [&](const gltf::JsonMember& member) {
        return std::find(ofTargets.begin(), ofTargets.end(), member.key.string()) != ofTargets.end();
      });
    };
    bool found = attributes && going(*attributes, ofVertices) > 0;
    for (const JsonValue& target : targets) found = found || going(target, ofTargets) > 0;
    if (!found) return;
    if (std::any_of(targets.begin(), targets.end(), alone)) {
      diagnostics.add(Code::EditKept, pointer,
                      "normals or tangents of morph targets stay: one of them has nothing else");
      return;
    }
    for (const std::string_view key : ofVertices) {
      if (attributes) json.remove(*attributes, key);
    }
    for (JsonValue& target : targets) {
      for (const std::string_view key : ofTargets) json.remove(target, key);
    }
    ++count;
  });
  return count;
}

// A list of so many names.
const JsonValue* targetNamesIn(const JsonValue& element, std::size_t count) {
  const JsonValue* extras = element.find("extras");
  const JsonValue* names = extras ? extras->find("targetNames") : nullptr;
  if (!names || !names->isArray() || names->size() != count) return nullptr;
  const std::span<const JsonValue> all = names->elements();
  return std::all_of(all.begin(), all.end(), [](const JsonValue& n) { return n.isString(); }) ? names
                                                                                              : nullptr;
}

// Some exporters call the accessors what the targets are called; then they all differ.
JsonValue namesOfAccessors(Json& json, const JsonValue& targets) {
  JsonValue out = json.array();
  std::set<std::string_view> different;
  const JsonValue* accessors = json.root().find("accessors");
  for (const JsonValue& target : targets.elements()) {
    const JsonValue* position = target.find("POSITION");
    const std::optional<std::uint32_t> index = position ? position->index() : std::nullopt;
    if (!index || !accessors || *index >= accessors->elements().size()) return {};
    const JsonValue* name = accessors->elements()[*index].find("name");
    if (!name || name->string().empty() || !different.insert(name->string()).second) return {};
    json.append(out, *name);
  }
  return out;
}

Result<ExportSummary> ruled(gltf::Document& document, const ExportOptions& options,
                            Diagnostics& diagnostics) {
  ExportSummary summary;
  if (!options.keepTangents) summary.tangents = removeTangents(document, diagnostics);
  if (!options.keepMorphNormals) summary.morphNormals = removeMorphNormals(document, diagnostics);
  if (summary.tangents + summary.morphNormals > 0) {
    Result<void> done = gltf::removeUnused(document, gltf::Kind::Accessor, diagnostics);
    if (done) done = gltf::compact(document, diagnostics);
    if (!done) return std::move(done).error();
  }
  const auto run = [](std::uint32_t& count, const Result<std::uint32_t>& done) {
    if (done) count = *done;
    return done ? Result<void>() : Result<void>(done.error());
  };
  Result<void> done = run(summary.primitives, evenPrimitives(document, diagnostics));
  if (done) done = run(summary.targetNames, writeTargetNames(document));
  if (done && !options.keepNames) done = run(summary.names, makeNamesUnique(document));
  if (!done) return std::move(done).error();
  writeGenerator(document);
  return summary;
}

}  // namespace

std::uint32_t removeTangents(gltf::Document& document, Diagnostics& diagnostics) {
  return removeAttributes(document, diagnostics, {"TANGENT"}, {"TANGENT"});
}

std::uint32_t removeMorphNormals(gltf::Document& document, Diagnostics& diagnostics) {
  return removeAttributes(document, diagnostics, {}, {"NORMAL", "TANGENT"});
}

Result<std::uint32_t> writeTargetNames(gltf::Document& document) try {
  Json& json = document.editJson();
  CopyBudget budget(document);
  std::uint32_t written = 0;
  JsonValue* meshes = json.editRoot().find("meshes");
  std::uint32_t m = 0;
  for (JsonValue& mesh : meshes ? meshes->elements() : std::span<JsonValue>()) {
    const std::string pointer = gltf::pointerJoin("/meshes", m++);
    JsonValue* list = mesh.find("primitives");
    const std::span<JsonValue> primitives = list ? list->elements() : std::span<JsonValue>();
    const JsonValue* most = nullptr;
    for (const JsonValue& primitive : primitives) {
      const JsonValue* targets = primitive.find("targets");
      if (targets && targets->isArray() && targets->size() > (most ? most->size() : 0)) most = targets;
    }
    if (!most) continue;
    const JsonValue* found = targetNamesIn(mesh, most->size());
    for (const JsonValue& primitive : primitives) {
      if (!found) found = targetNamesIn(primitive, most->size());
    }
    const JsonValue names = found ? *found : namesOfAccessors(json, *most);
    if (names.isNull()) continue;
    const auto lacks = [](const JsonValue& element) {
      const JsonValue* extras = element.find("extras");
      return !extras || (extras->isObject() && !extras->has("targetNames"));
    };
    std::vector<JsonValue*> lacking;
    if (lacks(mesh)) lacking.push_back(&mesh);
    for (JsonValue& primitive : primitives) {
      if (primitive.isObject() && lacks(primitive)) lacking.push_back(&primitive);
    }
    if (Result<void> done = budget.take(names, pointer, lacking.size()); !done)
      return std::move(done).error();
    // Those of primitives first: something added to the mesh moves its members.
    for (auto element = lacking.rbegin(); element != lacking.rend(); ++element)
      json.set(json.memberObject(**element, "extras"), "targetNames", json.copy(names));
    written += static_cast<std::uint32_t>(lacking.size());
  }
  return written;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

void writeGenerator(gltf::Document& document, bool migrated) {
  Json& json = document.editJson();
  const JsonValue* extensions = json.root().find("extensions");
  if (!extensions || !extensions->has("VRMC_vrm")) return;
  JsonValue& asset = json.memberObject(json.editRoot(), "asset");
  const JsonValue* old = asset.find("generator");
  const std::string previous(old ? old->string() : std::string_view());
  for (const std::string_view own : {"UniVRM", "UniGLTF"}) {
    if (!migrated && previous.starts_with(own)) return;
  }
  if (!previous.empty() && !previous.starts_with("libvrm ")) {
    const JsonValue* extras = asset.find("extras");
    if (extras && !extras->isObject()) return;  // the old text would be lost
    if (!extras || !extras->has("previousGenerator"))
      json.set(json.memberObject(asset, "extras"), "previousGenerator", json.string(previous));
  }
  json.set(asset, "generator", json.string("libvrm " + std::string(buildInfo().version)));
}

Result<ExportSummary> applyExportRules(gltf::Document& document, const ExportOptions& options,
                                       Diagnostics& diagnostics) {
  return allOrNothing(
      document, [&](gltf::Document& work) { return ruled(work, options, diagnostics); },
      [](const ExportSummary&, const gltf::Document&) { return true; });
}

}  // namespace vrm::edit
