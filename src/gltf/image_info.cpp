// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "gltf/png_chunks.hpp"
#include "vrm/gltf/image.hpp"

namespace vrm::gltf {
namespace {

using namespace std::string_view_literals;

bool hasAt(std::span<const std::byte> bytes, std::size_t at, std::string_view text) noexcept {
  return bytes.size() >= at + text.size() && std::memcmp(bytes.data() + at, text.data(), text.size()) == 0;
}

// How many chunks, segments and bytes that are neither a probe passes over: any number of images can lie on the same
// bytes. Cameras and painting programs write some dozens of them.
constexpr int kMostSteps = 4096;

std::uint32_t byteAt(std::span<const std::byte> bytes, std::size_t at) noexcept {
  return std::to_integer<std::uint32_t>(bytes[at]);
}

std::uint32_t littleEndian(std::span<const std::byte> bytes, std::size_t at, std::size_t count) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= byteAt(bytes, at + i) << (8 * i);
  return value;
}

void setSize(ImageInfo& info, std::uint32_t width, std::uint32_t height) noexcept {
  if (width == 0 || height == 0) return;
  info.width = width;
  info.height = height;
}

void probePng(std::span<const std::byte> bytes, ImageInfo& info) noexcept {
  constexpr std::size_t kData = kPngSignatureBytes + 8;
  constexpr std::uint32_t kMaxSide = 0x7FFF'FFFF;  // section 7.1
  constexpr std::uint32_t kAlphaBit = 4;           // of the colour type
  if (bytes.size() < kData + 13 || !hasAt(bytes, kPngSignatureBytes, "\0\0\0\x0DIHDR"sv)) return;
  const std::uint32_t width = bigEndian32(bytes, kData), height = bigEndian32(bytes, kData + 4);
  if (width <= kMaxSide && height <= kMaxSide) setSize(info, width, height);
  info.alpha = (byteAt(bytes, kData + 9) & kAlphaBit) != 0;
  // Transparent palette entries or a transparent colour (tRNS) and animation (acTL) are announced before the
  // pixels.
  std::size_t position = kPngSignatureBytes;
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const auto chunk = pngChunkAt(bytes, position);
    if (!chunk || chunk->is("IDAT")) break;
    info.alpha = info.alpha || chunk->is("tRNS");
    info.animated = info.animated || chunk->is("acTL");
    if (chunk->bytes > bytes.size() - position) break;
    position += static_cast<std::size_t>(chunk->bytes);
  }
}

// ITU-T T.81 annex B. Like libjpeg, skips whatever is not a marker, so that files with a little garbage
// between segments have a size here too.
void probeJpeg(std::span<const std::byte> bytes, ImageInfo& info) noexcept {
  std::size_t i = 2;
  int steps = 0;
  while (true) {
    while (i < bytes.size() && steps < kMostSteps && byteAt(bytes, i) != 0xFF) ++i, ++steps;
    while (i < bytes.size() && steps < kMostSteps && byteAt(bytes, i) == 0xFF) ++i, ++steps;  // fill bytes
    if (i == bytes.size() || steps == kMostSteps) return;
    const std::uint32_t marker = byteAt(bytes, i++);
    const bool alone = marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8);  // stuffed zero, TEM, RSTn, SOI
    if (alone) continue;
    if (marker == 0xD9 || marker == 0xDA) return;  // EOI or SOS: the frame header had to come before
    if (bytes.size() - i < 2) return;
    const std::size_t length = bigEndian16(bytes, i);
    const bool frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (frame) {
      if (length >= 8 && bytes.size() - i >= 7)
        setSize(info, bigEndian16(bytes, i + 5), bigEndian16(bytes, i + 3));
      return;
    }
    if (bytes.size() - i < length) return;
    i += std::max<std::size_t>(length,
                               2);  // the length counts itself; libjpeg lets APPn and COM get away with less
  }
}

// RFC 9649 section 2.
void probeWebp(std::span<const std::byte> bytes, ImageInfo& info) noexcept {
  constexpr std::size_t kChunk = 12, kData = kChunk + 8;
  if (hasAt(bytes, kChunk, "VP8X") && bytes.size() >= kData + 10) {
    const std::uint32_t flags = byteAt(bytes, kData);
    info.alpha = (flags & 0x10) != 0;
    info.animated = (flags & 0x02) != 0;
    setSize(info, littleEndian(bytes, kData + 4, 3) + 1, littleEndian(bytes, kData + 7, 3) + 1);
  } else if (hasAt(bytes, kChunk, "VP8L") && bytes.size() >= kData + 5 && hasAt(bytes, kData, "\x2F")) {
    const std::uint32_t header = littleEndian(bytes, kData + 1, 4);
    info.alpha = (header >> 28 & 1) != 0;
    setSize(info, (header & 0x3FFF) + 1, (header >> 14 & 0x3FFF) + 1);
  } else if (hasAt(bytes, kChunk, "VP8 ") && bytes.size() >= kData + 10 &&
             hasAt(bytes, kData + 3, "\x9D\x01\x2A")) {
    setSize(info, littleEndian(bytes, kData + 6, 2) & 0x3FFF, littleEndian(bytes, kData + 8, 2) & 0x3FFF);
  }
}

}  // namespace

std::string_view mimeType(ImageFormat format) noexcept {
  switch (format) {
    case ImageFormat::Png:
      return "image/png";
    case ImageFormat::Jpeg:
      return "image/jpeg";
    case ImageFormat::WebP:
      return "image/webp";
    case ImageFormat::Unknown:
      break;
  }
  return "";
}

std::string_view fileExtension(ImageFormat format) noexcept {
  switch (format) {
    case ImageFormat::Png:
      return "png";
    case ImageFormat::Jpeg:
      return "jpg";
    case ImageFormat::WebP:
      return "webp";
    case ImageFormat::Unknown:
      break;
  }
  return "";
}

ImageFormat formatFromMimeType(std::string_view type) noexcept {
  const auto is = [type](std::string_view known) {
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; };
    return std::equal(type.begin(), type.end(), known.begin(), known.end(), same);
  };
  if (is("image/png")) return ImageFormat::Png;
  if (is("image/jpeg") || is("image/jpg")) return ImageFormat::Jpeg;
  if (is("image/webp")) return ImageFormat::WebP;
  return ImageFormat::Unknown;
}

ImageInfo probeImage(std::span<const std::byte> bytes) noexcept {
  ImageInfo info;
  if (hasAt(bytes, 0, "\x89PNG\r\n\x1A\n")) {
    info.format = ImageFormat::Png;
    probePng(bytes, info);
  } else if (hasAt(bytes, 0, "\xFF\xD8\xFF")) {
    info.format = ImageFormat::Jpeg;
    probeJpeg(bytes, info);
  } else if (hasAt(bytes, 0, "RIFF") && hasAt(bytes, 8, "WEBP")) {
    info.format = ImageFormat::WebP;
    probeWebp(bytes, info);
  }
  return info;
}

}  // namespace vrm::gltf
