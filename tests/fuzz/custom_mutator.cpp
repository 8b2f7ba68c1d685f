// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What libFuzzer asks of the targets; not part of the programs that only run inputs.
#include <cstring>

#include "fuzz/mutate_model.hpp"
#include "fuzz/target.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace vrm::fuzz {
namespace {

std::span<const std::byte> modelIn(const std::uint8_t* data, std::size_t size) {
  return std::as_bytes(std::span(data, size)).subspan(modelStart({data, size}));
}

}  // namespace

// Of inputs with a model one change in eight is libFuzzer's own, which knows what the target compares bytes
// with.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned int seed) {
  const std::size_t start = modelStart({data, size});
  if (seed % 8 == 0 || start >= size) return LLVMFuzzerMutate(data, size, maxSize);
  const std::vector<std::byte> changed = mutateInput(std::as_bytes(std::span(data, size)), start, seed / 8,
                                                     {.words = words(), .maxSize = maxSize});
  std::memcpy(data, changed.data(), changed.size());
  return changed.size();
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t aSize,
                                                 const std::uint8_t* b, std::size_t bSize, std::uint8_t* out,
                                                 std::size_t maxSize, unsigned int seed) {
  const std::size_t start = modelStart({a, aSize});
  if (start >= maxSize || start >= aSize) return 0;
  const auto crossed =
      crossModels(modelIn(a, aSize), modelIn(b, bSize), seed, {.words = words(), .maxSize = maxSize - start});
  if (!crossed) return 0;
  std::memcpy(out, a, start);
  std::memcpy(out + start, crossed->data(), crossed->size());
  return start + crossed->size();
}

}  // namespace vrm::fuzz
