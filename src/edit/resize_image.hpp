// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

#include "vrm/gltf/image.hpp"

namespace vrm::edit {

// What the numbers of an image mean.
enum class PixelKind : std::uint8_t {
  Color,       // sRGB: mixed as light, and as much of each pixel as its alpha says
  ColorAlone,  // the same for materials that do not look at alpha
  Data,        // mixed as they are
  Normal,      // directions (glTF 2.0 section 3.9.3), which stay as long as they were
};

// Each pixel becomes the average of what it covers. No side may become longer, or 0.
gltf::Image resized(const gltf::Image& image, std::uint32_t width, std::uint32_t height, PixelKind kind);

}  // namespace vrm::edit
