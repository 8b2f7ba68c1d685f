// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What somebody else's program does with an installed libvrm. All package tests compile this file.
#include <iostream>

#include "vrm/base/build_info.hpp"
#include "vrm/gltf/json.hpp"

int main() {
  vrm::Diagnostics diagnostics;
  auto json = vrm::gltf::Json::parse(R"({"asset": {"version": "2.0"}})", vrm::Limits{}, diagnostics);
  if (!json) {
    std::cerr << json.error().message << '\n';
    return 1;
  }
  const vrm::gltf::JsonValue* version = vrm::gltf::Json::at(json->root(), "/asset/version");
  if (version == nullptr || version->string() != "2.0") {
    return 1;
  }
  std::cout << "libvrm " << vrm::buildInfo().version << '\n';
  return 0;
}
