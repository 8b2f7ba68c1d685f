// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <memory>
#include <string>

#include "vrm/base/result.hpp"

namespace vrm::render {

// Finds the functions of OpenGL by name, as eglGetProcAddress, glfwGetProcAddress and their like do.
using GlProc = void (*)();
using GlLoader = GlProc (*)(const char* name);

// An OpenGL ES 3 context without a window, from EGL: on a graphics card, or on the processor where Mesa's
// software driver is installed. Programs with a context of their own need none.
class Context {
 public:
  // Makes a context and makes it current in this thread. RENDER_UNAVAILABLE says what is missing.
  static Result<Context> headless();

  Context(Context&& other) noexcept;
  Context& operator=(Context&& other) noexcept;
  ~Context();  // what was made in the context must be gone

  Result<void> makeCurrent();
  GlLoader loader() const noexcept;
  const std::string& renderer() const noexcept;  // its name: "llvmpipe (LLVM 15.0.6, 256 bits)"

 private:
  struct Impl;
  explicit Context(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace vrm::render
