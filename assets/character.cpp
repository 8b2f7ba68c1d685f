// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "character.hpp"

#include <cstdlib>

namespace vrm::builtin {

std::uint32_t Skeleton::add(std::string name, std::uint32_t parent, Vec3 position) {
  const auto rounded = [](float x) { return std::round(x * 65536) / 65536; };
  nodes.push_back({std::move(name), parent, {rounded(position.x), rounded(position.y), rounded(position.z)}});
  return static_cast<std::uint32_t>(nodes.size() - 1);
}

std::uint32_t Skeleton::find(std::string_view name) const {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].name == name) return i;
  }
  std::abort();
}

const Chain& Character::addChain(Swing swing, const std::string& name, std::uint32_t parent,
                                 std::span<const Vec3> path) {
  Chain chain{name, swing, {}};
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::string suffix = i + 1 == path.size() ? "_end" : "_" + std::to_string(i + 1);
    parent = skeleton.add(name + suffix, parent, path[i]);
    chain.nodes.push_back(parent);
  }
  chains.push_back(std::move(chain));
  return chains.back();
}

Weights weightsOn(const Character& character, const Chain& chain, float t) {
  // Each bone holds what lies behind its middle; around the joints neighbours share.
  const std::size_t bones = chain.nodes.size() - 1;
  const float at = t * static_cast<float>(bones) - 0.5f;
  const std::uint32_t root = character.skeleton.nodes[chain.nodes.front()].parent;
  if (at <= -0.5f) return Weights(root);
  if (at < 0) return blend(root, chain.nodes[0], smooth(-0.5f, 0.0f, at));
  const std::size_t k = std::min(static_cast<std::size_t>(at), bones - 1);
  if (k + 1 >= bones) return Weights(chain.nodes[bones - 1]);
  return blend(chain.nodes[k], chain.nodes[k + 1], smooth(0.1f, 0.9f, at - static_cast<float>(k)));
}

Vec2 lineUv(Line line) {
  return kLinesPatch.at((static_cast<float>(line) + 0.5f) / static_cast<float>(Line::Count), 0.5f);
}

void enlargeHead(Character& character, float factor) {
  Skeleton& skeleton = character.skeleton;
  const std::uint32_t head = skeleton.find("head");
  const Vec3 pivot = skeleton.nodes[head].position;
  const auto larger = [&](Vec3 p) {
    const Vec3 to = pivot + (p - pivot) * factor;
    const auto rounded = [](float x) { return std::round(x * 65536) / 65536; };
    return Vec3{rounded(to.x), rounded(to.y), rounded(to.z)};
  };
  // Parents come before their children.
  std::vector<bool> onHead(skeleton.nodes.size());
  for (std::uint32_t i = 0; i < skeleton.nodes.size(); ++i) {
    const std::uint32_t parent = skeleton.nodes[i].parent;
    onHead[i] = parent != kNone && (parent == head || onHead[parent]);
    if (onHead[i]) skeleton.nodes[i].position = larger(skeleton.nodes[i].position);
  }
  for (Mesh* mesh : {&character.face, &character.eyes, &character.hair}) {
    for (Vertex& v : mesh->vertices) v.position = larger(v.position);
    for (Mesh::Morph& morph : mesh->morphs) {
      for (Vec3& move : morph.moves) move = move * factor;
    }
  }
}

Character makeCharacter() {
  Character character;
  character.body.name = "Body";
  character.face.name = "Face";
  character.eyes.name = "Eyes";
  character.hair.name = "Hair";
  addSkeleton(character);
  addBody(character);
  addHand(character, true);
  addHand(character, false);
  addClothes(character);
  addSkirt(character);
  addFace(character);
  addEyes(character);
  addHair(character);
  addRibbons(character);
  enlargeHead(character, 1.07f);
  for (Mesh* mesh : {&character.body, &character.face, &character.eyes, &character.hair}) mesh->dropUnused();
  return character;
}

}  // namespace vrm::builtin
