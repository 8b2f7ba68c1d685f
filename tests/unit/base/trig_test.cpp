// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/trig.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "vrm/base/math.hpp"
#include "vrm/base/trs.hpp"

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

TEST(Narrow, StaysFinite) {
  constexpr float kMax = std::numeric_limits<float>::max();
  EXPECT_EQ(narrow(1.5), 1.5f);
  EXPECT_EQ(narrow(1e39), kMax);
  EXPECT_EQ(narrow(-1e39), -kMax);
  EXPECT_EQ(narrow(std::numeric_limits<double>::infinity()), kMax);
  EXPECT_EQ(narrow(-std::numeric_limits<double>::infinity()), -kMax);
  EXPECT_EQ(narrow(std::numeric_limits<double>::quiet_NaN()), 0);
}

TEST(UnitRotation, KeepsExactOnesAndMendsOthers) {
  EXPECT_EQ(unitRotation({0, 0.6f, 0, 0.8f}).rotation, (Quat{0, 0.6f, 0, 0.8f}));
  const UnitRotation off = unitRotation({0, 2, 0, 0});
  EXPECT_EQ(off.rotation, (Quat{0, 1, 0, 0}));
  EXPECT_FALSE(off.usual);
  EXPECT_TRUE(unitRotation({0, 1.0004f, 0, 0}).usual);
  const UnitRotation zero = unitRotation({0, 0, 0, 0});
  EXPECT_TRUE(zero.zero);
  EXPECT_EQ(zero.rotation, Quat{});
}

}  // namespace
}  // namespace vrm
