// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>
#include <vector>

#include "base/double3.hpp"
#include "vrm/load.hpp"

namespace vrm::compile {

// What the parts of the compilation share. The parts run in the order in which they stand here.
struct Compilation {
  const gltf::Asset& asset;
  const schema::Vrm& vrm;
  const LoadOptions& options;
  Diagnostics& diagnostics;
  ModelFacts facts;
  ModelTables<BuildList> tables;
  // At rest, of the model's nodes, in the space of the scene's roots: without the turn.
  std::vector<ModelTransform> rest;

  std::uint32_t nodeOf(NodeIndex inFile) const {
    return inFile ? tables.modelNodes[inFile.value].value : kNone;
  }
  Quat restRotation(std::uint32_t node) const;  // of `rest`
  TextRange text(std::string_view words);
};

inline Double3 place(const ModelTransform& t) {
  return {t.matrix[9], t.matrix[10], t.matrix[11]};
}

void addNodes(Compilation& c);
void addHumanoid(Compilation& c);
Result<void> addMeshes(Compilation& c);  // Limits::expandedElements bounds the morph weights
void addExpressions(Compilation& c);
void addLookAt(Compilation& c);
void addConstraints(Compilation& c);
Result<void> addSprings(Compilation& c);  // Limits::expandedElements bounds the colliders of all chains

}  // namespace vrm::compile
