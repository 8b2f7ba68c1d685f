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

struct SplitOptions {
  std::function<void(std::string_view)> progress = {};  // is told what comes next
};

// What was done, for a report. All are nodes that were `auto`, by an annotation or for want of one.
struct SplitSummary {
  std::uint32_t split = 0;            // have a node beside them now that shows their head
  std::uint32_t thirdPersonOnly = 0;  // are the head's as a whole
  std::uint32_t both = 0;             // have nothing of the head
  std::uint32_t kept = 0;             // stay auto, see splitFirstPerson()
  std::uint32_t meshes = 0;           // new ones
  std::uint64_t headTriangles = 0;    // in the new nodes
  std::uint64_t restTriangles = 0;    // in those that were split

  bool changed() const noexcept { return split + thirdPersonOnly + both > 0; }
};

// Seed 004 "MeshAnnotation.Autoのアルゴリズム", decision 32: what first-person annotations of type auto leave
// to readers is done here, once for all of them. Of a mesh that the head has a part in, the node goes on
// showing the rest, as `both`; a new node with a new mesh shows the head, as `thirdPersonOnly`. Others only
// get their annotation. For all versions, which stay what they are; nodes and meshes keep their indices.
//
// The new meshes use the vertices, morph targets and materials of the old ones: only indices are new. What
// drives morph targets, expressions and animations, drives both parts. A document without avatar, or without
// anything that is auto, stays as it is to the byte. After an error the document is unchanged.
//
// Every node below a bone of a spring group (VRM 0.x, drafts) swings, so no new one comes there: a skinned
// one stands at the scene, and what is not skinned stays whole and auto (EDIT_KEPT).
Result<SplitSummary> splitFirstPerson(gltf::Document& document, const SplitOptions& options,
                                      Diagnostics& diagnostics);

}  // namespace vrm::edit
