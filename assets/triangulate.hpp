// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::builtin {

// The Delaunay triangulation of points in the plane, each triangle counter-clockwise (y up). Bowyer and
// Watson's algorithm, quadratic in time: for a thousand points.
std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const Vec2> points);

bool insideOutline(std::span<const Vec2> outline, Vec2 point);

}  // namespace vrm::builtin
