// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>

#include "vrm/base/math.hpp"

namespace vrm {

// A node's local transform: scale, then rotate, then translate (glTF 2.0 section 3.5.3).
struct Trs {
  Vec3 translation;
  Quat rotation;
  Vec3 scale{1, 1, 1};
  friend constexpr bool operator==(const Trs&, const Trs&) = default;
};

// A quaternion of a file made a unit one. Numbers written with few digits are a little off; that much is usual and not
// worth a word. Exact ones stay as they are, to the bit; zero becomes no rotation.
struct UnitRotation {
  Quat rotation;
  bool usual = true;
  bool zero = false;
};
UnitRotation unitRotation(const std::array<float, 4>& xyzw);

struct Decomposed {
  Trs trs;
  bool exact = true;  // false: the matrix had shear, a projection row or a collapsed axis
};

// `matrix` must be finite. A mirrored matrix gets a negative X scale. The rotation is always a unit quaternion.
Decomposed decompose(const Mat4& matrix);

Mat4 toMatrix(const Trs& trs);

}  // namespace vrm
