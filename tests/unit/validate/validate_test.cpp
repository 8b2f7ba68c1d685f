// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/validate/validate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "support/asset_builder.hpp"
#include "support/temp_folder.hpp"
#include "support/three_avatars.hpp"
#include "validate/member_rules.hpp"

namespace vrm {
namespace {

using test::AssetBuilder;
using test::bytesOf;
using test::gltfJson;

std::vector<std::string> texts(const Report& report) {
  std::vector<std::string> out;
  for (const Diagnostic& issue : report.issues) out.push_back(issue.toString());
  return out;
}

Report reportOf(const std::string& members) {
  return validate(bytesOf(gltfJson(members)));
}

TEST(Validate, AvatarsOfAllVersionsHaveNoErrors) {
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1}) {
    const Report report = validate(test::sameAvatar(version).glb());
    EXPECT_TRUE(report.readable);
    EXPECT_EQ(report.version, version);
    EXPECT_EQ(report.count(Severity::Error), 0u) << testing::PrintToString(texts(report));
  }
}

// What is wrong with a member: the type, the range, the choice, the length, the index; and what is missing.
TEST(Validate, EveryMemberByItsRule) {
  const struct {
    const char* members;
    const char* expected;
  } cases[] = {
      {R"("accessors":[{"componentType":5126,"type":"VEC3"}])",
       "/accessors/0/count: \"count\" is missing [GLTF_MISSING]"},
      {R"("accessors":[{"componentType":5124,"count":1,"type":"VEC3"}])",
       "/accessors/0/componentType: 5124 is none of 5120, 5121, 5122, 5123, 5125, 5126 [GLTF_VALUE]"},
      {R"("accessors":[{"componentType":5126,"count":0,"type":"VEC3"}])",
       "/accessors/0/count: 0 is too small, must be at least 1 [GLTF_VALUE]"},
      {R"("accessors":[{"componentType":5126,"count":1.5,"type":"VEC3"}])",
       "/accessors/0/count: a number, must be a whole number [GLTF_TYPE]"},
      {R"("accessors":[{"componentType":5126,"count":1,"type":"VEC5"}])",
       "/accessors/0/type: \"VEC5\" is none of SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4 [GLTF_VALUE]"},
      {R"("nodes":[{"translation":[1,2]}])",
       "/nodes/0/translation: has 2 elements, must have 3 [GLTF_VALUE]"},
      {R"("nodes":[{"rotation":[0,0,0,2]}])",
       "/nodes/0/rotation/3: 2 is too large, must be at most 1 [GLTF_VALUE]"},
      {R"("nodes":[{"children":[]}])", "/nodes/0/children: is empty, must have at least 1 [GLTF_VALUE]"},
      {R"("nodes":[{"mesh":3}])",
       "/nodes/0/mesh: 3 is out of range, the file has 0 meshes [GLTF_INDEX_RANGE]"},
      {R"("nodes":[{"mesh":"a"}])", "/nodes/0/mesh: the value is not an index into the meshes [GLTF_TYPE]"},
      {R"("nodes":{})", "/nodes: an object, must be an array [GLTF_TYPE]"},
      {R"("nodes":[{"name":7}])", "/nodes/0/name: a number, must be a string [GLTF_TYPE]"},
      {R"("nodes":[[]])", "/nodes/0: an array, must be an object [GLTF_TYPE]"},
      {R"("nodes":[{"extensions":[]}])", "/nodes/0/extensions: an array, must be an object [GLTF_TYPE]"},
      {R"("cameras":[{"type":"perspective","perspective":{"yfov":0,"znear":1}}])",
       "/cameras/0/perspective/yfov: 0 is too small, must be above 0 [GLTF_VALUE]"},
      {R"("materials":[{"doubleSided":1}])",
       "/materials/0/doubleSided: a number, must be a boolean [GLTF_TYPE]"},
      {R"("meshes":[{"primitives":[{"attributes":{"POSITION":4}}]}])",
       "/meshes/0/primitives/0/attributes/POSITION: 4 is out of range, the file has 0 accessors "
       "[GLTF_INDEX_RANGE]"},
      {R"("meshes":[{"primitives":[{"attributes":{},"targets":[{"NORMAL":-1}]}]}])",
       "/meshes/0/primitives/0/targets/0/NORMAL: -1 is not an index into the accessors [GLTF_INDEX_RANGE]"},
      {R"("nodes":[{"mehs":0}])", "/nodes/0/mehs: \"mehs\" is no member of node [MEMBER_UNKNOWN]"},
  };
  for (const auto& c : cases) {
    const std::vector<std::string> found = texts(reportOf(c.members));
    EXPECT_EQ(std::count(found.begin(), found.end(), c.expected), 1)
        << c.expected << "\nnot once in " << testing::PrintToString(found);
  }
}

// Of every VRM extension something far down, so that the rules lead there.
TEST(Validate, ExtensionsHaveRulesToo) {
  const struct {
    VrmVersion version;
    const char *pointer, *value, *expected;
  } cases[] = {
      {VrmVersion::Vrm1, "/extensions/VRMC_vrm/lookAt/rangeMapVerticalUp/inputMaxValue", "181",
       "181 is too large, must be at most 180 [GLTF_VALUE]"},
      {VrmVersion::Vrm1, "/extensions/VRMC_vrm/meta/authors", "[]",
       "is empty, must have at least 1 [GLTF_VALUE]"},
      {VrmVersion::Vrm1, "/extensions/VRMC_vrm/expressions/preset/happy/overrideBlink", "\"yes\"",
       "\"yes\" is none of none, block, blend [GLTF_VALUE]"},
      {VrmVersion::Vrm1, "/extensions/VRMC_springBone/springs/0/joints/0/dragForce", "2",
       "2 is too large, must be at most 1 [GLTF_VALUE]"},
      {VrmVersion::Vrm1, "/extensions/VRMC_springBone/colliders/0/node", "999", "999 is out of range"},
      {VrmVersion::Vrm0, "/extensions/VRM/meta/licenseName", "\"MIT\"",
       "\"MIT\" is none of Redistribution_Prohibited"},
      {VrmVersion::Vrm0, "/extensions/VRM/secondaryAnimation/boneGroups/0/gravityDir/x", "\"1\"",
       "a string, must be a number [GLTF_TYPE]"},
  };
  for (const auto& c : cases) {
    AssetBuilder avatar = test::sameAvatar(c.version);
    avatar.set(c.pointer, c.value);
    const Report report = validate(avatar.glb());
    const std::string expected = std::string(c.pointer) + ": " + c.expected;
    const std::vector<std::string> found = texts(report);
    const auto begins = [&](const std::string& text) { return text.starts_with(expected); };
    EXPECT_EQ(std::count_if(found.begin(), found.end(), begins), 1)
        << expected << testing::PrintToString(found);
  }
}

TEST(Validate, SaysWhyAFileCannotBeRead) {
  const Report nothing = validate(bytesOf("hello"));
  EXPECT_FALSE(nothing.readable);
  ASSERT_EQ(nothing.issues.size(), 1u);
  EXPECT_EQ(nothing.issues[0].code, Code::GlbMagic);
  EXPECT_EQ(nothing.issues[0].severity, Severity::Error);
  const test::TempFolder folder;
  const Report missing = validate(folder.path() / "none.vrm");
  EXPECT_FALSE(missing.readable);
  EXPECT_EQ(missing.issues[0].code, Code::IoNotFound);
  EXPECT_EQ(validate(folder.path()).issues.at(0).code, Code::IoRead);
}

TEST(Validate, CountsWhatItDoesNotList) {
  std::string nodes;
  for (int i = 0; i < 1000; ++i) nodes += std::string(i == 0 ? "" : ",") + R"({"mesh":1})";
  const Report report = reportOf("\"nodes\":[" + nodes + "]");
  EXPECT_EQ(report.count(Severity::Error), 1000u);
  EXPECT_EQ(report.issues.size(), Diagnostics::kMaxPerCode + 1) << "and that it is no avatar";
}

// What the rules of members report the readers do not report again, also when it is only counted.
TEST(Validate, MembersAreReportedOnceBeyondTheHundredth) {
  std::string nodes;
  for (int i = 0; i < 150; ++i) nodes += std::string(i == 0 ? "" : ",") + R"({"rotation":[0,0,0,2]})";
  const Report report =
      reportOf("\"nodes\":[" + nodes +
               R"(],"extensionsUsed":["VRMC_springBone"],"extensions":{"VRMC_springBone":)"
               R"({"specVersion":"1.0","springs":[{"joints":[{"node":0,"dragForce":2,"hitRadius":"a"}]}]}})");
  std::uint64_t values = 0;
  for (const Diagnostic& issue : report.issues) {
    if (issue.code == Code::GltfValue) values += issue.count;
    EXPECT_FALSE(issue.pointer.ends_with("/dragForce")) << issue.toString();
  }
  EXPECT_EQ(values, 151u);
  EXPECT_EQ(report.count(Severity::Error), 152u) << testing::PrintToString(texts(report));
}

// Every rule can be reached, and none is named twice.
TEST(MemberRules, AreWellFormed) {
  const std::span<const checks::ObjectRule> rules = checks::objectRules();
  EXPECT_GT(rules.size(), 80u);
  std::set<std::string_view> names;
  std::set<std::uint32_t> used{0};
  const std::function<void(const checks::ValueRule&)> look = [&](const checks::ValueRule& value) {
    if (value.type != checks::kNoType) used.insert(value.type);
    EXPECT_LE(value.least, value.most);
    for (const checks::ValueRule& inner : value.inner) look(inner);
  };
  for (const checks::ObjectRule& rule : rules) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    std::set<std::string_view> members;
    for (const auto* list : {&rule.members, &rule.extensions}) {
      for (const checks::MemberRule& member : *list) {
        EXPECT_TRUE(member.draft || members.insert(member.name).second) << rule.name << "." << member.name;
        look(member.value);
      }
    }
  }
  EXPECT_EQ(used.size(), rules.size());
}

std::vector<std::string> partsOf(std::string_view pointer) {
  std::vector<std::string> parts;
  while (!pointer.empty()) parts.push_back(gltf::takePointerPart(pointer));
  return parts;
}

// What the rules call an index, the table of references knows, which says into what.
TEST(MemberRules, IndicesAreReferences) {
  std::vector<std::vector<std::string>> references;
  for (const gltf::ReferenceRule& rule : gltf::referenceRules()) {
    std::string pattern(rule.pattern);
    pattern.erase(std::remove(pattern.begin(), pattern.end(), '!'), pattern.end());
    references.push_back(partsOf(pattern));
  }
  int indices = 0;
  std::function<void(const checks::ObjectRule&, const std::string&)> visit;
  const std::function<void(const checks::ValueRule&, const std::string&)> look =
      [&](const checks::ValueRule& value, const std::string& at) {
        for (const checks::ValueRule& inner : value.inner) look(inner, at + "/*");
        if (value.type != checks::kNoType) visit(checks::objectRules()[value.type], at);
        if (value.kind != checks::ValueKind::Index) return;
        ++indices;
        const std::vector<std::string> parts = partsOf(at);
        const auto known = [&](const std::vector<std::string>& pattern) {
          return pattern.size() == parts.size() &&
                 std::equal(parts.begin(), parts.end(), pattern.begin(),
                            [](const std::string& a, const std::string& b) { return b == "*" || a == b; });
        };
        EXPECT_TRUE(std::any_of(references.begin(), references.end(), known)) << at;
      };
  visit = [&](const checks::ObjectRule& rule, const std::string& at) {
    for (const checks::MemberRule& member : rule.members)
      look(member.value, at + "/" + std::string(member.name));
    for (const checks::MemberRule& member : rule.extensions)
      look(member.value, at + "/extensions/" + std::string(member.name));
  };
  visit(checks::objectRules()[0], "");
  EXPECT_GT(indices, 60);
}

}  // namespace
}  // namespace vrm
