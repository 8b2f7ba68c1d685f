// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "older_words.hpp"

namespace vrm::builtin {

std::string olderBoneName(HumanBone bone) {
  std::string out(name(bone));
  const auto rename = [&](std::string_view from, std::string_view to) {
    const std::size_t at = out.find(from);
    if (at == std::string::npos) return false;
    out.replace(at, from.size(), to);
    return true;
  };
  rename("ThumbProximal", "ThumbIntermediate") || rename("ThumbMetacarpal", "ThumbProximal");
  return out;
}

std::string_view olderPresetName(ExpressionPreset preset) {
  using enum ExpressionPreset;
  switch (preset) {
    case Happy:
      return "joy";
    case Angry:
      return "angry";
    case Sad:
      return "sorrow";
    case Relaxed:
      return "fun";
    case Aa:
      return "a";
    case Ih:
      return "i";
    case Ou:
      return "u";
    case Ee:
      return "e";
    case Oh:
      return "o";
    case Blink:
      return "blink";
    case Neutral:
      return "neutral";
    default:
      return "";
  }
}

std::uint32_t meshOfNode(const Character& character, NodeIndex node) {
  return node.value - static_cast<std::uint32_t>(character.skeleton.nodes.size());
}

bool overrides(schema::ExpressionOverride value) {
  return value != schema::ExpressionOverride::None;
}

std::vector<NodeColliders> collidersByNode(const schema::SpringBone& springs) {
  std::vector<NodeColliders> out;
  for (std::uint32_t g = 0; g < springs.colliderGroups.size(); ++g) {
    const std::size_t first = out.size();
    for (const ColliderIndex index : springs.colliderGroups[g].colliders) {
      const schema::Collider& collider = springs.colliders[index.value];
      auto found = std::find_if(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                                [&](const NodeColliders& n) { return n.node == collider.node; });
      if (found == out.end()) found = out.insert(out.end(), {collider.node, ColliderGroupIndex(g), {}});
      found->shapes.push_back(collider.fallback ? *collider.fallback : collider.shape);
    }
  }
  return out;
}

std::string groupsOfSpring(const std::vector<NodeColliders>& groups, const schema::Spring& spring) {
  std::vector<std::string> out;
  for (const ColliderGroupIndex wanted : spring.colliderGroups) {
    for (std::uint32_t i = 0; i < groups.size(); ++i) {
      if (groups[i].group == wanted) out.push_back(jsonText(i));
    }
  }
  return joined(out);
}

}  // namespace vrm::builtin
