// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <set>
#include <string>
#include <vector>

#include "edit/optimize_steps.hpp"
#include "edit/vrm0_material_binds.hpp"
#include "vrm/gltf/edit.hpp"

namespace vrm::edit {
namespace {

using gltf::JsonValue;
using gltf::Kind;

// Meshes that no node shows; what else names them goes with them.
std::vector<gltf::Element> meshesOfNoNode(const gltf::Document& document) {
  std::vector<bool> shown(countOf(document, Kind::Mesh));
  gltf::visitReferences(const_cast<JsonValue&>(document.root()), [&](const gltf::ReferenceSite& site) {
    const std::optional<std::uint32_t> mesh = site.value.index();
    if (site.rule.target == Kind::Mesh && site.path[0].key == "nodes" && mesh && *mesh < shown.size())
      shown[*mesh] = true;
  });
  std::vector<gltf::Element> out;
  for (std::uint32_t i = 0; i < shown.size(); ++i) {
    if (!shown[i]) out.push_back({Kind::Mesh, i});
  }
  return out;
}

// Materials that nothing refers to, and no expression of VRM 0.x by its name.
std::vector<gltf::Element> unusedMaterials(const gltf::Document& document) {
  std::vector<gltf::Element> out;
  const JsonValue* materials = gltf::homeArray(document.root(), Kind::Material);
  if (!materials || !materialsInStep(document.root())) return out;
  Diagnostics ignored;
  const gltf::References references = gltf::checkReferences(document.root(), ignored);
  std::set<std::string_view> names;
  visitVrm0MaterialBinds(const_cast<JsonValue&>(document.root()), [&](std::uint32_t, const JsonValue& list) {
    for (const JsonValue& bind : list.elements()) names.insert(textMember(bind, "materialName"));
  });
  for (std::uint32_t i = 0; i < materials->size(); ++i) {
    const std::string_view name = textMember(materials->elements()[i], "name");
    if (!references.of(Kind::Material)[i] && !names.contains(name)) out.push_back({Kind::Material, i});
  }
  return out;
}

}  // namespace

std::uint32_t countOf(const gltf::Document& document, Kind kind) {
  const JsonValue* home = gltf::homeArray(document.root(), kind);
  return home ? home->size() : 0;
}

Result<void> dropUnused(OptimizeRun& run) {
  gltf::Document& document = run.document;
  OptimizeSummary::Elements& unused = run.summary.unused;
  const auto dropAll = [&](const std::vector<gltf::Element>& elements, std::uint32_t& count) {
    count += static_cast<std::uint32_t>(elements.size());
    return gltf::removeElements(document, elements, run.diagnostics);
  };
  if (Result<void> done = dropAll(meshesOfNoNode(document), unused.meshes); !done) return done;
  struct Row {
    Kind kind;
    std::uint32_t& count;
  };
  // Users before what they use.
  for (const Row& row : {Row{Kind::Skin, unused.skins}, Row{Kind::Camera, unused.cameras},
                         Row{Kind::Material, unused.materials}, Row{Kind::Texture, unused.textures},
                         Row{Kind::Sampler, unused.samplers}, Row{Kind::Image, unused.images},
                         Row{Kind::Accessor, unused.accessors}}) {
    const std::uint32_t before = countOf(document, row.kind);
    if (row.kind == Kind::Material) {
      if (Result<void> done = dropAll(unusedMaterials(document), row.count); !done) return done;
      continue;
    }
    if (Result<void> done = gltf::removeUnused(document, row.kind, run.diagnostics); !done) return done;
    row.count += before - countOf(document, row.kind);
  }
  return gltf::compact(document, run.diagnostics);
}

}  // namespace vrm::edit
