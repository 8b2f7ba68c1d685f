// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Changes of a model that leave it readable. Mutating single bytes of JSON hardly ever gives JSON again, so a fuzzer
// would stay in the parser; these change the tree and write it back with the right lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace vrm::fuzz {

struct MutateOptions {
  std::span<const std::string_view> words;  // keys and values that readers know; may be empty
  std::size_t maxSize = 1u << 20;
};

// One change or a few in the JSON of a model (GLB or glTF text): members and elements removed, copied, swapped,
// renamed, wrapped, replaced. The same seed gives the same bytes. Nothing when there is no JSON in it to change or the
// result would be too large.
std::optional<std::vector<std::byte>> mutateModel(std::span<const std::byte> model, std::uint32_t seed,
                                                  const MutateOptions& options);

// The first model with a part of the second: at the same place, or anywhere.
std::optional<std::vector<std::byte>> crossModels(std::span<const std::byte> model, std::span<const std::byte> other,
                                                  std::uint32_t seed, const MutateOptions& options);

}  // namespace vrm::fuzz
