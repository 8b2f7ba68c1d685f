// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/look_at.hpp"

#include "schema/names.hpp"

namespace vrm::schema {

std::string_view name(LookAtType type) noexcept {
  return kLookAtTypes[static_cast<std::size_t>(type)];
}

}  // namespace vrm::schema
