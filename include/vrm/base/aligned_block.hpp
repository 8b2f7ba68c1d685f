// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace vrm {

// Memory that begins with a cache line.
inline constexpr std::size_t kBlockAlignment = 64;
struct FreeAlignedBlock {
  void operator()(std::byte* block) const noexcept {
    ::operator delete(block, std::align_val_t(kBlockAlignment));
  }
};
using AlignedBlock = std::unique_ptr<std::byte[], FreeAlignedBlock>;

inline AlignedBlock allocateAlignedBlock(std::size_t size) {
  return AlignedBlock(static_cast<std::byte*>(::operator new(size, std::align_val_t(kBlockAlignment))));
}

}  // namespace vrm
