// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/build_info.hpp"

#include "base/simd_target.hpp"
#include "vrm/version.hpp"

#define VRM_STRINGIFY_(x) #x
#define VRM_STRINGIFY(x) VRM_STRINGIFY_(x)

namespace vrm {
namespace {

std::string compilerName() {
#if defined(__EMSCRIPTEN__)
  return "emscripten " VRM_STRINGIFY(__EMSCRIPTEN_major__) "." VRM_STRINGIFY(__EMSCRIPTEN_minor__) "." VRM_STRINGIFY(
      __EMSCRIPTEN_tiny__);
#elif defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#elif defined(_MSC_VER)
  return "msvc " + std::to_string(_MSC_VER);
#else
  return "unknown compiler";
#endif
}

constexpr std::string_view kOptions =
#if VRM_WITH_IMAGES
    "images "
#else
    "no-images "
#endif
#if VRM_WITH_RENDER
    "render "
#else
    "no-render "
#endif
#if VRM_WITH_SIMD
    "simd";
#else
    "no-simd";
#endif

}  // namespace

BuildInfo buildInfo() {
  return {VRM_STRINGIFY(VRM_VERSION_MAJOR) "." VRM_STRINGIFY(VRM_VERSION_MINOR) "." VRM_STRINGIFY(VRM_VERSION_PATCH),
          compilerName(), simdTargetName(), kOptions};
}

}  // namespace vrm
