// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/crowd.hpp"

#include <algorithm>

#include "base/simd_target.hpp"
#include "support/heap_count.hpp"
#include "support/slow_build.hpp"
#include "unit/runtime/drive.hpp"
#include "unit/runtime/prelude.hpp"
#include "unit/runtime/tangle.hpp"
#include "vrm/load.hpp"
#include "vrm/runtime/output_hash.hpp"

namespace vrm {
namespace {

using namespace test;

std::vector<std::byte> snapshotOf(const Avatar& avatar) {
  std::vector<std::byte> out(avatar.snapshotSize());
  EXPECT_TRUE(avatar.save(out).ok());
  return out;
}

// All of the state, and where it is not equal.
testing::AssertionResult same(const Avatar& a, const Avatar& b) {
  const std::vector<std::byte> x = snapshotOf(a), y = snapshotOf(b);
  const auto at = std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first;
  if (at == x.end() && x.size() == y.size()) return testing::AssertionSuccess();
  const AvatarLayout& l = a.model().layout();
  return testing::AssertionFailure() << a.model().nodeCount() << " nodes, " << a.model().springJoints().size()
                                     << " joints, byte " << at - x.begin() << " of " << x.size()
                                     << "; worlds from " << l.worlds << ", rotations from " << l.rotations
                                     << ", states from " << l.springStates;
}

// A chain of three joints that hangs down from a head.
std::shared_ptr<const Model> swing(int chains = 1) {
  ModelBuilder b;
  const std::uint32_t head = b.node(at({0, 1, 0}));
  for (int i = 0; i < chains; ++i) {
    std::vector<std::uint32_t> nodes{b.node(at({0.01f * static_cast<float>(i), 0, 0}), head)};
    for (int k = 0; k < 3; ++k) nodes.push_back(b.node(at({0, -0.1f, 0}), nodes.back()));
    schema::Spring& spring = b.spring(nodes);
    for (schema::SpringJoint& joint : spring.joints) joint.stiffness = 1, joint.dragForce = 0.4f;
  }
  return b.make();
}

// All that can be different between avatars of one batch.
void driveSprings(Avatar& avatar, Random& r) {
  const Model& model = avatar.model();
  if (r.chance(0.3)) avatar.setForce(r.vector(0.5));
  if (model.springCount() == 0) return;
  const SpringIndex spring(r.below(model.springCount()));
  const SpringJointIndex joint(r.below(static_cast<std::uint32_t>(model.springJoints().size())));
  if (r.chance(0.1)) avatar.setForce(spring, r.vector(0.5));
  if (r.chance(0.05)) avatar.enable(spring, r.chance(0.7));
  if (r.chance(0.05)) avatar.resetSprings();
  if (r.chance(0.05)) avatar.setParameters(joint, {1, 0.3f, 0.01f, {0, -1, 0}});
  if (r.chance(0.05)) avatar.pauseSprings(static_cast<SpringPause>(r.below(3)));
  if (r.chance(0.3)) avatar.pauseSprings(SpringPause::Running);
  if (r.chance(0.03)) avatar.setStepping(static_cast<SpringStepping>(r.below(2)));
  if (r.chance(0.03)) avatar.enable(Stage::Springs, r.chance(0.5));
  if (r.chance(0.05)) avatar.teleport({r.vector(10), r.rotation(3), 1});
  if (r.chance(0.02)) avatar.warmUp(3);
  if (r.chance(0.01)) avatar.reset();
}

// Every member beside an avatar of its own that gets the same inputs.
struct Twins {
  Crowd crowd;
  struct Pair {
    CrowdMember member;
    std::unique_ptr<Avatar> alone;  // an assignment would announce all of its outputs anew
    Random inputs;
  };
  std::vector<Pair> pairs;

  explicit Twins(std::size_t threads) : crowd(threads) {}
  void add(const std::shared_ptr<const Model>& model, std::uint32_t seed) {
    Avatar avatar(model);
    if (seed % 3 != 0) avatar.setStepping(SpringStepping::Spec);
    pairs.push_back({crowd.add(avatar), std::make_unique<Avatar>(avatar), Random(seed)});
  }
  void remove(std::size_t i) {
    EXPECT_TRUE(crowd.remove(pairs[i].member));
    pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(i));
  }
  void frame(float dt) {
    for (Pair& pair : pairs) {
      Random again = pair.inputs;
      const bool wild = pair.inputs.chance(0.1);
      again.chance(0.1);
      for (auto [avatar, r] :
           {std::pair(&crowd[pair.member], &pair.inputs), std::pair(pair.alone.get(), &again)}) {
        const Vec3 place = r->vector(0.3);
        avatar->setRoot({place, r->rotation(0.5), 1.5f});
        if (wild) drive(*avatar, *r);
        driveSprings(*avatar, *r);
      }
    }
    crowd.update(dt);
    for (Pair& pair : pairs) {
      EXPECT_EQ(pair.alone->update(dt), crowd.flags(pair.member));
      EXPECT_EQ(outputHash(*pair.alone), outputHash(crowd[pair.member]));
      ASSERT_TRUE(same(*pair.alone, crowd[pair.member])) << &pair - pairs.data();
    }
  }
};

TEST(Crowd, GivesEachTheBitsOfItsOwnUpdate) {
  std::vector<std::shared_ptr<const Model>> models{swing(), swing(20)};
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    models.push_back(tangle(seed).make());
    models.push_back(load(randomAvatar(seed).document()).model());
  }
  for (std::size_t target = 0; target < simdTargetCount(); ++target) {
    useSimdTarget(target);
    Twins twins(1);
    for (std::uint32_t i = 0; i < 5 * models.size(); ++i) twins.add(models[i % models.size()], i);
    Random r(1);
    for (int frame = 0; frame < (kFewer > 1 ? 5 : 20) && !testing::Test::HasFailure(); ++frame) {
      const double times[] = {1.0 / 60, 1.0 / 144, 0.05, 0, 0.3};
      twins.frame(static_cast<float>(times[r.below(5)]));
      // Batches fill up and get smaller.
      for (int i = 0; i < 3; ++i) {
        const std::uint32_t model = r.below(static_cast<std::uint32_t>(models.size()));
        twins.add(models[model], 100 + r.below(1000));
      }
      if (frame % 2 == 0) twins.remove(r.below(static_cast<std::uint32_t>(twins.pairs.size())));
    }
  }
  useBestSimdTarget();
}

// Lanes that are full, half full, and empty but for one, on one thread and shared by several.
TEST(Crowd, AnyNumberSideBySide) {
  // Few chains go into lanes from two avatars on, many only with more.
  const std::shared_ptr<const Model> models[] = {swing(), swing(20), tangle(2).make()};
  for (const SpringChainRow& chain : models[2]->springProgram().chains) ASSERT_FALSE(chain.live);
  for (std::size_t target = 0; target < simdTargetCount(); ++target) {
    useSimdTarget(target);
    for (const std::size_t threads : {std::size_t{1}, std::size_t{8}}) {
      if (kFewer > 1 && threads == 1) continue;
      Twins twins(threads);
      for (std::uint32_t count = 1; count <= 2 * kSpringLanes + 1 && !testing::Test::HasFailure(); ++count) {
        for (const auto& model : models) twins.add(model, count);
        const bool edge = count <= 2 || (count + 1) % 8 <= 2;
        for (int frame = 0; frame < 2 && edge && (kFewer == 1 || count > 14); ++frame) twins.frame(1.0f / 60);
      }
      while (!twins.pairs.empty() && !testing::Test::HasFailure()) {
        for (std::size_t i = 0; i < 13 && !twins.pairs.empty(); ++i) twins.remove(0);
        twins.frame(1.0f / 60);
      }
    }
  }
  useBestSimdTarget();
}

TEST(Crowd, MembersComeAndGo) {
  Crowd crowd;
  const auto model = swing(20);
  const CrowdMember first = crowd.add(model), second = crowd.add(model);
  EXPECT_EQ(crowd.size(), 2u);
  EXPECT_TRUE(crowd.contains(first));
  EXPECT_TRUE(crowd.remove(first));
  EXPECT_FALSE(crowd.remove(first));
  EXPECT_FALSE(crowd.contains(first));
  EXPECT_FALSE(crowd.contains(CrowdMember{}));
  EXPECT_EQ(crowd.size(), 1u);
  const CrowdMember third = crowd.add(model);
  EXPECT_NE(third, first);  // although it has its place
  EXPECT_FALSE(crowd.contains(first));
  // References stay, however many come.
  const Avatar* const before = &crowd[second];
  for (int i = 0; i < 100; ++i) crowd.add(model);
  EXPECT_EQ(&crowd[second], before);
  // The model is given up with its last member.
  const std::weak_ptr<const Model> other = [&] {
    const auto made = swing();
    const CrowdMember member = crowd.add(made);
    crowd.update(0.1f);
    crowd.remove(member);
    return std::weak_ptr(made);
  }();
  EXPECT_TRUE(other.expired());
  crowd.update(1.0f / 60);
}

TEST(Crowd, NothingIsNoMember) {
  Crowd crowd;
  EXPECT_EQ(crowd.add(std::shared_ptr<const Model>()), CrowdMember{});
  Avatar avatar(swing());
  const CrowdMember member = crowd.add(std::move(avatar));
  EXPECT_EQ(crowd.add(std::move(avatar)), CrowdMember{});  // NOLINT: it has been moved from
  EXPECT_EQ(crowd.size(), 1u);
  EXPECT_EQ(crowd.find(member), &crowd[member]);
  EXPECT_EQ(std::as_const(crowd).find(member), &crowd[member]);
  EXPECT_EQ(crowd.find(CrowdMember{}), nullptr);
  crowd.remove(member);
  EXPECT_EQ(crowd.find(member), nullptr);
  EXPECT_EQ(std::as_const(crowd).find(member), nullptr);
}

TEST(Crowd, AvatarsCanBeCopiedMovedAndReplaced) {
  const auto model = swing(20), other = swing(3);
  Crowd crowd;
  std::vector<CrowdMember> members;
  for (int i = 0; i < 8; ++i) members.push_back(crowd.add(model));
  const auto shake = [&](Avatar& avatar, int frame) {
    avatar.setRoot({{frame % 2 == 0 ? 0.05f : -0.05f, 0, 0}, {}, 1});
  };
  for (int frame = 0; frame < 5; ++frame) {
    for (const CrowdMember& member : members) shake(crowd[member], frame);
    crowd.update(1.0f / 60);
  }
  Avatar copy = crowd[members[0]];
  EXPECT_TRUE(same(copy, crowd[members[0]]));
  Avatar assigned(model);
  assigned = crowd[members[1]];
  EXPECT_TRUE(same(assigned, copy));
  crowd[members[2]].reset();
  crowd[members[2]] = copy;
  EXPECT_TRUE(same(crowd[members[2]], copy));
  crowd[members[3]].reset();
  EXPECT_TRUE(crowd[members[3]].restore(snapshotOf(copy)).ok());
  crowd[members[4]] = Avatar(other);                  // of another model
  const Avatar moved = std::move(crowd[members[5]]);  // nothing is left there
  EXPECT_TRUE(same(moved, copy));
  crowd[members[6]].update(1.0f / 60);  // on its own
  Avatar ahead = copy, strange(other);
  ahead.update(1.0f / 60);
  for (int frame = 0; frame < 5; ++frame) {
    crowd.update(1.0f / 60);
    copy.update(1.0f / 60);
    ahead.update(1.0f / 60);
    strange.update(1.0f / 60);
    for (const std::size_t i : {0u, 1u, 2u, 3u, 7u}) EXPECT_TRUE(same(crowd[members[i]], copy)) << i;
    EXPECT_TRUE(same(crowd[members[6]], ahead));
    EXPECT_TRUE(same(crowd[members[4]], strange));
  }
  EXPECT_TRUE(crowd.remove(members[5]));
  EXPECT_TRUE(crowd.remove(members[4]));
}

// Handles of those that are gone, places that somebody has emptied, models with nothing in them.
TEST(Crowd, NothingIsTooStrange) {
  Crowd crowd;
  const auto model = swing(20);
  std::vector<CrowdMember> members;
  for (int i = 0; i < 300; ++i) members.push_back(crowd.add(model));
  const CrowdMember empty = crowd.add(ModelBuilder().make());
  EXPECT_TRUE(crowd.setRate(empty, 4));
  for (const std::size_t i : {0u, 120u, 128u, 299u}) {
    const Avatar taken = std::move(crowd[members[i]]);
    EXPECT_EQ(taken.model().nodeCount(), model->nodeCount());
  }
  EXPECT_TRUE(crowd.setRate(members[120], 2));
  for (int i = 0; i < 5; ++i) crowd.update(1.0f / 60);
  EXPECT_TRUE(crowd.remove(members[7]));
  crowd.add(model);  // has its place
  EXPECT_EQ(crowd.flags(members[7]), UpdateFlags::None);
  EXPECT_EQ(crowd.rate(members[7]), 0u);
  EXPECT_FALSE(crowd.asleep(members[7]));
  EXPECT_FALSE(crowd.setRate(members[7], 2));
  Crowd other = std::move(crowd);
  EXPECT_EQ(other.size(), 301u);
  crowd = std::move(other);
  crowd.update(1.0f / 60);
  // Tasks that nobody runs are run by the caller.
  Crowd without(CrowdTasks{nullptr, nullptr, 0});
  const CrowdMember alone = without.add(model);
  without.update(1.0f / 60);
  EXPECT_FALSE(has(without.flags(alone), UpdateFlags::TimeRefused));
}

TEST(Crowd, UpdatesDoNotAllocate) {
  if (!heapIsCounted()) GTEST_SKIP() << "the sanitizer counts";
  Crowd crowd(2);
  crowd.setSleeping(true);
  std::vector<CrowdMember> members;
  for (const auto& model : {swing(), swing(20), tangle(5).make()}) {
    for (int i = 0; i < 20; ++i) members.push_back(crowd.add(model));
  }
  for (std::size_t i = 0; i < members.size(); i += 3) crowd.setRate(members[i], 2);
  crowd.update(1.0f / 60);
  const std::uint64_t before = heapCalls();
  for (int frame = 0; frame < 200; ++frame) {
    crowd[members[static_cast<std::size_t>(frame) % members.size()]].setForce({0, 0, 0.1f});
    crowd.update(1.0f / 60);
  }
  EXPECT_EQ(heapCalls(), before);
}

// --- Rates

TEST(CrowdRate, IsOneTwoOrFour) {
  Crowd crowd;
  const CrowdMember member = crowd.add(swing());
  EXPECT_EQ(crowd.rate(member), 1u);
  for (const std::uint32_t bad : {0u, 3u, 5u, 8u}) EXPECT_FALSE(crowd.setRate(member, bad));
  EXPECT_FALSE(crowd.setRate(CrowdMember{}, 2));
  for (const std::uint32_t good : {2u, 4u, 1u, 1u}) {
    EXPECT_TRUE(crowd.setRate(member, good));
    EXPECT_EQ(crowd.rate(member), good);
  }
}

// Moving at an even pace, the avatar is shown where it was, at every frame.
TEST(CrowdRate, ShowsEvenMotionAFewFramesLate) {
  for (const int rate : {1, 2, 4}) {
    Crowd crowd;
    std::vector<CrowdMember> members;
    const auto model = swing(20);
    for (int i = 0; i < 30; ++i) {
      members.push_back(crowd.add(model));
      EXPECT_TRUE(crowd.setRate(members.back(), static_cast<std::uint32_t>(rate)));
    }
    for (int frame = 0; frame < 40; ++frame) {
      for (const CrowdMember& member : members)
        crowd[member].setRoot({{0.1f * static_cast<float>(frame), 0, 0}, {}, 1});
      crowd.update(1.0f / 60);
      if (frame < 10) continue;
      for (const CrowdMember& member : members)
        EXPECT_NEAR(crowd[member].world(ModelNode(0))[12], 0.1f * static_cast<float>(frame - rate + 1), 1e-5f)
            << rate << " " << frame;
    }
  }
}

TEST(CrowdRate, UpdatesForTheTimeSinceTheLastOne) {
  Crowd crowd;
  const auto model = swing();
  const CrowdMember slow = crowd.add(model);
  crowd.setRate(slow, 4);
  Avatar alone(model);
  crowd[slow].setForce({1, 0, 0});
  alone.setForce({1, 0, 0});
  int updates = 0;
  for (int frame = 0; frame < 40; ++frame) {
    const Quat before = crowd[slow].locals().rotations[2];
    crowd.update(1.0f / 60);
    if (crowd[slow].locals().rotations[2] == before) continue;
    ++updates;
  }
  EXPECT_GE(updates, 9);
  EXPECT_LE(updates, 10);
  for (int i = 0; i < 10; ++i) alone.update(4.0f / 60);
  // One update more or less at the end, when not much moves.
  const Quat a = crowd[slow].locals().rotations[2], b = alone.locals().rotations[2];
  EXPECT_GT(std::abs(dot(a, b)), 0.999f);
}

// Fixed steps follow as many frames as an update is for; also in lanes.
TEST(CrowdRate, DropsNoTimeThatSingleFramesWouldNot) {
  Crowd crowd;
  std::vector<CrowdMember> members;
  for (int i = 0; i < 9; ++i) members.push_back(crowd.add(swing(20)));
  for (const CrowdMember member : members) EXPECT_TRUE(crowd.setRate(member, 4));
  const auto dropped = [&](float dt) {
    int count = 0;
    for (int frame = 0; frame < 12; ++frame) {
      crowd.update(dt);
      for (const CrowdMember m : members) count += has(crowd.flags(m), UpdateFlags::TimeDropped) ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(dropped(8.0f / 60), 0);
  EXPECT_EQ(dropped(9.5f / 60), 27);
}

TEST(CrowdRate, NoTimeIsLostWhenItChanges) {
  Crowd crowd;
  const CrowdMember member = crowd.add(swing());
  Avatar& avatar = crowd[member];
  avatar.setForce({0.3f, 0, 0});
  Avatar alone = avatar;
  for (Avatar* a : {&avatar, &alone}) a->setStepping(SpringStepping::Fixed);
  for (int frame = 0; frame < 40; ++frame) {
    crowd.setRate(member, frame % 3 == 0 ? 4 : 2);
    crowd.update(1.0f / 60);
    alone.update(1.0f / 60);
  }
  crowd.setRate(member, 1);
  crowd.update(1.0f / 60);
  alone.update(1.0f / 60);
  EXPECT_LT(1 - std::abs(dot(avatar.locals().rotations[2], alone.locals().rotations[2])), 1e-6f);
}

// What jumps is shown at once, and nothing flies in from the origin.
TEST(CrowdRate, DoesNotGoBetweenJumps) {
  Crowd crowd;
  const CrowdMember member = crowd.add(swing());
  crowd.setRate(member, 4);
  crowd[member].setRoot({{100, 0, 0}, {}, 1});
  float x = 0;
  const auto run = [&] {
    for (int i = 0; i < 4; ++i) {
      crowd.update(1.0f / 60);
      const float now = crowd[member].world(ModelNode(0))[12];
      EXPECT_TRUE(now == x || now == crowd[member].root().translation.x) << now;
      x = now;
    }
    EXPECT_EQ(x, crowd[member].root().translation.x);
  };
  run();
  crowd[member].teleport({{-100, 0, 0}, fromAxisAngle({0, 1, 0}, 3.14159), 1});
  run();
  crowd[member].setTeleportDistance(5);
  crowd[member].setRoot({{50, 0, 0}, {}, 1});
  run();
  // Nor is the rest of a way added to what is not on it.
  crowd[member].setTeleportDistance(1000);
  for (int i = 0; i < 6; ++i) {
    crowd[member].setRoot({{50 + static_cast<float>(i), 0, 0}, {}, 1});
    crowd.update(1.0f / 60);
  }
  crowd[member].reset();
  x = 0;
  run();
}

TEST(CrowdRate, WhatIsNotFiniteGoesAway) {
  Crowd crowd;
  const CrowdMember member = crowd.add(swing());
  crowd.setRate(member, 2);
  crowd.update(1.0f / 60);
  crowd[member].setRoot({{3e38f, 0, 0}, {}, 3e38f});
  for (int i = 0; i < 4; ++i) crowd.update(1.0f / 60);
  crowd[member].setRoot({});
  for (int i = 0; i < 8; ++i) crowd.update(1.0f / 60);
  for (const Mat4& world : crowd[member].worldMatrices()) {
    for (const float v : world) EXPECT_TRUE(std::isfinite(v));
  }
}

TEST(CrowdRate, RefusesBadTimeAndSaysSo) {
  for (const std::uint32_t rate : {1u, 2u, 4u}) {
    Crowd crowd;
    const CrowdMember member = crowd.add(swing());
    crowd.setRate(member, rate);
    for (const float bad : {-0.01f, NAN, INFINITY}) {
      bool said = false;
      for (std::uint32_t i = 0; i < rate; ++i) {
        crowd.update(i == 0 ? bad : 1.0f / 60);
        said = said || has(crowd.flags(member), UpdateFlags::TimeRefused);
      }
      // Said by the update that the frame belongs to.
      for (std::uint32_t i = 0; i < rate && !said; ++i) {
        crowd.update(1.0f / 60);
        said = has(crowd.flags(member), UpdateFlags::TimeRefused);
      }
      EXPECT_TRUE(said) << rate << " " << bad;
    }
    for (const Mat4& world : crowd[member].worldMatrices()) EXPECT_TRUE(std::isfinite(world[12]));
  }
}

// --- Sleep

TEST(CrowdSleep, LeavesAloneWhatIsAtRest) {
  const auto model = swing(20);
  Crowd crowd;
  std::vector<CrowdMember> members;
  for (int i = 0; i < 20; ++i) members.push_back(crowd.add(model));
  for (const CrowdMember& member : members) crowd[member].setForce({0.3f, 0, 0});
  const auto run = [&](int frames) {
    for (int i = 0; i < frames; ++i) crowd.update(1.0f / 60);
  };
  run(300);
  for (const CrowdMember& member : members) EXPECT_FALSE(crowd.asleep(member));  // at first nobody sleeps
  crowd.setSleeping(true);
  run(300);
  for (const CrowdMember& member : members) EXPECT_TRUE(crowd.asleep(member));
  // Every input wakes it up, and is seen in the same frame.
  const auto wakes = [&](const char* what, auto&& set) {
    SCOPED_TRACE(what);
    EXPECT_TRUE(crowd.asleep(members[7]));
    Avatar alone = crowd[members[7]];
    set(alone);
    set(crowd[members[7]]);
    for (int i = 0; i < 3; ++i) {
      alone.update(1.0f / 60);
      run(1);
      EXPECT_FALSE(crowd.asleep(members[7]));
      EXPECT_EQ(outputHash(alone), outputHash(crowd[members[7]])) << i;
    }
    for (const std::size_t i : {6u, 8u}) EXPECT_TRUE(crowd.asleep(members[i]));
    run(400);
  };
  const auto sleepsOn = [&](const char* what, auto&& set) {
    SCOPED_TRACE(what);
    for (int i = 0; i < 2; ++i) {
      set(crowd[members[7]]);
      run(1);
      EXPECT_EQ(crowd.asleep(members[7]), i > 0) << "at first it is new";
      run(400);
    }
  };
  sleepsOn("root", [](Avatar& a) { a.setRoot({{0.2f, 0, 0}, {0, 0.7f, 0, 0.9f}, 1}); });  // not normalised
  sleepsOn("force", [](Avatar& a) { a.setForce(SpringIndex(2), {0.1f, 0, 0}); });
  sleepsOn("direction", [](Avatar& a) { a.lookAt(YawPitch{10, 5}); });
  sleepsOn("point", [](Avatar& a) { a.lookAt(Vec3{0, 1, 1}); });
  sleepsOn("nothing", [](Avatar& a) { a.lookAtNothing(); });
  wakes("root", [](Avatar& a) { a.setRoot({{0.1f, 0, 0}, {}, 1}); });
  wakes("pose", [](Avatar& a) { a.pose().rotate(HumanBone::Head, fromAxisAngle({1, 0, 0}, 0.3)); });
  wakes("node", [](Avatar& a) { a.setRotation(ModelNode(0), fromAxisAngle({1, 0, 0}, 0.3)); });
  wakes("force", [](Avatar& a) { a.setForce({0, 0, 0.1f}); });
  wakes("parameters", [](Avatar& a) { a.setParameters(SpringJointIndex(0), {}); });
  wakes("spring", [](Avatar& a) { a.enable(SpringIndex(3), false); });
  wakes("reset", [](Avatar& a) { a.reset(); });
  wakes("stage", [](Avatar& a) { a.enable(Stage::Springs, false); });
  wakes("stage again", [](Avatar& a) { a.enable(Stage::Springs, true); });
  wakes("stepping", [](Avatar& a) { a.setStepping(SpringStepping::Spec); });
  wakes("gaze", [](Avatar& a) { a.lookAt(Vec3{0, 0, 1}); });
  wakes("teleport", [](Avatar& a) { a.teleport({{5, 0, 0}, {}, 1}); });
  wakes("assignment", [](Avatar& a) { a = Avatar(a.sharedModel()); });
  wakes("restore", [&](Avatar& a) {
    Avatar other(a.sharedModel());
    other.setRoot(a.root());
    other.setForce({0, 0, 2});
    other.warmUp(20);
    EXPECT_TRUE(a.restore(snapshotOf(other)).ok());
  });
  wakes("refused", [](Avatar& a) { a.setForce({NAN, 0, 0}); });
  // Those that are removed or woken by the crowd are none of those.
  EXPECT_TRUE(crowd.remove(members[3]));
  crowd.setSleeping(false);
  members.erase(members.begin() + 3);
  for (const CrowdMember& member : members) EXPECT_FALSE(crowd.asleep(member));
  run(3);
}

TEST(CrowdSleep, NotWhileSomethingMoves) {
  const auto model = swing(20);
  Crowd crowd;
  crowd.setSleeping(true);
  const CrowdMember moves = crowd.add(model), gazes = crowd.add(model);
  crowd[gazes].lookAt(Vec3{0, 0, 1});
  for (int i = 0; i < 300; ++i) {
    crowd[moves].setRoot({{0.01f * static_cast<float>(i), 0, 0}, {}, 1});
    crowd[gazes].setForce({});  // as it is
    crowd.update(1.0f / 60);
    EXPECT_FALSE(crowd.asleep(moves));
  }
  EXPECT_TRUE(crowd.asleep(gazes));
}

// Half a second, not half a hundred updates.
TEST(CrowdSleep, NeedsTime) {
  for (const float dt : {0.0f, 1.0f / 4000}) {
    Crowd crowd;
    crowd.setSleeping(true);
    const CrowdMember member = crowd.add(swing(20));
    for (int i = 0; i < 200; ++i) crowd.update(1.0f / 60);
    crowd[member].setForce({1, 0, 0});
    for (int i = 0; i < 100; ++i) crowd.update(dt);
    EXPECT_FALSE(crowd.asleep(member));
    const Quat before = crowd[member].locals().rotations[3];
    for (int i = 0; i < 10; ++i) crowd.update(1.0f / 60);
    EXPECT_FALSE(crowd[member].locals().rotations[3] == before);
  }
}

}  // namespace
}  // namespace vrm
