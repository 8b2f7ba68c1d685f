// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "builtin_avatar.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/slow_build.hpp"
#include "support/temp_folder.hpp"

namespace vrm {
namespace {

constexpr VrmVersion kVersions[] = {VrmVersion::Vrm1, VrmVersion::Draft, VrmVersion::Vrm0};

// Making her takes a while where sanitizers look on.
const gltf::Document& made(VrmVersion version) {
  static std::map<VrmVersion, gltf::Document> all;
  const auto found = all.find(version);
  return found != all.end() ? found->second : all.emplace(version, builtin::makeAvatar(version)).first->second;
}

struct Sienna {
  explicit Sienna(VrmVersion version) : document(made(version).clone()) {
    Diagnostics diagnostics;
    asset = gltf::readAsset(document, diagnostics).value();
    vrm = schema::readVrm(document, asset, diagnostics).value();
  }
  gltf::Document document;
  gltf::Asset asset;
  schema::Vrm vrm;
};

std::size_t triangles(const gltf::Asset& asset) {
  std::size_t count = 0;
  for (const gltf::Primitive& primitive : asset.primitives) {
    count += asset.accessors[primitive.indices.value].count / 3;
  }
  return count;
}

TEST(BuiltinAvatar, ValidatesCleanInAllVersionsAndIsSmall) {
  const test::TempFolder folder;
  for (const VrmVersion version : kVersions) {
    Diagnostics diagnostics;
    const std::filesystem::path path = folder.path() / "sienna.vrm";
    ASSERT_TRUE(gltf::save(made(version), path, diagnostics).ok());
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_LT(std::filesystem::file_size(path), 1'500'000u);
    const Report report = validate(path);
    EXPECT_EQ(report.version, version);
    EXPECT_EQ(report.count(Severity::Error), 0u) << name(version);
    EXPECT_EQ(report.count(Severity::Warning), 0u) << name(version);
    if (version == VrmVersion::Vrm1) {
      EXPECT_TRUE(report.issues.empty());
    }
  }
}

TEST(BuiltinAvatar, SameBytesEveryTime) {
  const test::TempFolder folder;
  for (const VrmVersion version : kVersions) {
    if (test::kFewer > 1 && version != VrmVersion::Vrm1) continue;
    Diagnostics diagnostics;
    ASSERT_TRUE(gltf::save(made(version), folder.path() / "a.vrm", diagnostics).ok());
    ASSERT_TRUE(gltf::save(builtin::makeAvatar(version), folder.path() / "b.vrm", diagnostics).ok());
    EXPECT_EQ(*readFile(folder.path() / "a.vrm", 2'000'000), *readFile(folder.path() / "b.vrm", 2'000'000));
  }
}

TEST(BuiltinAvatar, HasWhatAvatarsHave) {
  const Sienna sienna(VrmVersion::Vrm1);
  EXPECT_GT(triangles(sienna.asset), 9500u);
  EXPECT_LT(triangles(sienna.asset), 10500u);
  std::size_t bones = 0;
  for (const NodeIndex node : sienna.vrm.humanoid.humanBones) bones += node.valid();
  EXPECT_EQ(bones, kHumanBoneCount - 1);  // all but the jaw

  // The gaze is one of bones: no expressions for it.
  for (std::size_t i = 0; i < kExpressionPresetCount; ++i) {
    const auto preset = static_cast<ExpressionPreset>(i);
    const schema::Expression* found = sienna.vrm.expressions.find(name(preset));
    EXPECT_EQ(found != nullptr, kindOf(preset) != ExpressionKind::LookAt) << name(preset);
    if (found && preset != ExpressionPreset::Neutral) {
      EXPECT_FALSE(found->morphTargetBinds.empty()) << name(preset);
    }
  }
  EXPECT_EQ(sienna.vrm.expressions.find("blush")->materialColorBinds.size(), 1u);
  EXPECT_EQ(sienna.vrm.expressions.find("stars")->textureTransformBinds.size(), 1u);
  EXPECT_EQ(sienna.vrm.expressions.find("happy")->overrideBlink, schema::ExpressionOverride::Blend);
  EXPECT_EQ(sienna.vrm.expressions.find("surprised")->overrideBlink, schema::ExpressionOverride::Block);
  EXPECT_EQ(sienna.vrm.lookAt->type, schema::LookAtType::Bone);
  EXPECT_EQ(sienna.vrm.firstPerson.meshAnnotations.size(), sienna.asset.meshes.size());

  std::size_t joints = 0, centers = 0;
  std::set<schema::SpringLimit::Type> limits;
  for (const schema::Spring& spring : sienna.vrm.springBone.springs) {
    joints += spring.joints.size();
    centers += spring.center.valid();
    for (const schema::SpringJoint& joint : spring.joints) {
      if (joint.limit) limits.insert(joint.limit->type);
    }
  }
  EXPECT_GE(sienna.vrm.springBone.springs.size(), 20u);
  EXPECT_GE(joints, 60u);
  EXPECT_GE(centers, 1u);
  EXPECT_EQ(limits.size(), 3u);
  std::set<schema::ColliderShape::Type> shapes;
  for (const schema::Collider& collider : sienna.vrm.springBone.colliders) {
    shapes.insert(collider.shape.type);
    EXPECT_EQ(collider.fallback.has_value(), collider.shape.type == schema::ColliderShape::Type::Plane);
  }
  EXPECT_EQ(shapes.size(), 3u);
  std::set<ConstraintType> constraints;
  for (const schema::NodeConstraint& constraint : sienna.vrm.constraints) constraints.insert(constraint.type);
  EXPECT_EQ(constraints.size(), 3u);

  bool outlined = false, thinned = false, rim = false, matcap = false;
  for (const schema::Material& material : sienna.vrm.materials) {
    ASSERT_TRUE(material.mtoon) << material.name;
    outlined |= material.mtoon->outlineWidthMode == schema::OutlineWidthMode::WorldCoordinates;
    thinned |= static_cast<bool>(material.mtoon->outlineWidthMultiplyTexture);
    rim |= material.mtoon->parametricRimColorFactor != Vec3{};
    matcap |= static_cast<bool>(material.mtoon->matcapTexture);
  }
  EXPECT_TRUE(outlined && thinned && rim && matcap);
}

// The same picture in all versions.
TEST(BuiltinAvatar, HasAThumbnail) {
  std::vector<std::byte> first;
  for (const VrmVersion version : kVersions) {
    const Sienna sienna(version);
    ASSERT_TRUE(sienna.vrm.meta.thumbnailImage.valid()) << name(version);
    const auto bytes = sienna.document.image(sienna.vrm.meta.thumbnailImage.value).value();
    const gltf::ImageInfo info = gltf::probeImage(bytes);
    EXPECT_EQ(info.format, gltf::ImageFormat::Png);
    EXPECT_EQ(info.width, 512u);
    EXPECT_EQ(info.height, 512u);
    EXPECT_LT(bytes.size(), 200'000u);
    if (first.empty()) first.assign(bytes.begin(), bytes.end());
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), first.begin(), first.end())) << name(version);
  }
}

// She is in the public domain: no version denies anything, and 1.0, which has a word for everything, allows
// it.
TEST(BuiltinAvatar, TermsGrantWhatCc0Does) {
  for (const VrmVersion version : kVersions) {
    const Sienna sienna(version);
    const Licence licence = Licence::of(sienna.vrm);
    for (std::size_t i = 0; i < kUseCount; ++i) {
      const auto use = static_cast<Use>(i);
      const bool hasWord = version == VrmVersion::Vrm1 || (use != Use::Political && use != Use::Hate);
      EXPECT_EQ(licence.answer(use).verdict,
                hasWord ? LicenceAnswer::Verdict::Allowed : LicenceAnswer::Verdict::NotStated)
          << name(version) << ' ' << name(use);
    }
  }
}

// What a version has no word for is left out; the rest is said in its own words and means the same.
TEST(BuiltinAvatar, IsTheSameInOlderWords) {
  const Sienna sienna(VrmVersion::Vrm1);
  for (const VrmVersion version : {VrmVersion::Draft, VrmVersion::Vrm0}) {
    const Sienna older(version);
    EXPECT_EQ(older.vrm.version, version);
    EXPECT_EQ(older.vrm.turned, version == VrmVersion::Vrm0);
    EXPECT_EQ(older.vrm.humanoid.humanBones, sienna.vrm.humanoid.humanBones);
    EXPECT_EQ(older.vrm.firstPerson, sienna.vrm.firstPerson);
    EXPECT_EQ(older.vrm.springBone.springs.size(), sienna.vrm.springBone.springs.size());
    EXPECT_EQ(older.vrm.constraints.size(),
              version == VrmVersion::Draft ? sienna.vrm.constraints.size() : 0u);
    ASSERT_EQ(older.vrm.expressions.list.size(), sienna.vrm.expressions.list.size());
    for (const schema::Expression& expected : sienna.vrm.expressions.list) {
      const schema::Expression* found = older.vrm.expressions.find(expected.name);
      ASSERT_NE(found, nullptr) << expected.name;
      EXPECT_EQ(found->preset, expected.preset) << expected.name;
      EXPECT_EQ(found->morphTargetBinds, expected.morphTargetBinds) << expected.name;
      EXPECT_EQ(found->materialColorBinds, expected.materialColorBinds) << expected.name;
      EXPECT_EQ(found->textureTransformBinds, expected.textureTransformBinds) << expected.name;
    }
    ASSERT_EQ(older.vrm.materials.size(), sienna.vrm.materials.size());
    for (std::size_t i = 0; i < older.vrm.materials.size(); ++i) {
      const schema::MToon& mine = *sienna.vrm.materials[i].mtoon;
      const schema::MToon& theirs = *older.vrm.materials[i].mtoon;
      EXPECT_EQ(theirs.shadeMultiplyTexture, mine.shadeMultiplyTexture);
      EXPECT_NEAR(theirs.shadingShiftFactor, mine.shadingShiftFactor, 1e-4f);
      EXPECT_NEAR(theirs.shadingToonyFactor, mine.shadingToonyFactor, 1e-4f);
      EXPECT_NEAR(theirs.shadeColorFactor.x, mine.shadeColorFactor.x, 1e-3f);
      EXPECT_NEAR(theirs.outlineWidthFactor, mine.outlineWidthFactor, 1e-6f);
      EXPECT_EQ(theirs.matcapTexture, mine.matcapTexture);
    }
  }
}

// Hair and skirt settle near their rest pose, where they were modelled: nothing hangs into a collider.
TEST(BuiltinAvatar, SpringsSettleInAllVersions) {
  for (const VrmVersion version : kVersions) {
    const Sienna sienna(version);
    Diagnostics diagnostics;
    const std::shared_ptr<const Model> model = makeModel(sienna.asset, sienna.vrm, diagnostics).value();
    Avatar avatar(model);
    static_cast<void>(avatar.update(0.0f));
    std::vector<Mat4> rest(avatar.worldMatrices().begin(), avatar.worldMatrices().end());
    for (int i = 0; i < 240; ++i) static_cast<void>(avatar.update(1.0f / 60));
    std::vector<Mat4> settled(avatar.worldMatrices().begin(), avatar.worldMatrices().end());
    static_cast<void>(avatar.update(1.0f / 60));
    for (std::uint32_t n = 0; n < settled.size(); ++n) {
      // Those that older versions add behind the ends of springs carry nothing.
      if (model->fileNode(ModelNode(n)).value >= sienna.asset.nodes.size()) continue;
      for (std::size_t k = 12; k < 15; ++k) {
        EXPECT_NEAR(avatar.worldMatrices()[n][k], settled[n][k], 1e-3f) << n;
        EXPECT_NEAR(settled[n][k], rest[n][k], 0.05f) << n;
      }
    }
  }
}

}  // namespace
}  // namespace vrm
