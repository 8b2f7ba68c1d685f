// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "gltf/animation_encoder.hpp"

#if VRM_WITH_IMAGES

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "gltf/image_checks.hpp"
#include "gltf/png_chunks.hpp"

namespace vrm::gltf {
namespace {

using ByteVector = std::vector<std::byte>;

constexpr std::uint32_t kMostInPng = std::numeric_limits<std::int32_t>::max();  // section 7.1
constexpr std::size_t kChunkHead = 8;                                           // length and type
constexpr std::size_t kChunkTail = 4;                                           // CRC
constexpr std::size_t kHeaderBytes =
    kPngSignatureBytes + kChunkHead + 13 + kChunkTail;  // up to the end of IHDR

void appendBig16(ByteVector& out, std::uint32_t value) {
  for (const int shift : {8, 0}) out.push_back(static_cast<std::byte>(value >> shift & 0xFF));
}

void appendBig32(ByteVector& out, std::uint32_t value) {
  appendBig16(out, value >> 16);
  appendBig16(out, value & 0xFFFF);
}

// PNG (third edition) annex D.
constexpr std::array<std::uint32_t, 256> makeCrcTable() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? 0xEDB88320u ^ value >> 1 : value >> 1;
    table[i] = value;
  }
  return table;
}

std::uint32_t crcOf(std::span<const std::byte> bytes) {
  static constexpr std::array<std::uint32_t, 256> kTable = makeCrcTable();
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::byte byte : bytes)
    crc = kTable[(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xFF] ^ crc >> 8;
  return ~crc;
}

// `fields` and `data` are written one after the other.
void appendChunk(ByteVector& out, std::string_view type, std::span<const std::byte> fields,
                 std::span<const std::byte> data = {}) {
  appendBig32(out, static_cast<std::uint32_t>(fields.size() + data.size()));
  const std::size_t begin = out.size();
  for (const char letter : type) out.push_back(static_cast<std::byte>(letter));
  out.insert(out.end(), fields.begin(), fields.end());
  out.insert(out.end(), data.begin(), data.end());
  appendBig32(out, crcOf(std::span(out).subspan(begin)));
}

// What IDAT chunks say together.
ByteVector imageData(std::span<const std::byte> png) {
  ByteVector out;
  std::size_t position = kPngSignatureBytes;
  while (const auto chunk = pngChunkAt(png, position)) {
    const auto size = static_cast<std::size_t>(chunk->bytes);
    if (chunk->is("IDAT")) {
      const auto data = png.subspan(position + kChunkHead, size - kChunkHead - kChunkTail);
      out.insert(out.end(), data.begin(), data.end());
    }
    position += size;
  }
  return out;
}

struct Rectangle {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

const std::uint8_t* pixelAt(const Image& image, std::uint32_t x, std::uint32_t y) {
  return image.rgba.data() + (std::size_t{y} * image.width + x) * kBytesPerPixel;
}

// The smallest rectangle with all pixels that differ; of images that are equal one pixel, for a frame has to
// have one.
Rectangle changed(const Image& before, const Image& after) {
  const std::size_t row = std::size_t{after.width} * kBytesPerPixel;
  const auto sameRow = [&](std::uint32_t y) {
    return std::memcmp(pixelAt(before, 0, y), pixelAt(after, 0, y), row) == 0;
  };
  std::uint32_t top = 0, bottom = after.height;
  while (top < bottom && sameRow(top)) ++top;
  if (top == bottom) return {0, 0, 1, 1};
  while (sameRow(bottom - 1)) --bottom;
  std::uint32_t left = after.width, right = 0;
  for (std::uint32_t y = top; y < bottom; ++y) {
    const auto same = [&](std::uint32_t x) {
      return std::memcmp(pixelAt(before, x, y), pixelAt(after, x, y), kBytesPerPixel) == 0;
    };
    std::uint32_t x = 0;
    while (x < left && same(x)) ++x;
    left = x;
    x = after.width;
    while (x > right && same(x - 1)) --x;
    right = x;
  }
  return {left, top, right - left, bottom - top};
}

Image cropped(const Image& image, const Rectangle& part) {
  Image out{part.width, part.height, {}};
  out.rgba.reserve(std::size_t{part.width} * part.height * kBytesPerPixel);
  for (std::uint32_t y = 0; y < part.height; ++y) {
    const std::uint8_t* row = pixelAt(image, part.x, part.y + y);
    out.rgba.insert(out.rgba.end(), row, row + part.width * kBytesPerPixel);
  }
  return out;
}

// PNG (third edition) sections 11.3.6 and 4.9.
class ApngEncoder final : public AnimationEncoder {
 public:
  ApngEncoder(const AnimationOptions& animation, const PngOptions& options)
      : animation_(animation), options_(options) {}

  Result<void> add(const Image& frame) override {
    const bool first = frames_ == 0;
    const Rectangle part = first ? Rectangle{0, 0, frame.width, frame.height} : changed(last_, frame);
    const bool whole = part.width == frame.width && part.height == frame.height;
    const Result<ByteVector> png =
        whole ? encodePng(frame, options_) : encodePng(cropped(frame, part), options_);
    if (!png) return png.error();
    const ByteVector data = imageData(*png);
    if (data.size() > kMostInPng - kChunkHead) {
      return imageError(Code::ApiMisuse, "a frame is too large for an animation");
    }
    if (first) header_.assign(png->begin(), png->begin() + kHeaderBytes);
    appendControl(part);
    if (first) {
      appendChunk(frameChunks_, "IDAT", {}, data);
    } else {
      appendChunk(frameChunks_, "fdAT", nextSequence(), data);
    }
    last_ = frame;
    ++frames_;
    return {};
  }

  Result<ByteVector> finish() override {
    ByteVector out = std::move(header_);
    ByteVector fields;
    appendBig32(fields, frames_);
    appendBig32(fields, animation_.plays);
    appendChunk(out, "acTL", fields);
    out.insert(out.end(), frameChunks_.begin(), frameChunks_.end());
    appendChunk(out, "IEND", {});
    return out;
  }

 private:
  // Counts fcTL and fdAT together.
  ByteVector nextSequence() {
    ByteVector fields;
    appendBig32(fields, sequence_++);
    return fields;
  }

  void appendControl(const Rectangle& part) {
    ByteVector fields = nextSequence();
    for (const std::uint32_t value : {part.width, part.height, part.x, part.y}) appendBig32(fields, value);
    appendBig16(fields, animation_.delayNumerator);
    appendBig16(fields, animation_.delayDenominator);
    fields.push_back(std::byte{0});  // APNG_DISPOSE_OP_NONE: the next frame is drawn onto this one
    fields.push_back(std::byte{0});  // APNG_BLEND_OP_SOURCE: and replaces it, also where it is transparent
    appendChunk(frameChunks_, "fcTL", fields);
  }

  AnimationOptions animation_;
  PngOptions options_;
  ByteVector header_;       // signature and IHDR
  ByteVector frameChunks_;  // what stands behind acTL, which says how many frames there are
  Image last_;
  std::uint32_t frames_ = 0;
  std::uint32_t sequence_ = 0;
};

}  // namespace

NewAnimationEncoder newApngEncoder(const AnimationOptions& animation, const PngOptions& options) {
  if (Result<void> sound = checkOption("PngOptions::level", options.level, 0, 9); !sound) {
    return std::move(sound).error();
  }
  if (animation.plays > kMostInPng) {
    return imageError(Code::ApiMisuse, "AnimationOptions::plays is more than PNG can say");
  }
  return std::unique_ptr<AnimationEncoder>(std::make_unique<ApngEncoder>(animation, options));
}

}  // namespace vrm::gltf

#endif
