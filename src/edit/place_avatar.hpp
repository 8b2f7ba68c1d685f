// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

struct Placing {
  bool moved = false;
  bool root = false;  // a node was added, the last one
};

// Seed 004 "Tポーズ仕様": the root, the topmost node above hips, is the origin, and heels are at Y = 0. Moves
// the roots of the file, and puts a new node above them where that leaves the old root elsewhere, or hips are
// it. Animations are left alone.
Result<Placing> placeAvatar(gltf::Document& document, Diagnostics& diagnostics);

}  // namespace vrm::edit
