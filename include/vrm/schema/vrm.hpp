// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/schema/animation.hpp"
#include "vrm/schema/constraint.hpp"
#include "vrm/schema/expression.hpp"
#include "vrm/schema/first_person.hpp"
#include "vrm/schema/humanoid.hpp"
#include "vrm/schema/look_at.hpp"
#include "vrm/schema/material.hpp"
#include "vrm/schema/meta.hpp"
#include "vrm/schema/spring_bone.hpp"
#include "vrm/schema/version.hpp"

namespace vrm::schema {

// A node that the model needs and the file does not have: the tail 7 cm behind the last joint of a VRM 0.x or draft
// spring (decision 12). Its index is the number of the file's nodes plus its position in Vrm::addedNodes.
struct AddedNode {
  std::string name;
  NodeIndex parent;
  Vec3 translation;
  friend bool operator==(const AddedNode&, const AddedNode&) = default;
};

// Everything that VRM adds to a glTF file, whatever version said it, in the words of 1.0. Indices are those of the
// gltf::Asset that it was read with and in range (nodes: of the file's plus addedNodes); numbers are finite.
struct Vrm {
  VrmVersion version = VrmVersion::None;
  std::string specVersion;      // as the file spells it
  std::string exporterVersion;  // 0.x
  // The avatar faces -Z in the file: readers put half a turn about Y between its root and the scene (decision 1).
  // gravityDir of springs is turned already; everything in node space needs no turn.
  bool turned = false;
  std::vector<AddedNode> addedNodes;

  Meta meta;
  Humanoid humanoid;
  Expressions expressions;
  std::optional<LookAt> lookAt;
  FirstPerson firstPerson;
  SpringBone springBone;
  std::vector<NodeConstraint> constraints;  // in the order of their nodes, at most one per node
  std::vector<Material> materials;          // one per material of the file
  std::optional<HumanoidAnimation> animation;
  friend bool operator==(const Vrm&, const Vrm&) = default;
};

}  // namespace vrm::schema
