// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <cstdint>
#include <cstdlib>
#include <span>

#include "vrm/gltf/image.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vrm::gltf;
  vrm::Limits limits;
  limits.imagePixels = 1u << 20;
  limits.decodedBytes = 32u << 20;
  const auto bytes = std::as_bytes(std::span(data, size));
  const ImageInfo info = probeImage(bytes);
  require((info.width == 0) == (info.height == 0));
  require(info.format != ImageFormat::Unknown || info.width == 0);

  const vrm::Result<Image> image = decodeImage(bytes, limits);
  if (!image) {
    require(!image.error().message.empty());
    return 0;
  }
  require(image->width == info.width && image->height == info.height);
  require(image->rgba.size() == std::size_t{4} * image->width * image->height);

  const auto png = encodePng(*image, {.level = 1});
  require(png.ok());
  const vrm::Result<Image> back = decodeImage(*png, limits);
  require(back.ok() && *back == *image);
  return 0;
}
