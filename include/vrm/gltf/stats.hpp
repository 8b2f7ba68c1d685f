// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <vector>

#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/image.hpp"

namespace vrm::gltf {

// How large a model is, in the numbers by which people judge avatars.
struct Stats {
  struct ImageStats {
    ImageInfo info;
    std::uint64_t bytes = 0;  // encoded
    bool readable = true;     // false: the data could not be found
  };

  std::uint64_t vertices = 0;   // of all primitives; an accessor shared by several counts once
  std::uint64_t triangles = 0;  // of all meshes, each once, however many nodes show it
  std::uint32_t primitives = 0;
  std::uint32_t morphTargets = 0;  // summed over meshes
  std::uint32_t joints = 0;        // different nodes that some skin uses
  std::vector<ImageStats> images;

  // Rough memory of a renderer that holds everything on the GPU.
  std::uint64_t geometryBytes = 0;  // vertex attributes, indices and morph targets as stored
  std::uint64_t textureBytes = 0;   // images as RGBA8 with all mip levels (a third more)
};

Stats computeStats(const Document& document, const Asset& asset);

}  // namespace vrm::gltf
