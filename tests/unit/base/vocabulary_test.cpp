// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <gtest/gtest.h>

#include <set>

#include "vrm/base/expression_preset.hpp"
#include "vrm/base/human_bone.hpp"

namespace vrm {
namespace {

TEST(HumanBones, NamesAndParents) {
  std::set<std::string_view> names;
  for (const HumanBoneInfo& row : allHumanBones()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(findHumanBone(row.name), row.bone);
    EXPECT_EQ(&info(row.bone), &row);
    if (row.bone != HumanBone::Hips) {
      EXPECT_LT(row.parent, row.bone) << row.name << ": parents come first";
    }
    // Left and right are mirrors.
    if (row.name.starts_with("left")) {
      const auto right = findHumanBone("right" + std::string(row.name.substr(4)));
      ASSERT_TRUE(right) << row.name;
      EXPECT_EQ(info(*right).required, row.required);
      EXPECT_EQ(info(*right).needsParent, row.needsParent);
    }
  }
  EXPECT_EQ(names.size(), 55u);
  EXPECT_FALSE(findHumanBone("Hips"));
  EXPECT_FALSE(findHumanBone(""));
}

TEST(HumanBones, Tails) {
  for (const HumanTailInfo& row : allHumanTails()) {
    EXPECT_EQ(findHumanTail(row.name), row.tail);
    EXPECT_EQ(name(row.tail), row.name);
    EXPECT_FALSE(findHumanBone(row.name));
  }
  EXPECT_EQ(allHumanTails().size(), 13u);
}

TEST(ExpressionPresets, NamesAndKinds) {
  int kinds[4] = {};
  for (std::size_t i = 0; i < kExpressionPresetCount; ++i) {
    const auto preset = static_cast<ExpressionPreset>(i);
    EXPECT_EQ(findExpressionPreset(name(preset)), preset);
    ++kinds[static_cast<int>(kindOf(preset))];
  }
  EXPECT_EQ(kinds[static_cast<int>(ExpressionKind::Mouth)], 5);
  EXPECT_EQ(kinds[static_cast<int>(ExpressionKind::Blink)], 3);
  EXPECT_EQ(kinds[static_cast<int>(ExpressionKind::LookAt)], 4);
  EXPECT_FALSE(findExpressionPreset("joy"));
}

}  // namespace
}  // namespace vrm
