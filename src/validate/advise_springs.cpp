// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cmath>

#include "validate/advice.hpp"

namespace vrm::checks {
namespace {

// The cost model of bench/README.md ("Springs"): one avatar on one core of a desktop machine with this
// library; others take 30 times as long and more, by the same measurement.
constexpr double kJointNanoseconds = 16, kPairNanoseconds = 0.5;
// Little enough that nobody would look at it: half a percent of a frame of an engine 30 times slower.
constexpr double kWorthSaying = 3'000;

}  // namespace

void adviseSprings(const Subject& subject) {
  const schema::SpringBone& springs = subject.vrm.springBone;
  std::uint64_t joints = 0, pairs = 0;
  for (const schema::Spring& spring : springs.springs) {
    const std::uint64_t moved = spring.joints.empty() ? 0 : spring.joints.size() - 1;
    std::uint64_t colliders = 0;
    for (const ColliderGroupIndex group : spring.colliderGroups)
      colliders += springs.colliderGroups[group.value].colliders.size();
    joints += moved;
    pairs += moved * colliders;
  }
  const double nanoseconds =
      static_cast<double>(joints) * kJointNanoseconds + static_cast<double>(pairs) * kPairNanoseconds;
  if (nanoseconds < kWorthSaying) return;
  const auto tenths = static_cast<std::uint64_t>(std::llround(nanoseconds / 100));
  const std::string_view place =
      subject.vrm.version == VrmVersion::Vrm0    ? "/extensions/VRM/secondaryAnimation"
      : subject.vrm.version == VrmVersion::Draft ? "/extensions/VRMC_vrm/springBone"
                                                 : "/extensions/VRMC_springBone";
  subject.report(Code::AdviceSprings, std::string(place),
                 std::to_string(joints) + " joints and " + std::to_string(pairs) +
                     " pairs of a joint and a collider: about " + std::to_string(tenths / 10) + "." +
                     std::to_string(tenths % 10) + " microseconds per frame, in a browser 30 times that");
}

}  // namespace vrm::checks
