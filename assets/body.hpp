// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "character.hpp"

namespace vrm::builtin {

// How bones pull at places of the trunk and of an arm, the same for skin and for what is worn over it.
Weights trunkWeights(const Skeleton& skeleton, Vec3 at);
Weights armWeights(const Skeleton& skeleton, Vec3 at);
Weights legWeights(const Skeleton& skeleton, Vec3 at);

// Rings of tubes that go up, to one side, and forward.
Ring ringUp(float y, float halfX, float halfZ, float z, float v);
Ring ringSideways(bool left, Vec3 center, float halfY, float halfZ, float v);
Ring ringForward(Vec3 center, float halfX, float halfY, float v);

// Half widths and depths of the trunk at a height, and where its middle is.
struct TrunkSize {
  float halfX, halfZ, z;
};
TrunkSize trunkSize(float y);

}  // namespace vrm::builtin
