// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace vrm {
namespace {

TEST(Number, ParsesWhatJsonAllows) {
  EXPECT_EQ(parseDouble("0"), 0.0);
  EXPECT_EQ(parseDouble("-12.5e-1"), -1.25);
  EXPECT_EQ(parseDouble("0.0000000000000000000000000"), 0.0);  // RapidJSON 1.1 reads this as -1.4e-194
  EXPECT_TRUE(std::signbit(*parseDouble("-0")));
  EXPECT_EQ(parseDouble("1.7976931348623157e308"), std::numeric_limits<double>::max());
}

TEST(Number, RefusesTheRest) {
  for (const char* text : {"", "x", "1x", " 1", "1 ", "1e999", "-1e999", "nan", "inf", "1,5"}) {
    EXPECT_FALSE(parseDouble(text)) << text;
  }
}

TEST(Number, FormatsShortly) {
  EXPECT_EQ(formatFloat(0.1f), "0.1");
  EXPECT_EQ(formatFloat(1.0f), "1");
  EXPECT_EQ(formatFloat(-2.5f), "-2.5");
  EXPECT_EQ(formatFloat(0.0f), "0");
  EXPECT_EQ(formatFloat(-0.0f), "-0");
  EXPECT_EQ(formatFloat(16777216.0f), "16777216");
  EXPECT_EQ(formatFloat(1e-7f), "1e-7");
  EXPECT_EQ(formatFloat(0.99999994f), "0.99999994");
  EXPECT_EQ(formatDouble(0.1), "0.1");
  EXPECT_EQ(formatDouble(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(formatDouble(1e21), "1e21");
  EXPECT_EQ(formatDouble(std::nan("")), "0");
}

TEST(Number, FloatsReadBackAsThemselves) {
  std::mt19937 random(1);
  for (int i = 0; i < 200'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    float value = 0;
    std::memcpy(&value, &bits, 4);
    if (!std::isfinite(value)) continue;
    const std::string text = formatFloat(value);
    EXPECT_EQ(static_cast<float>(*parseDouble(text)), value) << text;
    EXPECT_LE(text.size(), 18u);
  }
}

TEST(Number, DoublesReadBackAsThemselves) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, 8);
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(*parseDouble(formatDouble(value)), value);
  }
}

}  // namespace
}  // namespace vrm
