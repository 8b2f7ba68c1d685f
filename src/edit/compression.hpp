// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>

#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

// Why vertices cannot be changed: data that we cannot read (Draco, meshopt).
std::optional<Error> compression(const gltf::Document& document);

}  // namespace vrm::edit
