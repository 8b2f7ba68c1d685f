// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

namespace vrm::test {

// Sanitizers and WebAssembly take their time, and look for other things than the last of ten thousand cases:
// tests that go over many divide by this.
#ifdef VRM_SLOW_BUILD
inline constexpr std::uint32_t kFewer = 10;
#else
inline constexpr std::uint32_t kFewer = 1;
#endif

}  // namespace vrm::test
