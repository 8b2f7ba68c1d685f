// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// For every code a little file that has it, with the whole report.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "unit/validate/validate_case.hpp"

namespace vrm {
namespace {

using test::ValidateCase;

// What is said about the path itself (validate_test.cpp), when files are written, edited or simulated, when
// images are decoded, which a validator has no need for, or when the machine has no memory left.
const std::set<Code> kNotOfFiles = {Code::IoNotFound,
                                    Code::IoRead,
                                    Code::IoWrite,
                                    Code::OutputFormat,
                                    Code::OutOfMemory,
                                    Code::ApiMisuse,
                                    Code::LimitImagePixels,
                                    Code::LimitDrawnElements,
                                    Code::ImageDisabled,
                                    Code::ScenarioInvalid,
                                    Code::SnapshotMismatch,
                                    Code::GlbChunkDropped,
                                    Code::VrmLossy,
                                    Code::VrmIncomplete,
                                    Code::VrmLicenceWider,
                                    Code::EditStillReferenced,
                                    Code::EditIndexMap,
                                    Code::EditOutOfStep,
                                    Code::EditUnknownExtension,
                                    Code::EditKept,
                                    Code::EditImageKept,
                                    Code::EditApproximate,
                                    Code::RenderUnavailable,
                                    Code::RenderFailed,
                                    Code::EditRebuilt,
                                    Code::EditUneven};

TEST(ValidateCases, EveryCodeHasAFileWithItsReport) {
  std::set<Code> seen = kNotOfFiles;
  for (const ValidateCase& c : test::allValidateCases()) {
    seen.insert(c.code);
    const std::vector<std::string> report = test::reportOf(c);
    EXPECT_EQ(report, c.report) << name(c.code);
    const std::string tag = "[" + std::string(name(c.code)) + "]";
    const auto has = [&](const std::string& line) { return line.find(tag) != std::string::npos; };
    EXPECT_TRUE(std::any_of(report.begin(), report.end(), has)) << tag;
  }
  for (const CodeInfo& row : allCodes()) EXPECT_TRUE(seen.contains(row.code)) << row.name << " has no file";
}

// What the cases change is clean before.
TEST(ValidateCases, CleanFilesAreClean) {
  for (const VrmVersion version :
       {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1, VrmVersion::Animation}) {
    const ValidateCase c = test::changed(Code::OutOfMemory, version, {}, {});
    EXPECT_EQ(test::reportOf(c), c.report) << name(version);
  }
  const ValidateCase mesh{Code::OutOfMemory, test::cleanMesh(), {}};
  EXPECT_EQ(test::reportOf(mesh), mesh.report);
}

// What looks like a mistake and is none.
TEST(ValidateCases, WhatIsAllowedIsNotReported) {
  using enum VrmVersion;
  const std::string avatar = "/extensions/VRMC_vrm/", springs = "/extensions/VRMC_springBone/";
  const std::string old = "/extensions/VRM/", bones = avatar + "humanoid/humanBones/";
  const struct {
    const char* what;
    VrmVersion version;
    std::vector<test::Edit> edits;
  } rows[] = {
      {"1.0 needs no chest and neck", Vrm1, {{bones + "chest", ""}, {bones + "neck", ""}}},
      {"other nodes between bones", Vrm1, {{bones + "neck", ""}}},
      {"a gaze without a word", Vrm1, {{avatar + "lookAt", ""}}},
      {"no expressions", Vrm1, {{avatar + "expressions", ""}}},
      {"neutral may be empty", Vrm1, {{avatar + "expressions/preset/neutral", "{}"}}},
      {"overriding another kind", Vrm1, {{avatar + "expressions/preset/happy/overrideMouth", R"("blend")"}}},
      {"a binary expression that no gaze drives",
       Vrm1,
       {{avatar + "expressions/preset/happy/isBinary", "true"}}},
      {"the center may be the first joint", Vrm1, {{springs + "springs/0/center", "22"}}},
      {"the center may be far above", Vrm1, {{springs + "springs/0/center", "31"}}},
      {"0.x: no center", Vrm0, {{old + "secondaryAnimation/boneGroups/0/center", "-1"}}},
      {"stiffness above 1", Vrm1, {{springs + "springs/0/joints/0/stiffness", "4"}}},
      {"joints may be limp in a chain that is not",
       Vrm1,
       {{springs + "springs/0/joints/1/stiffness", "0"}, {springs + "springs/0/joints/1/gravityPower", "0"}}},
      {"the direction of no gravity",
       Vrm1,
       {{springs + "springs/0/joints/0/gravityPower", "0"},
        {springs + "springs/0/joints/0/gravityDir", "[0,0,0]"}}},
      {"a source that is an ancestor, in 1.0",
       Vrm1,
       {{"/nodes/13/extensions/VRMC_node_constraint/constraint/rotation/source", "2"}}},
      {"small rounding in rotations and scales",
       Vrm0,
       {{"/nodes/13/rotation", "[0,0.00001,0,1]"}, {"/nodes/13/scale", "[1.00001,1,1]"}}},
      {"one eye, and rounding",
       Vrm1,
       {{"/nodes/5/translation", "[-0.00000001,0.06,0.05]"}, {"/nodes/6/translation", "[0,0.06,0.05]"}}},
      {"arms a little off", Vrm1, {{"/nodes/14/translation", "[0.25,-0.03,0]"}}},
      {"soles a little off the ground", Vrm1, {{"/nodes/28/translation", "[0,0.02,0]"}}},
      {"an empty URL is none", Vrm0, {{old + "meta/otherLicenseUrl", R"("")"}}},
      // A hand may be as wide as it is long: fingers begin anywhere, and lie along X from there.
      {"where a finger begins",
       Vrm1,
       {{bones + "leftLittleProximal", R"({"node":32})"},
        {bones + "leftLittleIntermediate", R"({"node":33})"},
        {"/nodes/15/children/-", "32"},
        {"/nodes/-", R"({"name":"little1","translation":[0.03,0,-0.06],"children":[33]})"},
        {"/nodes/-", R"({"name":"little2","translation":[0.03,0,0]})"}}},
      {"texCoord that changes nothing",
       Vrm1,
       {{"/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/texCoord",
         "0"}}},
      {"https and http", Vrm0, {{old + "meta/otherPermissionUrl", R"("http://example.com/a?b=c")"}}},
  };
  for (const auto& row : rows) {
    const ValidateCase c = test::changed(Code::OutOfMemory, row.version, row.edits, {});
    EXPECT_EQ(test::reportOf(c), c.report) << row.what;
  }
}

}  // namespace
}  // namespace vrm
