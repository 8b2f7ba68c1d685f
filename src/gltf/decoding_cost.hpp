// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "vrm/gltf/image.hpp"

namespace vrm::gltf {

// What decoding an image takes, in bytes that are read and made: the encoded ones, and 4 per pixel. A JPEG goes over all
// pixels again in every scan, of which encoders write at most a dozen or two; it counts once for every 16 that it has.
// `info` is what probeImage says of it.
std::uint64_t decodingCost(std::span<const std::byte> bytes, const ImageInfo& info) noexcept;

}  // namespace vrm::gltf
