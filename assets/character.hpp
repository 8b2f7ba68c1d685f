// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mesh.hpp"

namespace vrm::builtin {

// The parts of which the built-in avatar is put together, before they become a file. Metres, facing +Z, left
// is +X.

struct Node {
  std::string name;
  std::uint32_t parent = kNone;
  Vec3 position;  // in model space; no node is turned
};

class Skeleton {
 public:
  std::vector<Node> nodes;

  std::uint32_t add(std::string name, std::uint32_t parent, Vec3 position);
  std::uint32_t find(std::string_view name) const;  // aborts if there is none: names are ours
  Vec3 at(std::string_view name) const { return nodes[find(name)].position; }
};

// What swings, by how it swings.
enum class Swing : std::uint8_t { Fringe, Side, Back, Tuft, Skirt, HeadRibbon, ChestRibbon };

struct Chain {
  std::string name;
  Swing swing{};
  std::vector<std::uint32_t> nodes;  // the last one is only the end
};

enum Material : std::uint32_t {
  kSkin,
  kFace,
  kDetails,  // lashes, brows, lips, the inside of the mouth, the white of the eyes
  kIris,
  kCheeks,
  kHair,
  kCloth,
  kRibbon,
  kMaterials,
};

struct Character {
  Skeleton skeleton;
  std::vector<Chain> chains;
  Mesh body, face, eyes, hair;

  // Nodes along a path, as children of each other; the path is from the root to the end.
  const Chain& addChain(Swing swing, const std::string& name, std::uint32_t parent,
                        std::span<const Vec3> path);
};

// How a chain's nodes pull at a point of it, t from 0 (first node) to 1 (end). Before it, the parent does.
Weights weightsOn(const Character& character, const Chain& chain, float t);

void addSkeleton(Character& character);
void addBody(Character& character);
void addClothes(Character& character);
void addSkirt(Character& character);
void addHand(Character& character, bool left);
void addFace(Character& character);
void addEyes(Character& character);
void addHair(Character& character);
void addRibbons(Character& character);

// Makes everything that is on the head larger, about where it sits on the neck.
void enlargeHead(Character& character, float factor);

Character makeCharacter();

// Places in textures that more than one file must know.
inline constexpr Patch kBodicePatch{0.00f, 0.00f, 0.48f, 0.28f};
inline constexpr Patch kSleevePatch{0.52f, 0.00f, 1.00f, 0.28f};
inline constexpr Patch kSkirtPatch{0.00f, 0.30f, 1.00f, 0.58f};
inline constexpr Patch kPetticoatPatch{0.00f, 0.60f, 1.00f, 0.68f};
inline constexpr Patch kCollarPatch{0.00f, 0.70f, 0.48f, 0.84f};
inline constexpr Patch kSockPatch{0.52f, 0.70f, 1.00f, 0.98f};
inline constexpr Patch kBootPatch{0.00f, 0.86f, 0.23f, 0.98f};
inline constexpr Patch kShortsPatch{0.27f, 0.86f, 0.48f, 0.98f};
// Of the details' texture. Lines are cells in one row.
inline constexpr Patch kLinesPatch{0, 0, 1, 0.25f};
inline constexpr Patch kMouthPatch{0.02f, 0.32f, 0.46f, 0.98f};
inline constexpr Patch kEyeWhitePatch{0.54f, 0.32f, 0.98f, 0.98f};
enum class Line : std::uint8_t { Lash, Brow, Lip, Crease, Socket, Lid, Count = 8 };
Vec2 lineUv(Line line);

}  // namespace vrm::builtin
