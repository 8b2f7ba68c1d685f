// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "gltf/place.hpp"
#include "vrm/base/codes.hpp"

namespace vrm::checks {

// What checkMembers() finds by the rules, readers may stumble over too.
inline bool isAboutAMember(Code code) {
  return code == Code::GltfMissing || code == Code::GltfType || code == Code::GltfValue ||
         code == Code::GltfIndexRange;
}

// The places of all members that were reported, also of those that were only counted since a report lists the
// first hundred of a code. Kept as hashes, a few bytes for each: a hostile file may have millions. Two places
// of one hash would hide a finding in a file that has others of the same kind.
class KnownMembers {
 public:
  void add(const gltf::Place& place) {
    if (++count_ <= kMost) addAll(place);
  }

  // Something at that pointer or inside has been reported.
  bool has(std::string_view pointer) const {
    std::uint64_t hash = kStart;
    while (!pointer.empty()) hash = extended(hash, gltf::takePointerPart(pointer));
    return places_.contains(hash);
  }

 private:
  static constexpr std::size_t kMost = 100'000;  // whoever has more will look at the report again
  static constexpr std::uint64_t kStart = 14695981039346656037u, kPrime = 1099511628211u;  // FNV-1a

  static std::uint64_t extended(std::uint64_t hash, std::string_view part) {
    hash = (hash ^ '/') * kPrime;
    for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
    return hash;
  }

  // As deep as the rules are.
  std::uint64_t addAll(const gltf::Place& place) {
    std::uint64_t hash = kStart;
    if (place.parent) {
      hash = addAll(*place.parent);
      hash = place.index == kNone ? extended(hash, place.key) : extended(hash, std::to_string(place.index));
    }
    places_.insert(hash);
    return hash;
  }

  std::size_t count_ = 0;
  std::unordered_set<std::uint64_t> places_;  // and all that they are in
};

}  // namespace vrm::checks
