// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "heap_count.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>

#include <cerrno>

// A program's own malloc takes precedence over the C library's, which stays reachable under these names
// (glibc manual, "Replacing malloc"). A sampling heap profiler would miss short peaks, and mallinfo2 rounds
// to whole blocks.
extern "C" {
void* __libc_malloc(std::size_t) noexcept;
void* __libc_calloc(std::size_t, std::size_t) noexcept;
void* __libc_realloc(void*, std::size_t) noexcept;
void* __libc_memalign(std::size_t, std::size_t) noexcept;
void __libc_free(void*) noexcept;
}
#endif

namespace bench {
namespace {

// The benchmark has one thread.
std::size_t now = 0;
std::size_t peak = 0;

#ifdef __GLIBC__
void* taken(void* block) noexcept {
  if (block) now += malloc_usable_size(block);
  if (now > peak) peak = now;
  return block;
}

void given(void* block) noexcept {
  if (block) now -= malloc_usable_size(block);
}
#endif

}  // namespace

std::size_t heapNow() noexcept {
  return now;
}
std::size_t heapPeak() noexcept {
  return peak;
}
void resetHeapPeak() noexcept {
  peak = now;
}

#ifdef __GLIBC__
const bool kHeapCounted = true;
void keepFreedPages() noexcept {
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
}
#else
const bool kHeapCounted = false;
void keepFreedPages() noexcept {}
#endif

}  // namespace bench

#ifdef __GLIBC__
extern "C" {

void* malloc(std::size_t size) noexcept {
  return bench::taken(__libc_malloc(size));
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  return bench::taken(__libc_calloc(count, size));
}

void* realloc(void* block, std::size_t size) noexcept {
  const std::size_t before = block ? malloc_usable_size(block) : 0;
  void* moved = __libc_realloc(block, size);
  if (!moved && size > 0) return nullptr;  // the old block stays
  bench::now -= before;
  // While a block moves, both lie there; the C library does not tell whether it had to.
  if (moved != block && bench::now + before + size > bench::peak) bench::peak = bench::now + before + size;
  return bench::taken(moved);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return bench::taken(__libc_memalign(alignment, size));
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  void* block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *out = block;
  return 0;
}

void free(void* block) noexcept {
  bench::given(block);
  __libc_free(block);
}

}  // extern "C"
#endif
