// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/skinning.hpp"

#include "runtime/skinning_kernel.hpp"
#include "vrm/base/mat4.hpp"

namespace vrm {
namespace {

bool fits(const SkinJob& job) noexcept {
  const SkinSource& source = job.source;
  const std::size_t vertices = source.positions.size();
  const auto noneOr = [&](std::size_t size) { return size == 0 || size == vertices; };
  if (!noneOr(source.normals.size()) || job.morphWeights.size() != source.targets.size()) return false;
  for (const MorphDeltas& target : source.targets) {
    if (!noneOr(target.positions.size()) || !noneOr(target.normals.size())) return false;
  }
  if (job.outPositions.size() != vertices || !noneOr(job.outNormals.size())) return false;
  if (!job.outNormals.empty() && source.normals.empty()) return false;
  if (source.influences == 0)
    return source.joints.empty() && source.weights.empty() && job.matrices.size() == 1;
  // One pass over all joints leaves the loops of the kernels without a branch.
  return source.influences % 4 == 0 && source.joints.size() == source.weights.size() &&
         source.joints.size() % source.influences == 0 &&
         source.joints.size() / source.influences == vertices &&
         (vertices == 0 || highestJointSimd(source.joints) < job.matrices.size());
}

}  // namespace

bool skin(const SkinSource& source, std::span<const float> morphWeights, std::span<const Mat4> jointMatrices,
          std::span<Vec3> outPositions, std::span<Vec3> outNormals) noexcept {
  const SkinJob job{source, morphWeights, jointMatrices, outPositions, outNormals};
  if (!fits(job)) return false;
  skinSimd(job);
  return true;
}

bool jointMatrices(std::span<const Mat4> worlds, std::span<const std::uint32_t> joints,
                   std::span<const Mat4> inverseBinds, std::span<Mat4> out) noexcept {
  if (out.size() != joints.size()) return false;
  if (!inverseBinds.empty() && inverseBinds.size() < joints.size()) return false;
  for (const std::uint32_t joint : joints) {
    if (joint >= worlds.size()) return false;
  }
  for (std::size_t i = 0; i < joints.size(); ++i) {
    out[i] = inverseBinds.empty() ? worlds[joints[i]] : multiply(worlds[joints[i]], inverseBinds[i]);
  }
  return true;
}

}  // namespace vrm
