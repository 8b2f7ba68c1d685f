// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/trig.hpp"

#include <cmath>
#include <cstdint>

namespace vrm {
namespace {

constexpr double kPi = 3.141592653589793;

// atan(y / x) for 0 <= y <= x, x > 0. With c the multiple of 1/8 nearest to y / x it is atan(c) + atan(z) with
// z = (y - c x) / (x + c y), which is at most 1/16. A float tells which c is nearest; the next one would do as well.
double arcTan(double y, double x) noexcept {
  constexpr double kArcTanOfEighths[] = {
      0, 0x1.fd5ba9aac2f6ep-4, 0x1.f5b75f92c80ddp-3,
      0x1.6f61941e4def1p-2, 0x1.dac670561bb4fp-2, 0x1.1e00babdefeb4p-1,
      0x1.4978fa3269ee1p-1, 0x1.700a7c5784634p-1, 0x1.921fb54442d18p-1,
  };
  // One of the two nearest will do.
  const auto eighths = static_cast<int>(static_cast<float>(y) / static_cast<float>(x) * 8.0f + 0.5f);  // NOLINT(bugprone-incorrect-roundings)
  const double c = static_cast<double>(eighths) * 0.125;
  const double z = (y - c * x) / (x + c * y);
  // Taylor series; the first term left out is below 1e-19. In pairs, so that there is less to wait for.
  const double s = z * z, s2 = s * s;
  const double rest = (-1.0 / 3 + s * (1.0 / 5)) + s2 * ((-1.0 / 7 + s * (1.0 / 9)) + s2 * (-1.0 / 11 + s * (1.0 / 13)));
  return kArcTanOfEighths[eighths] + (z + z * (s * rest));
}

}  // namespace

SinCos sinCos(double radians) noexcept {
  if (!std::isfinite(radians)) return {0, 1};
  // pi/2 in three parts (Cody and Waite): the first two have few enough digits that whole multiples are exact.
  constexpr double kHigh = 0x1.921fb544p+0, kMiddle = 0x1.0b4611a6p-34, kLow = 0x1.3198a2e037073p-69;
  constexpr double kTwoPi = 6.283185307179586;
  if (std::abs(radians) > 1e6) radians = std::fmod(radians, kTwoPi);  // fmod is exact everywhere
  const double quarters = radians * 0.6366197723675814;  // 2 / pi
  const auto nearest = static_cast<std::int64_t>(quarters < 0 ? quarters - 0.5 : quarters + 0.5);
  const auto turns = static_cast<double>(nearest);
  const double x = ((radians - turns * kHigh) - turns * kMiddle) - turns * kLow;
  const double s = x * x;
  // Taylor series; the first term left out is below 1e-17 for |x| <= pi/4. In pairs, so that there is less to wait for.
  const double s2 = s * s, s4 = s2 * s2;
  const double sineRest = ((-1.0 / 6 + s * (1.0 / 120)) + s2 * (-1.0 / 5040 + s * (1.0 / 362880))) +
                          s4 * ((-1.0 / 39916800 + s * (1.0 / 6227020800)) - s2 * (1.0 / 1307674368000));
  const double sine = x + x * (s * sineRest);
  const double cosineRest = ((1.0 / 24 + s * (-1.0 / 720)) + s2 * (1.0 / 40320 + s * (-1.0 / 3628800))) +
                            s4 * ((1.0 / 479001600 + s * (-1.0 / 87178291200)) + s2 * (1.0 / 20922789888000));
  const double cosine = 1 + (s2 * cosineRest - 0.5 * s);
  switch (nearest & 3) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

double arcTan2(double y, double x) noexcept {
  if (std::isnan(y) || std::isnan(x)) return 0;
  const double rise = std::abs(y), run = std::abs(x);
  const double larger = rise > run ? rise : run, smaller = rise > run ? run : rise;
  // The largest and the smallest numbers do not fit into floats, and infinities have no ratio.
  double angle = 0;
  if (larger > 1e-30 && larger < 1e30) {
    angle = arcTan(smaller, larger);
  } else if (larger > 0) {
    angle = arcTan(smaller == larger ? 1 : smaller / larger, 1);
  }
  if (rise > run) angle = kPi / 2 - angle;
  if (std::signbit(x)) angle = kPi - angle;
  return std::copysign(angle, y);
}

double arcSin(double x) noexcept {
  if (x >= 1) return kPi / 2;
  if (x <= -1) return -kPi / 2;
  return arcTan2(x, std::sqrt((1 - x) * (1 + x)));
}

double arcCos(double x) noexcept {
  if (x >= 1) return 0;
  if (x <= -1) return kPi;
  return arcTan2(std::sqrt((1 - x) * (1 + x)), x);
}

}  // namespace vrm
