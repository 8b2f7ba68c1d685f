// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/rest_change.hpp"

namespace vrm::edit {

std::vector<NodeIndex> parentsFirst(const gltf::Asset& asset) {
  std::vector<NodeIndex> order;
  order.reserve(asset.nodes.size());
  for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
    if (!asset.nodes[i].parent) order.push_back(NodeIndex(i));
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const NodeIndex child : asset.nodeList(asset.nodes[order[i].value].children)) order.push_back(child);
  }
  return order;
}

RestChange::RestChange(const gltf::Asset& asset, const std::vector<bool>& keeps)
    : asset_(asset), nodes_(asset.nodes.size()) {
  for (const NodeIndex i : parentsFirst(asset)) {
    const NodeChange& parent = above(i);
    const Trs& local = asset.nodes[i.value].local;
    const Double3x3 turn = rotationMatrix(local.rotation);
    const Double3 size = toDouble(local.scale);
    NodeChange& out = nodes_[i.value];
    out.rotation = parent.rotation * turn;
    out.linear =
        parent.linear * Double3x3{scaled(turn.x, size.x), scaled(turn.y, size.y), scaled(turn.z, size.z)};
    out.position = plus(parent.position, parent.linear * toDouble(local.translation));
    if (keeps[i.value]) out.kept = out.rotation;
    out.into = transposed(out.kept) * out.linear;
  }
}

const NodeChange& RestChange::above(NodeIndex node) const {
  const NodeIndex parent = asset_.nodes[node.value].parent;
  return parent ? nodes_[parent.value] : scene_;
}

Double3 RestChange::translation(NodeIndex node) const {
  const NodeChange& parent = above(node);
  return transposed(parent.kept) * minus((*this)[node].position, parent.position);
}

Double3x3 RestChange::rotation(NodeIndex node) const {
  return transposed(above(node).kept) * (*this)[node].kept;
}

}  // namespace vrm::edit
