// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <vector>

#include "differential/double_math.hpp"
#include "vrm/base/index.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::test::reference {

using Pose = std::vector<Trsd>;  // a local transform per node

// The nodes of the file and Vrm::addedNodes. Nothing is cached: every question walks up to the scene's root,
// so an answer is never older than the pose it is about.
//
// "Scene" space is that of the scene's roots: the model space of constraints (decision 22). Model space of
// the humanoid and of the gaze has the turn of decision 1 around it.
struct Skeleton {
  std::vector<std::uint32_t> parent;  // kNone: a root
  Pose rest;
  Pose now;
  Quatd turn;                 // between the avatar's root and the scene's roots
  std::vector<bool> inScene;  // per node: the avatar's root moves it

  Skeleton(const gltf::Asset& asset, const schema::Vrm& vrm) {
    for (const gltf::Node& node : asset.nodes) {
      parent.push_back(node.parent.value);
      rest.push_back(widen(node.local));
    }
    for (const schema::AddedNode& node : vrm.addedNodes) {
      parent.push_back(node.parent.value);
      rest.push_back({widen(node.translation), {}, {1, 1, 1}});
    }
    now = rest;
    if (vrm.turned) turn = {0, 1, 0, 0};  // half a turn about Y, exactly
    for (std::uint32_t node = 0; node < rest.size(); ++node) inScene.push_back(isInScene(asset, vrm, node));
  }

  // Of no node: the space itself.
  Mat4d sceneMatrix(const Pose& pose, std::uint32_t node) const {
    Mat4d out;
    for (; node != kNone; node = parent[node]) out = toMatrix(pose[node]) * out;
    return out;
  }
  Vec3d scenePosition(const Pose& pose, std::uint32_t node) const {
    return position(sceneMatrix(pose, node));
  }
  // The product of the rotations; scales are ignored, so that it is a rotation whatever they are.
  Quatd sceneRotation(const Pose& pose, std::uint32_t node) const {
    Quatd out;
    for (; node != kNone; node = parent[node]) out = pose[node].rotation * out;
    return normalized(out);
  }

  Mat4d modelMatrix(const Pose& pose, std::uint32_t node) const {
    return toMatrix({{}, turn, {1, 1, 1}}) * sceneMatrix(pose, node);
  }
  Quatd modelRotation(const Pose& pose, std::uint32_t node) const { return turn * sceneRotation(pose, node); }

  // In the world, below the avatar's root (a unit rotation). Decision 1: root transform, turn, scene roots.
  Mat4d worldMatrix(const Pose& pose, std::uint32_t node, const Trsd& root) const {
    return parentMatrix(pose, node, root) * toMatrix(pose[node]);
  }
  Mat4d parentMatrix(const Pose& pose, std::uint32_t node, const Trsd& root) const {
    if (!inScene[node]) return sceneMatrix(pose, parent[node]);
    return toMatrix(root) * modelMatrix(pose, parent[node]);
  }
  Quatd parentRotation(const Pose& pose, std::uint32_t node, const Trsd& root) const {
    if (!inScene[node]) return sceneRotation(pose, parent[node]);
    return root.rotation * modelRotation(pose, parent[node]);
  }

 private:
  std::uint32_t topOf(std::uint32_t node) const {
    while (node != kNone && parent[node] != kNone) node = parent[node];
    return node;
  }
  // eval.md: the root is the "parent of all scene roots"; what the scene does not list stays where it is. A
  // file without scenes is one, and the bones of the avatar always belong to it.
  bool isInScene(const gltf::Asset& asset, const schema::Vrm& vrm, std::uint32_t node) const {
    if (asset.scenes.empty()) return true;
    const std::uint32_t top = topOf(node);
    const gltf::Scene& scene = asset.scenes[asset.scene ? asset.scene.value : 0];
    for (const NodeIndex root : asset.nodeList(scene.nodes)) {
      if (root.value == top) return true;
    }
    for (const NodeIndex bone : vrm.humanoid.humanBones) {
      if (bone && topOf(bone.value) == top) return true;
    }
    return false;
  }
};

}  // namespace vrm::test::reference
