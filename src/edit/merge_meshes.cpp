// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "edit/duplicates.hpp"
#include "edit/morph_binds.hpp"
#include "edit/optimize_steps.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/edit.hpp"
#include "vrm/schema/read.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;
using gltf::Kind;

// What annotates meshes for first-person cameras, in all versions.
bool isAnnotation(const gltf::ReferenceSite& site) {
  return site.rule.pattern.find("/firstPerson/meshAnnotations/*!/") != std::string_view::npos;
}

// Nodes beside each other that show different meshes alike: all of their primitives can be those of one mesh.
class MeshMerger {
 public:
  MeshMerger(OptimizeRun& run, const gltf::Asset& asset, const schema::Vrm& vrm)
      : run_(run),
        asset_(asset),
        vrm_(vrm),
        alone_(asset.nodes.size()),
        inScene_(asset.nodes.size()),
        meshAlone_(asset.meshes.size()),
        nodeBinds_(asset.nodes.size()),
        meshBinds_(asset.meshes.size()) {}

  Result<void> merge() {
    markUses();
    for (std::uint32_t i = 0; i < asset_.meshes.size(); ++i) meshAlone_[i] = meshAlone_[i] || !isPlain(i);
    std::vector<FirstPersonType> types(asset_.nodes.size(), FirstPersonType::Auto);
    for (const schema::MeshAnnotation& a : vrm_.firstPerson.meshAnnotations) types[a.node.value] = a.type;

    // Where a mesh is and when it is seen, and what drives its morph targets.
    using Place = std::tuple<NodeIndex, SkinIndex, FirstPersonType, bool, std::string>;
    std::map<std::tuple<Place, std::string, Binds, Binds>, std::uint32_t> first;
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        pairs;  // nodes: where the mesh goes, and which it is
    for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
      const gltf::Node& node = asset_.nodes[i];
      if (!node.mesh || alone_[i] || meshAlone_[node.mesh.value]) continue;
      const JsonValue& json = run_.document.root().find("nodes")->elements()[i];
      // The transform of a node with a skin does not count (glTF 2.0 section 3.7.3.3).
      const std::string place =
          node.skin && isSkinned(node.mesh) ? "skinned" : textWithout(json, {"name", "mesh", "skin"});
      const auto [other, fresh] =
          first.emplace(std::tuple(Place(node.parent, node.skin, types[i], inScene_[i] > 0, place),
                                   targetsOf(node.mesh.value), std::move(nodeBinds_[i]),
                                   std::move(meshBinds_[node.mesh.value])),
                        i);
      if (!fresh) pairs.emplace_back(other->second, i);
    }
    return write(pairs);
  }

 private:
  // Which list of an expression has the bind, and what it says but for the node or mesh.
  using Binds = std::vector<std::pair<std::uint32_t, std::string>>;

  // Nodes and meshes that something names besides their parent, their node, annotations and expressions.
  void markUses() {
    std::vector<std::uint32_t> shown(asset_.meshes.size());
    std::map<const JsonValue*, std::uint32_t> lists;
    const auto addBind = [&](Binds& binds, const gltf::ReferenceSite& site) {
      const JsonValue* list = site.path[site.path.size() - 2].container;
      const std::uint32_t number =
          lists.emplace(list, static_cast<std::uint32_t>(lists.size())).first->second;
      binds.emplace_back(number, textWithout(*site.path.back().container, {"node", "mesh"}));
    };
    gltf::visitReferences(const_cast<JsonValue&>(run_.document.root()), [&](const gltf::ReferenceSite& site) {
      const std::optional<gltf::Target> target = gltf::targetOf(site);
      if (!target) return;
      if (target->kind == Kind::Node && target->index < alone_.size()) {
        const bool root = site.path[0].key == "scenes";
        if (root) ++inScene_[target->index];
        const bool child = site.rule.pattern == "/nodes/*/children/*!";
        const bool bind = isMorphBind(site);
        if (bind) addBind(nodeBinds_[target->index], site);
        if (!root && !child && !bind && !isAnnotation(site)) alone_[target->index] = true;
      }
      if (target->kind == Kind::Mesh && target->index < shown.size()) {
        const bool node = site.rule.pattern == "/nodes/*/mesh!";
        shown[target->index] += node;
        const bool bind = isMorphBind(site);
        if (bind) addBind(meshBinds_[target->index], site);
        if (!node && !bind && !isAnnotation(site)) meshAlone_[target->index] = true;
      }
    });
    for (std::size_t i = 0; i < shown.size(); ++i) meshAlone_[i] = meshAlone_[i] || shown[i] != 1;
    for (std::size_t i = 0; i < alone_.size(); ++i) {
      const JsonValue& json = run_.document.root().find("nodes")->elements()[i];
      const auto plain = [](const gltf::JsonMember& member) {
        constexpr std::string_view kPlain[] = {"name",     "mesh",  "skin",  "translation",
                                               "rotation", "scale", "matrix"};
        return std::find(std::begin(kPlain), std::end(kPlain), member.key.string()) != std::end(kPlain);
      };
      const std::span<const gltf::JsonMember> members = json.members();
      if (inScene_[i] > 1 || !std::all_of(members.begin(), members.end(), plain)) alone_[i] = true;
    }
  }

  // Morph targets: how many, their names and default weights. Meshes that agree in them, and that expressions
  // drive alike, have the same weights at any time.
  std::string targetsOf(std::uint32_t index) const {
    const gltf::Mesh& mesh = asset_.meshes[index];
    if (mesh.targetCount == 0) return "";
    std::string out = std::to_string(mesh.targetCount);
    for (const std::string_view name : asset_.nameList(mesh.targetNames))
      out += "," + std::to_string(name.size()) + ":" + std::string(name);
    return out + textWithout(run_.document.root().find("meshes")->elements()[index], {"name", "primitives"});
  }

  // Nothing that is about this mesh alone, and nothing transparent: renderers sort whole meshes by their
  // distance.
  bool isPlain(std::uint32_t index) const {
    const gltf::Mesh& mesh = asset_.meshes[index];
    const JsonValue& json = run_.document.root().find("meshes")->elements()[index];
    const JsonValue* list = json.find("primitives");
    if (!list || !list->isArray()) return false;
    const JsonValue* extras = json.find("extras");
    const bool morphs = mesh.targetCount > 0;
    if (morphs && (!onlyExpressionsMorph() || (extras && !textWithout(*extras, {"targetNames"}).empty())))
      return false;
    const std::string more = morphs ? textWithout(json, {"name", "primitives", "weights", "extras"})
                                    : textWithout(json, {"name", "primitives"});
    if (!more.empty()) return false;
    const std::span<const gltf::Primitive> primitives = asset_.primitivesOf(mesh);
    return std::none_of(primitives.begin(), primitives.end(), [&](const gltf::Primitive& p) {
      return p.material && p.material.value < vrm_.materials.size() &&
             vrm_.materials[p.material.value].alphaMode == gltf::AlphaMode::Blend;
    });
  }

  // Otherwise programs may set the weights of each mesh by itself (dropMorphs).
  bool onlyExpressionsMorph() const { return isAvatar(vrm_) && !run_.options.keepMorphs; }

  bool isSkinned(MeshIndex mesh) const {
    const std::span<const gltf::Primitive> primitives = asset_.primitivesOf(asset_.meshes[mesh.value]);
    return std::all_of(primitives.begin(), primitives.end(), [&](const gltf::Primitive& p) {
      return asset_.find(p.attributes, "JOINTS_0") && asset_.find(p.attributes, "WEIGHTS_0");
    });
  }

  Result<void> write(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
    Json& json = run_.document.editJson();
    std::vector<gltf::Element> gone;
    for (const auto& [to, from] : pairs) {
      JsonValue& meshes = *json.editRoot().find("meshes");
      const std::uint32_t source = asset_.nodes[from].mesh.value;
      JsonValue& target = *meshes.elements()[asset_.nodes[to].mesh.value].find("primitives");
      for (const JsonValue& primitive : meshes.elements()[source].find("primitives")->elements())
        json.append(target, json.copy(primitive));
      gone.push_back({Kind::Mesh, source});
      gone.push_back({Kind::Node, from});
    }
    run_.summary.merged.meshes += static_cast<std::uint32_t>(pairs.size());
    run_.summary.nodes += static_cast<std::uint32_t>(pairs.size());
    return gltf::removeElements(run_.document, gone, run_.diagnostics);
  }

  OptimizeRun& run_;
  const gltf::Asset& asset_;
  const schema::Vrm& vrm_;
  std::vector<bool> alone_;             // nodes that stay
  std::vector<std::uint32_t> inScene_;  // how many scenes list the node
  std::vector<bool> meshAlone_;         // meshes that stay
  std::vector<Binds> nodeBinds_, meshBinds_;
};

}  // namespace

Result<void> mergeMeshes(OptimizeRun& run) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(run.document, ignored);
  if (!asset) return asset.error();
  if (asset->scenes.size() > 1) return {};  // which may show the one without the other
  const Result<schema::Vrm> vrm = schema::readVrm(run.document, *asset, ignored);
  if (!vrm) return vrm.error();
  return MeshMerger(run, *asset, *vrm).merge();
}

}  // namespace vrm::edit
