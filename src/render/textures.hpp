// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "render/gl_objects.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/image.hpp"

namespace vrm::render {

// An image with the way in which a texture of the file samples it.
struct GpuTexture {
  GLuint image = 0;
  GLuint sampler = 0;
};

// The textures of a model. An image that is used both as colours and as data is uploaded twice; images and
// samplers that several textures have are shared.
class Textures {
 public:
  Textures() = default;
  // Pictures of `most` bytes together are uploaded at most, their smaller copies not counted.
  Textures(const Gl& gl, const gltf::Asset& asset, std::span<const gltf::Image> images, std::uint64_t most)
      : gl_(&gl), asset_(&asset), sources_(images), most_(most), left_(most) {}

  // Null when its image is missing. Stays where it is.
  Result<const GpuTexture*> get(TextureIndex texture, bool srgb);
  // After this get() must not be called any more: the sources may go.
  void finish();

 private:
  Result<GLuint> imageOf(ImageIndex image, bool srgb);
  GLuint samplerOf(const gltf::Sampler& sampler);

  const Gl* gl_ = nullptr;
  const gltf::Asset* asset_ = nullptr;
  std::span<const gltf::Image> sources_;
  std::uint64_t most_ = 0, left_ = 0;
  std::map<std::pair<std::uint32_t, bool>, GlTexture> images_;
  std::map<std::uint64_t, GlSampler> samplers_;  // by what it says
  std::map<std::pair<std::uint32_t, bool>, GpuTexture> textures_;
};

// One pixel.
GlTexture makePixel(const Gl& gl, const std::array<std::uint8_t, 4>& rgba);

}  // namespace vrm::render
