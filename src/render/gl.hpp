// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <GLES3/gl3.h>

#include <memory>
#include <string>

#include "vrm/base/result.hpp"
#include "vrm/render/context.hpp"

namespace vrm::render {

// What is used of OpenGL ES 3.0; all of it is in WebGL 2 too but for reading buffers back, which only tests do.
#define VRM_GL_FUNCTIONS(X)                                                                          \
  X(ActiveTexture)                                                                                   \
  X(AttachShader)                                                                                    \
  X(BeginTransformFeedback)                                                                          \
  X(BindBuffer)                                                                                      \
  X(BindBufferBase)                                                                                  \
  X(BindBufferRange)                                                                                 \
  X(BindFramebuffer)                                                                                 \
  X(BindRenderbuffer)                                                                                \
  X(BindSampler)                                                                                     \
  X(BindTexture)                                                                                     \
  X(BindTransformFeedback)                                                                           \
  X(BindVertexArray)                                                                                 \
  X(BlendEquation)                                                                                   \
  X(BlendFuncSeparate)                                                                               \
  X(BlitFramebuffer)                                                                                 \
  X(BufferData)                                                                                      \
  X(BufferSubData)                                                                                   \
  X(CheckFramebufferStatus)                                                                          \
  X(Clear)                                                                                           \
  X(ClearColor)                                                                                      \
  X(ClearDepthf)                                                                                     \
  X(ColorMask)                                                                                       \
  X(CompileShader)                                                                                   \
  X(CreateProgram)                                                                                   \
  X(CreateShader)                                                                                    \
  X(CullFace)                                                                                        \
  X(DeleteBuffers)                                                                                   \
  X(DeleteFramebuffers)                                                                              \
  X(DeleteProgram)                                                                                   \
  X(DeleteRenderbuffers)                                                                             \
  X(DeleteSamplers)                                                                                  \
  X(DeleteShader)                                                                                    \
  X(DeleteTextures)                                                                                  \
  X(DeleteVertexArrays)                                                                              \
  X(DepthFunc)                                                                                       \
  X(DepthMask)                                                                                       \
  X(DepthRangef)                                                                                     \
  X(Disable)                                                                                         \
  X(DrawArrays)                                                                                      \
  X(DrawElements)                                                                                    \
  X(Enable)                                                                                          \
  X(EnableVertexAttribArray)                                                                         \
  X(EndTransformFeedback)                                                                            \
  X(FramebufferRenderbuffer)                                                                         \
  X(FrontFace)                                                                                       \
  X(GenBuffers)                                                                                      \
  X(GenFramebuffers)                                                                                 \
  X(GenRenderbuffers)                                                                                \
  X(GenSamplers)                                                                                     \
  X(GenTextures)                                                                                     \
  X(GenVertexArrays)                                                                                 \
  X(GenerateMipmap)                                                                                  \
  X(GetError)                                                                                        \
  X(GetFramebufferAttachmentParameteriv)                                                             \
  X(GetIntegerv)                                                                                     \
  X(GetInternalformativ)                                                                             \
  X(GetProgramInfoLog)                                                                               \
  X(GetProgramiv)                                                                                    \
  X(GetShaderInfoLog)                                                                                \
  X(GetShaderiv)                                                                                     \
  X(GetString)                                                                                       \
  X(GetUniformBlockIndex)                                                                            \
  X(GetUniformLocation)                                                                              \
  X(LinkProgram)                                                                                     \
  X(PixelStorei)                                                                                     \
  X(PolygonOffset)                                                                                   \
  X(ReadPixels)                                                                                      \
  X(RenderbufferStorageMultisample)                                                                  \
  X(SamplerParameteri)                                                                               \
  X(ShaderSource)                                                                                    \
  X(TexParameteri)                                                                                   \
  X(TexStorage2D)                                                                                    \
  X(TexStorage3D)                                                                                    \
  X(TexSubImage2D)                                                                                   \
  X(TexSubImage3D)                                                                                   \
  X(TransformFeedbackVaryings)                                                                       \
  X(Uniform1i)                                                                                       \
  X(Uniform4f)                                                                                       \
  X(UniformBlockBinding)                                                                             \
  X(UniformMatrix4fv)                                                                                \
  X(UseProgram)                                                                                      \
  X(VertexAttribIPointer)                                                                            \
  X(VertexAttribPointer)                                                                             \
  X(Viewport)

#ifndef __EMSCRIPTEN__
#define VRM_GL_NATIVE_FUNCTIONS(X) X(MapBufferRange) X(UnmapBuffer)
#else
#define VRM_GL_NATIVE_FUNCTIONS(X)
#endif

// The functions of a context, and what it can do. Everything that has objects in it shares this.
struct Gl {
#define VRM_GL_MEMBER(name) decltype(&::gl##name) name = nullptr;
  VRM_GL_FUNCTIONS(VRM_GL_MEMBER)
  VRM_GL_NATIVE_FUNCTIONS(VRM_GL_MEMBER)
#undef VRM_GL_MEMBER

  GLint maxTextureSize = 0;
  GLint maxLayers = 0;
  GLint maxSamples = 0;
  GLint uniformAlignment = 256;
};

Result<std::shared_ptr<const Gl>> loadGl(GlLoader loader);

// What others may have set and nothing here wants: scissors, stencils, masks, buffers of pixels. Whatever a user calls
// begins with this, since the context may be shared with other drawing.
void resetState(const Gl& gl);

// What the context has to say since the last call; `what` was being done.
Result<void> checkGl(const Gl& gl, const char* what);

}  // namespace vrm::render
