// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vrm {

// What an expression does to the blink, look-at or mouth expressions (VRMC_vrm `expressions`, "Procedural override").
enum class ExpressionOverride : std::uint8_t { None, Block, Blend };
inline constexpr std::string_view kExpressionOverrides[] = {"none", "block", "blend"};
constexpr std::string_view name(ExpressionOverride value) noexcept {
  return kExpressionOverrides[static_cast<std::size_t>(value)];
}

// When a binary expression counts as 1 (decision 26): 1.0 and 0.x above one half, the draft for everything but zero.
enum class BinaryRule : std::uint8_t { AboveHalf, NonZero };
inline constexpr std::string_view kBinaryRules[] = {"aboveHalf", "nonZero"};  // our words, the standard has none
constexpr std::string_view name(BinaryRule rule) noexcept {
  return kBinaryRules[static_cast<std::size_t>(rule)];
}

// The members of a material that an expression can change ("MaterialColorBind").
enum class MaterialColorType : std::uint8_t { Color, EmissionColor, ShadeColor, MatcapColor, RimColor, OutlineColor };
inline constexpr std::size_t kMaterialColorTypeCount = static_cast<std::size_t>(MaterialColorType::OutlineColor) + 1;
inline constexpr std::string_view kMaterialColorTypes[] = {"color",       "emissionColor", "shadeColor",
                                                           "matcapColor", "rimColor",      "outlineColor"};
constexpr std::string_view name(MaterialColorType type) noexcept {
  return kMaterialColorTypes[static_cast<std::size_t>(type)];
}

}  // namespace vrm
