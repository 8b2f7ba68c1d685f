// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_vrm `expressions`: from weights asked for to weights that take effect. What those do to meshes and
// materials: expression_apply_test.cpp.
#include "vrm/runtime/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;
using K = ExpressionKind;
using O = ExpressionOverride;

// Weights after the update.
float effective(Avatar& avatar, std::string_view name) {
  avatar.update(0);
  return avatar.expressionWeights()[avatar.model().expression(name).value];
}

// "Expression control"
TEST(Expression, WeightsAreClamped) {
  ModelBuilder b;
  b.expression("happy");
  Avatar avatar(b.make());
  const std::pair<float, float> rows[] = {{0, 0},     {0.3f, 0.3f}, {1, 1},     {1.5f, 1},
                                          {-0.5f, 0}, {1e30f, 1},   {-1e30f, 0}};
  for (const auto& [asked, got] : rows) {
    avatar.expression("happy", asked);
    EXPECT_EQ(effective(avatar, "happy"), got);
    EXPECT_EQ(avatar.expression(ExpressionIndex(0)), asked);
  }
}

// "A value greater than 0.5 is 1.0, otherwise 0.0"; the draft: everything but zero.
TEST(Decision26, BinaryRules) {
  struct Row {
    float weight, aboveHalf, nonZero;
  };
  const Row rows[] = {{0, 0, 0}, {1e-6f, 0, 1}, {0.5f, 0, 1}, {std::nextafter(0.5f, 1.0f), 1, 1},
                      {1, 1, 1}, {7, 1, 1},     {-1, 0, 0},   {-0.0f, 0, 0}};
  for (const BinaryRule rule : {BinaryRule::AboveHalf, BinaryRule::NonZero}) {
    ModelBuilder b;
    b.expression("happy").isBinary = true;
    b.vrm.expressions.binaryRule = rule;
    Avatar avatar(b.make());
    for (const Row& row : rows) {
      avatar.expression("happy", row.weight);
      EXPECT_EQ(effective(avatar, "happy"), rule == BinaryRule::AboveHalf ? row.aboveHalf : row.nonZero)
          << name(rule) << " " << row.weight;
    }
  }
}

// "Each override property affects the following procedural facial expressions"
TEST(Override, EveryPresetObeysItsOwn) {
  const std::set<std::string_view> mouth = {"aa", "ih", "ou", "ee", "oh"};
  const std::set<std::string_view> blink = {"blink", "blinkLeft", "blinkRight"};
  const std::set<std::string_view> gaze = {"lookUp", "lookDown", "lookLeft", "lookRight"};
  for (int which = 0; which < 3; ++which) {
    ModelBuilder b;
    for (std::size_t i = 0; i < kExpressionPresetCount; ++i)
      b.expression(name(static_cast<ExpressionPreset>(i)));
    schema::Expression& custom = b.expression("custom");
    if (which == 0) custom.overrideMouth = O::Block;
    if (which == 1) custom.overrideBlink = O::Block;
    if (which == 2) custom.overrideLookAt = O::Block;
    Avatar avatar(b.make());
    for (std::uint32_t i = 0; i < avatar.model().expressionCount(); ++i)
      avatar.expression(ExpressionIndex(i), 0.75f);
    avatar.update(0);
    const std::set<std::string_view>& held = which == 0 ? mouth : which == 1 ? blink : gaze;
    for (std::uint32_t i = 0; i < avatar.model().expressionCount(); ++i) {
      const std::string_view expression = avatar.model().expressionName(ExpressionIndex(i));
      EXPECT_EQ(avatar.expressionWeights()[i], held.contains(expression) ? 0 : 0.75f) << expression;
    }
  }
}

// none, block and blend, with and without isBinary on either side ("Interaction between override and
// isBinary"), for each of the three kinds.
TEST(Override, EveryCombination) {
  struct Row {
    O override;
    bool binary;  // the overriding one
    float weight;
    bool targetBinary;
    float target, expected;
  };
  const Row rows[] = {
      {O::None, false, 1, false, 0.8f, 0.8f},
      {O::None, false, 1, true, 0.8f, 1},
      {O::None, true, 1, false, 0.8f, 0.8f},
      // "when happy.weight > 0"
      {O::Block, false, 0, false, 0.8f, 0.8f},
      {O::Block, false, 0.01f, false, 0.8f, 0},
      {O::Block, false, 1, false, 0.8f, 0},
      // "linearly attenuates"
      {O::Blend, false, 0, false, 0.8f, 0.8f},
      {O::Blend, false, 0.25f, false, 0.8f, 0.6f},
      {O::Blend, false, 1, false, 0.8f, 0},
      {O::Blend, false, 3, false, 0.8f, 0},  // clamped before
      // "the binary output value MUST be used": nothing at 0.5, everything above.
      {O::Block, true, 0.5f, false, 0.8f, 0.8f},
      {O::Block, true, 0.6f, false, 0.8f, 0},
      {O::Blend, true, 0.5f, false, 0.8f, 0.8f},
      {O::Blend, true, 0.6f, false, 0.8f, 0},
      // "completely suppressed if the effect received is greater than 0.0"
      {O::Block, false, 0, true, 0.8f, 1},
      {O::Block, false, 0.01f, true, 0.8f, 0},
      {O::Blend, false, 0, true, 0.8f, 1},
      {O::Blend, false, 0.01f, true, 0.8f, 0},
      {O::Blend, false, 0.01f, true, 0.4f, 0},
      {O::Blend, true, 0.5f, true, 0.8f, 1},
      {O::Block, true, 0.6f, true, 0.8f, 0},
  };
  const char* const targets[] = {"aa", "blink", "lookUp"};
  for (std::size_t kind = 0; kind < 3; ++kind) {
    for (std::size_t i = 0; i < std::size(rows); ++i) {
      const Row& row = rows[i];
      ModelBuilder b;
      schema::Expression& happy = b.expression("happy");
      happy.isBinary = row.binary;
      (kind == 0   ? happy.overrideMouth
       : kind == 1 ? happy.overrideBlink
                   : happy.overrideLookAt) = row.override;
      b.expression(targets[kind]).isBinary = row.targetBinary;
      Avatar avatar(b.make());
      avatar.expression("happy", row.weight);
      avatar.expression(targets[kind], row.target);
      EXPECT_NEAR(effective(avatar, targets[kind]), row.expected, 1e-6) << targets[kind] << ", row " << i;
    }
  }
}

// "var factor = 1.0 - saturate(value)"
TEST(Override, AmountsAddUpToOneAtMost) {
  ModelBuilder b;
  for (const char* name : {"happy", "angry", "sad"}) b.expression(name).overrideBlink = O::Blend;
  b.expression("blink");
  Avatar avatar(b.make());
  avatar.expression("blink", 0.5f);
  avatar.expression("happy", 0.25f);
  avatar.expression("angry", 0.5f);
  EXPECT_EQ(effective(avatar, "blink"), 0.125f);  // 0.5 * (1 - 0.75)
  avatar.expression("sad", 0.75f);
  EXPECT_EQ(effective(avatar, "blink"), 0);
}

// "Like overrideBlink for blink, settings for the same kind are treated as invalid."
TEST(Override, NeverOfItsOwnKind) {
  ModelBuilder b;
  schema::Expression& aa = b.expression("aa");
  aa.overrideMouth = O::Block;
  b.expression("ih");
  schema::Expression& blink = b.expression("blink");
  blink.overrideBlink = O::Block;
  blink.overrideLookAt = O::Blend;
  b.expression("blinkLeft");
  schema::Expression& up = b.expression("lookUp");
  up.overrideLookAt = O::Block;
  b.expression("lookLeft");
  Avatar avatar(b.make());
  for (std::uint32_t i = 0; i < 6; ++i) avatar.expression(ExpressionIndex(i), 0.5f);
  avatar.update(0);
  for (const char* name : {"aa", "ih", "blink", "blinkLeft"})
    EXPECT_EQ(effective(avatar, name), 0.5f) << name;
  // Another kind's still counts.
  for (const char* name : {"lookUp", "lookLeft"}) EXPECT_EQ(effective(avatar, name), 0.25f) << name;
}

// "it is recommended that VRM implementations provide an interface that allows custom facial expressions to
// be overridden"
TEST(Override, CustomExpressionsAreOfTheKindThatTheyAreGiven) {
  ModelBuilder b;
  b.expression("happy").overrideMouth = O::Block;
  schema::Expression& own = b.expression("viseme");
  own.overrideMouth = O::Block;
  b.expression("aa");
  Avatar avatar(b.make());
  const ExpressionIndex viseme = avatar.model().expression("viseme");
  EXPECT_EQ(avatar.kind(viseme), K::Other);
  avatar.expression("viseme", 1);
  avatar.expression("aa", 1);
  EXPECT_EQ(effective(avatar, "aa"), 0);  // held down by viseme, which is no mouth yet
  avatar.setKind(viseme, K::Mouth);
  EXPECT_EQ(avatar.kind(viseme), K::Mouth);
  EXPECT_EQ(effective(avatar, "aa"), 1);
  EXPECT_EQ(effective(avatar, "viseme"), 1);
  avatar.expression("happy", 0.1f);
  EXPECT_EQ(effective(avatar, "viseme"), 0);
  avatar.setKind(viseme, K::Blink);
  EXPECT_EQ(effective(avatar, "viseme"), 1);
  avatar.reset();
  EXPECT_EQ(avatar.kind(viseme), K::Other);
}

TEST(Override, KindsByLoadOptions) {
  ModelBuilder b;
  b.expression("happy").overrideMouth = O::Block;
  b.expression("aa");
  b.expression("viseme");
  LoadOptions options;
  options.expressionKinds = {{"viseme", K::Mouth}, {"nobody", K::Blink}, {"aa", K::Blink}};
  Avatar avatar(b.make(options));
  EXPECT_EQ(avatar.kind(avatar.model().expression("viseme")), K::Mouth);
  EXPECT_EQ(avatar.kind(avatar.model().expression("aa")), K::Mouth);  // the standard's table
  avatar.expression("viseme", 1);
  avatar.expression("happy", 1);
  EXPECT_EQ(effective(avatar, "viseme"), 0);
}

// Decision 28: the gaze of bone type has no weight that could be held down.
TEST(Decision28, OverrideLookAtLeavesEyesAlone) {
  ModelBuilder b;
  b.expression("happy").overrideLookAt = O::Block;
  const std::uint32_t head = b.bone(HumanBone::Head, {{0, 1, 0}, {}, {1, 1, 1}});
  b.bone(HumanBone::LeftEye, {}, head);
  b.vrm.lookAt = schema::LookAt{};
  Avatar avatar(b.make());
  avatar.expression("happy", 1);
  avatar.lookAt(YawPitch{90, 0});
  avatar.update(0);
  EXPECT_NEAR(avatar.local(avatar.model().bone(HumanBone::LeftEye)).rotation.y, std::sin(0.0872665), 1e-6);
}

// A gaze by expressions obeys overrideLookAt, and what it asks for overrides too.
TEST(Override, OfAGazeByExpressions) {
  ModelBuilder b;
  b.expression("happy").overrideLookAt = O::Blend;
  b.expression("aa");
  b.expression("lookLeft").overrideMouth = O::Block;
  b.bone(HumanBone::Head);
  b.vrm.lookAt = schema::LookAt{};
  b.vrm.lookAt->type = schema::LookAtType::Expression;
  b.vrm.lookAt->rangeMapHorizontalOuter = {90, 1, {}};
  Avatar avatar(b.make());
  avatar.expression("aa", 1);
  avatar.lookAt(YawPitch{45, 0});
  EXPECT_EQ(effective(avatar, "lookLeft"), 0.5f);
  EXPECT_EQ(effective(avatar, "aa"), 0);
  avatar.expression("happy", 0.5f);
  EXPECT_EQ(effective(avatar, "lookLeft"), 0.25f);
}

TEST(ExpressionNames, PresetsAndCustomOnes) {
  ModelBuilder b;
  b.expression("happy");
  b.expression("wave");
  Avatar avatar(b.make());
  EXPECT_EQ(avatar.model().expression("wave"), ExpressionIndex(1));
  EXPECT_EQ(avatar.model().expression(ExpressionPreset::Happy), ExpressionIndex(0));
  EXPECT_FALSE(avatar.model().expression(ExpressionPreset::Sad));
  EXPECT_FALSE(avatar.model().expression("Wave"));
  EXPECT_FALSE(avatar.model().expression(""));
  EXPECT_TRUE(avatar.expression("wave", 0.5f));
  EXPECT_FALSE(avatar.expression("nobody", 0.5f));
  EXPECT_EQ(avatar.update(0), UpdateFlags::None);  // a name that is not there is no bad input
  EXPECT_EQ(avatar.expressionWeights()[1], 0.5f);
}

TEST(ExpressionNames, Aliases) {
  ModelBuilder b;
  b.expression("happy");
  b.expression("sad");
  b.expression("wave");
  LoadOptions options;
  options.expressionAliases = {
      {"joy", "nobody"}, {"joy", "happy"}, {"joy", "sad"},  // the first whose expression is there
      {"wave", "sad"},                                      // never hides a name
      {"", "happy"},     {"a", "wave"},    {"z", "sad"},   {"happiest", "happy"},
  };
  const auto model = b.make(options);
  const std::pair<const char*, std::uint32_t> rows[] = {{"joy", 0}, {"wave", 2}, {"happy", 0},    {"sad", 1},
                                                        {"a", 2},   {"z", 1},    {"happiest", 0}, {"", 0}};
  for (const auto& [name, expression] : rows)
    EXPECT_EQ(model->expression(name), ExpressionIndex(expression)) << name;
  EXPECT_FALSE(model->expression("nobody"));
}

TEST(ExpressionNames, ArkitAliases) {
  const std::vector<ExpressionAlias> aliases = arkitAliases();
  std::set<std::string> names;
  for (const ExpressionAlias& a : aliases) {
    if (a.alias[0] >= 'a') names.insert(a.alias);
  }
  EXPECT_EQ(names.size(), 52u);
  LoadOptions options;
  options.expressionAliases = aliases;
  ModelBuilder b;
  for (const char* name : {"aa", "blinkLeft", "BrowInnerUp", "tongueOut", "EyeBlinkRight", "blinkRight"})
    b.expression(name);
  const auto model = b.make(options);
  const std::pair<const char*, const char*> rows[] = {
      {"browInnerUp", "BrowInnerUp"},  // the two spellings in use
      {"TongueOut", "tongueOut"},
      {"jawOpen", "aa"},  // a preset means the same
      {"eyeBlinkLeft", "blinkLeft"},
      {"eyeBlinkRight", "EyeBlinkRight"},  // an expression of its own comes first
  };
  for (const auto& [alias, expression] : rows)
    EXPECT_EQ(model->expression(alias), model->expression(expression)) << alias;
  EXPECT_FALSE(model->expression("mouthLeft"));
}

}  // namespace
}  // namespace vrm
