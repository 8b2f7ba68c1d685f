// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What libFuzzer asks of the targets that read models; not part of the programs that only run inputs.
#include <algorithm>
#include <cstring>

#include "fuzz/mutate_model.hpp"
#include "fuzz_support.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace vrm::fuzz {
namespace {

constexpr std::string_view kWords[] = {
#include "words.inc"
};

MutateOptions optionsFor(std::size_t maxSize) {
  return {.words = kWords, .maxSize = maxSize};
}

std::span<const std::byte> modelIn(const std::uint8_t* data, std::size_t size) {
  const std::size_t start = modelStart({data, size});
  return std::as_bytes(std::span(data + start, size - start));
}

}  // namespace

// One change in eight is one of bytes, for the container, the binary data and JSON that is none.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned int seed) {
  const std::size_t start = modelStart({data, size});
  if (seed % 8 != 0 && start < maxSize) {
    if (const auto changed = mutateModel(modelIn(data, size), seed / 8, optionsFor(maxSize - start))) {
      std::memcpy(data + start, changed->data(), changed->size());
      return start + changed->size();
    }
  }
  return LLVMFuzzerMutate(data, size, maxSize);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t aSize, const std::uint8_t* b,
                                                 std::size_t bSize, std::uint8_t* out, std::size_t maxSize,
                                                 unsigned int seed) {
  const std::size_t start = modelStart({a, aSize});
  if (start >= maxSize) return 0;
  const auto crossed = crossModels(modelIn(a, aSize), modelIn(b, bSize), seed, optionsFor(maxSize - start));
  if (!crossed) return 0;
  std::memcpy(out, a, start);
  std::memcpy(out + start, crossed->data(), crossed->size());
  return start + crossed->size();
}

}  // namespace vrm::fuzz
