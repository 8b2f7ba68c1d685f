// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "curve.hpp"

namespace vrm::builtin {

// How a vertex follows bones. Add what pulls at it; `four` keeps the strongest.
struct Weights {
  struct Pull {
    std::uint32_t node;
    float weight;
  };
  std::vector<Pull> pulls;

  Weights() = default;
  explicit Weights(std::uint32_t node) : pulls{{node, 1}} {}
  Weights& add(std::uint32_t node, float weight);
  Weights& add(const Weights& other, float weight);
  // The strongest four as glTF stores them: bytes that sum up to 255.
  struct Bytes {
    std::uint32_t nodes[4] = {};
    std::uint8_t weights[4] = {};
  };
  Bytes four() const;
};
Weights blend(std::uint32_t a, std::uint32_t b, float t);

struct Vertex {
  Vec3 position;
  Vec3 normal;
  Vec2 uv;
  Weights weights;
};

// Where a part lies in its texture.
struct Patch {
  float u0 = 0, v0 = 0, u1 = 1, v1 = 1;
  Vec2 at(float u, float v) const { return {mix(u0, u1, u), mix(v0, v1, v)}; }
};

// One ring of a tube: an ellipse spanned by two half axes. Counter-clockwise from `right` to `up`, seen from
// where the tube goes to.
struct Ring {
  Vec3 center;
  Vec3 right;
  Vec3 up;
  Weights weights;
  float v = 0;           // along the patch
  float squareness = 1;  // below 1 the ellipse becomes a rounded box
};

struct Primitive {
  std::uint32_t material = 0;
  std::vector<std::uint32_t> indices;
};

// The vertices of a mesh, and triangles by material. Each call adds a part with normals of its own.
class Mesh {
 public:
  std::string name;
  std::vector<Vertex> vertices;
  std::vector<Primitive> primitives;
  // Displacements of the first vertices; the rest does not move.
  struct Morph {
    std::string name;
    std::vector<Vec3> moves;
  };
  std::vector<Morph> morphs;

  std::uint32_t add(const Vertex& vertex);
  void triangle(std::uint32_t material, std::uint32_t a, std::uint32_t b, std::uint32_t c);

  struct TubeOptions {
    int sides = 8;
    std::span<const Vec2> section = {};  // corners in place of those of an ellipse with so many sides
    bool capStart = false;
    bool capEnd = false;
  };
  // A tube through rings; weights of a vertex can be changed by its place.
  void tube(std::uint32_t material, std::span<const Ring> rings, const Patch& patch,
            const TubeOptions& options, const std::function<Weights(Vec3, const Weights&)>& weigh = {});

  // A sheet of columns x rows vertices, row by row; counter-clockwise when rows go up and columns to the
  // right.
  void sheet(std::uint32_t material, int columns, int rows, const std::function<Vertex(float, float)>& at);

  // Computes smooth normals of what was added since; vertices at one place share them.
  void finishPart(std::size_t firstVertex);

  // Takes out vertices that no triangle has.
  void dropUnused();

 private:
  Primitive& primitive(std::uint32_t material);
};

}  // namespace vrm::builtin
