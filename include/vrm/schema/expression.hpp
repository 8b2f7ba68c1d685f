// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/expression_preset.hpp"
#include "vrm/base/expression_rules.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"

namespace vrm::schema {

// VRMC_vrm `expressions`.
struct MorphTargetBind {
  NodeIndex node;  // has a mesh with at least index + 1 morph targets
  std::uint32_t index = 0;
  float weight = 0;
  friend bool operator==(const MorphTargetBind&, const MorphTargetBind&) = default;
};

using vrm::BinaryRule;
using vrm::ExpressionOverride;
using vrm::MaterialColorType;

struct MaterialColorBind {
  MaterialIndex material;
  MaterialColorType type{};
  Vec4 targetValue;
  friend bool operator==(const MaterialColorBind&, const MaterialColorBind&) = default;
};

// Older files can change only a part (`uvScale`, `_MainTex_ST_S`); the other part then is the base transform of the
// material's base colour texture, so that it does not move (decision 25).
struct TextureTransformBind {
  MaterialIndex material;
  Vec2 scale{1, 1};
  Vec2 offset;
  friend bool operator==(const TextureTransformBind&, const TextureTransformBind&) = default;
};

struct Expression {
  std::string name;                        // of the preset, or the custom expression's own; unique
  std::optional<ExpressionPreset> preset;  // nothing: custom
  bool isBinary = false;
  ExpressionOverride overrideBlink = ExpressionOverride::None;
  ExpressionOverride overrideLookAt = ExpressionOverride::None;
  ExpressionOverride overrideMouth = ExpressionOverride::None;
  std::vector<MorphTargetBind> morphTargetBinds;
  std::vector<MaterialColorBind> materialColorBinds;
  std::vector<TextureTransformBind> textureTransformBinds;
  friend bool operator==(const Expression&, const Expression&) = default;
};

struct Expressions {
  std::vector<Expression> list;  // presets in the order of ExpressionPreset, then custom ones in file order
  BinaryRule binaryRule = BinaryRule::AboveHalf;

  const Expression* find(std::string_view name) const noexcept;
  friend bool operator==(const Expressions&, const Expressions&) = default;
};

}  // namespace vrm::schema
