// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cmath>
#include <new>
#include <string>
#include <unordered_map>

#include "base/memory.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/gltf/accessor.hpp"
#include "vrm/gltf/primitive_data.hpp"
#include "vrm/load.hpp"

namespace vrm {

class MeshesBuilder {
 public:
  MeshesBuilder(const LoadResult& loaded, Diagnostics& diagnostics)
      : document_(loaded.document()),
        asset_(loaded.asset()),
        model_(*loaded.model()),
        diagnostics_(diagnostics),
        budget_(loaded.document().limits().decodedBytes),
        out_(std::make_shared<Meshes>()) {
    out_->model_ = loaded.model();
  }

  Result<std::shared_ptr<const Meshes>> build() {
    for (std::uint32_t i = 0; i < model_.meshNodes().size(); ++i) {
      const MeshNode& node = model_.meshNodes()[i];
      const gltf::Mesh& mesh = asset_.meshes[node.mesh.value];
      for (std::uint32_t k = 0; k < mesh.primitives.count; ++k) {
        if (const Result<void> added = addInstance(i, node, mesh.primitives.first + k, k); !added)
          return added.error();
      }
    }
    return std::shared_ptr<const Meshes>(std::move(out_));
  }

 private:
  // Meshes that share accessors share what is read from them; what is left is bounded by
  // Limits::decodedBytes, since an accessor without data costs a file next to nothing.
  Result<void> spend(std::uint64_t bytes, const std::string& pointer) {
    if (bytes > budget_) {
      return Error{Code::LimitDecodedBytes,
                   "the geometry needs more memory than Limits::decodedBytes, " +
                       std::to_string(document_.limits().decodedBytes) + " bytes, leaves",
                   pointer, kNoOffset};
    }
    budget_ -= bytes;
    return {};
  }

  // Of an attribute with three components; empty when there is none.
  Result<std::span<const Vec3>> vectors(gltf::Range attributes, std::string_view semantic) {
    const AccessorIndex accessor = asset_.find(attributes, semantic);
    if (!accessor || asset_.accessors[accessor.value].type != gltf::AccessorType::Vec3)
      return std::span<const Vec3>();
    const auto found = vectors_.find(accessor.value);
    if (found != vectors_.end()) return found->second;
    const std::uint64_t bytes = std::uint64_t{asset_.accessors[accessor.value].count} * sizeof(Vec3);
    if (const Result<void> paid = spend(bytes, "/accessors/" + std::to_string(accessor.value)); !paid)
      return paid.error();
    Result<std::vector<float>> read = gltf::readFloats(document_, asset_, accessor, diagnostics_);
    if (!read) return std::move(read).error();
    out_->floats_.push_back(*std::move(read));
    const std::vector<float>& data = out_->floats_.back();
    static_assert(sizeof(Vec3) == 3 * sizeof(float));
    const std::span<const Vec3> made(reinterpret_cast<const Vec3*>(data.data()), data.size() / 3);
    vectors_.emplace(accessor.value, made);
    return made;
  }

  // Strips and fans as lists (glTF 2.0 section 3.7.2.1).
  static std::vector<std::uint32_t> triangleList(gltf::PrimitiveMode mode,
                                                 std::vector<std::uint32_t> indices) {
    using Mode = gltf::PrimitiveMode;
    if (mode == Mode::Triangles) {
      indices.resize(indices.size() / 3 * 3);
      return indices;
    }
    std::vector<std::uint32_t> list;
    if ((mode != Mode::TriangleStrip && mode != Mode::TriangleFan) || indices.size() < 3) return list;
    list.reserve(3 * (indices.size() - 2));
    for (std::size_t i = 0; i + 2 < indices.size(); ++i) {
      if (mode == Mode::TriangleFan) {
        list.insert(list.end(), {indices[i + 1], indices[i + 2], indices[0]});
      } else {
        list.insert(list.end(), {indices[i], indices[i + 1 + i % 2], indices[i + 2 - i % 2]});
      }
    }
    return list;
  }

  // glTF 2.0 section 3.7.3.3 wants weights to sum to 1. Where a file's do not, the vertex would be drawn
  // towards the origin of the world; peers divide by the sum.
  static void normalize(std::vector<float>& weights, std::size_t perVertex) {
    for (std::size_t at = 0; at < weights.size(); at += perVertex) {
      const std::span<float> own = std::span(weights).subspan(at, perVertex);
      float sum = 0;
      // The same section: "joint weights [...] MUST be non-negative". Of those that cancel each other out any
      // sum could be left.
      for (float& w : own) sum += w = std::max(w, 0.0f);
      if (!std::isfinite(sum)) {
        std::fill(own.begin(), own.end(), 0.0f);  // skin() lets such a vertex follow its first joint
      } else if (sum != 1 && sum > 0) {
        for (float& w : own) w /= sum;
      }
    }
  }

  // The joints and weights of all sets side by side.
  Result<void> readInfluences(const gltf::Primitive& primitive, std::uint32_t jointCount,
                              const std::string& pointer, SkinSource& vertices) {
    const std::uint32_t sets = gltf::influenceSets(asset_, primitive);
    const std::size_t count = vertices.positions.size();
    if (sets == 0 || jointCount == 0) return {};
    // What stays of every set, and what one takes while it is read.
    const std::uint64_t bytesEach = std::uint64_t{sets} * 24 + 32;
    if (const Result<void> paid = spend(count * bytesEach, pointer); !paid) return paid.error();
    std::vector<std::uint16_t> joints(count * sets * 4);
    std::vector<float> weights(count * sets * 4);
    for (std::uint32_t set = 0; set < sets; ++set) {
      const Result<std::vector<std::uint32_t>> j =
          gltf::readJoints(document_, asset_, primitive, set, jointCount, diagnostics_);
      if (!j) return j.error();
      const Result<std::vector<float>> w =
          gltf::readFloats(document_, asset_,
                           asset_.find(primitive.attributes, "WEIGHTS_" + std::to_string(set)), diagnostics_);
      if (!w) return w.error();
      if (j->size() != count * 4 || w->size() != count * 4) return {};  // readAsset has reported it
      for (std::size_t v = 0; v < count; ++v) {
        for (std::size_t k = 0; k < 4; ++k) {
          joints[(v * sets + set) * 4 + k] = static_cast<std::uint16_t>((*j)[v * 4 + k]);
          weights[(v * sets + set) * 4 + k] = (*w)[v * 4 + k];
        }
      }
    }
    normalize(weights, sets * 4);
    out_->shorts_.push_back(std::move(joints));
    out_->floats_.push_back(std::move(weights));
    vertices.joints = out_->shorts_.back();
    vertices.weights = out_->floats_.back();
    vertices.influences = sets * 4;
    return {};
  }

  Result<std::uint32_t> partOf(const MeshNode& node, std::uint32_t index, std::uint32_t inMesh) {
    // Joints out of range depend on the skin, so a primitive under two skins is two parts.
    const std::uint64_t key = std::uint64_t{index} << 32 | node.skin.value;
    if (const auto found = parts_.find(key); found != parts_.end()) return found->second;
    const gltf::Primitive& primitive = asset_.primitives[index];
    const std::string pointer =
        "/meshes/" + std::to_string(node.mesh.value) + "/primitives/" + std::to_string(inMesh);
    MeshPart part;
    part.mesh = node.mesh;
    part.primitive = inMesh;
    part.material = primitive.material;
    const Result<std::span<const Vec3>> positions = vectors(primitive.attributes, "POSITION");
    if (!positions) return positions.error();
    const Result<std::span<const Vec3>> normals = vectors(primitive.attributes, "NORMAL");
    if (!normals) return normals.error();
    part.vertices.positions = *positions;
    if (normals->size() == positions->size()) part.vertices.normals = *normals;
    std::vector<MorphDeltas> targets;
    for (const gltf::MorphTarget& target : asset_.targetsOf(primitive)) {
      const Result<std::span<const Vec3>> p = vectors(target.attributes, "POSITION");
      if (!p) return p.error();
      const Result<std::span<const Vec3>> n = vectors(target.attributes, "NORMAL");
      if (!n) return n.error();
      targets.push_back({p->size() == positions->size() ? *p : std::span<const Vec3>(),
                         n->size() == positions->size() ? *n : std::span<const Vec3>()});
    }
    if (const Result<void> paid = spend(sizeof(MeshPart) + targets.size() * sizeof(MorphDeltas), pointer);
        !paid) {
      return paid.error();
    }
    out_->targets_.push_back(std::move(targets));
    part.vertices.targets = out_->targets_.back();
    const std::uint32_t joints = node.skin ? asset_.skins[node.skin.value].joints.count : 0;
    if (const Result<void> read = readInfluences(primitive, joints, pointer, part.vertices); !read)
      return read.error();
    // Lists stay; strips and fans become lists of three times the length.
    const std::uint64_t indexCount =
        primitive.indices ? asset_.accessors[primitive.indices.value].count : gltf::vertexCount(asset_, primitive);
    const std::uint64_t bytesPerIndex = primitive.mode == gltf::PrimitiveMode::Triangles ? 4 : 16;
    if (const Result<void> paid = spend(indexCount * bytesPerIndex, pointer); !paid) return paid.error();
    Result<std::vector<std::uint32_t>> indices =
        gltf::readIndices(document_, asset_, primitive, diagnostics_);
    if (!indices) return std::move(indices).error();
    // Without positions there is nothing that indices could mean.
    if (positions->size() != gltf::vertexCount(asset_, primitive)) indices->clear();
    out_->integers_.push_back(triangleList(primitive.mode, *std::move(indices)));
    part.triangles = out_->integers_.back();
    const auto made = static_cast<std::uint32_t>(out_->parts_.size());
    out_->parts_.push_back(part);
    parts_.emplace(key, made);
    return made;
  }

  Result<std::uint32_t> skinOf(SkinIndex index) {
    if (const auto found = skins_.find(index.value); found != skins_.end()) return found->second;
    const gltf::Skin& skin = asset_.skins[index.value];
    std::vector<std::uint32_t> joints;
    for (const NodeIndex joint : asset_.nodeList(skin.joints)) joints.push_back(model_.node(joint).value);
    std::uint64_t bytes = std::uint64_t{joints.size()} * (sizeof(Mat4) + 4);
    if (skin.inverseBindMatrices)  // of which there may be many more than joints
      bytes += std::uint64_t{asset_.accessors[skin.inverseBindMatrices.value].count} * sizeof(Mat4);
    if (const Result<void> paid = spend(bytes, "/skins/" + std::to_string(index.value)); !paid) return paid.error();
    std::vector<float> matrices(joints.size() * 16);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      std::copy(kIdentityMatrix.begin(), kIdentityMatrix.end(),
                matrices.begin() + static_cast<std::ptrdiff_t>(16 * i));
    }
    if (skin.inverseBindMatrices) {
      const Result<std::vector<float>> read =
          gltf::readFloats(document_, asset_, skin.inverseBindMatrices, diagnostics_);
      if (!read) return read.error();
      std::copy_n(read->begin(), std::min(read->size(), matrices.size()), matrices.begin());
    }
    out_->integers_.push_back(std::move(joints));
    out_->floats_.push_back(std::move(matrices));
    const std::vector<float>& data = out_->floats_.back();
    const auto made = static_cast<std::uint32_t>(out_->skins_.size());
    out_->skins_.push_back(
        {out_->integers_.back(), {reinterpret_cast<const Mat4*>(data.data()), data.size() / 16}});
    skins_.emplace(index.value, made);
    return made;
  }

  Result<void> addInstance(std::uint32_t meshNode, const MeshNode& node, std::uint32_t primitive,
                           std::uint32_t inMesh) {
    const Result<std::uint32_t> part = partOf(node, primitive, inMesh);
    if (!part) return part.error();
    // Many nodes with one mesh of many primitives cost a file nothing.
    if (const Result<void> paid = spend(sizeof(MeshInstance), "/meshes/" + std::to_string(node.mesh.value));
        !paid) {
      return paid.error();
    }
    MeshInstance instance;
    instance.meshNode = meshNode;
    instance.part = *part;
    const MeshPart& made = out_->parts_[*part];
    // Nor does one mesh of a million triangles or a skin of as many joints for each of them, and all are drawn.
    const std::size_t joints = node.skin ? asset_.nodeList(asset_.skins[node.skin.value].joints).size() : 0;
    // Of hundreds of morph targets few are in use at a time.
    const std::uint64_t times = 1 + made.vertices.targets.size() / 16;
    drawn_ += made.triangles.size() + made.vertices.positions.size() * times + joints;
    if (const std::uint64_t most = document_.limits().drawnElements; drawn_ > most) {
      return Error{Code::LimitDrawnElements,
                   "the nodes draw more vertices, indices, morph targets and joints than Limits::drawnElements, " +
                       std::to_string(most),
                   "/meshes/" + std::to_string(node.mesh.value), kNoOffset};
    }
    if (node.skin && made.vertices.influences > 0) {
      const Result<std::uint32_t> skin = skinOf(node.skin);
      if (!skin) return skin.error();
      instance.skin = *skin;
    }
    if (const std::optional<Visibility> whole = model_.visibility(node)) {
      instance.visibility = *whole;
    } else if (const Result<void> split = splitInstance(made, instance); !split) {
      return split.error();
    }
    out_->instances_.push_back(std::move(instance));
    return {};
  }

  // Decision 32.
  Result<void> splitInstance(const MeshPart& part, MeshInstance& instance) {
    if (instance.skin == kNone) {
      const ModelNode node(model_.meshNodes()[instance.meshNode].node);
      instance.visibility =
          visibility(FirstPersonType::Auto, model_.isOfHead(node) ? HeadPart::All : HeadPart::None);
      return {};
    }
    // A part belongs to one skin, so that all its instances are split alike.
    auto found = splits_.find(instance.part);
    if (found == splits_.end()) {
      std::vector<std::uint8_t> isHead;
      for (const std::uint32_t joint : out_->skins_[instance.skin].joints) {
        isHead.push_back(model_.isOfHead(ModelNode(joint)) ? 1 : 0);
      }
      Result<HeadSplit> split = splitHead(part.triangles, part.vertices.joints, part.vertices.weights,
                                          part.vertices.influences, isHead);
      if (!split) return std::move(split).error();
      if (const Result<void> paid = spend(split->indices.size() * 4, ""); !paid) return paid.error();
      found = splits_.emplace(instance.part, std::make_shared<const HeadSplit>(*std::move(split))).first;
    }
    instance.split = found->second;
    instance.visibility = visibility(FirstPersonType::Auto, instance.split->part);
    return {};
  }

  const gltf::Document& document_;
  const gltf::Asset& asset_;
  const Model& model_;
  Diagnostics& diagnostics_;
  std::uint64_t budget_;
  std::uint64_t drawn_ = 0;  // of all instances: Limits::drawnElements
  std::shared_ptr<Meshes> out_;
  std::unordered_map<std::uint32_t, std::span<const Vec3>> vectors_;  // by accessor
  std::unordered_map<std::uint64_t, std::uint32_t> parts_;            // by primitive and skin
  std::unordered_map<std::uint32_t, std::uint32_t> skins_;
  std::unordered_map<std::uint32_t, std::shared_ptr<const HeadSplit>> splits_;  // by part
};

Result<std::shared_ptr<const Meshes>> loadMeshes(const LoadResult& loaded, Diagnostics& diagnostics) try {
  return MeshesBuilder(loaded, diagnostics).build();
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm
