// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any bytes as a picture: an error with a reason, or as many pixels as its header says, which survive being
// written.
//
// Dictionary: image.dict
// Mutations: 4000
#include <cstdint>
#include <span>

#include "fuzz_support.hpp"

namespace vrm::fuzz {

std::size_t modelStart(std::span<const std::uint8_t> input) {
  return input.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gltf;
  Limits limits;
  limits.imagePixels = 1u << 20;
  limits.decodedBytes = 32u << 20;
  const auto bytes = std::as_bytes(std::span(data, size));
  const ImageInfo info = probeImage(bytes);
  require((info.width == 0) == (info.height == 0), "pictures have both sides or none");
  require(info.format != ImageFormat::Unknown || info.width == 0, "what has sides has a format");

  const Result<Image> image = decodeImage(bytes, limits);
  if (!image) {
    requireReason(image.error());
    return 0;
  }
  require(image->width == info.width && image->height == info.height, "the size is what the header says");
  require(image->rgba.size() == std::size_t{4} * image->width * image->height, "every pixel is there");

  const auto png = encodePng(*image, {.level = 1});
  require(png.ok(), "what was read can be written");
  const Result<Image> back = decodeImage(*png, limits);
  require(back.ok() && *back == *image, "pixels survive writing");
  return 0;
}

}  // namespace vrm::fuzz
