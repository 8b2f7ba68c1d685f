// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>

#include "vrm/runtime/skinning.hpp"

namespace vrm {

// The arguments of `skin`, found to fit together. `outNormals` is empty or there are normals.
struct SkinJob {
  const SkinSource& source;
  std::span<const float> morphWeights;
  std::span<const Mat4> matrices;
  std::span<Vec3> outPositions;
  std::span<Vec3> outNormals;
};

// What the square of a normal's length may be, so that nothing is lost when it is worked out and divided by.
inline constexpr float kLeastSquare = 1e-30f, kMostSquare = 1e30f;

// The meaning of `skin`, for the vertices from `first` on.
void skinScalar(const SkinJob& job, std::size_t first) noexcept;
// 0 when there are none.
std::uint16_t highestJointScalar(std::span<const std::uint16_t> joints) noexcept;

// The same bits, sooner: the best instruction set of the machine. In builds without SIMD the functions above.
void skinSimd(const SkinJob& job) noexcept;
std::uint16_t highestJointSimd(std::span<const std::uint16_t> joints) noexcept;

}  // namespace vrm
