// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vrm/base/limits.hpp"
#include "vrm/base/result.hpp"

namespace vrm::gltf {

// What glTF 2.0 textures are made of: PNG and JPEG, and WebP with EXT_texture_webp.
enum class ImageFormat : std::uint8_t { Unknown, Png, Jpeg, WebP };

std::string_view mimeType(ImageFormat format) noexcept;       // "image/png"; empty for Unknown
std::string_view fileExtension(ImageFormat format) noexcept;  // "png", "jpg", "webp"; empty for Unknown

// Case does not matter (RFC 2045), and "image/jpg", which is no registered type but is seen in files, means
// JPEG.
ImageFormat formatFromMimeType(std::string_view type) noexcept;

struct ImageInfo {
  ImageFormat format = ImageFormat::Unknown;
  std::uint32_t width = 0;  // 0 when the header does not tell the size; then height is 0 too
  std::uint32_t height = 0;
  bool alpha = false;     // pixels may be other than opaque
  bool animated = false;  // APNG or animated WebP
};

// Reads what the header says, without decoding and without a codec. The format comes from the first bytes, as
// in glTF 2.0, "Images", not from a file name or a media type; those are often wrong. Never fails: what
// cannot be told is left at its default, and so is what stands behind more than 4096 other chunks, segments and
// stray bytes. A header that can be read does not promise that the rest can be decoded.
ImageInfo probeImage(std::span<const std::byte> bytes) noexcept;

// Rows from top to bottom, 8 bits per channel, red first, alpha not multiplied in, no padding.
struct Image {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;

  friend bool operator==(const Image&, const Image&) = default;
};

// Decodes PNG, JPEG or WebP. Samples come out as stored: colour profiles, gamma, pixel ratios and the Exif
// orientation are ignored, as glTF 2.0, "File Extensions and Media Types", demands or allows. Of 16-bit
// samples the high byte is kept.
//
// An image is whole or it is refused (ImageBroken): a part of a picture with an invented rest would look like
// the real thing to the caller. So cut-off or corrupt pixel data is an error in every format; what does not
// touch the pixels is not (a missing end marker, unknown or broken metadata, bytes after the end).
// - PNG: every colour type and depth, interlaced or not. Of an APNG the default image, as glTF 2.0 demands.
// - JPEG: 8 bits, baseline, progressive or arithmetic; grey, YCbCr, RGB, CMYK and YCCK. The ink formats are
//   always read as Adobe writes them (255 = no ink), with or without Adobe's marker, as Pillow does too, and
//   become RGB by plain multiplication. More than 500 scans are refused: each costs time for the whole
//   picture but only a few bytes in the file, and so its pixels count once for every 16 scans below.
// - WebP: lossy or lossless, with or without alpha. Animated files are refused.
//
// Checked before anything large is allocated: width * height against limits.imagePixels (LimitImagePixels)
// and 4 bytes per pixel, for multi-scan JPEG also the coefficients, against limits.decodedBytes
// (LimitDecodedBytes). A caller that decodes several images passes what is left of decodedBytes.
Result<Image> decodeImage(std::span<const std::byte> bytes, const Limits& limits);

struct PngOptions {
  int level = 6;      // of zlib, 0 (stored) to 9 (smallest)
  bool alpha = true;  // false leaves it out
};

// An 8-bit RGBA or RGB PNG without metadata. The same image gives the same bytes with the same version of zlib.
// ApiMisuse if rgba does not have 4 * width * height bytes, a side is 0 or longer than 2^31 - 1, or the level
// is none.
Result<std::vector<std::byte>> encodePng(const Image& image, const PngOptions& options = {});

struct JpegOptions {
  int quality = 90;         // 1 to 100
  bool fullChroma = false;  // otherwise colours are stored at half the size, which is not for normal maps
};

// A baseline JPEG (YCbCr) without alpha and metadata. The same image gives the same bytes with
// the same version of libjpeg. ApiMisuse as above, and for sides longer than 65500.
Result<std::vector<std::byte>> encodeJpeg(const Image& image, const JpegOptions& options = {});

struct WebpOptions {
  bool lossless = true;
  int level = 6;      // of lossless ones, 0 (fast) to 9 (smallest)
  int quality = 90;   // of others, 1 to 100
  bool alpha = true;  // false leaves it out
};

// A WebP without metadata. Lossless ones keep the colour of transparent pixels, too. The same image gives the
// same bytes with the same version of libwebp. ApiMisuse as above, and for sides longer than 16383.
Result<std::vector<std::byte>> encodeWebp(const Image& image, const WebpOptions& options = {});

}  // namespace vrm::gltf
