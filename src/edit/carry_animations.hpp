// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <vector>

#include "edit/new_accessors.hpp"
#include "edit/rest_change.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::edit {

// A sampler that channels shared and that has to become two: a copy of `sampler` at the end of the
// animation's, for `channel`.
struct SamplerCopy {
  std::uint32_t animation, sampler, channel;
};

// New keys for nodes whose axes change, so that they move as before.
Result<std::vector<SamplerCopy>> planAnimations(const gltf::Document& document, const gltf::Asset& asset,
                                                const schema::Vrm& vrm, const RestChange& change,
                                                NewAccessors& accessors, Diagnostics& diagnostics);

}  // namespace vrm::edit
