// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>

#include "vrm/vrm.hpp"

namespace vrm::test {

// Proves what a successful read promises: every index in range, nodes a forest, numbers finite, accessors readable.
// Gives the first broken promise, or an empty string. Run after every load in every test and fuzz target.
std::string checkAsset(const gltf::Document& document, const gltf::Asset& asset);

}  // namespace vrm::test
