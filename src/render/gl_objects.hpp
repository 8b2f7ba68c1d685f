// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "render/gl.hpp"

namespace vrm::render {

// An object of the context, which goes with its owner. The Gl must outlive it.
template <auto Gen, auto Delete>
class GlObject {
 public:
  GlObject() = default;
  explicit GlObject(const Gl& gl) : gl_(&gl) { (gl.*Gen)(1, &id_); }
  GlObject(GlObject&& other) noexcept : gl_(other.gl_), id_(std::exchange(other.id_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(gl_, other.gl_);
    std::swap(id_, other.id_);
    return *this;
  }
  ~GlObject() {
    if (id_ != 0) (gl_->*Delete)(1, &id_);
  }

  GLuint id() const noexcept { return id_; }
  explicit operator bool() const noexcept { return id_ != 0; }

 private:
  const Gl* gl_ = nullptr;
  GLuint id_ = 0;
};

using GlBuffer = GlObject<&Gl::GenBuffers, &Gl::DeleteBuffers>;
using GlTexture = GlObject<&Gl::GenTextures, &Gl::DeleteTextures>;
using GlSampler = GlObject<&Gl::GenSamplers, &Gl::DeleteSamplers>;
using GlVertexArray = GlObject<&Gl::GenVertexArrays, &Gl::DeleteVertexArrays>;
using GlFramebuffer = GlObject<&Gl::GenFramebuffers, &Gl::DeleteFramebuffers>;
using GlRenderbuffer = GlObject<&Gl::GenRenderbuffers, &Gl::DeleteRenderbuffers>;

// A buffer with these numbers in it.
template <class T>
GlBuffer makeBuffer(const Gl& gl, GLenum target, std::span<const T> data, GLenum usage = GL_STATIC_DRAW) {
  GlBuffer buffer(gl);
  gl.BindBuffer(target, buffer.id());
  gl.BufferData(target, static_cast<GLsizeiptr>(data.size_bytes()), data.data(), usage);
  return buffer;
}

// Tables that shaders fetch from by number: texel i of a texture is at (i % kTableWidth, i / kTableWidth), and in a
// texture of layers kTableWidth rows make one.
inline constexpr GLsizei kTableWidth = 1024;

// Texels of four floats or integers, 16 bytes each. Its size stays.
class Table {
 public:
  Table() = default;
  // `format` is GL_RGBA32F or GL_RGBA32I. Nothing in it yet.
  Table(const Gl& gl, GLenum format, std::size_t texels);

  // Replaces texels from `first` on, straight from `data`.
  void write(const Gl& gl, std::size_t first, std::span<const std::byte> data) const;
  void bind(const Gl& gl, GLuint unit) const;
  explicit operator bool() const noexcept { return static_cast<bool>(texture_); }

 private:
  GlTexture texture_;
  GLenum format_ = 0;
};

// How many texels a table can have.
std::size_t mostTexels(const Gl& gl);

}  // namespace vrm::render
