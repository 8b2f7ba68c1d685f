// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The private parts that several readers stand on.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gltf/member_reader.hpp"
#include "schema/color.hpp"
#include "schema/rest_pose.hpp"
#include "support/asset_builder.hpp"

namespace vrm {
namespace {

using schema::linearFromSrgb;

TEST(Color, LinearFromSrgb) {
  EXPECT_EQ(linearFromSrgb(0.0f), 0);
  EXPECT_EQ(linearFromSrgb(1.0f), 1);
  EXPECT_EQ(linearFromSrgb(-1.0f), -1 / 12.92f);
  for (float c = 0.05f; c < 9; c += 0.037f) {
    const double expected = std::pow((static_cast<double>(c) + 0.055) / 1.055, 2.4);
    EXPECT_NEAR(linearFromSrgb(c), expected, expected * 1e-7) << c;
  }
  EXPECT_EQ(linearFromSrgb(std::numeric_limits<float>::max()), std::numeric_limits<float>::max());
}

// The shortest text of the largest float is a number a little above it.
TEST(MemberReader, ReadsTheLargestFloat) {
  gltf::Json json;
  const auto finite = [&](std::string_view text) { return gltf::MemberReader::finite(*json.fromText(text)); };
  EXPECT_EQ(finite("3.4028235e38"), std::numeric_limits<float>::max());
  EXPECT_EQ(finite("-3.4028235e38"), -std::numeric_limits<float>::max());
  EXPECT_EQ(finite("3.40282357e38"), std::nullopt);
  EXPECT_EQ(finite("1e300"), std::nullopt);
  EXPECT_EQ(finite("\"3\""), std::nullopt);
  gltf::JsonValue written = json.number(std::numeric_limits<float>::max());
  EXPECT_EQ(gltf::MemberReader::finite(written), std::numeric_limits<float>::max());
}

TEST(RestPose, PositionsAndAncestors) {
  test::AssetBuilder b;
  const NodeIndex root(b.node("root", {1, 0, 0}));
  const NodeIndex child(b.node("child", {0, 2, 0}, root.value));
  const NodeIndex leaf(b.node("leaf", {0, 0, 3}, child.value));
  const NodeIndex other(b.node("other", {0, 0, 0}));
  b.set("/nodes/0/rotation", "[0,0,0.7071067811865476,0.7071067811865476]");  // Y to -X
  b.set("/nodes/1/scale", "[2,2,2]");
  const gltf::Document document = b.document();
  Diagnostics diagnostics;
  const Result<gltf::Asset> asset = gltf::readAsset(document, diagnostics);
  const schema::RestPose rest(*asset);
  const auto near = [](const schema::RestPose::Point& p, double x, double y, double z) {
    return std::abs(p[0] - x) + std::abs(p[1] - y) + std::abs(p[2] - z) < 1e-6;
  };
  EXPECT_TRUE(near(rest.position(root), 1, 0, 0));
  EXPECT_TRUE(near(rest.position(child), -1, 0, 0));
  EXPECT_TRUE(near(rest.position(leaf), -1, 0, 6));
  EXPECT_TRUE(near(rest.toWorld(child, {1, 0, 0}), -1, 2, 0));
  const Vec3 local = *rest.toLocal(child, {-1, 2, 0});
  EXPECT_LT(length(local - Vec3{1, 0, 0}), 1e-6f);
  EXPECT_TRUE(rest.isDescendant(leaf, root));
  EXPECT_TRUE(rest.isDescendant(leaf, leaf));
  EXPECT_FALSE(rest.isDescendant(root, leaf));
  EXPECT_FALSE(rest.isDescendant(other, root));
  EXPECT_FALSE(rest.isDescendant(leaf, other));
}

}  // namespace
}  // namespace vrm
