// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <string>
#include <string_view>

#include "vrm/gltf/asset.hpp"

// Words for messages. Names of strangers may be megabytes, and stand in thousands of findings: they are cut.
namespace vrm::gltf {

// The beginning of a text of at most so many bytes, which ends between characters of UTF-8.
inline std::string_view beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

inline std::string inQuotes(std::string_view text) {
  constexpr std::size_t kMost = 60;
  return "\"" + std::string(beginning(text, kMost)) + (text.size() > kMost ? "..." : "") + "\"";
}

// node 12 "hair_L"; nodes without a name, and those that only a reader has added, have a number alone.
inline std::string nodeText(const Asset& asset, NodeIndex node) {
  const std::string_view name =
      node.value < asset.nodes.size() ? std::string_view(asset.nodes[node.value].name) : std::string_view();
  return "node " + std::to_string(node.value) + (name.empty() ? "" : " " + inQuotes(name));
}

}  // namespace vrm::gltf
