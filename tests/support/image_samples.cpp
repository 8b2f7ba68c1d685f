// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/image_samples.hpp"

#include <cstdio>  // jpeglib.h needs it

#include <jpeglib.h>
#include <webp/encode.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

namespace vrm::gltf::samples {
namespace {

using namespace std::string_literals;

Image filled(std::uint32_t width, std::uint32_t height) {
  return {width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height, 255)};
}

std::uint8_t byte(double value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

Bytes little(std::uint32_t value, int bytes) {
  Bytes out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}

}  // namespace

Image gradient(std::uint32_t width, std::uint32_t height) {
  Image image = filled(width, height);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      std::uint8_t* pixel = &image.rgba[(std::size_t{y} * width + x) * 4];
      pixel[0] = byte(40 + 200.0 * x / width);
      pixel[1] = byte(60 + 150.0 * y / height);
      pixel[2] = byte(250 - 100.0 * (x + y) / (width + height));
    }
  }
  return image;
}

Image withAlpha(Image image) {
  const std::size_t pixels = image.rgba.size() / 4;
  for (std::size_t i = 0; i < pixels; ++i)
    image.rgba[i * 4 + 3] = static_cast<std::uint8_t>(1 + 254 * i / pixels);
  return image;
}

Image grey(const Image& image) {
  Image out = image;
  for (std::size_t i = 0; i < out.rgba.size(); i += 4) {
    std::uint8_t* p = &out.rgba[i];
    p[0] = p[1] = p[2] = byte(0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2]);
  }
  return out;
}

Image noise(std::uint32_t width, std::uint32_t height) {
  Image image = filled(width, height);
  std::mt19937 random(3);
  for (std::uint8_t& value : image.rgba) value = static_cast<std::uint8_t>(random());
  return image;
}

Bytes big32(std::uint32_t value) {
  Bytes out = little(value, 4);
  std::reverse(out.begin(), out.end());
  return out;
}

Bytes deflated(const Bytes& data) {
  constexpr std::size_t kBlock = 65535;
  Bytes out = "\x78\x01"s;
  std::uint32_t a = 1, b = 0;
  for (const char c : data) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  for (std::size_t at = 0; at == 0 || at < data.size(); at += kBlock) {
    const Bytes block = data.substr(at, kBlock);
    const auto size = static_cast<std::uint32_t>(block.size());
    out += (at + kBlock >= data.size() ? '\1' : '\0') + little(size, 2) + little(~size, 2) + block;
  }
  return out + big32(b << 16 | a);
}

Bytes pngChunk(const Bytes& type, const Bytes& data) {
  std::uint32_t crc = ~0u;
  for (const char c : type + data) {
    crc ^= static_cast<unsigned char>(c);
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (0xEDB8'8320u & (0u - (crc & 1)));
  }
  return big32(static_cast<std::uint32_t>(data.size())) + type + data + big32(~crc);
}

std::vector<PngKind> allPngKinds() {
  return {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
          {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
}

PngSample makePng(PngKind kind, std::uint32_t width, std::uint32_t height, bool interlaced,
                  bool transparency) {
  const bool color = (kind.colorType & 2) != 0, indexed = kind.colorType == 3,
             alpha = (kind.colorType & 4) != 0;
  const std::size_t channels = indexed ? 1 : std::size_t{color ? 3u : 1u} + (alpha ? 1 : 0);
  const std::uint32_t most = (1u << kind.depth) - 1;
  std::mt19937 random(kind.colorType * 16u + kind.depth);
  std::vector<std::uint32_t> stored(channels * width * height);
  for (std::uint32_t& value : stored) value = static_cast<std::uint32_t>(random()) & most;
  const auto pixelAt = [&](std::uint32_t x, std::uint32_t y) {
    return &stored[(std::size_t{y} * width + x) * channels];
  };

  // Half of the palette, or the colour of the first pixel, is transparent.
  Bytes palette, transparent;
  for (std::uint32_t i = 0; indexed && i <= most; ++i) {
    for (int k = 0; k < 3; ++k) palette += static_cast<char>(random());
    if (i <= most / 2) transparent += static_cast<char>(random());
  }
  for (std::size_t k = 0; !indexed && k < channels; ++k) {
    transparent += static_cast<char>(stored[k] >> 8);
    transparent += static_cast<char>(stored[k] & 0xFF);
  }

  PngSample sample{{}, filled(width, height)};
  const auto eightBits = [&](std::uint32_t value) {
    return static_cast<std::uint8_t>(kind.depth == 16 ? value >> 8 : value * 255 / most);
  };
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t* from = pixelAt(x, y);
      std::uint8_t* to = &sample.expected.rgba[(std::size_t{y} * width + x) * 4];
      for (std::size_t k = 0; k < 3; ++k) {
        to[k] =
            indexed ? static_cast<std::uint8_t>(palette[from[0] * 3 + k]) : eightBits(from[color ? k : 0]);
      }
      if (alpha) to[3] = eightBits(from[channels - 1]);
      if (transparency && indexed && from[0] < transparent.size()) {
        to[3] = static_cast<std::uint8_t>(transparent[from[0]]);
      }
      if (transparency && !indexed && std::equal(from, from + channels, stored.begin())) to[3] = 0;
    }
  }

  struct Pass {
    std::uint32_t x, y, dx, dy;
  };
  const std::vector<Pass> adam7 = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                   {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  Bytes data;
  for (const Pass& pass : interlaced ? adam7 : std::vector<Pass>{{0, 0, 1, 1}}) {
    for (std::uint32_t y = pass.y; y < height; y += pass.dy) {
      if (pass.x >= width) continue;
      data += '\0';  // no filter
      std::uint32_t bits = 0, count = 0;
      for (std::uint32_t x = pass.x; x < width; x += pass.dx) {
        for (std::size_t k = 0; k < channels; ++k) {
          bits = bits << kind.depth | pixelAt(x, y)[k];
          for (count += kind.depth; count >= 8; count -= 8)
            data += static_cast<char>(bits >> (count - 8) & 0xFF);
        }
      }
      if (count > 0) data += static_cast<char>(bits << (8 - count) & 0xFF);
    }
  }
  const Bytes header = big32(width) + big32(height) + static_cast<char>(kind.depth) +
                       static_cast<char>(kind.colorType) + "\0\0"s + (interlaced ? '\1' : '\0');
  const Bytes zlib = deflated(data);
  sample.bytes = "\x89PNG\r\n\x1A\n"s + pngChunk("IHDR", header);
  if (indexed) sample.bytes += pngChunk("PLTE", palette);
  if (transparency) sample.bytes += pngChunk("tRNS", transparent);
  sample.bytes += pngChunk("IDAT", zlib.substr(0, zlib.size() / 2)) + pngChunk("IDAT", "") +
                  pngChunk("IDAT", zlib.substr(zlib.size() / 2)) + pngChunk("IEND", "");
  return sample;
}

Bytes makeJpeg(const Image& image, const JpegOptions& options) {
  const bool inks = options.space == JpegSpace::Cmyk || options.space == JpegSpace::Ycck;
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_CreateCompress(&info, JPEG_LIB_VERSION, sizeof(info));
  unsigned char* file = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &file, &size);
  info.image_width = image.width;
  info.image_height = image.height;
  info.input_components = 4;
  info.in_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_set_defaults(&info);
  constexpr J_COLOR_SPACE kSpaces[] = {JCS_YCbCr, JCS_RGB, JCS_GRAYSCALE, JCS_CMYK, JCS_YCCK};
  jpeg_set_colorspace(&info, kSpaces[static_cast<int>(options.space)]);
  if (!options.adobeMarker) info.write_Adobe_marker = FALSE;
  jpeg_set_quality(&info, 100, TRUE);
  for (int i = 0; i < info.num_components; ++i)
    info.comp_info[i].h_samp_factor = info.comp_info[i].v_samp_factor = 1;
  info.restart_interval = options.restartInterval;
  info.arith_code = options.arithmetic;
  if (options.progressive) jpeg_simple_progression(&info);
  jpeg_scan_info script[4] = {};
  if (options.separateScans) {
    for (int i = 0; i < info.num_components; ++i) script[i] = {1, {i, 0, 0, 0}, 0, 63, 0, 0};
    info.scan_info = script;
    info.num_scans = info.num_components;
  }
  jpeg_start_compress(&info, TRUE);
  std::vector<std::uint8_t> row(std::size_t{4} * image.width);
  while (info.next_scanline < image.height) {
    std::copy_n(image.rgba.begin() + static_cast<std::ptrdiff_t>(row.size() * info.next_scanline), row.size(),
                row.begin());
    for (std::size_t i = 0; inks && i < row.size(); i += 4) {  // as Adobe writes them: 255 is no ink
      const int black = std::max({row[i], row[i + 1], row[i + 2]});
      for (std::size_t k = 0; k < 3; ++k) row[i + k] = byte(black == 0 ? 255.0 : 255.0 * row[i + k] / black);
      row[i + 3] = static_cast<std::uint8_t>(black);
    }
    JSAMPROW rows = row.data();
    jpeg_write_scanlines(&info, &rows, 1);
  }
  jpeg_finish_compress(&info);
  Bytes bytes(reinterpret_cast<const char*>(file), size);
  jpeg_destroy_compress(&info);
  std::free(file);
  return bytes;
}

std::vector<std::size_t> scans(const Bytes& jpeg) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(jpeg[i]); };
  std::vector<std::size_t> starts;
  std::size_t tables = 0;
  for (std::size_t i = 2; at(i + 1) != 0xD9;) {
    const unsigned marker = at(i + 1);
    const bool belongs = marker == 0xC4 || marker == 0xDA;
    if (belongs && tables == 0) tables = i;
    i += 2u + at(i + 2) * 256u + at(i + 3);
    if (marker != 0xDA) continue;
    starts.push_back(tables);
    tables = 0;
    while (at(i) != 0xFF || at(i + 1) == 0 || (at(i + 1) >= 0xD0 && at(i + 1) <= 0xD7)) ++i;
  }
  return starts;
}

Bytes makeWebp(const Image& image, bool lossless) {
  const int width = static_cast<int>(image.width), height = static_cast<int>(image.height);
  std::uint8_t* file = nullptr;
  const std::size_t size = lossless
                               ? WebPEncodeLosslessRGBA(image.rgba.data(), width, height, width * 4, &file)
                               : WebPEncodeRGBA(image.rgba.data(), width, height, width * 4, 95, &file);
  Bytes bytes(reinterpret_cast<const char*>(file), size);
  WebPFree(file);
  return bytes;
}

Bytes animatedWebp(const Bytes& still, std::uint32_t width, std::uint32_t height) {
  const auto chunk = [](const Bytes& type, const Bytes& data) {
    return type + little(static_cast<std::uint32_t>(data.size()), 4) + data;
  };
  const Bytes size = little(width - 1, 3) + little(height - 1, 3);
  const Bytes frame = Bytes(6, '\0') + size + little(100, 3) + '\0' + still.substr(12);
  const Bytes chunks =
      chunk("VP8X", "\x02\0\0\0"s + size) + chunk("ANIM", Bytes(6, '\0')) + chunk("ANMF", frame);
  return "RIFF" + little(static_cast<std::uint32_t>(chunks.size() + 4), 4) + "WEBP" + chunks;
}

std::vector<Bytes> smallSamples() {
  const Image picture = gradient(9, 6);
  const auto png = *encodePng(withAlpha(picture));
  return {
      Bytes(reinterpret_cast<const char*>(png.data()), png.size()),
      makePng({3, 2}, 9, 6, true, true).bytes,
      makePng({0, 16}, 3, 3, false, true).bytes,
      makeJpeg(picture, {}),
      makeJpeg(picture, {.progressive = true}),
      makeJpeg(picture, {.arithmetic = true}),
      makeJpeg(picture, {.progressive = true, .arithmetic = true}),
      makeJpeg(picture, {.separateScans = true}),
      makeJpeg(picture, {.space = JpegSpace::Grey, .restartInterval = 1}),
      makeJpeg(picture, {.space = JpegSpace::Ycck}),
      makeWebp(picture, false),
      makeWebp(picture, true),
      makeWebp(withAlpha(picture), false),
  };
}

}  // namespace vrm::gltf::samples
