// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "validate/known_members.hpp"
#include "vrm/base/diagnostic.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::checks {

// Every member that a rule of member_rules_text.hpp knows: there if it must be, of its type and in its range;
// and members that no rule knows.
void checkMembers(const gltf::Document& document, Diagnostics& diagnostics, KnownMembers& known);

}  // namespace vrm::checks
