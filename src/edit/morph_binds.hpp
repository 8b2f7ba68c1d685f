// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string_view>

#include "vrm/gltf/references.hpp"

namespace vrm::edit {

// Of a bind of an expression the place where it says which node or mesh it is about; its `index` is a morph
// target's.
inline bool isMorphBind(const gltf::ReferenceSite& site) {
  const std::string_view pattern = site.rule.pattern;
  const bool listed = pattern.find("/morphTargetBinds/*!/") != std::string_view::npos ||
                      pattern.find("/binds/*!/") != std::string_view::npos ||
                      pattern.find("/values/*!/") != std::string_view::npos;
  // A bind with both is about its node.
  return listed && site.path.back().key == (site.path.back().container->has("node") ? "node" : "mesh");
}

}  // namespace vrm::edit
