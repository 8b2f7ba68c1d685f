// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>

#include "schema/origins.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::edit {

// An avatar and where its file says what.
struct AvatarInFile {
  schema::Vrm vrm;
  schema::Origins origins;
  std::string extension;  // "/extensions/VRMC_vrm"

  // An error for files without an avatar.
  static Result<AvatarInFile> read(const gltf::Document& document);
};

// A value on the way to an edit: the pointer leads somewhere.
gltf::JsonValue& editAt(gltf::Document& document, std::string_view pointer);

// "a, b, c", and how many more there are.
std::string listed(const std::vector<std::string>& names);

}  // namespace vrm::edit
