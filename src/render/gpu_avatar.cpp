// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "render/gpu_avatar.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/memory.hpp"

namespace vrm::render {
namespace {

bool sameBits(std::span<const float> a, std::span<const float> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

std::span<const float> floatsOf(std::span<const Vec4> list) {
  return {reinterpret_cast<const float*>(list.data()), list.size() * 4};
}

std::size_t alignedBlock(const Gl& gl) {
  const auto alignment = static_cast<std::size_t>(std::max(gl.uniformAlignment, 16));
  return (sizeof(MaterialBlock) + alignment - 1) / alignment * alignment;
}

}  // namespace

GpuAvatar::Impl::Impl(std::shared_ptr<const GpuModel> shared)
    : model(std::move(shared)), gl(*model->gl), blockStride(alignedBlock(gl)) {
  resetState(gl);
  worlds = Table(gl, GL_RGBA32F, std::size_t{model->model->nodeCount()} * 4);
  if (model->targetSlots > 0) targets = Table(gl, GL_RGBA32I, model->targetSlots);
  for (const DeformedSet& set : model->deformed) {
    deformed.emplace_back(gl);
    gl.BindBuffer(GL_ARRAY_BUFFER, deformed.back().id());
    const std::size_t bytes = std::size_t{model->vertexSets[set.vertexSet].count} * kDeformedFloats * sizeof(float);
    gl.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_COPY);
  }
  activeTargets.resize(model->deformed.size());
  for (const DrawItem& item : model->items) arrays.push_back(makeArray(item));

  std::vector<std::byte> all(blockStride * model->materials.size());
  for (std::size_t i = 0; i < model->materials.size(); ++i) {
    const GpuMaterial& m = model->materials[i];
    const MaterialBlock block = blockOf(m.material, m.uvSets);
    std::memcpy(all.data() + i * blockStride, &block, sizeof block);
  }
  materials = makeBuffer(gl, GL_UNIFORM_BUFFER, std::span<const std::byte>(all), GL_DYNAMIC_DRAW);
  weights.resize(model->model->meshNodes().size());
  values.resize(model->model->materials().size());
}

GlVertexArray GpuAvatar::Impl::makeArray(const DrawItem& item) const {
  GlVertexArray array(gl);
  gl.BindVertexArray(array.id());
  const auto attribute = [&](GLuint index, std::uint32_t size, std::uint32_t stride, std::uint32_t offset) {
    gl.EnableVertexAttribArray(index);
    gl.VertexAttribPointer(index, static_cast<GLint>(size), GL_FLOAT, GL_FALSE,
                           static_cast<GLsizei>(stride * sizeof(float)),
                           reinterpret_cast<const void*>(offset * sizeof(float)));
  };
  gl.BindBuffer(GL_ARRAY_BUFFER, deformed[item.deformed].id());
  attribute(0, 3, kDeformedFloats, 0);
  attribute(1, 3, kDeformedFloats, 3);
  attribute(2, 4, kDeformedFloats, 6);
  gl.BindBuffer(GL_ARRAY_BUFFER, model->attributes[item.attributes].id());
  const std::uint32_t stride = item.uvFloats + item.colorFloats;
  if (item.uvFloats > 0) attribute(3, std::min(item.uvFloats, 4u), stride, 0);
  if (item.uvFloats > 4) attribute(4, item.uvFloats - 4, stride, 4);
  if (item.colorFloats > 0) attribute(5, item.colorFloats, stride, item.uvFloats);
  gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, model->indices[item.indices].id());
  gl.BindVertexArray(0);
  return array;
}

bool GpuAvatar::Impl::takeWeights(const Avatar& avatar, bool again) {
  std::vector<bool> changed(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::span<const float> now = avatar.morphWeights(i);
    changed[i] = !again || !sameBits(now, weights[i]);
    if (changed[i]) weights[i].assign(now.begin(), now.end());
  }
  if (std::none_of(changed.begin(), changed.end(), [](bool c) { return c; })) return false;
  std::vector<std::array<std::int32_t, 4>> list;
  for (std::size_t d = 0; d < model->deformed.size(); ++d) {
    const DeformedSet& set = model->deformed[d];
    if (!changed[set.meshNode]) continue;
    const std::vector<TargetRange>& ranges = model->vertexSets[set.vertexSet].targets;
    const std::vector<float>& now = weights[set.meshNode];
    list.clear();
    for (std::size_t t = 0; t < std::min(ranges.size(), now.size()); ++t) {
      if (now[t] == 0 || ranges[t].count == 0) continue;
      std::int32_t bits;
      std::memcpy(&bits, &now[t], sizeof bits);
      list.push_back({static_cast<std::int32_t>(ranges[t].offset), static_cast<std::int32_t>(ranges[t].first),
                      static_cast<std::int32_t>(ranges[t].count), bits});
    }
    activeTargets[d] = static_cast<std::uint32_t>(list.size());
    if (!list.empty()) targets.write(gl, set.firstTarget, std::as_bytes(std::span(list)));
  }
  return true;
}

bool GpuAvatar::Impl::takeMatrices(const Avatar& avatar, bool again) {
  const std::span<const Mat4> now = avatar.worldMatrices();
  const auto floats = [](std::span<const Mat4> list) {
    return std::span<const float>(reinterpret_cast<const float*>(list.data()), list.size() * 16);
  };
  if (again && sameBits(floats(now), floats(matrices))) return false;
  worlds.write(gl, 0, std::as_bytes(now));
  matrices.assign(now.begin(), now.end());
  return true;
}

void GpuAvatar::Impl::takeMaterials(const Avatar& avatar, bool again) {
  gl.BindBuffer(GL_UNIFORM_BUFFER, materials.id());
  std::vector<TextureMove> moves;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t index = model->materialSlots[model->model->materials()[i].material.value];
    if (index == kNone) continue;
    const GpuMaterial& m = model->materials[index];
    const std::span<const Vec4> now = avatar.materialValues(i);
    // What textures do cannot be seen from the base colour's transform alone.
    if (again && m.binds.empty() && sameBits(floatsOf(now), floatsOf(values[i]))) continue;
    values[i].assign(now.begin(), now.end());
    moves.clear();
    for (const TextureBind& bind : m.binds) {
      const float weight = avatar.expressionWeights()[bind.expression.value];
      if (weight != 0) moves.push_back({weight, bind.offset, bind.scale});
    }
    const MaterialBlock block = blockOf(m.material, m.uvSets, now, moves);
    gl.BufferSubData(GL_UNIFORM_BUFFER, static_cast<GLintptr>(index * blockStride), sizeof block, &block);
  }
}

void GpuAvatar::Impl::deform() const {
  gl.BindFramebuffer(GL_FRAMEBUFFER, model->programs->framebuffer());
  gl.Enable(GL_RASTERIZER_DISCARD);
  worlds.bind(gl, 0);
  model->binds.bind(gl, 1);
  if (targets) targets.bind(gl, 3);
  for (std::size_t i = 0; i < model->deformed.size(); ++i) {
    const DeformedSet& set = model->deformed[i];
    const VertexSet& vertices = model->vertexSets[set.vertexSet];
    const DeformProgram& p = (*model->programs)[vertices.bits];
    gl.UseProgram(p.program.id());
    if (vertices.moreInfluences) vertices.moreInfluences.bind(gl, 2);
    if (vertices.deltas) vertices.deltas.bind(gl, 4);
    const auto set1 = [&](GLint place, std::uint32_t value) {
      if (place >= 0) gl.Uniform1i(place, static_cast<GLint>(value));
    };
    set1(p.node, set.node);
    set1(p.firstJoint, vertices.firstJoint);
    set1(p.more, vertices.moreTexels);
    set1(p.firstTarget, set.firstTarget);
    set1(p.targetCount, activeTargets[i]);
    set1(p.deltaTexels, vertices.deltaTexels);
    gl.BindVertexArray(vertices.array.id());
    gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, deformed[i].id());
    gl.BeginTransformFeedback(GL_POINTS);
    gl.DrawArrays(GL_POINTS, 0, static_cast<GLsizei>(vertices.count));
    gl.EndTransformFeedback();
  }
  gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  gl.BindVertexArray(0);
  gl.Disable(GL_RASTERIZER_DISCARD);
}

GpuAvatar::GpuAvatar(std::shared_ptr<const GpuModel> model) : impl_(std::make_unique<Impl>(std::move(model))) {}
GpuAvatar::GpuAvatar(GpuAvatar&&) noexcept = default;
GpuAvatar& GpuAvatar::operator=(GpuAvatar&&) noexcept = default;
GpuAvatar::~GpuAvatar() = default;

Result<void> GpuAvatar::update(const Avatar& avatar) try {
  Impl& own = *impl_;
  if (avatar.sharedModel() != own.model->model)
    return Error{Code::ApiMisuse, "the avatar is of another model than the one on the graphics card", "", kNoOffset};
  resetState(own.gl);
  // Whatever stops it in the middle, the next update takes everything over.
  const bool again = std::exchange(own.taken, false);
  const bool moved = own.takeMatrices(avatar, again), morphed = own.takeWeights(avatar, again);
  own.takeMaterials(avatar, again);
  if (moved || morphed) own.deform();
  // glTF 2.0 section 3.7.4: a transform that mirrors turns triangles round. Skinned ones are placed by their joints.
  own.mirrored.assign(own.model->items.size(), false);
  own.places.clear();
  for (std::size_t i = 0; i < own.model->items.size(); ++i) {
    const DrawItem& item = own.model->items[i];
    const Mat4& m = avatar.worldMatrices()[item.node];
    const Vec3 x{m[0], m[1], m[2]}, y{m[4], m[5], m[6]}, z{m[8], m[9], m[10]};
    own.mirrored[i] = !item.skinned && dot(cross(x, y), z) < 0;
    own.places.push_back({m[12], m[13], m[14]});
  }
  Result<void> done = checkGl(own.gl, "taking over an avatar");
  own.taken = done.ok();
  return done;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<GpuAvatar::Vertices> GpuAvatar::readVertices(std::size_t instance) const try {
#ifdef __EMSCRIPTEN__
  static_cast<void>(instance);
  return Error{Code::ApiMisuse, "vertices cannot be read back on the web", "", kNoOffset};
#else
  const GpuModel& model = *impl_->model;
  if (instance >= model.deformedOf.size())
    return Error{Code::ApiMisuse, "there is no such instance", "", kNoOffset};
  const std::uint32_t index = model.deformedOf[instance];
  if (index == kNone) return Vertices();
  const std::size_t count = model.vertexSets[model.deformed[index].vertexSet].count;
  Vertices out;
  out.positions.reserve(count);
  out.normals.reserve(count);
  out.tangents.reserve(count);
  // Nothing may ask for memory while it is mapped.
  const Error lost{Code::RenderFailed, "the graphics card gives no vertices back", "", kNoOffset};
  const Gl& gl = impl_->gl;
  gl.BindBuffer(GL_ARRAY_BUFFER, impl_->deformed[index].id());
  const auto bytes = static_cast<GLsizeiptr>(count * kDeformedFloats * sizeof(float));
  const auto* mapped = static_cast<const float*>(gl.MapBufferRange(GL_ARRAY_BUFFER, 0, bytes, GL_MAP_READ_BIT));
  if (!mapped) {
    // Asked here, or the next one to ask would take it for its own.
    Result<void> fine = checkGl(gl, "reading vertices");
    return fine ? lost : std::move(fine).error();
  }
  for (std::size_t i = 0; i < count; ++i) {
    const float* at = mapped + i * kDeformedFloats;
    out.positions.push_back({at[0], at[1], at[2]});
    out.normals.push_back({at[3], at[4], at[5]});
    out.tangents.push_back({at[6], at[7], at[8], at[9]});
  }
  // OpenGL ES 3.0 section 2.9.4: what was in it may be gone, of which the card says so only now.
  if (gl.UnmapBuffer(GL_ARRAY_BUFFER) == GL_FALSE) return lost;
  return out;
#endif
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::render
