// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <span>

#include "curve.hpp"

namespace vrm::builtin {

// What a face does, in front-view coordinates: x to its left, y up, metres. The skin is made with open eyes
// and a mouth a little open (so that its holes can be cut); every expression, the one at rest too, is a way
// to deform that.

struct EyeShape {
  float close = 0;       // 1: upper and lower lid meet
  float line = -0.013f;  // where they meet, below the middle of the eye
  float arch = -0.009f;  // the middle of that line above its ends
  float lower = 0;       // the lower lid goes up so far
  float wide = 0;        // the upper lid goes up so far
  float innerDrop = 0;   // the upper lid goes down at the nose
  float outerDrop = 0;   // and at the temple
};

struct BrowShape {
  float raise = 0;
  float inner = 0;  // the end at the nose
  float outer = 0;
  float arch = 0;
};

struct MouthShape {
  float half = 0.0168f;  // of its width
  float up = 0.0001f;    // from the line between the corners
  float down = 0.0003f;
  float corner = 0.0042f;  // the corners above its middle
  float rise = 0;          // the whole
};

struct FaceShape {
  EyeShape left, right;
  BrowShape brow;
  MouthShape mouth;
};

struct NamedShape {
  const char* name;
  FaceShape shape;
  float iris = 1;  // its size
};
// The morph targets of the face, in order.
std::span<const NamedShape> faceShapes();

inline constexpr Vec2 kEyeCenter{0.0485f, 1.2155f};  // of the left
inline constexpr Vec2 kMouthCenter{0, 1.149f};

// The edge of the left eye's hole at an angle (0: at the temple, half a turn: at the nose), from its center.
Vec2 eyeEdge(float angle);
// The edge of the mouth as the skin is made, from its center.
Vec2 mouthEdge(float angle);

// Where they go.
Vec2 movedEyeEdge(float angle, const EyeShape& shape);
Vec2 movedMouthEdge(float angle, const MouthShape& shape);
// Where a place of the skin goes.
Vec2 movedSkin(Vec2 at, const FaceShape& shape);
// A place of the left brow, s from 0 at the nose to 1 and t across from -1 to 1; the right is its mirror
// image.
Vec2 browPoint(float s, float t, const BrowShape& shape);

}  // namespace vrm::builtin
