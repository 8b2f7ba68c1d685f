// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "gltf/extension_walk.hpp"

namespace vrm::gltf {
namespace {

bool isContainer(const JsonValue& value) {
  return value.isObject() || value.isArray();
}

bool isOthers(std::string_view key, bool top) {
  return key == "extras" || (top && (key == "extensionsUsed" || key == "extensionsRequired"));
}

}  // namespace

bool ExtensionWalk::next() {
  while (!open_.empty()) {
    if (inner_) {
      open_.push_back(*inner_);
      inner_.reset();
    }
    Frame& frame = open_.back();
    if (frame.names && frame.next < frame.value->size()) {
      const JsonValue& value = frame.value->members()[frame.next++].value;
      if (isContainer(value)) inner_ = Frame{&value, 0, false};
      return true;
    }
    inner_ = advance(frame);
    if (!inner_) open_.pop_back();
  }
  return false;
}

// The next element or member to look into; most of them are numbers and texts.
std::optional<ExtensionWalk::Frame> ExtensionWalk::advance(Frame& frame) {
  const std::span<const JsonValue> elements = frame.value->elements();
  while (frame.next < elements.size()) {
    const JsonValue& element = elements[frame.next++];
    if (isContainer(element)) return Frame{&element, 0, false};
  }
  const std::span<const JsonMember> members = frame.value->members();
  while (frame.next < members.size()) {
    const auto& [key, value] = members[frame.next++];
    if (!isContainer(value) || isOthers(key.string(), open_.size() == 1)) continue;
    return Frame{&value, 0, value.isObject() && key.string() == "extensions"};
  }
  return std::nullopt;
}

std::string_view ExtensionWalk::name() const {
  return open_.back().value->members()[open_.back().next - 1].key.string();
}

std::string ExtensionWalk::pointer() const {
  std::string text;
  for (const Frame& frame : open_) {
    text = frame.value->isArray() ? pointerJoin(text, frame.next - 1)
                                  : pointerJoin(text, frame.value->members()[frame.next - 1].key.string());
  }
  return text;
}

}  // namespace vrm::gltf
