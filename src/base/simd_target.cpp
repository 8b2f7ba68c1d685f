// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "base/simd_target.hpp"

#if VRM_WITH_SIMD
// Compiled once per instruction set by foreach_target.h, which includes this very file again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/simd_target.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace vrm {
namespace HWY_NAMESPACE {
const char* compiledTargetName() {
  return hwy::TargetName(HWY_TARGET);
}
}  // namespace HWY_NAMESPACE
}  // namespace vrm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vrm {
HWY_EXPORT(compiledTargetName);
std::string_view simdTargetName() noexcept {
  return HWY_DYNAMIC_DISPATCH(compiledTargetName)();
}
}  // namespace vrm
#endif

#else
namespace vrm {
std::string_view simdTargetName() noexcept {
  return "SCALAR";
}
}  // namespace vrm
#endif
