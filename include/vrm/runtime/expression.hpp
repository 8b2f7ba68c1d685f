// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "vrm/base/expression_preset.hpp"
#include "vrm/base/expression_rules.hpp"
#include "vrm/base/index.hpp"
#include "vrm/base/math.hpp"

namespace vrm {

using ExpressionIndex = Index<struct ExpressionTag>;

// The binds of an expression are ranges of the lists in ExpressionTable.
struct ExpressionRow {
  static constexpr std::uint8_t kCustom = 0xFF;
  std::uint8_t preset = kCustom;  // ExpressionPreset
  bool isBinary = false;
  // In the order of ExpressionKind, without Other.
  std::array<ExpressionOverride, 3> overrides{};  // mouth, blink, look-at
  std::uint32_t firstMorph = 0, morphCount = 0;
  std::uint32_t firstValue = 0, valueCount = 0;
};

struct MorphBind {
  std::uint32_t slot = 0;  // of the weights of all meshes
  float weight = 0;
};

// A colour or a texture transform, as the difference from the material's own value.
struct ValueBind {
  std::uint32_t slot = 0;  // of the values of all materials
  Vec4 difference;
};

// A material that expressions can change. Its values are kMaterialValueCount slots from `firstSlot`.
struct MaterialRow {
  MaterialIndex material;
  std::uint32_t firstSlot = 0;
  std::uint32_t bound = 0;  // bit i: slot firstSlot + i can change
};
// MaterialColorType, then the texture transform: offset x, y, scale x, y. Colours without alpha have w = 1.
inline constexpr std::uint32_t kTextureTransformSlot = kMaterialColorTypeCount;
inline constexpr std::uint32_t kMaterialValueCount = kMaterialColorTypeCount + 1;

struct ExpressionTable {
  std::span<const ExpressionRow> rows;
  std::span<const MorphBind> morphs;
  std::span<const ValueBind> values;
  BinaryRule binaryRule = BinaryRule::AboveHalf;
};

// Update stage 3: from the weights that were asked for to those that take effect: clamped to [0, 1], binary
// ones rounded, overridden ones held down (VRMC_vrm `expressions`, "Procedural override"; decisions 26 and
// 28). `kinds` says which overrides each expression obeys.
void gatherExpressions(const ExpressionTable& table, std::span<const float> weights,
                       std::span<const ExpressionKind> kinds, std::span<float> effective) noexcept;

// Update stage 4: adds what the expressions do to `morphs` and `values`, which hold the values to start from:
// zero for morph targets that an expression binds, the file's for all else.
void applyExpressions(const ExpressionTable& table, std::span<const float> effective, std::span<float> morphs,
                      std::span<Vec4> values) noexcept;

}  // namespace vrm
