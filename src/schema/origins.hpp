// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/schema/read.hpp"

namespace vrm::schema {

// Where the elements of a Vrm stand in the file, as JSON pointers. The chains that VRM 0.x and drafts say
// with one group (decision 12) all have the group's.
struct Origins {
  // A bind is an element of one of the expression's lists; binds that 0.x and drafts say with one element (decision
  // 27) all have that.
  struct Bind {
    std::string_view list;  // the member of the expression, as the file spells it
    std::uint32_t index;
  };
  struct Expression {
    std::string pointer;
    std::vector<Bind> morphTargetBinds, materialColorBinds, textureTransformBinds;  // by index, as in the struct
  };
  std::map<std::string, Expression, std::less<>> expressions;  // by name
  std::vector<std::string> springs, colliders, colliderGroups;  // by index
  bool oldThumbs = false;  // the file has the older names of thumbs (decision 2)
};

// What a file calls the bone.
std::string_view nameInFile(HumanBone bone, bool oldThumbs) noexcept;

// readVrm for the validator: it tells the origins, and does not mention the words of an older version in a file of it,
// where they are right.
Result<Vrm> readVrm(const gltf::Document& document, const gltf::Asset& asset, Diagnostics& diagnostics,
                    Origins& origins);

}  // namespace vrm::schema
