// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/gl_objects.hpp"

#include <algorithm>

namespace vrm::render {
namespace {

constexpr std::size_t kTexelBytes = 16;
constexpr std::size_t kWidth = kTableWidth;

}  // namespace

Table::Table(const Gl& gl, GLenum format, std::size_t texels) : texture_(gl), format_(format) {
  const std::size_t rows = std::max<std::size_t>((texels + kWidth - 1) / kWidth, 1);
  const std::size_t layers = (rows + kWidth - 1) / kWidth;
  gl.ActiveTexture(GL_TEXTURE0);
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture_.id());
  gl.TexStorage3D(GL_TEXTURE_2D_ARRAY, 1, format, kTableWidth,
                  static_cast<GLsizei>(layers == 1 ? rows : kWidth), static_cast<GLsizei>(layers));
  // Nothing else is complete for texels that are not filtered.
  gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

void Table::write(const Gl& gl, std::size_t first, std::span<const std::byte> data) const {
  const GLenum layout = format_ == GL_RGBA32I ? GL_RGBA_INTEGER : GL_RGBA;
  const GLenum type = format_ == GL_RGBA32I ? GL_INT : GL_FLOAT;
  gl.ActiveTexture(GL_TEXTURE0);
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture_.id());
  for (std::size_t left = data.size() / kTexelBytes, at = first; left > 0;) {
    // The rest of a row, or as many whole rows as the layer has left.
    const std::size_t x = at % kWidth, row = at / kWidth;
    const std::size_t rows = x != 0 || left < kWidth ? 1 : std::min(left / kWidth, kWidth - row % kWidth);
    const std::size_t width = rows == 1 ? std::min(left, kWidth - x) : kWidth;
    gl.TexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, static_cast<GLint>(x), static_cast<GLint>(row % kWidth),
                     static_cast<GLint>(row / kWidth), static_cast<GLsizei>(width), static_cast<GLsizei>(rows),
                     1, layout, type, data.data() + (at - first) * kTexelBytes);
    at += width * rows;
    left -= width * rows;
  }
}

void Table::bind(const Gl& gl, GLuint unit) const {
  gl.ActiveTexture(GL_TEXTURE0 + unit);
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture_.id());
  gl.BindSampler(unit, 0);
}

std::size_t mostTexels(const Gl& gl) {
  return kWidth * kWidth * static_cast<std::size_t>(std::max(gl.maxLayers, 1));
}

}  // namespace vrm::render
