// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <vector>

#include "base/double3x3.hpp"
#include "vrm/gltf/asset.hpp"

namespace vrm::edit {

// Numbers that differ by less are the same: a tenth of what floats of the size of a model can tell.
inline constexpr double kSame = 1e-7;

// A node at rest before and after its rotation and scale are taken out, in model space. It stays where it is.
struct NodeChange {
  Double3x3 linear;    // before: rotations and scales of the node and of all above it
  Double3x3 rotation;  // before: the rotations alone
  Double3 position{0, 0, 0};
  Double3x3 kept;  // after: the identity, or `rotation` where that stays
  Double3x3 into;  // turns vectors of the node's space before into those after: kept^-1 * linear

  // Nothing in its space has to change.
  bool same() const { return difference(into, {}) < kSame; }
  // What the rotation loses: kept^-1 * rotation.
  Double3x3 lost() const { return transposed(kept) * rotation; }
};

class RestChange {
 public:
  // Nodes that `keeps` marks keep their rotation in model space.
  RestChange(const gltf::Asset& asset, const std::vector<bool>& keeps);

  const NodeChange& operator[](NodeIndex node) const { return nodes_[node.value]; }
  // Of the parent; for roots the scene, which does not change.
  const NodeChange& above(NodeIndex node) const;

  // The node's own values afterwards.
  Double3 translation(NodeIndex node) const;
  Double3x3 rotation(NodeIndex node) const;

 private:
  const gltf::Asset& asset_;
  std::vector<NodeChange> nodes_;
  NodeChange scene_;
};

// Nodes in an order in which parents come first.
std::vector<NodeIndex> parentsFirst(const gltf::Asset& asset);

}  // namespace vrm::edit
