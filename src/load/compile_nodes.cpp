// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <utility>

#include "load/compile.hpp"
#include "vrm/base/mat4.hpp"
#include "vrm/base/quat.hpp"

namespace vrm::compile {
namespace {

// The roots of the scene, then all others: those are drawn by nobody, and the avatar's root transform does
// not move them. A tree with a bone of the avatar counts as the scene's, whatever the file says. Gives the
// roots and how many are the scene's. A file without scenes is one scene.
std::pair<std::vector<std::uint32_t>, std::size_t> rootsOf(const Compilation& c) {
  const gltf::Asset& asset = c.asset;
  std::vector<bool> listed(asset.nodes.size(), asset.scenes.empty());
  std::vector<std::uint32_t> roots;
  if (!asset.scenes.empty()) {
    for (const NodeIndex root : asset.nodeList(asset.scenes[asset.scene ? asset.scene.value : 0].nodes)) {
      roots.push_back(root.value);
      listed[root.value] = true;
    }
    for (const NodeIndex bone : c.vrm.humanoid.humanBones) {
      if (!bone) continue;
      NodeIndex root = bone;
      while (asset.nodes[root.value].parent) root = asset.nodes[root.value].parent;
      if (!listed[root.value]) roots.push_back(root.value);
      listed[root.value] = true;
    }
  }
  for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
    if (asset.scenes.empty() && !asset.nodes[i].parent) roots.push_back(i);
  }
  const std::size_t scene = roots.size();
  for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
    if (!asset.nodes[i].parent && !listed[i]) roots.push_back(i);
  }
  return {std::move(roots), scene};
}

// Depth first, children in the order of the file; the tails that reading has added come last.
void order(Compilation& c) {
  const std::size_t inFile = c.asset.nodes.size(), count = inFile + c.vrm.addedNodes.size();
  std::vector<std::vector<std::uint32_t>> added(c.vrm.addedNodes.empty() ? 0 : inFile);
  for (std::size_t i = 0; i < c.vrm.addedNodes.size(); ++i) {
    added[c.vrm.addedNodes[i].parent.value].push_back(static_cast<std::uint32_t>(inFile + i));
  }
  c.tables.modelNodes.resize(count);
  c.tables.fileNodes.reserve(count);
  c.tables.parents.reserve(count);
  const auto [roots, inScene] = rootsOf(c);
  std::vector<std::uint32_t> stack(roots.rbegin(), roots.rend());
  const std::size_t others = roots.size() - inScene;
  c.facts.sceneEnd = static_cast<std::uint32_t>(count);
  while (!stack.empty()) {
    if (stack.size() == others)
      c.facts.sceneEnd = std::min(c.facts.sceneEnd, static_cast<std::uint32_t>(c.tables.parents.size()));
    const std::uint32_t node = stack.back();
    stack.pop_back();
    const NodeIndex parent =
        node < inFile ? c.asset.nodes[node].parent : c.vrm.addedNodes[node - inFile].parent;
    c.tables.modelNodes[node] = ModelNode(static_cast<std::uint32_t>(c.tables.parents.size()));
    c.tables.fileNodes.emplace_back(node);
    c.tables.parents.push_back(c.nodeOf(parent));
    if (node >= inFile) continue;
    if (!added.empty()) stack.insert(stack.end(), added[node].rbegin(), added[node].rend());
    const std::span<const NodeIndex> children = c.asset.nodeList(c.asset.nodes[node].children);
    for (std::size_t i = children.size(); i-- > 0;) stack.push_back(children[i].value);
  }
}

}  // namespace

Quat Compilation::restRotation(std::uint32_t node) const {
  const std::array<double, 4>& q = rest[node].rotation;
  return normalized({static_cast<float>(q[0]), static_cast<float>(q[1]), static_cast<float>(q[2]),
                     static_cast<float>(q[3])});
}

TextRange Compilation::text(std::string_view words) {
  const TextRange range{static_cast<std::uint32_t>(tables.text.size()),
                        static_cast<std::uint32_t>(words.size())};
  tables.text.insert(tables.text.end(), words.begin(), words.end());
  return range;
}

void addNodes(Compilation& c) {
  order(c);
  ModelTables<BuildList>& t = c.tables;
  const std::size_t count = t.parents.size();
  t.subtreeEnds.resize(count);
  for (std::size_t i = count; i-- > 0;) {
    t.subtreeEnds[i] = std::max(t.subtreeEnds[i], static_cast<std::uint32_t>(i + 1));
    if (t.parents[i] != kNone)
      t.subtreeEnds[t.parents[i]] = std::max(t.subtreeEnds[t.parents[i]], t.subtreeEnds[i]);
  }
  const std::size_t inFile = c.asset.nodes.size();
  Mat4 placement = kIdentityMatrix;
  c.facts.turned = c.vrm.turned;
  if (c.facts.turned) placement[0] = placement[10] = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t node = t.fileNodes[i].value;
    const bool own = node < inFile;
    const Trs local =
        own ? c.asset.nodes[node].local : Trs{c.vrm.addedNodes[node - inFile].translation, {}, {1, 1, 1}};
    t.translations.push_back(local.translation);
    t.rotations.push_back(local.rotation);
    t.scales.push_back(local.scale);
    t.nodeNames.push_back(c.text(own ? c.asset.nodes[node].name : c.vrm.addedNodes[node - inFile].name));
    // The same operations as in a frame, so that a frame at rest gives the same bits.
    const std::uint32_t p = t.parents[i];
    c.rest.push_back(placed(p == kNone ? nullptr : &c.rest[p], local));
    Mat4 matrix = kIdentityMatrix;
    for (std::size_t column = 0; column < 4; ++column) {
      // narrow(): scales of 1e30 upon each other
      for (std::size_t row = 0; row < 3; ++row)
        matrix[4 * column + row] = narrow(c.rest[i].matrix[3 * column + row]);
    }
    t.restMatrices.push_back(i < c.facts.sceneEnd ? multiply(placement, matrix) : matrix);
  }
}

}  // namespace vrm::compile
