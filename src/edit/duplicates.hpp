// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edit/optimize_steps.hpp"

namespace vrm::edit {

// To find what may be equal; what is found gets compared.
inline std::uint64_t hashOf(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  std::uint64_t hash = seed ^ (0x9E37'79B9'7F4A'7C15ull + bytes.size());
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0xFF51'AFD7'ED55'8CCDull;
    hash ^= hash >> 32;
  };
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    mix(word);
  }
  std::uint64_t rest = 0;
  if (i < bytes.size()) std::memcpy(&rest, bytes.data() + i, bytes.size() - i);
  mix(rest);
  return hash;
}
inline std::uint64_t hashOf(std::string_view text, std::uint64_t seed = 0) {
  return hashOf(std::as_bytes(std::span<const char>(text.data(), text.size())), seed);
}

// For each of so many things the first that is equal to it, itself if none is. `hash` gives nothing for those
// that stay alone.
template <class Hash, class Equal>
std::vector<std::uint32_t> firstEquals(std::uint32_t count, const Hash& hash, const Equal& equal) {
  constexpr std::size_t kMostCompared = 8;  // a file could be full of equal hashes
  std::vector<std::uint32_t> first(count);
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> known;
  for (std::uint32_t i = 0; i < count; ++i) {
    first[i] = i;
    const std::optional<std::uint64_t> key = hash(i);
    if (!key) continue;
    std::vector<std::uint32_t>& others = known[*key];
    for (const std::uint32_t other : others) {
      if (first[i] == i && equal(other, i)) first[i] = other;
    }
    if (first[i] == i && others.size() < kMostCompared) others.push_back(i);
  }
  return first;
}

// The members of an object but those, as text.
std::string textWithout(const gltf::JsonValue& object, std::initializer_list<std::string_view> keys);

// Elements of a kind whose members an animation changes (KHR_animation_pointer): they are like no other.
std::vector<bool> animatedElements(const gltf::Document& document, gltf::Kind kind);

// What refers to element i refers to first[i] afterwards, and elements that are not the first go. Their binds
// in expressions of 1.0 and drafts go with them: the first has the same. Gives how many went.
Result<std::uint32_t> replaceElements(gltf::Document& document, gltf::Kind kind,
                                      std::span<const std::uint32_t> first, Diagnostics& diagnostics);

}  // namespace vrm::edit
