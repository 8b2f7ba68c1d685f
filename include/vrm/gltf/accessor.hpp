// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vrm/gltf/asset.hpp"

namespace vrm::gltf {

// Numbers of an accessor, element after element, components of an element side by side (matrices column by column,
// without padding). Handles every component type, `normalized` (glTF 2.0 section 3.11), strides, sparse values and
// absent buffer views in one pass. NaN and infinity become 0, sparse entries out of range are skipped; both are
// reported once per accessor.
//
// `out` must have count * componentCount(type) entries (Code::ApiMisuse otherwise).
Result<void> readFloats(const Document& document, const Asset& asset, AccessorIndex accessor, std::span<float> out,
                        Diagnostics& diagnostics);
// Integers as stored, `normalized` ignored. Of indices and joints, primitive_data.hpp gives checked ones. Float accessors are refused (ApiMisuse).
Result<void> readUints(const Document& document, const Asset& asset, AccessorIndex accessor,
                       std::span<std::uint32_t> out, Diagnostics& diagnostics);

Result<std::vector<float>> readFloats(const Document& document, const Asset& asset, AccessorIndex accessor,
                                      Diagnostics& diagnostics);
Result<std::vector<std::uint32_t>> readUints(const Document& document, const Asset& asset, AccessorIndex accessor,
                                             Diagnostics& diagnostics);

}  // namespace vrm::gltf
