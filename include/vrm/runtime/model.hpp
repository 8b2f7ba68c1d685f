// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "vrm/base/aligned_block.hpp"
#include "vrm/runtime/model_tables.hpp"

namespace vrm {

// Where the parts of an Avatar lie in its one block, in bytes: what is of the same size for every model, the
// rest of the state, and scratch, which an update writes before it reads it.
inline constexpr std::size_t kAvatarFixedSize = 1280;
struct AvatarLayout {
  std::size_t translations = 0, rotations = 0, scales = 0, worlds = 0;
  std::size_t weights = 0, effective = 0, kinds = 0;
  std::size_t morphs = 0, values = 0;
  std::size_t meshDirty = 0, materialDirty = 0;
  std::size_t constraintWeights = 0, constraintLast = 0;
  std::size_t springStates = 0, springParameters = 0, springForces = 0, springModes = 0;
  std::size_t springBefore = 0, springNow = 0;  // rotations of the joints after the last two steps
  std::size_t lastTranslations = 0, lastRotations = 0, lastScales = 0;  // of the last update
  std::size_t stateSize = 0;
  std::size_t effectiveNext = 0, morphsNext = 0, valuesNext = 0, constraintPlaces = 0;
  std::size_t springRotations = 0, springColliders = 0, springCenters = 0;
  std::size_t stepTranslations = 0, stepRotations = 0, stepScales = 0;
  std::size_t size = 0;
  std::uint64_t hash = 0;  // of all counts, nodes and names: blocks of equal hash can be exchanged
};

// What many avatars share: the file's nodes, bones, expressions, gaze and constraints, checked and in the
// order in which a frame walks over them. It never changes, so any number of threads may read it. load()
// makes it.
class Model {
 public:
  using Tables = ModelTables<PackedList>;

  static std::shared_ptr<const Model> make(const ModelFacts& facts, ModelTables<BuildList> tables);

  const Tables& tables() const noexcept { return tables_; }
  const ModelFacts& facts() const noexcept { return facts_; }
  const AvatarLayout& layout() const noexcept { return layout_; }

  // Nodes
  std::uint32_t nodeCount() const noexcept { return static_cast<std::uint32_t>(tables_.parents.size()); }
  ModelNode node(NodeIndex inFile) const noexcept;  // absent for an index that the file does not have
  ModelNode findNode(std::string_view name) const noexcept;  // the first of this name
  NodeIndex fileNode(ModelNode node) const noexcept { return tables_.fileNodes[node.value]; }
  std::string_view nodeName(ModelNode node) const noexcept { return textOf(tables_.nodeNames[node.value]); }
  ModelNode parent(ModelNode node) const noexcept { return ModelNode(tables_.parents[node.value]); }
  Trs rest(ModelNode node) const noexcept;
  const Mat4& restMatrix(ModelNode node) const noexcept { return tables_.restMatrices[node.value]; }

  // Bones
  ModelNode bone(HumanBone bone) const noexcept { return ModelNode(facts_.humanoid.node(bone)); }
  const Pose& restPose() const noexcept { return restPose_; }
  // Between the two forms of a pose. Bones that the model lacks are identity. The hips' parent counts as at
  // rest.
  RawPose toRaw(const Pose& pose) const noexcept;
  Pose toNormalized(const RawPose& raw) const noexcept;
  // Seed 004, "ボーンの傾き". The tail of a bone is that of the file's hints, else the nearest bone below it
  // that goes on (hips: spine, hand: middle finger); for an end the way on from its parent. Nothing for bones
  // without an axis or place.
  std::optional<BoneFrame> boneFrame(HumanBone bone) const noexcept;

  // Expressions
  std::uint32_t expressionCount() const noexcept {
    return static_cast<std::uint32_t>(tables_.expressions.size());
  }
  ExpressionIndex expression(std::string_view nameOrAlias) const noexcept;
  ExpressionIndex expression(ExpressionPreset preset) const noexcept;
  std::string_view expressionName(ExpressionIndex e) const noexcept {
    return textOf(tables_.expressionNames[e.value]);
  }
  ExpressionTable expressionTable() const noexcept;

  // Meshes: what a renderer draws, and the materials that expressions change.
  std::span<const MeshNode> meshNodes() const noexcept { return tables_.meshNodes; }
  std::span<const MaterialRow> materials() const noexcept { return tables_.materials; }
  // Whether a mesh shows for a camera in the head and for all others. Nothing when the part of it that hangs
  // on the head must be told from the rest, triangle by triangle (decision 32).
  std::optional<Visibility> visibility(const MeshNode& mesh) const noexcept;
  // The head and everything below it.
  bool isOfHead(ModelNode node) const noexcept;

  // Constraints, in the order of their nodes.
  std::uint32_t constraintCount() const noexcept {
    return static_cast<std::uint32_t>(tables_.constraints.size());
  }
  ConstraintIndex constraintOf(ModelNode node) const noexcept;

  // Springs, in the order of the file, and their joints that rotate.
  std::uint32_t springCount() const noexcept {
    return static_cast<std::uint32_t>(tables_.springNames.size());
  }
  std::string_view springName(SpringIndex spring) const noexcept {
    return textOf(tables_.springNames[spring.value]);
  }
  SpringIndex findSpring(std::string_view name) const noexcept;  // the first of this name
  // By SpringJointIndex.
  std::span<const SpringJointRow> springJoints() const noexcept { return tables_.springJoints; }
  SpringJointIndex springJointOf(ModelNode node) const noexcept;
  SpringProgram springProgram() const noexcept;

  bool hasLookAt() const noexcept { return facts_.lookAt.present(); }
  // What places the root nodes in model space: nothing, or half a turn about Y (decision 1).
  const Mat4& placement() const noexcept { return placement_; }

  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

 private:
  Model() = default;
  std::string_view textOf(TextRange range) const noexcept {
    return {tables_.text.data() + range.first, range.count};
  }

  AlignedBlock block_;
  Tables tables_;
  ModelFacts facts_;
  AvatarLayout layout_;
  Mat4 placement_{};
  Pose restPose_;
};

}  // namespace vrm
