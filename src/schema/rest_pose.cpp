// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "schema/rest_pose.hpp"

#include <cmath>
#include <limits>

namespace vrm::schema {
namespace {

using Affine = std::array<double, 12>;

Affine multiply(const Affine& a, const Affine& b) {
  Affine out;
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      out[column * 3 + row] = a[row] * b[column * 3] + a[3 + row] * b[column * 3 + 1] +
                              a[6 + row] * b[column * 3 + 2] + (column == 3 ? a[9 + row] : 0);
    }
  }
  return out;
}

Affine localMatrix(const Trs& trs) {
  const Mat4 m = toMatrix(trs);
  Affine out;
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 3; ++row) out[column * 3 + row] = static_cast<double>(m[column * 4 + row]);
  }
  return out;
}

}  // namespace

RestPose::RestPose(const gltf::Asset& asset) : entries_(asset.nodes.size()) {
  std::uint32_t counter = 0;
  struct Step {
    std::uint32_t node;
    std::uint32_t nextChild;
  };
  std::vector<Step> stack;
  const auto enter = [&](std::uint32_t i) {
    const gltf::Node& node = asset.nodes[i];
    const Affine local = localMatrix(node.local);
    entries_[i].matrix = node.parent ? multiply(entries_[node.parent.value].matrix, local) : local;
    entries_[i].direction = directionOf(i, node.parent);
    entries_[i].enter = counter++;
    stack.push_back({i, 0});
  };
  for (std::uint32_t root = 0; root < asset.nodes.size(); ++root) {
    if (asset.nodes[root].parent) continue;
    enter(root);
    while (!stack.empty()) {
      Step& top = stack.back();
      const std::span<const NodeIndex> children = asset.nodeList(asset.nodes[top.node].children);
      if (top.nextChild < children.size()) {
        enter(children[top.nextChild++].value);
      } else {
        entries_[top.node].leave = counter;
        stack.pop_back();
      }
    }
  }
}

RestPose::Point RestPose::directionOf(std::uint32_t node, NodeIndex parent) const {
  const Point to = position(NodeIndex(node));
  const Point from = parent ? position(parent) : Point{};
  const Point step = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  const double size = std::sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]);
  if (size > 1e-9 && std::isfinite(size)) return {step[0] / size, step[1] / size, step[2] / size};
  return parent ? entries_[parent.value].direction : Point{0, 1, 0};
}

RestPose::Point RestPose::position(NodeIndex node) const {
  const Affine& m = entries_[node.value].matrix;
  return {m[9], m[10], m[11]};
}

RestPose::Point RestPose::toWorld(NodeIndex node, const Point& p) const {
  const Affine& m = entries_[node.value].matrix;
  Point out;
  for (std::size_t row = 0; row < 3; ++row) out[row] = m[row] * p[0] + m[3 + row] * p[1] + m[6 + row] * p[2] + m[9 + row];
  return out;
}

std::optional<Vec3> RestPose::toLocal(NodeIndex node, const Point& world) const {
  const Affine& m = entries_[node.value].matrix;
  const double d[3] = {world[0] - m[9], world[1] - m[10], world[2] - m[11]};
  const auto cross = [](const double* a, const double* b) {
    return Point{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const double* x = m.data();
  const double* y = x + 3;
  const double* z = x + 6;
  const Point yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
  const double determinant = x[0] * yz[0] + x[1] * yz[1] + x[2] * yz[2];
  if (!(std::abs(determinant) > 1e-30)) return std::nullopt;
  const auto along = [&](const Point& axis) {
    return (d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2]) / determinant;
  };
  const Point out = {along(yz), along(zx), along(xy)};
  for (const double c : out) {
    if (!(std::abs(c) <= static_cast<double>(std::numeric_limits<float>::max()))) return std::nullopt;
  }
  return Vec3{static_cast<float>(out[0]), static_cast<float>(out[1]), static_cast<float>(out[2])};
}

bool RestPose::isDescendant(NodeIndex node, NodeIndex ancestor) const {
  const Entry& a = entries_[ancestor.value];
  const Entry& n = entries_[node.value];
  return n.enter >= a.enter && n.leave <= a.leave;
}

}  // namespace vrm::schema
