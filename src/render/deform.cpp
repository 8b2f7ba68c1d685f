// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/deform.hpp"

#include <algorithm>

#include "render/deform_shader.hpp"

namespace vrm::render {
namespace {

constexpr std::uint32_t bitOf(Deform deform) {
  return static_cast<std::uint32_t>(deform);
}

bool isZero(Vec3 v) {
  return v.x == 0 && v.y == 0 && v.z == 0;
}

// Which vertex of the mesh is made.
struct Sources {
  std::span<const std::uint32_t> list;
  std::size_t operator[](std::size_t i) const { return list.empty() ? i : list[i]; }
};

// The part of a target that moves something.
TargetRange rangeOf(const MorphDeltas& target, const Sources& sources, std::uint32_t count) {
  const auto moves = [&](std::uint32_t vertex) {
    const std::size_t i = sources[vertex];
    return (i < target.positions.size() && !isZero(target.positions[i])) ||
           (i < target.normals.size() && !isZero(target.normals[i]));
  };
  TargetRange out;
  while (out.first < count && !moves(out.first)) ++out.first;
  std::uint32_t end = count;
  while (end > out.first && !moves(end - 1)) --end;
  out.count = end - out.first;
  return out;
}

Error tooLarge(const char* what) {
  return {Code::RenderFailed, std::string("the graphics card cannot hold ") + what + " of a mesh", "", kNoOffset};
}

Result<void> addMorphs(const Gl& gl, const SkinSource& source, const Sources& sources, VertexSet& out) {
  bool normals = false;
  std::uint64_t texels = 0;
  for (const MorphDeltas& target : source.targets) {
    out.targets.push_back(rangeOf(target, sources, out.count));
    normals = normals || (!target.normals.empty() && !source.normals.empty());
    texels += out.targets.back().count;
  }
  if (texels == 0) return {};
  out.deltaTexels = normals ? 2 : 1;
  texels *= out.deltaTexels;
  if (texels > mostTexels(gl)) return tooLarge("the morph targets");
  out.bits |= bitOf(Deform::Morph);
  out.deltas = Table(gl, GL_RGBA32F, static_cast<std::size_t>(texels));
  std::vector<Vec4> data;
  std::uint32_t offset = 0;
  for (std::size_t t = 0; t < source.targets.size(); ++t) {
    const MorphDeltas& target = source.targets[t];
    TargetRange& range = out.targets[t];
    range.offset = offset;
    data.clear();
    const auto add = [&](std::span<const Vec3> list, std::size_t i) {
      const Vec3 v = list.empty() ? Vec3{} : list[i];
      data.push_back({v.x, v.y, v.z, 0});
    };
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      add(target.positions, sources[i]);
      if (normals) add(target.normals, sources[i]);
    }
    out.deltas.write(gl, offset, std::as_bytes(std::span(data)));
    offset += static_cast<std::uint32_t>(data.size());
  }
  return {};
}

Result<void> addInfluences(const Gl& gl, const SkinSource& source, const Sources& sources, VertexSet& out) {
  if (source.influences == 0) return {};
  out.bits |= bitOf(Deform::Skin);
  struct Influence {
    std::array<std::uint16_t, 4> joints;
    std::array<float, 4> weights;
  };
  std::vector<Influence> first(out.count);
  const std::uint32_t more = source.influences - 4;
  out.moreTexels = more / 2;
  std::vector<Vec4> rest;
  if (more > 0) {
    if (std::uint64_t{out.count} * out.moreTexels > mostTexels(gl)) return tooLarge("the weights");
    rest.reserve(std::size_t{out.count} * out.moreTexels);
    out.bits |= bitOf(Deform::MoreInfluences);
  }
  for (std::size_t v = 0; v < out.count; ++v) {
    const auto joints = source.joints.subspan(sources[v] * source.influences, source.influences);
    const auto weights = source.weights.subspan(sources[v] * source.influences, source.influences);
    std::copy_n(joints.begin(), 4, first[v].joints.begin());
    std::copy_n(weights.begin(), 4, first[v].weights.begin());
    // As skin() has it: without weights it follows its first joint.
    float sum = 0;
    for (const float w : weights) sum += w;
    if (sum == 0) first[v].weights = {1, 0, 0, 0};
    for (std::size_t k = 4; k < source.influences; k += 2) {
      rest.push_back({static_cast<float>(joints[k]), weights[k], static_cast<float>(joints[k + 1]), weights[k + 1]});
    }
  }
  out.influences = makeBuffer(gl, GL_ARRAY_BUFFER, std::span<const Influence>(first));
  gl.EnableVertexAttribArray(3);
  gl.VertexAttribIPointer(3, 4, GL_UNSIGNED_SHORT, sizeof(Influence), nullptr);
  gl.EnableVertexAttribArray(4);
  gl.VertexAttribPointer(4, 4, GL_FLOAT, GL_FALSE, sizeof(Influence),
                         reinterpret_cast<const void*>(offsetof(Influence, weights)));
  if (!rest.empty()) {
    out.moreInfluences = Table(gl, GL_RGBA32F, rest.size());
    out.moreInfluences.write(gl, 0, std::as_bytes(std::span(rest)));
  }
  return {};
}

}  // namespace

DeformPrograms::DeformPrograms(std::shared_ptr<const Gl> gl) : gl_(std::move(gl)), framebuffer_(*gl_), pixel_(*gl_) {
  gl_->BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  gl_->BindRenderbuffer(GL_RENDERBUFFER, pixel_.id());
  gl_->RenderbufferStorageMultisample(GL_RENDERBUFFER, 0, GL_RGBA8, 1, 1);
  gl_->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixel_.id());
}

Result<void> DeformPrograms::prepare(std::uint32_t bits) {
  DeformProgram& out = programs_[bits];
  if (out.program.id() != 0) return {};
  static constexpr std::array<const char*, 5> kDefines = {"MORPH", "SKIN", "MORE_INFLUENCES", "NORMAL", "TANGENT"};
  std::string defines;
  for (std::size_t i = 0; i < kDefines.size(); ++i) {
    if ((bits >> i & 1) != 0) defines += "#define " + std::string(kDefines[i]) + "\n";
  }
  static constexpr std::array<const char*, 3> kOutputs = {"vPosition", "vNormal", "vTangent"};
  Result<Program> made = Program::make(*gl_, defines, kDeformVertex, kDeformFragment, kOutputs);
  if (!made) return std::move(made).error();
  out.program = *std::move(made);
  gl_->UseProgram(out.program.id());
  constexpr std::array<const char*, 5> kTables = {"uWorlds", "uBinds", "uInfluences", "uTargets", "uDeltas"};
  for (std::size_t i = 0; i < kTables.size(); ++i) out.program.setSampler(kTables[i], static_cast<GLint>(i));
  out.node = out.program.uniform("uNode");
  out.firstJoint = out.program.uniform("uFirstJoint");
  out.more = out.program.uniform("uMore");
  out.firstTarget = out.program.uniform("uFirstTarget");
  out.targetCount = out.program.uniform("uTargetCount");
  out.deltaTexels = out.program.uniform("uDeltaTexels");
  return {};
}

Result<VertexSet> makeVertexSet(const Gl& gl, const VertexData& data, std::uint32_t firstJoint) {
  const SkinSource& source = data.mesh;
  const Sources sources{data.source};
  VertexSet out;
  out.count = static_cast<std::uint32_t>(data.source.empty() ? source.positions.size() : data.source.size());
  out.firstJoint = firstJoint;
  out.array = GlVertexArray(gl);
  gl.BindVertexArray(out.array.id());

  // Side by side as far as there are: position, normal, tangent.
  std::vector<float> floats;
  const bool normals = !source.normals.empty(), tangents = normals && !data.tangents.empty();
  const std::uint32_t perVertex = 3u + (normals ? 3u : 0u) + (tangents ? 4u : 0u);
  floats.reserve(std::size_t{out.count} * perVertex);
  for (std::size_t i = 0; i < out.count; ++i) {
    const Vec3 p = source.positions[sources[i]];
    floats.insert(floats.end(), {p.x, p.y, p.z});
    if (normals) {
      const Vec3 n = source.normals[sources[i]];
      floats.insert(floats.end(), {n.x, n.y, n.z});
    }
    if (tangents) {
      const Vec4 t = data.tangents[i];
      floats.insert(floats.end(), {t.x, t.y, t.z, t.w});
    }
  }
  out.vertices = makeBuffer(gl, GL_ARRAY_BUFFER, std::span<const float>(floats));
  const auto attribute = [&](GLuint index, GLint size, std::uint32_t offset) {
    gl.EnableVertexAttribArray(index);
    gl.VertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(perVertex * sizeof(float)),
                           reinterpret_cast<const void*>(offset * sizeof(float)));
  };
  attribute(0, 3, 0);
  if (normals) {
    attribute(1, 3, 3);
    out.bits |= bitOf(Deform::Normal);
  }
  if (tangents) {
    attribute(2, 4, 6);
    out.bits |= bitOf(Deform::Tangent);
  }
  Result<void> done = addInfluences(gl, source, sources, out);
  if (done) done = addMorphs(gl, source, sources, out);
  gl.BindVertexArray(0);
  if (!done) return std::move(done).error();
  return out;
}

}  // namespace vrm::render
