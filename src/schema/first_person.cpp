// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/first_person.hpp"

#include <algorithm>

namespace vrm::schema {

FirstPersonType FirstPerson::typeOf(NodeIndex node) const noexcept {
  const auto found = std::find_if(meshAnnotations.begin(), meshAnnotations.end(),
                                  [&](const MeshAnnotation& a) { return a.node == node; });
  return found == meshAnnotations.end() ? FirstPersonType::Auto : found->type;
}

}  // namespace vrm::schema
