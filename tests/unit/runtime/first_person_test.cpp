// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/runtime/first_person.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "vrm/schema/first_person.hpp"

namespace vrm {
namespace {

using Indices = std::vector<std::uint32_t>;

// Joint 0 is the body, 1 the head, 2 the hair. Vertices 0 to 2 are the body's, 3 has the least weight on the
// hair, 4 and 5 are the head's.
const std::vector<std::uint8_t> kIsHead = {0, 1, 1};
const std::vector<std::uint16_t> kJoints = {0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0,  //
                                            0, 0, 0, 2, 1, 0, 0, 0, 2, 1, 0, 0};
const std::vector<float> kWeights = {1, 0, 0, 0,      1, 0, 0, 0, 1,    0,    0, 0,  //
                                     1, 0, 0, 1e-30f, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0};

HeadSplit split(const Indices& triangles) {
  Result<HeadSplit> result = splitHead(triangles, kJoints, kWeights, 4, kIsHead);
  EXPECT_TRUE(result.ok());
  return std::move(result).value();
}

TEST(SplitHead, Decision32SomeTrianglesAreTheHeads) {
  const HeadSplit got = split({3, 0, 1, 0, 1, 2, 4, 5, 3, 2, 1, 0, 0, 1, 5});
  EXPECT_EQ(got.part, HeadPart::Some);
  EXPECT_EQ(got.indices, (Indices{0, 1, 2, 2, 1, 0, 3, 0, 1, 4, 5, 3, 0, 1, 5}));
  EXPECT_EQ(got.headStart, 6u);
}

TEST(SplitHead, Decision32WeightsOfZeroDoNotCount) {
  const HeadSplit got = split({0, 1, 2});  // vertex 1 names the head with weight 0
  EXPECT_EQ(got.part, HeadPart::None);
  EXPECT_TRUE(got.indices.empty());
}

TEST(SplitHead, AllNeedsNoBuffer) {
  const HeadSplit got = split({3, 4, 5, 0, 0, 5});
  EXPECT_EQ(got.part, HeadPart::All);
  EXPECT_TRUE(got.indices.empty());
}

TEST(SplitHead, TakesEveryMesh) {
  EXPECT_EQ(split({}).part, HeadPart::None);
  EXPECT_EQ(split({4, 5}).part, HeadPart::None);  // no whole triangle
  EXPECT_EQ(split({0, 1, 2, 5}).part, HeadPart::None);
  const HeadSplit cut = split({3, 4, 5, 0, 1, 2, 4, 5});
  EXPECT_EQ(cut.indices, (Indices{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(cut.headStart, 3u);
  EXPECT_EQ(split({0, 1, 99}).part, HeadPart::None);  // a vertex that is not there

  const Indices triangle = {0, 1, 2};
  EXPECT_EQ(splitHead(triangle, {}, {}, 0, kIsHead)->part, HeadPart::None);
  EXPECT_EQ(splitHead(triangle, {}, {}, 4, {})->part, HeadPart::None);
  const Indices head = {3, 4, 5};
  EXPECT_EQ(splitHead(head, kJoints, kWeights, 4, {})->part, HeadPart::None);  // joints that are not there
}

TEST(SplitHead, EightInfluences) {
  const std::vector<std::uint16_t> joints = {0, 0, 0, 0, 0, 0, 0, 1};
  const std::vector<float> weights = {0.5f, 0, 0, 0, 0, 0, 0, 0.5f};
  const Indices triangle = {0, 0, 0};
  EXPECT_EQ(splitHead(triangle, joints, weights, 8, kIsHead)->part, HeadPart::All);
}

TEST(SplitHead, RefusesWhatDoesNotFit) {
  const Indices triangle = {0, 1, 2};
  const std::span<const float> fewer = std::span(kWeights).first(20);
  EXPECT_EQ(splitHead(triangle, kJoints, fewer, 4, kIsHead).error().code, Code::ApiMisuse);
  EXPECT_EQ(splitHead(triangle, kJoints, kWeights, 0, kIsHead).error().code, Code::ApiMisuse);
  EXPECT_EQ(splitHead(triangle, kJoints, kWeights, 5, kIsHead).error().code, Code::ApiMisuse);
}

TEST(FirstPerson, Visibility) {
  EXPECT_EQ(visibility(FirstPersonType::Auto), (Visibility{true, true}));
  EXPECT_EQ(visibility(FirstPersonType::Auto, HeadPart::Some), (Visibility{true, true}));
  EXPECT_EQ(visibility(FirstPersonType::Auto, HeadPart::All), (Visibility{false, true}));
  for (const HeadPart part : {HeadPart::None, HeadPart::All, HeadPart::Some}) {
    EXPECT_EQ(visibility(FirstPersonType::Both, part), (Visibility{true, true}));
    EXPECT_EQ(visibility(FirstPersonType::ThirdPersonOnly, part), (Visibility{false, true}));
    EXPECT_EQ(visibility(FirstPersonType::FirstPersonOnly, part), (Visibility{true, false}));
  }
}

TEST(FirstPerson, TheStandardsWords) {
  static_assert(std::is_same_v<schema::FirstPersonType, FirstPersonType>);
  EXPECT_EQ(firstPersonTypeNames().size(), 4u);
  EXPECT_EQ(name(FirstPersonType::Auto), "auto");
  EXPECT_EQ(name(FirstPersonType::FirstPersonOnly), "firstPersonOnly");
}

}  // namespace
}  // namespace vrm
