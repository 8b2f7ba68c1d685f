// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The steps of optimize(), in their order. Each leaves a whole document behind, reads it afresh, and finds
// nothing to do in what all of them have gone through.
#pragma once

#include <cstdint>

#include "vrm/edit/optimize.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::edit {

struct OptimizeRun {
  gltf::Document& document;
  const OptimizeOptions& options;
  OptimizeSummary& summary;
  Diagnostics& diagnostics;
};

// Files of a few bytes can have accessors of billions of elements, and use each of them many times. What a
// step cannot pay for any more stays as it is.
class WorkBudget {
 public:
  explicit WorkBudget(const gltf::Document& document) : left_(document.limits().decodedBytes) {}
  bool pay(std::uint64_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  std::uint64_t left_;
};

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
