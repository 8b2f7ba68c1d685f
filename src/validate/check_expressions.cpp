// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_vrm `expressions` (expressions.md, decisions 25 to 28): expressions that cannot do what they are made
// for. Binds to what the file does not have the reader has reported.
#include <algorithm>
#include <set>
#include <utility>

#include "validate/checks.hpp"
#include "vrm/base/number.hpp"

namespace vrm::checks {
namespace {

using schema::Expression;
using schema::ExpressionOverride;

const schema::Origins::Expression* originOf(const Subject& subject, const Expression& expression) {
  const auto found = subject.origins.expressions.find(expression.name);
  return found == subject.origins.expressions.end() ? nullptr : &found->second;
}

std::string pointerOf(const Subject& subject, const Expression& expression) {
  const schema::Origins::Expression* const origin = originOf(subject, expression);
  return origin ? origin->pointer : std::string(subject.extension());
}

// A member of the expression, under the first of the words for it that the file has.
std::string pointerOf(const Subject& subject, const Expression& expression,
                      std::initializer_list<std::string_view> members) {
  const std::string pointer = pointerOf(subject, expression);
  const gltf::JsonValue* const value = subject.at(pointer);
  const auto has = [&](std::string_view member) { return value && value->has(member); };
  const auto* const found = std::find_if(members.begin(), members.end(), has);
  return found == members.end() ? pointer : gltf::pointerJoin(pointer, *found);
}

// A member of one of its binds. VRM 0.x has other words for them.
using Binds = std::vector<schema::Origins::Bind> schema::Origins::Expression::*;
std::string pointerOf(const Subject& subject, const Expression& expression, Binds binds, std::size_t index,
                      std::string_view member) {
  const schema::Origins::Expression* const origin = originOf(subject, expression);
  if (!origin || index >= (origin->*binds).size()) return pointerOf(subject, expression);
  const schema::Origins::Bind& bind = (origin->*binds)[index];
  if (subject.vrm.version == VrmVersion::Vrm0 && member == "type") member = "propertyName";
  if (subject.vrm.version == VrmVersion::Vrm0 && member == "material") member = "materialName";
  return gltf::pointerJoin(gltf::pointerJoin(gltf::pointerJoin(origin->pointer, bind.list), bind.index),
                           member);
}
constexpr Binds kMorphBinds = &schema::Origins::Expression::morphTargetBinds;
constexpr Binds kColorBinds = &schema::Origins::Expression::materialColorBinds;
constexpr Binds kTransformBinds = &schema::Origins::Expression::textureTransformBinds;

// The file's own word for it: older versions have others for most presets. Cut: a name may be megabytes, and
// be in thousands of findings.
std::string nameOf(const Subject& subject, const Expression& e) {
  std::string_view word = e.name;
  const std::string pointer = pointerOf(subject, e);
  const gltf::JsonValue* const group =
      subject.vrm.version == VrmVersion::Vrm1 ? nullptr : subject.at(pointer);
  for (const char* const member : {"name", "preset", "presetName"}) {
    const gltf::JsonValue* const value = group ? group->find(member) : nullptr;
    const std::string_view text = value ? value->string() : std::string_view();
    const bool own = std::string_view(member) == "name";
    if (!text.empty() && (own || (e.preset && text != "custom" && text != "unknown"))) word = text;
  }
  return std::string(gltf::beginning(word, 60));
}

// Neutral shows nothing of its own in most avatars.
void checkEmpty(const Subject& subject) {
  std::vector<std::string> names;
  for (const Expression& e : subject.vrm.expressions.list) {
    if (e.preset != ExpressionPreset::Neutral && !isBound(e)) names.push_back(nameOf(subject, e));
  }
  if (names.empty()) return;
  const std::string_view list = subject.vrm.version == VrmVersion::Vrm0   ? "/blendShapeMaster"
                                : subject.vrm.version == VrmVersion::Vrm1 ? "/expressions"
                                                                          : "";
  subject.report(Code::VrmExpressionEmpty, std::string(subject.extension()) + std::string(list),
                 "expressions without any bind: " + listed(names));
}

// "Custom Expressions cannot have names that are the same as any Preset Expressions" (expressions.md).
void checkCustomNames(const Subject& subject) {
  const std::string list = "/extensions/VRMC_vrm/expressions/custom";
  const gltf::JsonValue* const custom = subject.vrm.version == VrmVersion::Vrm1 ? subject.at(list) : nullptr;
  if (!custom) return;
  for (const gltf::JsonMember& member : custom->members()) {
    if (!findExpressionPreset(member.key.string())) continue;
    const std::string pointer = gltf::pointerJoin(list, member.key.string());
    // If the preset is there too, the reader has said so.
    const auto read = subject.origins.expressions.find(member.key.string());
    if (read == subject.origins.expressions.end() || read->second.pointer != pointer) continue;
    subject.report(Code::VrmExpressionName, Severity::Error, pointer,
                   inQuotes(member.key.string()) + " is the name of a preset");
  }
}

// Presets in other words or other capitals: we read them, others do not. Those that nobody knows the reader
// reports.
void checkPresetNames(const Subject& subject) {
  if (subject.vrm.version != VrmVersion::Vrm1) return;
  const std::string list = "/extensions/VRMC_vrm/expressions/preset";
  for (const Expression& e : subject.vrm.expressions.list) {
    const std::string pointer = pointerOf(subject, e);
    if (!e.preset || !pointer.starts_with(list + "/") || pointer == gltf::pointerJoin(list, e.name)) continue;
    subject.report(Code::VrmExpressionName, Severity::Error, pointer,
                   "the name of the preset is " + inQuotes(e.name));
  }
}

// 0.x counts to 100, which somebody may have kept.
void checkWeights(const Subject& subject, const Expression& e) {
  for (std::size_t i = 0; i < e.morphTargetBinds.size(); ++i) {
    const schema::MorphTargetBind& bind = e.morphTargetBinds[i];
    if (bind.weight >= 0 && bind.weight <= 1) continue;
    return subject.report(Code::VrmBind, Severity::Warning, pointerOf(subject, e, kMorphBinds, i, "weight"),
                          nameOf(subject, e) + " binds morph target " + std::to_string(bind.index) + " of " +
                              subject.text(bind.node) + " with the weight " + formatFloat(bind.weight) +
                              ", which is not between 0 and 1");
  }
}

// expressions.md "Preset Expressions" and "overrideMouth, overrideBlink, overrideLookAt"; decision 28.
void checkOverrides(const Subject& subject, const Expression& e) {
  if (!e.preset) return;
  const struct {
    std::string_view member, older;
    ExpressionOverride value;
    ExpressionKind own;
  } rows[] = {{"overrideBlink", "ignoreBlink", e.overrideBlink, ExpressionKind::Blink},
              {"overrideLookAt", "ignoreLookAt", e.overrideLookAt, ExpressionKind::LookAt},
              {"overrideMouth", "ignoreMouth", e.overrideMouth, ExpressionKind::Mouth}};
  for (const auto& row : rows) {
    if (row.value == ExpressionOverride::None || kindOf(*e.preset) != row.own) continue;
    subject.report(Code::VrmExpressionOverride, pointerOf(subject, e, {row.member, row.older}),
                   std::string(row.member) + " of " + nameOf(subject, e) + " is about its own kind");
  }
}

// lookAt.md: a look expression gets at most `outputScale`; a binary one switches above 0.5, in drafts above 0
// (decision 26).
void checkBinary(const Subject& subject, const Expression& e) {
  if (!e.isBinary || !e.preset || !subject.vrm.lookAt) return;
  const schema::LookAt& lookAt = *subject.vrm.lookAt;
  if (lookAt.type != schema::LookAtType::Expression) return;
  const schema::RangeMap* map = nullptr;
  switch (*e.preset) {
    case ExpressionPreset::LookUp:
      map = &lookAt.rangeMapVerticalUp;
      break;
    case ExpressionPreset::LookDown:
      map = &lookAt.rangeMapVerticalDown;
      break;
    case ExpressionPreset::LookLeft:
    case ExpressionPreset::LookRight:
      map = &lookAt.rangeMapHorizontalOuter;
      break;
    default:
      return;
  }
  const float enough = subject.vrm.expressions.binaryRule == schema::BinaryRule::AboveHalf ? 0.5f : 0.0f;
  if (map->outputScale > enough) return;
  subject.report(
      Code::VrmExpressionBinary, pointerOf(subject, e, {"isBinary", "is_binary"}),
      nameOf(subject, e) + " is binary, and the gaze never gives it more than " + (enough > 0 ? "0.5" : "0"));
}

// Decision 28: "only for members the material has".
std::string_view whyUnseen(const schema::Material& m, schema::MaterialColorType type) {
  switch (type) {
    case schema::MaterialColorType::Color:
      return {};
    case schema::MaterialColorType::EmissionColor:
      return m.unlit && !m.mtoon ? "is unlit" : std::string_view();
    case schema::MaterialColorType::ShadeColor:
    case schema::MaterialColorType::RimColor:
      return m.mtoon ? std::string_view() : "is no MToon material";
    case schema::MaterialColorType::MatcapColor:
      if (!m.mtoon) return "is no MToon material";
      return m.mtoon->matcapTexture ? std::string_view() : "has no matcap texture";
    case schema::MaterialColorType::OutlineColor:
      if (!m.mtoon) return "is no MToon material";
      return m.mtoon->outlineWidthMode == schema::OutlineWidthMode::None ? "has no outline"
                                                                         : std::string_view();
  }
  return {};
}

bool hasTexture(const schema::Material& m) {
  return m.baseColorTexture || m.emissiveTexture || m.normalTexture ||
         (m.mtoon && (m.mtoon->shadeMultiplyTexture || m.mtoon->shadingShiftTexture ||
                      m.mtoon->rimMultiplyTexture || m.mtoon->outlineWidthMultiplyTexture));
}

std::string materialText(const Subject& subject, MaterialIndex material) {
  const std::string_view name = subject.asset.materials[material.value].name;
  return "material " + std::to_string(material.value) + (name.empty() ? "" : " " + inQuotes(name));
}

void checkMaterialBinds(const Subject& subject, const Expression& e) {
  std::string last;  // an element of 0.x binds all materials of a name
  const auto unseen = [&](std::string pointer, MaterialIndex material, std::string_view what,
                          std::string_view why) {
    if (pointer == std::exchange(last, pointer)) return;
    subject.report(Code::VrmBindMaterial, std::move(pointer),
                   nameOf(subject, e) + " changes the " + std::string(what) + " of " +
                       materialText(subject, material) + ", which " + std::string(why));
  };
  for (std::size_t i = 0; i < e.materialColorBinds.size(); ++i) {
    const schema::MaterialColorBind& bind = e.materialColorBinds[i];
    const std::string_view why = whyUnseen(subject.vrm.materials[bind.material.value], bind.type);
    if (!why.empty()) unseen(pointerOf(subject, e, kColorBinds, i, "type"), bind.material, name(bind.type), why);
  }
  for (std::size_t i = 0; i < e.textureTransformBinds.size(); ++i) {
    const MaterialIndex material = e.textureTransformBinds[i].material;
    if (!hasTexture(subject.vrm.materials[material.value]))
      unseen(pointerOf(subject, e, kTransformBinds, i, "material"), material, "texture transform",
             "has no texture");
  }
}

void checkDoubled(const Subject& subject, const Expression& e) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> morphs, colors;
  std::set<std::uint32_t> transforms;
  std::string last;  // an element of 0.x or a draft may bind several nodes
  const auto twice = [&](std::string pointer, const std::string& what) {
    if (pointer == std::exchange(last, pointer)) return;
    subject.report(Code::VrmBindDoubled, std::move(pointer),
                   nameOf(subject, e) + " binds " + what + " twice");
  };
  for (std::size_t i = 0; i < e.morphTargetBinds.size(); ++i) {
    const schema::MorphTargetBind& bind = e.morphTargetBinds[i];
    if (!morphs.emplace(bind.node.value, bind.index).second)
      twice(pointerOf(subject, e, kMorphBinds, i, "index"),
            "morph target " + std::to_string(bind.index) + " of " + subject.text(bind.node));
  }
  for (std::size_t i = 0; i < e.materialColorBinds.size(); ++i) {
    const schema::MaterialColorBind& bind = e.materialColorBinds[i];
    if (!colors.emplace(bind.material.value, static_cast<std::uint32_t>(bind.type)).second)
      twice(pointerOf(subject, e, kColorBinds, i, "type"),
            std::string(name(bind.type)) + " of " + materialText(subject, bind.material));
  }
  // Drafts and 0.x say scale and offset with a bind each.
  if (subject.vrm.version != VrmVersion::Vrm1) return;
  for (std::size_t i = 0; i < e.textureTransformBinds.size(); ++i) {
    const MaterialIndex material = e.textureTransformBinds[i].material;
    if (!transforms.insert(material.value).second)
      twice(pointerOf(subject, e, kTransformBinds, i, "material"),
            "the texture transform of " + materialText(subject, material));
  }
}

}  // namespace

void checkExpressions(const Subject& subject) {
  checkEmpty(subject);
  checkCustomNames(subject);
  checkPresetNames(subject);
  for (const Expression& e : subject.vrm.expressions.list) {
    checkOverrides(subject, e);
    checkBinary(subject, e);
    checkMaterialBinds(subject, e);
    checkDoubled(subject, e);
    if (subject.vrm.version == VrmVersion::Vrm1) checkWeights(subject, e);
  }
}

}  // namespace vrm::checks
