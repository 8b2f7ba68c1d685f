// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include "determinism/dump.hpp"

namespace vrm::determinism {
namespace {

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> parts;
  for (std::size_t tab; (tab = line.find('\t')) != line.npos; line.remove_prefix(tab + 1))
    parts.push_back(line.substr(0, tab));
  parts.push_back(line);
  return parts;
}

struct Value {
  std::uint32_t bits = 0;
  std::string_view digits;
};
Value readValue(std::string_view text) {
  Value value;
  const std::size_t end = std::min(text.find(' '), text.size());
  std::from_chars(text.data(), text.data() + end, value.bits, 16);
  value.digits = end < text.size() ? text.substr(end + 1) : std::string_view();
  return value;
}

// Floats in their order as integers, so that neighbours differ by one.
std::int64_t place(std::uint32_t bits) {
  const auto magnitude = static_cast<std::int64_t>(bits & 0x7FFFFFFFu);
  return bits >> 31 ? -magnitude : magnitude;
}

std::string apart(std::uint32_t a, std::uint32_t b) {
  const auto isNan = [](std::uint32_t bits) { return (bits & 0x7FFFFFFFu) > 0x7F800000u; };
  if (isNan(a) || isNan(b)) return "one is not a number";
  const std::int64_t by = place(a) - place(b);
  return std::to_string(by < 0 ? -by : by) + " ulps apart";
}

struct Dump {
  std::ifstream in;
  std::string scene, build, line;
  std::vector<std::string_view> parts;

  explicit Dump(const std::string& path) : in(path, std::ios::binary) {
    next();
    if (parts.size() == 2 && parts[0] == "scene") scene = parts[1];
    next();
    if (parts.size() == 2 && parts[0] == "build") build = parts[1];
  }
  bool readable() const { return !scene.empty() && !build.empty(); }
  bool next() {
    const bool more = static_cast<bool>(std::getline(in, line));
    if (!more) line.clear();
    parts = split(line);
    return more;
  }
};

// "world matrix of node 12 "hair_3""
std::string describe(const std::vector<std::string_view>& parts) {
  std::string text(parts[0]);
  if (parts.size() < 3) return text;
  // Things that there is one of have no number worth saying.
  if (text.find(" of ") != text.npos) text += " " + std::string(parts[1]);
  if (!parts[2].empty()) text += " \"" + std::string(parts[2]) + "\"";
  return text;
}

}  // namespace

Comparison compareDumps(const std::string& pathA, const std::string& pathB) {
  Dump a(pathA), b(pathB);
  for (const auto& [dump, path] : {std::pair(&a, &pathA), std::pair(&b, &pathB)}) {
    if (!dump->readable()) return {false, *path + " is not a dump"};
  }
  if (a.scene != b.scene) return {true, "they are of two scenes: " + a.scene + " and " + b.scene};
  std::string frame = "0";
  while (true) {
    const bool moreA = a.next(), moreB = b.next();
    if (!moreA && !moreB) return {true, {}};
    if (moreA != moreB) return {true, "scene " + a.scene + ": one ends in frame " + frame};
    if (a.line == b.line) {
      if (a.parts[0] == "frame" && a.parts.size() == 2) frame = a.parts[1];
      continue;
    }
    const std::string where = "scene " + a.scene + ", frame " + frame + ", ";
    bool same = a.parts.size() == b.parts.size() && a.parts.size() >= 3;
    for (std::size_t i = 0; same && i < 3; ++i) same = a.parts[i] == b.parts[i];
    if (!same) return {true, where + "other values: " + describe(a.parts) + " and " + describe(b.parts)};
    for (std::size_t i = 3; i < a.parts.size(); ++i) {
      const Value x = readValue(a.parts[i]), y = readValue(b.parts[i]);
      if (x.bits == y.bits) continue;  // systems may spell digits differently
      return {true, where + describe(a.parts) + ", element " + std::to_string(i - 3) + ":\n  " +
                        std::string(x.digits) + " (" + std::string(a.parts[i].substr(0, 8)) + ") by " +
                        a.build + "\n  " + std::string(y.digits) + " (" +
                        std::string(b.parts[i].substr(0, 8)) + ") by " + b.build + "\n  " +
                        apart(x.bits, y.bits)};
    }
  }
}

}  // namespace vrm::determinism
