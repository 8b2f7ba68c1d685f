// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/gpu_model.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "vrm/gltf/accessor.hpp"

namespace vrm::render {
namespace {

class Uploader {
 public:
  Uploader(GpuModel& out, DeformPrograms& programs, const LoadResult& loaded, const Meshes& meshes,
           Diagnostics& diagnostics)
      : out_(out),
        gl_(*out.gl),
        programs_(programs),
        document_(loaded.document()),
        asset_(loaded.asset()),
        vrm_(loaded.vrm()),
        meshes_(meshes),
        diagnostics_(diagnostics) {}

  Result<void> run() {
    addBinds();
    if (Result<void> done = addMaterials(); !done) return done;
    out_.textures.finish();
    out_.deformedOf.assign(meshes_.instances().size(), kNone);
    for (std::uint32_t i = 0; i < meshes_.instances().size(); ++i) {
      if (Result<void> done = addItem(i); !done) return done;
    }
    return checkGl(gl_, "uploading a model");
  }

 private:
  // The bind matrices of all skins, one after the other, each with the node of its joint.
  void addBinds() {
    std::vector<Mat4> all;
    for (const SkinJoints& skin : meshes_.skins()) {
      firstJoints_.push_back(static_cast<std::uint32_t>(all.size()));
      for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        Mat4 bind = skin.inverseBinds[i];
        bind[3] = static_cast<float>(skin.joints[i]);  // nodes are fewer than 2^24
        all.push_back(bind);
      }
    }
    out_.binds = Table(gl_, GL_RGBA32F, all.size() * 4);
    out_.binds.write(gl_, 0, std::as_bytes(std::span(all)));
  }

  Result<void> addMaterials() {
    for (const schema::Material& material : vrm_.materials) {
      if (Result<void> done = addMaterial(material); !done) return done;
    }
    return addMaterial({});  // of primitives without one
  }

  Result<void> addMaterial(const schema::Material& material) {
    GpuMaterial made{material, uvSetsOf(material), {}, 0};
    for (std::size_t i = 0; i < kSlotCount; ++i) {
      const schema::TextureInfo* info = textureOf(material, static_cast<Slot>(i));
      if (!info) continue;
      const Result<const GpuTexture*> texture = out_.textures.get(info->index, kSlots[i].srgb);
      if (!texture) return texture.error();
      made.textures[i] = *texture;
      if (*texture) made.present |= 1u << i;
    }
    out_.materials.push_back(std::move(made));
    return {};
  }

  const gltf::Primitive& primitiveOf(const MeshPart& part) const {
    const gltf::Mesh& mesh = asset_.meshes[part.mesh.value];
    return asset_.primitives[mesh.primitives.first + part.primitive];
  }

  // Floats of an attribute; none when there is none, or not of this type, or not for every vertex.
  Result<std::vector<float>> attribute(const gltf::Primitive& primitive, const std::string& semantic,
                                       gltf::AccessorType type, std::size_t count) {
    const AccessorIndex index = asset_.find(primitive.attributes, semantic);
    if (!index) return std::vector<float>();
    const gltf::Accessor& accessor = asset_.accessors[index.value];
    if (accessor.type != type || accessor.count != count) return std::vector<float>();
    return gltf::readFloats(document_, asset_, index, diagnostics_);
  }

  // What tells vertices apart: the accessors that they are read from, and the skin.
  using VertexKey = std::vector<std::uint32_t>;
  VertexKey keyOf(const MeshPart& part, std::uint32_t skin, bool tangents) const {
    const gltf::Primitive& primitive = primitiveOf(part);
    VertexKey key{skin, part.vertices.influences};
    const auto add = [&](gltf::Range attributes, std::string_view semantic) {
      key.push_back(asset_.find(attributes, semantic).value);
    };
    add(primitive.attributes, "POSITION");
    add(primitive.attributes, "NORMAL");
    if (tangents) add(primitive.attributes, "TANGENT");
    for (std::uint32_t set = 0; set * 4 < part.vertices.influences; ++set) {
      add(primitive.attributes, "JOINTS_" + std::to_string(set));
      add(primitive.attributes, "WEIGHTS_" + std::to_string(set));
    }
    for (const gltf::MorphTarget& target : asset_.targetsOf(primitive)) {
      add(target.attributes, "POSITION");
      add(target.attributes, "NORMAL");
    }
    return key;
  }

  Result<std::uint32_t> vertexSetOf(const MeshPart& part, std::uint32_t skin, bool wantsTangents) {
    const VertexKey key = keyOf(part, skin, wantsTangents);
    if (const auto found = vertexSets_.find(key); found != vertexSets_.end()) return found->second;
    VertexData data{part.vertices, {}};
    std::vector<Vec4> tangents;
    if (wantsTangents) {
      const Result<std::vector<float>> stored =
          attribute(primitiveOf(part), "TANGENT", gltf::AccessorType::Vec4, part.vertices.positions.size());
      if (!stored) return stored.error();
      for (std::size_t i = 0; i + 3 < stored->size(); i += 4)
        tangents.push_back({(*stored)[i], (*stored)[i + 1], (*stored)[i + 2], (*stored)[i + 3]});
      data.tangents = tangents;
    }
    Result<VertexSet> made = makeVertexSet(gl_, data, skin == kNone ? 0 : firstJoints_[skin]);
    if (!made) return std::move(made).error();
    if (Result<void> ready = programs_.prepare(made->bits); !ready) return std::move(ready).error();
    const auto index = static_cast<std::uint32_t>(out_.vertexSets.size());
    out_.vertexSets.push_back(*std::move(made));
    vertexSets_.emplace(key, index);
    return index;
  }

  std::uint32_t deformedOf(std::uint32_t vertexSet, std::uint32_t meshNode) {
    const auto [at, fresh] =
        deformed_.emplace(std::pair(vertexSet, meshNode), static_cast<std::uint32_t>(out_.deformed.size()));
    if (fresh) {
      const std::uint32_t node = meshes_.model().meshNodes()[meshNode].node;
      out_.deformed.push_back({vertexSet, meshNode, node, out_.targetSlots});
      out_.targetSlots += static_cast<std::uint32_t>(out_.vertexSets[vertexSet].targets.size());
    }
    return at->second;
  }

  // Texture coordinates and colours side by side.
  Result<void> addAttributes(const MeshPart& part, const GpuMaterial& material, DrawItem& item) {
    const std::size_t count = part.vertices.positions.size();
    const gltf::Primitive& primitive = primitiveOf(part);
    std::array<std::vector<float>, 4> uvs;
    for (std::uint32_t k = 0; k < material.uvSets.count; ++k) {
      Result<std::vector<float>> read =
          attribute(primitive, "TEXCOORD_" + std::to_string(material.uvSets.sets[k]), gltf::AccessorType::Vec2, count);
      if (!read) return std::move(read).error();
      uvs[k] = *std::move(read);
    }
    std::vector<float> colors;
    std::uint32_t colorFloats = 0;
    if (has(item.features, Feature::VertexColor)) {
      for (const std::uint32_t floats : {4u, 3u}) {
        Result<std::vector<float>> read = attribute(
            primitive, "COLOR_0", floats == 4 ? gltf::AccessorType::Vec4 : gltf::AccessorType::Vec3, count);
        if (!read) return std::move(read).error();
        if (read->empty()) continue;
        colors = *std::move(read);
        colorFloats = floats;
        break;
      }
    }
    item.uvFloats = material.uvSets.count > 1 ? 2 * 4 : 2 * material.uvSets.count;
    item.colorFloats = colorFloats;
    std::vector<float> all;
    all.reserve(count * (item.uvFloats + item.colorFloats));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::uint32_t k = 0; k < item.uvFloats / 2; ++k) {
        all.push_back(uvs[k].empty() ? 0 : uvs[k][2 * i]);
        all.push_back(uvs[k].empty() ? 0 : uvs[k][2 * i + 1]);
      }
      for (std::uint32_t k = 0; k < colorFloats; ++k) all.push_back(colors[i * colorFloats + k]);
    }
    item.attributes = out_.attributes.size();
    out_.attributes.push_back(makeBuffer(gl_, GL_ARRAY_BUFFER, std::span<const float>(all)));
    return {};
  }

  // The triangles in the file's order for everybody, and those of the wearer, which are the same or behind them.
  void addIndices(std::uint32_t instance, DrawItem& item) {
    const std::span<const std::uint32_t> third = meshes_.thirdPersonTriangles(instance);
    const std::span<const std::uint32_t> first = meshes_.firstPersonTriangles(instance);
    item.thirdPersonCount = static_cast<std::uint32_t>(third.size());
    item.firstPersonCount = static_cast<std::uint32_t>(first.size());
    std::vector<std::uint32_t> all(third.begin(), third.end());
    if (!std::equal(first.begin(), first.end(), third.begin(), third.end())) {
      item.firstPersonStart = item.thirdPersonCount;
      all.insert(all.end(), first.begin(), first.end());
    }
    item.indices = out_.indices.size();
    out_.indices.push_back(makeBuffer(gl_, GL_ELEMENT_ARRAY_BUFFER, std::span<const std::uint32_t>(all)));
  }

  Result<void> addItem(std::uint32_t index) {
    const MeshInstance& instance = meshes_.instances()[index];
    const MeshPart& part = meshes_.parts()[instance.part];
    if (part.triangles.empty()) return {};
    DrawItem item;
    item.instance = index;
    item.node = meshes_.model().meshNodes()[instance.meshNode].node;
    item.material = part.material && part.material.value + 1 < out_.materials.size()
                        ? part.material.value
                        : static_cast<std::uint32_t>(out_.materials.size() - 1);
    const GpuMaterial& material = out_.materials[item.material];
    const gltf::Primitive& primitive = primitiveOf(part);
    GeometryTraits traits;
    traits.normals = !part.vertices.normals.empty();
    traits.colors = asset_.find(primitive.attributes, "COLOR_0").valid();
    const bool bumps = textureOf(material.material, Slot::Normal) && traits.normals;
    const Result<std::uint32_t> set = vertexSetOf(part, instance.skin, bumps);
    if (!set) return set.error();
    traits.tangents = has(out_.vertexSets[*set].bits, Deform::Tangent);
    item.deformed = deformedOf(*set, instance.meshNode);
    out_.deformedOf[index] = item.deformed;
    item.skinned = instance.skin != kNone;
    item.features = featuresOf(material.material, traits, material.present, material.uvSets.count > 1);
    item.outline = hasOutline(material.material, traits);
    if (Result<void> done = addAttributes(part, material, item); !done) return done;
    addIndices(index, item);
    out_.items.push_back(item);
    return {};
  }

  GpuModel& out_;
  const Gl& gl_;
  DeformPrograms& programs_;
  const gltf::Document& document_;
  const gltf::Asset& asset_;
  const schema::Vrm& vrm_;
  const Meshes& meshes_;
  Diagnostics& diagnostics_;
  std::vector<std::uint32_t> firstJoints_;  // by skin
  std::map<VertexKey, std::uint32_t> vertexSets_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> deformed_;
};

}  // namespace

Result<std::shared_ptr<const GpuModel>> uploadModel(const std::shared_ptr<const Gl>& gl,
                                                    const std::shared_ptr<DeformPrograms>& programs,
                                                    const LoadResult& loaded, const Meshes& meshes,
                                                    std::span<const gltf::Image> images, Diagnostics& diagnostics) {
  auto out = std::make_shared<GpuModel>();
  out->gl = gl;
  out->programs = programs;
  out->model = loaded.model();
  out->textures = Textures(*gl, loaded.asset(), images);
  if (Result<void> done = Uploader(*out, *programs, loaded, meshes, diagnostics).run(); !done)
    return std::move(done).error();
  return std::shared_ptr<const GpuModel>(std::move(out));
}

}  // namespace vrm::render
