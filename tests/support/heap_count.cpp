// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/heap_count.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define VRM_OWN_OPERATORS 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(_MSC_VER)
#define VRM_OWN_OPERATORS 0
#endif
#ifndef VRM_OWN_OPERATORS
#define VRM_OWN_OPERATORS 1
#endif

namespace vrm::test {
namespace {
std::atomic<std::uint64_t> calls{0};
}

bool heapIsCounted() noexcept {
  return VRM_OWN_OPERATORS != 0;
}
std::uint64_t heapCalls() noexcept {
  return calls.load(std::memory_order_relaxed);
}

#if VRM_OWN_OPERATORS
static void* taken(std::size_t size, std::size_t alignment) {
  calls.fetch_add(1, std::memory_order_relaxed);
  if (size == 0) size = 1;
  void* const block = alignment == 0
                          ? std::malloc(size)
                          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
static void given(void* block) noexcept {
  calls.fetch_add(1, std::memory_order_relaxed);
  std::free(block);
}
#endif

}  // namespace vrm::test

#if VRM_OWN_OPERATORS
// Those for arrays and those that do not throw go through these ([new.delete]).
void* operator new(std::size_t size) {
  return vrm::test::taken(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return vrm::test::taken(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept {
  vrm::test::given(block);
}
void operator delete(void* block, std::size_t) noexcept {
  vrm::test::given(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  vrm::test::given(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  vrm::test::given(block);
}
#endif
