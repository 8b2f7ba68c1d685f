// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/picture.hpp"

#include <algorithm>
#include <limits>

#include "base/memory.hpp"
#include "gltf/image_checks.hpp"
#include "render/font.hpp"
#include "vrm/base/limits.hpp"

namespace vrm::render {
namespace {

// Sums of two ints fit, so nothing has to be clamped before it is cut off.
struct Area {
  std::int64_t left = 0, top = 0, right = 0, bottom = 0;

  bool empty() const { return left >= right || top >= bottom; }
  Area cutTo(const Area& other) const {
    return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
            std::min(bottom, other.bottom)};
  }
};

Area areaOf(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height) {
  return {x, y, x + width, y + height};
}

Area areaOf(const gltf::Image& image) {
  return gltf::checkPixels(image) ? areaOf(0, 0, image.width, image.height) : Area{};
}

std::uint8_t* pixelOf(gltf::Image& image, std::int64_t x, std::int64_t y) {
  return &image.rgba[(static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x)) * 4];
}

// Porter and Duff's "over", of colours that alpha is not multiplied into, rounded to the nearest.
void over(std::uint8_t* onto, const std::uint8_t* what) {
  const std::uint32_t alpha = what[3];
  if (alpha == 255) {
    std::copy(what, what + 4, onto);
    return;
  }
  const std::uint32_t here = 255 * alpha, there = onto[3] * (255 - alpha), sum = here + there;
  if (alpha == 0 || sum == 0) return;
  for (int i = 0; i < 3; ++i) {
    onto[i] = static_cast<std::uint8_t>((what[i] * here + onto[i] * there + sum / 2) / sum);
  }
  onto[3] = static_cast<std::uint8_t>((sum + 127) / 255);
}

void fillArea(gltf::Image& onto, const Area& area, Colour colour) {
  const Area part = area.cutTo(areaOf(onto));
  if (part.empty()) return;
  const std::uint8_t bytes[4] = {colour.red, colour.green, colour.blue, colour.alpha};
  for (std::int64_t y = part.top; y < part.bottom; ++y) {
    std::uint8_t* pixel = pixelOf(onto, part.left, y);
    for (std::int64_t x = part.left; x < part.right; ++x, pixel += 4) over(pixel, bytes);
  }
}

std::int64_t wideText(std::string_view utf8, std::int64_t scale) {
  std::int64_t width = 0;
  if (scale < 1) return width;
  forEachGlyph(utf8, [&](const Glyph& glyph) {
    width += glyph.width + kGlyphSpacing;
    return true;
  });
  return std::max<std::int64_t>(0, width - kGlyphSpacing) * scale;
}

void drawGlyph(gltf::Image& onto, std::int64_t x, std::int64_t y, std::int64_t scale, Colour colour,
               const Glyph& glyph) {
  for (int row = 0; row < kGlyphHeight; ++row) {
    for (int column = 0; column < glyph.width; ++column) {
      if ((glyph.rows[static_cast<std::size_t>(row)] & 16 >> column) == 0) continue;
      fillArea(onto, areaOf(x + column * scale, y + row * scale, scale, scale), colour);
    }
  }
}

}  // namespace

Result<gltf::Image> plainImage(std::uint32_t width, std::uint32_t height, Colour colour) try {
  const std::uint64_t pixels = std::uint64_t{width} * height;
  if (pixels > Limits().imagePixels) {
    return Error{
        Code::ApiMisuse,
        "an image of " + std::to_string(width) + " x " + std::to_string(height) + " pixels is too large", "",
        kNoOffset};
  }
  gltf::Image image{width, height, {}};
  image.rgba.reserve(static_cast<std::size_t>(pixels) * 4);
  for (std::uint64_t i = 0; i < pixels; ++i) {
    image.rgba.insert(image.rgba.end(), {colour.red, colour.green, colour.blue, colour.alpha});
  }
  return image;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

void fill(gltf::Image& onto, int x, int y, int width, int height, Colour colour) {
  fillArea(onto, areaOf(x, y, width, height), colour);
}

void blit(gltf::Image& onto, const gltf::Image& picture, int x, int y) {
  const Area whole = areaOf(picture);
  const Area part = areaOf(x, y, whole.right, whole.bottom).cutTo(areaOf(onto));
  if (part.empty()) return;
  for (std::int64_t row = part.top; row < part.bottom; ++row) {
    std::uint8_t* pixel = pixelOf(onto, part.left, row);
    const std::uint8_t* from =
        &picture.rgba[static_cast<std::size_t>((row - y) * whole.right + (part.left - x)) * 4];
    for (std::int64_t column = part.left; column < part.right; ++column, pixel += 4, from += 4)
      over(pixel, from);
  }
}

void drawText(gltf::Image& onto, int x, int y, int scale, Colour colour, std::string_view utf8) {
  if (scale < 1) return;
  const Area area = areaOf(onto);
  std::int64_t left = x;
  forEachGlyph(utf8, [&](const Glyph& glyph) {
    drawGlyph(onto, left, y, scale, colour, glyph);
    left += std::int64_t{glyph.width + kGlyphSpacing} * scale;
    return left < area.right;
  });
}

int textWidth(std::string_view utf8, int scale) noexcept {
  return static_cast<int>(std::min<std::int64_t>(wideText(utf8, scale), std::numeric_limits<int>::max()));
}

int textHeight(int scale) noexcept {
  if (scale < 1) return 0;
  return static_cast<int>(
      std::min<std::int64_t>(std::int64_t{kGlyphHeight} * scale, std::numeric_limits<int>::max()));
}

std::string cutText(std::string_view utf8, int scale, int width) {
  if (wideText(utf8, scale) <= width) return std::string(utf8);
  constexpr std::string_view kDots = "...";
  const std::int64_t room = std::int64_t{width} - wideText(kDots, scale);
  if (room < 0) return "";
  std::int64_t used = 0;
  std::size_t end = 0, at = 0;
  while (at < utf8.size()) {
    std::size_t next = at + 1;
    while (next < utf8.size() && (static_cast<unsigned char>(utf8[next]) & 0xC0) == 0x80) ++next;
    used += std::int64_t{glyphOf(static_cast<unsigned char>(utf8[at])).width + kGlyphSpacing} * scale;
    if (used > room) break;
    at = next;
    if (utf8[at - 1] != ' ') end = at;  // no space in front of the dots
  }
  return std::string(utf8.substr(0, end)) + std::string(kDots);
}

}  // namespace vrm::render
