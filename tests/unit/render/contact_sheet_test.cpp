// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/contact_sheet.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace vrm::render {
namespace {

constexpr Colour kDark{10, 10, 10, 255}, kPicture{120, 120, 120, 255}, kPanel{200, 200, 200, 255},
    kBackground{250, 250, 250, 255};

Cell cellOf(const char* label, std::uint32_t width, std::uint32_t height) {
  return {label, *plainImage(width, height, kPicture)};
}

SheetOptions smallSheet() {
  SheetOptions options;
  options.gap = 1;
  options.textScale = 1;
  options.background = kBackground;
  options.panel = kPanel;
  options.text = kDark;
  return options;
}

// Text as '#', pictures as 'o', panels as '.', the background as '-'.
std::string sheetDrawing(const gltf::Image& image) {
  std::string out;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    const std::uint8_t red = image.rgba[i];
    out += red == kDark.red ? '#' : red == kPicture.red ? 'o' : red == kPanel.red ? '.' : '-';
    if ((i / 4 + 1) % image.width == 0) out += '\n';
  }
  return out;
}

TEST(ContactSheet, PutsLabelsBelowPictures) {
  const std::vector<Cell> cells{cellOf("a", 7, 3), cellOf("", 3, 1), cellOf("far too long", 13, 5)};
  SheetOptions options = smallSheet();
  options.cellWidth = 9;
  options.cellHeight = 3;
  options.columns = 2;
  const Result<gltf::Image> sheet = contactSheet(cells, options);
  ASSERT_TRUE(sheet.ok()) << sheet.error().toString();
  EXPECT_EQ("\n" + sheetDrawing(*sheet), R"(
---------------------
-.ooooooo.-.........-
-.ooooooo.-...ooo...-
-.ooooooo.-.........-
-.........-.........-
-.........-.........-
-.........-.........-
-.........-.........-
-.........-.........-
-...##....-.........-
-.....#...-.........-
-...###...-.........-
-..#..#...-.........-
-...###...-.........-
-.........-.........-
-.........-.........-
-.........-.........-
-.........-.........-
---------------------
-ooooooooo-----------
-ooooooooo-----------
-ooooooooo-----------
-.........-----------
-.........-----------
-.........-----------
-.........-----------
-.........-----------
-.........-----------
-.........-----------
-.........-----------
-.........-----------
-..#.#.#..-----------
-.........-----------
-.........-----------
-.........-----------
-.........-----------
---------------------
)");
}

TEST(ContactSheet, HasATitleAndAsManyRowsAsColumns) {
  std::vector<Cell> cells(5, cellOf("", 20, 10));
  const gltf::Image sheet = *contactSheet(cells, smallSheet());
  EXPECT_EQ(sheet.width, 1u + 3 * 21);
  EXPECT_EQ(sheet.height, 1u + 2 * 11);
  SheetOptions options = smallSheet();
  options.title = "T";
  const gltf::Image titled = *contactSheet(cells, options);
  EXPECT_EQ(titled.width, sheet.width);
  EXPECT_GT(titled.height, sheet.height + 18);
  EXPECT_EQ(sheetDrawing(titled).find('#'), titled.width + 1 + 1u);  // in the second row, behind the gap
  options.columns = 99;
  EXPECT_EQ(contactSheet(cells, options)->width, 1u + 5 * 21);
  EXPECT_EQ(contactSheet(std::vector<Cell>{cellOf("x", 0, 0)}, {})->width, 24u);
}

TEST(ContactSheet, RefusesWhatCannotBe) {
  const auto codeOf = [](const std::vector<Cell>& cells, const SheetOptions& options) {
    const Result<gltf::Image> sheet = contactSheet(cells, options);
    return sheet ? Code{} : sheet.error().code;
  };
  EXPECT_EQ(codeOf({}, {}), Code::ApiMisuse);
  EXPECT_EQ(codeOf({Cell{"x", {4, 4, {}}}}, {}), Code::ApiMisuse);
  EXPECT_EQ(codeOf({Cell{"x", {1u << 31, 1u << 31, {}}}}, {}), Code::ApiMisuse);
  EXPECT_EQ(codeOf({Cell{"x", {1u << 31, 0, {}}}}, {}), Code::ApiMisuse);
  SheetOptions tiny = smallSheet();
  tiny.cellWidth = tiny.cellHeight = 1;
  EXPECT_EQ(codeOf({Cell{"x", {1u << 31, 0, {}}}, cellOf("y", 300, 300)}, tiny), Code{});
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  for (const std::uint32_t huge : {1u << 20, 1u << 31, kMost}) {
    for (const auto member : {&SheetOptions::cellWidth, &SheetOptions::cellHeight, &SheetOptions::gap,
                              &SheetOptions::textScale}) {
      SheetOptions options;
      options.title = "title";
      options.*member = huge;
      EXPECT_EQ(codeOf({cellOf("x", 100, 100), cellOf("y", 100, 100)}, options), Code::ApiMisuse) << huge;
    }
  }
}

}  // namespace
}  // namespace vrm::render
