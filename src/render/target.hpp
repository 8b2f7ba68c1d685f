// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <memory>

#include "render/gl_objects.hpp"
#include "vrm/render/renderer.hpp"

namespace vrm::render {

struct Target::Impl {
  std::shared_ptr<const Gl> gl;
  std::uint32_t width = 0, height = 0;
  GLuint framebuffer = 0;      // drawn to; `drawn`, or somebody else's
  bool shaderEncodes = false;  // because the framebuffer does not; colours then mix as they are stored
  GlFramebuffer drawn;         // with all samples
  GlRenderbuffer color, depth;
  GlFramebuffer resolved;  // the picture; the same as `drawn` when there is one sample
  GlRenderbuffer picture;

  void bind() const;
};

Result<std::unique_ptr<Target::Impl>> makeTargetImpl(const std::shared_ptr<const Gl>& gl, std::uint32_t width,
                                                     std::uint32_t height, std::uint32_t samples);
Result<std::unique_ptr<Target::Impl>> wrapTargetImpl(const std::shared_ptr<const Gl>& gl, GLuint framebuffer,
                                                     std::uint32_t width, std::uint32_t height);

}  // namespace vrm::render
