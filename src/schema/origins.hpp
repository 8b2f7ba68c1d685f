// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <map>
#include <string>
#include <vector>

#include "vrm/schema/read.hpp"

namespace vrm::schema {

// Where the elements of a Vrm stand in the file, as JSON pointers. The chains that VRM 0.x and drafts say
// with one group (decision 12) all have the group's.
struct Origins {
  std::map<std::string, std::string, std::less<>> expressions;  // by name
  std::vector<std::string> springs, colliders, colliderGroups;  // by index
};

// readVrm for the validator: it tells the origins, and does not mention the words of an older version in a file of it,
// where they are right.
Result<Vrm> readVrm(const gltf::Document& document, const gltf::Asset& asset, Diagnostics& diagnostics,
                    Origins& origins);

}  // namespace vrm::schema
