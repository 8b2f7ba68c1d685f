// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "triangulate.hpp"

#include <algorithm>

namespace vrm::builtin {
namespace {

struct Point {
  double x, y;
};

bool inCircle(Point a, Point b, Point c, Point p) {
  const double ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y, cx = c.x - p.x, cy = c.y - p.y;
  const double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
  return a2 * (bx * cy - by * cx) - b2 * (ax * cy - ay * cx) + c2 * (ax * by - ay * bx) > 0;
}

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const Vec2> points) {
  std::vector<Point> all;
  for (std::size_t i = 0; i < points.size(); ++i) {
    // Points of regular rows lie on common circles; a tiny shift, the same every time, decides for us.
    const double shake = static_cast<double>((i * 7919u) % 101u) * 1e-8;
    all.push_back({static_cast<double>(points[i].x) + shake, static_cast<double>(points[i].y) - shake * 0.7});
  }
  const auto count = static_cast<std::uint32_t>(points.size());
  all.insert(all.end(), {{-100, -100}, {100, -100}, {0, 100}});

  using Triangle = std::array<std::uint32_t, 3>;
  using Edge = std::array<std::uint32_t, 2>;
  std::vector<Triangle> triangles{{count, count + 1, count + 2}};
  std::vector<Edge> edges;
  for (std::uint32_t p = 0; p < count; ++p) {
    edges.clear();
    std::erase_if(triangles, [&](const Triangle& t) {
      if (!inCircle(all[t[0]], all[t[1]], all[t[2]], all[p])) return false;
      for (std::size_t k = 0; k < 3; ++k) edges.push_back({t[k], t[(k + 1) % 3]});
      return true;
    });
    for (const Edge& e : edges) {
      // Edges between two triangles that went are inside the hole.
      if (std::find(edges.begin(), edges.end(), Edge{e[1], e[0]}) == edges.end())
        triangles.push_back({e[0], e[1], p});
    }
  }
  std::erase_if(triangles,
                [&](const Triangle& t) { return t[0] >= count || t[1] >= count || t[2] >= count; });
  return triangles;
}

bool insideOutline(std::span<const Vec2> outline, Vec2 point) {
  bool inside = false;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const Vec2 a = outline[i], b = outline[j];
    if ((a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x) {
      inside = !inside;
    }
  }
  return inside;
}

}  // namespace vrm::builtin
