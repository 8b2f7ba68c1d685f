// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

struct NormalizeOptions {
  bool keepTangents = false;      // of vertices; readers make them from normals (seed 004 "TANGENT")
  bool keepMorphNormals = false;  // normals and tangents of morph targets
  bool tPose = false;             // first puts the rest pose into the T-pose, on the ground, at the origin
  std::function<void(std::string_view)> progress = {};  // is told what comes next
};

// What was done, for a report.
struct NormalizeSummary {
  std::uint32_t nodes = 0;          // whose rotation or scale went
  std::uint32_t keptRotations = 0;  // nodes that keep theirs, see normalize()
  std::uint32_t meshes = 0;         // whose vertices were moved
  std::uint32_t copies = 0;         // of meshes that nodes shared and that had to become different
  std::uint32_t skins = 0;          // whose matrices are new
  std::uint64_t vertices = 0;
  std::uint64_t weighted = 0;      // vertices without a weight, which have one now
  std::uint32_t tangents = 0;      // accessors of tangents that were left out
  std::uint32_t morphNormals = 0;  // the same of normals and tangents of morph targets
  bool changed = false;            // anything at all
  // With tPose:
  std::uint32_t bones = 0;  // that were turned
  bool turned = false;      // the avatar looked elsewhere
  bool moved = false;       // it did not stand on the ground, or not at the origin
  bool root = false;        // it has a new node above all others, at the origin
};

// Seed 004 "モデルの正規化": takes rotations and scales out of the nodes at rest and puts them into vertices,
// inverse bind matrices, colliders, limits, the gaze's offset, constraints and animations, so that the avatar
// looks and moves as before. For all versions, which stay what they are. Joints, and everything else that
// names nodes, keep their indices.
//
// A rotation stays where something depends on it that cannot be said otherwise: constraints whose axes would
// no longer be axes, cameras, lights, instances of a mesh. Those are reported (EDIT_KEPT), and so is what
// will not move quite as before (EDIT_APPROXIMATE): scales that differ between axes or mirror, above nodes
// that move. After an error, and when there is nothing to do, the document is unchanged to the byte.
//
// The T-pose (NormalizeOptions::tPose) is estimated from the places of the bones; docs/edit.md says how.
// Without the bones that tell it (VRM_BONE_MISSING), or with left and right swapped (VRM_SIDES), that is an
// error.
Result<NormalizeSummary> normalize(gltf::Document& document, const NormalizeOptions& options,
                                   Diagnostics& diagnostics);

}  // namespace vrm::edit
