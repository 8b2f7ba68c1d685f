// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "differential/reference_expression.hpp"

#include <algorithm>

namespace vrm::test::reference {
namespace {

using schema::Expression;
using schema::ExpressionOverride;
using schema::MaterialColorType;

// glTF 2.0, 3.7.2.2: the node's weights, else the mesh's, else zeros.
std::vector<double> storedWeights(const gltf::Asset& asset, const gltf::Node& node) {
  const gltf::Mesh& mesh = asset.meshes[node.mesh.value];
  const auto stored = asset.numberList(node.weights.count > 0 ? node.weights : mesh.weights);
  std::vector<double> out(stored.begin(), stored.end());
  out.resize(mesh.targetCount);
  return out;
}

// expressions.md, "MaterialColorBind": the columns of its table. MToon wins over unlit (material.hpp).
MaterialValues storedValues(const schema::Material& m) {
  MaterialValues out;
  out.color = {m.baseColorFactor.x, m.baseColorFactor.y, m.baseColorFactor.z, m.baseColorFactor.w};
  if (m.mtoon || !m.unlit) out.emissionColor = widen(m.emissiveFactor);
  if (m.mtoon) {
    out.shadeColor = widen(m.mtoon->shadeColorFactor);
    out.matcapColor = widen(m.mtoon->matcapFactor);
    out.rimColor = widen(m.mtoon->parametricRimColorFactor);
    out.outlineColor = widen(m.mtoon->outlineColorFactor);
  }
  // All textures get the same value; where they differ at first, the base colour's is the one (decision 25).
  if (const auto& t = m.baseColorTexture.transform)
    out.uv = {t->offset.x, t->offset.y, t->scale.x, t->scale.y};
  return out;
}

// The three-component member of a type; `color` has four and is not asked for here.
std::optional<Vec3d>& member(MaterialValues& values, MaterialColorType type) {
  switch (type) {
    case MaterialColorType::EmissionColor:
      return values.emissionColor;
    case MaterialColorType::ShadeColor:
      return values.shadeColor;
    case MaterialColorType::MatcapColor:
      return values.matcapColor;
    case MaterialColorType::RimColor:
      return values.rimColor;
    default:
      return values.outlineColor;
  }
}

bool has(const schema::Material& material, MaterialColorType type) {
  MaterialValues values = storedValues(material);
  return type == MaterialColorType::Color || member(values, type).has_value();
}

ExpressionKind kindOf(const Expression& e) {
  return e.preset ? vrm::kindOf(*e.preset) : ExpressionKind::Other;
}

ExpressionOverride overrideOf(const Expression& e, ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::Mouth:
      return e.overrideMouth;
    case ExpressionKind::Blink:
      return e.overrideBlink;
    case ExpressionKind::LookAt:
      return e.overrideLookAt;
    default:
      return ExpressionOverride::None;
  }
}

}  // namespace

ExpressionStage::ExpressionStage(const gltf::Asset& asset, const schema::Vrm& vrm) : vrm_(vrm) {
  for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
    const gltf::Node& node = asset.nodes[i];
    if (node.mesh && asset.meshes[node.mesh.value].targetCount > 0)
      baseMorphs_[i] = storedWeights(asset, node);
  }
  for (const Expression& e : vrm.expressions.list) {
    // Decision 28: bound morphs start from zero, whether the expression is shown or not.
    for (const auto& bind : e.morphTargetBinds) baseMorphs_.at(bind.node.value).at(bind.index) = 0;
    const auto list = [&](MaterialIndex material) {
      baseMaterials_[material.value] = storedValues(vrm.materials[material.value]);
    };
    // A bind of a member that the material does not have changes nothing.
    for (const auto& bind : e.materialColorBinds) {
      if (has(vrm.materials[bind.material.value], bind.type)) list(bind.material);
    }
    for (const auto& bind : e.textureTransformBinds) list(bind.material);
  }
  run({});
}

void ExpressionStage::run(const std::map<std::string, double>& inputs) {
  gather(inputs);
  apply();
}

void ExpressionStage::gather(const std::map<std::string, double>& inputs) {
  // "Expression control": clamped. Binary: decision 26.
  std::map<std::string, double> shown;
  for (const Expression& e : vrm_.expressions.list) {
    const auto found = inputs.find(e.name);
    double weight = found == inputs.end() ? 0.0 : std::clamp(found->second, 0.0, 1.0);
    if (e.isBinary) {
      const bool on = vrm_.expressions.binaryRule == schema::BinaryRule::NonZero ? weight != 0 : weight > 0.5;
      weight = on ? 1 : 0;
    }
    shown[e.name] = weight;
  }
  // "Procedural override" with decision 28. What overrides is the weight after the binary rule; that the
  // overrider may be overridden itself does not count, so no order of evaluation is needed.
  std::map<ExpressionKind, double> amounts;
  for (const ExpressionKind kind : {ExpressionKind::Mouth, ExpressionKind::Blink, ExpressionKind::LookAt}) {
    double sum = 0;
    for (const Expression& e : vrm_.expressions.list) {
      if (kindOf(e) == kind) continue;
      if (overrideOf(e, kind) == ExpressionOverride::Block && shown[e.name] > 0) sum += 1;
      if (overrideOf(e, kind) == ExpressionOverride::Blend) sum += shown[e.name];
    }
    amounts[kind] = std::min(sum, 1.0);
  }
  for (const Expression& e : vrm_.expressions.list) {
    const double amount = amounts[kindOf(e)];
    const double factor = e.isBinary && amount > 0 ? 0 : 1 - amount;
    weights_[e.name] = shown[e.name] * factor;
  }
}

// "Expression update algorithm", decision 28: the sums are not clamped.
void ExpressionStage::apply() {
  morphs_ = baseMorphs_;
  materials_ = baseMaterials_;
  for (const Expression& e : vrm_.expressions.list) {
    const double weight = weights_.at(e.name);
    for (const auto& bind : e.morphTargetBinds) {
      morphs_.at(bind.node.value).at(bind.index) += static_cast<double>(bind.weight) * weight;
    }
    for (const auto& bind : e.materialColorBinds) {
      if (!has(vrm_.materials[bind.material.value], bind.type)) continue;
      MaterialValues& values = materials_.at(bind.material.value);
      MaterialValues& base = baseMaterials_.at(bind.material.value);
      const vrm::Vec4& target = bind.targetValue;
      if (bind.type == MaterialColorType::Color) {
        const std::array<double, 4> to{target.x, target.y, target.z, target.w};
        for (std::size_t i = 0; i < 4; ++i) values.color[i] += (to[i] - base.color[i]) * weight;
      } else {
        // "The 4th value must be ignored if there is no 4th component".
        Vec3d& value = *member(values, bind.type);
        value = value + (Vec3d{target.x, target.y, target.z} - *member(base, bind.type)) * weight;
      }
    }
    for (const auto& bind : e.textureTransformBinds) {
      const std::array<double, 4> to{bind.offset.x, bind.offset.y, bind.scale.x, bind.scale.y};
      const std::array<double, 4>& base = baseMaterials_.at(bind.material.value).uv;
      for (std::size_t i = 0; i < 4; ++i)
        materials_.at(bind.material.value).uv[i] += (to[i] - base[i]) * weight;
    }
  }
}

}  // namespace vrm::test::reference
