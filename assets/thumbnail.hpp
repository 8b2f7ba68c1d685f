// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <span>

#include "character.hpp"

namespace vrm::builtin {

// A portrait, for lists of avatars. The renderer is not asked: its pictures depend on the machine, these do
// not. `textures` are those that the materials name.
gltf::Image drawThumbnail(const Character& character, std::span<const schema::Material> materials,
                          std::span<const gltf::Image> textures);

}  // namespace vrm::builtin
