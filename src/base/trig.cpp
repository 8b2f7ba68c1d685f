// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/trig.hpp"

#include <cmath>

namespace vrm {

SinCos sinCos(double radians) noexcept {
  if (!std::isfinite(radians)) return {0, 1};
  // pi/2 in three parts (Cody and Waite): the first two have few enough digits that whole multiples are exact.
  constexpr double kHigh = 0x1.921fb544p+0, kMiddle = 0x1.0b4611a6p-34, kLow = 0x1.3198a2e037073p-69;
  constexpr double kTwoPi = 6.283185307179586;
  if (std::abs(radians) > 1e6) radians = std::fmod(radians, kTwoPi);  // fmod is exact everywhere
  const double turns = std::floor(radians / (kTwoPi / 4) + 0.5);
  const double x = ((radians - turns * kHigh) - turns * kMiddle) - turns * kLow;
  const double s = x * x;
  // Taylor series; the first term left out is below 1e-17 for |x| <= pi/4.
  const double sine =
      x * (1 + s * (-1.0 / 6 +
                    s * (1.0 / 120 +
                         s * (-1.0 / 5040 +
                              s * (1.0 / 362880 +
                                   s * (-1.0 / 39916800 + s * (1.0 / 6227020800 - s * (1.0 / 1307674368000))))))));
  const double cosine =
      1 + s * (-0.5 + s * (1.0 / 24 +
                           s * (-1.0 / 720 +
                                s * (1.0 / 40320 +
                                     s * (-1.0 / 3628800 +
                                          s * (1.0 / 479001600 +
                                               s * (-1.0 / 87178291200 + s * (1.0 / 20922789888000))))))));
  const double quadrant = turns - 4 * std::floor(turns / 4);
  if (quadrant == 0) return {sine, cosine};
  if (quadrant == 1) return {cosine, -sine};
  if (quadrant == 2) return {-sine, -cosine};
  return {-cosine, sine};
}

}  // namespace vrm
