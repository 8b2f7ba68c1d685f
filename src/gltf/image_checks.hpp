// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What everything that takes images says about those that are none, or that it cannot write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "vrm/gltf/image.hpp"

namespace vrm::gltf {

inline constexpr std::uint64_t kBytesPerPixel = 4;

inline Error imageError(Code code, std::string message) {
  return Error{code, std::move(message), "", kNoOffset};
}

inline Error imagesDisabled() {
  return imageError(Code::ImageDisabled, "this build has no image codecs (VRM_IMAGES is off)");
}

inline Result<void> checkPixels(const Image& image) {
  const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
  // Compared by division, for 4 * pixels may be more than 64 bits hold.
  if (image.rgba.size() % kBytesPerPixel != 0 || image.rgba.size() / kBytesPerPixel != pixels) {
    return imageError(Code::ApiMisuse, "an image of " + std::to_string(image.width) + " x " +
                                           std::to_string(image.height) + " pixels cannot have " +
                                           std::to_string(image.rgba.size()) + " bytes");
  }
  return {};
}

// An option that is a number, by the name it has in its struct.
inline Result<void> checkOption(std::string_view name, int value, int least, int most) {
  if (value >= least && value <= most) return {};
  return imageError(Code::ApiMisuse, std::string(name) + " is " + std::to_string(value) + ", it has to be " +
                                         std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace vrm::gltf
