// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "validate/subject.hpp"

// What would make an avatar faster and smaller. Never that something is wrong; only when somebody asks.
namespace vrm::checks {

void adviseDrawing(const Subject& subject);  // draw calls, materials, textures
void adviseMeshes(const Subject& subject);   // what nobody uses, and how it is stored
void adviseSprings(const Subject& subject);

std::string megabytes(std::uint64_t bytes);  // "1.5 MB", or "20 kB" when it is little

}  // namespace vrm::checks
