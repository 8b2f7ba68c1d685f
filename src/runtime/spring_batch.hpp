// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/runtime/model.hpp"

// Up to sixteen avatars of one model side by side, one per lane: what a Crowd does with them.
namespace vrm {

// What an avatar brings along; stepSprings() says what the members mean.
struct SpringLane {
  SpringInputs inputs;
  Locals locals;
  SpringScratch scratch;
  std::span<Mat4> worlds;
};

// Where the avatars lie that come next: fetched from memory while those before them are solved.
struct SpringAhead {
  std::array<const Mat4*, kSpringLanes> worlds{};
  std::array<const Quat*, kSpringLanes> rotations{};
  const float* states = nullptr;
};

// A line of memory that is soon needed, into the second cache.
inline void fetchAhead(const void* from) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(from, 0, 2);
#else
  (void)from;
#endif
}

// The springs of all lanes are on, and their time goes on. The program has no live chains.
struct SpringBatch {
  const Model& model;
  std::array<const SpringLane*, kSpringLanes> lanes{};  // null: it takes no part
  float* states = nullptr;  // rows of SpringStates, one per joint; the lanes are the avatars
  bool placed = true;       // false: the matrices are not wanted, and may be anything
  const SpringAhead* ahead = nullptr;
  float* scratch = nullptr;  // of springBatchScratch() floats, on a cache line of its own
};
std::size_t springBatchScratch(const Model& model) noexcept;

// One step of every lane; bit by bit what stepSprings() gives each of them. Of a half of the lanes that takes
// no part nothing is read or written: another thread may be at work on it.
void stepSpringBatch(const SpringBatch& batch) noexcept;
namespace scalar {
void stepBatch(const SpringBatch& batch) noexcept;
}  // namespace scalar

// The states of the avatar in a lane.
inline SpringStates laneStates(const Model& model, float* states, std::size_t lane) noexcept {
  return {states + lane, model.tables().springLanePlaces};
}

}  // namespace vrm
