// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// A golden model by way of the bytes of a file, so that reading numbers and what is worked out of them at
// load are in it too.
#include <cstdio>
#include <cstdlib>

#include "determinism/scene.hpp"
#include "golden/golden_models.hpp"
#include "vrm/load.hpp"

namespace vrm::determinism {

std::shared_ptr<const Model> fileModel() {
  const LoadResult loaded = load(golden::springLimits().glb());
  if (loaded) return loaded.model();
  std::fprintf(stderr, "%s\n", loaded.error().toString().c_str());
  std::abort();
}

}  // namespace vrm::determinism
