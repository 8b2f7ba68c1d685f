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

// The same for models whose meshes, primitives and nodes need not be the same: compares, to the bit, all
// triangles that each kind of camera draws, with their normals, texture coordinates and materials as
// expressions leave them, in any order. Nodes of the model that has fewer are among the other's, in their
// order and in their places.
testing::AssertionResult looksTheSame(const gltf::Document& before, const gltf::Document& after);

}  // namespace vrm::test
