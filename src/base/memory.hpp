// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <new>

#include "vrm/base/result.hpp"

namespace vrm {

// What functions that give a Result answer when there is no memory. It takes none itself: every std::string has room for
// this text.
inline Error outOfMemory() {
  return {Code::OutOfMemory, "out of memory", {}, kNoOffset};
}

}  // namespace vrm
