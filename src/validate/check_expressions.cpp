// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_vrm `expressions` (expressions.md, decisions 25 to 28): expressions that cannot do what they are made
// for. Binds to what the file does not have the reader has reported.
#include <algorithm>
#include <set>

#include "validate/checks.hpp"

namespace vrm::checks {
namespace {

using schema::Expression;
using schema::ExpressionOverride;

std::string pointerOf(const Subject& subject, const Expression& expression) {
  const auto found = subject.origins.expressions.find(expression.name);
  return found == subject.origins.expressions.end() ? std::string(subject.extension()) : found->second;
}

// Cut: a name may be megabytes, and be in thousands of findings.
std::string nameOf(const Expression& e) {
  return e.name.substr(0, 60);
}

// Neutral shows nothing of its own in most avatars.
void checkEmpty(const Subject& subject) {
  std::vector<std::string> names;
  for (const Expression& e : subject.vrm.expressions.list) {
    if (e.preset != ExpressionPreset::Neutral && !isBound(e)) names.push_back(nameOf(e));
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
    if (read == subject.origins.expressions.end() || read->second != pointer) continue;
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
  for (const schema::MorphTargetBind& bind : e.morphTargetBinds) {
    if (bind.weight >= 0 && bind.weight <= 1) continue;
    return subject.report(Code::VrmBind, Severity::Warning, pointerOf(subject, e),
                          nameOf(e) + " binds morph target " + std::to_string(bind.index) + " of node " +
                              std::to_string(bind.node.value) + " with a weight that is not between 0 and 1");
  }
}

// expressions.md "Preset Expressions" and "overrideMouth, overrideBlink, overrideLookAt"; decision 28.
void checkOverrides(const Subject& subject, const Expression& e) {
  if (!e.preset) return;
  const struct {
    std::string_view member;
    ExpressionOverride value;
    ExpressionKind own;
  } rows[] = {{"overrideBlink", e.overrideBlink, ExpressionKind::Blink},
              {"overrideLookAt", e.overrideLookAt, ExpressionKind::LookAt},
              {"overrideMouth", e.overrideMouth, ExpressionKind::Mouth}};
  for (const auto& row : rows) {
    if (row.value == ExpressionOverride::None || kindOf(*e.preset) != row.own) continue;
    subject.report(Code::VrmExpressionOverride, pointerOf(subject, e),
                   std::string(row.member) + " of " + nameOf(e) + " is about its own kind");
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
      Code::VrmExpressionBinary, pointerOf(subject, e),
      nameOf(e) + " is binary, and the gaze never gives it more than " + (enough > 0 ? "0.5" : "0"));
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

void checkMaterialBinds(const Subject& subject, const Expression& e) {
  const auto unseen = [&](MaterialIndex material, std::string_view what, std::string_view why) {
    subject.report(Code::VrmBindMaterial, pointerOf(subject, e),
                   nameOf(e) + " changes the " + std::string(what) + " of material " +
                       std::to_string(material.value) + ", which " + std::string(why));
  };
  for (const schema::MaterialColorBind& bind : e.materialColorBinds) {
    const std::string_view why = whyUnseen(subject.vrm.materials[bind.material.value], bind.type);
    if (!why.empty()) unseen(bind.material, name(bind.type), why);
  }
  for (const schema::TextureTransformBind& bind : e.textureTransformBinds) {
    if (!hasTexture(subject.vrm.materials[bind.material.value]))
      unseen(bind.material, "texture transform", "has no texture");
  }
}

void checkDoubled(const Subject& subject, const Expression& e) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> morphs, colors;
  std::set<std::uint32_t> transforms;
  const auto twice = [&](const std::string& what) {
    subject.report(Code::VrmBindDoubled, pointerOf(subject, e), nameOf(e) + " binds " + what + " twice");
  };
  for (const schema::MorphTargetBind& bind : e.morphTargetBinds) {
    if (!morphs.emplace(bind.node.value, bind.index).second)
      twice("morph target " + std::to_string(bind.index) + " of node " + std::to_string(bind.node.value));
  }
  for (const schema::MaterialColorBind& bind : e.materialColorBinds) {
    if (!colors.emplace(bind.material.value, static_cast<std::uint32_t>(bind.type)).second)
      twice(std::string(name(bind.type)) + " of material " + std::to_string(bind.material.value));
  }
  // Drafts and 0.x say scale and offset with a bind each.
  if (subject.vrm.version != VrmVersion::Vrm1) return;
  for (const schema::TextureTransformBind& bind : e.textureTransformBinds) {
    if (!transforms.insert(bind.material.value).second)
      twice("the texture transform of material " + std::to_string(bind.material.value));
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
