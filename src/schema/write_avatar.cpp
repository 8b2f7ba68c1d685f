// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The sections of VRMC_vrm 1.0 beside meta.
#include "schema/member_writer.hpp"
#include "schema/names.hpp"

namespace vrm::schema {
namespace {

using gltf::Json;
using gltf::JsonValue;

void removeAll(const MemberWriter& from, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) from.remove(key);
}

void writeExpression(const MemberWriter& to, const Expression& e) {
  removeAll(to, {"name", "preset", "presetName", "is_binary", "ignoreBlink", "ignoreLookAt", "ignoreMouth", "binds",
                 "values", "materialValues", "materials", "materialUVBinds"});
  to.boolean("isBinary", e.isBinary, false);
  to.string("overrideBlink", name(e.overrideBlink), "none");
  to.string("overrideLookAt", name(e.overrideLookAt), "none");
  to.string("overrideMouth", name(e.overrideMouth), "none");

  const auto morphs = to.objects("morphTargetBinds", e.morphTargetBinds.size(),
                                 {{[](const JsonValue& old, std::size_t) {
                                     return indexText(old, "node") + "/" + indexText(old, "index");
                                   },
                                   [&](std::size_t i) {
                                     const MorphTargetBind& bind = e.morphTargetBinds[i];
                                     return indexText(bind.node) + "/" + std::to_string(bind.index);
                                   }}});
  for (std::size_t i = 0; i < morphs.size(); ++i) {
    const MorphTargetBind& bind = e.morphTargetBinds[i];
    const MemberWriter out(to.json(), morphs[i]);
    out.remove("mesh");
    out.index("node", bind.node);
    out.index("index", Index<struct MorphTargetTag>(bind.index));
    out.required("weight", bind.weight);
  }
  const auto colors = to.objects("materialColorBinds", e.materialColorBinds.size(),
                                 {{[](const JsonValue& old, std::size_t) {
                                     const JsonValue* type = old.find("type");
                                     return indexText(old, "material") + "/" + std::string(type ? type->string() : "");
                                   },
                                   [&](std::size_t i) {
                                     const MaterialColorBind& bind = e.materialColorBinds[i];
                                     return indexText(bind.material) + "/" + std::string(name(bind.type));
                                   }}});
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const MaterialColorBind& bind = e.materialColorBinds[i];
    const MemberWriter out(to.json(), colors[i]);
    out.index("material", bind.material);
    out.string("type", name(bind.type));
    const float v[] = {bind.targetValue.x, bind.targetValue.y, bind.targetValue.z, bind.targetValue.w};
    out.numbers("targetValue", v);
  }
  const auto transforms = to.objects(
      "textureTransformBinds", e.textureTransformBinds.size(),
      {{[](const JsonValue& old, std::size_t) { return indexText(old, "material"); },
        [&](std::size_t i) { return indexText(e.textureTransformBinds[i].material); }}});
  for (std::size_t i = 0; i < transforms.size(); ++i) {
    const TextureTransformBind& bind = e.textureTransformBinds[i];
    const MemberWriter out(to.json(), transforms[i]);
    out.remove("scaling");
    out.index("material", bind.material);
    const float scale[] = {bind.scale.x, bind.scale.y}, offset[] = {bind.offset.x, bind.offset.y};
    constexpr float kScale[] = {1, 1}, kOffset[] = {0, 0};
    out.numbers("scale", scale, kScale);
    out.numbers("offset", offset, kOffset);
  }
}

void writeRangeMap(const MemberWriter& lookAt, std::string_view key, const RangeMap& map) {
  const MemberWriter to = lookAt.child(key);
  to.required("inputMaxValue", map.inputMaxValue);
  to.required("outputScale", map.outputScale);
}

}  // namespace

void writeHumanoid(WriteContext&, const Vrm& vrm, const MemberWriter& extension) {
  const MemberWriter humanoid = extension.child("humanoid");
  const MemberWriter bones = humanoid.child("humanBones");
  for (const HumanTailInfo& tail : allHumanTails()) bones.remove(tail.name);
  removeAll(bones, {"leftThumbIntermediate", "rightThumbIntermediate"});
  for (const HumanBoneInfo& bone : allHumanBones()) {
    const NodeIndex node = vrm.humanoid[bone.bone];
    node ? bones.child(bone.name).index("node", node) : bones.remove(bone.name);
  }
}

void writeExpressions(WriteContext&, const Vrm& vrm, const MemberWriter& extension) {
  removeAll(extension, {"blendShape", "blendshape"});
  const JsonValue* old = extension.object().find("expressions");
  if (old && !old->isObject()) extension.remove("expressions");
  if (vrm.expressions.list.empty() && !extension.object().find("expressions")) return;
  const MemberWriter expressions = extension.child("expressions");
  for (const bool preset : {true, false}) {
    std::vector<const Expression*> group;
    std::vector<std::string_view> names;
    for (const Expression& e : vrm.expressions.list) {
      if (e.preset.has_value() != preset) continue;
      group.push_back(&e);
      names.push_back(e.name);
    }
    const MemberWriter to = writeNamed(expressions, preset ? "preset" : "custom", names, !preset);
    for (const Expression* e : group) writeExpression(to.child(e->name), *e);
  }
}

void writeGaze(WriteContext&, const Vrm& vrm, const MemberWriter& extension) {
  if (vrm.lookAt) {
    const MemberWriter to = extension.child("lookAt");
    removeAll(to, {"lookAtType", "horizontalInner", "horizontalOuter", "verticalDown", "verticalUp",
                   "lookAtHorizontalInner", "lookAtHorizontalOuter", "lookAtVerticalDown", "lookAtVerticalUp"});
    to.vec3("offsetFromHeadBone", vrm.lookAt->offsetFromHeadBone);
    to.string("type", name(vrm.lookAt->type));
    writeRangeMap(to, "rangeMapHorizontalInner", vrm.lookAt->rangeMapHorizontalInner);
    writeRangeMap(to, "rangeMapHorizontalOuter", vrm.lookAt->rangeMapHorizontalOuter);
    writeRangeMap(to, "rangeMapVerticalDown", vrm.lookAt->rangeMapVerticalDown);
    writeRangeMap(to, "rangeMapVerticalUp", vrm.lookAt->rangeMapVerticalUp);
  } else {
    extension.remove("lookAt");
  }

  const std::vector<MeshAnnotation>& annotations = vrm.firstPerson.meshAnnotations;
  if (annotations.empty() && !extension.object().find("firstPerson")) return;
  const MemberWriter firstPerson = extension.child("firstPerson");
  const auto list =
      firstPerson.objects("meshAnnotations", annotations.size(),
                          {{[](const JsonValue& old, std::size_t) { return indexText(old, "node"); },
                            [&](std::size_t i) { return indexText(annotations[i].node); }}});
  for (std::size_t i = 0; i < list.size(); ++i) {
    const MemberWriter to(extension.json(), list[i]);
    removeAll(to, {"mesh", "firstPersonFlag", "firstPersonType"});
    to.index("node", annotations[i].node);
    to.string("type", name(annotations[i].type));
  }
}

}  // namespace vrm::schema
