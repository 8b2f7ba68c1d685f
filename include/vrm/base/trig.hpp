// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

namespace vrm {

// Trigonometry made of nothing but IEEE operations, so that every system gives the same bits, which the
// standard library's does not. No function returns NaN.

// Errors stay below 1e-15 for angles up to a million radians. What is not finite is read as 0.
struct SinCos {
  double sin;
  double cos;
};
SinCos sinCos(double radians) noexcept;

// The inverse functions, in radians. Errors stay below 6e-16 (5.2e-16 was the largest of 20 million). Names
// of their own, because the C library's are visible everywhere.
//
// Angle of the point (x, y) from the x axis, -pi to pi; zeros and infinities as std::atan2 has them. NaN
// gives 0.
double arcTan2(double y, double x) noexcept;
// Arguments outside of [-1, 1] are taken as its nearer end: dot products of unit vectors leave it. NaN gives
// 0.
double arcSin(double x) noexcept;
double arcCos(double x) noexcept;

}  // namespace vrm
