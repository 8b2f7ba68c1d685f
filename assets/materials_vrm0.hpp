// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>

#include "vrm/vrm.hpp"

namespace vrm::builtin {

// A material of 1.0 as VRM 0.x has it: an entry of `materialProperties` with the properties of Unity's
// shader, and what readers without MToon use.
std::string materialProperties(const schema::Material& material);
std::string plainMaterial(const schema::Material& material);

}  // namespace vrm::builtin
