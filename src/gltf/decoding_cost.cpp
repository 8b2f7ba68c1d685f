// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "gltf/decoding_cost.hpp"

#include <algorithm>
#include <cstring>

#include "gltf/image_checks.hpp"

namespace vrm::gltf {
namespace {

// ITU-T T.81, table B.1: SOS is FF DA. Those two bytes can stand in metadata too, so there may be fewer.
std::uint64_t mostScans(std::span<const std::byte> jpeg) noexcept {
  std::uint64_t count = 0;
  const auto* at = reinterpret_cast<const unsigned char*>(jpeg.data());
  const unsigned char* const end = at + jpeg.size();
  while (end - at >= 2) {
    const void* const found = std::memchr(at, 0xFF, static_cast<std::size_t>(end - at - 1));
    if (!found) break;
    at = static_cast<const unsigned char*>(found) + 1;
    if (*at == 0xDA) ++count;
  }
  return count;
}

}  // namespace

std::uint64_t decodingCost(std::span<const std::byte> bytes, const ImageInfo& info) noexcept {
  constexpr std::uint64_t kScansAtOnce = 16;
  // Nothing overflows: the sides of a JPEG have 16 bits, and the scans are fewer than the bytes.
  constexpr std::uint64_t kManyPixels = std::uint64_t{1} << 40;
  const std::uint64_t pixels = std::min(std::uint64_t{info.width} * info.height, kManyPixels);
  const std::uint64_t rounds =
      info.format == ImageFormat::Jpeg ? (mostScans(bytes) + kScansAtOnce - 1) / kScansAtOnce : 1;
  return bytes.size() + pixels * kBytesPerPixel * std::max<std::uint64_t>(rounds, 1);
}

}  // namespace vrm::gltf
