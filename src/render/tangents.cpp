// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/tangents.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "base/memory.hpp"
#include "vrm/base/trig.hpp"

namespace vrm::render {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Floats and their smallest normal number as the measure of nothing, as in the published program: what counts
// as degenerate should be the same.
bool isSomething(float value) {
  return std::fabs(value) > std::numeric_limits<float>::min();
}

Vec3 unitOrAsIs(Vec3 v) {
  return isSomething(v.x) || isSomething(v.y) || isSomething(v.z) ? v * (1 / length(v)) : v;
}

Vec3 acrossNormal(Vec3 v, Vec3 normal) {
  return unitOrAsIs(v - normal * dot(normal, v));
}

bool isUnit(Vec3 v) {
  return std::fabs(dot(v, v) - 1) < 1e-3f;  // false for what is not finite
}

// Some direction across the normal, for where the texture has none.
Vec3 anyTangent(Vec3 normal) {
  if (!isUnit(normal)) return {1, 0, 0};
  const Vec3 axis = std::fabs(normal.x) < 0.9f ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  return acrossNormal(axis, normal);
}

// For each vertex the first one that has the same position, normal and texture coordinates.
std::vector<std::uint32_t> weld(const TangentInput& input) {
  using Bits = std::array<std::uint32_t, 8>;
  const std::size_t count = input.positions.size();
  std::vector<Bits> keys(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 &p = input.positions[i], &n = input.normals[i];
    const Vec2& uv = input.uvs[i];
    // Adding zero makes -0 the zero that it equals.
    const float values[8] = {p.x + 0, p.y + 0, p.z + 0, n.x + 0, n.y + 0, n.z + 0, uv.x + 0, uv.y + 0};
    std::memcpy(keys[i].data(), values, sizeof(values));
  }
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return std::tie(keys[a], a) < std::tie(keys[b], b); });
  std::vector<std::uint32_t> first(count);
  for (std::size_t i = 0; i < count; ++i) {
    first[order[i]] = i > 0 && keys[order[i]] == keys[order[i - 1]] ? first[order[i - 1]] : order[i];
  }
  return first;
}

// Corner 3 * t + i is the i-th of triangle t; edge i of a triangle goes from corner i to the next one.
struct Triangle {
  Vec3 tangent;    // unit, in the plane of the triangle: where u gets larger
  Vec3 bitangent;  // the same for v
  std::array<std::uint32_t, 3> neighbour = {kNone, kNone, kNone};  // across each edge
  bool degenerate = false;  // two corners at one place: takes what its neighbours have
  bool undirected = true;   // the texture has no area: takes part in any group, adds nothing
  bool preserving = false;  // u, v turn like the corners do; false for a mirrored texture
};

// Triangles around a vertex that share one tangent, as far as the 180 degrees of the default settings go.
struct Group {
  std::uint32_t vertex = 0;
  bool preserving = false;
  std::uint32_t begin = 0;  // of its corners in Space::members
  std::uint32_t end = 0;
};

struct Frame {
  Vec3 tangent{1, 0, 0};
  bool preserving = false;
  bool known = false;
};

// What a triangle adds to the tangent of a group.
struct Share {
  std::uint32_t corner;
  Vec3 tangent, bitangent;  // across the normal
  Vec3 weighted;            // zero for undirected triangles
};

class Space {
 public:
  explicit Space(const TangentInput& input);

  std::vector<Frame> cornerFrames();

 private:
  void describe(Triangle& triangle, std::size_t first) const;
  void findNeighbours();
  void findGroups();
  void spread(Group& group, std::vector<std::uint32_t>& waiting);
  bool admits(const Group& group, std::uint32_t corner);
  void evaluate(const Group& group, std::vector<Share>& shares, std::vector<Frame>& frames) const;
  void fillDegenerate(std::vector<Frame>& frames) const;

  std::uint32_t cornerAt(std::uint32_t triangle, std::uint32_t vertex) const;
  Vec3 position(std::size_t corner) const { return input_.positions[input_.triangles[corner]]; }

  const TangentInput& input_;
  std::vector<std::uint32_t> vertex_;  // of each corner, welded
  std::vector<Triangle> triangles_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> groupOf_;  // of each corner
  std::vector<std::uint32_t> members_;  // corners, group by group
};

Space::Space(const TangentInput& input) : input_(input) {
  const std::vector<std::uint32_t> first = weld(input);
  vertex_.reserve(input.triangles.size());
  for (const std::uint32_t index : input.triangles) vertex_.push_back(first[index]);
  triangles_.resize(input.triangles.size() / 3);
  for (std::size_t t = 0; t < triangles_.size(); ++t) describe(triangles_[t], 3 * t);
  findNeighbours();
  findGroups();
}

void Space::describe(Triangle& triangle, std::size_t first) const {
  const Vec3 p[3] = {position(first), position(first + 1), position(first + 2)};
  const std::uint32_t* v = &vertex_[first];
  triangle.degenerate = p[0] == p[1] || p[1] == p[2] || p[2] == p[0] ||  //
                        v[0] == v[1] || v[1] == v[2] || v[2] == v[0];    // differs for NaN
  if (triangle.degenerate) return;
  const Vec2 uv0 = input_.uvs[v[0]], uv1 = input_.uvs[v[1]], uv2 = input_.uvs[v[2]];
  const Vec2 a{uv1.x - uv0.x, uv1.y - uv0.y}, b{uv2.x - uv0.x, uv2.y - uv0.y};
  const Vec3 d1 = p[1] - p[0], d2 = p[2] - p[0];
  const float area = a.x * b.y - a.y * b.x;  // twice that of the triangle in the texture, with a sign
  triangle.preserving = area > 0;
  if (!isSomething(area)) return;
  const float sign = triangle.preserving ? 1.0f : -1.0f;
  const Vec3 alongU = d1 * b.y - d2 * a.y, alongV = d2 * a.x - d1 * b.x;
  const float lengthU = length(alongU), lengthV = length(alongV);
  triangle.tangent = alongU * (isSomething(lengthU) ? sign / lengthU : 1);
  triangle.bitangent = alongV * (isSomething(lengthV) ? sign / lengthV : 1);
  // Numbers so large that they have no direction any more leave the triangle undirected, too.
  triangle.undirected = !isSomething(lengthU / std::fabs(area)) || !isSomething(lengthV / std::fabs(area)) ||
                        !isUnit(triangle.tangent) || !isUnit(triangle.bitangent);
}

// Triangles are neighbours that go along an edge in opposite directions. Of several that go the same way the
// first of one side belongs to the first of the other, and so on, in the order of triangles.
void Space::findNeighbours() {
  struct Edge {
    std::uint32_t low, high, corner;
    bool descending;
    bool sharesVertices(const Edge& other) const { return low == other.low && high == other.high; }
  };
  std::vector<Edge> edges;
  edges.reserve(vertex_.size());
  for (std::uint32_t corner = 0; corner < vertex_.size(); ++corner) {
    if (triangles_[corner / 3].degenerate) continue;
    const std::uint32_t from = vertex_[corner], to = vertex_[corner % 3 == 2 ? corner - 2 : corner + 1];
    edges.push_back({std::min(from, to), std::max(from, to), corner, from > to});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.low, a.high, a.descending, a.corner) < std::tie(b.low, b.high, b.descending, b.corner);
  });
  for (auto begin = edges.begin(); begin != edges.end();) {
    const auto end =
        std::find_if(begin, edges.end(), [&](const Edge& edge) { return !edge.sharesVertices(*begin); });
    const auto middle = std::find_if(begin, end, [](const Edge& edge) { return edge.descending; });
    for (auto up = begin, down = middle; up != middle && down != end; ++up, ++down) {
      triangles_[up->corner / 3].neighbour[up->corner % 3] = down->corner / 3;
      triangles_[down->corner / 3].neighbour[down->corner % 3] = up->corner / 3;
    }
    begin = end;
  }
}

std::uint32_t Space::cornerAt(std::uint32_t triangle, std::uint32_t vertex) const {
  std::uint32_t corner = 3 * triangle;
  while (vertex_[corner] != vertex) ++corner;  // neighbours share the vertices of their edge
  return corner;
}

void Space::findGroups() {
  groupOf_.assign(vertex_.size(), kNone);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t corner = 0; corner < vertex_.size(); ++corner) {
    const Triangle& triangle = triangles_[corner / 3];
    if (triangle.degenerate || triangle.undirected || groupOf_[corner] != kNone) continue;
    const auto begin = static_cast<std::uint32_t>(members_.size());
    Group group{vertex_[corner], triangle.preserving, begin, begin};
    waiting.push_back(corner);
    spread(group, waiting);
    groups_.push_back(group);
  }
}

// Goes around the vertex from triangle to triangle, across the edge after the corner first.
void Space::spread(Group& group, std::vector<std::uint32_t>& waiting) {
  while (!waiting.empty()) {
    const std::uint32_t next = waiting.back();
    waiting.pop_back();
    if (!admits(group, next)) continue;
    groupOf_[next] = static_cast<std::uint32_t>(groups_.size());
    members_.push_back(next);
    const Triangle& triangle = triangles_[next / 3];
    const std::uint32_t after = triangle.neighbour[next % 3], before = triangle.neighbour[(next + 2) % 3];
    if (before != kNone) waiting.push_back(cornerAt(before, group.vertex));
    if (after != kNone) waiting.push_back(cornerAt(after, group.vertex));
  }
  group.end = static_cast<std::uint32_t>(members_.size());
}

bool Space::admits(const Group& group, std::uint32_t corner) {
  if (groupOf_[corner] != kNone) return false;
  Triangle& triangle = triangles_[corner / 3];
  const std::uint32_t* groups = &groupOf_[corner - corner % 3];
  if (triangle.undirected && groups[0] == kNone && groups[1] == kNone && groups[2] == kNone) {
    triangle.preserving = group.preserving;  // the first group decides
  }
  return triangle.preserving == group.preserving;
}

// The mean of the triangles' tangents, each laid across the normal and weighted by the angle at the vertex.
void Space::evaluate(const Group& group, std::vector<Share>& shares, std::vector<Frame>& frames) const {
  const Vec3 normal = input_.normals[group.vertex];
  shares.clear();
  for (std::uint32_t i = group.begin; i < group.end; ++i) {
    const std::uint32_t corner = members_[i];
    const Triangle& triangle = triangles_[corner / 3];
    Share share{corner, {}, {}, {}};
    if (!triangle.undirected) {
      const std::uint32_t first = corner - corner % 3;
      const Vec3 here = position(corner);
      const Vec3 before = acrossNormal(position(first + (corner + 2) % 3) - here, normal);
      const Vec3 after = acrossNormal(position(first + (corner + 1) % 3) - here, normal);
      share.tangent = acrossNormal(triangle.tangent, normal);
      share.bitangent = acrossNormal(triangle.bitangent, normal);
      share.weighted = share.tangent * static_cast<float>(arcCos(dot(before, after)));
    }
    shares.push_back(share);
  }
  // The default settings join what is less than 180 degrees apart: all but exact opposites, which would
  // cancel each other. Looking at all pairs would take forever in a fan that somebody made for that; a vertex
  // of an honest mesh has fewer triangles than this, or so many that one more or less does not count.
  constexpr std::size_t kMostPairs = 64;
  const auto opposite = [](const Share& a, const Share& b) {
    return dot(a.tangent, b.tangent) <= -1 || dot(a.bitangent, b.bitangent) <= -1;
  };
  Vec3 all;
  for (const Share& share : shares) all = all + share.weighted;
  for (const Share& share : shares) {
    Vec3 sum = all;
    if (shares.size() <= kMostPairs &&
        std::any_of(shares.begin(), shares.end(), [&](const Share& s) { return opposite(share, s); })) {
      sum = {};
      for (const Share& other : shares) sum = opposite(share, other) ? sum : sum + other.weighted;
    }
    const Vec3 tangent = unitOrAsIs(sum);
    frames[share.corner] = {tangent, group.preserving, isUnit(tangent)};
  }
}

// The published program searches for the first triangle with the same vertex that is not degenerate.
void Space::fillDegenerate(std::vector<Frame>& frames) const {
  std::vector<std::uint32_t> first(input_.positions.size(), kNone);
  for (std::uint32_t corner = 0; corner < vertex_.size(); ++corner) {
    std::uint32_t& known = first[vertex_[corner]];
    if (known == kNone && !triangles_[corner / 3].degenerate) known = corner;
  }
  for (std::size_t corner = 0; corner < vertex_.size(); ++corner) {
    const std::uint32_t from = first[vertex_[corner]];
    if (triangles_[corner / 3].degenerate && from != kNone) frames[corner] = frames[from];
  }
}

std::vector<Frame> Space::cornerFrames() {
  std::vector<Frame> frames(vertex_.size());
  std::vector<Share> shares;  // here, so that not every group allocates
  for (const Group& group : groups_) evaluate(group, shares, frames);
  fillDegenerate(frames);
  return frames;
}

// One vertex for each tangent that its corners want; that of the first corner stays in its place.
Tangents split(const TangentInput& input, const std::vector<Frame>& frames) {
  const std::size_t count = input.positions.size();
  Tangents out;
  out.source.resize(count);
  std::iota(out.source.begin(), out.source.end(), 0u);
  out.tangents.reserve(count);
  for (const Vec3& normal : input.normals) {
    const Vec3 any = anyTangent(normal);
    out.tangents.push_back({any.x, any.y, any.z, 1});
  }
  out.triangles.assign(input.triangles.begin(), input.triangles.end());

  struct Corner {
    std::uint32_t vertex, corner;
    Vec4 tangent;
    auto wish() const { return std::tie(vertex, tangent.x, tangent.y, tangent.z, tangent.w); }
  };
  std::vector<Corner> corners;
  std::vector<std::uint32_t> firstCorner(count, kNone);
  corners.reserve(frames.size());
  for (std::uint32_t i = 0; i < frames.size(); ++i) {
    if (!frames[i].known) continue;  // content with any
    const std::uint32_t vertex = input.triangles[i];
    const Vec3& t = frames[i].tangent;
    // The program's sign is for v upwards.
    corners.push_back({vertex, i, {t.x, t.y, t.z, frames[i].preserving ? -1.0f : 1.0f}});
    if (firstCorner[vertex] != kNone) continue;
    firstCorner[vertex] = i;
    out.tangents[vertex] = corners.back().tangent;
  }
  std::sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) {
    return std::tuple_cat(a.wish(), std::tie(a.corner)) < std::tuple_cat(b.wish(), std::tie(b.corner));
  });
  std::uint32_t made = kNone;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Corner& corner = corners[i];
    if (i == 0 || corners[i - 1].wish() != corner.wish()) {
      made = corner.vertex;
      if (out.tangents[corner.vertex] != corner.tangent) {
        made = static_cast<std::uint32_t>(out.source.size());
        out.source.push_back(corner.vertex);
        out.tangents.push_back(corner.tangent);
      }
    }
    out.triangles[corner.corner] = made;
  }
  return out;
}

}  // namespace

Result<Tangents> makeTangents(const TangentInput& input) try {
  const std::size_t count = input.positions.size();
  const auto misuse = [](std::string message) {
    return Error{Code::ApiMisuse, "makeTangents: " + std::move(message), "", kNoOffset};
  };
  if (input.normals.size() != count || input.uvs.size() != count) {
    return misuse("positions, normals and uvs are not of one length");
  }
  if (input.triangles.size() % 3 != 0) return misuse("the indices are not a multiple of three");
  if (std::uint64_t{count} + input.triangles.size() >= kNone) return misuse("the mesh is too large");
  for (const std::uint32_t index : input.triangles) {
    if (index >= count) {
      return misuse("there is no vertex " + std::to_string(index) + " of " + std::to_string(count));
    }
  }
  return split(input, Space(input).cornerFrames());
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::render
