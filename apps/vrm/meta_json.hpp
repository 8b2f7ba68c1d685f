// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What `vrm info --json` and `vrm licence --json` both say about a model's author and terms.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "json_out.hpp"

namespace vrm::cli {

struct SourceTermName {
  std::string_view name;
  std::string schema::SourceTerms::*text;
};
std::span<const SourceTermName> sourceTermNames() noexcept;

// Who made it and what it is: the members of meta that are no terms.
gltf::JsonValue aboutJson(JsonOut& out, const schema::Meta& meta);
gltf::JsonValue usesJson(JsonOut& out, std::span<const LicenceAnswer> answers);
gltf::JsonValue sourceTermsJson(JsonOut& out, const schema::Meta& meta);  // null when there are none

}  // namespace vrm::cli
