// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <dlfcn.h>

#include <string_view>
#include <utility>

#include "base/memory.hpp"
#include "vrm/render/context.hpp"

namespace vrm::render {

// EGL is opened when it is needed: a program that draws nothing runs on machines without it.
#define VRM_EGL_FUNCTIONS(X) \
  X(BindAPI)                 \
  X(ChooseConfig)            \
  X(CreateContext)           \
  X(DestroyContext)          \
  X(GetCurrentContext)       \
  X(GetDisplay)              \
  X(GetProcAddress)          \
  X(Initialize)              \
  X(MakeCurrent)             \
  X(QueryString)

struct Egl {
#define VRM_EGL_MEMBER(name) decltype(&::egl##name) name = nullptr;
  VRM_EGL_FUNCTIONS(VRM_EGL_MEMBER)
#undef VRM_EGL_MEMBER
};

namespace {

Error unavailable(std::string message) {
  return {Code::RenderUnavailable, std::move(message), "", kNoOffset};
}

// Stays open for the life of the program: drivers leave threads and handlers behind.
Result<Egl> openEgl() {
  void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    return unavailable(
        "there is no libEGL.so.1 on this machine; on Debian: apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri");
  }
  Egl egl;
#define VRM_EGL_LOAD(name)                                                            \
  egl.name = reinterpret_cast<decltype(egl.name)>(dlsym(library, "egl" #name)); \
  if (!egl.name) return unavailable("libEGL.so.1 has no function egl" #name);
  VRM_EGL_FUNCTIONS(VRM_EGL_LOAD)
#undef VRM_EGL_LOAD
  return egl;
}

bool hasWord(const char* list, std::string_view word) {
  std::string_view rest = list ? list : "";
  while (!rest.empty()) {
    const std::size_t end = rest.find(' ');
    if (rest.substr(0, end) == word) return true;
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  }
  return false;
}

// Without a window system first: it is what machines without a screen have.
EGLDisplay openDisplay(const Egl& egl) {
  const char* extensions = egl.QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto getPlatformDisplay =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl.GetProcAddress("eglGetPlatformDisplayEXT"));
  const auto tried = [&](EGLDisplay display) {
    return display != EGL_NO_DISPLAY && egl.Initialize(display, nullptr, nullptr) == EGL_TRUE;
  };
  if (getPlatformDisplay && hasWord(extensions, "EGL_MESA_platform_surfaceless")) {
    const EGLDisplay display =
        getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (tried(display)) return display;
  }
  if (getPlatformDisplay && hasWord(extensions, "EGL_EXT_platform_device")) {
    const auto queryDevices =
        reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(egl.GetProcAddress("eglQueryDevicesEXT"));
    EGLDeviceEXT device = nullptr;
    EGLint count = 0;
    if (queryDevices && queryDevices(1, &device, &count) && count > 0) {
      const EGLDisplay display = getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
      if (tried(display)) return display;
    }
  }
  const EGLDisplay display = egl.GetDisplay(EGL_DEFAULT_DISPLAY);
  return tried(display) ? display : EGL_NO_DISPLAY;
}

}  // namespace

struct Context::Impl {
  Egl egl;
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  std::string renderer;

  ~Impl() {
    if (display == EGL_NO_DISPLAY) return;
    // Not terminated: another Context, or the program itself, may have the same display.
    if (context == EGL_NO_CONTEXT) return;
    if (egl.GetCurrentContext() == context) egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl.DestroyContext(display, context);
  }
};

Result<Context> Context::headless() try {
  Result<Egl> egl = openEgl();
  if (!egl) return std::move(egl).error();
  auto impl = std::make_unique<Impl>();
  impl->egl = *egl;
  impl->display = openDisplay(*egl);
  if (impl->display == EGL_NO_DISPLAY) {
    return unavailable(
        "EGL finds no graphics driver; for Mesa's software driver on Debian: apt-get install libegl-mesa0 "
        "libgl1-mesa-dri");
  }
  const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!egl->BindAPI(EGL_OPENGL_ES_API) || !egl->ChooseConfig(impl->display, wanted, &config, 1, &count) ||
      count == 0) {
    return unavailable("the graphics driver has no OpenGL ES 3");
  }
  const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
  impl->context = egl->CreateContext(impl->display, config, EGL_NO_CONTEXT, version);
  if (impl->context == EGL_NO_CONTEXT) return unavailable("the graphics driver makes no OpenGL ES 3 context");
  Context made(std::move(impl));
  if (Result<void> current = made.makeCurrent(); !current) return std::move(current).error();
  const auto getString = reinterpret_cast<decltype(&::glGetString)>(egl->GetProcAddress("glGetString"));
  if (const auto* name = getString ? getString(GL_RENDERER) : nullptr)
    made.impl_->renderer = reinterpret_cast<const char*>(name);
  return made;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Context::Context(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Context::Context(Context&& other) noexcept = default;
Context& Context::operator=(Context&& other) noexcept = default;
Context::~Context() = default;

Result<void> Context::makeCurrent() {
  if (impl_->egl.MakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, impl_->context) == EGL_TRUE) return {};
  return unavailable("the graphics driver cannot draw without a window (EGL_KHR_surfaceless_context)");
}

GlLoader Context::loader() const noexcept {
  return impl_->egl.GetProcAddress;
}

const std::string& Context::renderer() const noexcept {
  return impl_->renderer;
}

}  // namespace vrm::render
