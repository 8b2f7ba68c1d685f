// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/hierarchy.hpp"

#include "runtime/kernels.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/mat4.hpp"

namespace vrm {

void scalar::worldMatrices(std::span<const std::uint32_t> parents, const ConstLocals& locals,
                           const Mat4& root, std::uint32_t first, std::uint32_t last,
                           std::span<Mat4> worlds) noexcept {
  for (std::uint32_t i = first; i < last; ++i) {
    worlds[i] = multiply(parents[i] == kNone ? root : worlds[parents[i]], toMatrix(locals[i]));
  }
}

void worldMatrices(std::span<const std::uint32_t> parents, const ConstLocals& locals, const Mat4& root,
                   std::uint32_t first, std::uint32_t last, std::span<Mat4> worlds) noexcept {
#if VRM_WITH_SIMD
  wide::worldMatrices(parents, locals, root, first, last, worlds);
#else
  scalar::worldMatrices(parents, locals, root, first, last, worlds);
#endif
}

Mat4 worldMatrix(std::span<const std::uint32_t> parents, const ConstLocals& locals, const Mat4& root,
                 std::uint32_t node) noexcept {
  Mat4 matrix = toMatrix(locals[node]);
  for (std::uint32_t p = parents[node]; p != kNone; p = parents[p])
    matrix = multiply(toMatrix(locals[p]), matrix);
  return multiply(root, matrix);
}

}  // namespace vrm
