// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/expression.hpp"

#include <algorithm>

namespace vrm {

void gatherExpressions(const ExpressionTable& table, std::span<const float> weights,
                       std::span<const ExpressionKind> kinds, std::span<float> effective) noexcept {
  std::array<float, 3> amounts{};  // how much mouth, blink and look-at are held down
  bool any = false;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const ExpressionRow& row = table.rows[i];
    float output = std::clamp(weights[i], 0.0f, 1.0f);
    if (row.isBinary) {
      output = (table.binaryRule == BinaryRule::AboveHalf ? output > 0.5f : output != 0) ? 1.0f : 0.0f;
    }
    effective[i] = output;
    if (output == 0) continue;
    for (std::size_t kind = 0; kind < amounts.size(); ++kind) {
      // "Like overrideBlink for blink, settings for the same kind are treated as invalid."
      if (row.overrides[kind] == ExpressionOverride::None || static_cast<std::size_t>(kinds[i]) == kind + 1)
        continue;
      amounts[kind] += row.overrides[kind] == ExpressionOverride::Block ? 1 : output;
      any = true;
    }
  }
  if (!any) return;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (kinds[i] == ExpressionKind::Other) continue;
    const float amount = std::min(amounts[static_cast<std::size_t>(kinds[i]) - 1], 1.0f);
    if (amount <= 0) continue;
    // "Interaction between override and isBinary": a binary one is held down altogether.
    effective[i] = table.rows[i].isBinary ? 0 : effective[i] * (1 - amount);
  }
}

void applyExpressions(const ExpressionTable& table, std::span<const float> effective, std::span<float> morphs,
                      std::span<Vec4> values) noexcept {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const float weight = effective[i];
    if (weight == 0) continue;
    const ExpressionRow& row = table.rows[i];
    for (const MorphBind& bind : table.morphs.subspan(row.firstMorph, row.morphCount)) {
      morphs[bind.slot] += bind.weight * weight;
    }
    for (const ValueBind& bind : table.values.subspan(row.firstValue, row.valueCount)) {
      Vec4& value = values[bind.slot];
      value.x += bind.difference.x * weight;
      value.y += bind.difference.y * weight;
      value.z += bind.difference.z * weight;
      value.w += bind.difference.w * weight;
    }
  }
}

}  // namespace vrm
