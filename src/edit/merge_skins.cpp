// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "edit/columns.hpp"
#include "edit/duplicates.hpp"
#include "edit/optimize_steps.hpp"
#include "edit/primitive_accessors.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/edit.hpp"
#include "vrm/gltf/primitive_data.hpp"

namespace vrm::edit {
namespace {

using gltf::AccessorType;
using gltf::ComponentType;
using gltf::Json;
using gltf::JsonValue;
using gltf::Kind;
using gltf::pointerJoin;

using BindMatrix = std::array<float, 16>;

bool sameBits(const BindMatrix& a, const BindMatrix& b) {
  return std::memcmp(a.data(), b.data(), sizeof a) == 0;  // NOLINT(bugprone-suspicious-memory-comparison): bits
}

struct SkinData {
  std::vector<NodeIndex> joints;
  std::vector<BindMatrix>
      matrices;         // one per joint; identities where the file has none (glTF 2.0 section 5.28)
  bool stored = false;  // the file has matrices
  std::string rest;     // what else the skin says
  bool fixed = false;   // its joints have to stay where they are
  bool narrow = false;  // a mesh has its joints in bytes
  bool wide = false;    // a mesh has them in more than it needs
  std::vector<bool> used;
  std::set<std::uint32_t> accessors;  // of joints
};

class SkinMerger {
 public:
  SkinMerger(OptimizeRun& run, const gltf::Asset& asset)
      : run_(run), asset_(asset), skins_(asset.skins.size()) {}

  Result<std::vector<std::uint32_t>> firstOfEqualSkins() {
    if (Result<void> done = readSkins(); !done) return std::move(done).error();
    std::vector<std::string> texts;
    for (std::uint32_t s = 0; s < skins_.size(); ++s) {
      const SkinData& skin = skins_[s];
      std::string& text = texts.emplace_back();
      if (skin.fixed) continue;
      text = skin.rest;
      text += "\n" + std::to_string(asset_.skins[s].skeleton.value) + "\n";
      for (const NodeIndex joint : skin.joints) text += std::to_string(joint.value) + ",";
      for (const BindMatrix& m : skin.matrices)
        text.append(reinterpret_cast<const char*>(m.data()), sizeof m);
    }
    return firstEquals(
        static_cast<std::uint32_t>(texts.size()),
        [&](std::uint32_t i) { return skins_[i].fixed ? std::optional<std::uint64_t>() : hashOf(texts[i]); },
        [&](std::uint32_t a, std::uint32_t b) { return texts[a] == texts[b]; });
  }

  Result<void> merge() {
    if (Result<void> done = readSkins(); !done) return done;
    collectUsers();
    for (std::uint32_t s = 0; s < skins_.size(); ++s) markJoints(s);
    makeGroups();
    return write();
  }

 private:
  // Skins that become one.
  struct Group {
    std::vector<std::uint32_t> skins;
    std::vector<NodeIndex> joints;
    std::vector<BindMatrix> matrices;
    std::map<NodeIndex, std::uint32_t> places;
    bool stored = false, narrow = false;
  };

  Result<void> readSkins() {
    for (std::uint32_t s = 0; s < skins_.size(); ++s) {
      const gltf::Skin& skin = asset_.skins[s];
      SkinData& out = skins_[s];
      const JsonValue& json = run_.document.root().find("skins")->elements()[s];
      out.rest = textWithout(json, {"name", "joints", "inverseBindMatrices", "skeleton"});
      const std::span<const NodeIndex> joints = asset_.nodeList(skin.joints);
      out.joints.assign(joints.begin(), joints.end());
      // A joint that the reader has left out, or one that is there twice.
      const JsonValue* list = json.find("joints");
      const std::set<NodeIndex> different(joints.begin(), joints.end());
      out.fixed =
          joints.empty() || !list || list->size() != joints.size() || different.size() != joints.size();
      out.used.resize(joints.size());
      out.stored = static_cast<bool>(skin.inverseBindMatrices);
      // As matrices, and as text to compare.
      out.fixed = out.fixed || !budget_.pay(std::uint64_t{joints.size()} * 2 * sizeof(BindMatrix));
      if (out.fixed) continue;
      BindMatrix identity{};
      for (std::size_t i = 0; i < 16; i += 5) identity[i] = 1;
      out.matrices.assign(joints.size(), identity);
      if (!out.stored) continue;
      if (!budget_.pay(readBytes(asset_.accessors[skin.inverseBindMatrices.value])) ||
          !isColumn(run_.document, asset_, skin.inverseBindMatrices)) {
        out.fixed = true;
        continue;
      }
      Diagnostics ignored;
      const Result<std::vector<float>> read =
          gltf::readFloats(run_.document, asset_, skin.inverseBindMatrices, ignored);
      if (!read) return read.error();
      for (std::size_t j = 0; j < joints.size() && 16 * (j + 1) <= read->size(); ++j)
        std::memcpy(out.matrices[j].data(), read->data() + 16 * j, sizeof(BindMatrix));
    }
    return {};
  }

  static std::string semantic(std::string_view prefix, std::uint32_t set) {
    return std::string(prefix) + std::to_string(set);
  }

  // Which primitives are drawn with which skin. Joints that two skins use stay, for they would have to become
  // two.
  void collectUsers() {
    std::vector<std::set<std::uint32_t>> skinsOf(asset_.meshes.size());
    for (const gltf::Node& node : asset_.nodes) {
      if (node.mesh && node.skin) skinsOf[node.mesh.value].insert(node.skin.value);
    }
    users_.resize(skins_.size());
    const std::vector<bool> whole = readWhole(run_.document, asset_);
    const std::vector<bool> elsewhere = usedOutsideMeshes(run_.document, asset_.accessors.size());
    std::map<std::uint32_t, std::uint32_t> skinOf;  // by accessor
    std::vector<bool> shared(asset_.accessors.size());
    for (std::uint32_t m = 0; m < skinsOf.size(); ++m) {
      if (skinsOf[m].size() < 2) continue;
      for (const gltf::Primitive& primitive : asset_.primitivesOf(asset_.meshes[m])) {
        for (const gltf::Attribute& a : asset_.attributeList(primitive.attributes))
          shared[a.accessor.value] = true;
      }
    }
    for (std::uint32_t m = 0; m < skinsOf.size(); ++m) {
      for (const std::uint32_t s : skinsOf[m]) {
        SkinData& skin = skins_[s];
        if (skinsOf[m].size() >
            1) {  // very many, perhaps, so that their primitives are not looked at for each
          skin.fixed = true;
          continue;
        }
        for (std::uint32_t k = 0; k < asset_.meshes[m].primitives.count; ++k) {
          const std::uint32_t p = asset_.meshes[m].primitives.first + k;
          users_[s].push_back(p);
          const gltf::Primitive& primitive = asset_.primitives[p];
          const std::uint32_t sets = gltf::influenceSets(asset_, primitive);
          skin.fixed = skin.fixed || !whole[p];
          std::uint32_t found = 0;
          for (const gltf::Attribute& a : asset_.attributeList(primitive.attributes)) {
            if (!a.semantic.starts_with("JOINTS_")) continue;
            ++found;
            const gltf::Accessor& joints = asset_.accessors[a.accessor.value];
            const auto [other, fresh] = skinOf.emplace(a.accessor.value, s);
            if (!fresh && other->second != s) skins_[other->second].fixed = skin.fixed = true;
            skin.fixed = skin.fixed || elsewhere[a.accessor.value] || shared[a.accessor.value] ||
                         joints.sparse.count > 0 || !joints.bufferView ||
                         !isColumn(run_.document, asset_, a.accessor);
            skin.narrow = skin.narrow || joints.componentType == ComponentType::UnsignedByte;
            skin.wide = skin.wide || joints.componentType != ComponentType::UnsignedByte;
            skin.accessors.insert(a.accessor.value);
          }
          skin.fixed = skin.fixed || found != sets;  // some without weights, or too many
        }
      }
    }
  }

  void markJoints(std::uint32_t index) {
    SkinData& skin = skins_[index];
    std::set<std::vector<std::uint32_t>> seen;
    for (const std::uint32_t p : users_[index]) {
      if (skin.fixed) return;
      const gltf::Primitive& primitive = asset_.primitives[p];
      const std::uint32_t sets = gltf::influenceSets(asset_, primitive);
      std::vector<std::uint32_t> accessors;
      std::uint64_t cost = 0;
      for (std::uint32_t set = 0; set < sets; ++set) {
        for (const std::string_view prefix : {"JOINTS_", "WEIGHTS_"}) {
          const AccessorIndex a = asset_.find(primitive.attributes, semantic(prefix, set));
          accessors.push_back(a.value);
          cost += 16ull * asset_.accessors[a.value].count;
        }
      }
      if (!seen.insert(std::move(accessors)).second) continue;
      if (!budget_.pay(cost) || !markJoints(skin, primitive, sets)) skin.fixed = true;
    }
    // A skin has one joint at least (glTF 2.0 section 5.28).
    if (std::find(skin.used.begin(), skin.used.end(), true) == skin.used.end() && !skin.used.empty())
      skin.used[0] = true;
  }

  bool markJoints(SkinData& skin, const gltf::Primitive& primitive, std::uint32_t sets) {
    const std::uint32_t vertices = gltf::vertexCount(asset_, primitive);
    std::vector<float> sums(vertices);
    std::vector<std::uint32_t> first;
    Diagnostics ignored;
    for (std::uint32_t set = 0; set < sets; ++set) {
      const Result<std::vector<std::uint32_t>> joints = gltf::readJoints(
          run_.document, asset_, primitive, set, static_cast<std::uint32_t>(skin.joints.size()), ignored);
      const Result<std::vector<float>> weights = gltf::readFloats(
          run_.document, asset_, asset_.find(primitive.attributes, semantic("WEIGHTS_", set)), ignored);
      if (!joints || !weights || joints->size() != 4ull * vertices || weights->size() != 4ull * vertices)
        return false;
      for (std::size_t i = 0; i < joints->size(); ++i) {
        if ((*weights)[i] == 0) continue;
        skin.used[(*joints)[i]] = true;
        sums[i / 4] += (*weights)[i];
      }
      if (set == 0) first = *joints;
    }
    // Readers show a vertex without weights where its first joint is.
    constexpr float kNothing = 1e-5f;
    for (std::size_t v = 0; sets > 0 && v < vertices; ++v) {
      if (!(sums[v] > kNothing)) skin.used[first[4 * v]] = true;
    }
    return true;
  }

  bool fits(const Group& group, const SkinData& skin) const {
    if (skins_[group.skins[0]].rest != skin.rest) return false;
    std::size_t added = 0;
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      if (!skin.used[j]) continue;
      const auto place = group.places.find(skin.joints[j]);
      added += place == group.places.end();
      if (place != group.places.end() && !sameBits(group.matrices[place->second], skin.matrices[j]))
        return false;
    }
    // Bytes that have to become longer would make the file larger.
    const std::size_t most = group.narrow || skin.narrow ? 256 : 65'536;
    return group.joints.size() + added <= most;
  }

  void makeGroups() {
    constexpr std::size_t kMostTried = 16;  // nobody has so many; each costs time for each skin
    groupOf_.assign(skins_.size(), kNone);
    for (std::uint32_t s = 0; s < skins_.size(); ++s) {
      const SkinData& skin = skins_[s];
      if (skin.fixed) continue;
      for (std::uint32_t g = 0; g < std::min(groups_.size(), kMostTried) && groupOf_[s] == kNone; ++g) {
        if (fits(groups_[g], skin)) groupOf_[s] = g;
      }
      if (groupOf_[s] == kNone) {
        groupOf_[s] = static_cast<std::uint32_t>(groups_.size());
        groups_.emplace_back();
      }
      Group& group = groups_[groupOf_[s]];
      group.skins.push_back(s);
      group.stored = group.stored || skin.stored;
      group.narrow = group.narrow || skin.narrow;
      for (std::size_t j = 0; j < skin.joints.size(); ++j) {
        const auto place = static_cast<std::uint32_t>(group.joints.size());
        if (!skin.used[j] || !group.places.emplace(skin.joints[j], place).second) continue;
        group.joints.push_back(skin.joints[j]);
        group.matrices.push_back(skin.matrices[j]);
      }
    }
  }

  Result<void> write() {
    Json& json = run_.document.editJson();
    std::vector<std::uint32_t> first(skins_.size());
    for (std::uint32_t s = 0; s < first.size(); ++s) first[s] = s;
    NewColumns columns;
    for (const Group& group : groups_) {
      const std::uint32_t keeper = group.skins[0];
      const SkinData& skin = skins_[keeper];
      const bool sameJoints = group.joints == skin.joints;
      if (sameJoints && group.skins.size() == 1 && !(skin.wide && group.joints.size() <= 256)) continue;
      for (const std::uint32_t s : group.skins) {
        first[s] = keeper;
        run_.summary.joints +=
            static_cast<std::uint32_t>(std::count(skins_[s].used.begin(), skins_[s].used.end(), false));
        writeJoints(skins_[s], group, columns);
      }
      JsonValue& out = json.editRoot().find("skins")->elements()[keeper];
      const auto differs = [&](std::uint32_t s) {
        return asset_.skins[s].skeleton != asset_.skins[keeper].skeleton;
      };
      if (std::any_of(group.skins.begin(), group.skins.end(), differs)) json.remove(out, "skeleton");
      if (sameJoints) continue;
      JsonValue list = json.array();
      for (const NodeIndex joint : group.joints) json.append(list, json.number(joint.value));
      json.set(out, "joints", list);
      if (!group.stored) continue;
      std::vector<float> numbers;
      for (const BindMatrix& m : group.matrices) numbers.insert(numbers.end(), m.begin(), m.end());
      Column column = columnOf(numbers, AccessorType::Mat4);
      const std::uint32_t accessor = NewColumns::add(run_.document, column, false);
      columns.set(accessor, std::move(column));
      json.put(pointerJoin("/skins", keeper) + "/inverseBindMatrices", json.number(accessor));
    }
    if (Result<void> done = columns.write(run_.document, run_.diagnostics); !done) return done;
    const Result<std::uint32_t> merged = replaceElements(run_.document, Kind::Skin, first, run_.diagnostics);
    if (!merged) return merged.error();
    run_.summary.merged.skins += *merged;
    return {};
  }

  // Joints of vertices say where in their skin a joint is. Those that nothing follows become 0, as glTF 2.0
  // section 3.7.3.3 has it for unused ones.
  void writeJoints(const SkinData& skin, const Group& group, NewColumns& columns) {
    std::vector<std::uint32_t> newOf;
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      newOf.push_back(skin.used[j] ? group.places.at(skin.joints[j]) : 0);
    }
    const ComponentType type =
        group.joints.size() <= 256 ? ComponentType::UnsignedByte : ComponentType::UnsignedShort;
    for (const std::uint32_t accessor : skin.accessors) {
      Diagnostics ignored;
      Result<std::vector<std::uint32_t>> joints =
          gltf::readUints(run_.document, asset_, AccessorIndex(accessor), ignored);
      if (!joints) continue;  // markJoints has read it
      for (std::uint32_t& joint : *joints) joint = newOf[joint < newOf.size() ? joint : 0];
      run_.summary.shorter += asset_.accessors[accessor].componentType != ComponentType::UnsignedByte &&
                              type == ComponentType::UnsignedByte;
      columns.set(accessor, columnOf(*joints, type, AccessorType::Vec4), NewColumns::Use::Vertices);
    }
  }

  OptimizeRun& run_;
  const gltf::Asset& asset_;
  WorkBudget budget_{run_.document};
  std::vector<SkinData> skins_;
  std::vector<std::vector<std::uint32_t>> users_;  // by skin: primitives
  std::vector<Group> groups_;
  std::vector<std::uint32_t> groupOf_;  // by skin
};

}  // namespace

Result<void> mergeSkins(OptimizeRun& run) {
  Diagnostics ignored;
  {
    const Result<gltf::Asset> asset = gltf::readAsset(run.document, ignored);
    if (!asset) return asset.error();
    const Result<std::vector<std::uint32_t>> first = SkinMerger(run, *asset).firstOfEqualSkins();
    if (!first) return first.error();
    const Result<std::uint32_t> merged = replaceElements(run.document, Kind::Skin, *first, run.diagnostics);
    if (!merged) return merged.error();
    run.summary.merged.skins += *merged;
  }
  const Result<gltf::Asset> asset = gltf::readAsset(run.document, ignored);
  if (!asset) return asset.error();
  return SkinMerger(run, *asset).merge();
}

}  // namespace vrm::edit
