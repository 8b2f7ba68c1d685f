// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/runtime/avatar.hpp"
#include "vrm/runtime/bounds.hpp"

namespace vrm::render {

// What makes a good picture of an avatar.

enum class Stance : std::uint8_t { TPose, APose, Natural };

// Arms stretched out, half down, or down with elbows and fingers a little bent. The hips stay where they are.
Pose poseOf(const Model& model, Stance stance) noexcept;

// The head, with what stands on it, and the neck: for pictures of the face. `whole` is the box around everything. The
// upper part of `whole` for models without a head.
Bounds faceBounds(const Avatar& avatar, const Bounds& whole) noexcept;

// The box that holds `bounds` however the avatar is turned about its root's Y axis.
Bounds turnedBounds(const Bounds& bounds, Vec3 root) noexcept;

}  // namespace vrm::render
