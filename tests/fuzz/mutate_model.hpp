// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Changes of a model that leave it readable. Mutating single bytes of JSON hardly ever gives JSON again, so a
// fuzzer would stay in the parser; these change the tree and write it back with the right lengths.
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

// One change or a few in the JSON of a model (GLB or glTF text): members and elements removed, copied,
// doubled, swapped, renamed, wrapped, replaced, lists made long, extensions put elsewhere. It stays JSON; the
// rest of the file stays as it is, and lengths are right. The same seed gives the same bytes. Nothing when
// there is no JSON in it to change or the result would be too large.
std::optional<std::vector<std::byte>> mutateModel(std::span<const std::byte> model, std::uint32_t seed,
                                                  const MutateOptions& options);

// Other bytes in one of the chunks after the JSON, of the same number or not; lengths are right.
std::optional<std::vector<std::byte>> mutateBinary(std::span<const std::byte> model, std::uint32_t seed,
                                                   std::size_t maxSize);

// A GLB whose header, lengths or chunks are wrong, or that ends too soon.
std::optional<std::vector<std::byte>> breakContainer(std::span<const std::byte> model, std::uint32_t seed,
                                                     std::size_t maxSize);

// One of these for an input whose model starts there, mostly of the JSON; other bytes when it has none.
// Never empty.
std::vector<std::byte> mutateInput(std::span<const std::byte> input, std::size_t modelStart,
                                   std::uint32_t seed, const MutateOptions& options);

// The first model with a part of the second: at the same place, or anywhere.
std::optional<std::vector<std::byte>> crossModels(std::span<const std::byte> model,
                                                  std::span<const std::byte> other, std::uint32_t seed,
                                                  const MutateOptions& options);

}  // namespace vrm::fuzz
