// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Reference for skinning_simd.cpp: the order of operations here is the order there.
#include <algorithm>
#include <cmath>

#include "runtime/skinning_kernel.hpp"

namespace vrm {
namespace {

Vec3 morphed(const SkinJob& job, Vec3 value, std::span<const Vec3> MorphDeltas::*list,
             std::size_t vertex) noexcept {
  for (std::size_t t = 0; t < job.morphWeights.size(); ++t) {
    const std::span<const Vec3> deltas = job.source.targets[t].*list;
    if (job.morphWeights[t] != 0 && !deltas.empty()) value = value + deltas[vertex] * job.morphWeights[t];
  }
  return value;
}

Mat4 blended(const SkinJob& job, std::size_t vertex) noexcept {
  const std::uint32_t influences = job.source.influences;
  if (influences == 0) return job.matrices[0];
  const std::span<const std::uint16_t> joints = job.source.joints.subspan(vertex * influences, influences);
  const std::span<const float> weights = job.source.weights.subspan(vertex * influences, influences);
  float sum = 0;
  for (const float weight : weights) sum += weight;
  if (sum == 0) return job.matrices[joints[0]];
  Mat4 out;
  for (std::size_t e = 0; e < 16; ++e) {
    out[e] = job.matrices[joints[0]][e] * weights[0];
    for (std::size_t i = 1; i < influences; ++i) out[e] = out[e] + job.matrices[joints[i]][e] * weights[i];
  }
  return out;
}

Vec3 column(const Mat4& m, std::size_t i) noexcept {
  return {m[4 * i], m[4 * i + 1], m[4 * i + 2]};
}

Vec3 transformedNormal(const Mat4& m, Vec3 normal) noexcept {
  const Vec3 a = column(m, 0), b = column(m, 1), c = column(m, 2);
  const Vec3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);  // columns of the cofactor matrix
  Vec3 out = bc * normal.x + ca * normal.y + ab * normal.z;
  if (dot(a, bc) < 0) out = {-out.x, -out.y, -out.z};
  float squared = dot(out, out);
  if (!(squared >= kLeastSquare && squared <= kMostSquare)) {
    // Too small or too large for its square: very small nodes, normals of any length.
    const float largest = std::max({std::abs(out.x), std::abs(out.y), std::abs(out.z)});
    out = {out.x / largest, out.y / largest, out.z / largest};
    squared = dot(out, out);
    if (!(squared >= 1)) return {};  // no direction, or none that is finite
  }
  return out * (1 / std::sqrt(squared));
}

}  // namespace

void skinScalar(const SkinJob& job, std::size_t first) noexcept {
  for (std::size_t v = first; v < job.outPositions.size(); ++v) {
    const Mat4 m = blended(job, v);
    const Vec3 p = morphed(job, job.source.positions[v], &MorphDeltas::positions, v);
    job.outPositions[v] = column(m, 0) * p.x + column(m, 1) * p.y + column(m, 2) * p.z + column(m, 3);
    if (job.outNormals.empty()) continue;
    job.outNormals[v] = transformedNormal(m, morphed(job, job.source.normals[v], &MorphDeltas::normals, v));
  }
}

std::uint16_t highestJointScalar(std::span<const std::uint16_t> joints) noexcept {
  std::uint16_t highest = 0;
  for (const std::uint16_t joint : joints) highest = std::max(highest, joint);
  return highest;
}

}  // namespace vrm
