// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "load/check.hpp"

#include <string>

#include "gltf/texts.hpp"
#include "schema/check.hpp"

namespace vrm::compile {
namespace {

Error misuse(const std::string& message) {
  return {Code::ApiMisuse, message, "", kNoOffset};
}

}  // namespace

std::optional<Error> misfit(const gltf::Asset& asset, const schema::Vrm& vrm) {
  const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  // Binds change the materials of the struct.
  if (std::optional<Error> error = schema::misfit(
          vrm, {count(asset.nodes), count(vrm.materials), count(asset.textures), count(asset.images)})) {
    return error;
  }
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const NodeIndex node = vrm.humanoid[bone.bone];
    if (node && node.value >= asset.nodes.size())
      return misuse("the humanoid bone " + std::string(bone.name) + " is an added node");
  }
  for (const schema::MeshAnnotation& annotation : vrm.firstPerson.meshAnnotations) {
    if (annotation.node.value >= asset.nodes.size()) return misuse("an annotation is of an added node");
  }
  for (const schema::Expression& e : vrm.expressions.list) {
    for (const schema::MorphTargetBind& bind : e.morphTargetBinds) {
      const MeshIndex mesh =
          bind.node.value < asset.nodes.size() ? asset.nodes[bind.node.value].mesh : MeshIndex();
      const std::uint32_t targets = mesh ? asset.meshes[mesh.value].targetCount : 0;
      if (bind.index < targets) continue;
      return misuse("a bind of expression " + gltf::inQuotes(e.name) + " is for morph target " +
                    std::to_string(bind.index) + " of node " + std::to_string(bind.node.value) +
                    ", which has " + std::to_string(targets));
    }
  }
  return std::nullopt;
}

}  // namespace vrm::compile
