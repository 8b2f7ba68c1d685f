// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "support/read_model.hpp"
#include "support/three_avatars.hpp"
#include "unit/code_case.hpp"

namespace vrm::test {
namespace {

std::string firstOf(const Diagnostics& diagnostics, Code code) {
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.code == code) return d.toString();
  }
  return "";
}

// The first finding of a code in an avatar with one member changed.
CodeCase changed(Code code, VrmVersion version, std::string_view pointer, std::string_view json,
                 std::string expected) {
  AssetBuilder b = sameAvatar(version);
  b.set(pointer, json);
  return {code, firstOf(readModel(b.document()).diagnostics, code), std::move(expected)};
}

CodeCase written(Code code, VrmVersion version, std::string expected) {
  Diagnostics said;
  const ReadModel again = writtenAndRead(readModel(sameAvatar(version).document()), &said);
  return {code, firstOf(said, code), std::move(expected)};
}

std::string tooManyElements() {
  gltf::OpenOptions options;
  options.limits.expandedElements = 3;
  const Result<gltf::Document> document = gltf::Document::parse(sameAvatar(VrmVersion::Vrm0).glb(), options);
  Diagnostics diagnostics;
  const Result<gltf::Asset> asset = gltf::readAsset(*document, diagnostics);
  return schema::readVrm(*document, *asset, diagnostics).error().toString();
}

}  // namespace

std::vector<CodeCase> schemaCodeCases() {
  using enum VrmVersion;
  const std::string avatar = "/extensions/VRMC_vrm/", springs = "/extensions/VRMC_springBone/";
  return {
      {Code::LimitExpandedElements, tooManyElements(),
       "/extensions/VRM/blendShapeMaster/blendShapeGroups/1/binds/0: converting the file makes more than 3 "
       "elements, the limit"},
      {Code::VrmNone, firstOf(readModel("").diagnostics, Code::VrmNone),
       "the file has no VRM avatar or animation in it"},
      changed(Code::VrmSpecVersion, Vrm1, avatar + "specVersion", "\"2\"",
              "/extensions/VRMC_vrm/specVersion: the version \"2\" is not known; it is read as 1.0"),
      changed(Code::VrmTwoVersions, Vrm1, "/extensions/VRM", "{}",
              "/extensions/VRM: this stands beside VRMC_vrm, which counts"),
      changed(Code::VrmSpelling, Vrm1, springs + "springs/0/center", "-1",
              "/extensions/VRMC_springBone/springs/0/center: center -1 is read as no center"),
      changed(Code::VrmBoneUnknown, Vrm1, avatar + "humanoid/humanBones/wing", R"({"node":1})",
              "/extensions/VRMC_vrm/humanoid/humanBones/wing: there is no humanoid bone \"wing\""),
      changed(Code::VrmBoneMissing, Vrm1, avatar + "humanoid/humanBones", "{}",
              "/extensions/VRMC_vrm/humanoid/humanBones: 15 required bones are missing: hips, spine"),
      changed(Code::VrmBoneDuplicate, Vrm1, avatar + "humanoid/humanBones/jaw", R"({"node":0})",
              "/extensions/VRMC_vrm/humanoid/humanBones/jaw/node: node 0 \"hips\" is the bone hips already; "
              "jaw is "
              "left out"),
      changed(Code::VrmBoneParent, Vrm1, avatar + "humanoid/humanBones/jaw", R"({"node":26})",
              "/extensions/VRMC_vrm/humanoid/humanBones/jaw/node: jaw, node 26 \"face_a\", should stand "
              "below head, "
              "but no bone is above it"),
      changed(Code::VrmExpressionName, Vrm1, avatar + "expressions/preset/glee", "{}",
              "/extensions/VRMC_vrm/expressions/preset/glee: there is no preset \"glee\""),
      changed(Code::VrmBind, Vrm1, avatar + "expressions/preset/happy/morphTargetBinds/0/index", "2",
              "/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/index: morph target 2 is out "
              "of range, mesh 0 has 2"),
      changed(Code::VrmLookAtUnit, Draft, avatar + "lookAt/verticalUp/outputScale", "0.5",
              "/extensions/VRMC_vrm/lookAt/horizontalInner/outputScale: outputScale is more than pi/2; it is "
              "read as degrees"),
      changed(Code::VrmLookAtCurve, Vrm0, "/extensions/VRM/firstPerson/lookAtVerticalUp/curve",
              "[0,0,0,2,1,1,0,0]", "/extensions/VRM/firstPerson/lookAtVerticalUp/curve: the curve is kept"),
      changed(Code::VrmAnnotation, Vrm1, avatar + "firstPerson/meshAnnotations/0/node", "0",
              "/extensions/VRMC_vrm/firstPerson/meshAnnotations/0: node 0 \"hips\" has no mesh"),
      changed(Code::VrmCollider, Vrm1, springs + "colliders/0/shape", "{}",
              "/extensions/VRMC_springBone/colliders/0/shape: the shape must have one of sphere and capsule"),
      changed(Code::VrmSpringChain, Vrm1, springs + "springs/0/joints/1/node", "0",
              "/extensions/VRMC_springBone/springs/0/joints/1/node: node 0 \"hips\" is no descendant of the "
              "joint "
              "before it, node 22"),
      changed(Code::VrmSpringShared, Vrm1, springs + "springs/1/joints/0/node", "22",
              "/extensions/VRMC_springBone/springs/1/joints/0/node: node 22 \"hair_1\" belongs to two "
              "springs, \"hair\" from node 22"),
      changed(Code::VrmSpringLimit, Vrm1, springs + "springs/0/joints/0/extensions",
              R"({"VRMC_springBone_limit":{"specVersion":"1.0-draft","limit":{}}})",
              "/extensions/VRMC_springBone/springs/0/joints/0/extensions/VRMC_springBone_limit/limit: the "
              "limit must have one of "
              "cone, hinge and spherical"),
      changed(Code::VrmConstraint, Vrm1, "/nodes/3/extensions",
              R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"rotation":{"source":3}}}})",
              "/nodes/3/extensions/VRMC_node_constraint/constraint/rotation/source: the source is the node "
              "itself"),
      changed(Code::VrmMaterial, Vrm0, "/extensions/VRM/materialProperties/1/shader", "\"Acme/Glass\"",
              "/extensions/VRM/materialProperties/1/shader: "),
      written(Code::VrmLossy, Draft,
              "/extensions/VRMC_vrm/expressions: binary expressions of the draft switch above 0"),
      written(Code::VrmIncomplete, Vrm0, "/extensions/VRMC_vrm/meta/licenseUrl: "),
  };
}

}  // namespace vrm::test
