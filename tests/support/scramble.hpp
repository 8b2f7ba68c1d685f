// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

#include "vrm/gltf/document.hpp"

namespace vrm::test {

enum class Scrambling {
  Any,      // every node is turned somehow
  Quarter,  // by quarters of a turn about its axes, so that axes stay axes
  Sized,    // as Any, and scaled, by the same in all directions
};

// Turns and scales the nodes of a model at rest, at random. Skins are bound anew: what they show at rest
// follows their joints. Everything else in nodes' spaces is left where it is, so that the model becomes
// another one; but a good one.
void scramble(gltf::Document& document, Scrambling how, std::uint32_t seed);

}  // namespace vrm::test
