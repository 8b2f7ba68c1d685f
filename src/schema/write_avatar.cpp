// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The sections of VRMC_vrm 1.0 beside meta.
#include "schema/member_writer.hpp"
#include "schema/names.hpp"

namespace vrm::schema {
namespace {

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

// With `brief` a member that is absent and would only say the default of decision 30 stays absent.
void writeRangeMap(const MemberWriter& lookAt, std::string_view key, const RangeMap& map, LookAtType type, bool brief) {
  RangeMap standard;
  if (type == LookAtType::Expression) standard.outputScale = 1;
  const bool same = map.inputMaxValue == standard.inputMaxValue && map.outputScale == standard.outputScale;
  if (brief && same && !lookAt.object().find(key)) return;
  const MemberWriter to = lookAt.child(key);
  brief ? to.number("inputMaxValue", map.inputMaxValue, standard.inputMaxValue)
        : to.required("inputMaxValue", map.inputMaxValue);
  brief ? to.number("outputScale", map.outputScale, standard.outputScale) : to.required("outputScale", map.outputScale);
}

void writeLookAt(const MemberWriter& to, const LookAt& lookAt, bool brief) {
  removeAll(to, {"lookAtType", "horizontalInner", "horizontalOuter", "verticalDown", "verticalUp",
                 "lookAtHorizontalInner", "lookAtHorizontalOuter", "lookAtVerticalDown", "lookAtVerticalUp"});
  to.vec3("offsetFromHeadBone", lookAt.offsetFromHeadBone,
          brief ? std::optional(LookAt().offsetFromHeadBone) : std::nullopt);
  to.string("type", name(lookAt.type), brief ? name(LookAt().type) : std::string_view());
  writeRangeMap(to, "rangeMapHorizontalInner", lookAt.rangeMapHorizontalInner, lookAt.type, brief);
  writeRangeMap(to, "rangeMapHorizontalOuter", lookAt.rangeMapHorizontalOuter, lookAt.type, brief);
  writeRangeMap(to, "rangeMapVerticalDown", lookAt.rangeMapVerticalDown, lookAt.type, brief);
  writeRangeMap(to, "rangeMapVerticalUp", lookAt.rangeMapVerticalUp, lookAt.type, brief);
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
    const std::vector<JsonValue*> to = writeNamed(expressions, preset ? "preset" : "custom", names, !preset);
    for (std::size_t i = 0; i < to.size(); ++i) writeExpression({extension.json(), *to[i]}, *group[i]);
  }
}

void writeGaze(WriteContext&, const Vrm& vrm, const MemberWriter& extension) {
  if (vrm.lookAt) {
    // The defaults are ours, the standard has none: only a file that left members out already is left with them out.
    const JsonValue* old = extension.object().find("lookAt");
    const bool brief = vrm.version == VrmVersion::Vrm1 && old && old->isObject();
    writeLookAt(extension.child("lookAt"), *vrm.lookAt, brief);
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
