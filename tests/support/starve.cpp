// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/starve.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <new>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define VRM_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define VRM_SANITIZED 1
#endif
#if defined(__GLIBC__) && !defined(VRM_SANITIZED)
#define VRM_OWN_MALLOC 1
#include <malloc.h>
#endif

namespace vrm::test {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

struct State {
  std::uint64_t left = kNever;  // requests until the one that fails
  bool stays = false, failed = false;
  int paused = 0;
  std::int64_t live = 0;
  std::int64_t bytes = 0, peak = 0;
};
thread_local constinit State state;

bool refused() noexcept {
  if (state.left == kNever || state.paused > 0) return false;
  if (state.failed) return state.stays;
  if (state.left-- > 0) return false;
  state.left = 0;
  state.failed = true;
  return true;
}

[[maybe_unused]] std::int64_t sizeOf([[maybe_unused]] void* block) noexcept {
#ifdef VRM_OWN_MALLOC
  return static_cast<std::int64_t>(malloc_usable_size(block));
#else
  return 0;
#endif
}
void* noted(void* block) noexcept {
  if (!block || state.paused > 0) return block;
  ++state.live;
  state.bytes += sizeOf(block);
  state.peak = std::max(state.peak, state.bytes);
  return block;
}
void gone(void* block) noexcept {
  if (!block || state.paused > 0) return;
  --state.live;
  state.bytes -= sizeOf(block);
}

}  // namespace

Starve::Starve(std::uint64_t number, Then then) noexcept {
  state.left = number;
  state.stays = then == Then::StaysEmpty;
  state.failed = false;
}
Starve::~Starve() {
  state.left = kNever;
}
bool Starve::happened() const noexcept {
  return state.failed;
}
Starve::Pause::Pause() noexcept {
  ++state.paused;
}
Starve::Pause::~Pause() {
  --state.paused;
}
std::int64_t liveBlocks() noexcept {
  return state.live;
}

PeakMemory::PeakMemory() noexcept : start_(state.bytes) {
  state.peak = state.bytes;
}
std::uint64_t PeakMemory::bytes() const noexcept {
  return static_cast<std::uint64_t>(state.peak - start_);
}

}  // namespace vrm::test

#ifdef VRM_OWN_MALLOC
// The operators go through these.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

static void* none() {
  errno = ENOMEM;
  return nullptr;
}
void* malloc(std::size_t size) {
  return vrm::test::refused() ? none() : vrm::test::noted(__libc_malloc(size));
}
void* calloc(std::size_t count, std::size_t size) {
  return vrm::test::refused() ? none() : vrm::test::noted(__libc_calloc(count, size));
}
void* realloc(void* block, std::size_t size) {
  if (vrm::test::refused()) return none();
  if (!block) return vrm::test::noted(__libc_malloc(size));
  // The old and the new one may be there at a time.
  vrm::test::gone(block);
  void* const moved = __libc_realloc(block, size);
  if (moved || size == 0) return vrm::test::noted(moved);
  vrm::test::noted(block);
  return nullptr;
}
void* memalign(std::size_t alignment, std::size_t size) {
  return vrm::test::refused() ? none() : vrm::test::noted(__libc_memalign(alignment, size));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  if (vrm::test::refused()) return ENOMEM;
  *out = vrm::test::noted(__libc_memalign(alignment, size));
  return *out ? 0 : ENOMEM;
}
void free(void* block) {
  vrm::test::gone(block);
  __libc_free(block);
}
}
#else
static void* taken(std::size_t size, std::size_t alignment) {
  if (vrm::test::refused()) throw std::bad_alloc();
  if (size == 0) size = 1;
  void* const block = alignment == 0
                          ? std::malloc(size)
                          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!block) throw std::bad_alloc();
  return vrm::test::noted(block);
}
static void given(void* block) noexcept {
  vrm::test::gone(block);
  std::free(block);
}
// All of them: sanitizers have their own of those that would go through these.
using Size = std::size_t;
using Alignment = std::align_val_t;
static void* takenOrNull(Size size, Size alignment) noexcept try {
  return taken(size, alignment);
} catch (const std::bad_alloc&) {
  return nullptr;
}
void* operator new(Size size) { return taken(size, 0); }
void* operator new[](Size size) { return taken(size, 0); }
void* operator new(Size size, Alignment alignment) { return taken(size, static_cast<Size>(alignment)); }
void* operator new[](Size size, Alignment alignment) { return taken(size, static_cast<Size>(alignment)); }
void* operator new(Size size, const std::nothrow_t&) noexcept { return takenOrNull(size, 0); }
void* operator new[](Size size, const std::nothrow_t&) noexcept { return takenOrNull(size, 0); }
void operator delete(void* block) noexcept { given(block); }
void operator delete[](void* block) noexcept { given(block); }
void operator delete(void* block, Size) noexcept { given(block); }
void operator delete[](void* block, Size) noexcept { given(block); }
void operator delete(void* block, Alignment) noexcept { given(block); }
void operator delete[](void* block, Alignment) noexcept { given(block); }
void operator delete(void* block, Size, Alignment) noexcept { given(block); }
void operator delete[](void* block, Size, Alignment) noexcept { given(block); }
#endif
