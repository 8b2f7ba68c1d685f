// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <vector>

#include "edit/new_accessors.hpp"
#include "edit/rest_change.hpp"
#include "vrm/edit/normalize.hpp"

namespace vrm::edit {

// What is to be done with meshes and skins, before anything is.
struct MeshPlan {
  // A node that shows another mesh afterwards: a copy, as others show the old one differently.
  struct Copy {
    std::uint32_t mesh;  // copied from
    std::vector<NodeIndex> nodes;
  };
  std::vector<Copy> copies;           // the new meshes, in the order of their indices behind the old ones
  std::vector<std::string> removals;  // members without a place in the new meshes: pointers
  std::vector<SkinIndex> skins;       // with new matrices
};

// Seed 004 "正規化のアルゴリズム": vertices without a skin are multiplied with their node's matrix; others
// are skinned as they are at rest and taken back in.
Result<MeshPlan> planMeshes(const gltf::Document& document, const gltf::Asset& asset,
                            const RestChange& change, const NormalizeOptions& options,
                            NewAccessors& accessors, NormalizeSummary& summary, Diagnostics& diagnostics);

}  // namespace vrm::edit
