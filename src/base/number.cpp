// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/base/number.hpp"

#include <fast_float/fast_float.h>
#include <rapidjson/internal/dtoa.h>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace vrm {
namespace {

// value = 0.d1d2d3... * 10^exponent
struct Decimal {
  char digits[20];
  int count = 0;
  int exponent = 0;
};

Decimal shortest(double positive) {
  Decimal d;
  int k = 0;
  rapidjson::internal::Grisu2(positive, d.digits, &d.count, &k);
  d.exponent = d.count + k;
  return d;
}

Decimal rounded(const Decimal& from, int count) {
  Decimal d = from;
  if (count >= d.count) return d;
  d.count = count;
  if (from.digits[count] < '5') return d;
  int i = count - 1;
  while (i >= 0 && d.digits[i] == '9') d.digits[i--] = '0';
  if (i >= 0) {
    ++d.digits[i];
  } else {
    d.digits[0] = '1';
    ++d.exponent;
  }
  return d;
}

std::string spell(bool negative, Decimal d) {
  while (d.count > 1 && d.digits[d.count - 1] == '0') --d.count;
  std::string text = negative ? "-" : "";
  const std::size_t count = static_cast<std::size_t>(d.count);
  if (d.exponent > 0 && d.exponent <= 17) {
    const std::size_t whole = static_cast<std::size_t>(d.exponent);
    text.append(d.digits, count < whole ? count : whole);
    if (count < whole) text.append(whole - count, '0');
    if (count > whole) text.append(1, '.').append(d.digits + whole, count - whole);
  } else if (d.exponent <= 0 && d.exponent > -6) {
    text += "0.";
    text.append(static_cast<std::size_t>(-d.exponent), '0').append(d.digits, count);
  } else {
    text.append(d.digits, 1);
    if (count > 1) text.append(1, '.').append(d.digits + 1, count - 1);
    text += "e" + std::to_string(d.exponent - 1);
  }
  return text;
}

}  // namespace

std::optional<double> parseDouble(std::string_view text) noexcept {
  // Most numbers in a model are 0, 1 or an index: digits that a double holds exactly.
  constexpr std::size_t kExactDigits = 15;
  if (!text.empty() && text.size() <= kExactDigits) {
    std::uint64_t whole = 0;
    std::size_t i = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
      whole = whole * 10 + static_cast<std::uint64_t>(text[i] - '0');
    }
    if (i == text.size()) return static_cast<double>(whole);
  }
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = fast_float::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string formatDouble(double value) {
  if (!std::isfinite(value)) return "0";
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  return spell(std::signbit(value), shortest(std::abs(value)));
}

std::string formatFloat(float value) {
  if (!std::isfinite(value)) return "0";
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  // Nine digits always tell two floats apart; most need fewer.
  const Decimal exact = shortest(std::abs(static_cast<double>(value)));
  for (int count = 1; count < 9; ++count) {
    std::string text = spell(std::signbit(value), rounded(exact, count));
    float back = 0;
    fast_float::from_chars(text.data(), text.data() + text.size(), back);
    if (back == value) return text;
  }
  return spell(std::signbit(value), rounded(exact, 9));
}

}  // namespace vrm
