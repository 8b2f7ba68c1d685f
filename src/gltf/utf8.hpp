// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vrm::gltf {

// Bytes of the well-formed sequence that `text`, which is not empty, begins with; 0 if there is none.
std::size_t sequenceLength(std::string_view text) noexcept;

// Offset of the first byte that is not part of a well-formed sequence (Unicode 15, table 3-7), or npos.
std::size_t findInvalidUtf8(std::string_view text) noexcept;

// The same text with every ill-formed byte replaced by U+FFFD.
std::string repairUtf8(std::string_view text);

}  // namespace vrm::gltf
