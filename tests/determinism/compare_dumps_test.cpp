// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The tool that is needed on the day on which a hash differs must not wait for that day to be tried.
#include <gtest/gtest.h>

#include <fstream>

#include "determinism/dump.hpp"
#include "support/temp_folder.hpp"

namespace vrm::determinism {
namespace {

constexpr const char* kHead = "scene\thair\nbuild\tg++ AVX2\n";
constexpr const char* kFrames =
    "frame\t0\nviewpoint\t0\t\t3f800000 1\t00000000 0\t00000000 0\n"
    "frame\t1\nworld matrix of node\t12\thair_3\t3f800000 1\t40000000 2\n";

Comparison compared(const std::string& a, const std::string& b) {
  const test::TempFolder folder;
  const std::string pathA = (folder.path() / "a").string(), pathB = (folder.path() / "b").string();
  std::ofstream(pathA) << a;
  std::ofstream(pathB) << b;
  return compareDumps(pathA, pathB);
}

TEST(CompareDumps, EqualOnesHaveNoDifference) {
  const std::string a = std::string(kHead) + kFrames;
  // Another build, and other digits for the same bits.
  std::string b = std::string("scene\thair\nbuild\tclang SSE4\n") + kFrames;
  b.replace(b.find(" 2\n"), 3, " 2.0\n");
  const Comparison same = compared(a, b);
  EXPECT_TRUE(same.readable);
  EXPECT_EQ(same.difference, "");
}

TEST(CompareDumps, NameTheFirstValueThatDiffers) {
  const std::string a = std::string(kHead) + kFrames;
  std::string b = std::string("scene\thair\nbuild\tclang SSE4\n") + kFrames;
  b.replace(b.find("40000000 2"), 10, "3fffffff 1.99999988");
  EXPECT_EQ(compared(a, b).difference,
            "scene hair, frame 1, world matrix of node 12 \"hair_3\", element 1:\n"
            "  2 (40000000) by g++ AVX2\n  1.99999988 (3fffffff) by clang SSE4\n  1 ulps apart");
  b = std::string(kHead) + kFrames;
  b.replace(b.find("3f800000 1\t0"), 12, "bf800000 -1\t0");
  EXPECT_EQ(compared(a, b).difference,
            "scene hair, frame 0, viewpoint, element 0:\n"
            "  1 (3f800000) by g++ AVX2\n  -1 (bf800000) by g++ AVX2\n  2130706432 ulps apart");
  b.replace(b.find("bf800000 -1"), 11, "7fc00000 nan");
  EXPECT_NE(compared(a, b).difference.find("one is not a number"), std::string::npos);
}

TEST(CompareDumps, SayWhenTheyCannotBeCompared) {
  const std::string a = std::string(kHead) + kFrames;
  EXPECT_FALSE(compared(a, "").readable);
  EXPECT_FALSE(compared("something else\nbuild\n", a).readable);
  EXPECT_EQ(compared(a, std::string("scene\tbody\nbuild\tx\n") + kFrames).difference,
            "they are of two scenes: hair and body");
  EXPECT_EQ(compared(a, kHead).difference, "scene hair: one ends in frame 0");
  std::string b = a;
  b.replace(b.find("\t12\t"), 4, "\t13\t");
  EXPECT_EQ(
      compared(a, b).difference,
      "scene hair, frame 1, other values: world matrix of node 12 \"hair_3\" and world matrix of node 13 "
      "\"hair_3\"");
}

}  // namespace
}  // namespace vrm::determinism
