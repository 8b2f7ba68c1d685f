// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What the golden models are made of.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/asset_builder.hpp"

namespace vrm::golden {

// Numbers without a meaning, the same everywhere: integers and a square root, no library's sine.
class Arbitrary {
 public:
  explicit Arbitrary(std::uint32_t seed) : state_(seed) {}
  float number();   // from -1 to 1
  Vec3 offset();    // some decimetres, never short
  Quat rotation();  // any, a unit
  Trs place() { return {offset(), rotation(), {1, 1, 1}}; }

 private:
  std::uint32_t state_;
};

std::string text(float value);
std::string text(Vec3 v);
std::string text(const Quat& q);
std::string text(std::uint32_t index);

// A node with all of its transform; kNone as parent makes a root of the scene.
std::uint32_t addNode(test::AssetBuilder& b, std::string_view name, const Trs& local, std::uint32_t parent);

// The hierarchy of a human, not the shape: every bone has an arbitrary offset and an arbitrary rest rotation,
// so that nothing that cancels out in a neat skeleton does so here.
using BoneNodes = std::array<std::uint32_t, kHumanBoneCount>;  // kNone: no such bone
struct SkeletonOptions {
  std::uint32_t parent = kNone;         // of the hips
  std::span<const HumanBone> optional;  // which ones there are, beside the required
  bool between = false;                 // a turned and scaled node between every third bone and its parent
};
BoneNodes addSkeleton(test::AssetBuilder& b, Arbitrary& numbers, const SkeletonOptions& options);

inline std::uint32_t at(const BoneNodes& bones, HumanBone bone) {
  return bones[static_cast<std::size_t>(bone)];
}

// VRMC_vrm with these bones and more members, e.g. R"("lookAt":{})".
void addVrm(test::AssetBuilder& b, const BoneNodes& bones, std::string_view members = {});

}  // namespace vrm::golden
