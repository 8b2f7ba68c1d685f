// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "curve.hpp"

namespace vrm::builtin {

// The surface of the head. `turn` goes around it, 0 in front, positive to the left, pi behind; `rise` goes
// from 0 inside the neck over the chin (kChinRise) to 1 at the crown.
inline constexpr float kChinRise = 0.12f;
Vec3 headPoint(float turn, float rise);
Vec3 headNormal(float turn, float rise);

// The same by the coordinates of a look from the front, for what is on the face: above the chin's edge and
// not at the sides.
struct HeadPlace {
  float turn;
  float rise;
};
HeadPlace headPlace(float x, float y);
// Of a rise in front; beside that the jaw is higher.
float headHeight(float rise);
Vec3 facePoint(float x, float y);
Vec3 faceNormal(float x, float y);

// The rise from which hair covers the head.
float hairline(float turn);

}  // namespace vrm::builtin
