// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "vrm/base/constraint_type.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/runtime/hierarchy.hpp"

namespace vrm {

using ConstraintIndex = Index<struct ConstraintTag>;

// A constraint with what loading has worked out for it. Model space is that of the scene's roots: neither the
// root transform of the avatar nor its half turn have a part in it (decision 22).
struct ConstraintRow {
  ConstraintType type{};
  bool sourceLocal = false;       // drafts: sourceSpace; Roll and Rotation are local, Aim is not
  bool destinationLocal = false;  // drafts: destinationSpace
  std::array<bool, 3> axes{true, true, true};
  std::uint32_t node = 0, source = 0;
  // Places in the list of transforms that ConstraintProgram makes; kNone where there is no need or no such
  // node.
  std::uint32_t sourceSlot = kNone, parentSlot = kNone;
  float weight = 1;  // the file's
  Trs rest;          // of the node
  Quat before;       // Roll, Rotation, DraftRotation: see constraint.cpp
  Quat after;
  Vec3 axis;                           // Roll, Aim: the axis; DraftAim: the aim vector
  std::array<double, 3> sourceRest{};  // DraftPosition: the source's position
  Vec3 up;                             // DraftAim
};

// Where a node is in model space. Double: an aim at something close multiplies the roundings of all nodes
// above.
struct ModelTransform {
  std::array<double, 12> matrix{};  // three columns, then the translation
  std::array<double, 4>
      rotation{};  // product of the rotations above it: the scale of nodes has no part in it
};
// Of a node under a parent; without one, of a root.
ModelTransform placed(const ModelTransform* parent, const Trs& local) noexcept;

// The order in which constraints are evaluated, settled at load: a step works out where a node is, or applies
// a constraint. Each comes after all it depends on (decision 23).
struct ConstraintStep {
  std::uint32_t index = 0;     // of a constraint, or of a node
  std::uint32_t slot = kNone;  // of a node: where its transform goes; kNone: the step is a constraint
  std::uint32_t parentSlot = kNone;
};
struct ConstraintProgram {
  std::span<const ConstraintRow> rows;
  std::span<const ConstraintStep> steps;
};

// Update stage 5. `weights` are the constraints' own, from [0, 1]; `last` holds what each aim constraint last
// gave, which it keeps while its source gives no direction; `scratch` has a place for every slot.
void applyConstraints(const ConstraintProgram& program, std::span<const float> weights, const Locals& locals,
                      std::span<Quat> last, std::span<ModelTransform> scratch) noexcept;

// Draft aim (seed 003, decision 21): yaw about `up`, then pitch about up x aim, that turn `aim` towards
// `way`. Nothing when the way has no length or lies on the up axis.
std::optional<Quat> draftAim(Vec3 aim, Vec3 up, Vec3 way, bool yaw, bool pitch) noexcept;

}  // namespace vrm
