// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "document.hpp"

#include "textures.hpp"
#include "thumbnail.hpp"

namespace vrm::builtin {
namespace {

using gltf::AccessorType;
using gltf::ComponentType;
using gltf::Kind;

class SceneWriter {
 public:
  SceneWriter(const Character& character, const schema::Vrm& rig, bool turned)
      : character_(character), rig_(rig), turned_(turned), jointOf_(character.skeleton.nodes.size()) {
    std::vector<bool> used(jointOf_.size());
    for (std::uint32_t mesh = 0; mesh < kMeshes; ++mesh) {
      for (const Vertex& v : meshOf(character_, mesh).vertices) {
        const Weights::Bytes four = v.weights.four();
        for (int k = 0; k < 4; ++k) used[four.nodes[k]] = used[four.nodes[k]] || four.weights[k] > 0;
      }
    }
    for (std::uint32_t i = 0; i < used.size(); ++i) {
      if (!used[i]) continue;
      jointOf_[i] = static_cast<std::uint8_t>(jointNodes_.size());
      jointNodes_.push_back(i);
    }
  }

  gltf::Document write() {
    putJson(document_, "/asset/generator", R"("libvrm built-in avatar")");
    addNodes();
    addTextures();
    for (std::uint32_t mesh = 0; mesh < kMeshes; ++mesh) addMesh(meshOf(character_, mesh));
    addSkin();
    return std::move(document_);
  }

 private:
  std::uint32_t add(Kind kind, const std::string& text) {
    return must(addElement(document_, kind, must(document_.editJson().fromText(text))));
  }
  Vec3 place(Vec3 v) const { return turned_ ? Vec3{0.0f - v.x, v.y, 0.0f - v.z} : v; }

  template <class T>
  std::string accessor(AccessorType type, ComponentType component, const std::vector<T>& values,
                       bool minMax = false, bool normalized = false, std::uint32_t target = 34962) {
    gltf::NewAccessor what;
    what.type = type;
    what.componentType = component;
    what.count = static_cast<std::uint32_t>(values.size() / gltf::componentCount(type));
    what.minMax = minMax;
    what.normalized = normalized;
    const std::uint32_t index = must(addAccessor(document_, what, std::as_bytes(std::span(values))));
    // Of vertices or indices, for readers that upload views as they are.
    if (target != 0) {
      const gltf::JsonValue* view =
          gltf::Json::at(document_.json().root(), "/accessors/" + std::to_string(index) + "/bufferView");
      putJson(document_, "/bufferViews/" + std::to_string(view->index().value()) + "/target",
              std::to_string(target));
    }
    return std::to_string(index);
  }

  std::string vectors(std::size_t count, const std::function<Vec3(std::size_t)>& at, bool minMax) {
    std::vector<float> values;
    values.reserve(3 * count);
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 v = place(at(i));
      values.insert(values.end(), {v.x, v.y, v.z});
    }
    return accessor(AccessorType::Vec3, ComponentType::Float, values, minMax);
  }

  void addNodes();
  void addTextures();
  void addMesh(const Mesh& mesh);
  void addSkin();

  std::string sparseMoves(const std::vector<Vec3>& moves, std::size_t count);

  const Character& character_;
  const schema::Vrm& rig_;
  bool turned_;
  gltf::Document document_;
  std::vector<std::uint32_t> jointNodes_;  // those that vertices follow
  std::vector<std::uint8_t> jointOf_;      // by node
};

void SceneWriter::addNodes() {
  const std::vector<Node>& nodes = character_.skeleton.nodes;
  std::vector<std::vector<std::string>> children(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent != kNone) children[nodes[i].parent].push_back(jsonText(i));
  }
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const Vec3 offset =
        nodes[i].parent == kNone ? nodes[i].position : nodes[i].position - nodes[nodes[i].parent].position;
    add(Kind::Node, R"({"name":)" + jsonText(nodes[i].name) + R"(,"translation":)" + jsonText(place(offset)) +
                        (children[i].empty() ? "" : R"(,"children":[)" + joined(children[i]) + "]") + "}");
  }
  std::vector<std::string> roots;
  for (std::uint32_t mesh = 0; mesh < kMeshes; ++mesh) {
    roots.push_back(jsonText(add(Kind::Node, R"({"name":)" + jsonText(meshOf(character_, mesh).name) +
                                                 R"(,"mesh":)" + jsonText(mesh) + R"(,"skin":0})")));
  }
  roots.insert(roots.begin(), jsonText(add(Kind::Node, R"({"name":"root","children":[0]})")));
  add(Kind::Scene, R"({"nodes":[)" + joined(roots) + "]}");
  putJson(document_, "/scene", "0");
}

void SceneWriter::addTextures() {
  add(Kind::Sampler, R"({"magFilter":9729,"minFilter":9987,"wrapS":33071,"wrapT":33071})");
  add(Kind::Sampler, R"({"magFilter":9729,"minFilter":9987,"wrapS":10497,"wrapT":33071})");
  const auto addImage = [&](std::string_view name, const gltf::Image& image, bool alpha) {
    const std::uint32_t view =
        must(addBufferView(document_, must(encodePng(image, {.level = 7, .alpha = alpha}))));
    add(Kind::Image,
        R"({"name":)" + jsonText(name) + R"(,"mimeType":"image/png","bufferView":)" + jsonText(view) + "}");
  };
  const auto addTexture = [&](std::string_view name, std::uint32_t image, const char* sampler) {
    add(Kind::Texture, R"({"name":)" + jsonText(name) + R"(,"sampler":)" + sampler + R"(,"source":)" +
                           jsonText(image) + "}");
  };
  std::vector<gltf::Image> images;
  for (std::uint32_t i = 0; i < kTextures; ++i) {
    const auto texture = static_cast<Texture>(i);
    images.push_back(paintTexture(texture));
    addImage(textureName(texture), images.back(), texture == kCheeksTexture);
    addTexture(textureName(texture), i, texture == kHairTexture ? "1" : "0");
  }
  addImage("thumbnail", drawThumbnail(character_, rig_.materials, images), false);
  // VRM 0.x wants a texture of it.
  if (turned_) addTexture("thumbnail", kThumbnailImage, "0");
}

void SceneWriter::addMesh(const Mesh& mesh) {
  using enum ComponentType;
  const std::vector<Vertex>& vertices = mesh.vertices;
  std::vector<std::uint8_t> joints, weights;
  std::vector<float> uvs;
  for (const Vertex& v : vertices) {
    const Weights::Bytes four = v.weights.four();
    for (int k = 0; k < 4; ++k) {
      joints.push_back(four.weights[k] > 0 ? jointOf_[four.nodes[k]] : std::uint8_t{0});
      weights.push_back(four.weights[k]);
    }
    const auto rounded = [](float x) { return std::round(x * 4096) / 4096; };
    uvs.insert(uvs.end(), {rounded(v.uv.x), rounded(v.uv.y)});
  }
  const auto normal = [&](std::size_t i) {
    const auto rounded = [](float x) { return std::round(x * 1024) / 1024; };
    const Vec3 n = vertices[i].normal;
    return unit({rounded(n.x), rounded(n.y), rounded(n.z)});
  };
  // One after the other: compilers may evaluate the parts of one expression in any order.
  const auto position = [&](std::size_t i) { return vertices[i].position; };
  std::string attributes = R"({"POSITION":)" + vectors(vertices.size(), position, true);
  attributes += R"(,"NORMAL":)" + vectors(vertices.size(), normal, false);
  attributes += R"(,"TEXCOORD_0":)" + accessor(AccessorType::Vec2, Float, uvs);
  attributes += R"(,"JOINTS_0":)" + accessor(AccessorType::Vec4, UnsignedByte, joints);
  attributes += R"(,"WEIGHTS_0":)" + accessor(AccessorType::Vec4, UnsignedByte, weights, false, true) + "}";

  std::vector<std::string> targets, names, zeros;
  for (const Mesh::Morph& morph : mesh.morphs) {
    targets.push_back(R"({"POSITION":)" + sparseMoves(morph.moves, vertices.size()) + "}");
    names.push_back(jsonText(morph.name));
    zeros.push_back("0");
  }
  const std::string morphs = targets.empty() ? "" : R"(,"targets":[)" + joined(targets) + "]";
  std::vector<std::string> primitives;
  for (const Primitive& primitive : mesh.primitives) {
    const std::vector<std::uint16_t> indices(primitive.indices.begin(), primitive.indices.end());
    primitives.push_back(R"({"attributes":)" + attributes + R"(,"indices":)" +
                         accessor(AccessorType::Scalar, UnsignedShort, indices, false, false, 34963) +
                         R"(,"material":)" + jsonText(primitive.material) + morphs +
                         (names.empty() ? "" : R"(,"extras":{"targetNames":[)" + joined(names) + "]}") + "}");
  }
  add(Kind::Mesh, R"({"name":)" + jsonText(mesh.name) + R"(,"primitives":[)" + joined(primitives) + "]" +
                      (names.empty() ? ""
                                     : R"(,"weights":[)" + joined(zeros) + R"(],"extras":{"targetNames":[)" +
                                           joined(names) + "]}") +
                      "}");
}

// Most of a face does not move: an accessor that names those vertices that do.
std::string SceneWriter::sparseMoves(const std::vector<Vec3>& moves, std::size_t count) {
  std::vector<std::uint16_t> indices;
  std::vector<float> values;
  Vec3 least, most;  // what does not move is among them
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i] == Vec3{}) continue;
    const Vec3 v = place(moves[i]);
    indices.push_back(static_cast<std::uint16_t>(i));
    values.insert(values.end(), {v.x, v.y, v.z});
    least = {std::min(least.x, v.x), std::min(least.y, v.y), std::min(least.z, v.z)};
    most = {std::max(most.x, v.x), std::max(most.y, v.y), std::max(most.z, v.z)};
  }
  const std::uint32_t indexView = must(addBufferView(document_, std::as_bytes(std::span(indices))));
  const std::uint32_t valueView = must(addBufferView(document_, std::as_bytes(std::span(values))));
  const auto views = [](std::uint32_t view, const char* more) {
    return R"({"bufferView":)" + jsonText(view) + more + "}";
  };
  return jsonText(add(Kind::Accessor, R"({"componentType":5126,"type":"VEC3","count":)" +
                                          std::to_string(count) + R"(,"min":)" + jsonText(least) +
                                          R"(,"max":)" + jsonText(most) + R"(,"sparse":{"count":)" +
                                          std::to_string(indices.size()) + R"(,"indices":)" +
                                          views(indexView, R"(,"componentType":5123)") + R"(,"values":)" +
                                          views(valueView, "") + "}}"));
}

void SceneWriter::addSkin() {
  std::vector<float> inverse;
  std::vector<std::string> joints;
  for (const std::uint32_t i : jointNodes_) {
    const Vec3 p = place(character_.skeleton.nodes[i].position);
    inverse.insert(inverse.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0 - p.x, 0 - p.y, 0 - p.z, 1});
    joints.push_back(jsonText(i));
  }
  add(Kind::Skin, R"({"joints":[)" + joined(joints) + R"(],"inverseBindMatrices":)" +
                      accessor(AccessorType::Mat4, ComponentType::Float, inverse, false, false, 0) + "}");
}

}  // namespace

void putJson(gltf::Document& document, std::string_view pointer, const std::string& text) {
  gltf::Json& json = document.editJson();
  if (!json.put(pointer, must(json.fromText(text)))) std::abort();
}

std::string jsonText(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

std::string jsonText(Vec3 v) {
  return "[" + formatFloat(v.x) + "," + formatFloat(v.y) + "," + formatFloat(v.z) + "]";
}

std::string jsonText(std::uint32_t number) {
  return std::to_string(number);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ",") + part;
  return out;
}

gltf::Document makeScene(const Character& character, const schema::Vrm& rig, bool turned) {
  return SceneWriter(character, rig, turned).write();
}

void writeFinal(const schema::Vrm& rig, gltf::Document& document) {
  for (const schema::Material& material : rig.materials) {
    gltf::Json& json = document.editJson();
    must(addElement(document, gltf::Kind::Material,
                    must(json.fromText(R"({"name":)" + jsonText(material.name) + "}"))));
  }
  putJson(document, "/extensions/VRMC_vrm", R"({"specVersion":"1.0"})");
  Diagnostics diagnostics;
  if (!schema::writeVrm(rig, document, diagnostics)) std::abort();
}

}  // namespace vrm::builtin
