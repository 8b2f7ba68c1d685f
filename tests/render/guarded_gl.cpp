// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/guarded_gl.hpp"

#include <limits>
#include <string_view>

#include "render/darkroom.hpp"
#include "render/gl.hpp"
#include "support/starve.hpp"

namespace vrm::test {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

struct State {
  std::int64_t objects = 0;
  std::uint64_t left = kNever;  // questions until the one that is answered with no
  bool refused = false;
};
constinit State state;

bool refuses() {
  if (state.left == kNever || state.refused || state.left-- > 0) return false;
  return state.refused = true;
}

enum class Function : std::uint8_t {
#define VRM_NAME(name) name,
  VRM_GL_FUNCTIONS(VRM_NAME) VRM_GL_NATIVE_FUNCTIONS(VRM_NAME)
#undef VRM_NAME
};

// What a call means for the number of objects. Those that take a list begin with its length.
template <Function function, class First = int, class... Rest>
void count(First first = {}, Rest...) {
  using enum Function;
  constexpr bool kMakes = function == GenBuffers || function == GenFramebuffers || function == GenRenderbuffers ||
                          function == GenSamplers || function == GenTextures || function == GenVertexArrays;
  constexpr bool kTakes = function == DeleteBuffers || function == DeleteFramebuffers || function == DeleteRenderbuffers ||
                          function == DeleteSamplers || function == DeleteTextures || function == DeleteVertexArrays;
  if constexpr (kMakes) state.objects += first;
  if constexpr (kTakes) state.objects -= first;
  if constexpr (function == CreateShader || function == CreateProgram) ++state.objects;
  if constexpr (function == DeleteShader || function == DeleteProgram) state.objects -= first != 0 ? 1 : 0;
}

template <Function function, class R, class... A>
struct Guarded {
  static inline R (*real)(A...) = nullptr;

  static R call(A... arguments) {
    const Starve::Pause pause;
    if constexpr (function == Function::CreateShader || function == Function::CreateProgram) {
      if (refuses()) return 0;
    }
    count<function>(arguments...);
    if constexpr (function == Function::GetError) {
      if (refuses()) return GL_OUT_OF_MEMORY;
    } else if constexpr (function == Function::CheckFramebufferStatus) {
      if (refuses()) return GL_FRAMEBUFFER_UNSUPPORTED;
    } else if constexpr (function == Function::MapBufferRange || function == Function::GetString) {
      if (refuses()) return nullptr;
    } else if constexpr (function == Function::UnmapBuffer) {
      const R done = real(arguments...);
      return refuses() ? R{GL_FALSE} : done;
    } else if constexpr (function == Function::GetShaderiv || function == Function::GetProgramiv) {
      if (refuses()) return answerNo(arguments...);
    }
    return real(arguments...);
  }

 private:
  static void answerNo(GLuint, GLenum, GLint* out) { *out = GL_FALSE; }
};
template <Function function, class R, class... A>
Guarded<function, R, A...> guardedOf(R (*)(A...));

}  // namespace

render::GlProc guardedLoader(const char* name) {
  const render::GlProc found = loader()(name);
  if (!found || refuses()) return nullptr;
#define VRM_GUARD(known)                                                       \
  if (std::string_view(name) == "gl" #known) {                                 \
    using Door = decltype(guardedOf<Function::known>(&::gl##known));           \
    Door::real = reinterpret_cast<decltype(Door::real)>(found);                \
    return reinterpret_cast<render::GlProc>(&Door::call);                      \
  }
  VRM_GL_FUNCTIONS(VRM_GUARD)
  VRM_GL_NATIVE_FUNCTIONS(VRM_GUARD)
#undef VRM_GUARD
  return found;
}

std::int64_t liveGlObjects() noexcept {
  return state.objects;
}

GlRefuses::GlRefuses(std::uint64_t number) noexcept {
  state.left = number;
  state.refused = false;
}
GlRefuses::~GlRefuses() {
  state.left = kNever;
}
bool GlRefuses::happened() const noexcept {
  return state.refused;
}

}  // namespace vrm::test
