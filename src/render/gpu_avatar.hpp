// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <memory>
#include <vector>

#include "render/gpu_model.hpp"

namespace vrm::render {

struct GpuAvatar::Impl {
  explicit Impl(std::shared_ptr<const GpuModel> shared);

  // Whether any has changed since the last time; without `again` all have.
  bool takeMatrices(const Avatar& avatar, bool again);
  bool takeWeights(const Avatar& avatar, bool again);
  void takeMaterials(const Avatar& avatar, bool again);
  void deform() const;
  GlVertexArray makeArray(const DrawItem& item) const;

  std::shared_ptr<const GpuModel> model;
  const Gl& gl;
  std::size_t blockStride;  // bytes from a material to the next

  Table worlds;
  Table targets;  // the morph targets that are on, by deformed set
  std::vector<GlBuffer> deformed;
  std::vector<std::uint32_t> activeTargets;  // how many, by deformed set
  std::vector<GlVertexArray> arrays;         // by item
  GlBuffer materials;

  // What was taken over last, to see what has changed.
  bool taken = false;
  std::vector<Mat4> matrices;
  std::vector<std::vector<float>> weights;
  std::vector<std::vector<Vec4>> values;
  std::vector<bool> mirrored;  // by item
  std::vector<Vec3> places;    // of the node of each item
};

}  // namespace vrm::render
