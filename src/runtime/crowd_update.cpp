// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/crowd_state.hpp"
#include "runtime/mix.hpp"
#include "runtime/spring_batch.hpp"

namespace vrm {
namespace {

constexpr std::uint32_t kRestUpdates = 30;

}  // namespace

void Crowd::Impl::update(float seconds) noexcept {
  dt = seconds;
  ++frame;
  work.clear();
  for (const auto& group : groups) {
    for (std::uint32_t i = 0; i * kSpringLanes < group->awake; ++i) work.push_back({group.get(), i});
    if (!group->asleep.empty()) work.push_back({group.get(), kNone});
  }
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

void Crowd::Impl::runTask(std::size_t index) noexcept {
  const auto free = std::find_if(scratches.begin(), scratches.end(),
                                 [](Scratch& scratch) { return !scratch.taken.exchange(true); });
  // More at a time than agreed: this one waits.
  Scratch& scratch = free != scratches.end() ? *free : scratches.front();
  if (free == scratches.end()) {
    while (scratch.taken.exchange(true)) {
    }
  }
  const std::size_t end = std::min(work.size(), (index + 1) * perTask);
  for (std::size_t i = index * perTask; i < end; ++i) {
    if (work[i].batch == kNone) {
      updateAsleep(*work[i].group);
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
  std::array<float, kSpringLanes> times{};
  std::array<SpringLane, kSpringLanes> lanes;
  SpringBatch together{*group.model,    {},      reinterpret_cast<float*>(batch.states.get()),
                       group.rate == 1, nullptr, reinterpret_cast<float*>(scratch.batch.get())};
  SpringAhead ahead;
  if (next && next->group == &group && next->batch != kNone) {
    const Batch& following = group.batches[next->batch];
    for (std::size_t i = 0; i < kSpringLanes; ++i) {
      const Member* const member = following.members[i];
      const Avatar& avatar = member && member->avatar.lane_ ? member->avatar : batch.members[0]->avatar;
      ahead.worlds[i] = avatar.worldMatrices().data();
      ahead.rotations[i] = avatar.locals().rotations.data();
      // What an update begins with.
      for (std::size_t k = 0; k < kAvatarFixedSize; k += kBlockAlignment) fetchAhead(avatar.block_.get() + k);
      fetchAhead(avatar.block_.get() + group.model->layout().springModes);
    }
    ahead.states = reinterpret_cast<const float*>(following.states.get());
    together.ahead = &ahead;
  }
  bool anySpec = false, anyFixed = false;
  for (std::size_t i = 0; i < kSpringLanes; ++i) {
    Member* const member = batch.members[i];
    if (!member || !member->avatar.block_) continue;
    member->waited += static_cast<double>(dt);
    if (!due) continue;
    Avatar& avatar = member->avatar;
    times[i] = group.rate == 1 ? dt : static_cast<float>(member->waited);
    member->waited = 0;
    if (sleeping) noteInputs(*member);
    if (group.rate != 1) keepShown(*member);
    member->flags = avatar.updateInputs(times[i]);
    if (has(member->flags, UpdateFlags::TimeRefused)) times[i] = 0;
    if (!avatar.stepsInLane(times[i])) {
      if (avatar.swings()) {
        member->flags |= avatar.updateSprings(times[i]);
      } else {
        avatar.placeNodes();
      }
      times[i] = 0;
    } else if (avatar.fixed().stepping == SpringStepping::Fixed) {
      anyFixed = true;
    } else {
      avatar.carryIfJumped();
      lanes[i] = avatar.springLane(times[i], avatar.root(), avatar.writableLocals());
      together.lanes[i] = &lanes[i];
      avatar.fixed().lastRoot = avatar.root();
      times[i] = 0;
      anySpec = true;
    }
  }
  if (anySpec) stepSpringBatch(together);
  if (anyFixed) stepFixed(group, batch, times, together.scratch);
  for (Member* const member : batch.members) {
    if (!member || !member->avatar.block_) continue;
    if (group.rate != 1) showBetween(*member, scratch);
    if (!sleeping || !due) continue;
    member->avatar.touched_ = false;
    const bool news =
        has(member->flags, UpdateFlags::MorphsChanged) || has(member->flags, UpdateFlags::MaterialsChanged);
    if (member->still >= kRestUpdates && member->still % 8 == 0 && !news && atRest(member->avatar)) {
      member->turns = true;
      anyTurns = true;
    }
  }
}

// SpringStepping::Fixed, for members that have time left.
void Crowd::Impl::stepFixed(Group& group, Batch& batch, const std::array<float, kSpringLanes>& times,
                            float* scratch) noexcept {
  std::array<SpringLane, kSpringLanes> lanes;
  std::array<Avatar::FixedSteps, kSpringLanes> steps;
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < kSpringLanes; ++i) {
    if (!(times[i] > 0)) continue;
    batch.members[i]->avatar.carryIfJumped();
    steps[i] = batch.members[i]->avatar.fixedSteps(times[i]);
    most = std::max(most, steps[i].count);
  }
  for (std::uint32_t step = 1; step <= most; ++step) {
    SpringBatch together{*group.model, {},      reinterpret_cast<float*>(batch.states.get()),
                         false,        nullptr, scratch};
    for (std::size_t i = 0; i < kSpringLanes; ++i) {
      if (step > steps[i].count) continue;
      lanes[i] = batch.members[i]->avatar.beginFixedStep(steps[i].part(step));
      together.lanes[i] = &lanes[i];
    }
    stepSpringBatch(together);
    for (std::size_t i = 0; i < kSpringLanes; ++i) {
      if (together.lanes[i]) batch.members[i]->avatar.endFixedStep();
    }
  }
  for (std::size_t i = 0; i < kSpringLanes; ++i) {
    if (!(times[i] > 0)) continue;
    Member& member = *batch.members[i];
    if (steps[i].dropped) member.flags |= UpdateFlags::TimeDropped;
    member.avatar.fixed().springTime = steps[i].rest;
    member.avatar.showFixed();
  }
}

// --- Rates

void Crowd::Impl::keepShown(Member& member) noexcept {
  const ConstLocals now = std::as_const(member.avatar).locals();
  if (now.rotations.size() != member.fromRotations.size()) return;  // somebody has put another in its place
  std::copy(now.translations.begin(), now.translations.end(), member.fromTranslations.begin());
  std::copy(now.rotations.begin(), now.rotations.end(), member.fromRotations.begin());
  std::copy(now.scales.begin(), now.scales.end(), member.fromScales.begin());
  member.from = std::exchange(member.to, member.avatar.root());
  member.shown = 0;
}

void Crowd::Impl::showBetween(Member& member, Scratch& scratch) noexcept {
  Avatar& avatar = member.avatar;
  const ConstLocals now = std::as_const(avatar).locals();
  const std::size_t nodes = now.rotations.size();
  if (nodes != member.fromRotations.size()) return;
  const std::uint32_t rate = member.group->rate;
  member.shown = std::min(member.shown + 1, rate);
  if (member.shown == rate) return avatar.placeNodes(now, member.to);
  const float part = static_cast<float>(member.shown) / static_cast<float>(rate);
  for (std::size_t i = 0; i < nodes; ++i) {
    scratch.translations[i] = mixed(member.fromTranslations[i], now.translations[i], part);
    scratch.rotations[i] = between(member.fromRotations[i], now.rotations[i], part);
    scratch.scales[i] = mixed(member.fromScales[i], now.scales[i], part);
  }
  const auto first = [&](auto& list) { return std::span(list).first(nodes); };
  avatar.placeNodes(Locals{first(scratch.translations), first(scratch.rotations), first(scratch.scales)},
                    mixed(member.from, member.to, static_cast<double>(part)));
}

// --- Sleep

// Whether anything has been set since the last update.
void Crowd::Impl::noteInputs(Member& member) noexcept {
  const Avatar& avatar = member.avatar;
  const bool same = !avatar.touched_ && avatar.root() == member.lastRoot &&
                    std::memcmp(&avatar.pose(), &member.lastPose, sizeof(Pose)) == 0;
  member.still = same ? member.still + 1 : 0;
  if (same) return;
  member.lastRoot = avatar.root();
  member.lastPose = avatar.pose();
}

bool Crowd::Impl::atRest(const Avatar& avatar) noexcept {
  if (avatar.fixed().gazeMode == GazeMode::Target) return false;
  const SpringStates states = avatar.states();
  for (std::uint32_t i = 0; i < avatar.model().springJoints().size(); ++i) {
    const SpringJointState state = states.get(i);
    const Vec3 way = state.tail - state.previousTail;
    if (!(dot(way, way) <= 1e-8f * dot(state.tail, state.tail))) return false;
  }
  return true;
}

void Crowd::Impl::updateAsleep(Group& group) noexcept {
  for (Member* const member : group.asleep) {
    member->flags = UpdateFlags::None;
    if (!member->avatar.block_) continue;
    noteInputs(*member);
    if (member->still > 0) continue;
    member->flags = member->avatar.update(dt);
    member->to = member->avatar.root();
    member->shown = group.rate;
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
