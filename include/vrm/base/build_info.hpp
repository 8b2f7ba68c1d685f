// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <string_view>

namespace vrm {

// What this copy of the library is; `vrm --version` prints it.
struct BuildInfo {
  std::string_view version;     // "0.1.0"
  std::string compiler;         // "g++ 12.2.0"
  std::string_view simdTarget;  // the instruction set chosen for this machine at run time, e.g. "AVX2"
  std::string_view options;     // "images render simd"
};

BuildInfo buildInfo();

}  // namespace vrm
