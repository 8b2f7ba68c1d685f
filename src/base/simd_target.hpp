// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <string_view>

namespace vrm {

// Name of the instruction set that Highway's dispatch picks on this machine; "SCALAR" in builds without SIMD.
std::string_view simdTargetName() noexcept;

// For tests that results do not depend on it: how many instruction sets this build has and this machine can
// run (1 or more), the use of one of them by the whole program, and of the best again.
std::size_t simdTargetCount() noexcept;
void useSimdTarget(std::size_t index) noexcept;
void useBestSimdTarget() noexcept;

}  // namespace vrm
