// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>
#include <vector>

#include "base/double3x3.hpp"
#include "vrm/base/diagnostic.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::edit {

// Which nodes keep their rotation, because something depends on it that cannot be said otherwise (reported as
// EDIT_KEPT).
std::vector<bool> keptRotations(const gltf::Document& document, const gltf::Asset& asset,
                                const schema::Vrm& vrm, Diagnostics& diagnostics);

// The axis that `turn` makes of one; nothing if it is none afterwards.
std::optional<schema::AimAxis> turnedAxis(const Double3x3& turn, schema::AimAxis axis);
std::optional<schema::RollAxis> turnedAxis(const Double3x3& turn, schema::RollAxis axis);

}  // namespace vrm::edit
