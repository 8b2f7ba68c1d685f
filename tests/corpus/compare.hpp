// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>

#include "vrm/vrm.hpp"

namespace vrm::test {

// Do two documents hold the same model, however they store it? Everything in the JSON must be equal but what says
// where bytes lie: `buffers`, the place of `bufferViews` and their order, `uri`, `bufferView` and `mimeType` of images.
// Every buffer view that is used must have the same bytes and properties, every accessor the same values, every image
// the same bytes. Gives the first difference, or an empty string.
std::string differenceOf(const gltf::Document& a, const gltf::Document& b);

}  // namespace vrm::test
