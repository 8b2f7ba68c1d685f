// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "rig.hpp"

namespace vrm::builtin {
namespace {

std::uint32_t morphIndex(const Mesh& mesh, std::string_view name) {
  for (std::uint32_t i = 0; i < mesh.morphs.size(); ++i) {
    if (mesh.morphs[i].name == name) return i;
  }
  std::abort();
}

}  // namespace

schema::Expressions makeExpressions(const Character& character) {
  schema::Expressions out;
  const auto add = [&](std::string_view name) -> schema::Expression& {
    schema::Expression& expression = out.list.emplace_back();
    expression.name = name;
    expression.preset = findExpressionPreset(name);
    return expression;
  };
  const auto face = [&](std::string_view name,
                        std::initializer_list<std::string_view> morphs) -> schema::Expression& {
    schema::Expression& expression = add(name);
    for (const std::string_view morph : morphs) {
      expression.morphTargetBinds.push_back(
          {meshNode(character, kFaceMesh), morphIndex(character.face, morph), 1});
    }
    return expression;
  };
  using Override = schema::ExpressionOverride;
  const auto overrides = [](schema::Expression& expression, Override blink, Override mouth) {
    expression.overrideBlink = blink;
    expression.overrideMouth = mouth;
  };
  // In the order of the presets.
  overrides(face("happy", {"happy"}), Override::Blend, Override::Blend);
  overrides(face("angry", {"angry"}), Override::None, Override::None);
  overrides(face("sad", {"sad"}), Override::None, Override::None);
  overrides(face("relaxed", {"relaxed"}), Override::Blend, Override::None);
  schema::Expression& surprised = face("surprised", {"surprised"});
  surprised.morphTargetBinds.push_back(
      {meshNode(character, kEyesMesh), morphIndex(character.eyes, "small"), 1});
  overrides(surprised, Override::Block, Override::Blend);
  for (const char* vowel : {"aa", "ih", "ou", "ee", "oh"}) face(vowel, {vowel});
  face("blink", {"blinkLeft", "blinkRight"});
  face("blinkLeft", {"blinkLeft"});
  face("blinkRight", {"blinkRight"});
  add("neutral");
  // Eyes are turned by their bones, so there are no lookUp and the like.
  add("blush").materialColorBinds.push_back({MaterialIndex(kCheeks), MaterialColorType::Color, {1, 1, 1, 1}});
  schema::Expression& stars = add("stars");
  stars.textureTransformBinds.push_back({MaterialIndex(kIris), {1, 1}, {0.5f, 0}});
  stars.isBinary = true;
  return out;
}

}  // namespace vrm::builtin
