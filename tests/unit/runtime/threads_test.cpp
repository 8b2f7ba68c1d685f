// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// "different avatars need no locks": many threads on one model, each with avatars of its own. The thread
// sanitizer has the last word.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "support/temp_folder.hpp"
#include "support/three_avatars.hpp"
#include "unit/runtime/drive.hpp"
#include "unit/runtime/tangle.hpp"
#include "vrm/base/file.hpp"
#include "vrm/load.hpp"
#include "vrm/runtime/crowd.hpp"
#include "vrm/runtime/output_hash.hpp"
#include "vrm/validate/validate.hpp"

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

// Files of all versions and their meshes, each on two threads at a time.
TEST(Threads, LoadingFilesSideBySide) {
  const auto hashOf = [](const std::vector<std::byte>& file) -> std::uint64_t {
    const LoadResult loaded = load(file);
    Diagnostics said;
    const auto meshes = loadMeshes(loaded, said);
    if (!meshes || (*meshes)->parts().empty() || !validate(file).readable) return 0;
    return run(loaded.model(), 1);
  };
  std::vector<std::vector<std::byte>> files;
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1})
    files.push_back(test::sameAvatar(version).glb());
  const test::TempFolder folder;
  const std::filesystem::path path = folder.path() / "one.vrm";
  ASSERT_TRUE(writeFile(path, files[0]));
  std::vector<std::uint64_t> together(2 * files.size()), opened(2);
  std::vector<std::thread> threads;
  // The threads first: what is set up on first use must be so for several at once.
  for (std::size_t i = 0; i < together.size(); ++i)
    threads.emplace_back([&, i] { together[i] = hashOf(files[i % files.size()]); });
  for (std::uint64_t& hash : opened) threads.emplace_back([&] { hash = run(load(path).model(), 1); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < together.size(); ++i) {
    EXPECT_NE(together[i], 0u);
    EXPECT_EQ(together[i], hashOf(files[i % files.size()]));
  }
  for (const std::uint64_t hash : opened) EXPECT_EQ(hash, together[0]);
}

TEST(Threads, CrowdsGiveTheSameOnAnyNumber) {
  const auto few = test::tangle(3).make(), many = load(test::randomAvatar(2).document()).model();
  std::vector<std::uint64_t> hashes;
  const CrowdTasks backwards{[](void*, std::size_t count, void (*task)(void*, std::size_t), void* context) {
                               while (count-- > 0) task(context, count);
                             },
                             nullptr, 1};
  for (std::size_t threads = 0; threads <= 8; ++threads) {
    Crowd crowd = threads == 0 ? Crowd(backwards) : Crowd(threads);
    std::vector<CrowdMember> members;
    crowd.setSleeping(true);
    for (std::uint32_t i = 0; i < 100; ++i) members.push_back(crowd.add(i % 5 == 0 ? few : many));
    for (std::uint32_t i = 0; i < 100; i += 7) crowd.setRate(members[i], 2);
    std::uint64_t hash = kHashStart;
    for (int frame = 0; frame < 45; ++frame) {
      for (std::uint32_t i = 0; i < 90 && frame < 5; ++i) {
        test::Random r(1000 * i + static_cast<std::uint32_t>(frame));
        crowd[members[i]].setRoot({r.vector(0.1), {}, 1});
      }
      crowd.update(1.0f / 60);
      for (const CrowdMember& member : members) hash = outputHash(crowd[member], hash);
    }
    hashes.push_back(hash);
  }
  EXPECT_EQ(std::count(hashes.begin(), hashes.end(), hashes[0]), 9);
}

// More at a time than was agreed, on threads of somebody else.
TEST(Threads, CrowdsTakeTasksFromAnywhere) {
  const auto model = load(test::randomAvatar(2).document()).model();
  const CrowdTasks tasks{[](void*, std::size_t count, void (*task)(void*, std::size_t), void* context) {
                           std::vector<std::thread> threads;
                           for (std::size_t i = 0; i < count; ++i) threads.emplace_back(task, context, i);
                           for (std::thread& thread : threads) thread.join();
                         },
                         nullptr, 2};
  Crowd crowd(tasks), alone;
  std::vector<CrowdMember> members, others;
  for (int i = 0; i < 100; ++i) members.push_back(crowd.add(model)), others.push_back(alone.add(model));
  for (int frame = 0; frame < 3; ++frame) {
    crowd.update(1.0f / 60);
    alone.update(1.0f / 60);
  }
  for (std::size_t i = 0; i < members.size(); ++i)
    EXPECT_EQ(outputHash(crowd[members[i]]), outputHash(alone[others[i]]));
}

// Copying reads, whoever has the avatar.
TEST(Threads, CopiesOfOneOfACrowd) {
  Crowd crowd;
  std::vector<CrowdMember> members;
  for (int i = 0; i < 8; ++i) members.push_back(crowd.add(test::tangle(2).make()));
  const Avatar& one = crowd[members[0]];
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&] { EXPECT_EQ(outputHash(Avatar(one)), outputHash(one)); });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace vrm
