// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Meshes with their morph targets, expressions with their names.
#include <algorithm>
#include <string>
#include <unordered_map>

#include "load/compile.hpp"

namespace vrm::compile {
namespace {

constexpr std::array<const char*, 52> kArkit = {
    "browDownLeft",      "browDownRight",      "browInnerUp",         "browOuterUpLeft",
    "browOuterUpRight",  "cheekPuff",          "cheekSquintLeft",     "cheekSquintRight",
    "eyeBlinkLeft",      "eyeBlinkRight",      "eyeLookDownLeft",     "eyeLookDownRight",
    "eyeLookInLeft",     "eyeLookInRight",     "eyeLookOutLeft",      "eyeLookOutRight",
    "eyeLookUpLeft",     "eyeLookUpRight",     "eyeSquintLeft",       "eyeSquintRight",
    "eyeWideLeft",       "eyeWideRight",       "jawForward",          "jawLeft",
    "jawOpen",           "jawRight",           "mouthClose",          "mouthDimpleLeft",
    "mouthDimpleRight",  "mouthFrownLeft",     "mouthFrownRight",     "mouthFunnel",
    "mouthLeft",         "mouthLowerDownLeft", "mouthLowerDownRight", "mouthPressLeft",
    "mouthPressRight",   "mouthPucker",        "mouthRight",          "mouthRollLower",
    "mouthRollUpper",    "mouthShrugLower",    "mouthShrugUpper",     "mouthSmileLeft",
    "mouthSmileRight",   "mouthStretchLeft",   "mouthStretchRight",   "mouthUpperUpLeft",
    "mouthUpperUpRight", "noseSneerLeft",      "noseSneerRight",      "tongueOut"};

// What a material has of the members that expressions can change, and its own values (VRMC_vrm `expressions`,
// "MaterialColorBind").
struct OwnValues {
  std::uint32_t has = 0;
  std::array<Vec4, kMaterialValueCount> values{};
};
OwnValues ownValues(const schema::Material& material) {
  OwnValues own;
  const auto put = [&](MaterialColorType type, Vec4 value) {
    own.has |= 1u << static_cast<unsigned>(type);
    own.values[static_cast<std::size_t>(type)] = value;
  };
  const auto color = [](Vec3 v) { return Vec4{v.x, v.y, v.z, 1}; };
  put(MaterialColorType::Color, material.baseColorFactor);
  if (!material.unlit || material.mtoon)
    put(MaterialColorType::EmissionColor, color(material.emissiveFactor));
  if (material.mtoon) {
    put(MaterialColorType::ShadeColor, color(material.mtoon->shadeColorFactor));
    put(MaterialColorType::MatcapColor, color(material.mtoon->matcapFactor));
    put(MaterialColorType::RimColor, color(material.mtoon->parametricRimColorFactor));
    put(MaterialColorType::OutlineColor, color(material.mtoon->outlineColorFactor));
  }
  const schema::TextureTransform transform =
      material.baseColorTexture.transform.value_or(schema::TextureTransform{});
  own.has |= 1u << kTextureTransformSlot;
  own.values[kTextureTransformSlot] = {transform.offset.x, transform.offset.y, transform.scale.x,
                                       transform.scale.y};
  return own;
}

class Expressions {
 public:
  explicit Expressions(Compilation& c) : c_(c), t_(c.tables) {
    for (std::uint32_t i = 0; i < t_.meshNodes.size(); ++i) meshOfNode_[t_.meshNodes[i].node] = i;
  }

  void compile() {
    findMaterials();
    for (const schema::Expression& e : c_.vrm.expressions.list) add(e);
    for (const auto& [name, kind] : c_.options.expressionKinds) {
      for (std::size_t i = 0; i < t_.expressions.size(); ++i) {
        // Of presets the standard says it.
        const schema::Expression& e = c_.vrm.expressions.list[i];
        if (!e.preset && e.name == name) t_.expressionKinds[i] = kind;
      }
    }
    makeLookup();
  }

 private:
  // Those that an expression changes in something they have, in the order of the file.
  void findMaterials() {
    std::vector<std::uint32_t> bound(c_.vrm.materials.size());
    for (const schema::Expression& e : c_.vrm.expressions.list) {
      for (const schema::MaterialColorBind& bind : e.materialColorBinds) {
        bound[bind.material.value] |= 1u << static_cast<unsigned>(bind.type);
      }
      for (const schema::TextureTransformBind& bind : e.textureTransformBinds) {
        bound[bind.material.value] |= 1u << kTextureTransformSlot;
      }
    }
    rows_.assign(bound.size(), kNone);
    for (std::uint32_t i = 0; i < bound.size(); ++i) {
      if (bound[i] == 0) continue;
      const OwnValues own = ownValues(c_.vrm.materials[i]);
      if ((bound[i] & own.has) == 0) continue;
      rows_[i] = static_cast<std::uint32_t>(t_.materials.size());
      t_.materials.push_back(
          {MaterialIndex(i), static_cast<std::uint32_t>(t_.materialValues.size()), bound[i] & own.has});
      t_.materialValues.insert(t_.materialValues.end(), own.values.begin(), own.values.end());
    }
  }

  void add(const schema::Expression& e) {
    ExpressionRow row;
    if (e.preset) row.preset = static_cast<std::uint8_t>(*e.preset);
    row.isBinary = e.isBinary;
    row.overrides = {e.overrideMouth, e.overrideBlink, e.overrideLookAt};
    row.firstMorph = static_cast<std::uint32_t>(t_.morphBinds.size());
    for (const schema::MorphTargetBind& bind : e.morphTargetBinds) {
      const MeshNode& mesh = t_.meshNodes[meshOfNode_.at(c_.nodeOf(bind.node))];
      t_.morphBinds.push_back({mesh.firstMorph + bind.index, bind.weight});
      t_.morphWeights[mesh.firstMorph + bind.index] = 0;  // decision 28: bound ones start from zero
    }
    row.morphCount = static_cast<std::uint32_t>(t_.morphBinds.size()) - row.firstMorph;
    row.firstValue = static_cast<std::uint32_t>(t_.valueBinds.size());
    for (const schema::MaterialColorBind& bind : e.materialColorBinds) {
      Vec4 target = bind.targetValue;
      if (bind.type != MaterialColorType::Color) target.w = 1;  // "The 4th value must be ignored"
      addValue(bind.material, static_cast<std::uint32_t>(bind.type), target);
    }
    for (const schema::TextureTransformBind& bind : e.textureTransformBinds) {
      addValue(bind.material, kTextureTransformSlot,
               {bind.offset.x, bind.offset.y, bind.scale.x, bind.scale.y});
    }
    row.valueCount = static_cast<std::uint32_t>(t_.valueBinds.size()) - row.firstValue;
    t_.expressions.push_back(row);
    t_.expressionNames.push_back(c_.text(e.name));
    t_.expressionKinds.push_back(e.preset ? kindOf(*e.preset) : ExpressionKind::Other);
  }

  void addValue(MaterialIndex material, std::uint32_t slot, Vec4 target) {
    const std::uint32_t row = rows_[material.value];
    if (row == kNone || (t_.materials[row].bound >> slot & 1) == 0)
      return;  // the material has no such member
    const Vec4 own = t_.materialValues[t_.materials[row].firstSlot + slot];
    const auto difference = [](float to, float from) {
      return narrow(static_cast<double>(to) - static_cast<double>(from));
    };
    t_.valueBinds.push_back({t_.materials[row].firstSlot + slot,
                             {difference(target.x, own.x), difference(target.y, own.y),
                              difference(target.z, own.z), difference(target.w, own.w)}});
  }

  void makeLookup() {
    std::unordered_map<std::string_view, std::uint32_t> taken;
    for (std::uint32_t i = 0; i < t_.expressions.size(); ++i) {
      taken.emplace(c_.vrm.expressions.list[i].name, i);
      t_.expressionLookup.push_back({t_.expressionNames[i], i});
    }
    std::unordered_map<std::string_view, std::uint32_t> aliases;
    for (const ExpressionAlias& alias : c_.options.expressionAliases) {
      const auto target = taken.find(alias.expression);
      if (target == taken.end() || taken.contains(alias.alias)) continue;
      if (!aliases.emplace(alias.alias, target->second).second) continue;
      t_.expressionLookup.push_back({c_.text(alias.alias), target->second});
    }
    const auto name = [&](const NameEntry& e) {
      return std::string_view(t_.text.data() + e.name.first, e.name.count);
    };
    std::sort(t_.expressionLookup.begin(), t_.expressionLookup.end(),
              [&](const NameEntry& a, const NameEntry& b) { return name(a) < name(b); });
  }

  Compilation& c_;
  ModelTables<BuildList>& t_;
  std::unordered_map<std::uint32_t, std::uint32_t> meshOfNode_;
  std::vector<std::uint32_t> rows_;  // of MaterialRow, per material of the file
};

}  // namespace

Result<void> addMeshes(Compilation& c) {
  std::vector<FirstPersonType> annotations(c.asset.nodes.size(), FirstPersonType::Auto);
  for (const schema::MeshAnnotation& annotation : c.vrm.firstPerson.meshAnnotations) {
    annotations[annotation.node.value] = annotation.type;
  }
  for (std::uint32_t i = 0; i < c.asset.nodes.size(); ++i) {
    const gltf::Node& node = c.asset.nodes[i];
    if (!node.mesh) continue;
    const gltf::Mesh& mesh = c.asset.meshes[node.mesh.value];
    const std::size_t first = c.tables.morphWeights.size();
    // A mesh of many targets under many nodes costs a file nothing.
    if (first + mesh.targetCount > c.options.file.limits.expandedElements) {
      return Error{Code::LimitExpandedElements,
                   "the nodes have more morph weights than Limits::expandedElements, " +
                       std::to_string(c.options.file.limits.expandedElements),
                   "/nodes/" + std::to_string(i) + "/mesh", kNoOffset};
    }
    c.tables.meshNodes.push_back({c.nodeOf(NodeIndex(i)), node.mesh, node.skin, annotations[i],
                                  static_cast<std::uint32_t>(first), mesh.targetCount});
    // glTF 2.0 section 3.7.2.2: the node's weights win over the mesh's, and absent ones are zero.
    const std::span<const float> weights =
        c.asset.numberList(node.weights.count > 0 ? node.weights : mesh.weights);
    for (std::uint32_t k = 0; k < mesh.targetCount; ++k) {
      c.tables.morphWeights.push_back(k < weights.size() ? weights[k] : 0);
    }
  }
  return {};
}

void addExpressions(Compilation& c) {
  c.facts.binaryRule = c.vrm.expressions.binaryRule;
  Expressions(c).compile();
}

}  // namespace vrm::compile

namespace vrm {

std::vector<ExpressionAlias> arkitAliases() {
  std::vector<ExpressionAlias> aliases;
  for (const std::string name : compile::kArkit) {
    std::string capital = name;
    capital[0] = static_cast<char>(capital[0] - 'a' + 'A');
    aliases.push_back({name, capital});
    aliases.push_back({capital, name});
  }
  for (const auto& [name, preset] : {std::pair{"yeBlinkLeft", "blinkLeft"}, {"yeBlinkRight", "blinkRight"}}) {
    for (const char* first : {"e", "E"}) aliases.push_back({first + std::string(name), preset});
  }
  for (const char* name : {"jawOpen", "JawOpen"}) aliases.push_back({name, "aa"});
  return aliases;
}

}  // namespace vrm
