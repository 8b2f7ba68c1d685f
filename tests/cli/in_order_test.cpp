// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Work on several threads whose results are taken in order, and what `vrm validate` does with that. Part of
// vrm_thread_tests, which the thread sanitizer looks at.
#include "apps/vrm/in_order.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/three_avatars.hpp"
#include "vrm/validate/validate.hpp"

namespace vrm::cli {
namespace {

// Some take longer, so that threads overtake each other.
void work(std::size_t i) {
  if (i % 5 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
}

TEST(InOrder, EveryResultIsTakenOnceAndInOrder) {
  for (const std::size_t threads : {1u, 2u, 3u, 8u, 64u}) {
    for (const std::size_t count : {0u, 1u, 2u, 7u, 200u}) {
      std::vector<std::size_t> taken;
      inOrder(
          count, threads,
          [](std::size_t i) {
            work(i);
            return std::make_unique<std::size_t>(i);  // cannot be copied
          },
          [&](std::size_t i, std::unique_ptr<std::size_t> made) {
            EXPECT_EQ(*made, i);
            taken.push_back(i);
          });
      EXPECT_EQ(taken.size(), count) << threads;
      for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i], i);
    }
  }
}

TEST(InOrder, NobodyRunsFarAhead) {
  constexpr std::size_t kThreads = 3;
  std::atomic<std::size_t> taken{0};
  std::atomic<std::size_t> furthest{0};
  inOrder(
      300, kThreads,
      [&](std::size_t i) {
        const std::size_t ahead = i - std::min(i, taken.load());
        for (std::size_t seen = furthest; seen < ahead && !furthest.compare_exchange_weak(seen, ahead);) {
        }
        return i;
      },
      [&](std::size_t i, std::size_t) {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        taken = i + 1;
      });
  EXPECT_LE(furthest, 4 * kThreads + 1);
}

TEST(InOrder, WhatIsThrownArrivesWhenItsTurnComes) {
  for (const std::size_t threads : {1u, 4u}) {
    std::size_t taken = 0;
    const auto make = [](std::size_t i) {
      work(i);
      if (i == 20) throw std::runtime_error("twenty");
      return i;
    };
    EXPECT_THROW(inOrder(100, threads, make, [&](std::size_t, std::size_t) { ++taken; }), std::runtime_error);
    EXPECT_EQ(taken, 20u);
    const auto refuse = [](std::size_t i, std::size_t) {
      if (i == 3) throw std::runtime_error("three");
    };
    EXPECT_THROW(inOrder(
                     100, threads, [](std::size_t i) { return i; }, refuse),
                 std::runtime_error);
  }
}

TEST(InOrder, ValidatesOnSeveralThreads) {
  std::vector<std::vector<std::byte>> files;
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1})
    files.push_back(test::sameAvatar(version).glb());
  const auto reports = [&](std::size_t threads) {
    std::vector<std::string> texts;
    inOrder(
        24, threads, [&](std::size_t i) { return validate(files[i % files.size()]); },
        [&](std::size_t, const Report& report) {
          std::string text(name(report.version));
          for (const Diagnostic& issue : report.issues) text += "\n" + issue.toString();
          texts.push_back(text);
        });
    return texts;
  };
  EXPECT_EQ(reports(4), reports(1));
}

}  // namespace
}  // namespace vrm::cli
