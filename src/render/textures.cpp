// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/textures.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace vrm::render {

Result<const GpuTexture*> Textures::get(TextureIndex texture, bool srgb) {
  const std::pair key(texture.value, srgb);
  if (const auto found = textures_.find(key); found != textures_.end()) return &found->second;
  const gltf::Texture& source = asset_->textures[texture.value];
  const GpuTexture* none = nullptr;
  if (!source.source || source.source.value >= sources_.size()) return none;
  if (sources_[source.source.value].rgba.empty()) return none;
  Result<GLuint> image = imageOf(source.source, srgb);
  if (!image) return std::move(image).error();
  const gltf::Sampler sampler =
      source.sampler ? asset_->textureSamplers[source.sampler.value] : gltf::Sampler{};
  const GpuTexture made{*image, samplerOf(sampler)};
  const GpuTexture* kept = &textures_.emplace(key, made).first->second;
  return kept;
}

void Textures::finish() {
  asset_ = nullptr;
  sources_ = {};
}

Result<GLuint> Textures::imageOf(ImageIndex image, bool srgb) {
  const std::pair key(image.value, srgb);
  if (const auto found = images_.find(key); found != images_.end()) return found->second.id();
  const gltf::Image& source = sources_[image.value];
  const std::uint32_t side = std::max(source.width, source.height);
  if (side > static_cast<std::uint32_t>(gl_->maxTextureSize)) {
    return Error{Code::RenderFailed,
                 "an image is " + std::to_string(side) + " pixels long, the graphics card takes " +
                     std::to_string(gl_->maxTextureSize) + "; vrm optimize --max-texture makes it smaller",
                 "/images/" + std::to_string(image.value), kNoOffset};
  }
  // Without the smaller copies of it, a third: what may be decoded may be drawn.
  const std::uint64_t bytes = source.rgba.size();
  if (bytes > left_) {
    return Error{Code::LimitDecodedBytes,
                 "the textures take more memory of the graphics card than Limits::decodedBytes, " + std::to_string(most_),
                 "/images/" + std::to_string(image.value), kNoOffset};
  }
  left_ -= bytes;
  GlTexture texture(*gl_);
  gl_->ActiveTexture(GL_TEXTURE0);
  gl_->BindTexture(GL_TEXTURE_2D, texture.id());
  gl_->TexStorage2D(GL_TEXTURE_2D, static_cast<GLsizei>(std::bit_width(side)),
                    srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, static_cast<GLsizei>(source.width),
                    static_cast<GLsizei>(source.height));
  gl_->TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(source.width),
                     static_cast<GLsizei>(source.height), GL_RGBA, GL_UNSIGNED_BYTE, source.rgba.data());
  gl_->GenerateMipmap(GL_TEXTURE_2D);
  return images_.emplace(key, std::move(texture)).first->second.id();
}

GLuint Textures::samplerOf(const gltf::Sampler& sampler) {
  const std::uint64_t key = std::uint64_t{sampler.magFilter} << 48 | std::uint64_t{sampler.minFilter} << 32 |
                            std::uint64_t{sampler.wrapS} << 16 | sampler.wrapT;
  if (const auto found = samplers_.find(key); found != samplers_.end()) return found->second.id();
  GlSampler made(*gl_);
  const GLuint id = made.id();
  // glTF 2.0 section 3.8.4.1 uses OpenGL's numbers, and leaves what is not stated to us.
  gl_->SamplerParameteri(id, GL_TEXTURE_MAG_FILTER, sampler.magFilter != 0 ? sampler.magFilter : GL_LINEAR);
  gl_->SamplerParameteri(id, GL_TEXTURE_MIN_FILTER,
                         sampler.minFilter != 0 ? sampler.minFilter : GL_LINEAR_MIPMAP_LINEAR);
  gl_->SamplerParameteri(id, GL_TEXTURE_WRAP_S, sampler.wrapS);
  gl_->SamplerParameteri(id, GL_TEXTURE_WRAP_T, sampler.wrapT);
  samplers_.emplace(key, std::move(made));
  return id;
}

GlTexture makePixel(const Gl& gl, const std::array<std::uint8_t, 4>& rgba) {
  GlTexture texture(gl);
  gl.ActiveTexture(GL_TEXTURE0);
  gl.BindTexture(GL_TEXTURE_2D, texture.id());
  gl.TexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1);
  gl.TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return texture;
}

}  // namespace vrm::render
