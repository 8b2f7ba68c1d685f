// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/expression_preset.hpp"
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

enum class MaterialColorType : std::uint8_t { Color, EmissionColor, ShadeColor, MatcapColor, RimColor, OutlineColor };
std::string_view name(MaterialColorType type) noexcept;

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

enum class ExpressionOverride : std::uint8_t { None, Block, Blend };
std::string_view name(ExpressionOverride value) noexcept;

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

// When a binary expression counts as 1 (decision 26): 1.0 and 0.x above one half, the draft for everything but zero.
enum class BinaryRule : std::uint8_t { AboveHalf, NonZero };
std::string_view name(BinaryRule rule) noexcept;  // "aboveHalf", "nonZero"

struct Expressions {
  std::vector<Expression> list;  // presets in the order of ExpressionPreset, then custom ones in file order
  BinaryRule binaryRule = BinaryRule::AboveHalf;

  const Expression* find(std::string_view name) const noexcept;
  friend bool operator==(const Expressions&, const Expressions&) = default;
};

}  // namespace vrm::schema
