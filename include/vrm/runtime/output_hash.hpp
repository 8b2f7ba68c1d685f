// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

#include "vrm/runtime/avatar.hpp"

namespace vrm {

// A number that stands for every bit of an avatar's outputs: local transforms, world matrices, morph weights,
// material values, expression weights, gaze. Give the last one back to chain frames. The same inputs give the
// same number on every machine; 0 and -0 count as equal.
inline constexpr std::uint64_t kHashStart = 0xCBF29CE484222325u;
std::uint64_t outputHash(const Avatar& avatar, std::uint64_t before = kHashStart) noexcept;

}  // namespace vrm
