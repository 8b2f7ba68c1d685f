// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "vrm/base/human_bone.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/runtime/constraint.hpp"
#include "vrm/runtime/expression.hpp"
#include "vrm/runtime/first_person.hpp"
#include "vrm/runtime/humanoid.hpp"
#include "vrm/runtime/look_at.hpp"
#include "vrm/runtime/spring.hpp"

namespace vrm {

// A node of a Model: its place in depth-first order, where parents stand before their children and a subtree
// is a range. NodeIndex is the file's own numbering; Model translates.
using ModelNode = Index<struct ModelNodeTag>;

// A node with a mesh.
struct MeshNode {
  std::uint32_t node = 0;
  MeshIndex mesh;
  SkinIndex skin;
  FirstPersonType annotation = FirstPersonType::Auto;
  std::uint32_t firstMorph = 0, morphCount = 0;  // of the morph weights of all meshes
};

struct TextRange {
  std::uint32_t first = 0, count = 0;  // of ModelTables::text
};
struct NameEntry {
  TextRange name;
  std::uint32_t expression = 0;
};

// Everything a Model is made of. Lists are vectors while it is built, and spans of one block afterwards.
template <template <class> class List>
struct ModelTables {
  List<std::uint32_t> parents;      // kNone: a root
  List<std::uint32_t> subtreeEnds;  // one behind the last node below it
  List<NodeIndex> fileNodes;        // of the node
  List<ModelNode> modelNodes;       // of the file's node
  List<Vec3> translations;          // at rest
  List<Quat> rotations;
  List<Vec3> scales;
  List<Mat4> restMatrices;  // in model space
  List<TextRange> nodeNames;
  List<std::uint32_t> headPath;  // from the root down to the head
  List<std::uint32_t> hipsPath;  // from the root down to the parent of the hips

  List<ExpressionRow> expressions;
  List<TextRange> expressionNames;
  List<NameEntry> expressionLookup;  // names and aliases, sorted by name
  List<ExpressionKind> expressionKinds;
  List<MorphBind> morphBinds;
  List<ValueBind> valueBinds;
  List<MaterialRow> materials;
  List<Vec4> materialValues;  // kMaterialValueCount each
  List<MeshNode> meshNodes;
  List<float> morphWeights;  // to start from: zero where bound, else the file's

  List<ConstraintRow> constraints;
  List<ConstraintStep> constraintSteps;

  List<TextRange> springNames;
  List<SpringJointRow> springJoints;  // in the order of the work
  List<SpringChainRow> springChains;
  List<SpringLink> springLinks;
  List<SpringWave> springWaves;
  List<SpringPack> springPacks;
  List<SpringSlot> springSlots;
  List<std::uint32_t> springPlaces;      // SpringStates::places
  List<std::uint32_t> springLanePlaces;  // the same, for avatars in lanes
  List<float> springStart;  // the rows of SpringStates, at rest with the avatar at the world's origin
  List<SpringColliderLanes> springColliderLanes;
  List<SpringRotation> springRotations;
  List<SpringColliderRow> springColliders;
  List<std::uint32_t> springColliderLists;
  List<std::uint32_t> springCenters;
  List<std::uint32_t> springBelow;
  List<NodeRange> springApart;
  List<NodeRange> springRead;  // SpringProgram::read
  // By node: its place among those whose matrices other nodes, colliders or centers need.
  List<std::uint32_t> springKeptOf;

  List<char> text;

  // The same list of two sets of tables, one after the other.
  template <class Other, class F>
  void zip(Other& other, F&& f) {
    f(parents, other.parents), f(subtreeEnds, other.subtreeEnds), f(fileNodes, other.fileNodes);
    f(modelNodes, other.modelNodes), f(translations, other.translations), f(rotations, other.rotations);
    f(scales, other.scales), f(restMatrices, other.restMatrices), f(nodeNames, other.nodeNames),
        f(headPath, other.headPath), f(hipsPath, other.hipsPath);
    f(expressions, other.expressions), f(expressionNames, other.expressionNames);
    f(expressionLookup, other.expressionLookup), f(expressionKinds, other.expressionKinds);
    f(morphBinds, other.morphBinds), f(valueBinds, other.valueBinds), f(materials, other.materials);
    f(materialValues, other.materialValues), f(meshNodes, other.meshNodes),
        f(morphWeights, other.morphWeights);
    f(constraints, other.constraints), f(constraintSteps, other.constraintSteps);
    f(springNames, other.springNames), f(springJoints, other.springJoints),
        f(springChains, other.springChains);
    f(springLinks, other.springLinks), f(springWaves, other.springWaves);
    f(springPacks, other.springPacks), f(springSlots, other.springSlots);
    f(springPlaces, other.springPlaces), f(springLanePlaces, other.springLanePlaces);
    f(springStart, other.springStart), f(springKeptOf, other.springKeptOf);
    f(springColliderLanes, other.springColliderLanes);
    f(springRotations, other.springRotations), f(springColliders, other.springColliders);
    f(springColliderLists, other.springColliderLists), f(springCenters, other.springCenters);
    f(springBelow, other.springBelow), f(springApart, other.springApart), f(springRead, other.springRead),
        f(text, other.text);
  }
};

// What is one of a kind.
struct ModelFacts {
  std::uint32_t sceneEnd =
      0;                // nodes from here on are not in the scene: the root transform does not move them
  bool turned = false;  // the file's avatar faces -Z; Model space has it turned (decision 1)
  HumanoidTable humanoid;
  std::array<std::uint32_t, kHumanTailCount> tails{};  // nodes; seed 004's hints
  LookAtTable lookAt;
  BinaryRule binaryRule = BinaryRule::AboveHalf;
  std::uint32_t constraintSlots = 0;  // transforms that the constraint stage works out
  // An update moves nodes in their parents, and not the hips alone, or these in a chain of springs.
  bool reshapes = false;
  bool springsTurn = false;       // SpringProgram::turns
  std::uint32_t springsKept = 0;  // how many places ModelTables::springKeptOf has
};

template <class T>
using BuildList = std::vector<T>;
template <class T>
using PackedList = std::span<const T>;

}  // namespace vrm
