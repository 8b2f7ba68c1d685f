// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <string_view>

#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/names.hpp"

// Words for messages. Names of strangers may be megabytes, and stand in thousands of findings: they are cut.
namespace vrm::gltf {

inline std::string shortened(std::string_view text, std::size_t most = 60) {
  return std::string(beginning(text, most)) + (text.size() > most ? "..." : "");
}
inline std::string inQuotes(std::string_view text) {
  return "\"" + shortened(text) + "\"";
}

// node 12 "hair_L"; nodes without a name, and those that only a reader has added, have a number alone.
inline std::string nodeText(const Asset& asset, NodeIndex node) {
  const std::string_view name =
      node.value < asset.nodes.size() ? std::string_view(asset.nodes[node.value].name) : std::string_view();
  return "node " + std::to_string(node.value) + (name.empty() ? "" : " " + inQuotes(name));
}

}  // namespace vrm::gltf
