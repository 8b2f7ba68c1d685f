// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The JSON of glTF 2.0: members, indices, nodes, cameras, extensions.
#include "unit/validate/validate_case.hpp"

namespace vrm::test {
namespace {

// Accessors without data are all zeros, and a few vertices are enough for a mesh.
std::string triangle(std::string_view more = "") {
  return R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],)"
         R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])" +
         std::string(more);
}

// A material that a mesh has.
std::string material(std::string_view members) {
  return R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],)"
         R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"material":0,"attributes":{"POSITION":0}}]}],"materials":[{)" +
         std::string(members) + "}]";
}

std::string camera(std::string_view members) {
  return R"("nodes":[{"camera":0}],"cameras":[{)" + std::string(members) + "}]";
}

}  // namespace

std::vector<ValidateCase> gltfCases() {
  const std::string lens = R"("perspective":{"yfov":1,"znear":0.1})";
  return {
      {Code::GltfVersion,
       bytesOf(R"({"asset":{"version":"1.0"}})"),
       {"error /asset/version: the file is glTF \"1.0\", only 2.x can be read [GLTF_VERSION]"}},
      {Code::GltfMissing, bytesOf("{}"), {"error /asset: \"asset\" is missing [GLTF_MISSING]"}},
      ofJson(Code::GltfMissing, R"("accessors":[{"componentType":5126,"count":1}])",
             {"error /accessors/0/type: \"type\" is missing [GLTF_MISSING]"}),
      ofJson(Code::GltfType, R"("nodes":[{"name":3}])",
             {"error /nodes/0/name: a number, must be a string [GLTF_TYPE]"}),
      ofJson(Code::GltfType, R"("extensionsUsed":["ACME_x"],"extensions":{"ACME_x":1})",
             {"error /extensions/ACME_x: a number, must be an object [GLTF_TYPE]"}),
      ofJson(Code::GltfValue, triangle(R"(,"materials":[{"alphaMode":"GLASS"}])"),
             {"error /materials/0/alphaMode: \"GLASS\" is none of OPAQUE, MASK, BLEND [GLTF_VALUE]",
              "information /materials/0: the material is not used [GLTF_UNUSED]"}),
      ofJson(Code::GltfValue, R"("extensionsUsed":["ACME_x","ACME_x"])",
             {"error /extensionsUsed/1: \"ACME_x\" is listed twice [GLTF_VALUE]"}),
      ofJson(Code::GltfIndexRange, R"("nodes":[{"mesh":7}])",
             {"error /nodes/0/mesh: 7 is out of range, the file has 0 meshes [GLTF_INDEX_RANGE]"}),
      ofJson(Code::GltfIndexRange, triangle(R"(,"skins":[{"joints":[9]}])"),
             {"error /skins/0/joints/0: 9 is out of range, the file has 1 node [GLTF_INDEX_RANGE]"}),
      ofJson(Code::MemberUnknown, R"("node":[])",
             {"warning /node: \"node\" is no member of root [MEMBER_UNKNOWN]"}),
      ofJson(Code::GltfNodeCycle, R"("nodes":[{"children":[0]}])",
             {"error /nodes/0: node 0 is a descendant of itself; it becomes a root [GLTF_NODE_CYCLE]"}),
      ofJson(Code::GltfNodeTwoParents, R"("nodes":[{"children":[2]},{"children":[2]},{}])",
             {"error /nodes/1/children/0: node 2 is already a child of node 0 [GLTF_NODE_TWO_PARENTS]"}),
      ofJson(Code::GltfRotation, R"("nodes":[{"rotation":[0,0,0,0.5]}])",
             {"error /nodes/0/rotation: the rotation is no unit quaternion [GLTF_ROTATION]"}),
      ofJson(Code::GltfNodeSize, R"("nodes":[{"children":[1],"scale":[1e5,1e5,1e5]},{"scale":[1,-1e5,1],"translation":[0,1e5,0]}])",
             {"warning /nodes/1: node 1 is farther away than 1e9 m; its translation is left out [GLTF_NODE_SIZE]",
              "warning /nodes/1: node 1 is more than 1e9 times as large as it is; its scale is left out [GLTF_NODE_SIZE]"}),
      ofJson(Code::GltfMatrix, R"("nodes":[{"matrix":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]}])",
             {"error /nodes/0/matrix: the matrix is not made of a translation, a rotation and a scale "
              "[GLTF_MATRIX]"}),
      ofJson(Code::GltfMemberConflict,
             R"("nodes":[{"matrix":[2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1],"scale":[2,2,2]}])",
             {"error /nodes/0/matrix: a node has a matrix or translation, rotation and scale, not both "
              "[GLTF_MEMBER_CONFLICT]"}),
      ofJson(Code::GltfMemberConflict, R"("nodes":[{"weights":[1]},{"skin":0}],"skins":[{"joints":[0]}])",
             {"error /nodes/0/weights: weights need a mesh [GLTF_MEMBER_CONFLICT]",
              "error /nodes/1/skin: a skin needs a mesh [GLTF_MEMBER_CONFLICT]"}),
      ofJson(Code::GltfMemberConflict, R"("images":[{}],"textures":[{"source":0}])",
             {"error /images/0: the image has neither a uri nor a bufferView [GLTF_MEMBER_CONFLICT]",
              "information /textures/0: the texture is not used [GLTF_UNUSED]"}),
      ofJson(
          Code::GltfMemberConflict, camera(R"("type":"orthographic",)" + lens),
          {"error /cameras/0: the type is orthographic, but there is no such member [GLTF_MEMBER_CONFLICT]"}),
      ofJson(Code::GltfMemberConflict,
             R"("accessors":[{"componentType":5126,"count":1,"type":"SCALAR","byteOffset":4}])",
             {"error /accessors/0: byteOffset needs bufferView [GLTF_MEMBER_CONFLICT]",
              "information /accessors/0: the accessor is not used [GLTF_UNUSED]"}),
      ofJson(Code::GltfNoEffect, R"("nodes":[{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}])",
             {"hint /nodes/0/matrix: the matrix is the identity, which is the default [GLTF_NO_EFFECT]"}),
      ofJson(Code::GltfNoEffect, material(R"("alphaCutoff":0.5)"),
             {"information /materials/0/alphaCutoff: only MASK has a cutoff [GLTF_NO_EFFECT]"}),
      ofJson(Code::GltfCamera, camera(R"("type":"perspective","perspective":{"yfov":1,"znear":2,"zfar":1})"),
             {"error /cameras/0/perspective: zfar must be above znear [GLTF_CAMERA]"}),
      ofJson(Code::GltfCamera, camera(R"("type":"perspective","perspective":{"yfov":4,"znear":1})"),
             {"warning /cameras/0/perspective/yfov: the view opens to 180 degrees [GLTF_CAMERA]"}),
      ofJson(Code::GltfCamera,
             camera(R"("type":"orthographic","orthographic":{"xmag":0,"ymag":-1,"znear":0,"zfar":1})"),
             {"error /cameras/0/orthographic/xmag: it must not be 0 [GLTF_CAMERA]",
              "warning /cameras/0/orthographic/ymag: it should not be negative [GLTF_CAMERA]"}),
      ofJson(Code::GltfExtensionUnsupported,
             R"("extensionsUsed":["ACME_magic"],"extensionsRequired":["ACME_magic"])",
             {"warning /extensionsRequired/0: the file requires ACME_magic, which is not supported "
              "[GLTF_EXTENSION_UNSUPPORTED]"}),
      ofJson(Code::GltfExtensionUndeclared, R"("nodes":[{"extensions":{"ACME_x":{}}}])",
             {"error /nodes/0/extensions/ACME_x: \"ACME_x\" is not in extensionsUsed "
              "[GLTF_EXTENSION_UNDECLARED]"}),
      ofJson(Code::GltfExtensionUndeclared, R"("extensionsRequired":["KHR_texture_transform"])",
             {"error /extensionsRequired/0: \"KHR_texture_transform\" is required, but not in extensionsUsed "
              "[GLTF_EXTENSION_UNDECLARED]"}),
      ofJson(Code::GltfUnused, R"("extensionsUsed":["KHR_materials_unlit"])",
             {"information /extensionsUsed/0: nothing in the file has the extension \"KHR_materials_unlit\" "
              "[GLTF_UNUSED]"}),
      ofJson(Code::GltfUnused, R"("extensionsUsed":["KHR_materials_unlit","ACME_bare","EXT_texture_webp"])",
             {"information /extensionsUsed: nothing in the file has the extensions \"KHR_materials_unlit\", "
              "\"EXT_texture_webp\" [GLTF_UNUSED]"}),
      ofJson(Code::JsonSyntax, R"("nodes":[{"translation":[0,1e400,0]}])",
             {"error byte 54: a number is beyond the largest that programs can hold, some 1.8e308 "
              "[JSON_SYNTAX]"}),
      ofJson(Code::GltfExtensionUndeclared, R"("extensionsUsed":["KHR_mesh_quantization"])",
             {"error /extensionsUsed: KHR_mesh_quantization cannot be optional; it must be in "
              "extensionsRequired too [GLTF_EXTENSION_UNDECLARED]"}),
      ofJson(
          Code::GltfExtensionPlace,
          R"("extensionsUsed":["KHR_materials_unlit"],"nodes":[{"extensions":{"KHR_materials_unlit":{}}}])",
          {"error /nodes/0/extensions/KHR_materials_unlit: \"KHR_materials_unlit\" is no extension of node "
           "[GLTF_EXTENSION_PLACE]"}),
      ofJson(
          Code::GltfExtensionRule,
          R"("extensionsUsed":["KHR_lights_punctual"],"nodes":[{"extensions":{"KHR_lights_punctual":{"light":0}}}],)"
          R"("extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot","spot":{"innerConeAngle":1,"outerConeAngle":0.5}}]}})",
          {"error /extensions/KHR_lights_punctual/lights/0/spot: outerConeAngle must be above innerConeAngle "
           "[GLTF_EXTENSION_RULE]"}),
      ofJson(Code::GltfExtensionRule,
             R"("extensionsUsed":["KHR_materials_volume"],)" +
                 material(R"("extensions":{"KHR_materials_volume":{}})"),
             {"warning /materials/0/extensions/KHR_materials_volume: without transmission no light enters "
              "the volume [GLTF_EXTENSION_RULE]"}),
      ofJson(
          Code::GltfMaterialAttributes,
          R"("images":[{"uri":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR42mP4z8DAAMIM/4EAAB/uBfvxq7p3AAAAAElFTkSuQmCC"}],)"
          R"("textures":[{"source":0}],)" +
              material(R"("emissiveTexture":{"index":0})"),
          {"error /meshes/0/primitives/0/material: emissiveTexture of the material needs TEXCOORD_0 "
           "[GLTF_MATERIAL_ATTRIBUTES]"}),
      ofJson(Code::GltfMaterialAttributes,
             R"("extensionsUsed":["KHR_materials_anisotropy"],"textures":[{}],)" +
                 material(R"("extensions":{"KHR_materials_anisotropy":{"anisotropyTexture":{"index":0}}})"),
             {"error /meshes/0/primitives/0/material: anisotropyTexture of the material needs TEXCOORD_0 "
              "[GLTF_MATERIAL_ATTRIBUTES]",
              "error /meshes/0/primitives/0/material: the material needs NORMAL and TANGENT, as it has no "
              "normal texture to make them from [GLTF_MATERIAL_ATTRIBUTES]"}),
      ofJson(Code::GltfUnused,
             R"("scenes":[{"nodes":[0]}],"nodes":[{},{},{}],"materials":[{},{}],"samplers":[{}])",
             {"information /materials: 2 materials are not used: 0, 1 [GLTF_UNUSED]",
              "information /samplers/0: the sampler is not used [GLTF_UNUSED]",
              "information /nodes: 2 nodes are in no scene: 1, 2 [GLTF_UNUSED]"}),
  };
}

}  // namespace vrm::test
