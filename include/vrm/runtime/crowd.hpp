// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "vrm/runtime/avatar.hpp"

namespace vrm {

// Work on many threads, by an application that has tasks of its own.
struct CrowdTasks {
  // Calls task(context, i) once for every i below count, on any threads and in any order, and returns when
  // all calls have ended. At most `concurrency` of them may run at the same time.
  void (*run)(void* user, std::size_t count, void (*task)(void* context, std::size_t index),
              void* context) = nullptr;
  void* user = nullptr;
  std::size_t concurrency = 1;
};

// An avatar of a Crowd. That of one that has been removed is never another's.
struct CrowdMember {
  std::uint32_t slot = kNone;
  std::uint32_t generation = 0;
  friend constexpr bool operator==(const CrowdMember&, const CrowdMember&) = default;
};

// Many avatars that are updated together, of one model or of many. Those of one model go side by side through
// the lanes of vector registers, and batches of them on several threads. Each gets bit by bit what its own
// update() would give it, but for rates and sleep.
//
// Between updates an avatar of the crowd is used as any other: one thread at a time may use it, and different
// ones need no locks. add() and remove() cost that avatar and at most eight others, not the crowd; they may
// be called whenever no update runs, by one thread at a time.
class Crowd {
 public:
  // With so many threads, of which the caller is one; 0: as many as the machine has.
  explicit Crowd(std::size_t threads = 1);
  explicit Crowd(const CrowdTasks& tasks);
  ~Crowd();
  Crowd(Crowd&&) noexcept;
  Crowd& operator=(Crowd&&) noexcept;

  CrowdMember add(std::shared_ptr<const Model> model);  // at rest
  CrowdMember add(Avatar avatar);                       // as it is
  // Without a model, and of an avatar that has been moved from, they add nothing: a member of no crowd.

  // False when it is not in the crowd.
  bool remove(CrowdMember member) noexcept;
  bool contains(CrowdMember member) const noexcept;
  std::size_t size() const noexcept;

  // Null when it is not in the crowd. It stays where it is until the member is removed.
  Avatar* find(CrowdMember member) noexcept;
  const Avatar* find(CrowdMember member) const noexcept;
  // Only of members that the crowd contains.
  Avatar& operator[](CrowdMember member) noexcept;
  const Avatar& operator[](CrowdMember member) const noexcept;

  // Updates all of them. It cannot fail and does not allocate or throw.
  void update(float dt) noexcept;
  // What the last update had to say about it; nothing of one that is not in the crowd.
  UpdateFlags flags(CrowdMember member) const noexcept;

  // For avatars that are far away: an update only every second or fourth frame, for the time since the last
  // one. Meanwhile their world matrices go straight from one result to the next, so they are one or three
  // frames late; all else, also a teleport and what flags() says, comes with the next one. 1, 2 or 4; false
  // for any other number, and for one that is not in the crowd.
  bool setRate(CrowdMember member, std::uint32_t frames);
  std::uint32_t rate(CrowdMember member) const noexcept;  // 0: it is not in the crowd

  // Whether avatars that have come to rest are left alone until something is set: nothing has been for half a
  // second, and no joint has turned by more than 1e-4 radians in that time. At first: no, since what is left
  // of the motion is lost. Setting the root, the pose, a force, parameters, an expression or a gaze to what it
  // is does not count.
  void setSleeping(bool sleeping);
  bool asleep(CrowdMember member) const noexcept;

 private:
  struct Member;
  struct Batch;
  struct Group;
  struct Scratch;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace vrm
