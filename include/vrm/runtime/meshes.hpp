// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"
#include "vrm/runtime/avatar.hpp"
#include "vrm/runtime/bounds.hpp"
#include "vrm/runtime/first_person.hpp"
#include "vrm/runtime/pick.hpp"
#include "vrm/runtime/skinning.hpp"

namespace vrm {

// A primitive of a mesh: vertices, morph targets, influences, and its triangles as a list (none for points
// and lines).
struct MeshPart {
  MeshIndex mesh;
  std::uint32_t primitive = 0;  // of the mesh
  MaterialIndex material;
  SkinSource vertices;
  std::span<const std::uint32_t> triangles;
};

// The joints of a skin: nodes of the model, and what takes a vertex from the mesh's space to theirs.
struct SkinJoints {
  std::span<const std::uint32_t> joints;
  std::span<const Mat4> inverseBinds;  // one per joint
};

// A part where it is drawn: under one node, for one kind of camera or both.
struct MeshInstance {
  std::uint32_t meshNode = 0;  // of Model::meshNodes()
  std::uint32_t part = 0;      // of Meshes::parts()
  std::uint32_t skin = kNone;  // of Meshes::skins()
  Visibility visibility;
  // Of skinned meshes of type auto. When its part is Some, the wearer sees only the triangles up to headStart
  // of its indices; everyone else sees all.
  std::shared_ptr<const HeadSplit> split;
};

// The geometry of a model, for skinning without a graphics card: baking, bounds, picking; and what a
// first-person camera shows of it. It never changes, so threads may share it. loadMeshes() makes it.
class Meshes {
 public:
  std::span<const MeshPart> parts() const noexcept { return parts_; }
  std::span<const SkinJoints> skins() const noexcept { return skins_; }
  std::span<const MeshInstance> instances() const noexcept { return instances_; }
  const Model& model() const noexcept { return *model_; }

  // The triangles that a camera draws of an instance; none when it does not show at all.
  std::span<const std::uint32_t> firstPersonTriangles(std::size_t instance) const noexcept;
  std::span<const std::uint32_t> thirdPersonTriangles(std::size_t instance) const noexcept;

 private:
  friend class MeshesBuilder;
  std::shared_ptr<const Model> model_;
  std::vector<MeshPart> parts_;
  std::vector<SkinJoints> skins_;
  std::vector<MeshInstance> instances_;
  // What the spans point into.
  std::vector<std::vector<float>> floats_;
  std::vector<std::vector<std::uint32_t>> integers_;
  std::vector<std::vector<std::uint16_t>> shorts_;
  std::vector<std::vector<MorphDeltas>> targets_;
};

// Skins the meshes of avatars, into the world. It keeps the memory that it needs between calls, so each
// thread wants one of its own.
class Skinner {
 public:
  explicit Skinner(std::shared_ptr<const Meshes> meshes);

  const Meshes& meshes() const noexcept { return *meshes_; }
  // One instance of an avatar as its last update left it. `positions` has one entry per vertex, `normals` too
  // or none. False when the sizes are wrong or the avatar is of another model.
  [[nodiscard]] bool skin(const Avatar& avatar, std::size_t instance, std::span<Vec3> positions,
                          std::span<Vec3> normals = {});

  // The box around everything that others see of the avatar. Empty when there is nothing.
  Bounds bounds(const Avatar& avatar);

  struct Picked {
    std::uint32_t instance = 0;
    Hit hit;  // its triangle is one of the part's
  };
  // The nearest triangle of the avatar on a ray of the world.
  std::optional<Picked> pick(const Avatar& avatar, Vec3 origin, Vec3 direction);

 private:
  std::shared_ptr<const Meshes> meshes_;
  std::vector<Mat4> joints_;
  std::vector<Vec3> positions_;
};

}  // namespace vrm
