// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/crowd.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/crowd_state.hpp"
#include "runtime/spring_batch.hpp"

namespace vrm {

// --- Groups

// Room for one more, also for when all are awake, so that nothing but add() and setRate() allocates.
void Crowd::Group::reserveOne() {
  const std::size_t size = model->springJoints().size() * SpringStates::kRow * sizeof(float);
  while (batches.size() * kSpringLanes <= awake + asleep.size()) {
    Batch batch;
    batch.states = allocateAlignedBlock(size);
    std::memset(batch.states.get(), 0, size);
    batches.push_back(std::move(batch));
  }
  asleep.reserve(awake + asleep.size() + 1);
}

// From how many avatars on lanes of avatars are faster than those of the chains of one.
std::uint32_t Crowd::Group::worthwhile() const noexcept {
  const Model::Tables& t = model->tables();
  const auto live = [](const SpringChainRow& chain) { return chain.live; };
  if (t.springSlots.empty() || std::any_of(t.springChains.begin(), t.springChains.end(), live))
    return kSpringLanes + 1;
  return static_cast<std::uint32_t>(t.springLinks.size() / t.springSlots.size() + 1);
}

// After the batch with this place has changed: into the lanes with its members, or out of them.
void Crowd::Group::settle(std::uint32_t place) noexcept {
  if (place / kSpringLanes >= batches.size()) return;
  Batch& batch = batches[place / kSpringLanes];
  const auto first = static_cast<std::uint32_t>(place - place % kSpringLanes);
  const std::uint32_t count = awake > first ? std::min(awake - first, std::uint32_t{kSpringLanes}) : 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    Avatar& avatar = batch.members[i]->avatar;
    if (!avatar.block_ || avatar.model_ != model) continue;  // somebody has put another in its place
    if (count < worthwhile()) {
      avatar.leaveLane();
    } else if (!avatar.lane_) {
      avatar.enterLane(reinterpret_cast<float*>(batch.states.get()) + i);
    }
  }
}

void Crowd::Group::enter(Member& member) noexcept {
  member.group = this;
  member.place = awake;
  at(awake++) = &member;
  settle(member.place);
}

// The last one takes its place.
void Crowd::Group::leave(Member& member) noexcept {
  if (member.avatar.block_) member.avatar.leaveLane();
  Member* const last = std::exchange(at(--awake), nullptr);
  if (last != &member) {
    if (last->avatar.block_) last->avatar.leaveLane();
    last->place = member.place;
    at(member.place) = last;
    settle(last->place);
  }
  settle(awake);
}

void Crowd::Group::fallAsleep(Member& member) noexcept {
  leave(member);
  member.asleep = true;
  member.place = static_cast<std::uint32_t>(asleep.size());
  asleep.push_back(&member);
}
void Crowd::Group::stopSleeping(Member& member) noexcept {
  asleep[member.place] = asleep.back();
  asleep[member.place]->place = member.place;
  asleep.pop_back();
  member.asleep = false;
  member.still = 0;
}

// --- Members

Crowd::Member* Crowd::Impl::find(CrowdMember member) const noexcept {
  return member.slot < members.size() && generations[member.slot] == member.generation
             ? members[member.slot].get()
             : nullptr;
}

Crowd::Group& Crowd::Impl::groupFor(const std::shared_ptr<const Model>& model, std::uint32_t rate) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const std::unique_ptr<Group>& group) {
    return group->model == model && group->rate == rate;
  });
  if (found != groups.end()) return **found;
  // What tasks work with fits every model, so that an update allocates nothing.
  const std::size_t needed = springBatchScratch(*model) * sizeof(float);
  for (Scratch& scratch : scratches) {
    if (!scratch.batch || needed > batchScratch)
      scratch.batch = allocateAlignedBlock(std::max(needed, batchScratch));
  }
  batchScratch = std::max(batchScratch, needed);
  auto group = std::make_unique<Group>();
  group->model = model;
  group->rate = rate;
  groups.push_back(std::move(group));
  return *groups.back();
}

CrowdMember Crowd::Impl::add(Avatar avatar) {
  Group& group = groupFor(avatar.sharedModel(), 1);
  group.reserveOne();
  std::size_t all = groups.size();  // the items of work that an update may have
  for (const auto& g : groups) all += g->batches.size();
  work.reserve(all);
  if (vacant.empty()) {
    const auto slot = static_cast<std::uint32_t>(members.size());
    generations.push_back(0);
    members.emplace_back();
    vacant.reserve(members.size());
    vacant.push_back(slot);
  }
  const CrowdMember self{vacant.back(), generations[vacant.back()]};
  members[self.slot] = std::make_unique<Member>(std::move(avatar), self);
  vacant.pop_back();
  group.enter(*members[self.slot]);
  return self;
}

void Crowd::Impl::drop(Member& member) noexcept {
  Group* const group = member.group;
  if (member.asleep) {
    group->stopSleeping(member);
  } else {
    group->leave(member);
  }
  if (group->awake > 0 || !group->asleep.empty()) return;
  groups.erase(std::find_if(groups.begin(), groups.end(),
                            [&](const std::unique_ptr<Group>& g) { return g.get() == group; }));
}

// --- The class

Crowd::Crowd(std::size_t threads) {
  auto pool = std::make_unique<ThreadPool>(threads == 0 ? hardwareThreads() : threads);
  impl_ = std::make_unique<Impl>(CrowdTasks{nullptr, nullptr, pool->size()});
  impl_->pool = std::move(pool);
}
Crowd::Crowd(const CrowdTasks& tasks) : impl_(std::make_unique<Impl>(tasks)) {}
Crowd::~Crowd() = default;
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;

CrowdMember Crowd::add(std::shared_ptr<const Model> model) {
  return impl_->add(Avatar(std::move(model)));
}
CrowdMember Crowd::add(Avatar avatar) {
  return impl_->add(std::move(avatar));
}

bool Crowd::remove(CrowdMember member) noexcept {
  Member* const found = impl_->find(member);
  if (!found) return false;
  impl_->drop(*found);
  impl_->members[member.slot].reset();
  ++impl_->generations[member.slot];
  impl_->vacant.push_back(member.slot);
  return true;
}
bool Crowd::contains(CrowdMember member) const noexcept {
  return impl_->find(member) != nullptr;
}
std::size_t Crowd::size() const noexcept {
  return impl_->members.size() - impl_->vacant.size();
}
Avatar& Crowd::operator[](CrowdMember member) noexcept {
  return impl_->members[member.slot]->avatar;
}
const Avatar& Crowd::operator[](CrowdMember member) const noexcept {
  return impl_->members[member.slot]->avatar;
}
void Crowd::update(float dt) noexcept {
  impl_->update(dt);
}
UpdateFlags Crowd::flags(CrowdMember member) const noexcept {
  return impl_->members[member.slot]->flags;
}

bool Crowd::setRate(CrowdMember member, std::uint32_t frames) {
  Member* const found = impl_->find(member);
  if (!found || (frames != 1 && frames != 2 && frames != 4)) return false;
  if (frames == found->group->rate) return true;
  Group& group = impl_->groupFor(found->group->model, frames);
  group.reserveOne();
  std::size_t all = impl_->groups.size();
  for (const auto& g : impl_->groups) all += g->batches.size();
  impl_->work.reserve(all);
  found->steps.assign(frames == 1 ? 0 : found->avatar.model().nodeCount(), Mat4{});
  for (Scratch& scratch : impl_->scratches)
    scratch.shown.resize(std::max(scratch.shown.size(), kSpringLanes * found->steps.size()));
  impl_->drop(*found);
  found->shown = frames;  // it is there already
  found->waited = 0;
  group.enter(*found);
  return true;
}
std::uint32_t Crowd::rate(CrowdMember member) const noexcept {
  return impl_->members[member.slot]->group->rate;
}

void Crowd::setSleeping(bool sleeping) noexcept {
  impl_->sleeping = sleeping;
  for (const auto& group : impl_->groups) {
    while (!sleeping && !group->asleep.empty()) {
      Member& member = *group->asleep.back();
      group->stopSleeping(member);
      group->enter(member);
    }
  }
}
bool Crowd::asleep(CrowdMember member) const noexcept {
  return impl_->members[member.slot]->asleep;
}

}  // namespace vrm
