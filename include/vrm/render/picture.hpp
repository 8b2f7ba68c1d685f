// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Pictures put together: rectangles, other pictures, text. Everything is drawn over what is there
// by its alpha, in the numbers that are stored (sRGB), as browsers do. What lies outside is cut off, so every
// coordinate and size is allowed; an Image whose bytes do not fit its size is left alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "vrm/base/result.hpp"
#include "vrm/gltf/image.hpp"

namespace vrm::render {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0, alpha = 255;
  friend bool operator==(const Colour&, const Colour&) = default;
};

// An image of one colour; ApiMisuse if it has more pixels than the default of Limits::imagePixels.
Result<gltf::Image> plainImage(std::uint32_t width, std::uint32_t height, Colour colour);

// Corners are the upper left ones, from the upper left corner of the image.
void fill(gltf::Image& onto, int x, int y, int width, int height, Colour colour);
void blit(gltf::Image& onto, const gltf::Image& picture, int x, int y);

// Text in the built-in font: ASCII, and a box for each other character of UTF-8, also for line breaks.
// Letters are 5 pixels wide or less and 7 high, 9 with what hangs below the line; `scale` makes them that
// many times as large. With a scale below 1 there is no text.
void drawText(gltf::Image& onto, int x, int y, int scale, Colour colour, std::string_view utf8);
int textWidth(std::string_view utf8, int scale) noexcept;
int textHeight(int scale) noexcept;
// The text if it is not wider than `width`, else as much of its beginning as fits with "..." behind it;
// nothing if not even that fits.
std::string cutText(std::string_view utf8, int scale, int width);

}  // namespace vrm::render
