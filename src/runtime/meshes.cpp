// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/meshes.hpp"

#include <algorithm>
#include <utility>

namespace vrm {

std::span<const std::uint32_t> Meshes::firstPersonTriangles(std::size_t instance) const noexcept {
  const MeshInstance& i = instances_[instance];
  if (!i.visibility.firstPerson) return {};
  if (i.split && i.split->part == HeadPart::Some)
    return std::span(i.split->indices).first(i.split->headStart);
  return parts_[i.part].triangles;
}

std::span<const std::uint32_t> Meshes::thirdPersonTriangles(std::size_t instance) const noexcept {
  const MeshInstance& i = instances_[instance];
  return i.visibility.thirdPerson ? parts_[i.part].triangles : std::span<const std::uint32_t>();
}

Skinner::Skinner(std::shared_ptr<const Meshes> meshes) : meshes_(std::move(meshes)) {
  std::size_t joints = 0, vertices = 0;
  for (const SkinJoints& s : meshes_->skins()) joints = std::max(joints, s.joints.size());
  for (const MeshPart& p : meshes_->parts()) vertices = std::max(vertices, p.vertices.positions.size());
  joints_.resize(joints);
  positions_.resize(vertices);
}

bool Skinner::skin(const Avatar& avatar, std::size_t instance, std::span<Vec3> positions,
                   std::span<Vec3> normals) {
  if (&avatar.model() != &meshes_->model() || instance >= meshes_->instances().size()) return false;
  const MeshInstance& i = meshes_->instances()[instance];
  const MeshPart& part = meshes_->parts()[i.part];
  // A primitive may have fewer targets than its mesh has weights.
  const std::span<const float> morphs = avatar.morphWeights(i.meshNode).first(part.vertices.targets.size());
  if (i.skin == kNone) {
    const Mat4& world = avatar.worldMatrices()[avatar.model().meshNodes()[i.meshNode].node];
    SkinSource rigid = part.vertices;
    rigid.joints = {};
    rigid.weights = {};
    rigid.influences = 0;
    return vrm::skin(rigid, morphs, {&world, 1}, positions, normals);
  }
  // glTF 2.0 section 3.7.3.3: the transform of a skinned mesh's own node has no part in it.
  const SkinJoints& s = meshes_->skins()[i.skin];
  const std::span<Mat4> matrices = std::span(joints_).first(s.joints.size());
  return jointMatrices(avatar.worldMatrices(), s.joints, s.inverseBinds, matrices) &&
         vrm::skin(part.vertices, morphs, matrices, positions, normals);
}

Bounds Skinner::bounds(const Avatar& avatar) {
  Bounds all;
  for (std::size_t i = 0; i < meshes_->instances().size(); ++i) {
    const MeshInstance& instance = meshes_->instances()[i];
    if (!instance.visibility.thirdPerson) continue;
    const std::span<Vec3> positions =
        std::span(positions_).first(meshes_->parts()[instance.part].vertices.positions.size());
    if (skin(avatar, i, positions)) all = merge(all, boundsOf(positions));
  }
  return all;
}

std::optional<Skinner::Picked> Skinner::pick(const Avatar& avatar, Vec3 origin, Vec3 direction) {
  std::optional<Picked> nearest;
  for (std::uint32_t i = 0; i < meshes_->instances().size(); ++i) {
    const MeshPart& part = meshes_->parts()[meshes_->instances()[i].part];
    const std::span<Vec3> positions = std::span(positions_).first(part.vertices.positions.size());
    const std::span<const std::uint32_t> triangles = meshes_->thirdPersonTriangles(i);
    if (triangles.empty() || !skin(avatar, i, positions)) continue;
    const std::optional<Hit> hit = vrm::pick(origin, direction, positions, triangles);
    if (hit && (!nearest || hit->distance < nearest->hit.distance)) nearest = Picked{i, *hit};
  }
  return nearest;
}

}  // namespace vrm
