// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

namespace vrm::test {

// Memory that runs out at a chosen moment, in programs that have starve.cpp: what this thread asks for, also through
// C libraries where the system lets us (glibc, without sanitizers), else operator new.
class Starve {
 public:
  enum class Then : std::uint8_t { Recovers, StaysEmpty };

  // The request of that number from now on fails, counted from 0; with StaysEmpty also all after it.
  Starve(std::uint64_t number, Then then) noexcept;
  ~Starve();
  Starve(const Starve&) = delete;
  Starve& operator=(const Starve&) = delete;

  bool happened() const noexcept;  // there have been that many

  // While it lives nothing of this fails or counts: for code of others, such as graphics drivers.
  class Pause {
   public:
    Pause() noexcept;
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;
  };
};

// Blocks that this thread has taken and nobody has given back.
std::int64_t liveBlocks() noexcept;

// The most that this thread has had at a time since then, beyond what it had. Only where C libraries are seen too:
// 0 elsewhere.
class PeakMemory {
 public:
  PeakMemory() noexcept;
  std::uint64_t bytes() const noexcept;

 private:
  std::int64_t start_;
};

}  // namespace vrm::test
