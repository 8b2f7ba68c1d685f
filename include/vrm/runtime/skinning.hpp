// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>

#include "vrm/base/math.hpp"

namespace vrm {

// Morphing and linear blend skinning on the processor, over the caller's own arrays. Nothing here allocates,
// and the results are the same bits on every machine.

// A morph target: what it adds to each vertex at weight 1. Either list may be empty.
struct MorphDeltas {
  std::span<const Vec3> positions;
  std::span<const Vec3> normals;
};

// A mesh as stored: what does not change from frame to frame.
struct SkinSource {
  std::span<const Vec3> positions;
  std::span<const Vec3> normals;  // one per vertex, or empty
  std::span<const MorphDeltas> targets;

  // JOINTS_n and WEIGHTS_n of glTF side by side: `influences` of each for the first vertex, then for the
  // second, ...
  std::span<const std::uint16_t> joints;
  std::span<const float> weights;
  std::uint32_t influences = 0;  // per vertex: 0 (not skinned) or a multiple of four
};

// Positions and normals of a mesh in the space that the matrices lead to.
//
// Morphs come first: targets whose weight is not 0 are added, in their order. Then every vertex goes through
// the sum of its joints' matrices times its weights (glTF 2.0 section 3.7.3.3). Weights are used as stored,
// not made to sum to 1; a vertex whose weights sum to 0 follows its first joint, as three.js has it: a sum of
// nothing would be a point at the origin. A mesh without influences takes one matrix, that of its node, for
// all vertices.
//
// Normals go through the inverse transpose of the vertex's matrix (its cofactors with the sign of its
// determinant), so that they stay at right angles to the surface and outside of it under uneven and mirroring
// scale. They come out with length 1; zero stays zero, and so does what a matrix flattens to nothing.
//
// `morphWeights` has one entry per target, `outPositions` one per vertex, `outNormals` one per vertex or none
// when normals are not wanted. Outputs must not overlap inputs. False when spans do not fit together or a
// joint is not in `jointMatrices`; nothing is written then.
[[nodiscard]] bool skin(const SkinSource& source, std::span<const float> morphWeights,
                        std::span<const Mat4> jointMatrices, std::span<Vec3> outPositions,
                        std::span<Vec3> outNormals) noexcept;

// What `skin` takes: for each joint of a skin its node's matrix times its inverse bind matrix. `joints` are
// positions in `worlds`. Without `inverseBinds` they are identities (glTF 2.0 section 5.28); more of them
// than joints are ignored. False when spans do not fit together or a joint is not in `worlds`; nothing is
// written then.
[[nodiscard]] bool jointMatrices(std::span<const Mat4> worlds, std::span<const std::uint32_t> joints,
                                 std::span<const Mat4> inverseBinds, std::span<Mat4> out) noexcept;

}  // namespace vrm
