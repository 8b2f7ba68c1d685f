// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vrm {

// The preset expressions of VRM 1.0 (VRMC_vrm `expressions`, "Preset Expressions"), in the order of its tables.
enum class ExpressionPreset : std::uint8_t {
  Happy,
  Angry,
  Sad,
  Relaxed,
  Surprised,
  Aa,
  Ih,
  Ou,
  Ee,
  Oh,
  Blink,
  BlinkLeft,
  BlinkRight,
  LookUp,
  LookDown,
  LookLeft,
  LookRight,
  Neutral,
};
inline constexpr std::size_t kExpressionPresetCount = static_cast<std::size_t>(ExpressionPreset::Neutral) + 1;
static_assert(kExpressionPresetCount == 18);

std::string_view name(ExpressionPreset preset) noexcept;
std::optional<ExpressionPreset> findExpressionPreset(std::string_view name) noexcept;

// Which overrides hold a preset down ("Procedural override").
enum class ExpressionKind : std::uint8_t { Other, Mouth, Blink, LookAt };
ExpressionKind kindOf(ExpressionPreset preset) noexcept;

}  // namespace vrm
