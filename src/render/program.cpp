// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/program.hpp"

#include <array>
#include <utility>

namespace vrm::render {
namespace {

constexpr std::string_view kVersion =
    "#version 300 es\n"
    "precision highp float;\n"
    "precision highp int;\n"
    "precision highp sampler2D;\n"
    "precision highp sampler2DArray;\n"
    "precision highp isampler2DArray;\n";

// A shader until it is attached.
class Shader {
 public:
  Shader(const Gl& gl, GLenum kind) : gl_(gl), id_(gl.CreateShader(kind)) {}
  ~Shader() { gl_.DeleteShader(id_); }
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

  GLuint id() const noexcept { return id_; }
  Result<void> compile(std::string_view defines, std::string_view source) const {
    const std::array<std::string_view, 3> texts{kVersion, defines, source};
    std::array<const GLchar*, 3> starts{};
    std::array<GLint, 3> sizes{};
    for (std::size_t i = 0; i < texts.size(); ++i) {
      starts[i] = texts[i].data();
      sizes[i] = static_cast<GLint>(texts[i].size());
    }
    gl_.ShaderSource(id_, static_cast<GLsizei>(texts.size()), starts.data(), sizes.data());
    gl_.CompileShader(id_);
    GLint compiled = GL_FALSE;
    gl_.GetShaderiv(id_, GL_COMPILE_STATUS, &compiled);
    if (compiled) return {};
    std::array<char, 2048> log{};
    gl_.GetShaderInfoLog(id_, static_cast<GLsizei>(log.size()), nullptr, log.data());
    return Error{Code::RenderFailed, "the graphics driver does not compile a shader: " + std::string(log.data()),
                 "", kNoOffset};
  }

 private:
  const Gl& gl_;
  GLuint id_;
};

}  // namespace

Program::Program(Program&& other) noexcept : gl_(other.gl_), id_(std::exchange(other.id_, 0)) {}
Program& Program::operator=(Program&& other) noexcept {
  std::swap(gl_, other.gl_);
  std::swap(id_, other.id_);
  return *this;
}
Program::~Program() {
  if (id_ != 0) gl_->DeleteProgram(id_);
}

Result<Program> Program::make(const Gl& gl, std::string_view defines, std::string_view vertex,
                              std::string_view fragment, std::span<const char* const> outputs) {
  const auto none = [&]() -> Error {
    Result<void> fine = checkGl(gl, "making a program");
    return fine ? Error{Code::RenderFailed, "the graphics driver makes no more programs", "", kNoOffset}
                : std::move(fine).error();
  };
  const Shader first(gl, GL_VERTEX_SHADER), second(gl, GL_FRAGMENT_SHADER);
  if (first.id() == 0 || second.id() == 0) return none();
  if (Result<void> done = first.compile(defines, vertex); !done) return std::move(done).error();
  if (Result<void> done = second.compile(defines, fragment); !done) return std::move(done).error();
  Program out;
  out.gl_ = &gl;
  out.id_ = gl.CreateProgram();
  if (out.id_ == 0) return none();
  gl.AttachShader(out.id_, first.id());
  gl.AttachShader(out.id_, second.id());
  if (!outputs.empty()) {
    gl.TransformFeedbackVaryings(out.id_, static_cast<GLsizei>(outputs.size()), outputs.data(),
                                 GL_INTERLEAVED_ATTRIBS);
  }
  gl.LinkProgram(out.id_);
  GLint linked = GL_FALSE;
  gl.GetProgramiv(out.id_, GL_LINK_STATUS, &linked);
  if (linked) return out;
  std::array<char, 2048> log{};
  gl.GetProgramInfoLog(out.id_, static_cast<GLsizei>(log.size()), nullptr, log.data());
  return Error{Code::RenderFailed, "the graphics driver does not link a program: " + std::string(log.data()), "",
               kNoOffset};
}

GLint Program::uniform(const char* name) const {
  return gl_->GetUniformLocation(id_, name);
}

void Program::setSampler(const char* name, GLint unit) const {
  if (const GLint location = uniform(name); location >= 0) gl_->Uniform1i(location, unit);
}

void Program::setBlock(const char* name, GLuint binding) const {
  const GLuint index = gl_->GetUniformBlockIndex(id_, name);
  if (index != GL_INVALID_INDEX) gl_->UniformBlockBinding(id_, index, binding);
}

}  // namespace vrm::render
