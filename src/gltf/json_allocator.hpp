// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdlib>
#include <new>

namespace vrm::gltf {

// For RapidJSON, which does not look whether it got the memory it asked for.
struct JsonAllocator {
  static constexpr bool kNeedFree = true;
  void* Malloc(std::size_t size) { return size == 0 ? nullptr : checked(std::malloc(size)); }
  void* Realloc(void* block, std::size_t, std::size_t size) {
    if (size != 0) return checked(std::realloc(block, size));
    std::free(block);
    return nullptr;
  }
  static void Free(void* block) { std::free(block); }

 private:
  static void* checked(void* block) {
    if (!block) throw std::bad_alloc();
    return block;
  }
};

}  // namespace vrm::gltf
