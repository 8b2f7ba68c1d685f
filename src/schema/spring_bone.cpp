// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/spring_bone.hpp"

#include "schema/names.hpp"

namespace vrm::schema {

std::string_view name(ColliderShape::Type type) noexcept {
  return kColliderShapes[static_cast<std::size_t>(type)];
}

std::string_view name(SpringLimit::Type type) noexcept {
  return kSpringLimits[static_cast<std::size_t>(type)];
}

}  // namespace vrm::schema
