// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <memory>

namespace vrm {

// Threads that wait for work. Where there are none (WebAssembly without threads) all work is the caller's.
inline constexpr std::size_t kMostThreads = 256;
class ThreadPool {
 public:
  explicit ThreadPool(std::size_t threads);  // the caller is one of them
  ~ThreadPool();

  std::size_t size() const noexcept;
  // Calls task(context, i) once for every i below count, and returns when all calls have ended.
  void run(std::size_t count, void (*task)(void* context, std::size_t index), void* context) noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Lets others go on.
void yieldThread() noexcept;

// How many the machine has; 1 where there are none.
std::size_t hardwareThreads() noexcept;

}  // namespace vrm
