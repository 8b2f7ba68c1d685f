// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "runtime/thread_pool.hpp"

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
#define VRM_THREADS 0
#else
#define VRM_THREADS 1
#endif

#include <algorithm>
#if VRM_THREADS
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace vrm {

#if VRM_THREADS

namespace {

// For about as long as it takes to be woken, some tens of microseconds; whether it has come true.
template <class F>
bool waitShortly(F&& done) {
  for (int i = 0; i < 2000; ++i) {
    if (done()) return true;
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }
  return done();
}

}  // namespace

struct ThreadPool::Impl {
  std::mutex mutex;
  std::condition_variable begin, end;
  std::atomic<std::uint64_t> round{0};  // of work; threads wait for the next
  std::atomic<std::size_t> working{0};  // threads that have not finished this round
  bool closing = false;
  void (*task)(void*, std::size_t) = nullptr;
  void* context = nullptr;
  std::size_t count = 0;
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;

  void work() {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) task(context, i);
  }

  void wait() {
    std::uint64_t seen = 0;
    for (;;) {
      // Whoever calls again at once need not wait until threads have been woken.
      waitShortly([&] { return round.load(std::memory_order_relaxed) != seen; });
      {
        std::unique_lock lock(mutex);
        begin.wait(lock, [&] { return closing || round != seen; });
        if (closing) return;
        seen = round;
      }
      work();
      if (working.fetch_sub(1) != 1) continue;
      const std::lock_guard lock(mutex);
      end.notify_one();
    }
  }

  void close() {
    {
      const std::lock_guard lock(mutex);
      closing = true;
    }
    begin.notify_all();
    for (std::thread& thread : threads) thread.join();
  }
};

ThreadPool::ThreadPool(std::size_t threads) : impl_(std::make_unique<Impl>()) {
  threads = std::min(threads, kMostThreads);
  try {
    while (impl_->threads.size() + 1 < threads)
      impl_->threads.emplace_back([this_ = impl_.get()] { this_->wait(); });
  } catch (...) {  // the system has no more: those that there are will do
  }
}
ThreadPool::~ThreadPool() {
  impl_->close();
}

std::size_t ThreadPool::size() const noexcept {
  return impl_->threads.size() + 1;
}

void ThreadPool::run(std::size_t count, void (*task)(void*, std::size_t), void* context) noexcept {
  Impl& p = *impl_;
  if (count < 2 || p.threads.empty()) {
    for (std::size_t i = 0; i < count; ++i) task(context, i);
    return;
  }
  {
    const std::lock_guard lock(p.mutex);
    p.task = task, p.context = context, p.count = count;
    p.next = 0;
    p.working = p.threads.size();
    ++p.round;
  }
  p.begin.notify_all();
  p.work();
  const auto done = [&] { return p.working == 0; };
  if (waitShortly(done)) return;
  std::unique_lock lock(p.mutex);
  p.end.wait(lock, done);
}

void yieldThread() noexcept {
  std::this_thread::yield();
}

std::size_t hardwareThreads() noexcept {
  return std::max(1u, std::thread::hardware_concurrency());
}

#else

struct ThreadPool::Impl {};
ThreadPool::ThreadPool(std::size_t) {}
ThreadPool::~ThreadPool() = default;
std::size_t ThreadPool::size() const noexcept {
  return 1;
}
void ThreadPool::run(std::size_t count, void (*task)(void*, std::size_t), void* context) noexcept {
  for (std::size_t i = 0; i < count; ++i) task(context, i);
}
void yieldThread() noexcept {}
std::size_t hardwareThreads() noexcept {
  return 1;
}

#endif

}  // namespace vrm
