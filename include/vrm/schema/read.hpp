// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::schema {

// Reads VRM 1.0, its drafts, VRM 0.x, humanoid animations and plain glTF (which may have springs and constraints too)
// into the same structs. What is missing, wrong or contradictory gets a defined value and a diagnostic; only limits and
// memory make it fail. `asset` must have been read from `document`.
Result<Vrm> readVrm(const gltf::Document& document, const gltf::Asset& asset, Diagnostics& diagnostics);

}  // namespace vrm::schema
