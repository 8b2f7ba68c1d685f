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

// Builds for one instruction set (WebAssembly) have nothing to choose and no library to ask.
std::size_t simdTargetCount() noexcept {
  return hwy::PopCount(static_cast<std::uint64_t>(HWY_SUPPORTED_TARGETS & HWY_TARGETS));
}
void useSimdTarget([[maybe_unused]] std::size_t index) noexcept {
#if HWY_TARGETS & (HWY_TARGETS - 1)
  std::int64_t targets = HWY_SUPPORTED_TARGETS & HWY_TARGETS;  // one bit each, that of the best lowest
  for (; index > 0; --index) targets &= targets - 1;
  hwy::GetChosenTarget().Update(targets & -targets);
#endif
}
void useBestSimdTarget() noexcept {
#if HWY_TARGETS & (HWY_TARGETS - 1)
  hwy::GetChosenTarget().DeInit();
#endif
}
}  // namespace vrm
#endif

#else
namespace vrm {
std::string_view simdTargetName() noexcept {
  return "SCALAR";
}
std::size_t simdTargetCount() noexcept {
  return 1;
}
void useSimdTarget(std::size_t) noexcept {}
void useBestSimdTarget() noexcept {}
}  // namespace vrm
#endif
