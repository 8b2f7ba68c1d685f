// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>

namespace vrm {

// Name of the instruction set that Highway's dispatch picks on this machine; "SCALAR" in builds without SIMD.
std::string_view simdTargetName() noexcept;

}  // namespace vrm
