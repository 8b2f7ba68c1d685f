// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "edit/rest_change.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::edit {

// Re-expresses what the VRM extensions of all versions say in the space of nodes: colliders, limits of
// springs, the gaze's offset, the axes of constraints.
void carryNodeSpace(gltf::Document& document, const gltf::Asset& asset, const schema::Vrm& vrm,
                    const RestChange& change);

}  // namespace vrm::edit
