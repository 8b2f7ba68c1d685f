// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/first_person_type.hpp"

namespace vrm {
namespace {

constexpr std::string_view kTypeNames[] = {"auto", "both", "thirdPersonOnly", "firstPersonOnly"};

}  // namespace

std::span<const std::string_view> firstPersonTypeNames() noexcept {
  return kTypeNames;
}

std::string_view name(FirstPersonType type) noexcept {
  return kTypeNames[static_cast<std::size_t>(type)];
}

}  // namespace vrm
