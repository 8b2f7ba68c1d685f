// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/gpu_model.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "vrm/gltf/accessor.hpp"
#include "vrm/render/tangents.hpp"

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
        diagnostics_(diagnostics),
        budget_(loaded.document().limits().decodedBytes) {}

  Result<void> run() {
    if (Result<void> done = addBinds(); !done) return done;
    out_.materialSlots.assign(vrm_.materials.size(), kNone);
    out_.deformedOf.assign(meshes_.instances().size(), kNone);
    for (std::uint32_t i = 0; i < meshes_.instances().size(); ++i) {
      if (Result<void> done = addItem(i); !done) return done;
    }
    out_.textures.finish();
    addTextureBinds();
    return checkGl(gl_, "uploading a model");
  }

 private:
  // Nodes that show one mesh many times cost a file nothing; what they take on the card is bounded.
  Result<void> spend(std::uint64_t bytes, const std::string& pointer) {
    if (bytes <= budget_) {
      budget_ -= bytes;
      return {};
    }
    return Error{Code::LimitDecodedBytes,
                 "the model takes more than Limits::decodedBytes, " + std::to_string(document_.limits().decodedBytes) +
                     ", on the graphics card",
                 pointer, kNoOffset};
  }
  Result<void> spend(std::uint64_t bytes, const MeshPart& part) {
    return spend(bytes,
                 "/meshes/" + std::to_string(part.mesh.value) + "/primitives/" + std::to_string(part.primitive));
  }
  static std::uint64_t bytesPerVertex(const SkinSource& source) {
    return 40 + std::uint64_t{source.influences} * 8 + source.targets.size() * 32;
  }

  // The bind matrices of all skins, one after the other, each with the node of its joint.
  Result<void> addBinds() {
    std::uint64_t joints = 0;
    for (const SkinJoints& skin : meshes_.skins()) joints += skin.joints.size();
    if (Result<void> paid = spend(joints * sizeof(Mat4), "/skins"); !paid) return paid;
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
    return {};
  }

  // Of what is drawn; primitives without a material have the standard's own.
  Result<std::uint32_t> materialOf(MaterialIndex index) {
    const bool stated = index && index.value < vrm_.materials.size();
    std::uint32_t& slot = stated ? out_.materialSlots[index.value] : plainMaterial_;
    if (slot != kNone) return slot;
    static const schema::Material kPlain;
    const schema::Material& material = stated ? vrm_.materials[index.value] : kPlain;
    if (Result<void> paid = spend(sizeof(GpuMaterial) + sizeof(MaterialBlock), "/materials"); !paid)
      return std::move(paid).error();
    GpuMaterial made{material, uvSetsOf(material), {}, 0, {}};
    for (std::size_t i = 0; i < kSlotCount; ++i) {
      const schema::TextureInfo* info = textureOf(material, static_cast<Slot>(i));
      if (!info) continue;
      const Result<const GpuTexture*> texture = out_.textures.get(info->index, kSlots[i].srgb);
      if (!texture) return texture.error();
      made.textures[i] = *texture;
      if (*texture) made.present |= 1u << i;
    }
    slot = static_cast<std::uint32_t>(out_.materials.size());
    out_.materials.push_back(std::move(made));
    return slot;
  }

  void addTextureBinds() {
    for (const schema::Expression& expression : vrm_.expressions.list) {
      const ExpressionIndex index = meshes_.model().expression(expression.name);
      for (const schema::TextureTransformBind& bind : expression.textureTransformBinds) {
        if (!index || bind.material.value >= out_.materialSlots.size()) continue;
        const std::uint32_t slot = out_.materialSlots[bind.material.value];
        if (slot != kNone) out_.materials[slot].binds.push_back({index, bind.offset, bind.scale});
      }
    }
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

  // What a normal map needs (decision 35): the file's tangents, or those of MikkTSpace, which take some vertices apart.
  struct Bumps {
    std::vector<Vec4> tangents;
    std::vector<std::uint32_t> source;     // of each vertex; empty: as they are
    std::vector<std::uint32_t> triangles;  // of those
  };
  // Nothing when there are no coordinates that a map could lie on.
  Result<std::optional<Bumps>> bumpsOf(const MeshPart& part, const GpuMaterial& material) {
    const std::size_t count = part.vertices.positions.size();
    Result<std::vector<float>> stored = attribute(primitiveOf(part), "TANGENT", gltf::AccessorType::Vec4, count);
    if (!stored) return std::move(stored).error();
    std::optional<Bumps> out(std::in_place);
    if (!stored->empty()) {
      for (std::size_t i = 0; i + 3 < stored->size(); i += 4)
        out->tangents.push_back({(*stored)[i], (*stored)[i + 1], (*stored)[i + 2], (*stored)[i + 3]});
      return out;
    }
    const std::uint32_t set = texCoordOf(*textureOf(material.material, Slot::Normal));
    Result<std::vector<float>> read =
        attribute(primitiveOf(part), "TEXCOORD_" + std::to_string(set), gltf::AccessorType::Vec2, count);
    if (!read) return std::move(read).error();
    if (read->empty()) return std::optional<Bumps>();
    std::vector<Vec2> uvs;
    for (std::size_t i = 0; i + 1 < read->size(); i += 2) uvs.push_back({(*read)[i], (*read)[i + 1]});
    Result<Tangents> made = makeTangents({part.vertices.positions, part.vertices.normals, uvs, part.triangles});
    if (!made) return std::move(made).error();
    *out = {std::move(made->tangents), std::move(made->source), std::move(made->triangles)};
    return out;
  }

  // What tells vertices apart: the accessors that they are read from, and the skin.
  using VertexKey = std::vector<std::uint32_t>;
  VertexKey keyOf(const MeshPart& part, std::uint32_t skin, const Bumps* bumps) const {
    const gltf::Primitive& primitive = primitiveOf(part);
    VertexKey key{skin, part.vertices.influences};
    const auto add = [&](gltf::Range attributes, std::string_view semantic) {
      key.push_back(asset_.find(attributes, semantic).value);
    };
    add(primitive.attributes, "POSITION");
    add(primitive.attributes, "NORMAL");
    if (bumps) add(primitive.attributes, "TANGENT");
    // Vertices that were split fit no other primitive.
    if (bumps && !bumps->source.empty()) key.push_back(static_cast<std::uint32_t>(&part - meshes_.parts().data()));
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

  Result<std::uint32_t> vertexSetOf(const MeshPart& part, std::uint32_t skin, const Bumps* bumps) {
    const VertexKey key = keyOf(part, skin, bumps);
    if (const auto found = vertexSets_.find(key); found != vertexSets_.end()) return found->second;
    const std::span<const Vec4> tangents = bumps ? std::span<const Vec4>(bumps->tangents) : std::span<const Vec4>();
    const std::span<const std::uint32_t> source =
        bumps ? std::span<const std::uint32_t>(bumps->source) : std::span<const std::uint32_t>();
    const std::uint64_t count = source.empty() ? part.vertices.positions.size() : source.size();
    if (Result<void> paid = spend(count * bytesPerVertex(part.vertices), part); !paid) return std::move(paid).error();
    Result<VertexSet> made =
        makeVertexSet(gl_, {part.vertices, tangents, source}, skin == kNone ? 0 : firstJoints_[skin]);
    if (!made) return std::move(made).error();
    if (Result<void> ready = programs_.prepare(made->bits); !ready) return std::move(ready).error();
    const auto index = static_cast<std::uint32_t>(out_.vertexSets.size());
    out_.vertexSets.push_back(*std::move(made));
    vertexSets_.emplace(key, index);
    return index;
  }

  Result<std::uint32_t> deformedOf(std::uint32_t vertexSet, std::uint32_t meshNode, const MeshPart& part) {
    const auto [at, fresh] =
        deformed_.emplace(std::pair(vertexSet, meshNode), static_cast<std::uint32_t>(out_.deformed.size()));
    if (fresh) {
      const VertexSet& set = out_.vertexSets[vertexSet];
      const std::uint64_t bytes =
          std::uint64_t{set.count} * kDeformedFloats * sizeof(float) + set.targets.size() * sizeof(Vec4);
      if (Result<void> paid = spend(bytes, part); !paid) return std::move(paid).error();
      const std::uint32_t node = meshes_.model().meshNodes()[meshNode].node;
      out_.deformed.push_back({vertexSet, meshNode, node, out_.targetSlots});
      out_.targetSlots += static_cast<std::uint32_t>(out_.vertexSets[vertexSet].targets.size());
    }
    return at->second;
  }

  // Texture coordinates and colours side by side.
  Result<void> addAttributes(const MeshPart& part, const GpuMaterial& material, const Bumps* bumps, DrawItem& item) {
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
    const bool split = bumps && !bumps->source.empty();
    const std::size_t drawn = split ? bumps->source.size() : count;
    if (Result<void> paid = spend(drawn * (item.uvFloats + item.colorFloats) * sizeof(float), part); !paid) return paid;
    std::vector<float> all;
    all.reserve(drawn * (item.uvFloats + item.colorFloats));
    for (std::size_t v = 0; v < drawn; ++v) {
      const std::size_t i = split ? bumps->source[v] : v;
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

  // The triangles in the file's order, and behind them those that the wearer sees, if these are a part of them.
  Result<void> addIndices(const MeshPart& part, const HeadSplit* split, const Bumps* bumps, DrawItem& item) {
    // As numbers of the vertices that are drawn.
    const std::span<const std::uint32_t> drawn =
        bumps && !bumps->source.empty() ? std::span<const std::uint32_t>(bumps->triangles) : part.triangles;
    std::vector<std::uint32_t> all(drawn.begin(), drawn.end());
    item.thirdPersonCount = item.firstPersonCount = static_cast<std::uint32_t>(drawn.size());
    if (split && split->part == HeadPart::Some) {
      item.firstPersonStart = item.thirdPersonCount;
      // Both lists have their triangles in the file's order.
      const std::span<const std::uint32_t> rest = std::span(split->indices).first(split->headStart);
      for (std::size_t i = 0, k = 0; i + 2 < drawn.size() && k + 2 < rest.size(); i += 3) {
        const auto wanted = rest.subspan(k, 3), here = part.triangles.subspan(i, 3);
        if (!std::equal(wanted.begin(), wanted.end(), here.begin())) continue;
        all.insert(all.end(), {drawn[i], drawn[i + 1], drawn[i + 2]});
        k += 3;
      }
      item.firstPersonCount = static_cast<std::uint32_t>(all.size() - drawn.size());
    }
    if (Result<void> paid = spend(all.size() * sizeof(std::uint32_t), part); !paid) return paid;
    item.indices = out_.indices.size();
    out_.indices.push_back(makeBuffer(gl_, GL_ELEMENT_ARRAY_BUFFER, std::span<const std::uint32_t>(all)));
    return {};
  }

  // What all instances of a part share, those that are split and those that are not; it is drawn under one skin.
  struct PartOnCard {
    DrawItem item;
    std::uint32_t vertexSet = 0;
  };
  Result<PartOnCard> makePart(const MeshPart& part, const MeshInstance& instance) {
    PartOnCard out;
    DrawItem& item = out.item;
    const Result<std::uint32_t> slot = materialOf(part.material);
    if (!slot) return slot.error();
    item.material = *slot;
    const GpuMaterial& material = out_.materials[item.material];
    GeometryTraits traits;
    traits.normals = !part.vertices.normals.empty();
    traits.colors = asset_.find(primitiveOf(part).attributes, "COLOR_0").valid();
    std::optional<Bumps> made;
    if (material.has(Slot::Normal) && traits.normals) {
      Result<std::optional<Bumps>> result = bumpsOf(part, material);
      if (!result) return std::move(result).error();
      made = *std::move(result);
    }
    const Bumps* bumps = made ? &*made : nullptr;
    const Result<std::uint32_t> set = vertexSetOf(part, instance.skin, bumps);
    if (!set) return set.error();
    out.vertexSet = *set;
    traits.tangents = has(out_.vertexSets[*set].bits, Deform::Tangent);
    item.skinned = instance.skin != kNone;
    item.features = featuresOf(material.material, traits, material.present, material.uvSets.count > 1);
    item.outline = hasOutline(material.material, traits);
    if (Result<void> done = addAttributes(part, material, bumps, item); !done) return std::move(done).error();
    if (Result<void> done = addIndices(part, instance.split.get(), bumps, item); !done) return std::move(done).error();
    return out;
  }

  Result<void> addItem(std::uint32_t index) {
    const MeshInstance& instance = meshes_.instances()[index];
    const MeshPart& part = meshes_.parts()[instance.part];
    if (part.triangles.empty()) return {};
    const std::pair key(instance.part, instance.split != nullptr);
    auto found = parts_.find(key);
    if (found == parts_.end()) {
      Result<PartOnCard> made = makePart(part, instance);
      if (!made) return std::move(made).error();
      found = parts_.emplace(key, *std::move(made)).first;
    }
    const Result<std::uint32_t> deformed = deformedOf(found->second.vertexSet, instance.meshNode, part);
    if (!deformed) return deformed.error();
    DrawItem item = found->second.item;
    item.node = meshes_.model().meshNodes()[instance.meshNode].node;
    item.deformed = *deformed;
    if (!instance.visibility.thirdPerson) item.thirdPersonCount = 0;
    if (!instance.visibility.firstPerson) item.firstPersonCount = 0;
    out_.deformedOf[index] = *deformed;
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
  std::uint64_t budget_;
  std::uint32_t plainMaterial_ = kNone;
  std::vector<std::uint32_t> firstJoints_;  // by skin
  std::map<std::pair<std::uint32_t, bool>, PartOnCard> parts_;  // by part, and whether it is split
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
  out->textures = Textures(*gl, loaded.asset(), images, loaded.document().limits().decodedBytes);
  if (Result<void> done = Uploader(*out, *programs, loaded, meshes, diagnostics).run(); !done)
    return std::move(done).error();
  return std::shared_ptr<const GpuModel>(std::move(out));
}

}  // namespace vrm::render
