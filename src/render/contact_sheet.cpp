// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/contact_sheet.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "gltf/image_checks.hpp"

namespace vrm::render {
namespace {

// Where things are on a sheet. Wide numbers: there are fewer cells than memory has bytes, and everything else
// has 32 bits.
struct Layout {
  std::uint64_t columns = 0, rows = 0;
  std::uint64_t gap = 0;
  std::uint64_t cellWidth = 0, cellHeight = 0;
  std::uint64_t labelHeight = 0;  // with room above and below
  std::uint64_t titleHeight = 0;

  std::uint64_t cardHeight() const { return cellHeight + labelHeight; }
  std::uint64_t width() const { return gap + columns * (cellWidth + gap); }
  std::uint64_t height() const { return titleHeight + gap + rows * (cardHeight() + gap); }
};

// Larger text would not fit on any sheet.
int scaleOf(std::uint64_t scale) {
  return static_cast<int>(std::min<std::uint64_t>(scale, 1 << 16));
}

Layout layOut(std::span<const Cell> cells, const SheetOptions& options) {
  Layout layout;
  bool labels = false;
  for (const Cell& cell : cells) {
    layout.cellWidth = std::max<std::uint64_t>(layout.cellWidth, cell.image.width);
    layout.cellHeight = std::max<std::uint64_t>(layout.cellHeight, cell.image.height);
    labels = labels || !cell.label.empty();
  }
  if (options.cellWidth != 0) layout.cellWidth = options.cellWidth;
  if (options.cellHeight != 0) layout.cellHeight = options.cellHeight;
  layout.columns = std::min<std::uint64_t>(options.columns, cells.size());
  if (layout.columns == 0) {
    while (layout.columns * layout.columns < cells.size()) ++layout.columns;
  }
  layout.rows = (cells.size() + layout.columns - 1) / layout.columns;
  layout.gap = options.gap;
  const auto textSpace = [](std::uint64_t scale) {
    return scale == 0 ? 0 : static_cast<std::uint64_t>(textHeight(scaleOf(scale))) + 5 * scale;
  };
  if (labels) layout.labelHeight = textSpace(options.textScale);
  if (!options.title.empty())
    layout.titleHeight = textSpace(std::uint64_t{options.textScale} + 1) + options.gap / 2;
  return layout;
}

int middle(std::uint64_t room, std::uint64_t size) {
  return static_cast<int>((static_cast<std::int64_t>(room) - static_cast<std::int64_t>(size)) / 2);
}

// The picture, or as much of its middle as fits.
gltf::Image fitting(const gltf::Image& image, const Layout& layout) {
  const auto width = static_cast<std::uint32_t>(std::min<std::uint64_t>(image.width, layout.cellWidth));
  const auto height = static_cast<std::uint32_t>(std::min<std::uint64_t>(image.height, layout.cellHeight));
  gltf::Image out{width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height)};
  blit(out, image, middle(width, image.width), middle(height, image.height));
  return out;
}

void drawCell(gltf::Image& sheet, const Cell& cell, int x, int y, const Layout& layout,
              const SheetOptions& options) {
  const auto width = static_cast<int>(layout.cellWidth), height = static_cast<int>(layout.cellHeight);
  const auto labelHeight = static_cast<int>(layout.labelHeight);
  fill(sheet, x, y, width, height + labelHeight, options.panel);
  const gltf::Image picture = fitting(cell.image, layout);
  blit(sheet, picture, x + middle(layout.cellWidth, picture.width),
       y + middle(layout.cellHeight, picture.height));
  const int scale = scaleOf(options.textScale);
  const std::string label = cutText(cell.label, scale, width - 2 * scale);
  const auto labelWidth = static_cast<std::uint64_t>(textWidth(label, scale));
  // What hangs below the line is rare, so letters of the usual height are in the middle.
  drawText(sheet, x + middle(layout.cellWidth, labelWidth), y + height + (labelHeight - 7 * scale) / 2, scale,
           options.text, label);
}

}  // namespace

Result<gltf::Image> contactSheet(std::span<const Cell> cells, const SheetOptions& options) try {
  const auto misuse = [](const char* message) { return Error{Code::ApiMisuse, message, "", kNoOffset}; };
  if (cells.empty()) return misuse("contactSheet: there are no cells");
  for (const Cell& cell : cells) {
    if (Result<void> sound = gltf::checkPixels(cell.image); !sound) return std::move(sound).error();
  }
  const Layout layout = layOut(cells, options);
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (layout.width() > kMost || layout.height() > kMost)
    return misuse("contactSheet: the sheet is too large");
  Result<gltf::Image> sheet = plainImage(static_cast<std::uint32_t>(layout.width()),
                                         static_cast<std::uint32_t>(layout.height()), options.background);
  if (!sheet) return sheet;
  const auto gap = static_cast<int>(layout.gap);
  if (!options.title.empty()) {
    const int scale = scaleOf(std::uint64_t{options.textScale} + 1);
    const int room = static_cast<int>(layout.width()) - 2 * gap;
    drawText(*sheet, gap, gap, scale, options.text, cutText(options.title, scale, room));
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::uint64_t x = layout.gap + i % layout.columns * (layout.cellWidth + layout.gap);
    const std::uint64_t y =
        layout.titleHeight + layout.gap + i / layout.columns * (layout.cardHeight() + layout.gap);
    drawCell(*sheet, cells[i], static_cast<int>(x), static_cast<int>(y), layout, options);
  }
  return sheet;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::render
