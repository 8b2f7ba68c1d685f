// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/picture.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <vector>

#include "render/font.hpp"

namespace vrm::render {
namespace {

constexpr Colour kWhite{255, 255, 255, 255}, kBlack{0, 0, 0, 255}, kClear{0, 0, 0, 0};

gltf::Image plain(std::uint32_t width, std::uint32_t height, Colour colour = kWhite) {
  return *plainImage(width, height, colour);
}

Colour pixel(const gltf::Image& image, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* p = &image.rgba[(std::size_t{y} * image.width + x) * 4];
  return {p[0], p[1], p[2], p[3]};
}

// Dark pixels as '#', rows one after the other.
std::string drawing(const gltf::Image& image) {
  std::string out;
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) out += pixel(image, x, y).red < 128 ? '#' : '.';
    out += '\n';
  }
  return out;
}

std::string drawnText(const char* text, std::uint32_t width, std::uint32_t height, int x, int y, int scale) {
  gltf::Image image = plain(width, height);
  drawText(image, x, y, scale, kBlack, text);
  return drawing(image);
}

TEST(Picture, HasText) {
  EXPECT_EQ(drawnText("Agi 1", 19, 9, 0, 0, 1),
            ".###.......#.....#.\n"
            "#...#...........##.\n"
            "#...#..###.#.....#.\n"
            "#####.#..#.#.....#.\n"
            "#...#.#..#.#.....#.\n"
            "#...#.#..#.#.....#.\n"
            "#...#..###.#....###\n"
            ".........#.........\n"
            ".......##..........\n");
  // A box for each character of other scripts, and for line breaks.
  EXPECT_EQ(drawnText("\u00E9\u3042\n", 17, 7, 0, 0, 1),
            "#####.#####.#####\n"
            "#...#.#...#.#...#\n"
            "#...#.#...#.#...#\n"
            "#...#.#...#.#...#\n"
            "#...#.#...#.#...#\n"
            "#...#.#...#.#...#\n"
            "#####.#####.#####\n");
}

TEST(Picture, TextIsScaledAndCutOff) {
  EXPECT_EQ(drawnText("t!", 10, 14, 0, 0, 2),
            "..##....##\n..##....##\n..##....##\n..##....##\n"
            "######..##\n######..##\n..##....##\n..##....##\n"
            "..##....##\n..##....##\n..##......\n..##......\n"
            "....##..##\n....##..##\n");
  EXPECT_EQ(drawnText("HH", 5, 3, -3, -2, 1),
            ".#.#.\n"
            "##.##\n"
            ".#.#.\n");
  EXPECT_EQ(drawnText("H", 3, 2, 0, 0, 0), "...\n...\n");
  EXPECT_EQ(drawnText("H", 3, 2, 0, 0, -5), "...\n...\n");
}

TEST(Picture, GlyphsDiffer) {
  std::set<std::vector<std::uint8_t>> seen;
  for (unsigned char c = ' '; c < 127; ++c) {
    const Glyph& glyph = glyphOf(c);
    EXPECT_GE(glyph.width, 1) << c;
    EXPECT_LE(glyph.width, 5) << c;
    EXPECT_TRUE(seen.emplace(glyph.rows.begin(), glyph.rows.end()).second) << c;
  }
  for (const int c : {0, 10, 31, 0xC3, 0xFF}) {
    EXPECT_EQ(&glyphOf(static_cast<unsigned char>(c)), &glyphOf(127));
  }
}

TEST(Picture, TextHasAWidth) {
  EXPECT_EQ(textWidth("", 3), 0);
  EXPECT_EQ(textWidth("A", 1), 5);
  EXPECT_EQ(textWidth("A i", 1), 5 + 1 + 2 + 1 + 1);
  EXPECT_EQ(textWidth("A i", 4), 4 * 10);
  EXPECT_EQ(textWidth("\u3042\u00E9", 1), 11);
  EXPECT_EQ(textWidth("AAAA", 0), 0);
  EXPECT_EQ(textWidth("AAAA", std::numeric_limits<int>::max()), std::numeric_limits<int>::max());
  EXPECT_EQ(textHeight(1), 9);
  EXPECT_EQ(textHeight(3), 27);
  EXPECT_EQ(textHeight(-1), 0);
  EXPECT_EQ(textHeight(std::numeric_limits<int>::max()), std::numeric_limits<int>::max());
}

TEST(Picture, TextIsCutToAWidth) {
  const std::string text = "one two \u3042\u3042\u3042";
  EXPECT_EQ(cutText(text, 2, textWidth(text, 2)), text);
  EXPECT_EQ(cutText(text, 2, textWidth(text, 2) - 1), "one two \u3042...");
  EXPECT_EQ(cutText(text, 1, textWidth("one ...", 1)), "one...");
  EXPECT_EQ(cutText(text, 1, textWidth("...", 1)), "...");
  EXPECT_EQ(cutText(text, 1, textWidth("...", 1) - 1), "");
  EXPECT_EQ(cutText("", 1, 0), "");
  EXPECT_EQ(cutText(text, 1, -7), "");
  for (int width = 0; width < 70; ++width) EXPECT_LE(textWidth(cutText(text, 1, width), 1), width);
}

TEST(Picture, FillsAndBlitsWithinTheImage) {
  gltf::Image image = plain(6, 4);
  fill(image, -2, 1, 4, 2, kBlack);
  fill(image, 5, 3, 100, 100, kBlack);
  fill(image, 3, 0, 0, 5, kBlack);
  fill(image, 3, 0, -1, 5, kBlack);
  EXPECT_EQ(drawing(image),
            "......\n"
            "##....\n"
            "##....\n"
            ".....#\n");
  const gltf::Image block = plain(3, 2, kBlack);
  blit(image, block, 4, -1);
  blit(image, block, 6, 0);
  blit(image, block, 2, 2);
  EXPECT_EQ(drawing(image),
            "....##\n"
            "##....\n"
            "#####.\n"
            "..####\n");
}

TEST(Picture, AlphaIsDrawnOverWhatIsThere) {
  gltf::Image image = plain(1, 1, {200, 100, 0, 255});
  fill(image, 0, 0, 1, 1, {0, 100, 200, 128});
  EXPECT_EQ(pixel(image, 0, 0), (Colour{100, 100, 100, 255}));
  fill(image, 0, 0, 1, 1, {1, 2, 3, 0});
  EXPECT_EQ(pixel(image, 0, 0), (Colour{100, 100, 100, 255}));

  image = plain(1, 1, kClear);  // takes the colour as it is
  fill(image, 0, 0, 1, 1, {10, 20, 30, 77});
  EXPECT_EQ(pixel(image, 0, 0), (Colour{10, 20, 30, 77}));
  // Half over half: two thirds of what shows is the upper one's.
  image = plain(1, 1, {255, 0, 0, 128});
  blit(image, plain(1, 1, {0, 255, 0, 128}), 0, 0);
  EXPECT_EQ(pixel(image, 0, 0), (Colour{85, 170, 0, 192}));
  fill(image, 0, 0, 1, 1, {9, 8, 7, 255});
  EXPECT_EQ(pixel(image, 0, 0), (Colour{9, 8, 7, 255}));
}

TEST(Picture, AnyNumberIsAllowed) {
  constexpr int kMin = std::numeric_limits<int>::min(), kMax = std::numeric_limits<int>::max();
  const gltf::Image block = plain(3, 2, kBlack);
  for (const int x : {kMin, -1, 0, 2, kMax}) {
    for (const int y : {kMin, -1, 0, kMax}) {
      for (const int size : {kMin, 0, 1, kMax}) {
        gltf::Image image = plain(4, 3);
        fill(image, x, y, size, kMax, kBlack);
        fill(image, x, y, kMax, size, kBlack);
        drawText(image, x, y, size, kBlack, "Text");
        blit(image, block, x, y);
        EXPECT_EQ(image.rgba.size(), 48u);
      }
    }
  }
  gltf::Image none;
  fill(none, 0, 0, 5, 5, kBlack);
  blit(none, block, 0, 0);
  drawText(none, 0, 0, 1, kBlack, "Text");
  EXPECT_EQ(none, gltf::Image());
  gltf::Image broken{100, 100, {1, 2, 3, 4}}, image = plain(4, 3);
  fill(broken, 0, 0, 5, 5, kBlack);
  blit(broken, block, 0, 0);
  drawText(broken, 0, 0, 1, kBlack, "Text");
  EXPECT_EQ(broken.rgba, (std::vector<std::uint8_t>{1, 2, 3, 4}));
  blit(image, broken, 0, 0);
  EXPECT_EQ(image, plain(4, 3));

  EXPECT_EQ(plainImage(1u << 31, 1u << 31, kBlack).error().code, Code::ApiMisuse);
  EXPECT_TRUE(plain(0, 5).rgba.empty());
}

}  // namespace
}  // namespace vrm::render
