// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/quat.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "support/near.hpp"

namespace vrm {
namespace {

using std::numbers::pi;
using test::nearly;
constexpr float kHalf = 0.70710678f;  // sine and cosine of 45 degrees

// q and -q are the same rotation.
void expectSameRotation(Quat got, Quat want, double tolerance = 1e-6) {
  const float sign = dot(got, want) < 0 ? -1.0f : 1.0f;
  EXPECT_NEAR(got.x * sign, want.x, tolerance);
  EXPECT_NEAR(got.y * sign, want.y, tolerance);
  EXPECT_NEAR(got.z * sign, want.z, tolerance);
  EXPECT_NEAR(got.w * sign, want.w, tolerance);
}

class QuatTest : public testing::Test {
 protected:
  float number() { return uniform_(random_); }
  Vec3 direction() {
    for (;;) {
      const Vec3 v{number(), number(), number()};
      if (length(v) > 0.1f) return v * (1 / length(v));
    }
  }
  Quat rotation() { return fromAxisAngle(direction(), static_cast<double>(number()) * pi); }

 private:
  std::mt19937 random_{17};
  std::uniform_real_distribution<float> uniform_{-1, 1};
};

TEST(UnitRotation, KeepsExactOnesAndMendsOthers) {
  EXPECT_EQ(unitRotation({0, 0.6f, 0, 0.8f}).rotation, (Quat{0, 0.6f, 0, 0.8f}));
  const UnitRotation off = unitRotation({0, 2, 0, 0});
  EXPECT_EQ(off.rotation, (Quat{0, 1, 0, 0}));
  EXPECT_FALSE(off.usual);
  EXPECT_TRUE(unitRotation({0, 1.0004f, 0, 0}).usual);
  const UnitRotation zero = unitRotation({0, 0, 0, 0});
  EXPECT_TRUE(zero.zero);
  EXPECT_EQ(zero.rotation, Quat{});
  EXPECT_EQ(unitRotation({std::numeric_limits<float>::infinity(), 0, 0, 1}).rotation, Quat{});
}

TEST_F(QuatTest, ProductsByHand) {
  const Quat i{1, 0, 0, 0}, j{0, 1, 0, 0}, k{0, 0, 1, 0};
  EXPECT_EQ(i * j, k);
  EXPECT_EQ(j * k, i);
  EXPECT_EQ(k * i, j);
  EXPECT_EQ(i * i, (Quat{0, 0, 0, -1}));
  EXPECT_EQ((Quat{1, 2, 3, 4} * Quat{5, 6, 7, 8}), (Quat{24, 48, 48, -6}));
  EXPECT_EQ(conjugate(Quat{1, 2, 3, 4}), (Quat{-1, -2, -3, 4}));
}

TEST_F(QuatTest, RotatesByHand) {
  const Quat quarterAboutZ{0, 0, kHalf, kHalf};
  EXPECT_TRUE(nearly(rotate(quarterAboutZ, {1, 0, 0}), {0, 1, 0}));
  EXPECT_TRUE(nearly(rotate(quarterAboutZ, {0, 1, 0}), {-1, 0, 0}));
  EXPECT_EQ(rotate(Quat{}, {1, 2, 3}), (Vec3{1, 2, 3}));
}

TEST_F(QuatTest, ProductsRotateOneAfterTheOther) {
  for (int n = 0; n < 200; ++n) {
    const Quat a = rotation(), b = rotation();
    const Vec3 v = direction();
    EXPECT_TRUE(nearly(rotate(a * b, v), rotate(a, rotate(b, v))));
    EXPECT_TRUE(nearly(rotate(conjugate(a), rotate(a, v)), v));
  }
}

TEST_F(QuatTest, NormalizedTakesEveryQuaternion) {
  EXPECT_EQ(normalized({0, 0, 0, 0}), Quat{});
  EXPECT_EQ(normalized({0, -3, 0, 4}), (Quat{0, -0.6f, 0, 0.8f}));
  EXPECT_EQ(normalized({1e30f, 0, 0, 0}), (Quat{1, 0, 0, 0}));
  EXPECT_EQ(normalized({NAN, 0, 0, 1}), Quat{});
}

TEST_F(QuatTest, FromAxisAngleByHand) {
  expectSameRotation(fromAxisAngle({0, 1, 0}, pi / 2), {0, kHalf, 0, kHalf});
  EXPECT_EQ(fromAxisAngle({0, 1, 0}, 0), Quat{});
  for (int n = 0; n < 100; ++n) {
    const Vec3 axis = direction();
    const double angle = static_cast<double>(number()) * pi;
    const Quat q = fromAxisAngle(axis, angle);
    EXPECT_NEAR(q.w, std::cos(angle / 2), 1e-7);
    EXPECT_TRUE(nearly({q.x, q.y, q.z}, axis * static_cast<float>(std::sin(angle / 2)), 1e-7f));
  }
}

TEST_F(QuatTest, SlerpByHand) {
  const Quat quarter{0, 0, kHalf, kHalf};
  expectSameRotation(slerp({}, quarter, 0.5), fromAxisAngle({0, 0, 1}, pi / 4), 1e-7);
  expectSameRotation(slerp({}, quarter, 1.0 / 3), fromAxisAngle({0, 0, 1}, pi / 6), 1e-7);
}

TEST_F(QuatTest, SlerpEndsToTheBit) {
  for (int n = 0; n < 100; ++n) {
    const Quat a = rotation(), b = rotation();
    for (const double t : {0.0, -1.0, static_cast<double>(NAN)}) EXPECT_EQ(slerp(a, b, t), a);
    for (const double t : {1.0, 2.0}) EXPECT_EQ(slerp(a, b, t), b);
    EXPECT_EQ(slerp(a, a, 0.3), a);
  }
}

TEST_F(QuatTest, SlerpTakesTheShortArcAtConstantSpeed) {
  for (int n = 0; n < 200; ++n) {
    const Quat a = rotation(), b = rotation();
    const Quat minusB{-b.x, -b.y, -b.z, -b.w};
    const double t = std::abs(static_cast<double>(number()));
    const Quat got = slerp(a, b, t);
    expectSameRotation(got, slerp(a, minusB, t));
    EXPECT_NEAR(dot(got, got), 1, 1e-6);
    const auto angle = [](Quat p, Quat q) {
      return std::acos(std::min(1.0, std::abs(static_cast<double>(dot(p, q)))));
    };
    EXPECT_NEAR(angle(a, got), t * angle(a, b),
                2e-3);  // the standard's arc cosine loses half of the digits at 0
    EXPECT_NEAR(angle(got, b), (1 - t) * angle(a, b), 2e-3);
  }
}

TEST_F(QuatTest, SlerpOfNeighboursAndOpposites) {
  const Quat a{0, 0, 0, 1};
  for (const float tiny : {1e-3f, 1e-6f, 1e-12f, 1e-30f, 1e-45f}) {
    const Quat got = slerp(a, {tiny, 0, 0, 1}, 0.5);
    EXPECT_NEAR(got.x, tiny / 2, tiny * 1e-4f) << tiny;
    EXPECT_FLOAT_EQ(got.w, 1);
  }
  EXPECT_EQ(slerp(a, {0, 0, 0, -1}, 0.5), a);
  const Quat right = slerp(a, {1, 0, 0, 0}, 0.5);  // half a turn: as far as rotations can be
  expectSameRotation(right, {kHalf, 0, 0, kHalf});
}

TEST_F(QuatTest, FromToTurnsOneIntoTheOther) {
  expectSameRotation(fromTo({1, 0, 0}, {0, 1, 0}), {0, 0, kHalf, kHalf});
  EXPECT_EQ(fromTo({0, 0, 1}, {0, 0, 1}), Quat{});
  for (int n = 0; n < 500; ++n) {
    const Vec3 a = direction();
    const float bend = n % 5 == 0 ? 1e-4f : n % 5 == 1 ? 1e-6f : 1;
    const Vec3 close = a * (n % 2 ? -1.0f : 1.0f) + direction() * bend;
    if (length(close) < 0.1f) continue;
    const Vec3 b = close * (1 / length(close));
    const Quat q = fromTo(a, b);
    EXPECT_NEAR(dot(q, q), 1, 1e-6);
    EXPECT_TRUE(nearly(rotate(q, a), b, 2e-6f));
    EXPECT_NEAR(dot(Vec3{q.x, q.y, q.z}, a), 0, 1e-6);  // shortest: about an axis at a right angle
  }
}

TEST_F(QuatTest, FromToOfOpposites) {
  EXPECT_EQ(fromTo({0, 1, 0}, {0, -1, 0}), (Quat{1, 0, 0, 0}));  // seed 000 demands X
  EXPECT_EQ(fromTo({0, 0, 1}, {0, 0, -1}), (Quat{1, 0, 0, 0}));
  EXPECT_EQ(fromTo({1, 0, 0}, {-1, 0, 0}), (Quat{0, 1, 0, 0}));
  for (int n = 0; n < 100; ++n) {
    const Vec3 a = direction();
    EXPECT_TRUE(nearly(rotate(fromTo(a, a * -1), a), a * -1));
  }
  EXPECT_EQ(fromTo({0, 0, 0}, {0, 1, 0}), Quat{});
  EXPECT_EQ(fromTo({0, 1, 0}, {NAN, 0, 0}), Quat{});
}

TEST_F(QuatTest, MaskedRotationByHand) {
  const Quat aboutX = fromAxisAngle({1, 0, 0}, 1);
  EXPECT_EQ(maskedRotation(aboutX, {true, true, true}), aboutX);
  EXPECT_EQ(maskedRotation(aboutX, {false, false, false}), Quat{});
  EXPECT_EQ(maskedRotation(aboutX, {false, true, true}), Quat{});
  expectSameRotation(maskedRotation(aboutX, {true, false, false}), aboutX, 1e-7);
  EXPECT_EQ(maskedRotation({}, {true, false, false}), Quat{});

  // A rotation vector of (0.3, 0.4, 1.2): its length is 1.3.
  const Quat mixed = fromAxisAngle(Vec3{0.3f, 0.4f, 1.2f} * (1 / 1.3f), 1.3);
  expectSameRotation(maskedRotation(mixed, {true, true, false}), fromAxisAngle({0.6f, 0.8f, 0}, 0.5));
  expectSameRotation(maskedRotation(mixed, {false, true, false}), fromAxisAngle({0, 1, 0}, 0.4));
  expectSameRotation(maskedRotation({-mixed.x, -mixed.y, -mixed.z, -mixed.w}, {false, true, false}),
                     fromAxisAngle({0, 1, 0}, 0.4));
}

TEST_F(QuatTest, MaskedRotationTakesTheShortArc) {
  // 270 degrees about Y are -90.
  expectSameRotation(maskedRotation(fromAxisAngle({0, 1, 0}, 1.5 * pi), {false, true, false}),
                     fromAxisAngle({0, 1, 0}, -pi / 2));
  const Quat tiny{1e-20f, 2e-20f, 0, 1};
  EXPECT_FLOAT_EQ(maskedRotation(tiny, {true, false, false}).x, 1e-20f);
}

}  // namespace
}  // namespace vrm
