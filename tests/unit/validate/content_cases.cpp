// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Files with something wrong: meshes, materials, licence, names, animations.
#include "unit/validate/validate_case.hpp"

namespace vrm::test {
namespace {

// The body with tangents.
ValidateCase tangents(std::vector<std::string> report) {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  const std::uint32_t normals = b.floats(gltf::AccessorType::Vec3, {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const std::uint32_t tangents = b.floats(gltf::AccessorType::Vec4, {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
  apply(b, {{"/meshes/1/primitives/0/attributes/NORMAL", std::to_string(normals)},
            {"/meshes/1/primitives/0/attributes/TANGENT", std::to_string(tangents)}});
  return {Code::VrmMeshTangent, b.glb(), std::move(report)};
}

// The face with normals or tangents in its morph targets.
ValidateCase morphVectors(VrmVersion version, const std::string& semantic, std::vector<std::string> report) {
  AssetBuilder b = cleanAvatar(version);
  const std::uint32_t normals = b.floats(gltf::AccessorType::Vec3, {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const std::uint32_t tangents = b.floats(gltf::AccessorType::Vec4, {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
  const std::uint32_t changes = b.floats(gltf::AccessorType::Vec3, {0, 0, 0, 0, 0, 0, 0, 0, 0});
  const std::string face = "/meshes/0/primitives/0/";
  apply(b, {{face + "attributes/NORMAL", std::to_string(normals)},
            {face + "targets/0/" + semantic, std::to_string(changes)},
            {face + "targets/1/" + semantic, std::to_string(changes)}});
  if (semantic == "TANGENT") b.set(face + "attributes/TANGENT", std::to_string(tangents));
  return {Code::VrmMorphNormal, b.glb(), std::move(report)};
}

// The face in two parts that have not the same attributes or targets.
ValidateCase differentPrimitives(std::string_view what, std::vector<std::string> report) {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  const gltf::Document document = b.document();
  const std::string second = gltf::Json::write(*gltf::Json::at(document.root(), "/meshes/0/primitives/0"));
  b.set("/meshes/0/primitives/-", second);
  apply(b, {{what == "targets" ? "/meshes/0/primitives/1/targets"
                               : "/meshes/0/primitives/1/attributes/TEXCOORD_0",
             ""},
            {"/meshes/0/primitives/1/material", ""}});
  return {Code::VrmMeshPrimitives, b.glb(), std::move(report)};
}

// A thumbnail that no program can show.
ValidateCase unknownThumbnail(std::vector<std::string> report) {
  AssetBuilder b = cleanAvatar(VrmVersion::Vrm1);
  const std::uint32_t image = b.image("thumbnail", bytesOf("a picture"), "image/png");
  b.set("/extensions/VRMC_vrm/meta/thumbnailImage", std::to_string(image));
  return {Code::ImageFormat, b.glb(), std::move(report)};
}

}  // namespace

std::vector<ValidateCase> contentCases() {
  const std::string animated = "/extensions/VRMC_vrm_animation/humanoid/humanBones/";
  return {
      changed(
          Code::VrmMaterial, VrmVersion::Vrm1,
          {{"/materials/1/extensions",
            R"({"KHR_materials_emissive_strength":{"emissiveStrength":2},"VRMC_materials_hdr_emissiveMultiplier":{"emissiveMultiplier":3}})"},
           {"/materials/1/emissiveFactor", "[1,1,1]"},
           {"/extensionsUsed/-", R"("KHR_materials_emissive_strength")"},
           {"/extensionsUsed/-", R"("VRMC_materials_hdr_emissiveMultiplier")"}},
          {"warning /materials/1/extensions/VRMC_materials_hdr_emissiveMultiplier/emissiveMultiplier: "
           "emissiveMultiplier differs from emissiveStrength of KHR_materials_emissive_strength, which is "
           "used [VRM_MATERIAL]"}),
      changed(
          Code::VrmTextureTransform, VrmVersion::Vrm1,
          {{"/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/rotation",
            "1"}},
          {"warning "
           "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/rotation: "
           "renderers of avatars may ignore the rotation [VRM_TEXTURE_TRANSFORM]"}),
      changed(
          Code::VrmColorSpace, VrmVersion::Vrm1, {{"/materials/0/normalTexture", R"({"index":0})"}},
          {"warning /images/0: the image is a colour for /materials/0/pbrMetallicRoughness/baseColorTexture "
           "and data for /materials/0/normalTexture [VRM_COLOR_SPACE]"}),
      changed(
          Code::VrmColorSpace, VrmVersion::Vrm0,
          {{"/extensions/VRM/materialProperties/0/textureProperties/_BumpMap", "0"}},
          {"warning /images/0: the image is a colour for /materials/0/pbrMetallicRoughness/baseColorTexture "
           "and data for /extensions/VRM/materialProperties/0/textureProperties/_BumpMap [VRM_COLOR_SPACE]"}),
      changed(Code::VrmColorSpace, VrmVersion::Vrm0,
              {{"/extensions/VRM/materialProperties/0/textureProperties/_ShadingGradeTexture", "0"}},
              {"warning /images/0: the image is a colour for "
               "/materials/0/pbrMetallicRoughness/baseColorTexture and data for "
               "/extensions/VRM/materialProperties/0/textureProperties/_ShadingGradeTexture "
               "[VRM_COLOR_SPACE]"}),
      changed(Code::VrmColorSpace, VrmVersion::Vrm0,
              {{"/extensions/VRM/materialProperties/0/textureProperties/_ReceiveShadowTexture", "0"}},
              {"warning /images/0: the image is a colour for "
               "/materials/0/pbrMetallicRoughness/baseColorTexture and data for "
               "/extensions/VRM/materialProperties/0/textureProperties/_ReceiveShadowTexture "
               "[VRM_COLOR_SPACE]"}),
      changed(Code::GltfUnused, VrmVersion::Vrm1, {{"/scenes", ""}, {"/scene", ""}},
              {"information /scenes: the file has no scene, so that nothing of the avatar need be shown "
               "[GLTF_UNUSED]"}),
      changed(Code::VrmThumbnail, VrmVersion::Vrm1, {{"/extensions/VRMC_vrm/meta/thumbnailImage", "0"}},
              {"information /images/0: the thumbnail is 2 x 2, 1024 x 1024 is recommended [VRM_THUMBNAIL]"}),
      unknownThumbnail({"error /images/1: the image is none of PNG, JPEG and WebP [IMAGE_FORMAT]"}),
      changed(Code::GltfValue, VrmVersion::Vrm1, {{"/extensions/VRMC_vrm/meta/authors", R"([""])"}},
              {"error /extensions/VRMC_vrm/meta/authors/0: authors must not be empty strings; this one is "
               "left out [GLTF_VALUE]"}),
      tangents({"information /meshes/1: the mesh stores tangents [VRM_MESH_TANGENT]"}),
      morphVectors(VrmVersion::Draft, "NORMAL",
                   {"warning /meshes/0: morph targets store normals [VRM_MORPH_NORMAL]",
                    "information /accessors/5: the accessor is not used [GLTF_UNUSED]"}),
      morphVectors(VrmVersion::Vrm1, "TANGENT",
                   {"information /meshes/0: the mesh stores tangents [VRM_MESH_TANGENT]",
                    "information /meshes/0: morph targets store tangents [VRM_MORPH_NORMAL]"}),
      differentPrimitives("attributes", {"warning /meshes/0/primitives/1: its attributes are not those of "
                                         "the first primitive [VRM_MESH_PRIMITIVES]"}),
      differentPrimitives("targets", {"error /meshes/0/primitives/1: it has 0 morph targets, the first "
                                      "primitive has 2 [VRM_MESH_PRIMITIVES]"}),
      changed(Code::VrmTargetNames, VrmVersion::Vrm1, {{"/meshes/0/extras", ""}},
              {"information /meshes/0: its 2 morph targets have no names [VRM_TARGET_NAMES]"}),
      changed(Code::VrmTargetNames, VrmVersion::Vrm1, {{"/meshes/0/extras/targetNames", R"(["smile"])"}},
              {"information /meshes/0: there are 1 names for 2 morph targets [VRM_TARGET_NAMES]"}),
      changed(Code::VrmUnused, VrmVersion::Vrm1,
              {{"/cameras", R"([{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}])"},
               {"/nodes/31/camera", "0"}},
              {"information /cameras: avatars have no use for cameras [VRM_UNUSED]"}),
      // Weights are translations, the gaze is a rotation.
      changed(Code::VrmAnimationTrack, VrmVersion::Animation,
              {{"/animations/0/channels/1/target/path", R"("scale")"}},
              {"warning /animations/0/channels/1: the scale of node 16 \"happy\" does nothing: the weight of "
               "happy is the X of its translation [VRM_ANIMATION_TRACK]"}),
      changed(Code::VrmAnimationTrack, VrmVersion::Animation,
              {{"/animations/0/channels/-", R"({"sampler":1,"target":{"node":16,"path":"scale"}})"}},
              {"information /animations/0/channels/2: the scale of node 16 \"happy\" does nothing: the "
               "weight of happy is the X of its translation [VRM_ANIMATION_TRACK]"}),
      changed(Code::VrmAnimationTrack, VrmVersion::Animation,
              {{"/extensions/VRMC_vrm_animation/expressions", ""},
               {"/extensions/VRMC_vrm_animation/lookAt", R"({"node":16})"}},
              {"warning /animations/0/channels/1: the translation of node 16 \"happy\" does nothing: the "
               "gaze is its rotation [VRM_ANIMATION_TRACK]"}),
      changed(Code::VrmAnimationTrack, VrmVersion::Animation,
              {{"/extensions/VRMC_vrm_animation/expressions/preset/happy/node", "1"}},
              {"warning /extensions/VRMC_vrm_animation/expressions/preset/happy/node: node 1 \"hips\" is the "
               "bone hips; an expression needs a node of its own [VRM_ANIMATION_TRACK]"}),
      changed(Code::VrmAnimationTrack, VrmVersion::Animation, {{"/animations/0/channels/0/target/node", "2"}},
              {"error /animations/0/channels/0: the translation of spine cannot be animated "
               "[VRM_ANIMATION_TRACK]"}),
      changed(Code::VrmAnimationTrack, VrmVersion::Animation,
              {{"/extensions/VRMC_vrm_animation/expressions/preset/lookUp", R"({"node":16})"}},
              {"error /extensions/VRMC_vrm_animation/expressions/preset/lookUp: lookUp cannot be animated; "
               "lookAt is for the gaze [VRM_ANIMATION_TRACK]"}),
      changed(Code::VrmAnimationTrack, VrmVersion::Animation,
              {{"/nodes/-", R"({"name":"eye","translation":[0,0,0.1]})"},
               {"/nodes/3/children", "[17]"},
               {"/extensions/VRMC_vrm_animation/humanoid/humanBones/leftEye", R"({"node":17})"}},
              {"error /extensions/VRMC_vrm_animation/humanoid/humanBones/leftEye: leftEye cannot be "
               "animated; lookAt is for the gaze [VRM_ANIMATION_TRACK]"}),
      changed(Code::VrmBoneMissing, VrmVersion::Animation,
              {{"/extensions/VRMC_vrm_animation/humanoid/humanBones/head", ""}},
              {"error /extensions/VRMC_vrm_animation/humanoid/humanBones: required bones that are missing: "
               "head [VRM_BONE_MISSING]"}),
      // The bones of animations are those of avatars.
      changed(Code::VrmBoneDuplicate, VrmVersion::Animation, {{animated + "neck", R"({"node":3})"}},
              {"error " + animated +
               "neck/node: node 3 \"head\" is the bone head already; neck is left out "
               "[VRM_BONE_DUPLICATE]"}),
      changed(Code::VrmBoneDuplicate, VrmVersion::Animation, {{animated + "leftHand/node", "11"}},
              {"error " + animated +
               "leftHand/node: node 11 \"leftLowerArm\" is the bone leftLowerArm already; "
               "leftHand is left out [VRM_BONE_DUPLICATE]"}),
      changed(Code::VrmBoneParent, VrmVersion::Animation, {{animated + "jaw", R"({"node":0})"}},
              {"error " + animated +
               "jaw/node: jaw, node 0 \"root\", should stand below head, but no bone is "
               "above it [VRM_BONE_PARENT]"}),
      changed(Code::VrmBoneParent, VrmVersion::Animation,
              {{animated + "leftLowerLeg/node", "6"}, {animated + "leftFoot/node", "5"}},
              {"error " + animated +
                   "leftLowerLeg/node: leftLowerLeg, node 6 \"leftFoot\", should stand below "
                   "leftUpperLeg, but the first bone above it is leftFoot [VRM_BONE_PARENT]",
               "error " + animated +
                   "leftFoot/node: leftFoot, node 5 \"leftLowerLeg\", should stand below "
                   "leftLowerLeg, but the first bone above it is leftUpperLeg [VRM_BONE_PARENT]",
               "warning /nodes/5: leftFoot should lie towards -Y of leftLowerLeg, and is 180 degrees off "
               "[VRM_T_POSE]"}),
      changed(Code::VrmBoneGap, VrmVersion::Animation,
              {{"/nodes/-", R"({"name":"finger","translation":[0.1,0,0]})"},
               {"/nodes/12/children", "[17]"},
               {animated + "leftIndexIntermediate", R"({"node":17})"}},
              {"error " + animated +
               "leftIndexIntermediate: the animation has leftIndexIntermediate and not "
               "leftIndexProximal, which it needs [VRM_BONE_GAP]"}),
      changed(Code::VrmBoneGap, VrmVersion::Animation,
              {{"/nodes/-", R"({"name":"upper","translation":[0,0.2,0],"children":[3,10,13]})"},
               {"/nodes/2/children", "[17]"},
               {animated + "upperChest", R"({"node":17})"}},
              {"error " + animated +
               "upperChest: the animation has upperChest and not chest, which it needs "
               "[VRM_BONE_GAP]"}),
      changed(Code::VrmBoneSpot, VrmVersion::Animation, {{"/nodes/5/translation", "[0,0,0]"}},
              {"warning /nodes/5: leftLowerLeg lies on leftUpperLeg [VRM_BONE_SPOT]"}),
      changed(Code::VrmBoneScale, VrmVersion::Animation, {{"/nodes/12/scale", "[1,-1,1]"}},
              {"error /nodes/12: leftHand has a scale that is not above 0 [VRM_BONE_SCALE]"}),
      changed(
          Code::VrmScale, VrmVersion::Animation,
          {{"/nodes/0/scale", "[2,2,2]"}, {"/nodes/3/scale", "[2,1,1]"}},
          {"warning /nodes/0: the skeleton of an animation should not be scaled: root, head [VRM_SCALE]"}),
      changed(Code::VrmLicenceMissing, VrmVersion::Vrm0,
              {{"/extensions/VRM/meta/author", R"("")"}, {"/extensions/VRM/meta/licenseName", ""}},
              {"warning /extensions/VRM/meta/author: the model has no author [VRM_LICENCE_MISSING]",
               "warning /extensions/VRM/meta/licenseName: the licence says nothing about this "
               "[VRM_LICENCE_MISSING]"}),
      // One mistake each.
      changed(Code::GltfType, VrmVersion::Vrm0,
              {{"/extensions/VRM/meta/commercialUssageName", "true"}, {"/extensions/VRM/meta/title", "1"}},
              {"error /extensions/VRM/meta/title: a number, must be a string [GLTF_TYPE]",
               "error /extensions/VRM/meta/commercialUssageName: a boolean, must be a string [GLTF_TYPE]"}),
      changed(Code::GltfType, VrmVersion::Vrm1, {{"/extensions/VRMC_vrm/meta", R"("x")"}},
              {"error /extensions/VRMC_vrm/meta: a string, must be an object [GLTF_TYPE]"}),
      changed(Code::GltfMissing, VrmVersion::Vrm1, {{"/extensions/VRMC_vrm/meta/name", R"("")"}},
              {"error /extensions/VRMC_vrm/meta/name: name is empty; give the model a name [GLTF_MISSING]"}),
      ofJson(
          Code::JsonDuplicateKey,
          R"("scenes":[{"nodes":[0]}],"nodes":[{"name":"a"}],"extensionsUsed":["VRMC_vrm_animation"],"extensions":{"VRMC_vrm_animation":{"specVersion":"1.0","humanoid":{"humanBones":{"spine":{"node":0},"spine":{"node":0}}}}})",
          {"error byte 216: the key \"spine\" appears twice in one object [JSON_DUPLICATE_KEY]",
           "error /extensions/VRMC_vrm_animation/humanoid/humanBones: required bones that are missing: hips, "
           "head, leftUpperLeg, leftLowerLeg, leftFoot, rightUpperLeg, rightLowerLeg, rightFoot, "
           "leftUpperArm, leftLowerArm, leftHand, rightUpperArm, rightLowerArm, rightHand [VRM_BONE_MISSING]",
           "warning /extensions/VRMC_vrm_animation: the file has no animation to play "
           "[VRM_ANIMATION_TRACK]"}),
      ofJson(Code::GltfType, R"("extensionsUsed":["VRMC_vrm"],"extensions":{"VRMC_vrm":[]})",
             {"error /extensions/VRMC_vrm: an array, must be an object [GLTF_TYPE]"}),
      changed(
          Code::VrmTextureTransform, VrmVersion::Vrm1,
          {{"/materials/0/pbrMetallicRoughness/baseColorTexture/texCoord", "1"},
           {"/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/texCoord",
            "0"}},
          {"error /meshes/0/primitives/0/material: baseColorTexture of the material needs TEXCOORD_1 "
           "[GLTF_MATERIAL_ATTRIBUTES]",
           "warning "
           "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/texCoord: "
           "renderers of avatars may ignore texCoord [VRM_TEXTURE_TRANSFORM]"}),
      changed(Code::VrmLicenceMissing, VrmVersion::Vrm0, {{"/extensions/VRM/meta/licenseName", R"("Other")"}},
              {"warning /extensions/VRM/meta/otherLicenseUrl: the licence is another one, and nothing says "
               "which [VRM_LICENCE_MISSING]"}),
      changed(Code::VrmLicenceConflict, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/meta/allowRedistribution", "false"}},
              {"warning /extensions/VRMC_vrm/meta/modification: changed copies may be passed on, and the "
               "model itself not [VRM_LICENCE_CONFLICT]"}),
      changed(Code::VrmLicenceConflict, VrmVersion::Vrm0,
              {{"/extensions/VRM/meta/licenseName", R"("CC_BY_NC")"}},
              {"warning /extensions/VRM/meta/licenseName: CC_BY_NC forbids commercial use, which the licence "
               "allows elsewhere [VRM_LICENCE_CONFLICT]"}),
      changed(Code::VrmLicenceConflict, VrmVersion::Vrm0,
              {{"/extensions/VRM/meta/allowedUserName", R"("OnlyAuthor")"}},
              {"warning /extensions/VRM/meta/licenseName: CC_BY is for everybody, and only the author may "
               "use the avatar [VRM_LICENCE_CONFLICT]"}),
      changed(Code::VrmUrl, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/meta/licenseUrl", R"("https://example.com")"}},
              {"error /extensions/VRMC_vrm/meta/licenseUrl: \"https://example.com\" must be "
               "https://vrm.dev/licenses/1.0/ [VRM_URL]"}),
      changed(Code::VrmUrl, VrmVersion::Vrm0, {{"/extensions/VRM/meta/otherPermissionUrl", R"("undefined")"}},
              {"warning /extensions/VRM/meta/otherPermissionUrl: \"undefined\" is no URL [VRM_URL]"}),
      changed(
          Code::VrmNameDoubled, VrmVersion::Vrm1, {{"/nodes/25/name", R"("hair_1")"}},
          {"information /nodes: names that are used more than once: \"hair_1\" (22, 25) [VRM_NAME_DOUBLED]"}),
      changed(Code::VrmNameDoubled, VrmVersion::Vrm1,
              {{"/nodes/25/name", R"("hair_1")"},
               {"/nodes/24/name", R"("hair_1")"},
               {"/nodes/29/name", R"("hair_1")"},
               {"/nodes/30/name", R"("hair_1")"},
               {"/nodes/28/name", R"("root")"}},
              {"information /nodes: names that are used more than once: \"hair_1\" (22, 24, 25 and 2 more), "
               "\"root\" (28, 31) [VRM_NAME_DOUBLED]"}),
      changed(Code::VrmNameDoubled, VrmVersion::Draft, {{"/materials/1/name", R"("skin")"}},
              {"warning /materials: names that are used more than once: \"skin\" (0, 1) [VRM_NAME_DOUBLED]"}),
      changed(Code::VrmNameFile, VrmVersion::Draft, {{"/nodes/25/name", R"("a:b")"}},
              {"warning /nodes: names that cannot be file names: \"a:b\" [VRM_NAME_FILE]"}),
      {Code::VrmNone,
       bytesOf(gltfJson(R"("extensionsUsed":["VRMC_vrm"])")),
       {"error /extensionsUsed: VRMC_vrm is named here, and the file has no such extension [VRM_NONE]",
        "information the file has no VRM avatar or animation in it; it is read as plain glTF [VRM_NONE]"}},
      changed(Code::VrmLicenceMissing, VrmVersion::Vrm1,
              {{"/extensions/VRMC_vrm/meta",
                R"({"name":"a","authors":["b"],"licenseUrl":"https://vrm.dev/licenses/1.0/"})"}},
              {"information /extensions/VRMC_vrm/meta: no term is stated; the defaults forbid everything to "
               "everybody but the author [VRM_LICENCE_MISSING]"}),
  };
}

}  // namespace vrm::test
