// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/resize_image.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "schema/color.hpp"

namespace vrm::edit {
namespace {

// Tables instead of powers, which differ in their last bits from system to system.
struct Transfer {
  std::array<float, 256> linear;
  std::array<float, 255> borders;  // between a number and the next

  Transfer() {
    for (int i = 0; i < 256; ++i)
      linear[static_cast<std::size_t>(i)] = schema::linearFromSrgb(static_cast<float>(i) / 255);
    for (int i = 0; i < 255; ++i)
      borders[static_cast<std::size_t>(i)] = schema::linearFromSrgb((static_cast<float>(i) + 0.5f) / 255);
  }
  std::uint8_t toSrgb(float light) const {
    return static_cast<std::uint8_t>(std::upper_bound(borders.begin(), borders.end(), light) -
                                     borders.begin());
  }
};

const Transfer& transfer() {
  static const Transfer table;
  return table;
}

std::uint8_t toByte(float value) {
  return static_cast<std::uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
}

// A pixel as numbers that can be added: red, green, blue as mixed, alpha, and the colour without regard to
// alpha for places where there is none.
constexpr std::size_t kSums = 7;
using Sums = std::array<float, kSums>;

Sums opened(const std::uint8_t* pixel, PixelKind kind) {
  const Transfer& table = transfer();
  Sums out{};
  const float alpha = static_cast<float>(pixel[3]);
  for (std::size_t c = 0; c < 3; ++c) {
    switch (kind) {
      case PixelKind::Color:
        out[c] = table.linear[pixel[c]] * alpha;
        out[4 + c] = table.linear[pixel[c]];
        break;
      case PixelKind::ColorAlone:
        out[c] = table.linear[pixel[c]];
        break;
      case PixelKind::Data:
        out[c] = static_cast<float>(pixel[c]);
        break;
      case PixelKind::Normal:
        out[c] = static_cast<float>(pixel[c]) * (2.0f / 255) - 1;
        break;
    }
  }
  out[3] = alpha;
  return out;
}

// `area` is that of the sums, in pixels.
void close(const Sums& sums, float area, PixelKind kind, std::uint8_t* pixel) {
  const Transfer& table = transfer();
  pixel[3] = toByte(sums[3] / area);
  float length = 0;
  for (std::size_t c = 0; c < 3; ++c) length += sums[c] * sums[c];
  length = std::sqrt(length);
  for (std::size_t c = 0; c < 3; ++c) {
    switch (kind) {
      case PixelKind::Color:
        pixel[c] = table.toSrgb(sums[3] > 0 ? sums[c] / sums[3] : sums[4 + c] / area);
        break;
      case PixelKind::ColorAlone:
        pixel[c] = table.toSrgb(sums[c] / area);
        break;
      case PixelKind::Data:
        pixel[c] = toByte(sums[c] / area);
        break;
      case PixelKind::Normal: {
        const float straight = c == 2 ? 1.0f : 0.0f;
        pixel[c] = toByte(((length > 0 ? sums[c] / length : straight) + 1) * 127.5f);
        break;
      }
    }
  }
}

// The shares of one old pixel in the one or two new ones that it falls into. In whole numbers: an old pixel
// is `small` long and a new one `large`.
template <class Visit>
void visitShares(std::uint32_t index, std::uint32_t large, std::uint32_t small, const Visit& visit) {
  const std::uint64_t start = std::uint64_t{index} * small, end = start + small;
  const std::uint64_t first = start / large, border = (first + 1) * large;
  visit(static_cast<std::uint32_t>(first),
        static_cast<float>(std::min(end, border) - start) / static_cast<float>(small));
  if (end > border)
    visit(static_cast<std::uint32_t>(first + 1),
          static_cast<float>(end - border) / static_cast<float>(small));
}

}  // namespace

gltf::Image resized(const gltf::Image& image, std::uint32_t width, std::uint32_t height, PixelKind kind) {
  gltf::Image out{width, height, {}};
  out.rgba.resize(std::size_t{4} * width * height);
  const float area = static_cast<float>(image.width) / static_cast<float>(width) *
                     static_cast<float>(image.height) / static_cast<float>(height);
  std::vector<Sums> row(width), rows[2];
  for (std::vector<Sums>& sums : rows) sums.resize(width);
  std::uint32_t done = 0;  // rows that are complete
  for (std::uint32_t y = 0; y < image.height; ++y) {
    std::fill(row.begin(), row.end(), Sums{});
    const std::uint8_t* pixels = image.rgba.data() + std::size_t{4} * y * image.width;
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const Sums pixel = opened(pixels + std::size_t{4} * x, kind);
      visitShares(x, image.width, width, [&](std::uint32_t to, float part) {
        for (std::size_t k = 0; k < kSums; ++k) row[to][k] += pixel[k] * part;
      });
    }
    visitShares(y, image.height, height, [&](std::uint32_t to, float part) {
      std::vector<Sums>& sums = rows[to % 2];
      for (std::uint32_t x = 0; x < width; ++x) {
        for (std::size_t k = 0; k < kSums; ++k) sums[x][k] += row[x][k] * part;
      }
    });
    const bool last = std::uint64_t{y + 1} * height >= std::uint64_t{done + 1} * image.height;
    if (!last) continue;
    std::vector<Sums>& sums = rows[done % 2];
    for (std::uint32_t x = 0; x < width; ++x)
      close(sums[x], area, kind, out.rgba.data() + (std::size_t{done} * width + x) * 4);
    std::fill(sums.begin(), sums.end(), Sums{});
    ++done;
  }
  return out;
}

}  // namespace vrm::edit
