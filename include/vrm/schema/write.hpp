// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::schema {

// Writes the structs into a document as VRM 1.0 (or VRMC_vrm_animation 1.0), over whatever version it has; unknown
// members, extensions and extras stay. Members that say the same already keep their spelling. Nodes that the model
// needs are added at the end: tails of springs and, for an avatar that was turned, one root that turns it. What 1.0
// cannot say is kept in its draft extension where there is one, and reported (VRM_LOSSY).
//
// `vrm` must have been read from `document` or have indices that fit it, and say nothing that could not be read again:
// numbers are finite, expressions have names of their own, a node is one bone at most and has one constraint at most
// (API_MISUSE). A struct of an older version can be written once; then the document is 1.0 and must be read again.
// Nothing is changed when it fails.
Result<void> writeVrm(const Vrm& vrm, gltf::Document& document, Diagnostics& diagnostics);

}  // namespace vrm::schema
