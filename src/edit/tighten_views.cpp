// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <optional>
#include <vector>

#include "edit/columns.hpp"
#include "edit/optimize_steps.hpp"
#include "vrm/gltf/asset.hpp"

namespace vrm::edit {
namespace {

using gltf::JsonValue;
using gltf::Kind;

// What uses a buffer view.
struct ViewUse {
  std::vector<std::uint32_t> accessors;
  bool fixed = false;  // images, sparse values and the like
};

}  // namespace

// Buffer views go when nothing uses them any more; where accessors share one, the bytes of those that went
// are still in there. Then each of the others gets a view of its own.
Result<void> tightenViews(OptimizeRun& run) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(run.document, ignored);
  if (!asset) return asset.error();
  std::vector<ViewUse> uses(asset->bufferViews.size());
  std::vector<bool> vertices(asset->accessors.size());
  gltf::visitReferences(const_cast<JsonValue&>(run.document.root()), [&](const gltf::ReferenceSite& site) {
    const std::optional<std::uint32_t> index = site.value.index();
    if (!index) return;
    if (site.rule.target == Kind::BufferView && *index < uses.size()) {
      const bool listed =
          site.path.size() > 1 && site.path[1].index < asset->accessors.size();  // or it is no list
      if (listed && site.rule.pattern == "/accessors/*/bufferView") {
        uses[*index].accessors.push_back(site.path[1].index);
      } else {
        uses[*index].fixed = true;
      }
    }
    if (site.rule.target == Kind::Accessor && *index < vertices.size() && site.path[0].key == "meshes" &&
        site.path.back().key != "indices")
      vertices[*index] = true;
  });
  WorkBudget budget(run.document);
  NewColumns columns;
  for (std::size_t v = 0; v < uses.size(); ++v) {
    ViewUse& use = uses[v];
    std::uint64_t needed = 0;
    for (const std::uint32_t a : use.accessors) {
      constexpr std::uint64_t kView = 80;  // its JSON, and bytes between views
      const gltf::Accessor& accessor = asset->accessors[a];
      const std::uint32_t size = gltf::elementStride(accessor);
      use.fixed = use.fixed || !isColumn(run.document, *asset, AccessorIndex(a));
      needed += kView + std::uint64_t{accessor.count} * (vertices[a] ? (size + 3) / 4 * 4 : size);
    }
    if (use.fixed || use.accessors.empty() || needed >= asset->bufferViews[v].byteLength) continue;
    for (const std::uint32_t a : use.accessors) {
      if (!budget.pay(columnBytes(*asset, AccessorIndex(a)))) return {};
      columns.set(a, readColumn(run.document, *asset, AccessorIndex(a)),
                  vertices[a] ? NewColumns::Use::Vertices : NewColumns::Use::Plain);
    }
  }
  return columns.write(run.document, run.diagnostics);
}

}  // namespace vrm::edit
