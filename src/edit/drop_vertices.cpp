// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "edit/columns.hpp"
#include "edit/optimize_steps.hpp"
#include "edit/primitive_accessors.hpp"
#include "vrm/gltf/primitive_data.hpp"

namespace vrm::edit {
namespace {

using gltf::ComponentType;

// Accessors that hang together: those of one primitive, and so all of primitives that share one. A vertex
// goes when none of them draws it.
class VertexDropper {
 public:
  VertexDropper(OptimizeRun& run, const gltf::Asset& asset)
      : run_(run), asset_(asset), parent_(asset.accessors.size()) {
    for (std::uint32_t i = 0; i < parent_.size(); ++i) parent_[i] = i;
  }

  Result<void> drop() {
    collect();
    for (auto& [root, cluster] : clusters_) shrink(cluster);
    return columns_.write(run_.document, run_.diagnostics);
  }

 private:
  struct Cluster {
    std::vector<std::uint32_t> primitives;      // of the asset
    std::set<std::uint32_t> vertices, indices;  // accessors
    bool fixed = false;
  };

  std::uint32_t rootOf(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void collect() {
    for (const gltf::Primitive& primitive : asset_.primitives) {
      std::uint32_t root = kNone;
      visitVertexAccessors(asset_, primitive, [&](std::uint32_t, std::string_view, AccessorIndex accessor) {
        unite(root, accessor);
      });
      unite(root, primitive.indices);
    }
    const std::vector<bool> whole = readWhole(run_.document, asset_);
    for (std::uint32_t p = 0; p < asset_.primitives.size(); ++p) {
      const gltf::Primitive& primitive = asset_.primitives[p];
      std::vector<std::uint32_t> vertices;
      visitVertexAccessors(asset_, primitive, [&](std::uint32_t, std::string_view, AccessorIndex accessor) {
        if (accessor) vertices.push_back(accessor.value);
      });
      if (vertices.empty()) continue;
      Cluster& cluster = clusters_[rootOf(vertices[0])];
      cluster.primitives.push_back(p);
      cluster.vertices.insert(vertices.begin(), vertices.end());
      // Without indices it draws them all.
      cluster.fixed = cluster.fixed || !whole[p] || !primitive.indices;
      if (primitive.indices) cluster.indices.insert(primitive.indices.value);
    }
    const std::vector<bool> elsewhere = usedOutsideMeshes(run_.document, asset_.accessors.size());
    for (auto& [root, cluster] : clusters_) {
      const std::uint32_t count = asset_.accessors[*cluster.vertices.begin()].count;
      for (const std::uint32_t a : cluster.vertices) {
        cluster.fixed = cluster.fixed || elsewhere[a] || cluster.indices.contains(a) ||
                        asset_.accessors[a].count != count ||
                        !isColumn(run_.document, asset_, AccessorIndex(a));
      }
      for (const std::uint32_t a : cluster.indices) {
        cluster.fixed = cluster.fixed || elsewhere[a] || asset_.accessors[a].sparse.count > 0 ||
                        !isColumn(run_.document, asset_, AccessorIndex(a));
      }
    }
  }

  void unite(std::uint32_t& root, AccessorIndex accessor) {
    if (!accessor) return;
    const std::uint32_t own = rootOf(accessor.value);
    if (root == kNone) root = own;
    root = rootOf(root);
    const std::uint32_t low = std::min(root, own), high = std::max(root, own);
    parent_[high] = low;
    root = low;
  }

  void shrink(const Cluster& cluster) {
    if (cluster.fixed) return;
    const std::uint32_t count = asset_.accessors[*cluster.vertices.begin()].count;
    std::uint64_t cost = count;
    for (const std::uint32_t a : cluster.vertices) cost += columnBytes(asset_, AccessorIndex(a));
    for (const std::uint32_t p : cluster.primitives)
      cost += 4ull * asset_.accessors[asset_.primitives[p].indices.value].count;
    if (!budget_.pay(cost)) return;

    std::vector<bool> used(count);
    std::map<std::uint32_t, std::vector<std::uint32_t>> lists;  // by the accessor of the indices
    for (const std::uint32_t p : cluster.primitives) {
      const gltf::Primitive& primitive = asset_.primitives[p];
      Diagnostics broken;
      Result<std::vector<std::uint32_t>> indices =
          gltf::readIndices(run_.document, asset_, primitive, broken);
      // Indices out of range mean what the mode of the primitive makes of them.
      if (!indices || !broken.all().empty()) return;
      for (const std::uint32_t v : *indices) used[v] = true;
      lists.emplace(primitive.indices.value, *std::move(indices));
    }
    const auto kept = static_cast<std::uint32_t>(std::count(used.begin(), used.end(), true));
    if (kept == 0) return;  // an accessor has one element at least (glTF 2.0 section 5.1)
    if (kept == count) {
      shorten(lists, count);
      return;
    }
    run_.summary.vertices += count - kept;
    std::vector<std::uint32_t> newOf;
    std::uint32_t next = 0;
    newOf.reserve(count);
    for (const bool is : used) newOf.push_back(is ? next++ : kNone);
    for (const std::uint32_t a : cluster.vertices) {
      Column column = readColumn(run_.document, asset_, AccessorIndex(a));
      pick(column, newOf, kept);
      columns_.set(a, std::move(column), NewColumns::Use::Vertices);
    }
    for (auto& [accessor, list] : lists) {
      for (std::uint32_t& v : list) v = newOf[v];
      const ComponentType old = asset_.accessors[accessor].componentType;
      const ComponentType fit = indexType(kept);
      run_.summary.shorter += old == ComponentType::UnsignedInt && fit != old;
      columns_.set(accessor, columnOf(list, old == ComponentType::UnsignedInt ? fit : old));
    }
  }

  void shorten(const std::map<std::uint32_t, std::vector<std::uint32_t>>& lists, std::uint32_t count) {
    for (const auto& [accessor, list] : lists) {
      if (asset_.accessors[accessor].componentType != ComponentType::UnsignedInt) continue;
      if (indexType(count) == ComponentType::UnsignedInt) continue;
      columns_.set(accessor, columnOf(list, indexType(count)));
      ++run_.summary.shorter;
    }
  }

  OptimizeRun& run_;
  const gltf::Asset& asset_;
  WorkBudget budget_{run_.document};
  std::vector<std::uint32_t> parent_;          // of accessors
  std::map<std::uint32_t, Cluster> clusters_;  // by the root of their accessors
  NewColumns columns_;
};

}  // namespace

Result<void> dropVertices(OptimizeRun& run) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(run.document, ignored);
  if (!asset) return asset.error();
  return VertexDropper(run, *asset).drop();
}

}  // namespace vrm::edit
