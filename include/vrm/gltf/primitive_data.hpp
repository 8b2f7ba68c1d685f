// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <vector>

#include "vrm/gltf/asset.hpp"

namespace vrm::gltf {

// How many vertices each attribute of the primitive has.
std::uint32_t vertexCount(const Asset& asset, const Primitive& primitive) noexcept;

// The vertices to draw, in the primitive's mode and as stored; 0, 1, 2, ... when it has no indices. Every one is below
// vertexCount: points, lines and triangles that name another vertex are left out, strips, loops and fans end before it,
// and that is reported (GltfIndexRange).
Result<std::vector<std::uint32_t>> readIndices(const Document& document, const Asset& asset,
                                               const Primitive& primitive, Diagnostics& diagnostics);

// How many sets JOINTS_0 and WEIGHTS_0, JOINTS_1 and WEIGHTS_1, ... there are in a row. Files have one or two; what comes
// behind the 64th is left out, for every set is looked up among all.
std::uint32_t influenceSets(const Asset& asset, const Primitive& primitive);

// JOINTS_<set>, four per vertex; empty when the primitive has no such attribute. Every one is below `jointCount`, the
// size of the skin: others become 0 and are reported (GltfIndexRange). A skin without joints has no use for the result.
Result<std::vector<std::uint32_t>> readJoints(const Document& document, const Asset& asset, const Primitive& primitive,
                                              std::uint32_t set, std::uint32_t jointCount, Diagnostics& diagnostics);

}  // namespace vrm::gltf
