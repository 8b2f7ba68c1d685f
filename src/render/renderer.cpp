// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/render/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "base/memory.hpp"
#include "render/encode_shader.hpp"
#include "render/gpu_avatar.hpp"
#include "render/line_shader.hpp"
#include "render/surface_shader.hpp"
#include "render/target.hpp"
#include "vrm/base/mat4.hpp"

namespace vrm::render {
namespace {

constexpr GLuint kFrameBinding = 0, kMaterialBinding = 1;

// One pass over one item.
struct Draw {
  const GpuAvatar::Impl* avatar = nullptr;
  std::uint32_t item = 0;
  bool outline = false;
  // VRMC_materials_mtoon 1.0, "Render Queue".
  std::uint32_t phase = 0;
  std::int32_t offset = 0;
  float distance = 0;  // along the view

  const DrawItem& what() const { return avatar->model->items[item]; }
  const GpuMaterial& material() const { return avatar->model->materials[what().material]; }
  Features features() const { return what().features | (outline ? bit(Feature::Outline) : 0); }
};

bool writesDepth(const schema::Material& material) {
  return material.alphaMode != gltf::AlphaMode::Blend || (material.mtoon && material.mtoon->transparentWithZWrite);
}

std::uint32_t phaseOf(const schema::Material& material) {
  if (material.alphaMode == gltf::AlphaMode::Opaque) return 0;
  if (material.alphaMode == gltf::AlphaMode::Mask) return 1;
  return writesDepth(material) ? 2 : 3;
}

Vec3 directionOf(Vec3 v) {
  const float size = length(v);
  return size > 0 ? v * (1 / size) : Vec3{0, -1, 0};
}

// Points of clip space need all four rows, which multiply() of affine matrices leaves out.
Mat4 clipMatrix(const Mat4& projection, const Mat4& view) {
  Mat4 out{};
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t k = 0; k < 4; ++k) out[4 * column + row] += projection[4 * k + row] * view[4 * column + k];
    }
  }
  return out;
}

}  // namespace

struct Renderer::Impl {
  std::shared_ptr<const Gl> shared;
  const Gl& gl;
  std::shared_ptr<DeformPrograms> deformPrograms;
  std::map<Features, Program> programs;
  std::array<GlTexture, 3> fills;  // by Fill
  GlBuffer frame;
  Program lineProgram;
  GlVertexArray lineArray;
  GlBuffer lineBuffer;

  explicit Impl(std::shared_ptr<const Gl> loaded)
      : shared(std::move(loaded)), gl(*shared), deformPrograms(std::make_shared<DeformPrograms>(shared)) {
    fills = {makePixel(gl, {255, 255, 255, 255}), makePixel(gl, {0, 0, 0, 255}), makePixel(gl, {128, 128, 255, 255})};
    frame = GlBuffer(gl);
  }

  // Artists need about ten. Strangers can have thousands, each of which the driver compiles for a while and
  // keeps.
  Result<const Program*> programOf(Features features) {
    constexpr std::size_t kManyPrograms = 32;
    auto found = programs.find(features);
    if (found == programs.end() && programs.size() >= kManyPrograms) {
      features = general(features);
      found = programs.find(features);
    }
    if (found != programs.end()) return &found->second;
    const std::string vertex = std::string(kSurfaceCommon) + std::string(kSurfaceVertex);
    const std::string fragment =
        std::string(kEncodeShader) + std::string(kSurfaceCommon) + std::string(kSurfaceFragment);
    Result<Program> made = Program::make(gl, definesOf(features), vertex, fragment);
    if (!made) return std::move(made).error();
    gl.UseProgram(made->id());
    for (std::size_t i = 0; i < kSlotCount; ++i) made->setSampler(kSlots[i].sampler, static_cast<GLint>(i));
    made->setBlock("Frame", kFrameBinding);
    made->setBlock("Material", kMaterialBinding);
    const Program* kept = &programs.emplace(features, *std::move(made)).first->second;
    return kept;
  }

  // In the order of "Render Queue"; what is transparent from far to near, in the order of the file where it is equally
  // far, as the meshes of an avatar are.
  std::vector<Draw> collect(const Scene& scene, Vec3 back) const {
    std::vector<Draw> draws;
    for (const GpuAvatar* avatar : scene.avatars) {
      if (!avatar || !avatar->impl().taken) continue;
      const GpuAvatar::Impl& own = avatar->impl();
      for (std::uint32_t i = 0; i < own.model->items.size(); ++i) {
        const DrawItem& item = own.model->items[i];
        if ((scene.camera.firstPerson ? item.firstPersonCount : item.thirdPersonCount) == 0) continue;
        const schema::Material& material = own.model->materials[item.material].material;
        Draw draw{&own, i, false, phaseOf(material), 0, 0};
        if (draw.phase >= 2) {
          draw.offset = material.mtoon ? material.mtoon->renderQueueOffsetNumber : 0;
          const float distance = dot(scene.camera.position - own.places[i], back);
          draw.distance = std::isfinite(distance) ? distance : 0;
        }
        draws.push_back(draw);
        if (!item.outline) continue;
        draw.outline = true;
        draws.push_back(draw);
      }
    }
    std::stable_sort(draws.begin(), draws.end(), [](const Draw& a, const Draw& b) {
      return std::tuple(a.phase, a.offset, -a.distance) < std::tuple(b.phase, b.offset, -b.distance);
    });
    return draws;
  }

  void setFrame(const Target::Impl& target, const Scene& scene, const Mat4& viewProjection, Vec3 back,
                const Mat4& projection) {
    FrameBlock block;
    block.viewProjection = viewProjection;
    const Vec3 eye = scene.camera.position;
    block.eye = {eye.x, eye.y, eye.z, scene.camera.orthographic ? 0.0f : 1.0f};
    block.back = {back.x, back.y, back.z, 2 / projection[5]};
    const Vec3 toLight = directionOf(scene.light.direction) * -1;
    block.toLight = {toLight.x, toLight.y, toLight.z, scene.time};
    const auto color = [](Vec3 c, float w = 0) { return Vec4{c.x, c.y, c.z, w}; };
    block.light = color(scene.light.color, target.shaderEncodes ? 1.0f : 0.0f);
    block.sky = color(scene.light.sky);
    block.ground = color(scene.light.ground);
    gl.BindBuffer(GL_UNIFORM_BUFFER, frame.id());
    gl.BufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_DYNAMIC_DRAW);
    gl.BindBufferBase(GL_UNIFORM_BUFFER, kFrameBinding, frame.id());
  }

  void bindTextures(const GpuMaterial& material) const {
    for (std::size_t i = 0; i < kSlotCount; ++i) {
      const auto unit = static_cast<GLuint>(i);
      const GpuTexture* texture = material.textures[i];
      gl.ActiveTexture(GL_TEXTURE0 + unit);
      gl.BindTexture(GL_TEXTURE_2D, texture ? texture->image : fills[static_cast<std::size_t>(kSlots[i].fill)].id());
      gl.BindSampler(unit, texture ? texture->sampler : 0);
    }
  }

  void setState(const Draw& draw) const {
    const schema::Material& material = draw.material().material;
    const bool blends = material.alphaMode == gltf::AlphaMode::Blend;
    blends ? gl.Enable(GL_BLEND) : gl.Disable(GL_BLEND);
    gl.DepthMask(writesDepth(material) ? GL_TRUE : GL_FALSE);
    gl.FrontFace(draw.avatar->mirrored[draw.item] ? GL_CW : GL_CCW);
    if (draw.outline) {
      // "Double Sided": outlines always have their front faces culled. They give way to surfaces.
      gl.Enable(GL_CULL_FACE);
      gl.CullFace(GL_FRONT);
      gl.Enable(GL_POLYGON_OFFSET_FILL);
      gl.PolygonOffset(1, 1);
    } else {
      material.doubleSided ? gl.Disable(GL_CULL_FACE) : gl.Enable(GL_CULL_FACE);
      gl.CullFace(GL_BACK);
      gl.Disable(GL_POLYGON_OFFSET_FILL);
    }
  }

  Result<void> drawAvatars(const Scene& scene, Vec3 back) {
    gl.Enable(GL_DEPTH_TEST);
    gl.DepthFunc(GL_LEQUAL);
    // Light is multiplied by alpha, so that alpha itself can be added up (Porter and Duff, "over").
    gl.BlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const GpuMaterial* bound = nullptr;
    for (const Draw& draw : collect(scene, back)) {
      const Result<const Program*> program = programOf(draw.features());
      if (!program) return program.error();
      gl.UseProgram((*program)->id());
      if (&draw.material() != bound) bindTextures(draw.material());
      bound = &draw.material();
      setState(draw);
      const DrawItem& item = draw.what();
      gl.BindBufferRange(GL_UNIFORM_BUFFER, kMaterialBinding, draw.avatar->materials.id(),
                         static_cast<GLintptr>(item.material * draw.avatar->blockStride), sizeof(MaterialBlock));
      gl.BindVertexArray(draw.avatar->arrays[draw.item].id());
      const std::uint32_t count = scene.camera.firstPerson ? item.firstPersonCount : item.thirdPersonCount;
      const std::size_t start = scene.camera.firstPerson ? item.firstPersonStart : 0;
      gl.DrawElements(GL_TRIANGLES, static_cast<GLsizei>(count), GL_UNSIGNED_INT,
                      reinterpret_cast<const void*>(start * sizeof(std::uint32_t)));
    }
    for (GLuint i = 0; i < kSlotCount; ++i) gl.BindSampler(i, 0);
    return {};
  }

  Result<void> drawLines(const Target::Impl& target, const Scene& scene, const Mat4& viewProjection) {
    const std::span<const Line> lines = scene.lines;
    if (lines.empty()) return {};
    if (lineProgram.id() == 0) {
      Result<Program> made = Program::make(gl, "", kLineVertex, std::string(kEncodeShader) + std::string(kLineFragment));
      if (!made) return std::move(made).error();
      lineProgram = *std::move(made);
      lineArray = GlVertexArray(gl);
      lineBuffer = GlBuffer(gl);
    }
    // Six corners of two triangles each: both ends, the colour, and which corner it is.
    constexpr std::size_t kFloats = 11;
    constexpr float kCorners[] = {0, 1, 2, 2, 1, 3};
    std::vector<float> floats;
    floats.reserve(lines.size() * 6 * kFloats);
    for (const Line& line : lines) {
      for (const float corner : kCorners) {
        floats.insert(floats.end(), {line.from.x, line.from.y, line.from.z, line.to.x, line.to.y, line.to.z,
                                     line.color.x, line.color.y, line.color.z, line.color.w, corner});
      }
    }
    gl.UseProgram(lineProgram.id());
    gl.UniformMatrix4fv(lineProgram.uniform("uViewProjection"), 1, GL_FALSE, viewProjection.data());
    gl.Uniform4f(lineProgram.uniform("uSize"), static_cast<float>(target.width), static_cast<float>(target.height),
                 scene.lineWidth, target.shaderEncodes ? 1.0f : 0.0f);
    gl.BindVertexArray(lineArray.id());
    gl.BindBuffer(GL_ARRAY_BUFFER, lineBuffer.id());
    gl.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(floats.size() * sizeof(float)), floats.data(),
                  GL_STREAM_DRAW);
    const auto attribute = [&](GLuint index, GLint size, std::size_t offset) {
      gl.EnableVertexAttribArray(index);
      gl.VertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, kFloats * sizeof(float),
                             reinterpret_cast<const void*>(offset * sizeof(float)));
    };
    attribute(0, 3, 0);
    attribute(1, 3, 3);
    attribute(2, 4, 6);
    attribute(3, 1, 10);
    gl.Disable(GL_DEPTH_TEST);
    gl.Disable(GL_CULL_FACE);
    gl.Enable(GL_BLEND);
    gl.DrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(lines.size() * 6));
    gl.BindVertexArray(0);
    return {};
  }
};

Result<Renderer> Renderer::create(GlLoader loader) try {
  Result<std::shared_ptr<const Gl>> gl = loadGl(loader);
  if (!gl) return std::move(gl).error();
  resetState(**gl);
  auto impl = std::make_unique<Impl>(*std::move(gl));
  if (Result<void> fine = checkGl(impl->gl, "making a renderer"); !fine) return std::move(fine).error();
  return Renderer(std::move(impl));
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<std::shared_ptr<const GpuModel>> Renderer::upload(const LoadResult& loaded, const Prepared& prepared,
                                                         Diagnostics& diagnostics) try {
  if (!prepared.meshes || &prepared.meshes->model() != loaded.model().get())
    return Error{Code::ApiMisuse, "what was prepared is of another model", "", kNoOffset};
  resetState(impl_->gl);
  return uploadModel(impl_->shared, impl_->deformPrograms, loaded, *prepared.meshes, prepared.images, diagnostics);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<Target> Renderer::makeTarget(std::uint32_t width, std::uint32_t height, std::uint32_t samples) try {
  Result<std::unique_ptr<Target::Impl>> made = makeTargetImpl(impl_->shared, width, height, samples);
  if (!made) return std::move(made).error();
  return Target(*std::move(made));
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<Target> Renderer::wrapTarget(std::uint32_t framebuffer, std::uint32_t width, std::uint32_t height) try {
  Result<std::unique_ptr<Target::Impl>> made = wrapTargetImpl(impl_->shared, framebuffer, width, height);
  if (!made) return std::move(made).error();
  return Target(*std::move(made));
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> Renderer::draw(Target& target, const Scene& scene) try {
  resetState(impl_->gl);
  target.impl_->bind();
  const Mat4 view = scene.camera.view(), projection = scene.camera.projection();
  const Mat4 viewProjection = clipMatrix(projection, view);
  const Vec3 back{view[2], view[6], view[10]};
  impl_->setFrame(*target.impl_, scene, viewProjection, back, projection);
  if (Result<void> done = impl_->drawAvatars(scene, back); !done) return done;
  if (Result<void> done = impl_->drawLines(*target.impl_, scene, viewProjection); !done) return done;
  return checkGl(impl_->gl, "drawing");
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::render
