// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/result.hpp"

namespace vrm::gltf {

// The binary container (glTF 2.0 section 4.4): a 12-byte header, then chunks of length, type and data.
inline constexpr std::uint32_t kGlbMagic = 0x4654'6C67;  // "glTF"
inline constexpr std::uint32_t kGlbJson = 0x4E4F'534A;   // "JSON"
inline constexpr std::uint32_t kGlbBin = 0x004E'4942;    // "BIN\0"

struct GlbChunk {
  std::uint32_t type = 0;
  std::span<const std::byte> bytes;
};

struct Glb {
  std::string_view json;           // with its padding
  std::uint64_t jsonOffset = 0;    // where it starts in the file
  std::vector<GlbChunk> chunks;    // everything after the JSON, in file order, unknown types included
  std::uint32_t binChunk = kNone;  // which of `chunks` is the binary one: the first of that type
};

bool looksLikeGlb(std::span<const std::byte> file) noexcept;

// The result points into `file`.
Result<Glb> parseGlb(std::span<const std::byte> file, Diagnostics& diagnostics);

// Pads the JSON with spaces and the other chunks with zeros to multiples of four. Fails above 4 GiB.
Result<std::vector<std::byte>> writeGlb(std::string_view json, std::span<const GlbChunk> chunks);

}  // namespace vrm::gltf
