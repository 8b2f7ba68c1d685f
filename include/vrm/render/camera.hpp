// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

#include "vrm/base/math.hpp"
#include "vrm/runtime/bounds.hpp"

namespace vrm::render {

// Where a picture is taken from. As in glTF 2.0 section 3.10.2 a camera looks along its own -Z, with +Y up.
struct Camera {
  Vec3 position{0, 1, 3};
  Quat rotation;             // in the world
  float height = 0.5f;       // radians from the lower to the upper edge; orthographic: metres
  float aspect = 1;          // width / height
  float nearest = 0.05f;     // metres; what is nearer or farther is not drawn
  float farthest = 100;
  bool orthographic = false;
  bool firstPerson = false;  // the wearer's own view, without what hides it (VRMC_vrm `firstPerson`)

  Mat4 view() const noexcept;        // from the world to the camera
  Mat4 projection() const noexcept;  // from the camera to OpenGL's clip space
};

// From `position` at `target`, upright.
Camera lookingAt(Vec3 position, Vec3 target) noexcept;

// Pictures that are taken of avatars. Side is the avatar's left; Face is from the front, of faceBounds() (portrait.hpp).
enum class View : std::uint8_t { Front, ThreeQuarter, Side, Back, Face };

struct Framing {
  float yaw = 0;        // radians about Y from the front; positive is the avatar's left
  float pitch = 0;      // radians; positive is from above
  float margin = 0.06f;  // of the picture, on each side
  float height = 0.5f;  // Camera::height
};
Framing framing(View view) noexcept;

// A camera that sees all of the box, in the middle of the picture. An empty box gives a camera that looks at a person's
// place.
Camera framed(const Bounds& bounds, float aspect, const Framing& framing) noexcept;

}  // namespace vrm::render
