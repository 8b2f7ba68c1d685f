// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "edit/columns.hpp"
#include "edit/duplicates.hpp"
#include "edit/optimize_steps.hpp"
#include "edit/primitive_accessors.hpp"
#include "vrm/gltf/edit.hpp"
#include "vrm/gltf/primitive_data.hpp"
#include "vrm/schema/read.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;
using gltf::pointerJoin;
using gltf::PrimitiveMode;

// An attribute of a primitive or of one of its targets.
struct Role {
  std::uint32_t target = kNone;
  std::string semantic;
  // Spelled out: strings of some standard libraries have no <=>.
  friend bool operator<(const Role& a, const Role& b) {
    return std::tie(a.target, a.semantic) < std::tie(b.target, b.semantic);
  }

  std::string pointer() const {
    return pointerJoin(target == kNone ? "/attributes" : pointerJoin("/targets", target), semantic);
  }
};

// The vertices that primitives of a mesh share: the same accessors in the same roles.
struct VertexSet {
  std::vector<std::pair<Role, AccessorIndex>> roles;  // sorted
  std::vector<std::uint32_t> primitives;              // of the mesh
  std::uint32_t count = 0;
  std::uint32_t group = 0;  // sets with primitives that want to become one: the first of them
};

class PrimitiveMerger {
 public:
  PrimitiveMerger(OptimizeRun& run, const gltf::Asset& asset, const schema::Vrm& vrm)
      : run_(run), asset_(asset), vrm_(vrm), whole_(readWhole(run.document, asset)) {}

  Result<void> merge() {
    countUses();
    for (mesh_ = 0; mesh_ < asset_.meshes.size(); ++mesh_) {
      if (asset_.meshes[mesh_].primitives.count < 2) continue;
      if (!collectSets()) continue;
      mergeSets();
    }
    if (Result<void> done = columns_.write(run_.document, run_.diagnostics); !done) return done;
    removeMerged();
    return {};
  }

 private:
  // How often meshes use each accessor; more than a set knows of means that others use it too.
  void countUses() {
    uses_.resize(asset_.accessors.size());
    for (const gltf::Primitive& primitive : asset_.primitives) {
      visitVertexAccessors(asset_, primitive,
                           [&](std::uint32_t, std::string_view, AccessorIndex a) { ++uses_[a.value]; });
      if (primitive.indices) ++uses_[primitive.indices.value];
    }
    elsewhere_ = usedOutsideMeshes(run_.document, asset_.accessors.size());
  }

  const gltf::Primitive& primitive(std::uint32_t p) const {
    return asset_.primitives[asset_.meshes[mesh_].primitives.first + p];
  }
  const JsonValue& jsonOf(std::uint32_t p) const {
    return run_.document.root().find("meshes")->elements()[mesh_].find("primitives")->elements()[p];
  }

  bool canMerge(std::uint32_t p) const {
    const gltf::Primitive& one = primitive(p);
    const bool list = one.mode == PrimitiveMode::Points || one.mode == PrimitiveMode::Lines ||
                      one.mode == PrimitiveMode::Triangles;
    return list && one.indices && whole_[asset_.meshes[mesh_].primitives.first + p];
  }

  bool isTransparent(std::uint32_t p) const {
    const MaterialIndex material = primitive(p).material;
    return material && material.value < vrm_.materials.size() &&
           vrm_.materials[material.value].alphaMode == gltf::AlphaMode::Blend;
  }

  // What primitives have in common that become one, but for their vertices. Transparent ones only when
  // nothing is drawn between them.
  void collectKeys() {
    keys_.clear();
    std::string last;
    std::uint32_t run = 0;
    for (std::uint32_t p = 0; p < asset_.meshes[mesh_].primitives.count; ++p) {
      std::string key = std::to_string(static_cast<unsigned>(primitive(p).mode)) +
                        textWithout(jsonOf(p), {"attributes", "indices", "targets", "mode"});
      if (key != last) ++run;
      last = key;
      if (isTransparent(p)) key += "\n" + std::to_string(run);
      keys_.push_back(std::move(key));
    }
  }

  // False when nothing of the mesh can become one.
  bool collectSets() {
    sets_.clear();
    collectKeys();
    std::map<std::vector<std::pair<Role, AccessorIndex>>, std::size_t> known;
    for (std::uint32_t p = 0; p < keys_.size(); ++p) {
      if (!canMerge(p)) continue;
      std::vector<std::pair<Role, AccessorIndex>> roles;
      visitVertexAccessors(asset_, primitive(p),
                           [&](std::uint32_t target, std::string_view semantic, AccessorIndex accessor) {
                             roles.emplace_back(Role{target, std::string(semantic)}, accessor);
                           });
      std::sort(roles.begin(), roles.end());
      const auto [at, fresh] = known.emplace(roles, sets_.size());
      if (fresh) sets_.push_back({std::move(roles), {}, gltf::vertexCount(asset_, primitive(p)), 0});
      sets_[at->second].primitives.push_back(p);
    }
    // Sets that can be joined, and have primitives with the same key.
    std::map<std::pair<std::string, std::string>, std::uint32_t> owners;
    bool any = false;
    for (std::uint32_t s = 0; s < sets_.size(); ++s) {
      sets_[s].group = s;
      const bool own = isOwn(sets_[s]);
      const std::string format = own ? formatOf(sets_[s]) : "of its own " + std::to_string(s);
      for (const std::uint32_t p : sets_[s].primitives) {
        const auto [other, fresh] = owners.emplace(std::pair(format, keys_[p]), s);
        any = any || !fresh;
        const std::uint32_t a = groupOf(other->second), b = groupOf(s);
        sets_[std::max(a, b)].group = std::min(a, b);
      }
    }
    return any;
  }

  std::uint32_t groupOf(std::uint32_t s) {
    while (sets_[s].group != s) s = sets_[s].group = sets_[sets_[s].group].group;
    return s;
  }

  // Nobody else uses its vertices: joined, they are not there twice.
  bool isOwn(const VertexSet& set) const {
    std::map<std::uint32_t, std::uint64_t> known;
    for (const auto& [role, accessor] : set.roles) known[accessor.value] += set.primitives.size();
    return std::all_of(known.begin(), known.end(), [&](const auto& use) {
      return uses_[use.first] == use.second && !elsewhere_[use.first] &&
             isColumn(run_.document, asset_, AccessorIndex(use.first));
    });
  }

  std::string formatOf(const VertexSet& set) const {
    std::string out;
    for (const auto& [role, accessor] : set.roles) {
      const gltf::Accessor& a = asset_.accessors[accessor.value];
      out += role.pointer() + " " + std::to_string(static_cast<unsigned>(a.componentType)) + " " +
             std::string(gltf::name(a.type)) + (a.normalized ? " n" : "") + (a.bufferView ? "" : " s") +
             (a.min.count > 0 && a.max.count > 0 ? " m\n" : "\n");
    }
    return out;
  }

  // Joins sets as long as short indices can name their vertices, so that none becomes longer.
  void mergeSets() {
    constexpr std::size_t kMostTried = 64;
    std::map<std::uint32_t, std::vector<std::vector<std::uint32_t>>> groups;  // lists of sets
    std::map<std::uint32_t, std::vector<std::uint64_t>> sizes;
    for (std::uint32_t s = 0; s < sets_.size(); ++s) {
      auto& bins = groups[groupOf(s)];
      auto& counts = sizes[groupOf(s)];
      std::size_t bin = 0;
      const std::size_t tried = std::min(bins.size(), kMostTried);
      while (bin < tried && counts[bin] + sets_[s].count > kShortVertices) ++bin;
      if (bin == tried) {
        bin = bins.size();
        bins.emplace_back();
        counts.push_back(0);
      }
      bins[bin].push_back(s);
      counts[bin] += sets_[s].count;
    }
    for (const auto& [group, bins] : groups) {
      for (const std::vector<std::uint32_t>& bin : bins) mergeBin(bin);
    }
  }

  std::uint64_t costOf(const std::vector<std::uint32_t>& bin) const {
    std::uint64_t cost = 0;
    for (const std::uint32_t s : bin) {
      for (const auto& [role, accessor] : sets_[s].roles)
        cost += bin.size() > 1 ? columnBytes(asset_, accessor) : 0;
      for (const std::uint32_t p : sets_[s].primitives)
        cost += 8ull * asset_.accessors[primitive(p).indices.value].count;
    }
    return cost;
  }

  void mergeBin(const std::vector<std::uint32_t>& bin) {
    std::map<std::string_view, std::vector<std::pair<std::uint32_t, std::uint32_t>>>
        byKey;  // primitive, first vertex
    std::uint32_t start = 0, primitives = 0;
    for (const std::uint32_t s : bin) {
      for (const std::uint32_t p : sets_[s].primitives) byKey[keys_[p]].emplace_back(p, start);
      primitives += static_cast<std::uint32_t>(sets_[s].primitives.size());
      start += sets_[s].count;
    }
    if (byKey.size() == primitives || !budget_.pay(costOf(bin))) return;
    std::vector<std::pair<std::uint32_t, Column>> indices;
    for (auto& [key, list] : byKey) {
      std::sort(list.begin(), list.end());
      if (list.size() == 1 && list[0].second == 0) continue;
      std::vector<std::uint32_t> joined;
      for (const auto& [p, first] : list) {
        Diagnostics ignored;
        Result<std::vector<std::uint32_t>> read =
            gltf::readIndices(run_.document, asset_, primitive(p), ignored);
        if (!read) return;
        const std::size_t group = primitive(p).mode == PrimitiveMode::Triangles ? 3
                                  : primitive(p).mode == PrimitiveMode::Lines   ? 2
                                                                                : 1;
        read->resize(read->size() / group * group);  // the next one's start there
        for (const std::uint32_t v : *read) joined.push_back(first + v);
      }
      if (joined.empty()) return;
      indices.emplace_back(list[0].first, columnOf(joined, indexType(start)));
    }
    for (auto& [p, column] : indices) place(p, "/indices", std::move(column), false, NewColumns::Use::Plain);
    if (bin.size() > 1) joinVertices(bin);
    for (const auto& [key, list] : byKey) {
      for (std::size_t i = 1; i < list.size(); ++i) merged_[mesh_].insert(list[i].first);
      run_.summary.primitives += static_cast<std::uint32_t>(list.size()) - 1;
    }
  }

  void joinVertices(const std::vector<std::uint32_t>& bin) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> made;  // accessors that are joined: the new one
    for (std::size_t r = 0; r < sets_[bin[0]].roles.size(); ++r) {
      std::vector<std::uint32_t> sources;
      for (const std::uint32_t s : bin) sources.push_back(sets_[s].roles[r].second.value);
      const std::string where = sets_[bin[0]].roles[r].first.pointer();
      auto found = made.find(sources);
      if (found == made.end()) {
        Column column = readColumn(run_.document, asset_, AccessorIndex(sources[0]));
        for (std::size_t i = 1; i < sources.size(); ++i)
          join(column, readColumn(run_.document, asset_, AccessorIndex(sources[i])));
        const bool normalized = asset_.accessors[sources[0]].normalized;
        const std::uint32_t accessor = NewColumns::add(run_.document, column, normalized);
        columns_.set(accessor, std::move(column), NewColumns::Use::Vertices);
        found = made.emplace(std::move(sources), accessor).first;
      }
      for (const std::uint32_t s : bin) {
        for (const std::uint32_t p : sets_[s].primitives) refer(p, where, found->second);
      }
    }
  }

  void place(std::uint32_t p, const std::string& where, Column column, bool normalized, NewColumns::Use use) {
    const std::uint32_t accessor = NewColumns::add(run_.document, column, normalized);
    columns_.set(accessor, std::move(column), use);
    refer(p, where, accessor);
  }

  void refer(std::uint32_t p, const std::string& where, std::uint32_t accessor) {
    Json& json = run_.document.editJson();
    json.put(pointerJoin(pointerJoin("/meshes", mesh_) + "/primitives", p) + where, json.number(accessor));
  }

  void removeMerged() {
    Json& json = run_.document.editJson();
    for (const auto& merged : merged_) {
      const std::set<std::uint32_t>& primitives = merged.second;
      JsonValue& list = *json.editRoot().find("meshes")->elements()[merged.first].find("primitives");
      const JsonValue* first = list.elements().data();
      json.eraseElements(list, [&](const JsonValue& value) {
        return primitives.contains(static_cast<std::uint32_t>(&value - first));
      });
    }
  }

  OptimizeRun& run_;
  const gltf::Asset& asset_;
  const schema::Vrm& vrm_;
  std::vector<bool> whole_;  // by primitive of the asset
  WorkBudget budget_{run_.document};
  std::vector<std::uint64_t> uses_;  // by accessor
  std::vector<bool> elsewhere_;
  NewColumns columns_;
  std::map<std::uint32_t, std::set<std::uint32_t>>
      merged_;  // by mesh: primitives that are part of others now

  // Of one mesh.
  std::uint32_t mesh_ = 0;
  std::vector<std::string> keys_;  // by primitive
  std::vector<VertexSet> sets_;
};

}  // namespace

Result<void> mergePrimitives(OptimizeRun& run) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(run.document, ignored);
  if (!asset) return asset.error();
  const Result<schema::Vrm> vrm = schema::readVrm(run.document, *asset, ignored);
  if (!vrm) return vrm.error();
  return PrimitiveMerger(run, *asset, *vrm).merge();
}

}  // namespace vrm::edit
