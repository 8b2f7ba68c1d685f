// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The words of tests of the runtime: `using namespace test;`.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "support/model_builder.hpp"
#include "support/near.hpp"
#include "vrm/runtime/avatar.hpp"

namespace vrm::test {

using B = HumanBone;
using C = ConstraintType;

inline Trs at(Vec3 translation, const Quat& rotation = {}) {
  return {translation, rotation, {1, 1, 1}};
}

// By the number that the node has in the ModelBuilder.
inline Trs localOf(const Avatar& avatar, std::uint32_t node) {
  return avatar.local(avatar.model().node(NodeIndex(node)));
}
inline Quat rotationOf(const Avatar& avatar, std::uint32_t node) {
  return localOf(avatar, node).rotation;
}
inline Quat rotationOf(const Avatar& avatar, HumanBone bone) {
  return avatar.local(avatar.model().bone(bone)).rotation;
}

}  // namespace vrm::test
