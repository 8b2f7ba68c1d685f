// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

namespace vrm::test {

// How often the program has asked operator new for memory or given some back, by all threads together. Only
// in programs that have heap_count.cpp, and not where a sanitizer has operators of its own: then
// heapIsCounted() is false.
bool heapIsCounted() noexcept;
std::uint64_t heapCalls() noexcept;

}  // namespace vrm::test
