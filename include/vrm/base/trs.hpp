// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/base/math.hpp"

namespace vrm {

// A node's local transform: scale, then rotate, then translate (glTF 2.0 section 3.5.3).
struct Trs {
  Vec3 translation;
  Quat rotation;
  Vec3 scale{1, 1, 1};
  friend constexpr bool operator==(const Trs&, const Trs&) = default;
};

struct Decomposed {
  Trs trs;
  bool exact = true;  // false: the matrix had shear, a projection row or a collapsed axis
};

// `matrix` must be finite. A mirrored matrix gets a negative X scale. The rotation is always a unit quaternion.
Decomposed decompose(const Mat4& matrix);

Mat4 toMatrix(const Trs& trs);

}  // namespace vrm
