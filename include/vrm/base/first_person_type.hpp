// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vrm {

// VRMC_vrm `firstPerson.meshAnnotations[].type`: who sees a mesh, the avatar's wearer or everybody else.
enum class FirstPersonType : std::uint8_t { Auto, Both, ThirdPersonOnly, FirstPersonOnly };

// The standard's words, in the order of the enumerators.
std::span<const std::string_view> firstPersonTypeNames() noexcept;
std::string_view name(FirstPersonType type) noexcept;

}  // namespace vrm
