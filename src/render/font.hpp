// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vrm::render {

inline constexpr int kGlyphHeight = 9;   // two of them below the line that letters stand on
inline constexpr int kGlyphSpacing = 1;  // to the right of each

struct Glyph {
  std::uint8_t width = 0;
  std::array<std::uint8_t, kGlyphHeight> rows{};  // from the top; bit 4 is the leftmost pixel
};

// A font for labels: the printable characters of ASCII, and a box for all others. Drawn for libvrm.
const Glyph& glyphOf(unsigned char lead) noexcept;

// Calls visit(glyph) for each character of a text in UTF-8 until it returns false.
template <class Visit>
void forEachGlyph(std::string_view utf8, Visit&& visit) {
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continuation = (byte & 0xC0) == 0x80;  // of a character whose box is there already
    if (!continuation && !visit(glyphOf(byte))) return;
  }
}

}  // namespace vrm::render
