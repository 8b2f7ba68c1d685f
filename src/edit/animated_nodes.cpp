// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/animated_nodes.hpp"

#include <charconv>

namespace vrm::edit {
namespace {

using gltf::JsonValue;

std::string_view textAt(const JsonValue* object, std::string_view key) {
  const JsonValue* value = object ? object->find(key) : nullptr;
  return value && value->isString() ? value->string() : std::string_view();
}

}  // namespace

std::string_view animationPointer(const JsonValue& channel) {
  const JsonValue* target = channel.find("target");
  if (textAt(target, "path") != "pointer") return {};
  const JsonValue* extensions = target->find("extensions");
  return textAt(extensions ? extensions->find("KHR_animation_pointer") : nullptr, "pointer");
}

std::optional<AnimatedNode> animatedNode(const JsonValue& channel, const gltf::Asset& asset) {
  const JsonValue* target = channel.find("target");
  std::optional<std::uint32_t> index;
  std::string_view path = textAt(target, "path");
  constexpr std::string_view kNodes = "/nodes/";
  if (std::string_view pointer = animationPointer(channel); pointer.starts_with(kNodes)) {
    pointer.remove_prefix(kNodes.size());
    const char* const end = pointer.data() + pointer.size();
    std::uint32_t number = 0;
    const auto [stop, error] = std::from_chars(pointer.data(), end, number);
    if (error != std::errc() || stop == end || *stop != '/') return std::nullopt;
    index = number;
    path = pointer.substr(static_cast<std::size_t>(stop - pointer.data()) + 1);
  } else if (const JsonValue* node = target ? target->find("node") : nullptr) {
    index = node->index();
  }
  if (!index || *index >= asset.nodes.size()) return std::nullopt;
  return AnimatedNode{NodeIndex(*index), path};
}

std::vector<AnimatedNode> animatedNodes(const gltf::Document& document, const gltf::Asset& asset) {
  std::vector<AnimatedNode> out;
  const JsonValue* animations = document.root().find("animations");
  for (const JsonValue& animation : animations ? animations->elements() : std::span<const JsonValue>()) {
    const JsonValue* channels = animation.find("channels");
    for (const JsonValue& channel : channels ? channels->elements() : std::span<const JsonValue>()) {
      if (const auto animated = animatedNode(channel, asset)) out.push_back(*animated);
    }
  }
  return out;
}

}  // namespace vrm::edit
