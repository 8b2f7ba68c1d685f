// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Node constraints: their sources, kinds and rings the reader checks (decision 23); left is what follows a
// spring.
#include "validate/checks.hpp"

namespace vrm::checks {

void checkConstraints(const Subject& subject) {
  const std::vector<std::uint32_t> springs = turningSprings(subject);
  std::vector<bool> swings(springs.size());
  for (std::size_t i = 0; i < springs.size(); ++i) swings[i] = springs[i] != kNone;
  const std::vector<std::uint32_t> jointAbove = nearestMarked(subject.asset, swings);
  for (const schema::NodeConstraint& constraint : subject.vrm.constraints) {
    const std::uint32_t joint =
        constraint.source.value < swings.size() ? jointAbove[constraint.source.value] : kNone;
    if (joint == kNone) continue;
    // Constraints come before springs (decision 33), so that what they see is of the frame before (decision
    // 23).
    subject.report(Code::VrmConstraintSource, nodePointer(constraint.node),
                   "the source, " + subject.text(constraint.source) + ", is moved by the spring joint at " +
                       subject.text(NodeIndex(joint)));
  }
}

}  // namespace vrm::checks
