// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// bench_make_model NODES OUT.vrm [VERTICES MORPHS]
//
// A valid VRM 1.0 model with that many nodes, and about as many vertices (4096) and morph targets (2): a
// whole humanoid with twist bones (roll constraints), all preset expressions on one skinned mesh with morph
// targets, gaze by bones, and the rest of the nodes in spring chains, spelled as the common exporters spell
// them (every node with all of its transform).
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "skeleton.hpp"
#include "vrm/base/expression_preset.hpp"
#include "vrm/base/number.hpp"
#include "vrm/gltf/edit.hpp"
#include "vrm/gltf/save.hpp"

namespace {

using namespace vrm;
using gltf::AccessorType;
using gltf::ComponentType;
using gltf::JsonValue;
using gltf::Kind;

using namespace bench;

constexpr std::uint32_t kChainLength = 10;

struct Node {
  std::string name;
  std::uint32_t parent = kNone;
  float position[3] = {};  // relative to the parent
  float world[3] = {};     // no node is turned
};

class ModelMaker {
 public:
  ModelMaker(std::uint32_t nodes, std::uint32_t vertices, std::uint32_t morphs)
      : wanted_(nodes), rows_(vertices / kColumns), morphs_(morphs) {}

  static constexpr std::uint32_t kColumns = 64, kMostVertices = 65'535;
  static constexpr std::uint32_t kFewest = 2 + kHumanBones + kChainLength;

  // Throws nothing of its own; a broken step shows as an error of the document.
  Result<gltf::Document> make() {
    if (Result<void> done = addMesh(); !done) return std::move(done).error();
    addNodes();
    if (Result<void> done = writeNodes(); !done) return std::move(done).error();
    if (Result<void> done = addSkin(); !done) return std::move(done).error();
    if (Result<void> done = addVrm(); !done) return std::move(done).error();
    return std::move(document_);
  }

 private:
  // JSON text is shorter to write and to read than calls that build it.
  Result<JsonValue> fragment(const std::string& text) {
    Diagnostics ignored;
    const Result<gltf::Json> parsed = gltf::Json::parse(text, Limits(), ignored);
    if (!parsed) return parsed.error();
    return document_.editJson().copy(parsed->root());
  }

  Result<std::uint32_t> add(Kind kind, const std::string& text) {
    Result<JsonValue> element = fragment(text);
    if (!element) return std::move(element).error();
    return addElement(document_, kind, *element);
  }

  template <class T>
  Result<std::uint32_t> accessor(ComponentType component, AccessorType type, const std::vector<T>& values,
                                 bool minMax = false) {
    gltf::NewAccessor what;
    what.componentType = component;
    what.type = type;
    what.count = static_cast<std::uint32_t>(values.size() / gltf::componentCount(type));
    what.minMax = minMax;
    return addAccessor(document_, what, std::as_bytes(std::span(values)));
  }

  // A tube around the body, of 64 columns. Each morph target moves a part of the rows.
  Result<void> addMesh() {
    std::vector<float> positions, normals, texCoords, weights;
    std::vector<std::vector<float>> morphs(morphs_);
    std::vector<std::uint16_t> joints, indices;
    for (std::uint32_t row = 0; row < rows_; ++row) {
      for (std::uint32_t column = 0; column < kColumns; ++column) {
        const float u = static_cast<float>(column) / (kColumns - 1),
                    v = static_cast<float>(row) / static_cast<float>(rows_ - 1);
        const float angle = u * 6.2831853f;
        const float c = std::cos(angle), s = std::sin(angle), radius = 0.15f - 0.05f * v;
        positions.insert(positions.end(), {radius * c, 1.6f * v, radius * s});
        normals.insert(normals.end(), {c, 0, s});
        texCoords.insert(texCoords.end(), {u, v});
        weights.insert(weights.end(), {1 - 0.5f * v, 0.5f * v, 0, 0});
        const auto bone = static_cast<std::uint16_t>(column % kHumanBones);
        joints.insert(joints.end(), {bone, static_cast<std::uint16_t>((bone + row) % kHumanBones), 0, 0});
        for (std::uint32_t k = 0; k < morphs_; ++k) {
          const bool moves = row > rows_ * 7 / 8 - rows_ * k / (2 * morphs_);
          morphs[k].insert(morphs[k].end(), {0, !moves ? 0 : k % 2 == 0 ? 0.01f * c : -0.01f, 0});
        }
      }
    }
    for (std::uint32_t row = 0; row + 1 < rows_; ++row) {
      for (std::uint32_t column = 0; column + 1 < kColumns; ++column) {
        const auto a = static_cast<std::uint16_t>(row * kColumns + column);
        const auto b = static_cast<std::uint16_t>(a + 1), c = static_cast<std::uint16_t>(a + kColumns);
        indices.insert(indices.end(), {a, c, b, b, c, static_cast<std::uint16_t>(c + 1)});
      }
    }
    const Result<std::uint32_t> made[] = {
        accessor(ComponentType::Float, AccessorType::Vec3, positions, true),
        accessor(ComponentType::Float, AccessorType::Vec3, normals),
        accessor(ComponentType::Float, AccessorType::Vec2, texCoords),
        accessor(ComponentType::UnsignedShort, AccessorType::Vec4, joints),
        accessor(ComponentType::Float, AccessorType::Vec4, weights),
        accessor(ComponentType::UnsignedShort, AccessorType::Scalar, indices),
    };
    for (const Result<std::uint32_t>& one : made) {
      if (!one) return one.error();
    }
    std::string names, targets;
    for (const std::vector<float>& morph : morphs) {
      const Result<std::uint32_t> one = accessor(ComponentType::Float, AccessorType::Vec3, morph, true);
      if (!one) return one.error();
      names += (names.empty() ? "\"morph_" : ",\"morph_") + std::to_string(*one) + "\"";
      targets += (targets.empty() ? "{\"POSITION\":" : ",{\"POSITION\":") + std::to_string(*one) + "}";
    }
    if (const Result<std::uint32_t> done = add(Kind::Material, R"({"name": "Skin",
          "pbrMetallicRoughness": {"baseColorFactor": [0.9, 0.8, 0.7, 1], "metallicFactor": 0, "roughnessFactor": 1},
          "extensions": {"VRMC_materials_mtoon": {"specVersion": "1.0", "shadeColorFactor": [0.6, 0.4, 0.4],
            "shadingToonyFactor": 0.9, "outlineWidthMode": "none"}}})");
        !done) {
      return done.error();
    }
    // Accessors have the order in which they were made.
    const Result<std::uint32_t> mesh =
        add(Kind::Mesh, R"({"name": "Body", "extras": {"targetNames": [)" + names + R"(]},
        "primitives": [{"material": 0, "indices": 5, "attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2,
        "JOINTS_0": 3, "WEIGHTS_0": 4}, "targets": [)" +
                            targets + "]}]}");
    if (!mesh) return mesh.error();
    return {};
  }

  std::uint32_t addNode(std::string name, std::uint32_t parent, float x, float y, float z) {
    Node node;
    node.name = std::move(name);
    node.parent = parent;
    const float at[3] = {x, y, z};
    for (int i = 0; i < 3; ++i) {
      node.position[i] = at[i];
      node.world[i] = at[i] + (parent == kNone ? 0 : nodes_[parent].world[i]);
    }
    nodes_.push_back(std::move(node));
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  void addNodes() {
    addNode("Body", kNone, 0, 0, 0);
    const std::uint32_t root = addNode("Root", kNone, 0, 0, 0);
    std::uint32_t middle[std::size(kMiddle)];
    for (std::size_t i = 0; i < std::size(kMiddle); ++i) {
      const Bone& b = kMiddle[i];
      middle[i] = addBone(std::string(b.name), b.parent < 0 ? root : middle[b.parent], b.x, b.y, b.z);
    }
    for (const float sign : {1.0f, -1.0f}) {  // the left side is at +X
      std::uint32_t side[std::size(kSide)];
      for (std::size_t i = 0; i < std::size(kSide); ++i) {
        const SideBone& b = kSide[i];
        const std::uint32_t parent = b.parent < 0 ? side[~b.parent] : middle[b.parent];
        side[i] = addBone((sign > 0 ? "left" : "right") + std::string(b.name), parent, sign * b.x, b.y, b.z);
      }
    }
    // As many as fit: the smallest models are for loading.
    for (const std::uint32_t bone : std::vector(bones_)) {
      const std::string& name = nodes_[bone].name;
      if (nodes_.size() + kChainLength >= wanted_ || (!name.ends_with("Arm") && !name.ends_with("Leg")))
        continue;
      const std::uint32_t twist = addNode(name + "Twist", bone, nodes_[bone].position[0] / 2, 0, 0);
      twists_.push_back({twist, bone});
    }
    head_ = middle[kHead];
    hips_ = middle[kHips];
    while (nodes_.size() < wanted_) addChain();
  }

  std::uint32_t addBone(std::string name, std::uint32_t parent, float x, float y, float z) {
    bones_.push_back(addNode(name, parent, x, y, z));
    return bones_.back();
  }

  // Hair around the head and cloth around the hips by turns.
  void addChain() {
    const auto number = static_cast<std::uint32_t>(chains_.size());
    const bool hair = number % 2 == 0;
    const float angle = 2.399963f * static_cast<float>(number);  // the golden angle never repeats
    const float radius = hair ? 0.09f : 0.14f;
    std::uint32_t parent = hair ? head_ : hips_;
    std::vector<std::uint32_t> chain;
    for (std::uint32_t i = 0; i < kChainLength && nodes_.size() < wanted_; ++i) {
      const std::string name = (hair ? "Hair_" : "Skirt_") + std::to_string(number) + "_" + std::to_string(i);
      const float x = i == 0 ? radius * std::cos(angle) : 0.003f * std::cos(angle);
      const float z = i == 0 ? radius * std::sin(angle) : 0.003f * std::sin(angle);
      parent = addNode(name, parent, x, i == 0 ? 0.05f : -0.04f, z);
      chain.push_back(parent);
    }
    chains_.push_back(std::move(chain));
  }

  Result<void> writeNodes() {
    std::vector<std::vector<std::uint32_t>> children(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].parent != kNone) children[nodes_[i].parent].push_back(i);
    }
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      std::string text = R"({"name":")" + nodes_[i].name + "\"";
      if (!children[i].empty()) text += ",\"children\":" + list(children[i]);
      text += ",\"translation\":[" + formatFloat(nodes_[i].position[0]) + "," +
              formatFloat(nodes_[i].position[1]) + "," + formatFloat(nodes_[i].position[2]) +
              R"(],"rotation":[0,0,0,1],"scale":[1,1,1])";
      if (i == 0) text += R"(,"mesh":0,"skin":0)";
      for (const auto& [twist, source] : twists_) {
        if (twist != i) continue;
        text +=
            R"(,"extensions":{"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"roll":{"source":)" +
            std::to_string(source) + R"(,"rollAxis":"X","weight":0.5}}}})";
      }
      if (const Result<std::uint32_t> done = add(Kind::Node, text + "}"); !done) return done.error();
    }
    if (const Result<std::uint32_t> done = add(Kind::Scene, R"({"nodes":[0,1]})"); !done) return done.error();
    gltf::Json& json = document_.editJson();
    json.set(json.editRoot(), "scene", json.number(0u));
    return {};
  }

  // Every bone is a joint, as exporters write it.
  Result<void> addSkin() {
    std::vector<float> matrices;
    std::vector<std::uint32_t> joints;
    for (std::uint32_t i = 2; i < nodes_.size(); ++i) {
      const float* w = nodes_[i].world;
      joints.push_back(i);
      matrices.insert(matrices.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -w[0], -w[1], -w[2], 1});
    }
    const Result<std::uint32_t> inverse = accessor(ComponentType::Float, AccessorType::Mat4, matrices);
    if (!inverse) return inverse.error();
    const Result<std::uint32_t> skin =
        add(Kind::Skin,
            "{\"inverseBindMatrices\":" + std::to_string(*inverse) + ",\"joints\":" + list(joints) + "}");
    if (!skin) return skin.error();
    return {};
  }

  Result<void> addVrm() {
    std::string human;
    for (const std::uint32_t bone : bones_) {
      human +=
          (human.empty() ? "\"" : ",\"") + nodes_[bone].name + "\":{\"node\":" + std::to_string(bone) + "}";
    }
    const std::string map = R"({"inputMaxValue":90,"outputScale":10})";
    const auto expression = [](std::string_view name, int target) {
      return "\"" + std::string(name) + R"(":{"morphTargetBinds":[{"node":0,"index":)" +
             std::to_string(target) +
             R"(,"weight":1}],"isBinary":false,"overrideBlink":"none","overrideLookAt":"none","overrideMouth":"none"})";
    };
    std::string presets;
    for (std::size_t i = 0; i < kExpressionPresetCount; ++i) {
      presets += (i == 0 ? "" : ",") +
                 expression(name(static_cast<ExpressionPreset>(i)), static_cast<int>(i % morphs_));
    }
    const std::string vrm =
        R"({"specVersion":"1.0","meta":{"name":"Benchmark","version":"1","authors":["libvrm"],)"
        R"("licenseUrl":"https://vrm.dev/licenses/1.0/","avatarPermission":"everyone","commercialUsage":"corporation",)"
        R"("creditNotation":"unnecessary","allowRedistribution":true,"modification":"allowModificationRedistribution"},)"
        R"("humanoid":{"humanBones":{)" +
        human + R"(}},"firstPerson":{"meshAnnotations":[{"node":0,"type":"auto"}]},)" +
        R"("lookAt":{"type":"bone","offsetFromHeadBone":[0,0.06,0],"rangeMapHorizontalInner":)" + map +
        ",\"rangeMapHorizontalOuter\":" + map + ",\"rangeMapVerticalDown\":" + map +
        ",\"rangeMapVerticalUp\":" + map + "},\"expressions\":{\"preset\":{" + presets + "}}}";
    std::string springs;
    for (std::size_t i = 0; i < chains_.size(); ++i) {
      std::string joints;
      for (const std::uint32_t node : chains_[i]) {
        joints +=
            (joints.empty() ? "{\"node\":" : ",{\"node\":") + std::to_string(node) +
            R"(,"hitRadius":0.02,"stiffness":1,"gravityPower":0.1,"gravityDir":[0,-1,0],"dragForce":0.4})";
      }
      springs += (i == 0 ? R"({"name":"Chain_)" : R"(,{"name":"Chain_)") + std::to_string(i) +
                 R"(","joints":[)" + joints + R"(],"colliderGroups":[)" + (i % 2 == 0 ? "0" : "1") + "]}";
    }
    const std::string spring =
        R"({"specVersion":"1.0","colliders":[{"node":)" + std::to_string(head_) +
        R"(,"shape":{"sphere":{"offset":[0,0.05,0],"radius":0.1}}},{"node":)" + std::to_string(hips_) +
        R"(,"shape":{"capsule":{"offset":[0,0,0],"radius":0.12,"tail":[0,-0.2,0]}}}],)"
        R"("colliderGroups":[{"name":"Head","colliders":[0]},{"name":"Hips","colliders":[1]}],"springs":[)" +
        springs + "]}";

    const Result<JsonValue> root = fragment(
        R"({"extensionsUsed":["VRMC_vrm","VRMC_springBone","VRMC_materials_mtoon","VRMC_node_constraint"],"extensions":{"VRMC_vrm":)" +
        vrm + ",\"VRMC_springBone\":" + spring + "}}");
    if (!root) return root.error();
    gltf::Json& json = document_.editJson();
    json.set(json.memberObject(json.editRoot(), "asset"), "generator",
             json.string("libvrm bench_make_model"));
    for (const gltf::JsonMember& member : root->members())
      json.set(json.editRoot(), member.key.string(), member.value);
    return {};
  }

  static std::string list(const std::vector<std::uint32_t>& numbers) {
    std::string text = "[";
    for (std::size_t i = 0; i < numbers.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
    return text + "]";
  }

  std::uint32_t wanted_, rows_, morphs_;
  gltf::Document document_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> bones_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> twists_;  // and their sources
  std::vector<std::vector<std::uint32_t>> chains_;
  std::uint32_t head_ = 0, hips_ = 0;
};

int fail(const Error& error) {
  std::fprintf(stderr, "bench_make_model: %s\n", error.toString().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint32_t nodes = 0, vertices = 4096, morphs = 2;
  const auto read = [&](int i, std::uint32_t& out) {
    const char* end = argv[i] + std::strlen(argv[i]);
    return std::from_chars(argv[i], end, out).ptr == end;
  };
  const bool fits =
      (argc == 3 || argc == 5) && read(1, nodes) && (argc == 3 || (read(3, vertices) && read(4, morphs)));
  if (!fits || nodes < ModelMaker::kFewest || vertices < 2 * ModelMaker::kColumns ||
      vertices > ModelMaker::kMostVertices || morphs == 0) {
    std::fprintf(
        stderr,
        "usage: bench_make_model NODES OUT.vrm [VERTICES MORPHS]   (at least %u nodes, %u to %u vertices)\n",
        ModelMaker::kFewest, 2 * ModelMaker::kColumns, ModelMaker::kMostVertices);
    return 2;
  }
  const Result<gltf::Document> document = ModelMaker(nodes, vertices, morphs).make();
  if (!document) return fail(document.error());
  Diagnostics diagnostics;
  const auto saved = gltf::save(*document, argv[2], diagnostics);
  if (!saved) return fail(saved.error());
  for (const Diagnostic& finding : diagnostics.all())
    std::fprintf(stderr, "%s\n", finding.toString().c_str());
  return 0;
}
