// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "character.hpp"

namespace vrm::builtin {

// What VRM says about the character, in the words of 1.0. Nodes are the skeleton's, followed by one for each
// mesh, in the order of `MeshNode`.
enum MeshNode : std::uint32_t { kBodyMesh, kFaceMesh, kEyesMesh, kHairMesh, kMeshes };
const Mesh& meshOf(const Character& character, std::uint32_t mesh);
NodeIndex meshNode(const Character& character, MeshNode mesh);

schema::Vrm makeRig(const Character& character);

// Parts of it.
schema::SpringBone makeSprings(const Character& character);
schema::Expressions makeExpressions(const Character& character);
std::vector<schema::NodeConstraint> makeConstraints(const Skeleton& skeleton);

}  // namespace vrm::builtin
