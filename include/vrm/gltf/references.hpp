// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/gltf/json.hpp"

namespace vrm::gltf {

// What an index in the JSON can point at. Each kind lives in one array of the file.
enum class Kind : std::uint8_t {
  Scene,
  Node,
  Mesh,
  Skin,
  Camera,
  Material,
  Texture,
  Sampler,
  Image,
  Accessor,
  BufferView,
  Buffer,
  Animation,
  AnimationSampler,     // of the same animation
  Spring,               // VRMC_springBone
  SpringCollider,       // VRMC_springBone
  SpringColliderGroup,  // VRMC_springBone
  DraftColliderGroup,   // VRMC_vrm 1.0 draft
  Vrm0ColliderGroup,    // VRM 0.x
  Light,                // KHR_lights_punctual
  Variant,              // KHR_materials_variants
  Pointer,              // not an index but a JSON pointer in a string (KHR_animation_pointer)
};
inline constexpr std::size_t kKindCount = static_cast<std::size_t>(Kind::Pointer) + 1;

struct KindInfo {
  Kind kind;
  std::string_view home;    // pointer of the array; "*" stands for the same index as in the reference
  std::string_view singular, plural;
};
const KindInfo& info(Kind kind) noexcept;
std::string counted(Kind kind, std::size_t count);                            // "1 mesh", "3 meshes"
std::string outOfRange(Kind kind, std::uint64_t index, std::size_t count);    // "7 is out of range, the file has 3 meshes"
// The kind whose home is the top-level array `member` ("nodes"), if any.
std::optional<Kind> kindOfArray(std::string_view member) noexcept;
// The home array of a kind that has a single one; null if the file has none.
const JsonValue* homeArray(const JsonValue& root, Kind kind);

// One row of the table of all references, core glTF and extensions.
struct ReferenceRule {
  // A JSON pointer; "*" matches every element or member. "!" follows the part that disappears when the target is
  // removed; without "!" a target that is still referenced cannot be removed.
  std::string_view pattern;
  Kind target;
  bool minusOneIsNone = false;  // VRM 0.x and drafts write -1 for "none"
  // Members beside the one marked "!" that make no sense without it, separated by spaces.
  std::string_view companions = {};
};
std::span<const ReferenceRule> referenceRules() noexcept;

// Extensions whose references are all in the table, or that have none.
bool isKnownExtension(std::string_view name) noexcept;

// One step from a container to a value inside it.
struct PathStep {
  JsonValue* container;
  std::string_view key;  // of an object's member; empty for array elements
  std::uint32_t index;   // of the element or member
  JsonValue* value;
};
std::string pointerOf(std::span<const PathStep> path);

struct ReferenceSite {
  const ReferenceRule& rule;
  std::span<const PathStep> path;  // from the root to the value itself
  JsonValue& value;
  std::uint32_t owner;  // how many steps of `path` lead to what disappears with the target; 0: nothing may
};

// Calls `visit` for every place where the file has a reference, in file order per rule.
void visitReferences(JsonValue& root, const std::function<void(const ReferenceSite&)>& visit);

// What a reference points at; nothing if its value is no index. A JSON pointer points at the element that it begins
// with: "/nodes/12/rotation" is node 12 and the rest "/rotation".
struct Target {
  Kind kind;
  std::uint32_t index;
  std::string_view rest = {};
};
std::optional<Target> targetOf(const ReferenceSite& site);

// The array that a reference points into; null when the file has none. For Pointer: always null.
const JsonValue* targetArray(const JsonValue& root, const ReferenceSite& site);

// Which elements of the arrays at the top of the file something refers to.
struct References {
  std::array<std::vector<bool>, kKindCount> used;

  std::vector<bool>& of(Kind kind) { return used[static_cast<std::size_t>(kind)]; }
  const std::vector<bool>& of(Kind kind) const { return used[static_cast<std::size_t>(kind)]; }
};

// Reports every index that is out of range or not an index at all; gives what the others refer to.
References checkReferences(const JsonValue& root, Diagnostics& diagnostics);

}  // namespace vrm::gltf
