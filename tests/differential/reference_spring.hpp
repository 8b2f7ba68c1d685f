// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "differential/skeleton.hpp"

namespace vrm::test::reference {

// VRMC_springBone 1.0 with VRMC_springBone_extended_collider 1.0 and the limits of seed 000 (decisions 5 to
// 17): one step of dt per run, as published.
class SpringStage {
 public:
  // `springBone` must outlive the stage. The springs begin in the rest pose, the avatar's root at the origin.
  SpringStage(const schema::SpringBone& springBone, const Skeleton& skeleton);

  // `force` is added to the gravity of every joint. A dt that is not above 0 changes nothing.
  void run(Skeleton& skeleton, const Trsd& root, double dt, const Vec3d& force);

  // A joint that rotates: joints[joint] of springs[spring].
  struct Name {
    std::size_t spring = 0, joint = 0;
    friend bool operator==(const Name&, const Name&) = default;
  };
  // As they are evaluated; those that another chain claims later are missing (decision 11).
  const std::vector<Name>& order() const { return order_; }

 private:
  // "Initialization". The tails are in center space, or in the world's when there is no center.
  struct State {
    Vec3d prevTail, currentTail;
    Vec3d boneAxis;  // zero: there is no direction, so nothing turns
    double boneLength = 0;
  };
  const schema::SpringJoint& jointOf(Name name) const {
    return springBone_.springs[name.spring].joints[name.joint];
  }
  std::vector<std::uint32_t> collidersOf(std::size_t spring) const;
  void findOrder(const Skeleton& skeleton);
  void step(Name name, State& state, Skeleton& skeleton, const Trsd& root, double dt,
            const Vec3d& force) const;

  const schema::SpringBone& springBone_;
  std::vector<Name> order_;
  std::vector<State> states_;  // in that order
};

}  // namespace vrm::test::reference
