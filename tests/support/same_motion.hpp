// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <gtest/gtest.h>

#include "vrm/gltf/document.hpp"

namespace vrm::test {

// Poses two models alike, turns and moves them, with expressions, gaze, constraints and springs running, and
// compares where all of their vertices are: each within `tolerance` metres, and the ends of normals within
// `normals`.
testing::AssertionResult movesTheSame(const gltf::Document& before, const gltf::Document& after,
                                      double tolerance = 1e-4, double normals = 1e-2);

// Poses them as above and compares what cameras of both kinds show, the wearer's and others': the same
// triangles in the same places to the bit, in whatever nodes they are.
testing::AssertionResult showsTheSame(const gltf::Document& before, const gltf::Document& after);

}  // namespace vrm::test
