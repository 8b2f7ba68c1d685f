// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>
#include <vector>

#include "runtime/avatar_state.hpp"
#include "runtime/spring_batch.hpp"
#include "runtime/thread_pool.hpp"
#include "vrm/runtime/crowd.hpp"

// What a Crowd consists of: members in batches of sixteen, batches in groups. crowd.cpp moves members about,
// crowd_update.cpp updates them.
namespace vrm {

struct Crowd::Member {
  Avatar avatar;
  UpdateFlags flags = UpdateFlags::None;
  Group* group = nullptr;
  std::uint32_t place = 0;  // among those of its group that are awake, or among those that are asleep

  // Of rates other than 1.
  double waited = 0;          // since its last update
  bool refused = false;       // some of that time
  std::uint32_t shown = 0;    // frames since then
  std::uint32_t updates = 0;  // Avatar::updates_ then
  std::vector<Mat4> steps;    // of its world matrices, from frame to frame

  bool asleep = false;
  bool turns = false;     // it is about to fall asleep or to wake up
  double still = 0;       // seconds without a new input
  double unmoved = 0;     // seconds in which no joint has left the rotation that it had
  std::vector<Quat> had;  // then, by joint
  RootTransform lastRoot;
  Pose lastPose;

  explicit Member(Avatar a) : avatar(std::move(a)) {}
};

// Up to sixteen avatars side by side; those that there are come first. Half of them is the least that threads
// share.
inline constexpr std::uint32_t kHalfBatch = kHalfSpringLanes;
struct Crowd::Batch {
  AlignedBlock states;
  std::array<Member*, kSpringLanes> members{};
};

// The avatars of one model that are updated at one rate.
struct Crowd::Group {
  std::shared_ptr<const Model> model;
  std::uint32_t rate = 1;
  std::vector<Batch> batches;  // the first `awake` places are taken, the others free
  std::uint32_t awake = 0;
  std::vector<Member*> asleep;
  // From how many of half a batch on lanes of avatars are faster than those of the chains of one.
  std::uint32_t worthwhile = 0;

  explicit Group(const std::shared_ptr<const Model>& model, std::uint32_t rate);
  bool empty() const noexcept { return awake == 0 && asleep.empty(); }
  void reserveOne();
  void enter(Member& member) noexcept;
  void leave(Member& member) noexcept;
  void fallAsleep(Member& member) noexcept;
  void stopSleeping(Member& member) noexcept;

 private:
  Member*& at(std::uint32_t place) noexcept {
    return batches[place / kSpringLanes].members[place % kSpringLanes];
  }
  void settle(std::uint32_t place) noexcept;
};

// What a task works with.
struct Crowd::Scratch {
  std::atomic<bool> taken{false};
  AlignedBlock batch;
  std::vector<Mat4> shown;  // world matrices of a batch, before an update; of rates other than 1
};

struct Crowd::Impl {
  std::unique_ptr<ThreadPool> pool;  // unless the application has its own tasks
  CrowdTasks tasks;
  std::vector<Scratch> scratches;  // one for each task that may run at the same time
  std::size_t batchScratch = 0;    // bytes, for the largest model

  std::vector<std::unique_ptr<Member>> members;  // by CrowdMember::slot
  std::vector<std::uint32_t> generations, vacant;
  std::vector<std::unique_ptr<Group>> groups;
  std::uint32_t frame = 0;
  bool sleeping = false;

  // A batch of a group or half of one, or members of it that are asleep.
  struct Work {
    Group* group = nullptr;
    std::uint32_t batch = kNone;
    std::uint32_t first = 0, count = 0;  // places in the batch, or among those asleep
  };
  // Of the update that runs.
  std::vector<Work> work;
  std::size_t perTask = 1;
  float dt = 0;
  bool refused = false;  // dt is not a time
  std::atomic<bool> anyTurns{false};

  explicit Impl(const CrowdTasks& t) : tasks(t), scratches(std::max<std::size_t>(1, t.concurrency)) {}

  Member* find(CrowdMember member) const noexcept;
  CrowdMember add(Avatar avatar);
  Group& groupFor(const std::shared_ptr<const Model>& model, std::uint32_t rate);
  void drop(Member& member) noexcept;
  void dropEmptyGroups() noexcept;
  void reserveWork();

  void update(float seconds) noexcept;
  void findWork() noexcept;
  void runTask(std::size_t index) noexcept;
  void updateBatch(const Work& item, const Work* next, Scratch& scratch) noexcept;
  void updateAsleep(const Work& item) noexcept;
  void turn() noexcept;
  static void noteInputs(Member& member, double seconds) noexcept;
  static bool comesToRest(Member& member, double seconds) noexcept;
  static bool lookAhead(const Batch& batch, const Batch& next, SpringAhead& ahead) noexcept;
  static void stepFixed(SpringBatch together, Batch& batch, const std::array<bool, kSpringLanes>& fixed,
                        const std::array<double, kSpringLanes>& times) noexcept;
  static std::span<Mat4> worldsOf(Member& member) noexcept;
  static void beginSteps(Member& member, const Mat4* shown) noexcept;
  static void showStep(Member& member) noexcept;
};

}  // namespace vrm
