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

// Does it, and answers so when it runs out of memory.
template <class Action>
auto orOutOfMemory(Action&& action) -> decltype(action()) try {
  return action();
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm
