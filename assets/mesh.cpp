// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "mesh.hpp"

#include <map>

namespace vrm::builtin {

Weights& Weights::add(std::uint32_t node, float weight) {
  if (weight <= 0.001f) return *this;
  for (Pull& pull : pulls) {
    if (pull.node == node) {
      pull.weight += weight;
      return *this;
    }
  }
  pulls.push_back({node, weight});
  return *this;
}

Weights& Weights::add(const Weights& other, float weight) {
  for (const Pull& pull : other.pulls) add(pull.node, pull.weight * weight);
  return *this;
}

Weights::Bytes Weights::four() const {
  std::vector<Pull> sorted = pulls;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Pull& a, const Pull& b) { return a.weight > b.weight; });
  if (sorted.size() > 4) sorted.resize(4);
  float sum = 0;
  for (const Pull& pull : sorted) sum += pull.weight;
  Bytes out;
  int left = 255;
  for (std::size_t i = sorted.size(); i-- > 0;) {
    const int share = i == 0 ? left : static_cast<int>(sorted[i].weight / sum * 255 + 0.5f);
    out.weights[i] = static_cast<std::uint8_t>(share);
    out.nodes[i] = share > 0 ? sorted[i].node : 0;
    left -= share;
  }
  return out;
}

Weights blend(std::uint32_t a, std::uint32_t b, float t) {
  Weights out;
  return out.add(a, 1 - t).add(b, t);
}

std::uint32_t Mesh::add(const Vertex& vertex) {
  vertices.push_back(vertex);
  // Numbers that do not depend on the last bits of a mathematical library.
  const auto rounded = [](float x) { return std::round(x * 65536) / 65536; };
  Vec3& p = vertices.back().position;
  p = {rounded(p.x), rounded(p.y), rounded(p.z)};
  return static_cast<std::uint32_t>(vertices.size() - 1);
}

Primitive& Mesh::primitive(std::uint32_t material) {
  for (Primitive& p : primitives) {
    if (p.material == material) return p;
  }
  primitives.push_back({material, {}});
  return primitives.back();
}

void Mesh::triangle(std::uint32_t material, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const Vec3 pa = vertices[a].position, pb = vertices[b].position, pc = vertices[c].position;
  if (pa == pb || pb == pc || pc == pa) return;
  std::vector<std::uint32_t>& indices = primitive(material).indices;
  indices.insert(indices.end(), {a, b, c});
}

void Mesh::dropUnused() {
  std::vector<std::uint32_t> place(vertices.size(), kNone);
  for (const Primitive& p : primitives) {
    for (const std::uint32_t i : p.indices) place[i] = 0;
  }
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < place.size(); ++i) {
    if (place[i] == kNone) continue;
    place[i] = count;
    vertices[count] = vertices[i];
    for (Morph& morph : morphs) {
      if (i < morph.moves.size()) morph.moves[count] = morph.moves[i];
    }
    ++count;
  }
  vertices.resize(count);
  for (Morph& morph : morphs) morph.moves.resize(std::min<std::size_t>(morph.moves.size(), count));
  for (Primitive& p : primitives) {
    for (std::uint32_t& i : p.indices) i = place[i];
  }
}

void Mesh::tube(std::uint32_t material, std::span<const Ring> rings, const Patch& patch,
                const TubeOptions& options, const std::function<Weights(Vec3, const Weights&)>& weigh) {
  const std::size_t first = vertices.size();
  const auto sides = static_cast<std::uint32_t>(
      options.section.empty() ? static_cast<std::size_t>(options.sides) : options.section.size());
  const auto corner = [&](std::uint32_t i, float squareness) {
    if (!options.section.empty()) return options.section[i];
    const float angle = 2 * kPi * static_cast<float>(i) / static_cast<float>(sides);
    return Vec2{signedPower(cosine(angle), squareness), signedPower(sine(angle), squareness)};
  };
  const auto put = [&](const Ring& ring, Vec3 at, float u) {
    const Weights weights = weigh ? weigh(at, ring.weights) : ring.weights;
    return add({at, {}, patch.at(u, ring.v), weights});
  };
  std::vector<std::uint32_t> starts;
  for (const Ring& ring : rings) {
    starts.push_back(static_cast<std::uint32_t>(vertices.size()));
    for (std::uint32_t i = 0; i <= sides; ++i) {
      const float u = static_cast<float>(i) / static_cast<float>(sides);
      const Vec2 at = corner(i % sides, ring.squareness);
      put(ring, ring.center + ring.right * at.x + ring.up * at.y, u);
    }
  }
  for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
    for (std::uint32_t i = 0; i < sides; ++i) {
      const std::uint32_t a = starts[r] + i, b = a + 1, c = starts[r + 1] + i, d = c + 1;
      triangle(material, a, b, d);
      triangle(material, a, d, c);
    }
  }
  const auto cap = [&](const Ring& ring, std::uint32_t start, bool forward) {
    const std::uint32_t middle = put(ring, ring.center, 0.5f);
    for (std::uint32_t i = 0; i < sides; ++i) {
      if (forward) {
        triangle(material, start + i, start + i + 1, middle);
      } else {
        triangle(material, start + i + 1, start + i, middle);
      }
    }
  };
  if (options.capStart) cap(rings.front(), starts.front(), false);
  if (options.capEnd) cap(rings.back(), starts.back(), true);
  finishPart(first);
}

void Mesh::sheet(std::uint32_t material, int columns, int rows,
                 const std::function<Vertex(float, float)>& at) {
  const std::size_t first = vertices.size();
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      add(at(static_cast<float>(c) / static_cast<float>(columns - 1),
             static_cast<float>(r) / static_cast<float>(rows - 1)));
    }
  }
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < columns; ++c) {
      const auto a = static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(r * columns + c);
      const auto above = a + static_cast<std::uint32_t>(columns);
      triangle(material, a, a + 1, above + 1);
      triangle(material, a, above + 1, above);
    }
  }
  finishPart(first);
}

void Mesh::finishPart(std::size_t firstVertex) {
  const auto less = [](Vec3 a, Vec3 b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); };
  std::map<Vec3, Vec3, decltype(less)> normals(less);
  for (const Primitive& p : primitives) {
    for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) {
      if (p.indices[i] < firstVertex) continue;
      const Vec3 a = vertices[p.indices[i]].position;
      const Vec3 b = vertices[p.indices[i + 1]].position;
      const Vec3 c = vertices[p.indices[i + 2]].position;
      const Vec3 n = cross(b - a, c - a);
      for (const Vec3 at : {a, b, c}) normals[at] = normals[at] + n;
    }
  }
  for (std::size_t i = firstVertex; i < vertices.size(); ++i) {
    const auto found = normals.find(vertices[i].position);
    vertices[i].normal = found == normals.end() ? Vec3{0, 1, 0} : unit(found->second);
  }
}

}  // namespace vrm::builtin
