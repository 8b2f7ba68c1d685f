// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>

#include <algorithm>

#include "info.hpp"

namespace vrm::cli {
namespace {

// "face/smile"; with the node when several have that mesh.
class MorphNames {
 public:
  explicit MorphNames(const OpenedVrm& opened) : opened_(opened), uses_(opened.model.asset.meshes.size()) {
    for (const gltf::Node& node : opened.model.asset.nodes) {
      if (node.mesh) ++uses_[node.mesh.value];
    }
  }
  std::string of(const schema::MorphTargetBind& bind) const {
    const gltf::Asset& asset = opened_.model.asset;
    const MeshIndex index = asset.nodes[bind.node.value].mesh;
    const gltf::Mesh& mesh = asset.meshes[index.value];
    const auto targets = asset.nameList(mesh.targetNames);
    const std::string target = nameOrIndex(bind.index < targets.size() ? targets[bind.index] : "", bind.index);
    return nameOrIndex(mesh.name, index.value) +
           (uses_[index.value] > 1 ? " (" + nodeName(opened_, bind.node) + ")" : "") + "/" + target;
  }

 private:
  const OpenedVrm& opened_;
  std::vector<std::uint32_t> uses_;
};

std::vector<std::string> expressionPieces(const OpenedVrm& opened, const MorphNames& morphs,
                                          const schema::Expression& expression) {
  const schema::Vrm& vrm = opened.vrm;
  std::vector<std::string> pieces{expression.preset ? "preset" : "custom"};
  if (expression.isBinary) {
    pieces.emplace_back(vrm.expressions.binaryRule == schema::BinaryRule::AboveHalf ? "binary (on above 0.5)"
                                                                                    : "binary (on above 0)");
  }
  const auto overrides = [&](schema::ExpressionOverride value, const char* what) {
    if (value != schema::ExpressionOverride::None) pieces.push_back(fmt::format("{}s {}", name(value), what));
  };
  overrides(expression.overrideBlink, "blink");
  overrides(expression.overrideLookAt, "look-at");
  overrides(expression.overrideMouth, "mouth");
  for (const schema::MorphTargetBind& bind : expression.morphTargetBinds) {
    pieces.push_back(fmt::format("{} = {}", morphs.of(bind), numberText(bind.weight)));
  }
  for (const schema::MaterialColorBind& bind : expression.materialColorBinds) {
    const Vec4& c = bind.targetValue;
    pieces.push_back(fmt::format("{} {} = {} {}", materialName(vrm, bind.material), name(bind.type),
                                 vectorText({c.x, c.y, c.z}), numberText(c.w)));
  }
  for (const schema::TextureTransformBind& bind : expression.textureTransformBinds) {
    pieces.push_back(fmt::format("{} textures = scale {} {} offset {} {}", materialName(vrm, bind.material),
                                 numberText(bind.scale.x), numberText(bind.scale.y), numberText(bind.offset.x),
                                 numberText(bind.offset.y)));
  }
  return pieces;
}

void addRangeMap(Page& page, std::string_view label, const schema::RangeMap& map, schema::LookAtType type) {
  page.row(
      label,
      fmt::format("{} deg -> {}{}{}", numberText(map.inputMaxValue), type == schema::LookAtType::Bone ? "" : "weight ",
                  numberText(map.outputScale), type == schema::LookAtType::Bone ? " deg" : "") +
          (map.curve.empty() ? "" : fmt::format(" (and a curve of {})", countText(map.curve.size() / 4, "key"))));
}

}  // namespace

void describeExpressions(Page& page, const OpenedVrm& opened) {
  const std::vector<schema::Expression>& list = opened.vrm.expressions.list;
  if (list.empty()) return startSection(page, "expressions", "none");
  const auto presets = static_cast<std::size_t>(
      std::count_if(list.begin(), list.end(), [](const schema::Expression& e) { return e.preset.has_value(); }));
  startSection(page, "expressions", fmt::format("{}, {} custom", countText(presets, "preset"), list.size() - presets));
  const MorphNames morphs(opened);
  std::vector<std::string> labels;
  for (const schema::Expression& e : list) labels.push_back("  " + e.name);
  page.labels(labelWidth(labels));
  std::vector<std::string> unused;  // exporters write all presets, most of them empty
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::vector<std::string> pieces = expressionPieces(opened, morphs, list[i]);
    pieces.size() > 1 ? page.list(labels[i], pieces) : unused.push_back(list[i].name);
  }
  page.list("  no binds", unused);
}

void describeLookAt(Page& page, const schema::Vrm& vrm) {
  if (!vrm.lookAt) return startSection(page, "look-at", "none");
  const schema::LookAt& lookAt = *vrm.lookAt;
  startSection(
      page, "look-at",
      fmt::format("by {}, eyes at {} from the head", lookAt.type == schema::LookAtType::Bone ? "bones" : "expressions",
                  vectorText(lookAt.offsetFromHeadBone)));
  addRangeMap(page, "  inner", lookAt.rangeMapHorizontalInner, lookAt.type);
  addRangeMap(page, "  outer", lookAt.rangeMapHorizontalOuter, lookAt.type);
  addRangeMap(page, "  down", lookAt.rangeMapVerticalDown, lookAt.type);
  addRangeMap(page, "  up", lookAt.rangeMapVerticalUp, lookAt.type);
}

void describeFirstPerson(Page& page, const OpenedVrm& opened) {
  using Type = schema::FirstPersonType;
  const std::vector<gltf::Node>& nodes = opened.model.asset.nodes;
  std::vector<bool> annotated(nodes.size());
  std::vector<std::string> lists[4];
  for (const schema::MeshAnnotation& annotation : opened.vrm.firstPerson.meshAnnotations) {
    annotated[annotation.node.value] = true;
    lists[static_cast<std::size_t>(annotation.type)].push_back(nodeName(opened, annotation.node));
  }
  std::vector<std::string> others;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].mesh && !annotated[i]) others.push_back(nodeName(opened, NodeIndex(i)));
  }
  const std::size_t count = opened.vrm.firstPerson.meshAnnotations.size();
  if (count == 0 && others.empty()) return startSection(page, "first person", "none");
  startSection(page, "first person",
               count == 0 ? "no annotations, all meshes are auto"
                          : fmt::format("{} of {} annotated", count, countText(count + others.size(), "mesh node")));
  page.labels(18);
  for (const Type type : {Type::Auto, Type::Both, Type::ThirdPersonOnly, Type::FirstPersonOnly}) {
    page.list("  " + std::string(name(type)), lists[static_cast<std::size_t>(type)]);
  }
  page.list(count == 0 ? "  auto" : "  not annotated", others);
}

}  // namespace vrm::cli
