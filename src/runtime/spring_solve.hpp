// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/runtime/spring.hpp"

// What spring.cpp and the solvers share. The chains of a wave do not depend on each other, so that those of a
// wave may be solved in any order, and side by side.
namespace vrm {

struct SpringWork {
  const SpringProgram& program;
  const SpringInputs& inputs;
  const Locals& locals;
  const SpringStates& states;
  const SpringScratch& scratch;
  std::span<Mat4> worlds;
};

// Whether chains that the model has rigid are so with an avatar of these inputs.
inline bool staysRigid(const SpringInputs& inputs) noexcept {
  return !inputs.reshaped && inputs.scale > 1e-4f && inputs.scale < 1e4f;
}

inline Vec3 forceOn(const SpringInputs& inputs, std::uint32_t spring) noexcept {
  return inputs.springForces.empty() ? inputs.force : inputs.force + inputs.springForces[spring];
}

// To where the root is. Four at a time, as the matrices lie there.
inline void shift(std::span<Mat4> worlds, Vec3 by) noexcept {
  const float numbers[] = {by.x, by.y, by.z, 0};
  for (Mat4& world : worlds) {
    for (std::size_t i = 0; i < 4; ++i) world[12 + i] += numbers[i];
  }
}

// By the matrix of its node.
PlacedCollider placedCollider(const SpringColliderRow& row, const Mat4& world,
                              const SpringInputs& inputs) noexcept;
namespace scalar {
void stepSprings(const SpringWork& work) noexcept;
void solveChain(const SpringWork& work, const SpringChainRow& chain) noexcept;
// Between two steps a joint shows what is between their rotations, and that may be outside of its limit: the
// nearest that is not.
Quat heldByLimit(const SpringJointRow& row, const Quat& rotation) noexcept;
}  // namespace scalar
namespace wide {
// All of them; time goes on, and all their springs are on.
void solvePacks(const SpringWork& work, std::span<const SpringPack> packs) noexcept;
}  // namespace wide

}  // namespace vrm
