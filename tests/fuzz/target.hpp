// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What every target has, and what it is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace vrm::fuzz {

// Where the model, or other JSON, starts in an input of the target; the size of the input if it has none.
std::size_t modelStart(std::span<const std::uint8_t> input);

// The words that readers know: every quoted identifier of their sources.
std::span<const std::string_view> words();

}  // namespace vrm::fuzz
