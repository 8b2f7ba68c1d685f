// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "render/gl.hpp"

namespace vrm::render {

// A linked program.
class Program {
 public:
  Program() = default;
  Program(Program&& other) noexcept;
  Program& operator=(Program&& other) noexcept;
  ~Program();

  // `defines` come before the sources, which have no #version. `outputs` are kept by transform feedback, side by
  // side.
  static Result<Program> make(const Gl& gl, std::string_view defines, std::string_view vertex,
                              std::string_view fragment, std::span<const char* const> outputs = {});

  GLuint id() const noexcept { return id_; }
  GLint uniform(const char* name) const;
  // The program must be in use. Samplers and blocks that it does not have are passed over.
  void setSampler(const char* name, GLint unit) const;
  void setBlock(const char* name, GLuint binding) const;

 private:
  const Gl* gl_ = nullptr;
  GLuint id_ = 0;
};

}  // namespace vrm::render
