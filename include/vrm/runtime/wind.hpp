// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/math.hpp"

namespace vrm {

// A wind for springs: it blows one way, in gusts that travel with it, and sways about that way.
struct Wind {
  Vec3 force{0, 0, 0.3f};  // on average; as strong as a gravityPower of its length
  float gusts = 0.6f;      // by how much it gets stronger and weaker, as a part of that
  float period = 3;        // seconds from one gust to the next, about
  float sway = 0.4f;       // radians to either side, about the world's Y
  float speed = 4;         // metres per second at which gusts travel
};

// What to give to Avatar::setForce() in every frame, for an avatar that stands there. It is smooth, and the
// same for the same numbers everywhere, and always finite. A period or speed that is not positive is none: no
// gusts, or gusts that are everywhere at once.
Vec3 windForce(const Wind& wind, double seconds, Vec3 place = {}) noexcept;

}  // namespace vrm
