// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::test {

// Proves what a successful read promises: every index in range, nodes a forest, numbers finite, accessors
// readable. Gives the first broken promise, or an empty string. Fuzz targets run it after every load, and so
// do the tests that read broken, random and other people's files.
std::string checkAsset(const gltf::Document& document, const gltf::Asset& asset);

// The same for the VRM structs: indices in range (nodes: with the added ones), numbers finite, rotations unit, no node
// two bones, unique expression names in order, binds that exist, joints that descend, sources without rings.
std::string checkVrm(const gltf::Asset& asset, const schema::Vrm& vrm);

// The same for what runs: parents before children, names that lead back, every step after what it needs.
std::string checkRuntime(const Model& model);
std::string checkMeshes(const Meshes& meshes);

// Each finding as its line of text.
std::vector<std::string> linesOf(const Diagnostics& diagnostics);

}  // namespace vrm::test
