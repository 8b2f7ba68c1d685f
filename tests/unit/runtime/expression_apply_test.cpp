// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// VRMC_vrm `expressions`, "Expression update algorithm"; decision 28.
#include <gtest/gtest.h>

#include <functional>

#include <string>

#include "unit/runtime/prelude.hpp"

namespace vrm {
namespace {

using namespace test;
using T = MaterialColorType;

std::vector<float> morphs(const Avatar& avatar, std::size_t mesh) {
  const std::span<const float> weights = avatar.morphWeights(mesh);
  return {weights.begin(), weights.end()};
}

schema::MorphTargetBind morph(std::uint32_t node, std::uint32_t index, float weight) {
  return {NodeIndex(node), index, weight};
}

TEST(Morphs, BoundOnesStartFromZeroAndOthersKeepTheFilesWeights) {
  ModelBuilder b;
  const std::uint32_t plain = b.meshNode({0.125f, 0.25f, 0.5f});
  // glTF 2.0 section 3.7.2.2: the node's weights win over the mesh's, also when there are fewer.
  const std::uint32_t own = b.meshNode({0.125f, 0.25f, 0.5f}, {0.75f, 1});
  b.expression("happy").morphTargetBinds = {morph(plain, 1, 0.5f), morph(own, 1, 1)};
  Avatar avatar(b.make());
  EXPECT_EQ(morphs(avatar, 0), (std::vector<float>{0.125f, 0, 0.5f}));
  EXPECT_EQ(morphs(avatar, 1), (std::vector<float>{0.75f, 0, 0}));
  avatar.expression("happy", 0.5f);
  avatar.update(0);
  EXPECT_EQ(morphs(avatar, 0), (std::vector<float>{0.125f, 0.25f, 0.5f}));
  EXPECT_EQ(morphs(avatar, 1), (std::vector<float>{0.75f, 0.5f, 0}));
}

TEST(Morphs, AddUpUnclamped) {
  ModelBuilder b;
  const std::uint32_t node = b.meshNode({0, 0});
  b.expression("happy").morphTargetBinds = {morph(node, 0, 0.75f), morph(node, 0, 0.5f)};  // twice in one
  b.expression("sad").morphTargetBinds = {morph(node, 0, 1), morph(node, 1, -1)};
  Avatar avatar(b.make());
  avatar.expression("happy", 1);
  avatar.expression("sad", 0.5f);
  avatar.update(0);
  EXPECT_EQ(morphs(avatar, 0), (std::vector<float>{1.75f, -0.5f}));
  avatar.expression("happy", 0);
  avatar.expression("sad", 0);
  avatar.update(0);
  EXPECT_EQ(morphs(avatar, 0), (std::vector<float>{0, 0}));  // nothing is left over
}

schema::Material pbr() {
  schema::Material m;
  m.baseColorFactor = {0.5f, 0.25f, 1, 0.75f};
  m.emissiveFactor = {0.25f, 0.5f, 0.75f};
  return m;
}
schema::Material unlit() {
  schema::Material m = pbr();
  m.unlit = true;
  return m;
}
schema::Material mtoon(bool alsoUnlit = false) {
  schema::Material m = pbr();
  m.unlit = alsoUnlit;
  m.mtoon.emplace();
  m.mtoon->shadeColorFactor = {0.125f, 0, 0};
  m.mtoon->matcapFactor = {0, 0.125f, 0};
  m.mtoon->parametricRimColorFactor = {0, 0, 0.125f};
  m.mtoon->outlineColorFactor = {0.125f, 0.125f, 0};
  return m;
}

TEST(Colours, ByHand) {
  ModelBuilder b;
  const std::uint32_t skin = b.material(mtoon());
  schema::Expression& happy = b.expression("happy");
  happy.materialColorBinds = {{MaterialIndex(skin), T::Color, {1, 0.75f, 0, 0.25f}},
                              {MaterialIndex(skin), T::EmissionColor, {0.75f, 0, 0.75f, 9}}};
  b.expression("sad").materialColorBinds = {{MaterialIndex(skin), T::Color, {0, 0.25f, 1, 1}}};
  Avatar avatar(b.make());
  const auto values = avatar.materialValues(0);
  EXPECT_EQ(values[0], (Vec4{0.5f, 0.25f, 1, 0.75f}));
  avatar.expression("happy", 0.5f);
  avatar.expression("sad", 0.25f);
  avatar.update(0);
  // Base + (A - Base) * 0.5 + (B - Base) * 0.25
  EXPECT_EQ(values[0], (Vec4{0.625f, 0.5f, 0.5f, 0.5625f}));
  // "The 4th value must be ignored if there is no 4th component"
  EXPECT_EQ(values[1], (Vec4{0.5f, 0.25f, 0.75f, 1}));
  // What nothing binds stays the material's.
  EXPECT_EQ(values[static_cast<std::size_t>(T::ShadeColor)], (Vec4{0.125f, 0, 0, 1}));
}

// The table of "MaterialColorBind": which material has which member.
TEST(Colours, MembersThatAMaterialHas) {
  struct Row {
    const char* name;
    schema::Material material;
    std::string has;  // in the order of MaterialColorType
  };
  const Row rows[] = {
      {"pbrMetallicRoughness", pbr(), "xx----"},
      {"KHR_materials_unlit", unlit(), "x-----"},
      {"VRMC_materials_mtoon", mtoon(), "xxxxxx"},
      {"MToon that others may draw unlit", mtoon(true), "xxxxxx"},
  };
  for (const Row& row : rows) {
    for (std::size_t type = 0; type < kMaterialColorTypeCount; ++type) {
      ModelBuilder b;
      const std::uint32_t material = b.material(row.material);
      b.expression("happy").materialColorBinds = {
          {MaterialIndex(material), static_cast<T>(type), {8, 8, 8, 8}}};
      Avatar avatar(b.make());
      const bool has = row.has[type] == 'x';
      EXPECT_EQ(avatar.model().materials().size(), has ? 1u : 0u) << row.name << " " << type;
      avatar.expression("happy", 1);
      EXPECT_EQ(avatar.update(0), has ? UpdateFlags::MaterialsChanged : UpdateFlags::None)
          << row.name << type;
      if (!has) continue;
      EXPECT_EQ(avatar.model().materials()[0].bound, 1u << type);
      EXPECT_EQ(avatar.materialValues(0)[type], (Vec4{8, 8, 8, type == 0 ? 8.0f : 1.0f})) << row.name << type;
    }
  }
}

TEST(TextureTransform, FromTheMaterialsOwn) {
  ModelBuilder b;
  schema::Material m;
  m.baseColorTexture.transform = schema::TextureTransform{{0.25f, 0.5f}, 0, {2, 4}, {}};
  b.material(m);
  const std::uint32_t plain = b.material({});
  b.expression("happy").textureTransformBinds = {{MaterialIndex(0), {1, 2}, {0.75f, 0.5f}},
                                                 {MaterialIndex(plain), {3, 1}, {0, 0.5f}}};
  Avatar avatar(b.make());
  avatar.expression("happy", 0.5f);
  avatar.update(0);
  // offset x, y, scale x, y
  EXPECT_EQ(avatar.materialValues(0)[kTextureTransformSlot], (Vec4{0.5f, 0.5f, 1.5f, 3}));
  EXPECT_EQ(avatar.materialValues(1)[kTextureTransformSlot], (Vec4{0, 0.25f, 2, 1}));
}

TEST(Changes, OnlyWhatHasChangedAndOnlyOnce) {
  ModelBuilder b;
  const std::uint32_t a = b.meshNode({0}), c = b.meshNode({0});
  b.meshNode({0.5f});
  b.material(pbr());
  b.material(pbr());
  b.expression("happy").morphTargetBinds = {morph(a, 0, 1)};
  b.expression("sad").morphTargetBinds = {morph(c, 0, 1)};
  b.expression("angry").materialColorBinds = {{MaterialIndex(0), T::Color, {1, 1, 1, 1}}};
  b.expression("relaxed").materialColorBinds = {{MaterialIndex(1), T::Color, {1, 1, 1, 1}}};
  b.expression("wave");  // moves nothing
  Avatar avatar(b.make());
  struct Row {
    const char* expression;
    float weight;
    std::string changed;  // three meshes, two materials
  };
  const Row rows[] = {
      {"happy", 0, "xxxxx"},  // the first update announces everything
      {"happy", 0, "-----"}, {"happy", 0.5f, "x----"}, {"happy", 0.5f, "-----"},
      {"sad", 1, "-x---"},   {"sad", 2, "-----"},  // clamped: the same
      {"angry", 1, "---x-"}, {"relaxed", 1, "----x"},  {"wave", 1, "-----"},
      {"wave", 0, "-----"},  {"happy", 0, "x----"},
  };
  for (const Row& row : rows) {
    avatar.expression(row.expression, row.weight);
    const UpdateFlags flags = avatar.update(0);
    std::string changed;
    for (std::size_t i = 0; i < 3; ++i) changed += avatar.morphsChanged(i) ? 'x' : '-';
    for (std::size_t i = 0; i < 2; ++i) changed += avatar.materialChanged(i) ? 'x' : '-';
    EXPECT_EQ(changed, row.changed) << row.expression << " " << row.weight;
    EXPECT_EQ(has(flags, UpdateFlags::MorphsChanged), changed.find('x') < 3);
    EXPECT_EQ(has(flags, UpdateFlags::MaterialsChanged), changed.substr(3).find('x') != std::string::npos);
  }
}

TEST(Changes, EverythingAfterWhatIsNoUpdate) {
  ModelBuilder b;
  b.expression("happy").morphTargetBinds = {morph(b.meshNode({0}), 0, 1)};
  b.meshNode({});
  Avatar avatar(b.make());
  std::vector<std::byte> snapshot(avatar.snapshotSize());
  ASSERT_TRUE(avatar.save(snapshot).ok());
  const std::function<void()> causes[] = {[] {}, [&] { avatar.reset(); },
                                          [&] { ASSERT_TRUE(avatar.restore(snapshot).ok()); },
                                          [&] { avatar = Avatar(avatar.sharedModel()); },
                                          [&] {
                                            const Avatar other(avatar), copy(other);
                                            avatar = copy;
                                          }};
  for (const std::function<void()>& cause : causes) {
    cause();
    EXPECT_EQ(avatar.update(0), UpdateFlags::MorphsChanged);
    EXPECT_TRUE(avatar.morphsChanged(0));
    EXPECT_FALSE(avatar.morphsChanged(1)) << "it has nothing to change";
    EXPECT_EQ(avatar.update(0), UpdateFlags::None);
    EXPECT_FALSE(avatar.morphsChanged(0));
  }
}

// "by the last update": also when that one had nothing to do with expressions.
TEST(Changes, AreForgottenWithTheStageOff) {
  ModelBuilder b;
  b.expression("happy").morphTargetBinds = {morph(b.meshNode({0}), 0, 1)};
  Avatar avatar(b.make());
  avatar.expression("happy", 1);
  avatar.update(0);
  EXPECT_TRUE(avatar.morphsChanged(0));
  avatar.enable(Stage::Expressions, false);
  avatar.expression("happy", 0.5f);
  EXPECT_EQ(avatar.update(0), UpdateFlags::None);
  EXPECT_FALSE(avatar.morphsChanged(0));
  EXPECT_EQ(avatar.morphWeights(0)[0], 1);
  avatar.enable(Stage::Expressions, true);
  EXPECT_EQ(avatar.update(0), UpdateFlags::MorphsChanged);
  EXPECT_EQ(avatar.morphWeights(0)[0], 0.5f);
}

}  // namespace
}  // namespace vrm
