// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The JSON of glTF 2.0: members, indices, nodes, cameras, extensions.
#include "unit/validate/validate_case.hpp"

namespace vrm::test {
namespace {

ValidateCase ofJson(Code code, std::string_view members, std::vector<std::string> report) {
  return {code, bytesOf(gltfJson(members)), std::move(report)};
}

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
      {Code::GltfVersion, bytesOf(R"({"asset":{"version":"1.0"}})"), {}},
      {Code::GltfMissing, bytesOf("{}"), {}},
      ofJson(Code::GltfMissing, R"("accessors":[{"componentType":5126,"count":1}])", {}),
      ofJson(Code::GltfType, R"("nodes":[{"name":3}])", {}),
      ofJson(Code::GltfType, R"("extensionsUsed":["ACME_x"],"extensions":{"ACME_x":1})", {}),
      ofJson(Code::GltfValue, triangle(R"(,"materials":[{"alphaMode":"GLASS"}])"), {}),
      ofJson(Code::GltfValue, R"("extensionsUsed":["ACME_x","ACME_x"])", {}),
      ofJson(Code::GltfIndexRange, R"("nodes":[{"mesh":7}])", {}),
      ofJson(Code::GltfIndexRange, triangle(R"(,"skins":[{"joints":[9]}])"), {}),
      ofJson(Code::MemberUnknown, R"("node":[])", {}),
      ofJson(Code::GltfNodeCycle, R"("nodes":[{"children":[0]}])", {}),
      ofJson(Code::GltfNodeTwoParents, R"("nodes":[{"children":[2]},{"children":[2]},{}])", {}),
      ofJson(Code::GltfRotation, R"("nodes":[{"rotation":[0,0,0,0.5]}])", {}),
      ofJson(Code::GltfMatrix, R"("nodes":[{"matrix":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]}])", {}),
      ofJson(Code::GltfMemberConflict,
             R"("nodes":[{"matrix":[2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1],"scale":[2,2,2]}])", {}),
      ofJson(Code::GltfMemberConflict, R"("nodes":[{"weights":[1]},{"skin":0}],"skins":[{"joints":[0]}])",
             {}),
      ofJson(Code::GltfMemberConflict, R"("images":[{}],"textures":[{"source":0}])", {}),
      ofJson(Code::GltfMemberConflict, camera(R"("type":"orthographic",)" + lens), {}),
      ofJson(Code::GltfMemberConflict,
             R"("accessors":[{"componentType":5126,"count":1,"type":"SCALAR","byteOffset":4}])", {}),
      ofJson(Code::GltfNoEffect, R"("nodes":[{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}])", {}),
      ofJson(Code::GltfNoEffect, material(R"("alphaCutoff":0.5)"), {}),
      ofJson(Code::GltfCamera, camera(R"("type":"perspective","perspective":{"yfov":1,"znear":2,"zfar":1})"),
             {}),
      ofJson(Code::GltfCamera, camera(R"("type":"perspective","perspective":{"yfov":4,"znear":1})"), {}),
      ofJson(Code::GltfCamera,
             camera(R"("type":"orthographic","orthographic":{"xmag":0,"ymag":-1,"znear":0,"zfar":1})"), {}),
      ofJson(Code::GltfExtensionUnsupported,
             R"("extensionsUsed":["ACME_magic"],"extensionsRequired":["ACME_magic"])", {}),
      ofJson(Code::GltfExtensionUndeclared, R"("nodes":[{"extensions":{"ACME_x":{}}}])", {}),
      ofJson(Code::GltfExtensionUndeclared, R"("extensionsRequired":["KHR_texture_transform"])", {}),
      ofJson(Code::GltfExtensionUndeclared, R"("extensionsUsed":["KHR_mesh_quantization"])", {}),
      ofJson(
          Code::GltfExtensionPlace,
          R"("extensionsUsed":["KHR_materials_unlit"],"nodes":[{"extensions":{"KHR_materials_unlit":{}}}])",
          {}),
      ofJson(
          Code::GltfExtensionRule,
          R"("extensionsUsed":["KHR_lights_punctual"],"nodes":[{"extensions":{"KHR_lights_punctual":{"light":0}}}],)"
          R"("extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot","spot":{"innerConeAngle":1,"outerConeAngle":0.5}}]}})",
          {}),
      ofJson(Code::GltfExtensionRule,
             R"("extensionsUsed":["KHR_materials_volume"],)" +
                 material(R"("extensions":{"KHR_materials_volume":{}})"),
             {}),
      ofJson(
          Code::GltfMaterialAttributes,
          R"("images":[{"uri":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR42mP4z8DAAMIM/4EAAB/uBfvxq7p3AAAAAElFTkSuQmCC"}],)"
          R"("textures":[{"source":0}],)" +
              material(R"("emissiveTexture":{"index":0})"),
          {}),
      ofJson(Code::GltfMaterialAttributes,
             R"("extensionsUsed":["KHR_materials_anisotropy"],)" +
                 material(R"("extensions":{"KHR_materials_anisotropy":{}})"),
             {}),
      ofJson(Code::GltfUnused,
             R"("scenes":[{"nodes":[0]}],"nodes":[{},{},{}],"materials":[{},{}],"samplers":[{}])", {}),
  };
}

}  // namespace vrm::test
