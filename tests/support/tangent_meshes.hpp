// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <vector>

#include "vrm/render/tangents.hpp"

namespace vrm::test {

// What tangents are made of.
struct TangentMesh {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  std::vector<Vec2> uvs;
  std::vector<std::uint32_t> triangles;

  render::TangentInput input() const { return {positions, normals, uvs, triangles}; }
  std::uint32_t add(Vec3 position, Vec3 normal, Vec2 uv);  // the index of the new vertex
};

// One quad from (-1, -1, 0) to (1, 1, 0) that faces +Z; the picture stands upright on it.
TangentMesh plane();
// A smooth cube, each side with the whole picture.
TangentMesh cube();
// Two quads side by side with the picture and its mirror image; they share the vertices between them.
TangentMesh mirrored();
// Around Y, with one row more than columns of vertices so that the seam has both ends of the picture.
TangentMesh sphere(std::uint32_t columns, std::uint32_t rows);
TangentMesh torus(std::uint32_t columns, std::uint32_t rows);
// The plane with triangles that have no area, triangles whose piece of picture has none, and one all by
// itself.
TangentMesh degenerate();
// Triangles between the same few vertices without any order; edges have many of them.
TangentMesh chaos(std::uint32_t seed, std::uint32_t vertices, std::uint32_t triangles);

}  // namespace vrm::test
