// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/gl_objects.hpp"
#include "render/program.hpp"
#include "vrm/runtime/skinning.hpp"

namespace vrm::render {

// What deform programs know; bits of their number.
enum class Deform : std::uint32_t { Morph = 1, Skin = 2, MoreInfluences = 4, Normal = 8, Tangent = 16 };
inline constexpr std::uint32_t kDeformCount = 32;
constexpr bool has(std::uint32_t bits, Deform bit) noexcept {
  return (bits & static_cast<std::uint32_t>(bit)) != 0;
}

// A program with its places.
struct DeformProgram {
  Program program;
  GLint node = -1, firstJoint = -1, more = -1, firstTarget = -1, targetCount = -1, deltaTexels = -1;
};

// Made when they are first wanted.
class DeformPrograms {
 public:
  explicit DeformPrograms(std::shared_ptr<const Gl> gl);
  Result<void> prepare(std::uint32_t bits);
  // Only what was prepared.
  const DeformProgram& operator[](std::uint32_t bits) const { return programs_[bits]; }
  // Nothing is drawn, but OpenGL wants a place where it could be; contexts without a window have none.
  GLuint framebuffer() const noexcept { return framebuffer_.id(); }

 private:
  std::shared_ptr<const Gl> gl_;
  GlFramebuffer framebuffer_;
  GlRenderbuffer pixel_;
  std::array<DeformProgram, kDeformCount> programs_;
};

// The vertices between the first and the last that a morph target moves.
struct TargetRange {
  std::uint32_t offset = 0;  // of VertexSet::deltas
  std::uint32_t first = 0, count = 0;
};

// Vertices as the file has them. Primitives that share them share this.
struct VertexSet {
  GlVertexArray array;
  GlBuffer vertices, influences;
  Table moreInfluences;
  Table deltas;
  std::vector<TargetRange> targets;
  std::uint32_t bits = 0;  // Deform
  std::uint32_t count = 0;
  std::uint32_t moreTexels = 0;   // of moreInfluences per vertex
  std::uint32_t deltaTexels = 1;  // of deltas per vertex
  std::uint32_t firstJoint = 0;   // of the table of bind matrices
};

// Floats per vertex that deforming gives: position, normal, tangent.
inline constexpr std::uint32_t kDeformedFloats = 10;

// Vertices under a node: what an avatar has a buffer for.
struct DeformedSet {
  std::uint32_t vertexSet = 0;
  std::uint32_t meshNode = 0;  // of Model::meshNodes()
  std::uint32_t node = 0;
  std::uint32_t firstTarget = 0;  // of the avatar's list of targets
};

// What a vertex set is made of.
struct VertexData {
  SkinSource mesh;
  std::span<const Vec4> tangents;         // one per vertex that is made, or none
  std::span<const std::uint32_t> source;  // the vertex of the mesh that each is; empty: as they are
};
Result<VertexSet> makeVertexSet(const Gl& gl, const VertexData& data, std::uint32_t firstJoint);

}  // namespace vrm::render
