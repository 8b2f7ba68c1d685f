// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <vector>

#include "differential/skeleton.hpp"

namespace vrm::test::reference {

// VRMC_node_constraint 1.0 and the draft constraints of seed 003 (decisions 18 to 24).
class ConstraintStage {
 public:
  // `constraints` must outlive the stage.
  ConstraintStage(const std::vector<schema::NodeConstraint>& constraints, const Skeleton& skeleton);

  void run(Skeleton& skeleton);

  // Positions in the list of constraints, as they are evaluated; those in rings are missing.
  const std::vector<std::size_t>& order() const { return order_; }

 private:
  const std::vector<schema::NodeConstraint>& constraints_;
  std::vector<std::size_t> order_;
  std::vector<Quatd> lastAim_;  // per constraint: what a draft aim keeps while it is undefined (decision 21)
};

}  // namespace vrm::test::reference
