// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "vrm/load.hpp"

namespace vrm::test {

// Models of the runtime made from the structs that reading gives, without a file: for tests that are about
// what happens afterwards. Names must outlive the builder.
class ModelBuilder {
 public:
  gltf::Asset asset;
  schema::Vrm vrm;
  // Roots of the scene; nothing: the file has no scenes, and all roots count.
  std::optional<std::vector<std::uint32_t>> scene;

  std::uint32_t node(const Trs& local = {}, std::uint32_t parent = kNone, std::string_view name = {});
  std::uint32_t bone(HumanBone bone, const Trs& local = {}, std::uint32_t parent = kNone);
  // All 55 bones, each a little away from the one above it and turned by `rotation` against it. The node of
  // bone i is node first + i.
  std::uint32_t allBones(const Quat& rotation = {}, std::uint32_t parent = kNone);
  // A node with a mesh of its own: as many morph targets as weights.
  std::uint32_t meshNode(const std::vector<float>& meshWeights, const std::vector<float>& nodeWeights = {});
  std::uint32_t material(const schema::Material& material);

  schema::NodeConstraint& constrain(std::uint32_t node, ConstraintType type, std::uint32_t source);
  // A spring whose joints are these nodes, from the top down; the last is only a tail.
  schema::Spring& spring(const std::vector<std::uint32_t>& nodes);
  // A collider, in a group of its own.
  ColliderGroupIndex collider(std::uint32_t node, const schema::ColliderShape& shape);
  // A preset when the name is one.
  schema::Expression& expression(std::string_view name);

  std::shared_ptr<const Model> make(const LoadOptions& options = {}, Diagnostics* said = nullptr) const;

 private:
  gltf::Range numbers(const std::vector<float>& values);
};

}  // namespace vrm::test
