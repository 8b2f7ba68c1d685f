// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "gltf/hidden_members.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace vrm::gltf {
namespace {

// The way to the terms of use. What is there twice on it allows only what both allow (docs/licence.md), so all of them
// stay: dropping one would make the licence wider.
enum class Level : std::uint8_t { Root, Extensions, Avatar, Meta, Other };

Level below(Level level, std::string_view key) {
  if (level == Level::Root && key == "extensions") return Level::Extensions;
  if (level == Level::Extensions && (key == "VRM" || key == "VRMC_vrm")) return Level::Avatar;
  return level == Level::Avatar && key == "meta" ? Level::Meta : Level::Other;
}

// An avatar without terms states none, which counts as well.
bool hasTerms(Level level, const JsonValue& value) {
  if (level == Level::Meta || level == Level::Avatar) return value.isObject();
  const std::span<const JsonMember> members = value.members();
  return std::any_of(members.begin(), members.end(), [&](const JsonMember& member) {
    const Level next = below(level, member.key.string());
    return next != Level::Other && hasTerms(next, member.value);
  });
}

class HiddenWalk {
 public:
  explicit HiddenWalk(JsonValue& root) { pending_.push_back({&root, Level::Root, false}); }

  void run(const std::function<bool(JsonValue&, const HiddenValues&)>& visit) {
    while (!pending_.empty()) {
      const Open open = pending_.back();
      pending_.pop_back();
      for (JsonValue& element : open.value->elements()) lookInto(element, Level::Other, false);
      if (!open.value->isObject()) continue;
      HiddenValues hidden = hiddenIn(*open.value), goes = thatGo(open, hidden);
      if (!goes.empty() && visit(*open.value, goes)) {
        goes.clear();
        hidden = hiddenIn(*open.value);
      }
      for (JsonMember& member : open.value->members()) {
        if (goes.contains(&member.value)) continue;
        const Level next = below(open.level, member.key.string());
        lookInto(member.value, next, next != Level::Other && (open.buried || hidden.contains(&member.value)));
      }
    }
  }

 private:
  struct Open {
    JsonValue* value;
    Level level;
    bool buried;  // nothing but the terms in it stays
  };

  void lookInto(JsonValue& value, Level level, bool buried) {
    if (value.isObject() || value.isArray()) pending_.push_back({&value, level, buried});
  }

  HiddenValues hiddenIn(const JsonValue& object) {
    HiddenValues out;
    sorted_.clear();
    for (const JsonMember& member : object.members()) sorted_.push_back(&member);
    std::sort(sorted_.begin(), sorted_.end(), [](const JsonMember* a, const JsonMember* b) {
      const int order = a->key.string().compare(b->key.string());
      return order < 0 || (order == 0 && a < b);
    });
    for (std::size_t i = 1; i < sorted_.size(); ++i) {
      if (sorted_[i]->key.string() == sorted_[i - 1]->key.string()) out.insert(&sorted_[i - 1]->value);
    }
    return out;
  }

  static HiddenValues thatGo(const Open& open, const HiddenValues& hidden) {
    if (open.level == Level::Meta || (!open.buried && hidden.empty())) return {};
    HiddenValues out;
    for (const JsonMember& member : open.value->members()) {
      const Level next = below(open.level, member.key.string());
      if (next != Level::Other && hasTerms(next, member.value)) continue;
      if (open.buried || hidden.contains(&member.value)) out.insert(&member.value);
    }
    return out;
  }

  std::vector<Open> pending_;
  std::vector<const JsonMember*> sorted_;  // of hiddenIn(), kept for its memory
};

}  // namespace

void visitHidden(JsonValue& root, const std::function<bool(JsonValue&, const HiddenValues&)>& visit) {
  HiddenWalk(root).run(visit);
}

}  // namespace vrm::gltf
