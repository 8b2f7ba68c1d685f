// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "runtime/crowd_state.hpp"
#include "runtime/spring_batch.hpp"

namespace vrm {
namespace {

constexpr double kRestSeconds = 0.5;
constexpr double kLongest = std::numeric_limits<float>::max();
constexpr std::uint32_t kAsleepPerTask = 64;

// Of the member in a lane, among Scratch::shown.
template <class Member>
std::ptrdiff_t shownAt(std::size_t lane, const Member& member) {
  return static_cast<std::ptrdiff_t>(lane * member.steps.size());
}

}  // namespace

void Crowd::Impl::update(float seconds) noexcept {
  dt = seconds;
  refused = !(dt >= 0) || !finite(dt);
  ++frame;
  findWork();
  // Small tasks, so that threads end at about the same time.
  perTask = std::max<std::size_t>(1, work.size() / (8 * scratches.size()));
  const std::size_t count = (work.size() + perTask - 1) / perTask;
  const auto task = [](void* context, std::size_t index) { static_cast<Impl*>(context)->runTask(index); };
  if (pool) {
    pool->run(count, task, this);
  } else if (tasks.run) {
    tasks.run(tasks.user, count, task, this);
  } else {
    for (std::size_t i = 0; i < count; ++i) runTask(i);
  }
  if (anyTurns.exchange(false)) turn();
}

// Whole batches are the fastest, and halves of one share cache lines; but threads should all have something to do.
void Crowd::Impl::findWork() noexcept {
  std::size_t batches = 0;
  for (const auto& group : groups) batches += (group->awake + kSpringLanes - 1) / kSpringLanes;
  const bool halves = batches < scratches.size();
  const std::uint32_t most = halves ? kHalfBatch : static_cast<std::uint32_t>(kSpringLanes);
  work.clear();
  for (const auto& group : groups) {
    for (std::uint32_t i = 0; i < group->awake; i += most)
      work.push_back({group.get(), static_cast<std::uint32_t>(i / kSpringLanes),
                      static_cast<std::uint32_t>(i % kSpringLanes), most});
    for (std::uint32_t i = 0; i < group->asleep.size(); i += kAsleepPerTask)
      work.push_back({group.get(), kNone, i, kAsleepPerTask});
  }
}

void Crowd::Impl::runTask(std::size_t index) noexcept {
  // There is one for each, unless more run at a time than agreed: then this one waits.
  auto free = scratches.begin();
  while (free->taken.exchange(true)) {
    if (++free != scratches.end()) continue;
    free = scratches.begin();
    yieldThread();
  }
  Scratch& scratch = *free;
  const std::size_t end = std::min(work.size(), (index + 1) * perTask);
  for (std::size_t i = index * perTask; i < end; ++i) {
    if (work[i].batch == kNone) {
      updateAsleep(work[i]);
    } else {
      updateBatch(work[i], i + 1 < end ? &work[i + 1] : nullptr, scratch);
    }
  }
  scratch.taken = false;
}

void Crowd::Impl::updateBatch(const Work& item, const Work* next, Scratch& scratch) noexcept {
  Group& group = *item.group;
  Batch& batch = group.batches[item.batch];
  const bool due = (frame + item.batch) % group.rate == 0;
  std::array<double, kSpringLanes> times{};  // of the update
  std::array<SpringLane, kSpringLanes> lanes;
  std::array<bool, kSpringLanes> fixed{};  // in lanes, by SpringStepping::Fixed
  SpringBatch together{*group.model, {},      reinterpret_cast<float*>(batch.states.get()),
                       true,         nullptr, reinterpret_cast<float*>(scratch.batch.get())};
  SpringAhead ahead;
  if (due && item.count == kSpringLanes && next && next->group == &group && next->batch != kNone &&
      lookAhead(batch, group.batches[next->batch], ahead))
    together.ahead = &ahead;
  bool anySpec = false, anyFixed = false;
  for (std::size_t i = item.first; i < item.first + item.count; ++i) {
    Member* const member = batch.members[i];
    if (!member || !member->avatar.block_) continue;
    Avatar& avatar = member->avatar;
    if (refused) member->refused = true;
    if (!refused) member->waited = std::min(member->waited + static_cast<double>(dt), kLongest);
    if (!due) {
      showStep(*member);
      continue;
    }
    const auto time = static_cast<float>(member->waited);
    times[i] = static_cast<double>(time);
    member->waited = 0;
    if (sleeping) noteInputs(*member, times[i]);
    if (group.rate != 1) {
      // What comes from outside, and jumps, are shown at once.
      if (avatar.fixed().announce) avatar.jumped_ = true;
      const std::span<Mat4> worlds = worldsOf(*member);
      std::copy(worlds.begin(), worlds.end(), scratch.shown.begin() + shownAt(i, *member));
    }
    member->flags = avatar.updateInputs(time);
    if (std::exchange(member->refused, false)) member->flags |= UpdateFlags::TimeRefused;
    if (!avatar.stepsInLane(time)) {
      member->flags |= avatar.finishUpdate(time, UpdateFlags::None, group.rate);
    } else if (avatar.fixed().stepping == SpringStepping::Fixed) {
      fixed[i] = anyFixed = true;
    } else {
      avatar.carryIfJumped();
      lanes[i] = avatar.springLane(time, avatar.root(), avatar.writableLocals());
      together.lanes[i] = &lanes[i];
      avatar.fixed().lastRoot = avatar.root();
      anySpec = true;
    }
  }
  if (!due) return;
  if (anySpec) stepSpringBatch(together);
  if (anyFixed) stepFixed(together, batch, fixed, times);
  for (std::size_t i = item.first; i < item.first + item.count; ++i) {
    Member* const member = batch.members[i];
    if (!member || !member->avatar.block_) continue;
    if (group.rate != 1) beginSteps(*member, scratch.shown.data() + shownAt(i, *member));
    member->avatar.jumped_ = false;
    member->updates = member->avatar.updates_;
    if (!sleeping) continue;
    member->avatar.touched_ = false;
    if (comesToRest(*member, times[i])) {
      member->turns = true;
      anyTurns = true;
    }
  }
}

// Where the avatars lie that come next, whose first part is fetched here; false when there is no lane to
// solve meanwhile.
bool Crowd::Impl::lookAhead(const Batch& batch, const Batch& next, SpringAhead& ahead) noexcept {
  const auto inLane = [](const Member* member) { return member && member->avatar.lane_; };
  const auto some = std::find_if(batch.members.begin(), batch.members.end(), inLane);
  if (some == batch.members.end()) return false;
  for (std::size_t i = 0; i < kSpringLanes; ++i) {
    const Avatar& avatar = inLane(next.members[i]) ? next.members[i]->avatar : (*some)->avatar;
    ahead.worlds[i] = avatar.worldMatrices().data();
    ahead.rotations[i] = avatar.locals().rotations.data();
    // What an update begins with.
    for (std::size_t k = 0; k < kAvatarFixedSize; k += kBlockAlignment) fetchAhead(avatar.block_.get() + k);
    fetchAhead(avatar.block_.get() + avatar.model().layout().springModes);
  }
  ahead.states = reinterpret_cast<const float*>(next.states.get());
  return true;
}

// SpringStepping::Fixed: as many steps as each of them has.
void Crowd::Impl::stepFixed(SpringBatch together, Batch& batch, const std::array<bool, kSpringLanes>& fixed,
                            const std::array<double, kSpringLanes>& times) noexcept {
  std::array<SpringLane, kSpringLanes> lanes;
  std::array<Avatar::FixedSteps, kSpringLanes> steps;
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < kSpringLanes; ++i) {
    if (!fixed[i]) continue;
    batch.members[i]->avatar.carryIfJumped();
    steps[i] =
        batch.members[i]->avatar.fixedSteps(static_cast<float>(times[i]), batch.members[i]->group->rate);
    most = std::max(most, steps[i].count);
  }
  together.placed = false;
  for (std::uint32_t step = 1; step <= most; ++step) {
    together.lanes = {};
    for (std::size_t i = 0; i < kSpringLanes; ++i) {
      if (step > steps[i].count) continue;
      lanes[i] = batch.members[i]->avatar.beginFixedStep(steps[i].part(step));
      together.lanes[i] = &lanes[i];
    }
    stepSpringBatch(together);
    for (std::size_t i = 0; i < kSpringLanes; ++i) {
      if (together.lanes[i]) batch.members[i]->avatar.endFixedStep(lanes[i]);
    }
    together.ahead = nullptr;  // it is there
  }
  for (std::size_t i = 0; i < kSpringLanes; ++i) {
    if (!fixed[i]) continue;
    Member& member = *batch.members[i];
    if (steps[i].dropped) member.flags |= UpdateFlags::TimeDropped;
    member.avatar.fixed().springTime = steps[i].rest;
    member.avatar.showFixed();
  }
}

// --- Rates

// Matrices go straight from one result to the next. That is not quite a rotation, but the way is short.
std::span<Mat4> Crowd::Impl::worldsOf(Member& member) noexcept {
  Avatar& avatar = member.avatar;
  const bool touched = avatar.touched_;
  const std::span<Mat4> worlds =
      avatar.part<Mat4>(avatar.model().layout().worlds, avatar.model().nodeCount());
  avatar.touched_ = touched;  // not by the application
  // None, if somebody has put another in its place.
  return worlds.first(worlds.size() == member.steps.size() ? worlds.size() : 0);
}

// After an update: the way from what was shown to what it gave, in as many steps as there are frames.
void Crowd::Impl::beginSteps(Member& member, const Mat4* shown) noexcept {
  const std::span<Mat4> worlds = worldsOf(member);
  member.shown = member.group->rate;
  if (member.avatar.jumped_ || worlds.empty()) return;
  const float part = 1 / static_cast<float>(member.group->rate);
  const float* const from = shown->data();
  float* const to = worlds.data()->data();
  float* const steps = member.steps.data()->data();
  for (std::size_t i = 0; i < 16 * worlds.size(); ++i) {
    steps[i] = to[i] * part - from[i] * part;  // the difference may be too large for a float
    if (finite(steps[i])) {
      to[i] = from[i] + steps[i];
    } else {
      steps[i] = 0;
    }
  }
  member.shown = 1;
}
// A frame without an update.
void Crowd::Impl::showStep(Member& member) noexcept {
  const bool touched = member.avatar.touched_;
  member.avatar.forgetChanges();
  member.avatar.touched_ = touched;
  member.flags = UpdateFlags::None;
  if (member.shown >= member.group->rate) return;
  ++member.shown;
  const std::span<Mat4> worlds = worldsOf(member);
  // Not onto what somebody else has made of it.
  if (worlds.empty() || std::as_const(member.avatar).fixed().announce ||
      member.avatar.updates_ != member.updates) {
    member.shown = member.group->rate;
    return;
  }
  float* const to = worlds.data()->data();
  const float* const steps = member.steps.data()->data();
  for (std::size_t i = 0; i < 16 * worlds.size(); ++i) to[i] += steps[i];
}

// --- Sleep

// Whether anything has been set since the last update.
void Crowd::Impl::noteInputs(Member& member, double seconds) noexcept {
  const Avatar& avatar = member.avatar;
  // By their bits: a pose that is not finite is the same one too, as long as it stays.
  static_assert(sizeof(Pose) == Pose::kSlots * sizeof(Quat) + sizeof(Vec3), "no holes");
  const bool same = !avatar.touched_ && avatar.root() == member.lastRoot &&
                    std::memcmp(&avatar.pose(), &member.lastPose, sizeof(Pose)) == 0;  // NOLINT(bugprone-suspicious-memory-comparison)
  member.still = same ? member.still + seconds : 0;
  if (same) return;
  member.lastRoot = avatar.root();
  member.lastPose = avatar.pose();
}

// After half a second without a new input: whether its joints are where they were half a second ago.
bool Crowd::Impl::comesToRest(Member& member, double seconds) noexcept {
  const Avatar& avatar = member.avatar;
  member.unmoved += seconds;
  if (!(member.still >= kRestSeconds) || member.unmoved < kRestSeconds) return false;
  if (has(member.flags, UpdateFlags::MorphsChanged) || has(member.flags, UpdateFlags::MaterialsChanged))
    return false;
  const std::span<const SpringJointRow> rows = avatar.model().springJoints();
  if (rows.size() != member.had.size()) return false;  // somebody has put another in its place
  const auto modes =
      avatar.part<SpringMode>(avatar.model().layout().springModes, avatar.model().springCount());
  bool moves = std::find(modes.begin(), modes.end(), SpringMode::Restart) != modes.end();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Quat now = avatar.locals().rotations[rows[i].node];
    const Quat by{now.x - member.had[i].x, now.y - member.had[i].y, now.z - member.had[i].z,
                  now.w - member.had[i].w};
    moves = moves || !(dot(by, by) <= 2.5e-9f);  // half of 1e-4 radians
    member.had[i] = now;
  }
  member.unmoved = 0;
  return !moves;
}

void Crowd::Impl::updateAsleep(const Work& item) noexcept {
  Group& group = *item.group;
  const std::size_t end = std::min<std::size_t>(group.asleep.size(), item.first + item.count);
  for (std::size_t i = item.first; i < end; ++i) {
    Member* const member = group.asleep[i];
    member->flags = refused ? UpdateFlags::TimeRefused : UpdateFlags::None;
    if (!member->avatar.block_) continue;
    noteInputs(*member, 1);
    if (member->still > 0) continue;
    member->flags = member->avatar.update(dt);
    member->shown = group.rate;  // all of it at once
    member->turns = true;
    anyTurns = true;
  }
}

// Those that fall asleep leave their batches, those that wake up go into one.
void Crowd::Impl::turn() noexcept {
  for (const auto& group : groups) {
    for (std::size_t i = group->asleep.size(); i-- > 0;) {
      Member& member = *group->asleep[i];
      if (!std::exchange(member.turns, false)) continue;
      group->stopSleeping(member);
      group->enter(member);
    }
    for (std::uint32_t i = group->awake; i-- > 0;) {
      Member& member = *group->batches[i / kSpringLanes].members[i % kSpringLanes];
      if (std::exchange(member.turns, false)) group->fallAsleep(member);
    }
  }
}

}  // namespace vrm
