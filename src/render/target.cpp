// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/target.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/memory.hpp"
#include "schema/color.hpp"

namespace vrm::render {
namespace {

// IEC 61966-2-1; schema::linearFromSrgb() is the way back.
double toSrgb(double linear) {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

// The framebuffer has light times alpha, encoded, or encoded light times alpha; pictures have the colour and its alpha
// apart.
void unmultiply(std::vector<std::uint8_t>& rgba, bool shaderEncodes) {
  std::array<double, 256> linear{};
  for (std::size_t i = 0; i < linear.size(); ++i) {
    const float stored = static_cast<float>(i) / 255;
    linear[i] = static_cast<double>(shaderEncodes ? stored : schema::linearFromSrgb(stored));
  }
  for (std::size_t i = 0; i + 3 < rgba.size(); i += 4) {
    const std::uint8_t alpha = rgba[i + 3];
    if (alpha == 255) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const double color = std::min(alpha == 0 ? 0 : linear[rgba[i + k]] * 255 / alpha, 1.0);
      rgba[i + k] = static_cast<std::uint8_t>(std::lround(255 * (shaderEncodes ? color : toSrgb(color))));
    }
  }
}

Result<void> checkComplete(const Gl& gl) {
  if (gl.CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return {};
  return Error{Code::RenderFailed, "the graphics card cannot draw pictures of this size", "", kNoOffset};
}

}  // namespace

Result<std::unique_ptr<Target::Impl>> makeTargetImpl(const std::shared_ptr<const Gl>& shared, std::uint32_t width,
                                                     std::uint32_t height, std::uint32_t samples) {
  const Gl& gl = *shared;
  GLint most = 0;
  gl.GetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  if (width == 0 || height == 0 || std::max(width, height) > static_cast<std::uint32_t>(most)) {
    return Error{Code::ApiMisuse,
                 "pictures have 1 to " + std::to_string(most) + " pixels a side here, not " + std::to_string(width) +
                     " x " + std::to_string(height),
                 "", kNoOffset};
  }
  // About 2.5 GB, which a software driver takes of the machine's own memory.
  constexpr std::uint64_t kMostSamples = 1u << 28;
  const GLint count = samples > 1 ? std::min(static_cast<GLint>(std::min(samples, 64u)), gl.maxSamples) : 0;
  const std::uint64_t perPixel = count > 0 ? static_cast<std::uint64_t>(count) : 1;
  if (std::uint64_t{width} * height * perPixel > kMostSamples) {
    return Error{Code::LimitImagePixels,
                 "a picture of " + std::to_string(width) + " x " + std::to_string(height) + " pixels, " +
                     std::to_string(perPixel) + " samples each, takes too much memory; fewer will do",
                 "", kNoOffset};
  }
  auto out = std::make_unique<Target::Impl>();
  out->gl = shared;
  out->width = width;
  out->height = height;
  const auto storage = [&](GlRenderbuffer& buffer, GLenum format, GLenum attachment, GLint each) {
    buffer = GlRenderbuffer(gl);
    gl.BindRenderbuffer(GL_RENDERBUFFER, buffer.id());
    gl.RenderbufferStorageMultisample(GL_RENDERBUFFER, each, format, static_cast<GLsizei>(width),
                                      static_cast<GLsizei>(height));
    gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer.id());
  };
  resetState(gl);
  out->drawn = GlFramebuffer(gl);
  out->framebuffer = out->drawn.id();
  gl.BindFramebuffer(GL_FRAMEBUFFER, out->framebuffer);
  storage(out->color, GL_SRGB8_ALPHA8, GL_COLOR_ATTACHMENT0, count);
  storage(out->depth, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, count);
  if (Result<void> fine = checkComplete(gl); !fine) return std::move(fine).error();
  if (count > 0) {
    out->resolved = GlFramebuffer(gl);
    gl.BindFramebuffer(GL_FRAMEBUFFER, out->resolved.id());
    storage(out->picture, GL_SRGB8_ALPHA8, GL_COLOR_ATTACHMENT0, 0);
    if (Result<void> fine = checkComplete(gl); !fine) return std::move(fine).error();
  }
  if (Result<void> fine = checkGl(gl, "making room for a picture"); !fine) return std::move(fine).error();
  return out;
}

Result<std::unique_ptr<Target::Impl>> wrapTargetImpl(const std::shared_ptr<const Gl>& shared, GLuint framebuffer,
                                                     std::uint32_t width, std::uint32_t height) {
  const Gl& gl = *shared;
  const auto misuse = [](const char* what) { return Error{Code::ApiMisuse, what, "", kNoOffset}; };
  if (width == 0 || height == 0) return misuse("a framebuffer has at least one pixel");
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  if (gl.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    return misuse("the framebuffer is not complete, or the context has none");
  const auto ask = [&](GLenum attachment, GLenum what) {
    GLint value = 0;
    gl.GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, what, &value);
    return static_cast<GLenum>(value);
  };
  const GLenum color = framebuffer == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0;
  const GLenum depth = framebuffer == 0 ? GL_DEPTH : GL_DEPTH_ATTACHMENT;
  if (ask(color, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_NONE) return misuse("the framebuffer has no colours");
  if (ask(depth, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_NONE) return misuse("the framebuffer has no depth");
  auto out = std::make_unique<Target::Impl>();
  out->gl = shared;
  out->width = width;
  out->height = height;
  out->framebuffer = framebuffer;
  out->shaderEncodes =
      ask(color, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING) == GL_LINEAR &&
      ask(color, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) == GL_UNSIGNED_NORMALIZED;
  if (Result<void> fine = checkGl(gl, "asking about a framebuffer"); !fine) return std::move(fine).error();
  return out;
}

void Target::Impl::bind() const {
  gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  gl->Viewport(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height));
}

Target::Target(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Target::Target(Target&&) noexcept = default;
Target& Target::operator=(Target&&) noexcept = default;
Target::~Target() = default;

std::uint32_t Target::width() const noexcept {
  return impl_->width;
}
std::uint32_t Target::height() const noexcept {
  return impl_->height;
}

void Target::clear(Vec4 color) {
  const Gl& gl = *impl_->gl;
  resetState(gl);
  impl_->bind();
  const auto light = [&](float c) {
    const float stored = std::clamp(c, 0.0f, 1.0f);
    return (impl_->shaderEncodes ? stored : schema::linearFromSrgb(stored)) * color.w;
  };
  gl.ClearColor(light(color.x), light(color.y), light(color.z), color.w);
  gl.ClearDepthf(1);
  gl.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

Result<gltf::Image> Target::read() try {
  const Gl& gl = *impl_->gl;
  const auto width = static_cast<GLsizei>(impl_->width), height = static_cast<GLsizei>(impl_->height);
  resetState(gl);
  if (impl_->resolved) {
    gl.BindFramebuffer(GL_READ_FRAMEBUFFER, impl_->framebuffer);
    gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, impl_->resolved.id());
    gl.BlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
  gl.BindFramebuffer(GL_FRAMEBUFFER, impl_->resolved ? impl_->resolved.id() : impl_->framebuffer);
  gltf::Image out;
  out.width = impl_->width;
  out.height = impl_->height;
  std::vector<std::uint8_t> upward(std::size_t{out.width} * out.height * 4);
  gl.ReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, upward.data());
  if (Result<void> fine = checkGl(gl, "reading a picture"); !fine) return std::move(fine).error();
  // OpenGL's rows go upwards.
  const std::size_t row = std::size_t{out.width} * 4;
  out.rgba.reserve(upward.size());
  for (std::size_t y = out.height; y-- > 0;) {
    const auto start = upward.begin() + static_cast<std::ptrdiff_t>(y * row);
    out.rgba.insert(out.rgba.end(), start, start + static_cast<std::ptrdiff_t>(row));
  }
  unmultiply(out.rgba, impl_->shaderEncodes);
  return out;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::render
