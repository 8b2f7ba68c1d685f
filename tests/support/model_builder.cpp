// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/model_builder.hpp"

#include <algorithm>

namespace vrm::test {

std::uint32_t ModelBuilder::node(const Trs& local, std::uint32_t parent, std::string_view name) {
  gltf::Node node;
  node.name = name;
  node.local = local;
  node.parent = NodeIndex(parent);
  asset.nodes.push_back(node);
  return static_cast<std::uint32_t>(asset.nodes.size() - 1);
}

std::uint32_t ModelBuilder::bone(HumanBone which, const Trs& local, std::uint32_t parent) {
  const std::uint32_t index = node(local, parent, name(which));
  vrm.humanoid[which] = NodeIndex(index);
  return index;
}

std::uint32_t ModelBuilder::allBones(const Quat& rotation, std::uint32_t parent) {
  const auto first = static_cast<std::uint32_t>(asset.nodes.size());
  for (const HumanBoneInfo& i : allHumanBones()) {
    const auto n = static_cast<float>(i.bone);
    bone(i.bone, {{0.01f * n, 0.1f, 0.02f}, rotation, {1, 1, 1}},
         i.bone == HumanBone::Hips ? parent : first + static_cast<std::uint32_t>(i.parent));
  }
  return first;
}

std::uint32_t ModelBuilder::meshNode(const std::vector<float>& meshWeights,
                                     const std::vector<float>& nodeWeights) {
  gltf::Mesh mesh;
  mesh.targetCount = static_cast<std::uint32_t>(meshWeights.size());
  mesh.weights = numbers(meshWeights);
  asset.meshes.push_back(mesh);
  const std::uint32_t index = node();
  asset.nodes[index].mesh = MeshIndex(static_cast<std::uint32_t>(asset.meshes.size() - 1));
  asset.nodes[index].weights = numbers(nodeWeights);
  return index;
}

std::uint32_t ModelBuilder::material(const schema::Material& material) {
  vrm.materials.push_back(material);
  return static_cast<std::uint32_t>(vrm.materials.size() - 1);
}

schema::NodeConstraint& ModelBuilder::constrain(std::uint32_t node, ConstraintType type,
                                                std::uint32_t source) {
  schema::NodeConstraint c;
  c.node = NodeIndex(node);
  c.type = type;
  c.source = NodeIndex(source);
  return vrm.constraints.emplace_back(c);
}

schema::Expression& ModelBuilder::expression(std::string_view name) {
  schema::Expression e;
  e.name = name;
  e.preset = findExpressionPreset(name);
  return vrm.expressions.list.emplace_back(e);
}

schema::Spring& ModelBuilder::spring(const std::vector<std::uint32_t>& nodes) {
  schema::Spring& spring = vrm.springBone.springs.emplace_back();
  for (const std::uint32_t node : nodes) spring.joints.emplace_back().node = NodeIndex(node);
  return spring;
}

ColliderGroupIndex ModelBuilder::collider(std::uint32_t node, const schema::ColliderShape& shape) {
  schema::SpringBone& bone = vrm.springBone;
  bone.colliderGroups.push_back({"", {ColliderIndex(static_cast<std::uint32_t>(bone.colliders.size()))}});
  bone.colliders.push_back({NodeIndex(node), shape, std::nullopt});
  return ColliderGroupIndex(static_cast<std::uint32_t>(bone.colliderGroups.size() - 1));
}

std::shared_ptr<const Model> ModelBuilder::make(const LoadOptions& options, Diagnostics* said) const {
  gltf::Asset a = asset;
  schema::Vrm v = vrm;
  std::vector<std::vector<NodeIndex>> children(a.nodes.size());
  for (std::uint32_t i = 0; i < a.nodes.size(); ++i) {
    if (a.nodes[i].parent) children[a.nodes[i].parent.value].emplace_back(i);
  }
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    a.nodes[i].children = {static_cast<std::uint32_t>(a.nodeLists.size()),
                           static_cast<std::uint32_t>(children[i].size())};
    a.nodeLists.insert(a.nodeLists.end(), children[i].begin(), children[i].end());
  }
  if (scene) {
    gltf::Scene s;
    s.nodes = {static_cast<std::uint32_t>(a.nodeLists.size()), static_cast<std::uint32_t>(scene->size())};
    for (const std::uint32_t root : *scene) a.nodeLists.emplace_back(root);
    a.scenes.push_back(s);
  }
  // As reading leaves them.
  std::stable_sort(
      v.constraints.begin(), v.constraints.end(),
      [](const schema::NodeConstraint& x, const schema::NodeConstraint& y) { return x.node < y.node; });
  Diagnostics own;
  return *makeModel(a, v, said ? *said : own, options);
}

gltf::Range ModelBuilder::numbers(const std::vector<float>& values) {
  const gltf::Range range{static_cast<std::uint32_t>(asset.numbers.size()),
                          static_cast<std::uint32_t>(values.size())};
  asset.numbers.insert(asset.numbers.end(), values.begin(), values.end());
  return range;
}

}  // namespace vrm::test
