// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/gl.hpp"

#include <string>

namespace vrm::render {
namespace {

// "OpenGL ES 3.2 Mesa ...", "OpenGL ES 3.0 (WebGL 2.0 ...)"
bool isEs3(const char* version) {
  const std::string_view text = version ? version : "";
  constexpr std::string_view kStart = "OpenGL ES ";
  return text.starts_with(kStart) && text.size() > kStart.size() && text[kStart.size()] >= '3';
}

const char* nameOf(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
    default: return "an unknown error";
  }
}

}  // namespace

Result<std::shared_ptr<const Gl>> loadGl([[maybe_unused]] GlLoader loader) {
  auto gl = std::make_shared<Gl>();
#ifdef __EMSCRIPTEN__
#define VRM_GL_LOAD(name) gl->name = &::gl##name;
#else
  if (!loader) return Error{Code::ApiMisuse, "the renderer needs a loader of OpenGL functions", "", kNoOffset};
#define VRM_GL_LOAD(name)                                                                                 \
  gl->name = reinterpret_cast<decltype(gl->name)>(loader("gl" #name));                                    \
  if (!gl->name) {                                                                                        \
    return Error{Code::RenderUnavailable, "the graphics driver has no function gl" #name, "", kNoOffset}; \
  }
#endif
  VRM_GL_FUNCTIONS(VRM_GL_LOAD)
  VRM_GL_NATIVE_FUNCTIONS(VRM_GL_LOAD)
#undef VRM_GL_LOAD
  const char* version = reinterpret_cast<const char*>(gl->GetString(GL_VERSION));
  if (!isEs3(version)) {
    return Error{Code::RenderUnavailable,
                 "the current context is " + std::string(version ? version : "none") +
                     "; the renderer needs OpenGL ES 3.0 or later",
                 "", kNoOffset};
  }
  gl->GetIntegerv(GL_MAX_TEXTURE_SIZE, &gl->maxTextureSize);
  gl->GetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &gl->maxLayers);
  gl->GetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &gl->uniformAlignment);
  // Of the format that pictures are drawn in; GL_MAX_SAMPLES is about others too.
  gl->GetInternalformativ(GL_RENDERBUFFER, GL_SRGB8_ALPHA8, GL_SAMPLES, 1, &gl->maxSamples);
  if (Result<void> fine = checkGl(*gl, "asking what the driver can do"); !fine) return std::move(fine).error();
  return std::shared_ptr<const Gl>(std::move(gl));
}

void resetState(const Gl& gl) {
  static constexpr GLenum kOff[] = {GL_SCISSOR_TEST,    GL_STENCIL_TEST,       GL_SAMPLE_ALPHA_TO_COVERAGE,
                                    GL_SAMPLE_COVERAGE, GL_RASTERIZER_DISCARD, GL_DITHER,
                                    GL_POLYGON_OFFSET_FILL};
  for (const GLenum what : kOff) gl.Disable(what);
  gl.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl.DepthMask(GL_TRUE);
  gl.DepthRangef(0, 1);
  gl.BlendEquation(GL_FUNC_ADD);
  gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
  gl.BindVertexArray(0);
  gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  gl.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  static constexpr GLenum kZero[] = {GL_UNPACK_ROW_LENGTH,  GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_ROWS,
                                     GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_IMAGES,  GL_PACK_ROW_LENGTH,
                                     GL_PACK_SKIP_ROWS,     GL_PACK_SKIP_PIXELS};
  for (const GLenum what : kZero) gl.PixelStorei(what, 0);
  gl.PixelStorei(GL_UNPACK_ALIGNMENT, 4);
  gl.PixelStorei(GL_PACK_ALIGNMENT, 4);
}

Result<void> checkGl(const Gl& gl, const char* what) {
  const GLenum first = gl.GetError();
  if (first == GL_NO_ERROR) return {};
  // One call may leave several; a context that is lost gives them for ever.
  constexpr int kMost = 16;
  for (int i = 0; i < kMost && gl.GetError() != GL_NO_ERROR; ++i) {
  }
  const Code code = first == GL_OUT_OF_MEMORY ? Code::OutOfMemory : Code::RenderFailed;
  return Error{code, std::string("the graphics driver said ") + nameOf(first) + " while " + what, "", kNoOffset};
}

}  // namespace vrm::render
