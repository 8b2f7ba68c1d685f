// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/trig.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "vrm/base/math.hpp"

namespace vrm {
namespace {

TEST(SinCos, IsCloseToTheStandardLibrary) {
  double worst = 0;
  for (int i = -200000; i <= 200000; ++i) {
    const double x = i * 0.000137 * (1 + std::abs(i) * 0.001);  // up to about 5500
    const SinCos got = sinCos(x);
    worst = std::max({worst, std::abs(got.sin - std::sin(x)), std::abs(got.cos - std::cos(x))});
  }
  EXPECT_LT(worst, 1e-15);
  EXPECT_LT(std::abs(sinCos(999999.5).sin - std::sin(999999.5)), 1e-15);
}

TEST(SinCos, IsExactWhereItCanBe) {
  EXPECT_EQ(sinCos(0).sin, 0);
  EXPECT_EQ(sinCos(0).cos, 1);
}

TEST(SinCos, TakesEveryNumber) {
  for (const double x : {1e6, 1e18, 1e300, std::numeric_limits<double>::max(), 5e-324}) {
    for (const double signedX : {x, -x}) {
      const SinCos got = sinCos(signedX);
      EXPECT_NEAR(got.sin * got.sin + got.cos * got.cos, 1, 1e-14) << signedX;
    }
  }
  EXPECT_EQ(sinCos(std::numeric_limits<double>::infinity()).cos, 1);
  EXPECT_EQ(sinCos(std::numeric_limits<double>::quiet_NaN()).sin, 0);
}

using std::numbers::pi;
constexpr double kDoubleInfinity = std::numeric_limits<double>::infinity();
constexpr double kDoubleNaN = std::numeric_limits<double>::quiet_NaN();

TEST(ArcFunctions, AreCloseToTheStandardLibrary) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double y = uniform(random) * (i % 3 ? 1 : 1e-3), x = uniform(random) * (i % 7 ? 1 : 1e-3);
    worst = std::max(worst, std::abs(arcTan2(y, x) - std::atan2(y, x)));
    const double a = i % 2 ? y : std::copysign(1 - y * y * y * y, y);  // many near the ends
    worst = std::max({worst, std::abs(arcSin(a) - std::asin(a)), std::abs(arcCos(a) - std::acos(a))});
  }
  EXPECT_LT(worst, 1e-15);
}

TEST(ArcFunctions, SmallAnglesKeepTheirDigits) {
  for (const double x : {1e-3, 1e-8, 1e-30, 1e-300, 5e-324}) {
    EXPECT_NEAR(arcTan2(x, 1) / std::atan2(x, 1), 1, 1e-15) << x;
    EXPECT_NEAR(arcSin(-x) / std::asin(-x), 1, 1e-15) << x;
  }
}

TEST(ArcFunctions, AreExactWhereTheStandardLibraryIs) {
  const double points[] = {0.0, -0.0, 1.0, -1.0, 1e308, -1e308, 5e-324, kDoubleInfinity, -kDoubleInfinity};
  for (const double y : points) {
    for (const double x : points) {
      EXPECT_EQ(arcTan2(y, x), std::atan2(y, x)) << y << ' ' << x;
      EXPECT_EQ(std::signbit(arcTan2(y, x)), std::signbit(std::atan2(y, x))) << y << ' ' << x;
    }
  }
  EXPECT_EQ(arcSin(1), pi / 2);
  EXPECT_EQ(arcSin(-1), -pi / 2);
  EXPECT_EQ(arcSin(0), 0);
  EXPECT_EQ(arcCos(1), 0);
  EXPECT_EQ(arcCos(0), pi / 2);
  EXPECT_EQ(arcCos(-1), pi);
}

TEST(ArcFunctions, TakeEveryNumber) {
  EXPECT_EQ(arcSin(1.0000001), pi / 2);
  EXPECT_EQ(arcSin(-kDoubleInfinity), -pi / 2);
  EXPECT_EQ(arcCos(2), 0);
  EXPECT_EQ(arcCos(-kDoubleInfinity), pi);
  EXPECT_EQ(arcSin(kDoubleNaN), 0);
  EXPECT_EQ(arcCos(kDoubleNaN), 0);
  EXPECT_EQ(arcTan2(kDoubleNaN, 1), 0);
  EXPECT_EQ(arcTan2(1, kDoubleNaN), 0);
}

TEST(Narrow, StaysFinite) {
  constexpr float kMax = std::numeric_limits<float>::max();
  EXPECT_EQ(narrow(1.5), 1.5f);
  EXPECT_EQ(narrow(1e39), kMax);
  EXPECT_EQ(narrow(-1e39), -kMax);
  EXPECT_EQ(narrow(std::numeric_limits<double>::infinity()), kMax);
  EXPECT_EQ(narrow(-std::numeric_limits<double>::infinity()), -kMax);
  EXPECT_EQ(narrow(std::numeric_limits<double>::quiet_NaN()), 0);
}

}  // namespace
}  // namespace vrm
