// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "vrm/gltf/asset.hpp"

namespace vrm::schema {

// Where the file's nodes are before anything moves, in the file's own coordinates (before the turn of decision 1), and
// who is whose ancestor.
class RestPose {
 public:
  explicit RestPose(const gltf::Asset& asset);

  using Point = std::array<double, 3>;
  Point position(NodeIndex node) const;
  Point toWorld(NodeIndex node, const Point& local) const;
  // Nothing when the node's scale is (nearly) zero, so that the point has no place that a float could tell.
  std::optional<Vec3> toLocal(NodeIndex node, const Point& world) const;

  // The way from the node's parent to it, of length 1; where it stands on its parent, the parent's own; upwards when there
  // is none at all.
  const Point& direction(NodeIndex node) const { return entries_[node.value].direction; }

  // True also for the node itself.
  bool isDescendant(NodeIndex node, NodeIndex ancestor) const;

 private:
  Point directionOf(std::uint32_t node, NodeIndex parent) const;

  struct Entry {
    std::array<double, 12> matrix;  // three columns, then the translation
    Point direction{0, 1, 0};
    std::uint32_t enter = 0, leave = 0;  // depth-first numbering
  };
  std::vector<Entry> entries_;
};

}  // namespace vrm::schema
