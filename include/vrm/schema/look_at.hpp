// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vrm/base/math.hpp"

namespace vrm::schema {

enum class LookAtType : std::uint8_t { Bone, Expression };
std::string_view name(LookAtType type) noexcept;

struct RangeMap {
  float inputMaxValue = 90;  // degrees
  float outputScale = 10;    // degrees for LookAtType::Bone, weight for Expression
  // 0.x only: keys of four numbers (time, value, inTangent, outTangent). Kept, but evaluated linearly (decision 29).
  std::vector<float> curve;
  friend bool operator==(const RangeMap&, const RangeMap&) = default;
};

// VRMC_vrm `lookAt` (seed 001).
struct LookAt {
  Vec3 offsetFromHeadBone{0, 0.06f, 0};  // in the head's space (decision 30)
  LookAtType type = LookAtType::Bone;
  RangeMap rangeMapHorizontalInner;
  RangeMap rangeMapHorizontalOuter;
  RangeMap rangeMapVerticalDown;
  RangeMap rangeMapVerticalUp;
  friend bool operator==(const LookAt&, const LookAt&) = default;
};

}  // namespace vrm::schema
