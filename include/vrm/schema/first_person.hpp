// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <vector>

#include "vrm/base/first_person_type.hpp"
#include "vrm/base/index.hpp"

namespace vrm::schema {

using vrm::FirstPersonType;

struct MeshAnnotation {
  NodeIndex node;  // has a mesh
  FirstPersonType type = FirstPersonType::Auto;
  friend bool operator==(const MeshAnnotation&, const MeshAnnotation&) = default;
};

// VRMC_vrm `firstPerson`: at most one annotation per node; nodes without one are Auto (decision 32).
struct FirstPerson {
  std::vector<MeshAnnotation> meshAnnotations;

  FirstPersonType typeOf(NodeIndex node) const noexcept;
  friend bool operator==(const FirstPerson&, const FirstPerson&) = default;
};

}  // namespace vrm::schema
