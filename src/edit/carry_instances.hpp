// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "edit/new_accessors.hpp"
#include "edit/rest_change.hpp"

namespace vrm::edit {

// New places for the instances of a mesh (EXT_mesh_gpu_instancing) on nodes that lose a scale. Those nodes
// keep their rotation (keptRotations): in other axes the scales of instances would be shears.
Result<void> planInstances(const gltf::Document& document, const gltf::Asset& asset, const RestChange& change,
                           NewAccessors& accessors, Diagnostics& diagnostics);

}  // namespace vrm::edit
