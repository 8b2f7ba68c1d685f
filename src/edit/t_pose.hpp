// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

struct TPoseSummary {
  std::uint32_t bones = 0;  // that were turned
  bool turned = false;      // the whole avatar
};

// Estimates from the places of bones how far the rest pose is from the T-pose (VRMC_vrm `tpose.md`, seed 004
// "Tポーズ仕様") and turns the nodes: the whole avatar to where its version looks, arms, hands and fingers
// along X with palms down, legs down, trunk up. What is little off stays: it is somebody's shape
// (schema::TPoseRow::bent). Meshes follow their joints; nothing is baked.
Result<TPoseSummary> applyTPose(gltf::Document& document, Diagnostics& diagnostics);

}  // namespace vrm::edit
