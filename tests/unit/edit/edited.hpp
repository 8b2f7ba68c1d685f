// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <string_view>

#include "vrm/gltf/document.hpp"

namespace vrm::test {

// A document after an edit, and what the edit said.
struct Edited {
  gltf::Document document;
  Diagnostics said;

  bool says(Code code) const {
    for (const Diagnostic& issue : said.all()) {
      if (issue.code == code) return true;
    }
    return false;
  }
  std::string at(std::string_view pointer) const {
    const gltf::JsonValue* value = gltf::Json::at(document.root(), pointer);
    return value ? gltf::Json::write(*value) : "nothing";
  }
};

}  // namespace vrm::test
