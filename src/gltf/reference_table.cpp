// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The one table that says which JSON members are references, and to what. Range checks, removal and reordering all
// read it; a new extension needs rows here and nothing else.
#include <algorithm>
#include <array>
#include <iterator>

#include "vrm/gltf/references.hpp"

namespace vrm::gltf {
namespace {
namespace rows {  // where kinds go by their bare names, which are those of types outside

using enum Kind;

constexpr KindInfo kKinds[] = {
    {Scene, "/scenes", "scene", "scenes"},
    {Node, "/nodes", "node", "nodes"},
    {Mesh, "/meshes", "mesh", "meshes"},
    {Skin, "/skins", "skin", "skins"},
    {Camera, "/cameras", "camera", "cameras"},
    {Material, "/materials", "material", "materials"},
    {Texture, "/textures", "texture", "textures"},
    {Sampler, "/samplers", "sampler", "samplers"},
    {Image, "/images", "image", "images"},
    {Accessor, "/accessors", "accessor", "accessors"},
    {BufferView, "/bufferViews", "buffer view", "buffer views"},
    {Buffer, "/buffers", "buffer", "buffers"},
    {Animation, "/animations", "animation", "animations"},
    {AnimationSampler, "/animations/*/samplers", "sampler in this animation", "samplers in this animation"},
    {Spring, "/extensions/VRMC_springBone/springs", "spring", "springs"},
    {SpringCollider, "/extensions/VRMC_springBone/colliders", "collider", "colliders"},
    {SpringColliderGroup, "/extensions/VRMC_springBone/colliderGroups", "collider group", "collider groups"},
    {DraftColliderGroup, "/extensions/VRMC_vrm/springBone/colliderGroups", "collider group", "collider groups"},
    {Vrm0ColliderGroup, "/extensions/VRM/secondaryAnimation/colliderGroups", "collider group", "collider groups"},
    {Light, "/extensions/KHR_lights_punctual/lights", "light", "lights"},
    {Variant, "/extensions/KHR_materials_variants/variants", "variant", "variants"},
    {Pointer, "", "pointer", "pointers"},
};
static_assert(std::size(kKinds) == kKindCount);

// The binds of an expression, in the spellings of 1.0 and of drafts.
#define VRM_EXPRESSION_RULES(expression)                        \
  {expression "/morphTargetBinds/*!/node", Node},               \
      {expression "/morphTargetBinds/*!/mesh", Mesh},           \
      {expression "/binds/*!/node", Node},                      \
      {expression "/binds/*!/mesh", Mesh},                      \
      {expression "/values/*!/node", Node},                     \
      {expression "/values/*!/mesh", Mesh},                     \
      {expression "/materialColorBinds/*!/material", Material}, \
      {expression "/materialValues/*!/material", Material},     \
      {expression "/materials/*!/material", Material},          \
      {expression "/textureTransformBinds/*!/material", Material}, \
      {expression "/materialUVBinds/*!/material", Material}

constexpr ReferenceRule kRules[] = {
    // glTF 2.0 section 5
    {"/scene!", Scene},
    {"/scenes/*/nodes/*!", Node},
    {"/nodes/*/children/*!", Node},
    {"/nodes/*/mesh!", Mesh, false, "skin weights"},
    {"/nodes/*/skin!", Skin},
    {"/nodes/*/camera!", Camera},
    {"/skins/*/joints/*", Node},  // vertices count on the order of joints
    {"/skins/*/skeleton!", Node},
    {"/skins/*/inverseBindMatrices", Accessor},
    {"/meshes/*/primitives/*/attributes/*", Accessor},
    {"/meshes/*/primitives/*/indices", Accessor},
    {"/meshes/*/primitives/*/targets/*/*", Accessor},
    {"/meshes/*/primitives/*/material!", Material},
    {"/accessors/*/bufferView", BufferView},
    {"/accessors/*/sparse/indices/bufferView", BufferView},
    {"/accessors/*/sparse/values/bufferView", BufferView},
    {"/bufferViews/*/buffer", Buffer},
    {"/images/*/bufferView", BufferView},
    {"/textures/*/source!", Image},
    {"/textures/*/sampler!", Sampler},
    {"/materials/*/pbrMetallicRoughness/baseColorTexture!/index", Texture},
    {"/materials/*/pbrMetallicRoughness/metallicRoughnessTexture!/index", Texture},
    {"/materials/*/normalTexture!/index", Texture},
    {"/materials/*/occlusionTexture!/index", Texture},
    {"/materials/*/emissiveTexture!/index", Texture},
    {"/animations/*/channels/*!/sampler", AnimationSampler},
    {"/animations/*/channels/*!/target/node", Node},
    {"/animations/*/samplers/*/input", Accessor},
    {"/animations/*/samplers/*/output", Accessor},

    // VRMC_vrm 1.0
    {"/extensions/VRMC_vrm/meta/thumbnailImage!", Image},
    {"/extensions/VRMC_vrm/humanoid/humanBones/*!/node", Node},
    {"/extensions/VRMC_vrm/firstPerson/meshAnnotations/*!/node", Node},
    {"/extensions/VRMC_vrm/extras/vrmSource/humanBoneTails/*!", Node},  // ours: schema/source.cpp
    // Expressions, wherever 1.0 (presets and custom ones; as a list in drafts) and seed 004 (two spellings, with and
    // without blendShapeGroups) keep them
    VRM_EXPRESSION_RULES("/extensions/VRMC_vrm/expressions/*/*"),
    VRM_EXPRESSION_RULES("/extensions/VRMC_vrm/expressions/*"),
    VRM_EXPRESSION_RULES("/extensions/VRMC_vrm/blendShape/blendShapeGroups/*"),
    VRM_EXPRESSION_RULES("/extensions/VRMC_vrm/blendShape/*"),
    VRM_EXPRESSION_RULES("/extensions/VRMC_vrm/blendshape/blendShapeGroups/*"),
    VRM_EXPRESSION_RULES("/extensions/VRMC_vrm/blendshape/*"),
    // VRMC_vrm 1.0 draft (seed 004: MeshAnnotation, SpringBone)
    {"/extensions/VRMC_vrm/firstPerson/meshAnnotations/*!/mesh", Mesh},
    {"/extensions/VRMC_vrm/springBone/boneGroups/*/bones/*!", Node},
    {"/extensions/VRMC_vrm/springBone/boneGroups/*/center!", Node, true},
    {"/extensions/VRMC_vrm/springBone/boneGroups/*/colliderGroups/*!", DraftColliderGroup},
    {"/extensions/VRMC_vrm/springBone/colliderGroups/*!/node", Node},

    // VRMC_springBone 1.0 (its limits and extended colliders name nothing by index)
    {"/extensions/VRMC_springBone/colliders/*!/node", Node},
    {"/extensions/VRMC_springBone/colliderGroups/*/colliders/*!", SpringCollider},
    {"/extensions/VRMC_springBone/springs/*/joints/*!/node", Node},
    {"/extensions/VRMC_springBone/springs/*/colliderGroups/*!", SpringColliderGroup},
    {"/extensions/VRMC_springBone/springs/*/center!", Node, true},

    // VRMC_node_constraint 1.0 and the draft of seed 003: object or one-element array, with or without `constraint`
    {"/nodes/*/extensions/VRMC_node_constraint!/*/source", Node},
    {"/nodes/*/extensions/VRMC_node_constraint!/*/*/source", Node},
    {"/nodes/*/extensions/VRMC_node_constraint!/*/*/*/source", Node},
    {"/nodes/*/extensions/VRMC_constraints!/*/source", Node},
    {"/nodes/*/extensions/VRMC_constraints!/*/*/source", Node},
    {"/nodes/*/extensions/VRMC_constraints!/*/*/*/source", Node},
    {"/nodes/*/extensions/VRMC_constraints-1.0!/*/source", Node},
    {"/nodes/*/extensions/VRMC_constraints-1.0!/*/*/source", Node},
    {"/nodes/*/extensions/VRMC_constraints-1.0!/*/*/*/source", Node},

    // VRMC_materials_mtoon 1.0
    {"/materials/*/extensions/VRMC_materials_mtoon/shadeMultiplyTexture!/index", Texture},
    {"/materials/*/extensions/VRMC_materials_mtoon/shadingShiftTexture!/index", Texture},
    {"/materials/*/extensions/VRMC_materials_mtoon/matcapTexture!/index", Texture},
    {"/materials/*/extensions/VRMC_materials_mtoon/rimMultiplyTexture!/index", Texture},
    {"/materials/*/extensions/VRMC_materials_mtoon/outlineWidthMultiplyTexture!/index", Texture},
    {"/materials/*/extensions/VRMC_materials_mtoon/uvAnimationMaskTexture!/index", Texture},

    // VRMC_vrm_animation 1.0
    {"/extensions/VRMC_vrm_animation/humanoid/humanBones/*!/node", Node},
    {"/extensions/VRMC_vrm_animation/expressions/*/*!/node", Node},
    {"/extensions/VRMC_vrm_animation/lookAt!/node", Node},

    // VRM 0.x
    {"/extensions/VRM/meta/texture!", Texture, true},
    {"/extensions/VRM/humanoid/humanBones/*!/node", Node, true},
    {"/extensions/VRM/firstPerson/firstPersonBone!", Node, true},
    {"/extensions/VRM/firstPerson/meshAnnotations/*!/mesh", Mesh, true},
    {"/extensions/VRM/blendShapeMaster/blendShapeGroups/*/binds/*!/mesh", Mesh, true},
    {"/extensions/VRM/blendShapeMaster/blendShapeGroups/*/values/*!/mesh", Mesh, true},
    {"/extensions/VRM/secondaryAnimation/boneGroups/*/bones/*!", Node, true},
    {"/extensions/VRM/secondaryAnimation/boneGroups/*/center!", Node, true},
    {"/extensions/VRM/secondaryAnimation/boneGroups/*/colliderGroups/*!", Vrm0ColliderGroup},
    {"/extensions/VRM/secondaryAnimation/colliderGroups/*!/node", Node, true},
    {"/extensions/VRM/materialProperties/*/textureProperties/*!", Texture, true},

    // Khronos and multi-vendor extensions seen in avatars
    {"/nodes/*/extensions/KHR_lights_punctual!/light", Light},
    {"/nodes/*/extensions/EXT_mesh_gpu_instancing/attributes/*", Accessor},
    {"/meshes/*/primitives/*/extensions/KHR_draco_mesh_compression/bufferView", BufferView},
    {"/meshes/*/primitives/*/extensions/KHR_materials_variants/mappings/*!/material", Material},
    {"/meshes/*/primitives/*/extensions/KHR_materials_variants/mappings/*/variants/*!", Variant},
    {"/bufferViews/*/extensions/EXT_meshopt_compression/buffer", Buffer},
    {"/bufferViews/*/extensions/KHR_meshopt_compression/buffer", Buffer},
    {"/textures/*/extensions/KHR_texture_basisu!/source", Image},
    {"/textures/*/extensions/EXT_texture_webp!/source", Image},
    {"/textures/*/extensions/EXT_texture_avif!/source", Image},
    {"/textures/*/extensions/MSFT_texture_dds!/source", Image},
    {"/materials/*/extensions/KHR_materials_anisotropy/anisotropyTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_clearcoat/clearcoatTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_clearcoat/clearcoatRoughnessTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_clearcoat/clearcoatNormalTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_diffuse_transmission/diffuseTransmissionTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_diffuse_transmission/diffuseTransmissionColorTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_iridescence/iridescenceTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_iridescence/iridescenceThicknessTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_pbrSpecularGlossiness/diffuseTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_pbrSpecularGlossiness/specularGlossinessTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_sheen/sheenColorTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_sheen/sheenRoughnessTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_specular/specularTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_specular/specularColorTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_transmission/transmissionTexture!/index", Texture},
    {"/materials/*/extensions/KHR_materials_volume/thicknessTexture!/index", Texture},
    {"/nodes/*/extensions/MSFT_lod/ids/*!", Node},
    {"/materials/*/extensions/MSFT_lod/ids/*!", Material},
    {"/animations/*/channels/*!/target/extensions/KHR_animation_pointer/pointer", Pointer},
};
#undef VRM_EXPRESSION_RULES

}  // namespace rows
using rows::kKinds;
using rows::kRules;

// Known to hold no indices at all.
constexpr std::string_view kWithoutReferences[] = {
    "KHR_materials_dispersion",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_texture_transform",
    "KHR_xmp_json_ld",
    "VRMC_materials_hdr_emissiveMultiplier",
    "VRMC_springBone_extended_collider",
    "VRMC_springBone_limit",
};

}  // namespace

const KindInfo& info(Kind kind) noexcept {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::string counted(Kind kind, std::size_t count) {
  return std::to_string(count) + " " + std::string(count == 1 ? info(kind).singular : info(kind).plural);
}

std::string outOfRange(Kind kind, std::uint64_t index, std::size_t count) {
  return std::to_string(index) + " is out of range, the file has " + counted(kind, count);
}

std::optional<Kind> kindOfArray(std::string_view member) noexcept {
  const auto found = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const KindInfo& row) {
    return !row.home.empty() && row.home.substr(1) == member;
  });
  if (found == std::end(kKinds)) return std::nullopt;
  return found->kind;
}

std::span<const ReferenceRule> referenceRules() noexcept {
  return kRules;
}

bool isKnownExtension(std::string_view name) noexcept {
  // The innermost extension of each pattern, or nothing. Worked out beforehand: a file may have a hundred
  // thousand names.
  static constexpr auto kOfRules = [] {
    std::array<std::string_view, std::size(kRules)> names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      constexpr std::string_view kBefore = "extensions/";
      const std::size_t at = kRules[i].pattern.rfind(kBefore);
      if (at == std::string_view::npos) continue;
      const std::string_view rest = kRules[i].pattern.substr(at + kBefore.size());
      names[i] = rest.substr(0, rest.find_first_of("/!"));
    }
    return names;
  }();
  const auto has = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  return !name.empty() && (has(kWithoutReferences) || has(kOfRules));
}

}  // namespace vrm::gltf
