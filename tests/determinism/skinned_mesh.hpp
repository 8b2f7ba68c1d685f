// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <vector>

#include "vrm/runtime/avatar.hpp"
#include "vrm/runtime/skinning.hpp"

namespace vrm::determinism {

// A mesh without a shape that hangs on all nodes of a model. The number of vertices fits no width of lanes.
class SkinnedMesh {
 public:
  explicit SkinnedMesh(const Model& model);

  void skin(const Avatar& avatar, std::uint32_t frame);
  const std::vector<Vec3>& positions() const { return skinnedPositions_; }
  const std::vector<Vec3>& normals() const { return skinnedNormals_; }

 private:
  std::vector<Vec3> positions_, normals_, deltas_[3];
  std::vector<MorphDeltas> targets_;
  std::vector<std::uint16_t> joints_;
  std::vector<float> weights_;
  std::vector<std::uint32_t> nodes_;
  std::vector<Mat4> inverseBinds_, matrices_;
  std::vector<Vec3> skinnedPositions_, skinnedNormals_;
};

}  // namespace vrm::determinism
