// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <limits>
#include <type_traits>

#include "base/finite.hpp"
#include "vrm/runtime/avatar.hpp"

namespace vrm {

// As readers have it: nothing negative, and no more drag than 1.
inline bool isSane(const SpringParameters& p) {
  return finite(p.stiffness) && finite(p.dragForce) && finite(p.hitRadius) && finite(p.gravity) &&
         p.stiffness >= 0 && p.dragForce >= 0 && p.dragForce <= 1 && p.hitRadius >= 0;
}

enum class GazeMode : std::uint8_t { None, Target, Direction };

// The first part of an avatar's block: what has the same size for every model.
struct Avatar::Fixed {
  RootTransform root;
  Pose pose;
  Vec3 target;             // GazeMode::Target, in the world
  YawPitch direction;      // GazeMode::Direction
  YawPitch gaze;           // what came of it
  Vec3 force;              // on all springs
  Vec3 springRoot;         // translation of the root in their last step
  RootTransform lastRoot;  // in the last update with springs
  float teleportDistance = std::numeric_limits<float>::infinity();
  UpdateFlags pending = UpdateFlags::None;  // to be reported by the next update
  double springTime = 0;                    // since their last step; SpringStepping::Fixed
  GazeMode gazeMode = GazeMode::None;
  std::uint8_t stages = 0xFF;
  SpringStepping stepping = SpringStepping::Fixed;
  SpringPause pause = SpringPause::Running;
  bool springForces = false;   // some spring may have a force of its own
  bool ownParameters = false;  // joints may have others than the model's
  bool reshaped = false;  // nodes may have other translations or scales than at rest, not counting hips that
                          // no spring has
  bool dirty = false;     // some mesh or material is marked as changed
  bool announce = true;   // the next update marks all of them: outputs have changed without one
};
}  // namespace vrm
