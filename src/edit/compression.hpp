// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>

#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

// Data that we cannot read cannot be changed: why not, and where it is.
std::optional<Error> compression(const gltf::Document& document);

}  // namespace vrm::edit
