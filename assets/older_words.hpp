// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "document.hpp"

namespace vrm::builtin {

// What VRM 0.x and the 1.0 draft have in common against 1.0.

// "leftThumbMetacarpal" was called leftThumbProximal, and that leftThumbIntermediate.
std::string olderBoneName(HumanBone bone);
// "joy" for happy. Empty for one that they do not know.
std::string_view olderPresetName(ExpressionPreset preset);
// A bind of 1.0 names a node, theirs the mesh.
std::uint32_t meshOfNode(const Character& character, NodeIndex node);
bool overrides(schema::ExpressionOverride value);

// Their collider groups have one node each: one for every node of every group of ours.
struct NodeColliders {
  NodeIndex node;
  ColliderGroupIndex group;  // of ours
  std::vector<schema::ColliderShape> shapes;
};
std::vector<NodeColliders> collidersByNode(const schema::SpringBone& springs);
// The numbers of those that a spring has.
std::string groupsOfSpring(const std::vector<NodeColliders>& groups, const schema::Spring& spring);

}  // namespace vrm::builtin
