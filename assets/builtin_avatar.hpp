// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/vrm.hpp"

namespace vrm::builtin {

// "Boxy": a VRM 1.0 avatar of boxes, one per bone, in T-pose. It has a palette texture, expressions (happy, blink, aa),
// bone gaze, and a pony tail of four spring joints that collides with the head and the back. In the public domain.
gltf::Document makeAvatar();

}  // namespace vrm::builtin
