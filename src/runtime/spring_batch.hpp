// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/runtime/model.hpp"

// Eight avatars of one model side by side, one per lane: what a Crowd does with them.
namespace vrm {

// What an avatar brings along; stepSprings() says what the members mean.
struct SpringLane {
  SpringInputs inputs;
  Locals locals;
  SpringScratch scratch;
  std::span<Mat4> worlds;
  Vec3 origin;  // added to the places of the nodes in the scene when they are written to `worlds`
};

// The springs of all lanes are on, and their time goes on. The program has no live chains.
struct SpringBatch {
  const Model& model;
  std::array<const SpringLane*, kSpringLanes> lanes{};  // null: it takes no part
  float* states = nullptr;   // rows of SpringStates, one per joint; the lanes are the avatars
  bool placed = true;        // false: the matrices are not wanted, and may be anything
  float* scratch = nullptr;  // of springBatchScratch() floats, on a cache line of its own
};
std::size_t springBatchScratch(const Model& model) noexcept;

// One step of every lane; bit by bit what stepSprings() gives each of them.
void stepSpringBatch(const SpringBatch& batch) noexcept;
namespace scalar {
void stepBatch(const SpringBatch& batch) noexcept;
}  // namespace scalar

// The states of the avatar in a lane.
inline SpringStates laneStates(const Model& model, float* states, std::size_t lane) noexcept {
  return {states + lane, model.tables().springLanePlaces};
}

}  // namespace vrm
