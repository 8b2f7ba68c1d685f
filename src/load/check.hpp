// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>

#include "vrm/load.hpp"

namespace vrm::compile {

// Why no model can be made from a struct that a program has made or edited; nothing for what readVrm gives.
std::optional<Error> misfit(const gltf::Asset& asset, const schema::Vrm& vrm);

}  // namespace vrm::compile
