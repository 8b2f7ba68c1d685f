// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>

#include "vrm/base/result.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::schema {

// How many of what a file has.
struct FileCounts {
  std::uint32_t nodes = 0, materials = 0, textures = 0, images = 0;
};

// Why a struct is not one that a reader could have given for such a file: indices out of range, numbers that
// are not finite, names and nodes that are taken twice.
std::optional<Error> misfit(const Vrm& vrm, const FileCounts& file);

}  // namespace vrm::schema
