// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vrm/base/math.hpp"
#include "vrm/base/result.hpp"

namespace vrm::render {

// The triangles of a mesh. The first three have an entry for each vertex; normals are of unit length.
struct TangentInput {
  std::span<const Vec3> positions;
  std::span<const Vec3> normals;
  std::span<const Vec2> uvs;                 // those of the normal map, as they are in the file
  std::span<const std::uint32_t> triangles;  // three vertices each
};

// A vertex whose triangles do not agree about the direction of the texture becomes several. The vertices of
// the input come first and in their order; then those that were added.
struct Tangents {
  std::vector<std::uint32_t> source;  // for each vertex the one of the input that it is or copies
  std::vector<Vec4> tangents;         // xyz of unit length; w is 1 or -1
  std::vector<std::uint32_t> triangles;
};

// Tangents for normal maps by the algorithm MikkTSpace, as glTF 2.0 section 3.7.2.1 wants them where a file
// has none: M. S. Mikkelsen, "Simulation of Wrinkled Surfaces Revisited" (2008), with the settings of
// genTangSpaceDefault. The result does not depend on how vertices are shared or ordered.
//
// The bitangent is cross(normal, tangent.xyz) * tangent.w and points to where v gets smaller, which is up in
// pictures: texture coordinates of glTF begin at the top, green of normal maps goes up.
//
// Where the published program leaves its arbitrary (1, 0, 0), for want of texture coordinates that span an
// area, it is one across the normal here. Whatever the input, tangents are finite and of unit length.
//
// ApiMisuse if the lengths do not fit each other, an index is none of a vertex, or the vertices and indices
// together are more than 2^32 - 1.
Result<Tangents> makeTangents(const TangentInput& input);

}  // namespace vrm::render
