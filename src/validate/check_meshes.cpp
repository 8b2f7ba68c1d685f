// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// How avatars store meshes: seed 004 "Meshの格納の制約", VRMC_vrm 1.0 "glTF schema Updates".
#include <algorithm>

#include "validate/checks.hpp"

namespace vrm::checks {
namespace {

using gltf::Asset;
using gltf::Attribute;
using gltf::Mesh;
using gltf::Primitive;

std::vector<std::string_view> semantics(const Asset& asset, gltf::Range attributes) {
  std::vector<std::string_view> out;
  for (const Attribute& a : asset.attributeList(attributes)) out.push_back(a.semantic);
  std::sort(out.begin(), out.end());
  return out;
}

class MeshChecker {
 public:
  MeshChecker(const Subject& subject, std::uint32_t index)
      : subject_(subject),
        asset_(subject.asset),
        mesh_(asset_.meshes[index]),
        pointer_(gltf::pointerJoin("/meshes", index)) {}

  void check() {
    checkStored();
    checkAlike();
    checkNames();
  }

 private:
  bool isDraft() const { return subject_.vrm.version == VrmVersion::Draft; }
  std::string primitivePointer(std::size_t i) const { return pointer_ + "/primitives/" + std::to_string(i); }

  // Tangents are for readers to calculate; drafts also forbid normals of morph targets. Said once for a mesh.
  void checkStored() {
    bool tangent = false, morphTangent = false, morphNormal = false;
    for (const Primitive& p : asset_.primitivesOf(mesh_)) {
      tangent = tangent || asset_.find(p.attributes, "TANGENT");
      for (const gltf::MorphTarget& target : asset_.targetsOf(p)) {
        morphTangent = morphTangent || asset_.find(target.attributes, "TANGENT");
        morphNormal = morphNormal || (isDraft() && asset_.find(target.attributes, "NORMAL"));
      }
    }
    const Severity severity = isDraft() ? Severity::Warning : Severity::Information;
    if (tangent) subject_.report(Code::VrmMeshTangent, severity, pointer_, "the mesh stores tangents");
    if (morphTangent || morphNormal) {
      subject_.report(
          Code::VrmMorphNormal, severity, pointer_,
          std::string("morph targets store ") + (morphTangent && morphNormal ? "normals and tangents"
                                                 : morphNormal               ? "normals"
                                                                             : "tangents"));
    }
  }

  // Seed 004 "VertexBufferの構成". That all have as many targets is a rule of glTF 2.0 (section 3.7.2.2).
  void checkAlike() {
    const std::span<const Primitive> primitives = asset_.primitivesOf(mesh_);
    const Severity severity = isDraft() ? Severity::Error : Severity::Warning;
    for (std::size_t i = 1; i < primitives.size(); ++i) {
      const Primitive& first = primitives[0];
      const Primitive& other = primitives[i];
      if (other.targets.count != first.targets.count) {
        return subject_.report(Code::VrmMeshPrimitives, Severity::Error, primitivePointer(i),
                               "it has " + std::to_string(other.targets.count) +
                                   " morph targets, the first primitive has " +
                                   std::to_string(first.targets.count));
      }
      if (semantics(asset_, other.attributes) != semantics(asset_, first.attributes)) {
        return subject_.report(Code::VrmMeshPrimitives, severity, primitivePointer(i),
                               "its attributes are not those of the first primitive");
      }
      for (std::uint32_t t = 0; t < first.targets.count; ++t) {
        if (semantics(asset_, asset_.targetsOf(other)[t].attributes) ==
            semantics(asset_, asset_.targetsOf(first)[t].attributes))
          continue;
        return subject_.report(Code::VrmMeshPrimitives, severity, primitivePointer(i),
                               "morph target " + std::to_string(t) +
                                   " has not the attributes that it has in the first primitive");
      }
    }
  }

  void checkNames() {
    if (mesh_.targetCount == 0 || mesh_.targetNames.count == mesh_.targetCount) return;
    subject_.report(Code::VrmTargetNames, pointer_,
                    mesh_.targetNames.count == 0
                        ? "its " + std::to_string(mesh_.targetCount) + " morph targets have no names"
                        : "there are " + std::to_string(mesh_.targetNames.count) + " names for " +
                              std::to_string(mesh_.targetCount) + " morph targets");
  }

  const Subject& subject_;
  const Asset& asset_;
  const Mesh& mesh_;
  std::string pointer_;
};

}  // namespace

void checkMeshes(const Subject& subject) {
  if (!subject.isAvatar()) return;
  for (std::uint32_t i = 0; i < subject.asset.meshes.size(); ++i) MeshChecker(subject, i).check();
  // "The following items are not used" (VRMC_vrm 1.0 "Unused Items", seed 004 "使わない項目").
  if (!subject.asset.animations.empty())
    subject.report(Code::VrmUnused, "/animations", "avatars have no use for animations");
  if (subject.asset.cameraCount > 0)
    subject.report(Code::VrmUnused, "/cameras", "avatars have no use for cameras");
}

}  // namespace vrm::checks
