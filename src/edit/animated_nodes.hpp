// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "vrm/gltf/asset.hpp"

namespace vrm::edit {

// What a channel of an animation changes of a node: by `target.node`, or by a pointer to one of its members
// (KHR_animation_pointer, whose keys mean the same).
struct AnimatedNode {
  NodeIndex node;
  std::string_view path;  // "rotation"
};

// The JSON pointer of a channel of KHR_animation_pointer; empty for others.
std::string_view animationPointer(const gltf::JsonValue& channel);

// Nothing for channels without a node that the file has.
std::optional<AnimatedNode> animatedNode(const gltf::JsonValue& channel, const gltf::Asset& asset);
std::vector<AnimatedNode> animatedNodes(const gltf::Document& document, const gltf::Asset& asset);

}  // namespace vrm::edit
