// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/crowd.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/crowd_state.hpp"
#include "runtime/spring_batch.hpp"

namespace vrm {
namespace {

// Room, so that pushing cannot fail; more than asked for, so that it is seldom needed.
template <class T>
void growFor(std::vector<T>& list, std::size_t size) {
  if (list.capacity() < size) list.reserve(2 * size);
}

}  // namespace

// --- Groups

Crowd::Group::Group(const std::shared_ptr<const Model>& m, std::uint32_t r) : model(m), rate(r) {
  const Model::Tables& t = model->tables();
  const auto live = [](const SpringChainRow& chain) { return chain.live; };
  std::uint32_t slots = 0;  // as many lanes wide as half a batch
  for (const SpringPack& pack : t.springPacks) {
    const auto& counts = pack.slotCounts;
    const auto half = static_cast<std::ptrdiff_t>(counts.size() / 2);
    slots += *std::max_element(counts.begin(), counts.begin() + half);
    slots += *std::max_element(counts.begin() + half, counts.end());
  }
  const bool never = slots == 0 || std::any_of(t.springChains.begin(), t.springChains.end(), live);
  worthwhile = never ? kHalfBatch + 1
                     : std::min(static_cast<std::uint32_t>(t.springLinks.size() / slots + 1), kHalfBatch);
}

// Room for one more, also for when all are awake, so that nothing but add() and setRate() allocates.
void Crowd::Group::reserveOne() {
  const std::size_t size =
      worthwhile > kHalfBatch ? 0 : model->springJoints().size() * SpringStates::kRow * sizeof(float);
  while (batches.size() * kSpringLanes <= awake + asleep.size()) {
    Batch batch;
    batch.states = allocateAlignedBlock(size);
    std::memset(batch.states.get(), 0, size);
    batches.push_back(std::move(batch));
  }
  growFor(asleep, awake + asleep.size() + 1);
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
    // The last ones of fewer than half a batch may be too few for a vector of that many lanes.
    const std::uint32_t beside = std::min(count - i / kHalfBatch * kHalfBatch, kHalfBatch);
    if (beside < worthwhile) {
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
  groups.push_back(std::make_unique<Group>(model, rate));
  return *groups.back();
}

// The items of work that an update may have.
void Crowd::Impl::reserveWork() {
  std::size_t all = 0;
  for (const auto& group : groups) all += 3 * group->batches.size();  // halves, and those asleep
  growFor(work, all);
}

CrowdMember Crowd::Impl::add(Avatar avatar) try {
  // First all that can fail.
  Group& group = groupFor(avatar.sharedModel(), 1);
  group.reserveOne();
  reserveWork();
  auto member = std::make_unique<Member>(std::move(avatar));
  if (sleeping) member->had.resize(group.model->springJoints().size());
  growFor(members, members.size() + 1);
  growFor(generations, members.size() + 1);
  growFor(vacant, members.size() + 1);
  if (vacant.empty()) {
    vacant.push_back(static_cast<std::uint32_t>(members.size()));
    members.emplace_back();
    generations.push_back(0);
  }
  const CrowdMember self{vacant.back(), generations[vacant.back()]};
  vacant.pop_back();
  members[self.slot] = std::move(member);
  group.enter(*members[self.slot]);
  return self;
} catch (...) {
  dropEmptyGroups();
  throw;
}

void Crowd::Impl::drop(Member& member) noexcept {
  if (member.asleep) {
    member.group->stopSleeping(member);
  } else {
    member.group->leave(member);
  }
}

// Which would keep their models.
void Crowd::Impl::dropEmptyGroups() noexcept {
  groups.erase(std::remove_if(groups.begin(), groups.end(),
                              [](const std::unique_ptr<Group>& group) { return group->empty(); }),
               groups.end());
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
  return model ? impl_->add(Avatar(std::move(model))) : CrowdMember{};
}
CrowdMember Crowd::add(Avatar avatar) {
  return avatar.block_ ? impl_->add(std::move(avatar)) : CrowdMember{};
}

bool Crowd::remove(CrowdMember member) noexcept {
  Member* const found = impl_->find(member);
  if (!found) return false;
  impl_->drop(*found);
  impl_->dropEmptyGroups();
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
Avatar* Crowd::find(CrowdMember member) noexcept {
  Member* const found = impl_->find(member);
  return found ? &found->avatar : nullptr;
}
const Avatar* Crowd::find(CrowdMember member) const noexcept {
  const Member* const found = impl_->find(member);
  return found ? &found->avatar : nullptr;
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
  const Member* const found = impl_->find(member);
  return found ? found->flags : UpdateFlags::None;
}

bool Crowd::setRate(CrowdMember member, std::uint32_t frames) {
  Member* const found = impl_->find(member);
  if (!found || (frames != 1 && frames != 2 && frames != 4)) return false;
  if (frames == found->group->rate) return true;
  try {
    const std::shared_ptr<const Model> model = found->group->model;
    Group& group = impl_->groupFor(model, frames);
    group.reserveOne();
    impl_->reserveWork();
    const std::size_t steps = frames == 1 ? 0 : model->nodeCount();
    for (Scratch& scratch : impl_->scratches)
      scratch.shown.resize(std::max(scratch.shown.size(), kSpringLanes * steps));
    found->steps.assign(steps, Mat4{});
    impl_->drop(*found);
    found->shown = frames;  // it is there already
    group.enter(*found);
    impl_->dropEmptyGroups();
  } catch (...) {
    impl_->dropEmptyGroups();
    throw;
  }
  return true;
}
std::uint32_t Crowd::rate(CrowdMember member) const noexcept {
  const Member* const found = impl_->find(member);
  return found ? found->group->rate : 0;
}

void Crowd::setSleeping(bool sleeping) {
  for (const auto& member : impl_->members) {
    if (member && sleeping) member->had.resize(member->group->model->springJoints().size());
  }
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
  const Member* const found = impl_->find(member);
  return found && found->asleep;
}

}  // namespace vrm
