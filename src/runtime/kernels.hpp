// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "vrm/runtime/hierarchy.hpp"
#include "vrm/runtime/humanoid.hpp"

// The hot loops twice: plain, to be read, and wide. Both give the same bits
// (tests/unit/runtime/kernels_test.cpp).
namespace vrm::scalar {
void worldMatrices(std::span<const std::uint32_t> parents, const ConstLocals& locals, const Mat4& root,
                   std::uint32_t first, std::uint32_t last, std::span<Mat4> worlds) noexcept;
std::uint64_t applyPose(const HumanoidTable& table, const Pose& pose, std::span<Quat> rotations) noexcept;
}  // namespace vrm::scalar

namespace vrm::wide {
void worldMatrices(std::span<const std::uint32_t> parents, const ConstLocals& locals, const Mat4& root,
                   std::uint32_t first, std::uint32_t last, std::span<Mat4> worlds) noexcept;
std::uint64_t applyPose(const HumanoidTable& table, const Pose& pose, std::span<Quat> rotations) noexcept;
}  // namespace vrm::wide
