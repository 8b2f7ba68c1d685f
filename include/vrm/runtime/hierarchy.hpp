// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>

#include "vrm/base/math.hpp"
#include "vrm/base/trs.hpp"

namespace vrm {

// The local transforms of nodes, one array per part. All three are of one length.
struct Locals {
  std::span<Vec3> translations;
  std::span<Quat> rotations;
  std::span<Vec3> scales;

  Trs operator[](std::size_t node) const { return {translations[node], rotations[node], scales[node]}; }
};
struct ConstLocals {
  std::span<const Vec3> translations;
  std::span<const Quat> rotations;
  std::span<const Vec3> scales;

  ConstLocals() = default;
  ConstLocals(std::span<const Vec3> t, std::span<const Quat> r, std::span<const Vec3> s)
      : translations(t), rotations(r), scales(s) {}
  ConstLocals(const Locals& l) : translations(l.translations), rotations(l.rotations), scales(l.scales) {}

  Trs operator[](std::size_t node) const { return {translations[node], rotations[node], scales[node]}; }
};

// The nodes [first, last).
struct NodeRange {
  std::uint32_t first = 0, last = 0;
};

// World matrices of the nodes [first, last) from their local transforms. Parents stand before their children
// (`parents[i] < i`, kNone for roots, which `root` places); the matrices of parents outside the range must be
// right already. A subtree is a range of depth-first nodes, so this also refreshes what is below a node that
// has moved.
void worldMatrices(std::span<const std::uint32_t> parents, const ConstLocals& locals, const Mat4& root,
                   std::uint32_t first, std::uint32_t last, std::span<Mat4> worlds) noexcept;

// The matrix of one node alone, from the local transforms of its ancestors and itself.
Mat4 worldMatrix(std::span<const std::uint32_t> parents, const ConstLocals& locals, const Mat4& root,
                 std::uint32_t node) noexcept;

}  // namespace vrm
