// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/vrm.hpp"

namespace vrm::builtin {

// "Sienna": a drawn character of 1.4 m with copper hair, a teal dress and a golden bow, made by code and in
// the public domain. She has every required bone and most others, twist helpers moved by constraints, all
// preset expressions but those of a gaze (hers is one of bones), `blush` and `stars` of her own, and hair,
// skirt and ribbons that swing and collide.
//
// `version` says in which words: VrmVersion::Vrm1, Draft or Vrm0. The older ones leave out what they have no
// word for: limits, planes, and in 0.x constraints; capsules become spheres there. Others give the one
// of 1.0.
gltf::Document makeAvatar(VrmVersion version = VrmVersion::Vrm1);

}  // namespace vrm::builtin
