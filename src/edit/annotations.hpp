// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/first_person_type.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/schema/version.hpp"

namespace vrm::edit {

struct NewAnnotation {
  std::uint32_t target;  // a node or a mesh, see Annotations
  FirstPersonType type;
};

// The first-person annotations of a file as it stores them: of nodes (1.0), or of meshes and so of all nodes
// that show them (VRM 0.x, seed 004 "MeshAnnotation"). Of several for one node the first counts.
class Annotations {
 public:
  // The asset is that of the document before it was changed.
  Annotations(const gltf::Document& document, const gltf::Asset& asset, VrmVersion version);

  // Whether new ones name nodes.
  bool byNode() const noexcept { return byNode_; }
  // Where they are.
  const std::string& pointer() const noexcept { return pointer_; }

  // Writes what takes the place of the annotation of each node (mesh) that is named here, or is new.
  // Others, and those that count for nothing, stay as they are.
  Result<void> replace(gltf::Document& document,
                       const std::map<std::uint32_t, std::vector<NewAnnotation>>& news) const;

 private:
  const gltf::Asset& asset_;
  VrmVersion version_;
  std::string pointer_;
  bool byNode_;
};

}  // namespace vrm::edit
