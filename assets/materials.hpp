// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <vector>

#include "character.hpp"

namespace vrm::builtin {

// By `Material`; their textures are by `Texture`.
std::vector<schema::Material> makeMaterials();

}  // namespace vrm::builtin
