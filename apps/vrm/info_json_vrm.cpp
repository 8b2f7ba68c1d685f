// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// schema::Vrm as JSON, member by member (docs/cli.md, "vrm").
#include <algorithm>

#include "info.hpp"
#include "meta_json.hpp"

namespace vrm::cli {
namespace {

using gltf::JsonValue;

JsonValue metaJson(JsonOut& out, const schema::Meta& meta) {
  JsonValue made = aboutJson(out, meta);
  out.add(made, {{"licenseUrl", out.of(meta.licenseUrl)},
                 {"avatarPermission", out.of(meta.avatarPermission)},
                 {"allowExcessivelyViolentUsage", out.of(meta.allowExcessivelyViolentUsage)},
                 {"allowExcessivelySexualUsage", out.of(meta.allowExcessivelySexualUsage)},
                 {"commercialUsage", out.of(meta.commercialUsage)},
                 {"allowPoliticalOrReligiousUsage", out.of(meta.allowPoliticalOrReligiousUsage)},
                 {"allowAntisocialOrHateUsage", out.of(meta.allowAntisocialOrHateUsage)},
                 {"creditNotation", out.of(meta.creditNotation)},
                 {"allowRedistribution", out.of(meta.allowRedistribution)},
                 {"modification", out.of(meta.modification)},
                 {"otherLicenseUrl", out.of(meta.otherLicenseUrl)},
                 {"source", sourceTermsJson(out, meta)}});
  return made;
}

// Those that the model has.
JsonValue bonesJson(JsonOut& out, const std::array<NodeIndex, kHumanBoneCount>& bones) {
  JsonValue made = out.object();
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const NodeIndex node = bones[static_cast<std::size_t>(bone.bone)];
    if (node) out.add(made, {{bone.name, out.of(node)}});
  }
  return made;
}

JsonValue unityJson(JsonOut& out, const std::optional<schema::UnityHumanDescription>& unity) {
  if (!unity) return {};
  return out.object({{"armStretch", out.of(unity->armStretch)},
                     {"legStretch", out.of(unity->legStretch)},
                     {"upperArmTwist", out.of(unity->upperArmTwist)},
                     {"lowerArmTwist", out.of(unity->lowerArmTwist)},
                     {"upperLegTwist", out.of(unity->upperLegTwist)},
                     {"lowerLegTwist", out.of(unity->lowerLegTwist)},
                     {"feetSpacing", out.of(unity->feetSpacing)},
                     {"hasTranslationDoF", out.of(unity->hasTranslationDoF)},
                     {"limits", out.list(unity->limits, [&](const schema::UnityHumanLimit& limit) {
                        return out.object({{"bone", out.of(limit.bone)},
                                           {"min", out.of(limit.min)},
                                           {"max", out.of(limit.max)},
                                           {"center", out.of(limit.center)},
                                           {"axisLength", out.of(limit.axisLength)}});
                      })}});
}

JsonValue humanoidJson(JsonOut& out, const schema::Vrm& vrm) {
  JsonValue tails = out.object();
  for (const HumanTailInfo& tail : allHumanTails()) {
    const NodeIndex node = vrm.humanoid.tails[static_cast<std::size_t>(tail.tail)];
    if (node) out.add(tails, {{tail.name, out.of(node)}});
  }
  std::vector<std::string_view> missing;
  for (const HumanBoneInfo& bone : allHumanBones()) {
    if (schema::isRequired(bone.bone, vrm.version) && !vrm.humanoid[bone.bone]) missing.push_back(bone.name);
  }
  return out.object({{"humanBones", bonesJson(out, vrm.humanoid.humanBones)},
                     {"tails", tails},
                     {"missing", out.of(missing)},
                     {"unity", unityJson(out, vrm.humanoid.unity)}});
}

JsonValue expressionJson(JsonOut& out, const schema::Expression& expression) {
  const auto morph = [&](const schema::MorphTargetBind& bind) {
    return out.object({{"node", out.of(bind.node)}, {"index", out.of(bind.index)}, {"weight", out.of(bind.weight)}});
  };
  const auto color = [&](const schema::MaterialColorBind& bind) {
    return out.object(
        {{"material", out.of(bind.material)}, {"type", out.of(bind.type)}, {"targetValue", out.of(bind.targetValue)}});
  };
  const auto texture = [&](const schema::TextureTransformBind& bind) {
    return out.object(
        {{"material", out.of(bind.material)}, {"scale", out.of(bind.scale)}, {"offset", out.of(bind.offset)}});
  };
  return out.object({{"name", out.of(expression.name)},
                     {"preset", out.of(expression.preset.has_value())},
                     {"isBinary", out.of(expression.isBinary)},
                     {"overrideBlink", out.of(expression.overrideBlink)},
                     {"overrideLookAt", out.of(expression.overrideLookAt)},
                     {"overrideMouth", out.of(expression.overrideMouth)},
                     {"morphTargetBinds", out.list(expression.morphTargetBinds, morph)},
                     {"materialColorBinds", out.list(expression.materialColorBinds, color)},
                     {"textureTransformBinds", out.list(expression.textureTransformBinds, texture)}});
}

JsonValue lookAtJson(JsonOut& out, const std::optional<schema::LookAt>& lookAt) {
  if (!lookAt) return {};
  const auto map = [&](const schema::RangeMap& from) {
    return out.object({{"inputMaxValue", out.of(from.inputMaxValue)},
                       {"outputScale", out.of(from.outputScale)},
                       {"curve", out.of(from.curve)}});
  };
  return out.object({{"offsetFromHeadBone", out.of(lookAt->offsetFromHeadBone)},
                     {"type", out.of(lookAt->type)},
                     {"rangeMapHorizontalInner", map(lookAt->rangeMapHorizontalInner)},
                     {"rangeMapHorizontalOuter", map(lookAt->rangeMapHorizontalOuter)},
                     {"rangeMapVerticalDown", map(lookAt->rangeMapVerticalDown)},
                     {"rangeMapVerticalUp", map(lookAt->rangeMapVerticalUp)}});
}

JsonValue firstPersonJson(JsonOut& out, const schema::FirstPerson& firstPerson) {
  return out.object({{"meshAnnotations", out.list(firstPerson.meshAnnotations, [&](const schema::MeshAnnotation& a) {
                        return out.object({{"node", out.of(a.node)}, {"type", out.of(a.type)}});
                      })}});
}

JsonValue shapeJson(JsonOut& out, const schema::ColliderShape& shape) {
  using Type = schema::ColliderShape::Type;
  const bool plane = shape.type == Type::Plane;
  return out.object({{"type", out.of(shape.type)},
                     {"offset", out.of(shape.offset)},
                     {"radius", out.onlyIf(!plane, shape.radius)},
                     {"tail", out.onlyIf(shape.type == Type::Capsule, shape.tail)},
                     {"normal", out.onlyIf(plane, shape.normal)},
                     {"inside", out.onlyIf(!plane, shape.inside)}});
}

JsonValue limitJson(JsonOut& out, const std::optional<schema::SpringLimit>& limit) {
  if (!limit) return {};
  const bool spherical = limit->type == schema::SpringLimit::Type::Spherical;
  return out.object({{"type", out.of(limit->type)},
                     {"angle", out.onlyIf(!spherical, limit->angle)},
                     {"pitch", out.onlyIf(spherical, limit->pitch)},
                     {"yaw", out.onlyIf(spherical, limit->yaw)},
                     {"rotation", out.of(limit->rotation)}});
}

JsonValue springBoneJson(JsonOut& out, const schema::SpringBone& springBone) {
  const auto collider = [&](const schema::Collider& from) {
    return out.object({{"node", out.of(from.node)},
                       {"shape", shapeJson(out, from.shape)},
                       {"fallback", from.fallback ? shapeJson(out, *from.fallback) : JsonValue()}});
  };
  const auto group = [&](const schema::ColliderGroup& from) {
    return out.object({{"name", out.of(from.name)}, {"colliders", out.of(from.colliders)}});
  };
  const auto joint = [&](const schema::SpringJoint& from) {
    return out.object({{"node", out.of(from.node)},
                       {"hitRadius", out.of(from.hitRadius)},
                       {"stiffness", out.of(from.stiffness)},
                       {"gravityPower", out.of(from.gravityPower)},
                       {"gravityDir", out.of(from.gravityDir)},
                       {"dragForce", out.of(from.dragForce)},
                       {"limit", limitJson(out, from.limit)}});
  };
  const auto spring = [&](const schema::Spring& from) {
    return out.object({{"name", out.of(from.name)},
                       {"joints", out.list(from.joints, joint)},
                       {"colliderGroups", out.of(from.colliderGroups)},
                       {"center", out.of(from.center)}});
  };
  return out.object({{"colliders", out.list(springBone.colliders, collider)},
                     {"colliderGroups", out.list(springBone.colliderGroups, group)},
                     {"springs", out.list(springBone.springs, spring)}});
}

JsonValue constraintJson(JsonOut& out, const schema::NodeConstraint& c) {
  using Type = schema::ConstraintType;
  const bool draft = isDraft(c.type);
  std::vector<bool> axes(c.axes.begin(), c.axes.end() - (c.type == Type::DraftAim ? 1 : 0));
  return out.object({{"node", out.of(c.node)},
                     {"type", out.of(c.type)},
                     {"source", out.of(c.source)},
                     {"weight", out.of(c.weight)},
                     {"rollAxis", out.onlyIf(c.type == Type::Roll, c.rollAxis)},
                     {"aimAxis", out.onlyIf(c.type == Type::Aim, c.aimAxis)},
                     {"sourceSpace", out.onlyIf(draft, c.sourceSpace)},
                     {"destinationSpace", out.onlyIf(draft, c.destinationSpace)},
                     {"axes", out.onlyIf(draft, axes)},
                     {"aimVector", out.onlyIf(c.type == Type::DraftAim, c.aimVector)},
                     {"upVector", out.onlyIf(c.type == Type::DraftAim, c.upVector)}});
}

JsonValue animationJson(JsonOut& out, const std::optional<schema::HumanoidAnimation>& animation) {
  if (!animation) return {};
  const auto track = [&](const schema::ExpressionTrack& from) {
    return out.object(
        {{"name", out.of(from.name)}, {"preset", out.of(from.preset.has_value())}, {"node", out.of(from.node)}});
  };
  JsonValue lookAt;
  if (animation->lookAt) {
    lookAt = out.object({{"node", out.of(animation->lookAt->node)},
                         {"offsetFromHeadBone", out.of(animation->lookAt->offsetFromHeadBone)}});
  }
  return out.object({{"humanBones", bonesJson(out, animation->humanBones)},
                     {"expressions", out.list(animation->expressions, track)},
                     {"lookAt", lookAt}});
}

}  // namespace

JsonValue vrmJson(JsonOut& out, const schema::Vrm& vrm, std::uint32_t nodeCount) {
  const Licence licence = Licence::of(vrm);
  std::uint32_t added = nodeCount;
  const auto addedNode = [&](const schema::AddedNode& from) {
    return out.object({{"node", out.of(added++)},
                       {"name", out.of(from.name)},
                       {"parent", out.of(from.parent)},
                       {"translation", out.of(from.translation)}});
  };
  return out.object(
      {{"version", out.of(vrm.version)},
       {"specVersion", out.orNull(vrm.specVersion)},
       {"exporterVersion", out.orNull(vrm.exporterVersion)},
       {"turned", out.of(vrm.turned)},
       {"addedNodes", out.list(vrm.addedNodes, addedNode)},
       {"meta", metaJson(out, vrm.meta)},
       {"licence", usesJson(out, licence.all())},
       {"humanoid", humanoidJson(out, vrm)},
       {"expressions",
        out.list(vrm.expressions.list, [&](const schema::Expression& from) { return expressionJson(out, from); })},
       {"binaryRule", out.of(vrm.expressions.binaryRule)},
       {"lookAt", lookAtJson(out, vrm.lookAt)},
       {"firstPerson", firstPersonJson(out, vrm.firstPerson)},
       {"springBone", springBoneJson(out, vrm.springBone)},
       {"constraints",
        out.list(vrm.constraints, [&](const schema::NodeConstraint& from) { return constraintJson(out, from); })},
       {"materials", materialsJson(out, vrm.materials)},
       {"animation", animationJson(out, vrm.animation)}});
}

}  // namespace vrm::cli
