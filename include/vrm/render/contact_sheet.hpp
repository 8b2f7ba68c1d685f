// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "vrm/base/result.hpp"
#include "vrm/gltf/image.hpp"
#include "vrm/render/picture.hpp"

namespace vrm::render {

// A picture of a sheet and the text below it.
struct Cell {
  std::string label;
  gltf::Image image;
};

struct SheetOptions {
  std::string title;            // above all; none when empty
  std::uint32_t columns = 0;    // 0: about as many as rows
  std::uint32_t cellWidth = 0;  // of the pictures; 0: of the largest. Others are centred, or cut off
  std::uint32_t cellHeight = 0;
  std::uint32_t gap = 12;       // around the pictures
  std::uint32_t textScale = 2;  // of labels; that of the title is one more
  Colour background{236, 238, 242, 255};
  Colour panel{250, 250, 252, 255};  // behind pictures, seen where they are transparent
  Colour text{52, 56, 66, 255};
};

// ApiMisuse without cells, for pictures whose bytes do not fit their size, and for sheets that are too large
// (see plainImage).
Result<gltf::Image> contactSheet(std::span<const Cell> cells, const SheetOptions& options = {});

}  // namespace vrm::render
