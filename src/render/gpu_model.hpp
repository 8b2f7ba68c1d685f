// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "render/deform.hpp"
#include "render/gl_objects.hpp"
#include "render/surface.hpp"
#include "render/textures.hpp"
#include "vrm/render/renderer.hpp"

namespace vrm::render {

// A material with its textures.
struct GpuMaterial {
  schema::Material material;
  UvSets uvSets;
  std::array<const GpuTexture*, kSlotCount> textures{};  // null: Fill
  std::uint32_t present = 0;                             // bit per Slot
  bool has(Slot slot) const noexcept { return (present >> static_cast<std::uint32_t>(slot) & 1) != 0; }
};

// What is drawn of a mesh in one go: an instance of Meshes::instances() with triangles.
struct DrawItem {
  std::uint32_t deformed = 0;  // of GpuModel::deformed
  std::uint32_t node = 0;      // of the model
  std::uint32_t material = 0;
  Features features = 0;
  bool outline = false;
  bool skinned = false;
  // Of attributes: floats for texture coordinates and colours, 0 when there are none.
  std::uint32_t uvFloats = 0, colorFloats = 0;
  std::size_t attributes = 0;  // of GpuModel::attributes
  std::size_t indices = 0;     // of GpuModel::indices
  std::uint32_t thirdPersonCount = 0;
  std::uint32_t firstPersonStart = 0, firstPersonCount = 0;
};

class GpuModel {
 public:
  std::shared_ptr<const Gl> gl;
  std::shared_ptr<const DeformPrograms> programs;
  std::shared_ptr<const Model> model;

  Table binds;
  std::vector<VertexSet> vertexSets;
  std::vector<DeformedSet> deformed;
  std::uint32_t targetSlots = 0;  // texels for the targets of all deformed sets

  std::vector<GlBuffer> attributes;
  std::vector<GlBuffer> indices;
  std::vector<DrawItem> items;
  std::vector<std::uint32_t> deformedOf;  // by instance; kNone: draws nothing

  Textures textures;
  std::vector<GpuMaterial> materials;         // those that are drawn
  std::vector<std::uint32_t> materialSlots;  // of the file's materials in that list; kNone: not drawn
};

Result<std::shared_ptr<const GpuModel>> uploadModel(const std::shared_ptr<const Gl>& gl,
                                                    const std::shared_ptr<DeformPrograms>& programs,
                                                    const LoadResult& loaded, const Meshes& meshes,
                                                    std::span<const gltf::Image> images, Diagnostics& diagnostics);

}  // namespace vrm::render
