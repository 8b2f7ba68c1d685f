// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vrm/base/first_person_type.hpp"
#include "vrm/base/result.hpp"

namespace vrm {

// Which part of a mesh is the head's, which its wearer must not see from inside (VRMC_vrm `firstPerson`, type
// auto).
enum class HeadPart : std::uint8_t { None, All, Some };

struct HeadSplit {
  HeadPart part = HeadPart::None;
  // Of Some alone: the triangles of the rest, in their order, then those of the head. Draw [0, headStart) for
  // the wearer and everything for others; the vertices are those of the mesh.
  std::vector<std::uint32_t> indices;
  std::uint32_t headStart = 0;
};

// Decision 32: a triangle is the head's when any of its vertices has any weight above 0 on the head bone or a
// descendant. `triangles` is the index list of a primitive, `joints` and `weights` have `influences` entries
// per vertex, `isHeadJoint` says of each joint of the skin whether it is (not 0) one of these. Indices after
// the last whole triangle are left out; vertices and joints out of range are not the head's. Spans that do
// not fit together are refused (Code::ApiMisuse). A mesh without a skin needs no call: it is all head when
// its node is the head bone or below.
Result<HeadSplit> splitHead(std::span<const std::uint32_t> triangles, std::span<const std::uint16_t> joints,
                            std::span<const float> weights, std::uint32_t influences,
                            std::span<const std::uint8_t> isHeadJoint);

struct Visibility {
  bool firstPerson = true;  // the wearer's own view
  bool thirdPerson = true;  // everybody else's, and mirrors
  friend constexpr bool operator==(Visibility, Visibility) = default;
};

// Whether a mesh is drawn at all. Of an Auto mesh that is Some, the wearer sees the rest: HeadSplit says
// which.
Visibility visibility(FirstPersonType type, HeadPart part = HeadPart::None) noexcept;

}  // namespace vrm
