// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <string_view>
#include <vector>

#include "edit/morph_binds.hpp"
#include "edit/optimize_steps.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/schema/read.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;
using gltf::Kind;

class MorphDropper {
 public:
  MorphDropper(OptimizeRun& run, const gltf::Asset& asset)
      : run_(run), asset_(asset), used_(asset.meshes.size()) {
    for (std::size_t i = 0; i < used_.size(); ++i) used_[i].resize(asset.meshes[i].targetCount);
  }

  void drop() {
    markBinds();
    markWeights();
    markAnimations();
    newOf_.resize(used_.size());
    bool any = false;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      std::uint32_t next = 0;
      for (const bool used : used_[i]) newOf_[i].push_back(used ? next++ : kNone);
      run_.summary.morphTargets += static_cast<std::uint32_t>(used_[i].size()) - next;
      any = any || next < used_[i].size();
    }
    if (any) write();
  }

 private:
  MeshIndex meshOf(const gltf::ReferenceSite& site) const {
    const std::optional<std::uint32_t> index = site.value.index();
    if (!index) return {};
    if (site.rule.target == Kind::Node)
      return *index < asset_.nodes.size() ? asset_.nodes[*index].mesh : MeshIndex();
    return *index < used_.size() ? MeshIndex(*index) : MeshIndex();
  }

  void markBinds() {
    gltf::visitReferences(const_cast<JsonValue&>(run_.document.root()), [&](const gltf::ReferenceSite& site) {
      if (!isMorphBind(site)) return;
      const MeshIndex mesh = meshOf(site);
      const JsonValue* index = site.path.back().container->find("index");
      const std::optional<std::uint32_t> target = index ? index->index() : std::nullopt;
      if (mesh && target && *target < used_[mesh.value].size()) used_[mesh.value][*target] = true;
    });
  }

  // Nodes that have weights of their own use those, others the mesh's (glTF 2.0 section 3.7.2.2).
  void markWeights() {
    const auto mark = [&](MeshIndex mesh, gltf::Range weights) {
      const std::span<const float> numbers = asset_.numberList(weights);
      std::vector<bool>& used = used_[mesh.value];
      for (std::size_t t = 0; t < std::min(numbers.size(), used.size()); ++t)
        used[t] = used[t] || numbers[t] != 0;
    };
    for (std::uint32_t i = 0; i < used_.size(); ++i) mark(MeshIndex(i), asset_.meshes[i].weights);
    for (const gltf::Node& node : asset_.nodes) {
      if (node.mesh) mark(node.mesh, node.weights);
    }
  }

  // An animation has a number for each target, used or not.
  void markAnimations() {
    const auto keepAll = [&](MeshIndex mesh) {
      if (mesh) used_[mesh.value].assign(used_[mesh.value].size(), true);
    };
    const auto keepNode = [&](std::optional<std::uint32_t> node) {
      if (node && *node < asset_.nodes.size()) keepAll(asset_.nodes[*node].mesh);
    };
    gltf::visitReferences(const_cast<JsonValue&>(run_.document.root()), [&](const gltf::ReferenceSite& site) {
      if (site.rule.target == Kind::Pointer) {
        const std::optional<gltf::Target> target = gltf::targetOf(site);
        if (target && target->kind == Kind::Mesh && target->index < used_.size())
          keepAll(MeshIndex(target->index));
        if (target && target->kind == Kind::Node) keepNode(target->index);
      } else if (site.rule.target == Kind::Node && site.path[0].key == "animations") {
        const JsonValue* path = site.path.back().container->find("path");
        if (path && path->string() == "weights") keepNode(site.value.index());
      }
    });
  }

  void write() {
    Json& json = run_.document.editJson();
    JsonValue& root = json.editRoot();
    gltf::visitReferences(root, [&](const gltf::ReferenceSite& site) {
      if (!isMorphBind(site)) return;
      const MeshIndex mesh = meshOf(site);
      JsonValue* index = site.path.back().container->find("index");
      const std::optional<std::uint32_t> target = index ? index->index() : std::nullopt;
      if (!mesh || !target || *target >= newOf_[mesh.value].size()) return;
      if (newOf_[mesh.value][*target] != *target) *index = json.number(newOf_[mesh.value][*target]);
    });
    for (std::size_t i = 0; i < asset_.nodes.size(); ++i) {
      if (asset_.nodes[i].mesh)
        keepUsed(root.find("nodes")->elements()[i], "weights", newOf_[asset_.nodes[i].mesh.value]);
    }
    for (std::size_t i = 0; i < newOf_.size(); ++i) {
      JsonValue& mesh = root.find("meshes")->elements()[i];
      keepUsed(mesh, "weights", newOf_[i]);
      keepNames(mesh, newOf_[i]);
      JsonValue* primitives = mesh.find("primitives");
      if (!primitives) continue;
      for (JsonValue& primitive : primitives->elements()) {
        keepUsed(primitive, "targets", newOf_[i]);
        keepNames(primitive, newOf_[i]);
      }
    }
  }

  // glTF 2.0 section 3.7.2.2, implementation note: names of targets are in extras.targetNames.
  void keepNames(JsonValue& owner, const std::vector<std::uint32_t>& newOf) {
    JsonValue* extras = owner.find("extras");
    if (!extras || !extras->has("targetNames")) return;
    keepUsed(*extras, "targetNames", newOf);
    if (extras->size() == 0) run_.document.editJson().remove(owner, "extras");
  }

  // Of a list with an entry per target.
  void keepUsed(JsonValue& owner, std::string_view key, const std::vector<std::uint32_t>& newOf) {
    JsonValue* list = owner.find(key);
    if (!list || !list->isArray()) return;
    const JsonValue* first = list->elements().data();
    Json& json = run_.document.editJson();
    const auto gone = [&](const JsonValue& value) {
      const auto t = static_cast<std::size_t>(&value - first);
      return t < newOf.size() && newOf[t] == kNone;
    };
    const std::span<const JsonValue> entries = list->elements();
    if (!entries.empty() && std::all_of(entries.begin(), entries.end(), gone)) {
      json.remove(owner, key);
    } else {
      json.eraseElements(*list, gone);
    }
  }

  OptimizeRun& run_;
  const gltf::Asset& asset_;
  std::vector<std::vector<bool>> used_;            // by mesh and target
  std::vector<std::vector<std::uint32_t>> newOf_;  // kNone: gone
};

}  // namespace

Result<void> dropMorphs(OptimizeRun& run) {
  if (run.options.keepMorphs) return {};
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(run.document, ignored);
  if (!asset) return asset.error();
  const Result<schema::Vrm> vrm = schema::readVrm(run.document, *asset, ignored);
  if (!vrm) return vrm.error();
  if (isAvatar(*vrm)) MorphDropper(run, *asset).drop();
  return {};
}

}  // namespace vrm::edit
