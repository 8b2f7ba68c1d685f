// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/glb.hpp"

#include <cstring>
#include <string>

#include "base/memory.hpp"
#include "vrm/base/bytes.hpp"

namespace vrm::gltf {
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::size_t kChunkHeader = 8;

std::uint32_t readU32(std::span<const std::byte> bytes, std::size_t at) {
  return static_cast<std::uint32_t>(bytes[at]) | static_cast<std::uint32_t>(bytes[at + 1]) << 8 |
         static_cast<std::uint32_t>(bytes[at + 2]) << 16 | static_cast<std::uint32_t>(bytes[at + 3]) << 24;
}

void appendU32(std::vector<std::byte>& out, std::uint64_t value) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>(value >> shift & 0xFF));
}

std::size_t padded(std::size_t size) {
  return (size + 3) & ~std::size_t{3};
}

}  // namespace

bool looksLikeGlb(std::span<const std::byte> file) noexcept {
  return file.size() >= 4 && readU32(file, 0) == kGlbMagic;
}

Result<Glb> parseGlb(std::span<const std::byte> file, Diagnostics& diagnostics) try {
  if (file.size() < kHeader) {
    return Error{Code::GlbLength,
                 "the GLB header needs 12 bytes, the file has " + std::to_string(file.size()) +
                     "; it was probably cut off",
                 "", 0};
  }
  if (const std::uint32_t version = readU32(file, 4); version != 2) {
    return Error{Code::GlbVersion, "the GLB version is " + std::to_string(version) + ", only 2 is known", "", 4};
  }
  const std::uint32_t length = readU32(file, 8);
  if (length > file.size()) {
    return Error{Code::GlbLength,
                 "the GLB header says " + std::to_string(length) + " bytes, the file has " +
                     std::to_string(file.size()) + "; it was probably cut off",
                 "", 8};
  }
  if (length < file.size()) {
    diagnostics.add(Code::GlbTrailing, "",
                    std::to_string(file.size() - length) + " bytes follow the end stated in the GLB header", length);
  }

  Glb glb;
  bool haveJson = false;
  std::size_t at = kHeader;
  while (at < length) {
    if (length - at < kChunkHeader) {
      diagnostics.add(Code::GlbTrailing, "", std::to_string(length - at) + " bytes follow the last GLB chunk", at);
      break;
    }
    const std::uint32_t size = readU32(file, at);
    const std::uint32_t type = readU32(file, at + 4);
    const std::size_t start = at + kChunkHeader;
    if (size > length - start) {
      return Error{Code::GlbChunk,
                   "the chunk says " + std::to_string(size) + " bytes, but only " + std::to_string(length - start) +
                       " are left",
                   "", at};
    }
    if (size % 4 != 0) {
      diagnostics.add(Code::GlbAlignment, "",
                      "the chunk length " + std::to_string(size) + " is not a multiple of four", at);
    }
    const std::span<const std::byte> bytes = file.subspan(start, size);
    if (!haveJson) {
      if (type != kGlbJson) {
        return Error{Code::GlbNoJson, "the first GLB chunk must be JSON", "", at + 4};
      }
      glb.json = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
      glb.jsonOffset = start;
      haveJson = true;
    } else {
      if (type == kGlbBin && glb.binChunk == kNone) glb.binChunk = static_cast<std::uint32_t>(glb.chunks.size());
      glb.chunks.push_back({type, bytes});
    }
    at = start + size;
  }
  if (!haveJson) return Error{Code::GlbNoJson, "the GLB has no chunks", "", kHeader};
  return glb;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::vector<std::byte>> writeGlb(std::string_view json, std::span<const GlbChunk> chunks) try {
  std::uint64_t total = kHeader + kChunkHeader + padded(json.size());
  for (const GlbChunk& chunk : chunks) total += kChunkHeader + padded(chunk.bytes.size());
  if (total > 0xFFFF'FFFFull) {
    return Error{Code::GlbLength,
                 "the model needs " + std::to_string(total) + " bytes, a GLB holds less than 4 GiB; write .gltf", "",
                 kNoOffset};
  }
  std::vector<std::byte> out;
  out.reserve(static_cast<std::size_t>(total));
  appendU32(out, kGlbMagic);
  appendU32(out, 2);
  appendU32(out, total);
  const auto appendChunk = [&](std::uint32_t type, std::span<const std::byte> bytes, std::byte padding) {
    appendU32(out, padded(bytes.size()));
    appendU32(out, type);
    out.insert(out.end(), bytes.begin(), bytes.end());
    out.insert(out.end(), padded(bytes.size()) - bytes.size(), padding);
  };
  appendChunk(kGlbJson, asBytes(json), std::byte{' '});
  for (const GlbChunk& chunk : chunks) appendChunk(chunk.type, chunk.bytes, std::byte{0});
  return out;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf
