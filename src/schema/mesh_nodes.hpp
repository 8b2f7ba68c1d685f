// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <span>
#include <vector>

#include "vrm/gltf/asset.hpp"

namespace vrm::schema {

// Which nodes have a mesh: drafts and 0.x name meshes where 1.0 names nodes (decisions 27 and 32). Built when first
// asked.
class MeshNodes {
 public:
  std::span<const NodeIndex> of(const gltf::Asset& asset, MeshIndex mesh) {
    if (lists_.empty()) {
      lists_.resize(asset.meshes.size());
      for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
        if (asset.nodes[i].mesh) lists_[asset.nodes[i].mesh.value].push_back(NodeIndex(i));
      }
    }
    return lists_[mesh.value];
  }

 private:
  std::vector<std::vector<NodeIndex>> lists_;
};

}  // namespace vrm::schema
