// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The steps of optimize(), in their order. Each leaves a whole document behind, reads it afresh, and finds
// nothing to do in what all of them have gone through.
#pragma once

#include <cstdint>

#include "edit/work_budget.hpp"
#include "vrm/edit/optimize.hpp"
#include "vrm/gltf/references.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::edit {

struct OptimizeRun {
  gltf::Document& document;
  const OptimizeOptions& options;
  OptimizeSummary& summary;
  Diagnostics& diagnostics;
};

// Of other files nobody can say what programs do with their morph targets.
inline bool isAvatar(const schema::Vrm& vrm) {
  return vrm.version == VrmVersion::Vrm0 || vrm.version == VrmVersion::Draft ||
         vrm.version == VrmVersion::Vrm1;
}

std::uint32_t countOf(const gltf::Document& document, gltf::Kind kind);

Result<void> dropUnused(OptimizeRun& run);
Result<void> shrinkTextures(OptimizeRun& run);
Result<void> mergeLooks(OptimizeRun& run);  // images, samplers, textures, materials
Result<void> dropMorphs(OptimizeRun& run);
Result<void> dropVertices(OptimizeRun& run);
Result<void> mergeSkins(OptimizeRun& run);
Result<void> mergeMeshes(OptimizeRun& run);
Result<void> mergePrimitives(OptimizeRun& run);
Result<void> mergeAccessors(OptimizeRun& run);
Result<void> tightenViews(OptimizeRun& run);

}  // namespace vrm::edit
