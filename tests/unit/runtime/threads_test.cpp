// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// "different avatars need no locks": many threads on one model, each with avatars of its own. The thread
// sanitizer has the last word.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "unit/runtime/drive.hpp"
#include "vrm/load.hpp"
#include "vrm/runtime/output_hash.hpp"

namespace vrm {
namespace {

std::uint64_t run(std::shared_ptr<const Model> model, std::uint32_t seed) {
  Avatar avatar(std::move(model));
  test::Random r(seed);
  std::vector<std::byte> snapshot(avatar.snapshotSize());
  std::uint64_t hash = kHashStart;
  for (int frame = 0; frame < 30; ++frame) {
    test::drive(avatar, r);
    avatar.expression("happy", 0.5f);  // looks the name up
    avatar.update(1.0f / 60);
    hash = outputHash(avatar, hash);
    Avatar copy(avatar);
    copy.update(0);
    if (avatar.save(snapshot)) hash += copy.restore(snapshot).ok();
  }
  return hash;
}

TEST(Threads, AvatarsOfOneModelNeedNoLocks) {
  constexpr std::uint32_t kThreads = 8;
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const LoadResult loaded = load(test::randomAvatar(seed).document());
    ASSERT_TRUE(loaded);
    std::vector<std::uint64_t> alone(kThreads), together(kThreads);
    std::vector<std::thread> threads;
    // The threads first: what is set up on first use must be so for several at once.
    for (std::uint32_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] { together[i] = run(loaded.model(), seed + i); });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::uint32_t i = 0; i < kThreads; ++i) alone[i] = run(loaded.model(), seed + i);
    EXPECT_EQ(together, alone) << seed;
  }
}

// Loading shares nothing either.
TEST(Threads, LoadingSideBySide) {
  const gltf::Document document = test::randomAvatar(7).document();
  std::vector<std::uint64_t> hashes(4);
  std::vector<std::thread> threads;
  for (std::uint64_t& hash : hashes) {
    threads.emplace_back([&hash, copy = document.clone()]() mutable {
      const LoadResult loaded = load(std::move(copy));
      if (loaded) hash = run(loaded.model(), 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const LoadResult loaded = load(document.clone());
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, run(loaded.model(), 1));
}

}  // namespace
}  // namespace vrm
