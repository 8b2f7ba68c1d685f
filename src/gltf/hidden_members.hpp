// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Of members of one name the last counts, as find() has it. The others are hidden, and go when something is removed: their
// indices would name others afterwards. Only the terms of use stay.
#pragma once

#include <functional>
#include <unordered_set>

#include "vrm/gltf/json.hpp"

namespace vrm::gltf {

using HiddenValues = std::unordered_set<const JsonValue*>;

// Calls visit(object, values) for every object below `root` that has members which go, from the outside in. It says
// whether it has erased them.
void visitHidden(JsonValue& root, const std::function<bool(JsonValue&, const HiddenValues&)>& visit);

}  // namespace vrm::gltf
