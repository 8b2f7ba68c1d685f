// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/migrate.hpp"

#include <gtest/gtest.h>

#include <array>

#include "support/asset_builder.hpp"
#include "support/same_motion.hpp"
#include "support/scramble.hpp"
#include "support/three_avatars.hpp"
#include "vrm/load.hpp"
#include "vrm/validate/validate.hpp"

namespace vrm {
namespace {

using edit::MigrateOptions;
using edit::MigrationReport;
using edit::Outcome;
using gltf::Document;
using test::AssetBuilder;

MigrateOptions licensed() {
  MigrateOptions options;
  options.meta.emplace();
  options.meta->licenseUrl = "https://vrm.dev/licenses/1.0/";
  return options;
}

struct Migrated {
  Document document;
  MigrationReport report;
  Diagnostics said;

  std::string at(std::string_view pointer) const {
    const gltf::JsonValue* value = gltf::Json::at(document.root(), pointer);
    return value ? gltf::Json::write(*value) : "nothing";
  }
  // The entries of an outcome, a line each.
  std::string list(Outcome outcome) const {
    std::string out;
    for (const edit::MigrationEntry& entry : report.entries) {
      if (entry.outcome == outcome) out += entry.what + " | " + entry.pointer + " | " + entry.text + "\n";
    }
    return out;
  }
};

Migrated migrated(const Document& before, const MigrateOptions& options = licensed()) {
  Migrated out{before.clone(), {}, {}};
  Result<MigrationReport> done = edit::migrate(out.document, options, out.said);
  EXPECT_TRUE(done) << done.error().toString();
  if (done) out.report = *std::move(done);
  return out;
}

std::string refusal(const Document& before, const MigrateOptions& options) {
  Document document = before.clone();
  Diagnostics said;
  const Result<MigrationReport> done = edit::migrate(document, options, said);
  EXPECT_TRUE(gltf::Json::equal(document.root(), before.root())) << "after an error it is as it was";
  return done ? "nothing" : done.error().toString();
}

class Migrate : public testing::TestWithParam<VrmVersion> {};
INSTANTIATE_TEST_SUITE_P(Versions, Migrate, testing::Values(VrmVersion::Vrm0, VrmVersion::Draft));

TEST_P(Migrate, LooksAndMovesAsBefore) {
  for (const int how : {-1, 0, 1, 2}) {
    Document before = test::sameAvatar(GetParam()).document();
    if (how >= 0) test::scramble(before, static_cast<test::Scrambling>(how), 5);
    const Migrated after = migrated(before);
    EXPECT_TRUE(test::movesTheSame(before, after.document)) << how;
    EXPECT_EQ(after.report.from, GetParam());
  }
}

// The same avatar in the words of 1.0 moves like the migrated one: two versions of one model.
TEST_P(Migrate, MovesAsTheOneThatWasMadeIn10) {
  const Migrated after = migrated(test::sameAvatar(GetParam()).document());
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm1);
  // Its triangles are the same in all files, so those of 0.x look the other way.
  for (const test::AvatarNode node : {test::kFaceA, test::kFaceB, test::kBody}) {
    if (GetParam() == VrmVersion::Vrm0) b.set(gltf::pointerJoin("/nodes", node) + "/rotation", "[0,1,0,0]");
  }
  if (GetParam() == VrmVersion::Vrm0) {  // nor has it a constraint and a capsule
    for (gltf::JsonValue& node : b.json().editRoot().find("nodes")->elements())
      b.json().remove(node, "extensions");
    b.set("/extensions/VRMC_springBone/colliderGroups/0/colliders", "[0]");
  }
  const Document wanted = b.document();
  const LoadResult a = load(after.document.clone()), c = load(wanted.clone());
  ASSERT_TRUE(a && c);
  EXPECT_EQ(a.vrm().version, VrmVersion::Vrm1);
  EXPECT_FALSE(a.vrm().turned);
  EXPECT_EQ(a.vrm().expressions.list, c.vrm().expressions.list);
  EXPECT_EQ(a.vrm().humanoid.humanBones, c.vrm().humanoid.humanBones);
  EXPECT_TRUE(test::movesTheSame(wanted, after.document));
}

TEST_P(Migrate, IsValid) {
  const Document before = test::sameAvatar(GetParam()).document();
  const Migrated after = migrated(before);
  for (const Diagnostic& issue : validate(*after.document.toGlb()).issues)
    EXPECT_NE(issue.severity, Severity::Error) << issue.toString();
}

TEST_P(Migrate, AskedForTheLicence) {
  const Document before = test::sameAvatar(GetParam()).document();
  const std::string why = refusal(before, {});
  EXPECT_NE(why.find("licenseUrl"), std::string::npos) << why;
  EXPECT_NE(why.find("VRM_INCOMPLETE"), std::string::npos) << why;
  EXPECT_EQ(why.find("authors,"), std::string::npos) << "the file names one";
}

TEST_P(Migrate, KeepsTheWordsOfTheLicence) {
  const Migrated after = migrated(test::sameAvatar(GetParam()).document());
  EXPECT_NE(after.at("/extensions/VRMC_vrm/meta/extras/sourceTerms/license"), "nothing");
  EXPECT_EQ(after.at("/extensions/VRMC_vrm/meta/commercialUsage"), "\"personalProfit\"");
  EXPECT_NE(
      after.list(Outcome::Approximated).find("licence |  | commercialUsage Allow: the stricter reading"),
      std::string::npos)
      << after.list(Outcome::Approximated);
}

TEST_P(Migrate, TermsAreNeverMadeWider) {
  const Document before = test::sameAvatar(GetParam()).document();
  MigrateOptions options = licensed();
  options.meta->commercialUsage = schema::CommercialUsage::Corporation;
  const std::string why = refusal(before, options);
  EXPECT_NE(why.find("/commercialUsage: the terms of a model are not made wider"), std::string::npos) << why;
  options.meta->commercialUsage = schema::CommercialUsage::PersonalNonProfit;
  options.meta->allowRedistribution = false;
  options.meta->name = "Renamed";
  const Migrated after = migrated(before, options);
  EXPECT_EQ(after.at("/extensions/VRMC_vrm/meta/commercialUsage"), "\"personalNonProfit\"");
  EXPECT_EQ(after.at("/extensions/VRMC_vrm/meta/allowRedistribution"), "false");
  EXPECT_EQ(after.at("/extensions/VRMC_vrm/meta/name"), "\"Thrice\"") << "what the file states stays";
  EXPECT_NE(after.list(Outcome::Exact).find("name is the file's own"), std::string::npos);
}

// What the source does not state is not allowed, so it cannot be given either.
TEST(Migrate0, TermsThatAreNotStatedAreNotGiven) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm0);
  b.set("/extensions/VRM/meta/licenseName", "\"Redistribution_Prohibited\"");
  b.set("/extensions/VRM/meta/allowedUserName", "\"Friends\"");
  const auto given = [&](auto member, auto value) {
    MigrateOptions options = licensed();
    (*options.meta).*member = value;
    return refusal(b.document(), options);
  };
  using schema::Meta;
  for (const std::string& why :
       {given(&Meta::modification, schema::Modification::AllowModificationRedistribution),
        given(&Meta::avatarPermission, schema::AvatarPermission::Everyone),
        given(&Meta::allowPoliticalOrReligiousUsage, true),
        given(&Meta::creditNotation, schema::CreditNotation::Unnecessary)})
    EXPECT_NE(why.find("VRM_LICENCE_WIDER"), std::string::npos) << why;
  MigrateOptions strict = licensed();
  strict.meta->modification = schema::Modification::Prohibited;
  EXPECT_EQ(migrated(b.document(), strict).at("/extensions/VRMC_vrm/meta/modification"), "\"prohibited\"");
}

TEST(Migrate1, WhatIsStatedStays) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm1);
  const gltf::JsonValue* meta = gltf::Json::at(b.json().root(), "/extensions/VRMC_vrm/meta");
  b.json().remove(const_cast<gltf::JsonValue&>(*meta), "avatarPermission");
  MigrateOptions options = licensed();
  options.meta->authors = {"somebody else"};
  options.meta->licenseUrl = "https://example.org/mine";
  options.meta->copyrightInformation = "mine";
  const Migrated after = migrated(b.document(), options);
  EXPECT_EQ(after.at("/extensions/VRMC_vrm/meta/authors"), R"(["libvrm"])");
  EXPECT_EQ(after.at("/extensions/VRMC_vrm/meta/licenseUrl"), R"("https://vrm.dev/licenses/1.0/")");
  EXPECT_EQ(after.at("/extensions/VRMC_vrm/meta/copyrightInformation"), "\"mine\"");
  EXPECT_TRUE(after.report.changed);
  options.meta->avatarPermission = schema::AvatarPermission::Everyone;
  EXPECT_NE(refusal(b.document(), options).find("VRM_LICENCE_WIDER"), std::string::npos);
}

// Nobody knows them, so they may be terms.
TEST(Migrate0, UnknownMembersAreListedAndThoseOfMetaKept) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm0);
  b.set("/extensions/VRM/meta/studioTerms", "\"do not sell\"");
  b.set("/extensions/VRM/meta/extras", R"({"more":1})");
  b.set("/extensions/VRM/firstPerson/zoom", "2");
  b.set("/extensions/VRM/secondaryAnimation/boneGroups/0/colour", "3");
  const Migrated after = migrated(b.document());
  EXPECT_EQ(after.at("/extensions/VRMC_vrm/meta/extras/sourceTerms/unknown"),
            R"({"studioTerms":"do not sell","extras":{"more":1}})");
  const std::string gone = after.list(Outcome::Dropped);
  for (const char* const pointer :
       {"/extensions/VRM/meta/studioTerms | kept in", "/extensions/VRM/meta/extras | kept in",
        "/extensions/VRM/firstPerson/zoom | ", "/extensions/VRM/secondaryAnimation/boneGroups/0/colour | "})
    EXPECT_NE(gone.find(pointer), std::string::npos) << pointer << "\n" << gone;
  EXPECT_FALSE(migrated(after.document).report.changed) << "once";
}

// What could not be read is a finding too.
TEST(Migrate0, WhatCannotBeReadIsAFinding) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm0);
  b.set("/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/0/index", "99");
  const Migrated after = migrated(b.document());
  EXPECT_TRUE(after.said.firstProblem());
  EXPECT_NE(after.list(Outcome::Dropped).find("unreadable"), std::string::npos);
}

TEST(Migrate0, SaysWhatBecameOfEverything) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm0);
  const std::string material = "/extensions/VRM/materialProperties/0";
  b.set(material + "/floatProperties/_CullMode", "1");
  b.set(material + "/floatProperties/_LightColorAttenuation", "0.5");
  b.set(material + "/floatProperties/_RimLightingMix", "0.25");
  b.set(material + "/vectorProperties/_RimColor", "[1,0,0,1]");
  b.set(material + "/textureProperties/_ShadingGradeTexture", "0");
  b.set("/extensions/VRM/studio", R"({"version":1})");
  b.set("/extensions/VRM/firstPerson/lookAtHorizontalInner/curve", "[0,0,0,0,0.5,1,1,1,1,1,0,0]");
  const Migrated after = migrated(b.document());
  const std::string exact = after.list(Outcome::Exact), close = after.list(Outcome::Approximated),
                    gone = after.list(Outcome::Dropped);
  for (const char* const line :
       {"coordinates |  | half a turn about Y: the avatar faces +Z\n",
        "humanoid | /extensions/VRM/humanoid | 22 bones, thumbs by their new names\n",
        "expressions | /extensions/VRM/blendShapeMaster | 2 presets by their new names, 1 of its own\n",
        "gaze | /extensions/VRM/firstPerson | by bones\n",
        "first person | /extensions/VRM/firstPerson/meshAnnotations | 3 annotations, by node\n",
        "springs | /extensions/VRM/secondaryAnimation | 2 chains with 6 joints, 2 tails of 7 cm as nodes\n",
        "materials | /extensions/VRM/materialProperties | 1 MToon material, by UniVRM's formulas\n"})
    EXPECT_NE(exact.find(line), std::string::npos) << line << "\n" << exact;
  for (const char* const line :
       {"_CullMode 1 shows the back alone", "_RimLightingMix: the rim is lit wholly",
        "gaze | /extensions/VRM/firstPerson/lookAtHorizontalInner | 1.0 has no curves"})
    EXPECT_NE(close.find(line), std::string::npos) << line << "\n" << close;
  for (const char* const line :
       {"_LightColorAttenuation", "_ShadingGradeTexture", "unknown member | /extensions/VRM/studio"})
    EXPECT_NE(gone.find(line), std::string::npos) << line << "\n" << gone;
  EXPECT_EQ(gone.find("_ShadingGradeRate"), std::string::npos) << "it is what does nothing";
}

TEST(Migrate0, HipsKeepTheNodeThatTurnedThemAsTheirRoot) {
  const Document before = test::sameAvatar(VrmVersion::Vrm0).document();
  const Migrated after = migrated(before);
  const std::size_t last = after.document.root().find("nodes")->size() - 1;
  EXPECT_EQ(after.at(gltf::pointerJoin("/nodes", last) + "/name"), "\"root\"");

  // With a root of their own it goes.
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm0);
  const std::uint32_t root = b.node("figure");
  b.set(gltf::pointerJoin("/nodes", root) + "/children", "[0]");
  b.set("/scenes/0/nodes", "[26,27,28," + std::to_string(root) + "]");
  const Migrated rooted = migrated(b.document());
  EXPECT_EQ(rooted.at("/scenes/0/nodes"), "[26,27,28," + std::to_string(root) + "]");
  EXPECT_EQ(rooted.document.root().find("nodes")->size(), root + 3) << "the two tails";
  EXPECT_TRUE(test::movesTheSame(b.document(), rooted.document));
}

// A constraint of a root needs the node that turned the avatar.
TEST(Migrate0, ConstraintsOfRootsMoveAsBefore) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm0);
  const std::uint32_t root = b.node("figure");
  b.set(gltf::pointerJoin("/nodes", root) + "/children", "[0]");
  const std::uint32_t other = b.node("other", {1, 0, 0});
  b.set(
      gltf::pointerJoin("/nodes", other) + "/extensions",
      R"({"VRMC_node_constraint":{"specVersion":"1.0","constraint":{"roll":{"source":14,"rollAxis":"X"}}}})");
  b.use("VRMC_node_constraint");
  b.set("/nodes/2/rotation", "[0,0,0.70710678,0.70710678]");
  b.set("/scenes/0/nodes", "[26,27,28," + std::to_string(root) + "," + std::to_string(other) + "]");
  const Migrated after = migrated(b.document());
  EXPECT_TRUE(test::movesTheSame(b.document(), after.document));
}

// Of a draft that faces -Z, in all spaces.
TEST(MigrateDraft, AnimationsSayWhatTheyAre) {
  AssetBuilder b;
  b.node("hips");
  b.set("/extensionsUsed", R"(["VRMC_vrm_animation"])");
  b.set("/extensions/VRMC_vrm_animation",
        R"({"specVersion":"1.0-draft","humanoid":{"humanBones":{"hips":{"node":0}}}})");
  const Migrated after = migrated(b.document(), {});
  EXPECT_TRUE(after.report.changed);
  EXPECT_EQ(after.list(Outcome::Exact),
            "animation | /extensions/VRMC_vrm_animation | 1 bone and 0 expressions\n");
}

TEST(MigrateDraft, ConstraintsMoveAsBefore) {
  for (const char* const kind : {"position", "rotation", "aim"}) {
    for (const char* const source : {"local", "model"}) {
      for (const char* const destination : {"local", "model"}) {
        AssetBuilder b = test::sameAvatar(VrmVersion::Draft);
        for (gltf::JsonValue& node : b.json().editRoot().find("nodes")->elements()) {
          gltf::JsonValue* at = node.find("translation");
          if (!at) continue;
          const auto part = [&](std::size_t i) { return static_cast<float>(*at->elements()[i].number()); };
          *at = b.json().numbers(std::array{-part(0), part(1), -part(2)});
        }
        b.set("/nodes/13/extensions", std::string(R"({"VRMC_constraints-1.0":{")") + kind +
                                          R"(":{"source":16,"sourceSpace":")" + source +
                                          R"(","destinationSpace":")" + destination +
                                          R"(","freezeAxes":[true,true,false],"weight":0.5}}})");
        const LoadResult loaded = load(b.document());
        ASSERT_TRUE(loaded && loaded.vrm().turned);
        const Migrated after = migrated(b.document());
        const std::string what = std::string(kind) + " " + source + " " + destination;
        const bool told = after.list(Outcome::Approximated).find("it moves otherwise") != std::string::npos;
        EXPECT_EQ(told, std::string_view(source) != destination) << what;
        EXPECT_TRUE(told || test::movesTheSame(b.document(), after.document)) << what;
      }
    }
  }
}

// The scene that is shown does not exist, so readers show the first.
TEST(Migrate0, TurnsTheSceneThatIsShown) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm0);
  b.set("/scene", "7");
  const Migrated after = migrated(b.document());
  EXPECT_TRUE(test::movesTheSame(b.document(), after.document));
  EXPECT_FALSE(load(after.document.clone()).vrm().turned);
}

TEST(Migrate0, MorphNormalsStayWhenAsked) {
  AssetBuilder b = test::sameAvatar(VrmVersion::Vrm0);
  const std::uint32_t normals = b.floats(gltf::AccessorType::Vec3, {0, 0, 1, 0, 0, 1, 0, 0, 1});
  b.set("/meshes/0/primitives/0/attributes/NORMAL", std::to_string(normals));
  b.set("/meshes/0/primitives/0/targets/0/NORMAL", std::to_string(normals));
  Migrated after = migrated(b.document());
  EXPECT_EQ(after.at("/meshes/0/primitives/0/targets/0/NORMAL"), "nothing");
  EXPECT_NE(after.list(Outcome::Dropped).find("1 accessors of morph targets' normals"), std::string::npos);
  MigrateOptions options = licensed();
  options.keepMorphNormals = true;
  after = migrated(b.document(), options);
  EXPECT_NE(after.at("/meshes/0/primitives/0/targets/0/NORMAL"), "nothing");
}

TEST(Migrate1, StaysAsItIs) {
  const Document before = test::sameAvatar(VrmVersion::Vrm1).document();
  const Migrated after = migrated(before, {});
  EXPECT_EQ(*after.document.toGlb(), *before.toGlb());
  EXPECT_EQ(after.report.count(Outcome::Approximated) + after.report.count(Outcome::Dropped), 0u);
}

TEST(Migrate1, PlainGltfIsRefused) {
  AssetBuilder b;
  b.node("alone");
  EXPECT_NE(refusal(b.document(), licensed()).find("VRM_NONE"), std::string::npos);
}

// --- what is given

TEST(MigrateMeta, ReadsTheMembersOfMeta) {
  const Result<schema::Meta> meta = edit::parseMeta(
      R"({"name":"A","authors":["B","C"],"licenseUrl":"D","avatarPermission":"everyone","allowRedistribution":false})");
  ASSERT_TRUE(meta) << meta.error().toString();
  EXPECT_EQ(meta->authors, (std::vector<std::string>{"B", "C"}));
  EXPECT_EQ(meta->avatarPermission, schema::AvatarPermission::Everyone);
  EXPECT_EQ(meta->allowRedistribution, false);
  EXPECT_FALSE(meta->modification);
}

TEST(MigrateMeta, SaysWhatIsWrong) {
  const auto why = [](std::string_view text) {
    const Result<schema::Meta> meta = edit::parseMeta(text);
    return meta ? "nothing" : meta.error().toString();
  };
  EXPECT_NE(why("[").find("JSON_SYNTAX"), std::string::npos);
  EXPECT_NE(why("[]").find("object"), std::string::npos) << why("[]");
  EXPECT_NE(why(R"({"licenceUrl":"x"})").find("/licenceUrl: meta of VRM 1.0 has no member licenceUrl"),
            std::string::npos);
  EXPECT_NE(why(R"({"authors":"x"})").find("/authors: "), std::string::npos);
  EXPECT_NE(why(R"({"avatarPermission":"everybody"})").find("/avatarPermission: "), std::string::npos);
  EXPECT_NE(why(R"({"allowRedistribution":"yes"})").find("/allowRedistribution: "), std::string::npos);
  EXPECT_NE(why(R"({"thumbnailImage":0})").find("/thumbnailImage: "), std::string::npos);
}

}  // namespace
}  // namespace vrm
