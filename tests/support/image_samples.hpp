// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vrm/gltf/image.hpp"

// Image files for tests, made without the code under test where that matters.
namespace vrm::gltf::samples {

using Bytes = std::string;

Image gradient(std::uint32_t width, std::uint32_t height);  // opaque and smooth
Image withAlpha(Image image);                               // the same with alpha from 1 to 255
Image grey(const Image& image);                             // the luma of JFIF
Image noise(std::uint32_t width, std::uint32_t height);

Bytes big32(std::uint32_t value);
Bytes deflated(const Bytes& data);  // a zlib stream of stored blocks
Bytes pngChunk(const Bytes& type, const Bytes& data);

struct PngKind {
  std::uint8_t colorType, depth;
};
std::vector<PngKind> allPngKinds();

struct PngSample {
  Bytes bytes;
  Image expected;
};
PngSample makePng(PngKind kind, std::uint32_t width, std::uint32_t height, bool interlaced,
                  bool transparency);

enum class JpegSpace { YCbCr, Rgb, Grey, Cmyk, Ycck };
struct JpegOptions {
  JpegSpace space = JpegSpace::YCbCr;
  bool progressive = false;
  bool arithmetic = false;
  bool separateScans = false;  // one for each component
  unsigned restartInterval = 0;
  bool adobeMarker = true;  // only with Cmyk
};
Bytes makeJpeg(const Image& image, const JpegOptions& options);
std::vector<std::size_t> scans(const Bytes& jpeg);  // where each begins, with the tables in front of it

Bytes makeWebp(const Image& image, bool lossless);
Bytes animatedWebp(const Bytes& still, std::uint32_t width, std::uint32_t height);  // of one frame

// Of every format and coding, each below 2 kB.
std::vector<Bytes> smallSamples();

}  // namespace vrm::gltf::samples
