// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>

#include "base/double3.hpp"
#include "vrm/base/trs.hpp"
#include "vrm/runtime/hierarchy.hpp"

namespace vrm {

// From outside into a node, step by step, without making and inverting matrices. Double, so that neither long
// ways nor places far from the origin add roundings. A node that is scaled to nothing makes the result
// infinite or NaN.

// By the inverse of a unit quaternion.
inline Double3 unrotated(const Quat& q, const Double3& v) noexcept {
  const Double3 axis{-static_cast<double>(q.x), -static_cast<double>(q.y), -static_cast<double>(q.z)};
  const Double3 turn = scaled(cross(axis, v), 2);
  const Double3 more = cross(axis, turn);
  const auto w = static_cast<double>(q.w);
  return {v.x + turn.x * w + more.x, v.y + turn.y * w + more.y, v.z + turn.z * w + more.z};
}

// A point of the space around a node, in the node's own.
inline Double3 inside(const Trs& node, const Double3& v) noexcept {
  const Double3 out = unrotated(node.rotation, minus(v, toDouble(node.translation)));
  if (node.scale == Vec3{1, 1, 1}) return out;  // nearly always, and divisions are slow
  const Double3 scale = toDouble(node.scale);
  return {out.x / scale.x, out.y / scale.y, out.z / scale.z};
}

// A point of model space in that of the last node of a path that starts at a root; `turned`: decision 1.
inline Double3 inside(std::span<const std::uint32_t> path, const ConstLocals& locals, bool turned,
                      Double3 v) noexcept {
  if (turned) v = {-v.x, v.y, -v.z};
  for (const std::uint32_t node : path) v = inside(locals[node], v);
  return v;
}

}  // namespace vrm
