// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string_view>

#include "vrm/gltf/document.hpp"

namespace vrm {

// What a file is, by its content: VRM 0.x, the 1.0 draft, VRM 1.0, a humanoid animation, or plain glTF.
enum class VrmVersion : std::uint8_t { None, Vrm0, Draft, Vrm1, Animation };

struct FoundVersion {
  VrmVersion version = VrmVersion::None;
  std::string_view specVersion;  // as the file spells it; empty when absent
};

FoundVersion findVersion(const gltf::Document& document);

std::string_view name(VrmVersion version) noexcept;  // "VRM 1.0"

}  // namespace vrm
