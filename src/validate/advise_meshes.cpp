// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "validate/advice.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/primitive_data.hpp"

namespace vrm::checks {
namespace {

using gltf::Accessor;
using gltf::AccessorType;
using gltf::ComponentType;

std::uint64_t bytesOf(const gltf::Asset& asset, AccessorIndex index) {
  const Accessor& accessor = asset.accessors[index.value];
  return std::uint64_t{accessor.count} * gltf::elementSize(accessor);
}

// Morph targets that no expression binds. Programs may set weights by name, so it is said only of avatars
// that have expressions with binds.
void adviseMorphs(const Subject& subject) {
  const gltf::Asset& asset = subject.asset;
  std::vector<std::set<std::uint32_t>> bound(asset.meshes.size());
  bool any = false;
  for (const schema::Expression& e : subject.vrm.expressions.list) {
    for (const schema::MorphTargetBind& bind : e.morphTargetBinds) {
      const MeshIndex mesh = asset.nodes[bind.node.value].mesh;
      if (mesh) bound[mesh.value].insert(bind.index);
      any = true;
    }
  }
  if (!any) return;
  for (std::uint32_t i = 0; i < asset.meshes.size(); ++i) {
    const gltf::Mesh& mesh = asset.meshes[i];
    if (mesh.targetCount == bound[i].size()) continue;
    std::set<std::uint32_t> accessors;
    for (const gltf::Primitive& p : asset.primitivesOf(mesh)) {
      const std::span<const gltf::MorphTarget> targets = asset.targetsOf(p);
      for (std::uint32_t t = 0; t < targets.size(); ++t) {
        if (bound[i].contains(t)) continue;
        for (const gltf::Attribute& a : asset.attributeList(targets[t].attributes))
          accessors.insert(a.accessor.value);
      }
    }
    std::uint64_t bytes = 0;
    for (const std::uint32_t a : accessors) bytes += bytesOf(asset, AccessorIndex(a));
    subject.report(Code::AdviceMorphs, gltf::pointerJoin("/meshes", i),
                   std::to_string(mesh.targetCount - bound[i].size()) + " of " +
                       std::to_string(mesh.targetCount) + " morph targets are in no expression, " +
                       megabytes(bytes));
  }
}

class MeshAdvice {
 public:
  explicit MeshAdvice(const Subject& subject)
      : subject_(subject), asset_(subject.asset), used_(asset_.skins.size()) {
    for (std::size_t i = 0; i < used_.size(); ++i) used_[i].resize(asset_.skins[i].joints.count);
  }

  void check() {
    std::vector<SkinIndex> skins(asset_.meshes.size());
    for (const gltf::Node& node : asset_.nodes) {
      if (node.mesh && node.skin) skins[node.mesh.value] = node.skin;
    }
    for (std::uint32_t i = 0; i < asset_.meshes.size(); ++i) {
      std::uint32_t p = 0;
      for (const gltf::Primitive& primitive : asset_.primitivesOf(asset_.meshes[i])) {
        const std::string pointer = gltf::pointerJoin("/meshes", i) + "/primitives/" + std::to_string(p++);
        lookAtVertices(primitive, pointer);
        if (skins[i]) markJoints(primitive, skins[i]);
      }
    }
    for (std::uint32_t i = 0; i < used_.size(); ++i) adviseJoints(i);
    for (const auto& [positions, touched] : touched_) {
      if (whole_.contains(positions)) continue;
      const auto unused = std::count(touched.vertices.begin(), touched.vertices.end(), false);
      if (unused == 0) continue;
      subject_.report(Code::AdviceVertices, touched.pointer,
                      std::to_string(unused) + " of " + std::to_string(touched.vertices.size()) +
                          " vertices belong to no triangle");
    }
    if (saved_ > 100'000) {
      subject_.report(Code::AdviceCompression, "/accessors",
                      "geometry of " + megabytes(total_) + " would take " + megabytes(total_ - saved_) +
                          " with KHR_mesh_quantization, shorter indices and sparse morph targets");
    }
  }

 private:
  void lookAtVertices(const gltf::Primitive& primitive, const std::string& pointer) {
    const std::uint32_t vertices = gltf::vertexCount(asset_, primitive);
    for (const gltf::Attribute& a : asset_.attributeList(primitive.attributes)) addAttribute(a, false);
    for (const gltf::MorphTarget& target : asset_.targetsOf(primitive)) {
      for (const gltf::Attribute& a : asset_.attributeList(target.attributes)) addAttribute(a, true);
    }
    const AccessorIndex positions = asset_.find(primitive.attributes, "POSITION");
    if (!primitive.indices && positions) whole_.insert(positions.value);
    if (!primitive.indices) return;
    if (!seen_.insert(primitive.indices.value).second) {
      if (positions) whole_.insert(positions.value);  // not looked at again, so nothing can be said
      return;
    }
    const Accessor& indices = asset_.accessors[primitive.indices.value];
    total_ += bytesOf(asset_, primitive.indices);
    if (indices.componentType == ComponentType::UnsignedInt && vertices < 65'535)
      saved_ += std::uint64_t{indices.count} * 2;
    // Vertices that several primitives share are in use if any of them uses them.
    if (!positions || whole_.contains(positions.value) || !budget_.pay(indices.count)) return;
    if (!touched_.contains(positions.value) && !budget_.pay(asset_.accessors[positions.value].count)) return;
    Diagnostics ignored;
    const Result<std::vector<std::uint32_t>> read =
        gltf::readIndices(subject_.document, asset_, primitive, ignored);
    if (!read) return;
    Touched& touched = touched_[positions.value];
    if (touched.vertices.empty()) {
      touched.vertices.resize(vertices);
      touched.pointer = pointer;
    }
    for (const std::uint32_t v : *read) {
      if (v < touched.vertices.size()) touched.vertices[v] = true;
    }
  }

  // Joints with a weight above 0.
  void markJoints(const gltf::Primitive& primitive, SkinIndex skin) {
    std::vector<bool>& used = used_[skin.value];
    constexpr std::uint32_t kMostSets = 8;  // nobody has more than 2 or 3
    for (std::uint32_t set = 0; set < kMostSets; ++set) {
      const AccessorIndex joints = asset_.find(primitive.attributes, "JOINTS_" + std::to_string(set));
      const AccessorIndex weights = asset_.find(primitive.attributes, "WEIGHTS_" + std::to_string(set));
      if (!joints || !weights) return;
      if (!marked_.insert({skin.value, joints.value, weights.value}).second) continue;
      // What is not looked at counts as used.
      if (!budget_.pay(asset_.accessors[joints.value].count) || !budget_.pay(asset_.accessors[weights.value].count))
        return used.assign(used.size(), true);
      Diagnostics ignored;
      const Result<std::vector<std::uint32_t>> indices =
          gltf::readUints(subject_.document, asset_, joints, ignored);
      const Result<std::vector<float>> amounts =
          gltf::readFloats(subject_.document, asset_, weights, ignored);
      if (!indices || !amounts) return;
      for (std::size_t i = 0; i < std::min(indices->size(), amounts->size()); ++i) {
        if ((*amounts)[i] > 0 && (*indices)[i] < used.size()) used[(*indices)[i]] = true;
      }
    }
  }

  void adviseJoints(std::uint32_t index) {
    constexpr std::uint32_t kJoints = 256;  // what older devices hold in uniforms
    const gltf::Skin& skin = asset_.skins[index];
    const std::string pointer = gltf::pointerJoin("/skins", index);
    const auto unused =
        static_cast<std::uint64_t>(std::count(used_[index].begin(), used_[index].end(), false));
    if (unused > 0 && unused < skin.joints.count) {
      subject_.report(
          Code::AdviceJoints, pointer,
          std::to_string(unused) + " of " + std::to_string(skin.joints.count) + " joints move no vertex");
    }
    if (skin.joints.count > kJoints) {
      subject_.report(Code::AdviceJoints, pointer,
                      std::to_string(skin.joints.count) + " joints are more than the " +
                          std::to_string(kJoints) + " that older devices can have");
    }
  }

  // What KHR_mesh_quantization allows, and what it is good enough for: positions in 16 bits, directions in 8.
  void addAttribute(const gltf::Attribute& attribute, bool morph) {
    if (!attribute.accessor || !seen_.insert(attribute.accessor.value).second) return;
    const Accessor& accessor = asset_.accessors[attribute.accessor.value];
    const std::uint64_t stored = gltf::elementSize(accessor);
    total_ += stored * accessor.count;
    std::uint64_t needed = stored;
    if (accessor.componentType == ComponentType::Float) {
      const std::string_view s = attribute.semantic;
      if (s == "POSITION") needed = 8;
      if (s == "NORMAL" || s == "TANGENT" || s.starts_with("TEXCOORD_") || s.starts_with("COLOR_") ||
          s.starts_with("WEIGHTS_"))
        needed = 4;
    }
    std::uint64_t best = std::min(stored, needed) * accessor.count;
    if (morph && accessor.type == AccessorType::Vec3)
      best = std::min(best, sparseBytes(attribute.accessor, needed));
    saved_ += stored * accessor.count - best;
  }

  // Of the vertices that a morph target moves: an index and the change each.
  std::uint64_t sparseBytes(AccessorIndex index, std::uint64_t element) {
    const Accessor& accessor = asset_.accessors[index.value];
    if (accessor.sparse.count > 0 || !budget_.pay(accessor.count)) return bytesOf(asset_, index);
    Diagnostics ignored;
    const Result<std::vector<float>> values = gltf::readFloats(subject_.document, asset_, index, ignored);
    if (!values) return bytesOf(asset_, index);
    std::uint64_t moved = 0;
    for (std::size_t i = 0; i + 2 < values->size(); i += 3)
      moved += (*values)[i] != 0 || (*values)[i + 1] != 0 || (*values)[i + 2] != 0;
    return moved * (element + (accessor.count < 65'536 ? 2 : 4));
  }

  struct Touched {
    std::vector<bool> vertices;
    std::string pointer;
  };

  const Subject& subject_;
  const gltf::Asset& asset_;
  std::vector<std::vector<bool>> used_;  // by skin and joint: some vertex has a weight on it
  std::set<std::uint32_t> seen_;         // accessors
  std::set<std::array<std::uint32_t, 3>> marked_;
  std::map<std::uint32_t, Touched> touched_;  // by the accessor of positions
  std::set<std::uint32_t> whole_;             // such accessors of which a primitive uses everything
  std::uint64_t total_ = 0, saved_ = 0;
  // Files of a few bytes can have accessors of billions of elements, and use each of them many times.
  Budget budget_{subject_, "the meshes, for advice", 100'000'000};
};

}  // namespace

void adviseMeshes(const Subject& subject) {
  adviseMorphs(subject);
  MeshAdvice(subject).check();
}

}  // namespace vrm::checks
