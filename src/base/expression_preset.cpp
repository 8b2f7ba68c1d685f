// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/expression_preset.hpp"

#include <algorithm>
#include <iterator>

namespace vrm {
namespace {

constexpr std::string_view kPresetNames[] = {
    "happy", "angry", "sad",       "relaxed",    "surprised", "aa",       "ih",       "ou",        "ee",
    "oh",    "blink", "blinkLeft", "blinkRight", "lookUp",    "lookDown", "lookLeft", "lookRight", "neutral",
};
static_assert(std::size(kPresetNames) == kExpressionPresetCount);

}  // namespace

std::string_view name(ExpressionPreset preset) noexcept {
  return kPresetNames[static_cast<std::size_t>(preset)];
}

std::optional<ExpressionPreset> findExpressionPreset(std::string_view name) noexcept {
  const auto found = std::find(std::begin(kPresetNames), std::end(kPresetNames), name);
  if (found == std::end(kPresetNames)) return std::nullopt;
  return static_cast<ExpressionPreset>(found - std::begin(kPresetNames));
}

ExpressionKind kindOf(ExpressionPreset preset) noexcept {
  if (preset >= ExpressionPreset::Aa && preset <= ExpressionPreset::Oh) return ExpressionKind::Mouth;
  if (preset >= ExpressionPreset::Blink && preset <= ExpressionPreset::BlinkRight) return ExpressionKind::Blink;
  if (preset >= ExpressionPreset::LookUp && preset <= ExpressionPreset::LookRight) return ExpressionKind::LookAt;
  return ExpressionKind::Other;
}

}  // namespace vrm
