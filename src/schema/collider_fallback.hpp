// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/math.hpp"
#include "vrm/schema/spring_bone.hpp"

namespace vrm::schema {

// The base shape of a collider for readers without VRMC_springBone_extended_collider, as its text recommends
// ("Fallback"): a huge sphere behind a plane, and for the inside of a shape one that touches nothing.
inline ColliderShape fallbackOf(const ColliderShape& shape) {
  ColliderShape out;
  if (shape.type == ColliderShape::Type::Plane) {
    out.radius = 1000;
    const auto part = [](float offset, float normal) {
      return narrow(static_cast<double>(offset) - static_cast<double>(normal) * 1000);
    };
    out.offset = {part(shape.offset.x, shape.normal.x), part(shape.offset.y, shape.normal.y),
                  part(shape.offset.z, shape.normal.z)};
  } else {
    out.offset = {0, -10000, 0};
  }
  return out;
}

}  // namespace vrm::schema
