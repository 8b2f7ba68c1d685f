// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <vector>

#include "vrm/render/renderer.hpp"

namespace vrm::render {

// What moves an avatar, as lines: to be seen over it.
enum class Overlay : std::uint8_t {
  Bones,      // from each human bone to the next
  Springs,    // joints and how far around they are hit
  Colliders,  // spheres, capsules, planes; those that keep things inside in another colour
  Limits,     // how far spring joints may turn
};

// Adds the lines of an avatar as its last update left it.
void addOverlay(const Avatar& avatar, Overlay what, std::vector<Line>& lines);

}  // namespace vrm::render
