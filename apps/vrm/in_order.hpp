// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace vrm::cli {

// Calls take(i, make(i)) for every i below count, in order and from this thread, while `threads` others make
// what comes next. They stay at most `ahead` results ahead (0: four for each), so memory does not grow with count. What make
// throws is thrown here, when its turn comes.
template <class Make, class Take>
void inOrder(std::size_t count, std::size_t threads, Make make, Take take, std::size_t ahead = 0) {
  using Made = std::invoke_result_t<Make&, std::size_t>;
  struct Slot {
    std::optional<Made> made;
    std::exception_ptr failure;
    bool ready() const { return made || failure; }
  };
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Slot> slots(ahead > 0 ? ahead : 4 * threads);  // that of i is i % size
  std::size_t next = 0, taken = 0;
  bool stopped = false;

  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return stopped || next == count || next < taken + slots.size(); });
      if (stopped || next == count) return;
      const std::size_t i = next++;
      lock.unlock();
      Slot slot;
      try {
        slot.made.emplace(make(i));
      } catch (...) {
        slot.failure = std::current_exception();
      }
      lock.lock();
      slots[i % slots.size()] = std::move(slot);
      changed.notify_all();
    }
  };
  struct Workers {  // end before what they use does, also when take throws
    std::mutex& mutex;
    std::condition_variable& changed;
    bool& stopped;
    std::vector<std::thread> list;
    ~Workers() {
      {
        const std::lock_guard lock(mutex);
        stopped = true;
      }
      changed.notify_all();
      for (std::thread& thread : list) thread.join();
    }
  } workers{mutex, changed, stopped, {}};
  if (threads > 1 && count > 1) {
    workers.list.reserve(threads);
    try {
      while (workers.list.size() < threads && workers.list.size() < count) workers.list.emplace_back(work);
    } catch (const std::system_error&) {
      // Fewer than wanted, perhaps none, will do.
    }
  }
  if (workers.list.empty()) {
    for (std::size_t i = 0; i < count; ++i) take(i, make(i));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    Slot slot;
    {
      std::unique_lock lock(mutex);
      Slot& mine = slots[i % slots.size()];
      changed.wait(lock, [&] { return mine.ready(); });
      slot = std::exchange(mine, {});
      taken = i + 1;
    }
    changed.notify_all();
    if (slot.failure) std::rethrow_exception(slot.failure);
    take(i, *std::move(slot.made));
  }
}

}  // namespace vrm::cli
