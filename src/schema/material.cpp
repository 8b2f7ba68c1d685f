// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/material.hpp"

#include "schema/names.hpp"

namespace vrm::schema {

std::string_view name(gltf::AlphaMode mode) noexcept {
  return kAlphaModeNames[static_cast<std::size_t>(mode)];
}

}  // namespace vrm::schema
