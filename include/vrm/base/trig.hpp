// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

namespace vrm {

// Sine and cosine made of nothing but IEEE operations, so that every system gives the same bits, which the standard
// library's do not. Errors stay below 1e-15 for angles up to a million radians.
struct SinCos {
  double sin;
  double cos;
};
SinCos sinCos(double radians) noexcept;

}  // namespace vrm
