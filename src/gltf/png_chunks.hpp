// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace vrm::gltf {

inline constexpr std::size_t kPngSignatureBytes = 8;

// Numbers in PNG and JPEG are big-endian. The caller has checked that the bytes are there.
inline std::uint32_t bigEndian16(std::span<const std::byte> bytes, std::size_t at) noexcept {
  return std::to_integer<std::uint32_t>(bytes[at]) << 8 | std::to_integer<std::uint32_t>(bytes[at + 1]);
}
inline std::uint32_t bigEndian32(std::span<const std::byte> bytes, std::size_t at) noexcept {
  return bigEndian16(bytes, at) << 16 | bigEndian16(bytes, at + 2);
}

// PNG (third edition) section 5.3: length, type, data, CRC.
struct PngChunk {
  std::size_t begin = 0;    // of the length field
  std::uint64_t bytes = 0;  // with length, type and CRC; may reach past the end of the file
  char type[4] = {};

  bool is(std::string_view name) const noexcept { return std::memcmp(type, name.data(), 4) == 0; }
  bool critical() const noexcept { return (type[0] & 0x20) == 0; }  // section 5.4: upper case
};

// The chunk that starts at `position`; nothing when there is no room for its length and type.
inline std::optional<PngChunk> pngChunkAt(std::span<const std::byte> bytes, std::size_t position) noexcept {
  if (bytes.size() - position < 8) return std::nullopt;
  PngChunk chunk{position, std::uint64_t{bigEndian32(bytes, position)} + 12, {}};
  std::memcpy(chunk.type, bytes.data() + position + 4, 4);
  return chunk;
}

}  // namespace vrm::gltf
