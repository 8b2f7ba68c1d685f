// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Structs that a program has made or edited: whether they fit a file, and whether a reader could have given them.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <unordered_set>

#include "schema/check.hpp"
#include "schema/material_io.hpp"
#include "schema/reader.hpp"

namespace vrm::schema {
namespace {

Error misuse(std::string message) {
  return Error{Code::ApiMisuse, std::move(message), "", kNoOffset};
}

// Looks at every number, because JSON has no word for infinity and NaN. Remembers the first place with one.
class FiniteCheck {
 public:
  std::string place;  // of the first that is not finite

  void avatar(const Vrm& vrm) {
    for (const AddedNode& added : vrm.addedNodes) check("an added node", {}, added.translation);
    if (vrm.humanoid.unity) unity(*vrm.humanoid.unity);
    for (const Expression& e : vrm.expressions.list) expression(e);
    if (vrm.lookAt) lookAt(*vrm.lookAt);
    for (const Collider& c : vrm.springBone.colliders) {
      shape(c.shape);
      if (c.fallback) shape(*c.fallback);
    }
    for (const Spring& s : vrm.springBone.springs) spring(s);
    for (const NodeConstraint& c : vrm.constraints) {
      check("a constraint", {}, c.weight, c.aimVector, c.upVector);
    }
    for (const Material& m : vrm.materials) material(m);
    if (vrm.animation && vrm.animation->lookAt && vrm.animation->lookAt->offsetFromHeadBone) {
      check("the look-at track", {}, *vrm.animation->lookAt->offsetFromHeadBone);
    }
  }

 private:
  static bool finite(float v) { return std::isfinite(v); }
  static bool finite(Vec2 v) { return finite(v.x) && finite(v.y); }
  static bool finite(Vec3 v) { return finite(v.x) && finite(v.y) && finite(v.z); }
  static bool finite(Vec4 v) { return finite(v.x) && finite(v.y) && finite(v.z) && finite(v.w); }
  static bool finite(Quat q) { return finite(q.x) && finite(q.y) && finite(q.z) && finite(q.w); }

  template <class... Values>
  void check(std::string_view what, std::string_view name, const Values&... values) {
    if (!place.empty() || (finite(values) && ...)) return;
    place = std::string(what) + (name.empty() ? "" : " " + gltf::inQuotes(name));
  }

  void unity(const UnityHumanDescription& u) {
    constexpr std::string_view kWhat = "humanoid.unity";
    check(kWhat, {}, u.armStretch, u.legStretch, u.upperArmTwist, u.lowerArmTwist, u.upperLegTwist, u.lowerLegTwist,
          u.feetSpacing);
    for (const UnityHumanLimit& l : u.limits) check(kWhat, {}, l.min, l.max, l.center, l.axisLength);
  }

  void expression(const Expression& e) {
    constexpr std::string_view kWhat = "expression";
    for (const MorphTargetBind& bind : e.morphTargetBinds) check(kWhat, e.name, bind.weight);
    for (const MaterialColorBind& bind : e.materialColorBinds) check(kWhat, e.name, bind.targetValue);
    for (const TextureTransformBind& bind : e.textureTransformBinds) check(kWhat, e.name, bind.scale, bind.offset);
  }

  void lookAt(const LookAt& l) {
    check("lookAt", {}, l.offsetFromHeadBone);
    for (const RangeMap* map : {&l.rangeMapHorizontalInner, &l.rangeMapHorizontalOuter, &l.rangeMapVerticalDown,
                                &l.rangeMapVerticalUp}) {
      check("lookAt", {}, map->inputMaxValue, map->outputScale);
      for (const float v : map->curve) check("lookAt", {}, v);
    }
  }

  void shape(const ColliderShape& s) { check("a collider", {}, s.offset, s.radius, s.tail, s.normal); }

  void spring(const Spring& s) {
    for (const SpringJoint& j : s.joints) {
      check("spring", s.name, j.hitRadius, j.stiffness, j.gravityPower, j.gravityDir, j.dragForce);
      if (j.limit) check("spring", s.name, j.limit->angle, j.limit->pitch, j.limit->yaw, j.limit->rotation);
    }
  }

  void material(const Material& m) {
    constexpr std::string_view kWhat = "material";
    forEachTexture(m, [&](const TextureInfo& t) {
      check(kWhat, m.name, t.scale);
      if (t.transform) check(kWhat, m.name, t.transform->offset, t.transform->rotation, t.transform->scale);
    });
    check(kWhat, m.name, m.baseColorFactor, m.metallicFactor, m.roughnessFactor, m.emissiveFactor, m.emissiveStrength,
          m.alphaCutoff);
    if (!m.mtoon) return;
    const MToon& t = *m.mtoon;
    check(kWhat, m.name, t.shadeColorFactor, t.shadingShiftFactor, t.shadingToonyFactor, t.giEqualizationFactor,
          t.matcapFactor, t.parametricRimColorFactor, t.rimLightingMixFactor, t.parametricRimFresnelPowerFactor,
          t.parametricRimLiftFactor, t.outlineWidthFactor, t.outlineColorFactor, t.outlineLightingMixFactor,
          t.uvAnimationScrollXSpeedFactor, t.uvAnimationScrollYSpeedFactor, t.uvAnimationRotationSpeedFactor);
  }
};

std::optional<Error> badName(const Expressions& expressions) {
  std::unordered_set<std::string_view> names;
  for (const Expression& e : expressions.list) {
    if (e.name.empty()) return misuse("an expression has no name");
    if (!names.insert(e.name).second) return misuse("there are two expressions " + gltf::inQuotes(e.name));
    if (e.preset && e.name != name(*e.preset)) {
      return misuse("expression " + gltf::inQuotes(e.name) + " is the preset " +
                    gltf::inQuotes(name(*e.preset)) + " and must have its name");
    }
    for (std::size_t i = 0; !e.preset && i < kExpressionPresetCount; ++i) {
      // Readers take it for the preset, however it is spelled.
      if (equalIgnoringCase(e.name, name(static_cast<ExpressionPreset>(i)))) {
        return misuse("the custom expression " + gltf::inQuotes(e.name) + " has the name of a preset");
      }
    }
  }
  return std::nullopt;
}

// What no reader gives, whatever the file is.
std::optional<Error> inconsistent(const Vrm& vrm) {
  FiniteCheck numbers;
  numbers.avatar(vrm);
  if (!numbers.place.empty()) return misuse("a number of " + numbers.place + " is not finite");
  if (std::optional<Error> error = badName(vrm.expressions)) return error;
  std::unordered_set<std::uint32_t> bones, constrained;
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const NodeIndex node = vrm.humanoid[bone.bone];
    if (node && !bones.insert(node.value).second) {
      return misuse("node " + std::to_string(node.value) + " is two humanoid bones, one of them " +
                    std::string(bone.name));
    }
  }
  for (const NodeConstraint& c : vrm.constraints) {
    if (!constrained.insert(c.node.value).second) {
      return misuse("node " + std::to_string(c.node.value) + " has two constraints");
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> misfit(const Vrm& vrm, const FileCounts& file) {
  const std::uint32_t nodes = file.nodes + static_cast<std::uint32_t>(vrm.addedNodes.size());
  std::optional<Error> error = inconsistent(vrm);
  const auto check = [&](std::uint32_t index, std::uint32_t size, bool optional, std::string_view what) {
    if (error || index < size || (optional && index == kNone)) return;
    error = misuse(std::string(what) + (index == kNone ? " is not set"
                                                       : " is " + std::to_string(index) + ", but there are only " +
                                                             std::to_string(size)));
  };
  for (const AddedNode& added : vrm.addedNodes) {
    check(added.parent.value, file.nodes, false, "the parent of an added node");
  }
  check(vrm.meta.thumbnailImage.value, file.images, true, "meta.thumbnailImage");
  for (const NodeIndex node : vrm.humanoid.humanBones) check(node.value, nodes, true, "the node of a humanoid bone");
  for (const NodeIndex node : vrm.humanoid.tails) check(node.value, nodes, true, "the node of a humanoid tail");
  for (const Expression& e : vrm.expressions.list) {
    constexpr std::string_view kMaterial = "the material of a bind";
    for (const auto& bind : e.morphTargetBinds) check(bind.node.value, nodes, false, "the node of a morph target bind");
    for (const auto& bind : e.materialColorBinds) check(bind.material.value, file.materials, false, kMaterial);
    for (const auto& bind : e.textureTransformBinds) check(bind.material.value, file.materials, false, kMaterial);
  }
  for (const MeshAnnotation& a : vrm.firstPerson.meshAnnotations) {
    check(a.node.value, nodes, false, "the node of an annotation");
  }
  const auto colliders = static_cast<std::uint32_t>(vrm.springBone.colliders.size());
  const auto groups = static_cast<std::uint32_t>(vrm.springBone.colliderGroups.size());
  for (const Collider& c : vrm.springBone.colliders) check(c.node.value, nodes, false, "the node of a collider");
  for (const ColliderGroup& g : vrm.springBone.colliderGroups) {
    for (const ColliderIndex c : g.colliders) check(c.value, colliders, false, "a collider of a group");
  }
  for (const Spring& s : vrm.springBone.springs) {
    check(s.center.value, nodes, true, "the center of a spring");
    for (const SpringJoint& j : s.joints) check(j.node.value, nodes, false, "the node of a joint");
    for (const ColliderGroupIndex g : s.colliderGroups) check(g.value, groups, false, "a collider group of a spring");
  }
  for (const NodeConstraint& c : vrm.constraints) {
    check(c.node.value, file.nodes, false, "the node of a constraint");
    check(c.source.value, nodes, false, "the source of a constraint");
  }
  for (const Material& m : vrm.materials) {
    forEachTexture(m, [&](const TextureInfo& t) { check(t.index.value, file.textures, true, "a texture of a material"); });
  }
  if (vrm.animation) {
    for (const NodeIndex node : vrm.animation->humanBones) check(node.value, nodes, true, "the node of a bone's track");
    for (const ExpressionTrack& t : vrm.animation->expressions) {
      check(t.node.value, nodes, false, "the node of a track");
    }
    if (vrm.animation->lookAt) check(vrm.animation->lookAt->node.value, nodes, false, "the node of the look-at track");
  }
  return error;
}

}  // namespace vrm::schema
