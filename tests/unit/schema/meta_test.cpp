// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// meta of VRM 0.x, the draft (seed 004 "モデルのメタ情報"), later drafts and 1.0; decision 34.
#include "vrm/schema/meta.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "schema/member_writer.hpp"
#include "schema/reader.hpp"
#include "support/asset_builder.hpp"

namespace vrm::schema {
namespace {

// A document with two images, and textures of the second and of none.
gltf::Document documentWith(const std::string& extension, const std::string& content) {
  auto document = gltf::Document::parse(test::bytesOf(test::gltfJson(
      R"("images":[{"uri":"data:,"},{"uri":"data:,"}],"textures":[{"source":1},{}],"extensions":{")" +
      extension + "\":" + content + "}")));
  EXPECT_TRUE(document.ok()) << document.error().toString();
  return document ? *std::move(document) : gltf::Document();
}

struct Outcome {
  Meta meta;
  Diagnostics diagnostics;

  bool found(Code code, std::string_view pointer, std::string_view text = {}) const {
    return std::any_of(diagnostics.all().begin(), diagnostics.all().end(), [&](const Diagnostic& d) {
      return d.code == code && d.pointer == pointer && d.message.find(text) != std::string::npos;
    });
  }
  std::string all() const {
    std::string text;
    for (const Diagnostic& d : diagnostics.all()) text += d.toString() + "\n";
    return text;
  }
};

Outcome readFrom(const gltf::Document& document) {
  Outcome out;
  Diagnostics ignored;
  const auto asset = gltf::readAsset(document, ignored);
  EXPECT_TRUE(asset.ok());
  Context context{document, *asset, out.diagnostics, {}};
  const FoundVersion found = findVersion(document);
  const Place root;
  const Place extensions = root / "extensions";
  const Place place = extensions / (found.version == VrmVersion::Vrm0 ? "VRM" : "VRMC_vrm");
  readMeta(context, *document.root().find("extensions")->find(place.key), found.version, place, out.meta);
  EXPECT_FALSE(context.error.has_value());
  context.spellings.report(out.diagnostics);
  return out;
}

Outcome read0(const std::string& meta) {
  return readFrom(documentWith("VRM", R"({"meta":)" + meta + "}"));
}
Outcome read1(const std::string& meta) {
  return readFrom(documentWith("VRMC_vrm", R"({"meta":)" + meta + "}"));
}
// "title" makes it a draft.
Outcome readDraft(const std::string& members) {
  return read1(R"({"title":"t")" + (members.empty() ? "" : "," + members) + "}");
}
// With what 1.0 requires.
Outcome readFinal(const std::string& members) {
  return read1(R"({"name":"n","authors":["a"],"licenseUrl":"l",)" + members + "}");
}

// Writes meta over the document as 1.0; the extension of 0.x goes, as writeVrm does.
Diagnostics writeOver(gltf::Document& document, const Vrm& vrm) {
  Diagnostics diagnostics;
  WriteContext context{document, diagnostics};
  gltf::Json& json = document.editJson();
  if (gltf::JsonValue* extensions = json.editRoot().find("extensions")) json.remove(*extensions, "VRM");
  const MemberWriter extension = extensionOf(json, json.editRoot(), "VRMC_vrm");
  writeMeta(context, vrm, extension);
  return diagnostics;
}

const gltf::JsonValue* at(const gltf::Document& document, const std::string& member) {
  return gltf::Json::at(document.root(), "/extensions/VRMC_vrm/meta/" + member);
}

constexpr const char* kMeta0 = "/extensions/VRM/meta";
constexpr const char* kMeta1 = "/extensions/VRMC_vrm/meta";

TEST(Meta, EveryMemberOf1) {
  const Outcome all = read1(R"({"name":"n","version":"v","authors":["a","b"],"copyrightInformation":"c",
    "contactInformation":"i","references":["r",""],"thirdPartyLicenses":"x\ny","thumbnailImage":1,"licenseUrl":"l",
    "avatarPermission":"everyone","allowExcessivelyViolentUsage":true,"allowExcessivelySexualUsage":false,
    "commercialUsage":"corporation","allowPoliticalOrReligiousUsage":true,"allowAntisocialOrHateUsage":false,
    "creditNotation":"unnecessary","allowRedistribution":true,"modification":"allowModification",
    "otherLicenseUrl":"o"})");
  EXPECT_TRUE(all.diagnostics.empty()) << all.all();
  Meta expected;
  expected.name = "n";
  expected.version = "v";
  expected.authors = {"a", "b"};
  expected.copyrightInformation = "c";
  expected.contactInformation = "i";
  expected.references = {"r", ""};
  expected.thirdPartyLicenses = "x\ny";
  expected.thumbnailImage = ImageIndex(1);
  expected.licenseUrl = "l";
  expected.avatarPermission = AvatarPermission::Everyone;
  expected.allowExcessivelyViolentUsage = true;
  expected.allowExcessivelySexualUsage = false;
  expected.commercialUsage = CommercialUsage::Corporation;
  expected.allowPoliticalOrReligiousUsage = true;
  expected.allowAntisocialOrHateUsage = false;
  expected.creditNotation = CreditNotation::Unnecessary;
  expected.allowRedistribution = true;
  expected.modification = Modification::AllowModification;
  expected.otherLicenseUrl = "o";
  EXPECT_EQ(all.meta, expected);

  const Outcome little = read1(R"({"name":"n","authors":["a"],"licenseUrl":"l"})");
  EXPECT_TRUE(little.diagnostics.empty()) << little.all();
  Meta unstated;
  unstated.name = "n";
  unstated.authors = {"a"};
  unstated.licenseUrl = "l";
  EXPECT_EQ(little.meta, unstated) << "what is not stated stays empty";
}

TEST(Meta, EveryWordOf1HasItsEnumerator) {
  const auto term = [](const char* member, std::string_view word) {
    return readFinal("\"" + std::string(member) + "\":\"" + std::string(word) + "\"").meta;
  };
  for (const auto v : {AvatarPermission::OnlyAuthor, AvatarPermission::OnlySeparatelyLicensedPerson,
                       AvatarPermission::Everyone}) {
    EXPECT_EQ(term("avatarPermission", name(v)).avatarPermission, v);
  }
  for (const auto v :
       {CommercialUsage::PersonalNonProfit, CommercialUsage::PersonalProfit, CommercialUsage::Corporation}) {
    EXPECT_EQ(term("commercialUsage", name(v)).commercialUsage, v);
  }
  for (const auto v : {CreditNotation::Required, CreditNotation::Unnecessary}) {
    EXPECT_EQ(term("creditNotation", name(v)).creditNotation, v);
  }
  for (const auto v : {Modification::Prohibited, Modification::AllowModification,
                       Modification::AllowModificationRedistribution}) {
    EXPECT_EQ(term("modification", name(v)).modification, v);
  }
  EXPECT_EQ(name(Modification::AllowModificationRedistribution), "allowModificationRedistribution");
  EXPECT_EQ(name(static_cast<Modification>(9)), "");
}

TEST(Meta, EveryMemberOf0x) {
  const Outcome all =
      read0(R"({"title":"t","version":"v","author":"a","contactInformation":"c","reference":"r",
    "texture":0,"allowedUserName":"ExplicitlyLicensedPerson","violentUssageName":"Allow",
    "sexualUssageName":"Disallow","commercialUssageName":"Allow","otherPermissionUrl":"p",
    "licenseName":"CC_BY_ND","otherLicenseUrl":"o"})");
  Meta expected;
  expected.name = "t";
  expected.version = "v";
  expected.authors = {"a"};
  expected.contactInformation = "c";
  expected.references = {"r"};
  expected.thumbnailImage = ImageIndex(1);  // the source of texture 0
  expected.otherLicenseUrl = "o";
  expected.avatarPermission = AvatarPermission::OnlySeparatelyLicensedPerson;
  expected.allowExcessivelyViolentUsage = true;
  expected.allowExcessivelySexualUsage = false;
  expected.commercialUsage = CommercialUsage::PersonalProfit;
  expected.creditNotation = CreditNotation::Required;
  expected.allowRedistribution = true;
  expected.modification = Modification::Prohibited;
  expected.source = SourceTerms{.allowedUser = "ExplicitlyLicensedPerson",
                                .violentUsage = "Allow",
                                .sexualUsage = "Disallow",
                                .commercialUsage = "Allow",
                                .license = "CC_BY_ND",
                                .otherPermissionUrl = "p",
                                .creditNotation = "",
                                .modify = "",
                                .vrmVersion = "0.x"};
  EXPECT_EQ(all.meta, expected);
  EXPECT_EQ(all.diagnostics.all().size(), 3u) << all.all();
  for (const char* key : {"violentUssageName", "sexualUssageName", "commercialUssageName"}) {
    EXPECT_TRUE(all.found(Code::VrmSpelling, std::string(kMeta0) + "/" + key, key)) << all.all();
  }

  const Outcome nothing = read0("{}");
  EXPECT_TRUE(nothing.diagnostics.empty()) << "0.x requires nothing: " << nothing.all();
  Meta empty;
  empty.source = SourceTerms{};
  empty.source->vrmVersion = "0.x";
  EXPECT_EQ(nothing.meta, empty);
  EXPECT_EQ(read0(R"({"title":"","author":"","reference":""})").meta, empty) << "empty texts are no names";
}

TEST(Meta, SpellingsOf0x) {
  const Outcome plain =
      read0(R"({"violentUsageName":"Allow","sexualUsageName":"Allow","commercialUsageName":"Allow",
    "licenseName":"Redistribution Prohibited"})");
  EXPECT_EQ(plain.meta.allowExcessivelyViolentUsage, true);
  EXPECT_EQ(plain.meta.allowExcessivelySexualUsage, true);
  EXPECT_EQ(plain.meta.commercialUsage, CommercialUsage::PersonalProfit);
  EXPECT_EQ(plain.meta.allowRedistribution, false);
  EXPECT_EQ(plain.meta.source->license, "Redistribution Prohibited") << "as stored";
  EXPECT_EQ(plain.diagnostics.all().size(), 4u) << plain.all();
  EXPECT_TRUE(plain.found(Code::VrmSpelling, std::string(kMeta0) + "/violentUsageName"));
  EXPECT_TRUE(plain.found(Code::VrmSpelling, std::string(kMeta0) + "/licenseName",
                          "Redistribution Prohibited is read as Redistribution_Prohibited"));

  const Outcome draftKeys = read0(R"({"allowedUser":"Everyone","violentUsage":"Disallow","license":"CC0"})");
  EXPECT_EQ(draftKeys.meta.avatarPermission, AvatarPermission::Everyone);
  EXPECT_EQ(draftKeys.meta.allowExcessivelyViolentUsage, false);
  EXPECT_EQ(draftKeys.meta.source->license, "CC0");
  EXPECT_EQ(draftKeys.diagnostics.all().size(), 3u) << draftKeys.all();

  const Outcome same = read0(R"({"violentUssageName":"Allow","violentUsageName":"Allow"})");
  EXPECT_EQ(same.meta.allowExcessivelyViolentUsage, true);
  EXPECT_EQ(same.meta.source->violentUsage, "Allow");
  const Outcome torn = read0(R"({"violentUssageName":"Allow","violentUsageName":"Disallow"})");
  EXPECT_EQ(torn.meta.allowExcessivelyViolentUsage, false);  // one of them forbids it
  EXPECT_TRUE(torn.found(Code::GltfValue, std::string(kMeta0) + "/violentUsageName", "say different things"));
}

// Terms of 1.0 and of later drafts beside those of seed 004: the stricter counts, and nothing is lost.
TEST(Meta, MixedVocabularies) {
  const Outcome mixed = read1(
      R"({"title":"t","author":"a","allowedUser":"Everyone","avatarPermission":"onlyAuthor","violentUsage":"Allow",)"
      R"("allowExcessivelyViolentUsage":false,"license":"CC0","modify":"Prohibited","creditNotation":"Required",)"
      R"("allowRedistribution":false,"licenseUrl":"u","authors":["b"],"copyrightInformation":"c"})");
  EXPECT_EQ(mixed.meta.avatarPermission, AvatarPermission::OnlyAuthor);
  EXPECT_EQ(mixed.meta.allowExcessivelyViolentUsage, false);
  EXPECT_EQ(mixed.meta.modification, Modification::Prohibited);
  EXPECT_EQ(mixed.meta.creditNotation, CreditNotation::Required);
  EXPECT_EQ(mixed.meta.allowRedistribution, false);
  EXPECT_EQ(mixed.meta.licenseUrl, "u");
  EXPECT_EQ(mixed.meta.authors, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(mixed.meta.copyrightInformation, "c");
}

TEST(Meta, EveryMemberOfTheDraft) {
  const Outcome all =
      read1(R"({"title":"t","version":"v","author":"a","contactInformation":"c","reference":"r",
    "thumbnailImage":1,"allowedUser":"OnlyAuthor","violentUsage":"Disallow","sexualUsage":"Allow",
    "commercialUsage":"Disallow","otherPermissionUrl":"p","license":"Redistribution_Prohibited",
    "otherLicenseUrl":"o"})");
  EXPECT_TRUE(all.diagnostics.empty()) << all.all();
  Meta expected;
  expected.name = "t";
  expected.version = "v";
  expected.authors = {"a"};
  expected.contactInformation = "c";
  expected.references = {"r"};
  expected.thumbnailImage = ImageIndex(1);
  expected.otherLicenseUrl = "o";
  expected.avatarPermission = AvatarPermission::OnlyAuthor;
  expected.allowExcessivelyViolentUsage = false;
  expected.allowExcessivelySexualUsage = true;
  expected.commercialUsage = CommercialUsage::PersonalNonProfit;
  expected.allowRedistribution = false;
  expected.source = SourceTerms{.allowedUser = "OnlyAuthor",
                                .violentUsage = "Disallow",
                                .sexualUsage = "Allow",
                                .commercialUsage = "Disallow",
                                .license = "Redistribution_Prohibited",
                                .otherPermissionUrl = "p",
                                .creditNotation = "",
                                .modify = "",
                                .vrmVersion = "1.0 draft"};
  EXPECT_EQ(all.meta, expected);
  const Outcome misspelt = readDraft(R"("violentUssageName":"Allow","license":"Redistribution Prohibited")");
  EXPECT_EQ(misspelt.meta.allowExcessivelyViolentUsage, true);
  EXPECT_EQ(misspelt.meta.allowRedistribution, false);
  EXPECT_EQ(misspelt.diagnostics.all().size(), 2u) << misspelt.all();
}

// The mapping of decision 34, written out again. "-": not stated.
TEST(Meta, WordsAreMappedToTheStricterTerms) {
  const struct {
    const char* member;
    const char* word;
    const char* avatar;
    const char* violent;
    const char* sexual;
    const char* commercial;
    const char* credit;
    const char* redistribution;
    const char* modification;
  } kCases[] = {
      {"allowedUser", "OnlyAuthor", "onlyAuthor", "-", "-", "-", "-", "-", "-"},
      {"allowedUser", "ExplicitlyLicensedPerson", "onlySeparatelyLicensedPerson", "-", "-", "-", "-", "-",
       "-"},
      {"allowedUser", "Everyone", "everyone", "-", "-", "-", "-", "-", "-"},
      {"violentUsage", "Disallow", "-", "false", "-", "-", "-", "-", "-"},
      {"violentUsage", "Allow", "-", "true", "-", "-", "-", "-", "-"},
      {"sexualUsage", "Disallow", "-", "-", "false", "-", "-", "-", "-"},
      {"sexualUsage", "Allow", "-", "-", "true", "-", "-", "-", "-"},
      {"commercialUsage", "Disallow", "-", "-", "-", "personalNonProfit", "-", "-", "-"},
      {"commercialUsage", "Allow", "-", "-", "-", "personalProfit", "-", "-", "-"},
      {"license", "Redistribution_Prohibited", "-", "-", "-", "-", "-", "false", "-"},
      {"license", "Redistribution Prohibited", "-", "-", "-", "-", "-", "false", "-"},
      {"license", "CC0", "-", "-", "-", "-", "unnecessary", "true", "allowModificationRedistribution"},
      {"license", "CC_BY", "-", "-", "-", "-", "required", "true", "allowModificationRedistribution"},
      {"license", "CC_BY_NC", "-", "-", "-", "personalNonProfit", "required", "true",
       "allowModificationRedistribution"},
      {"license", "CC_BY_SA", "-", "-", "-", "-", "required", "true", "allowModification"},
      {"license", "CC_BY_NC_SA", "-", "-", "-", "personalNonProfit", "required", "true", "allowModification"},
      {"license", "CC_BY_ND", "-", "-", "-", "-", "required", "true", "prohibited"},
      {"license", "CC_BY_NC_ND", "-", "-", "-", "personalNonProfit", "required", "true", "prohibited"},
      {"license", "Other", "-", "-", "-", "-", "-", "-", "-"},
  };
  const auto flag = [](std::optional<bool> v) { return v ? *v ? "true" : "false" : "-"; };
  const auto word = [](const auto& v) { return v ? std::string(name(*v)) : "-"; };
  for (const auto& c : kCases) {
    const Outcome out = readDraft("\"" + std::string(c.member) + "\":\"" + c.word + "\"");
    const Meta& m = out.meta;
    EXPECT_FALSE(out.diagnostics.has(Code::GltfValue)) << c.word;
    EXPECT_EQ(word(m.avatarPermission), c.avatar) << c.word;
    EXPECT_EQ(flag(m.allowExcessivelyViolentUsage), c.violent) << c.word;
    EXPECT_EQ(flag(m.allowExcessivelySexualUsage), c.sexual) << c.word;
    EXPECT_EQ(word(m.commercialUsage), c.commercial) << c.word;
    EXPECT_EQ(word(m.creditNotation), c.credit) << c.word;
    EXPECT_EQ(flag(m.allowRedistribution), c.redistribution) << c.word;
    EXPECT_EQ(word(m.modification), c.modification) << c.word;
    EXPECT_FALSE(m.allowPoliticalOrReligiousUsage || m.allowAntisocialOrHateUsage) << "never stated there";
    EXPECT_EQ(m.licenseUrl, "") << "never invented";
  }
  const Outcome both = readDraft(R"("commercialUsage":"Allow","license":"CC_BY_NC")");
  EXPECT_EQ(both.meta.commercialUsage, CommercialUsage::PersonalNonProfit);
  EXPECT_EQ(both.meta.source->commercialUsage, "Allow") << "as stored";
}

TEST(Meta, LaterDraftsAreReadAs1) {
  const Outcome out = read1(R"({"name":"n","authors":["a"],"copyrights":"c","reference":"r","licenseUrl":"l",
    "avatarPermission":"ExplicitlyLicensedPerson","violentUsage":true,"sexualUsage":false,"gameUsage":true,
    "commercialUsage":"PersonalCommercial","politicalOrReligiousUsage":true,"otherPermissionUrl":"p",
    "creditNotation":"Abandoned","modify":"NotInherited"})");
  EXPECT_EQ(out.meta.copyrightInformation, "c");
  EXPECT_EQ(out.meta.references, std::vector<std::string>{"r"});
  EXPECT_EQ(out.meta.avatarPermission, AvatarPermission::OnlySeparatelyLicensedPerson);
  EXPECT_EQ(out.meta.allowExcessivelyViolentUsage, true);
  EXPECT_EQ(out.meta.allowExcessivelySexualUsage, false);
  EXPECT_EQ(out.meta.commercialUsage, CommercialUsage::PersonalProfit);
  EXPECT_EQ(out.meta.allowPoliticalOrReligiousUsage, true);
  EXPECT_EQ(out.meta.creditNotation, CreditNotation::Unnecessary);
  EXPECT_EQ(out.meta.modification, Modification::AllowModification) << "not to be passed on";
  ASSERT_TRUE(out.meta.source.has_value());
  EXPECT_EQ(out.meta.source->allowedUser, "ExplicitlyLicensedPerson");
  EXPECT_EQ(out.meta.source->commercialUsage, "PersonalCommercial");
  EXPECT_EQ(out.meta.source->creditNotation, "Abandoned");
  EXPECT_EQ(out.meta.source->modify, "NotInherited");
  EXPECT_EQ(out.meta.source->otherPermissionUrl, "p");
  EXPECT_EQ(out.meta.source->vrmVersion, "1.0 draft");
  EXPECT_FALSE(out.diagnostics.firstProblem()) << out.all();
  for (const char* key :
       {"copyrights", "reference", "avatarPermission", "violentUsage", "sexualUsage", "commercialUsage",
        "politicalOrReligiousUsage", "creditNotation", "modify", "otherPermissionUrl"}) {
    EXPECT_TRUE(out.found(Code::VrmSpelling, std::string(kMeta1) + "/" + key)) << key << "\n" << out.all();
  }

  const struct {
    const char* members;
    const char* commercial;
  } kCommercial[] = {
      {R"("commercialUsage":"PersonalNonCommercialNonProfit")", "personalNonProfit"},
      {R"("commercialUsage":"PersonalNonCommercialProfit")", "personalNonProfit"},
      {R"("commercialUsage":"PersonalNonProfit")", "personalNonProfit"},
      {R"("commercialUsage":"PersonalProfit")", "personalProfit"},
      {R"("commercialUsage":"Corporation")", "corporation"},
      {R"("commercialUsage":"Allow")", "personalProfit"},
      {R"("commercialUsage":"Disallow")", "personalNonProfit"},
      {R"("commercialUsage":"corporation","license":"CC_BY_NC")", "personalNonProfit"},
  };
  for (const auto& c : kCommercial) {
    const Outcome one = readFinal(c.members);
    ASSERT_TRUE(one.meta.commercialUsage.has_value()) << c.members;
    EXPECT_EQ(name(*one.meta.commercialUsage), c.commercial) << c.members;
    EXPECT_TRUE(one.diagnostics.has(Code::VrmSpelling)) << c.members;
    EXPECT_FALSE(one.diagnostics.firstProblem()) << one.all();
  }
  EXPECT_EQ(readFinal(R"("avatarPermission":"explicitlyLicensedPerson")").meta.avatarPermission,
            AvatarPermission::OnlySeparatelyLicensedPerson);
  EXPECT_EQ(readFinal(R"("avatarPermission":"OnlyAuthor")").meta.avatarPermission,
            AvatarPermission::OnlyAuthor);
  EXPECT_EQ(readFinal(R"("avatarPermission":"OnlyAuthor")").meta.source, std::nullopt)
      << "only capitals differ";
  EXPECT_EQ(readFinal(R"("modification":"inherited")").meta.modification, Modification::AllowModification);
  EXPECT_EQ(readFinal(R"("modify":"Prohibited")").meta.modification, Modification::Prohibited);
  EXPECT_EQ(readFinal(R"("excessivelyViolentUsage":true)").meta.allowExcessivelyViolentUsage, true);
  EXPECT_EQ(readFinal(R"("excessivelySexualUsage":true)").meta.allowExcessivelySexualUsage, true);
}

TEST(Meta, OldMembersBeside1AreNeverLooser) {
  const Outcome out =
      read1(R"({"name":"n","title":"t","author":"b","authors":["a"],"reference":"r","references":["r"],
    "licenseUrl":"l","avatarPermission":"everyone","allowedUser":"OnlyAuthor","allowExcessivelyViolentUsage":true,
    "violentUsage":false,"allowExcessivelySexualUsage":false,"sexualUsage":"Allow"})");
  EXPECT_EQ(out.meta.name, "n");
  EXPECT_EQ(out.meta.authors, (std::vector<std::string>{"a", "b"})) << "nobody is forgotten";
  EXPECT_EQ(out.meta.references, std::vector<std::string>{"r"});
  EXPECT_EQ(out.meta.avatarPermission, AvatarPermission::OnlyAuthor);
  EXPECT_EQ(out.meta.allowExcessivelyViolentUsage, false);
  EXPECT_EQ(out.meta.allowExcessivelySexualUsage, false);

  // 1.0 by its expressions, with the meta of the draft.
  const Outcome mixed = readFrom(documentWith(
      "VRMC_vrm",
      R"({"expressions":{},"meta":{"title":"t","author":"a","license":"CC0","violentUsage":"Allow"}})"));
  EXPECT_EQ(mixed.meta.name, "t");
  EXPECT_EQ(mixed.meta.authors, std::vector<std::string>{"a"});
  EXPECT_EQ(mixed.meta.creditNotation, CreditNotation::Unnecessary);
  EXPECT_EQ(mixed.meta.allowExcessivelyViolentUsage, true);
  EXPECT_TRUE(mixed.found(Code::GltfMissing, std::string(kMeta1) + "/licenseUrl"));
  EXPECT_FALSE(mixed.found(Code::GltfMissing, std::string(kMeta1) + "/name")) << mixed.all();
}

TEST(Meta, MissingAndWrong) {
  const struct {
    const char* what;
    const char* extension;
    const char* content;
    Code code;
    const char* pointer;
  } kCases[] = {
      {"no meta, 1.0", "VRMC_vrm", "{}", Code::GltfMissing, ""},
      {"no meta, 0.x", "VRM", "{}", Code::GltfMissing, ""},
      {"no object", "VRM", R"({"meta":[]})", Code::GltfType, ""},
      {"null", "VRMC_vrm", R"({"meta":null})", Code::GltfType, ""},
      {"no name", "VRMC_vrm", R"({"meta":{}})", Code::GltfMissing, "/name"},
      {"empty name", "VRMC_vrm", R"({"meta":{"name":""}})", Code::GltfMissing, "/name"},
      {"name of another type", "VRMC_vrm", R"({"meta":{"name":5}})", Code::GltfType, "/name"},
      {"no authors", "VRMC_vrm", R"({"meta":{"name":"n"}})", Code::GltfMissing, "/authors"},
      {"empty authors", "VRMC_vrm", R"({"meta":{"name":"n","authors":[]}})", Code::GltfMissing, "/authors"},
      {"authors of another type", "VRMC_vrm", R"({"meta":{"name":"n","authors":"a"}})", Code::GltfType,
       "/authors"},
      {"an empty author", "VRMC_vrm", R"({"meta":{"name":"n","authors":["a",""]}})", Code::GltfValue,
       "/authors/1"},
      {"an author that is none", "VRMC_vrm", R"({"meta":{"name":"n","authors":["a",7]}})", Code::GltfType,
       "/authors/1"},
      {"a reference that is none", "VRMC_vrm", R"({"meta":{"name":"n","references":[{}]}})", Code::GltfType,
       "/references/0"},
      {"no licenseUrl", "VRMC_vrm", R"({"meta":{"name":"n"}})", Code::GltfMissing, "/licenseUrl"},
      {"a number as text", "VRMC_vrm", R"({"meta":{"name":"n","version":1.0}})", Code::GltfType, "/version"},
      {"unknown word", "VRMC_vrm", R"({"meta":{"name":"n","avatarPermission":"all"}})", Code::GltfValue,
       "/avatarPermission"},
      {"word of another type", "VRMC_vrm", R"({"meta":{"name":"n","modification":true}})", Code::GltfType,
       "/modification"},
      {"flag as text", "VRMC_vrm", R"({"meta":{"name":"n","allowRedistribution":"true"}})", Code::GltfType,
       "/allowRedistribution"},
      {"old word of another type", "VRMC_vrm", R"({"meta":{"name":"n","violentUsage":1}})", Code::GltfType,
       "/violentUsage"},
      {"empty word", "VRMC_vrm", R"({"meta":{"name":"n","modification":""}})", Code::GltfValue,
       "/modification"},
      {"empty word in 0.x", "VRM", R"({"meta":{"licenseName":""}})", Code::GltfValue, "/licenseName"},
      {"unknown word in 0.x", "VRM", R"({"meta":{"licenseName":"MIT"}})", Code::GltfValue, "/licenseName"},
      {"word of a later draft in the draft", "VRMC_vrm",
       R"({"meta":{"title":"t","commercialUsage":"PersonalCommercial"}})", Code::GltfValue,
       "/commercialUsage"},
      {"true in the draft", "VRMC_vrm", R"({"meta":{"title":"t","violentUsage":true}})", Code::GltfType,
       "/violentUsage"},
      {"title of another type", "VRM", R"({"meta":{"title":3}})", Code::GltfType, "/title"},
  };
  for (const auto& c : kCases) {
    const Outcome out = readFrom(documentWith(c.extension, c.content));
    const std::string meta = "/extensions/" + std::string(c.extension) + "/meta";
    EXPECT_TRUE(out.found(c.code, meta + c.pointer)) << c.what << "\n" << out.all();
    int times = 0;
    for (const Diagnostic& d : out.diagnostics.all()) times += d.pointer == meta + c.pointer;
    EXPECT_EQ(times, 1) << c.what << "\n" << out.all();
    const Meta& m = out.meta;
    EXPECT_FALSE(m.avatarPermission || m.allowExcessivelyViolentUsage || m.commercialUsage ||
                 m.allowRedistribution || m.modification)
        << c.what << ": what is wrong states nothing";
  }
  EXPECT_EQ(readFinal(R"("avatarPermission":"","allowedUser":"")").meta.source, std::nullopt)
      << "no word, no source";
  EXPECT_EQ(readFinal(R"("avatarPermission":"all")").meta.source->allowedUser, "all")
      << "the word is not lost";
  EXPECT_EQ(read0(R"({"licenseName":"MIT"})").meta.source->license, "MIT");
  EXPECT_EQ(read1(R"({"name":"n","authors":["a","",7,"b"],"licenseUrl":"l"})").meta.authors,
            (std::vector<std::string>{"a", "b"}));
}

TEST(Meta, ThumbnailsOutOfRangeAreNone) {
  for (const char* value : {"2", "-1", "1.5", "\"1\"", "null", "4294967295"}) {
    EXPECT_FALSE(readFinal(R"("thumbnailImage":)" + std::string(value)).meta.thumbnailImage.valid()) << value;
    EXPECT_FALSE(readDraft(R"("thumbnailImage":)" + std::string(value)).meta.thumbnailImage.valid()) << value;
    EXPECT_FALSE(read0(R"({"texture":)" + std::string(value) + "}").meta.thumbnailImage.valid()) << value;
  }
  EXPECT_FALSE(read0(R"({"texture":1})").meta.thumbnailImage.valid()) << "a texture without an image";
  EXPECT_EQ(read0(R"({"texture":0})").meta.thumbnailImage, ImageIndex(1));
}

TEST(Meta, HugeTextsStayWhole) {
  const std::string huge(1 << 20, 'x');
  const Outcome out =
      readFinal(R"("thirdPartyLicenses":")" + huge + R"(","avatarPermission":")" + huge + "\"");
  EXPECT_EQ(out.meta.thirdPartyLicenses, huge);
  EXPECT_EQ(out.meta.source->allowedUser, huge);
  for (const Diagnostic& d : out.diagnostics.all()) EXPECT_LT(d.message.size(), 200u);
}

const char* const kRoundTrips[][2] = {
    {"VRM", "{}"},
    {"VRM", R"({"meta":{}})"},
    {"VRM", R"({"meta":7})"},
    {"VRM", R"({"meta":{"title":"t","author":"a","reference":"r","texture":0,"allowedUserName":"Everyone",
        "violentUssageName":"Allow","commercialUssageName":"Allow","licenseName":"CC_BY_NC","otherLicenseUrl":"o",
        "otherPermissionUrl":"p"}})"},
    {"VRM", R"({"meta":{"licenseName":"MIT","violentUssageName":"Allow","violentUsageName":"Disallow"}})"},
    {"VRMC_vrm", "{}"},
    {"VRMC_vrm", R"({"meta":{"title":"t","author":"a","license":"CC0","commercialUsage":"Allow",
        "violentUsage":"Disallow","sexualUsage":"?","thumbnailImage":0,"otherPermissionUrl":"p"}})"},
    {"VRMC_vrm", R"({"meta":{"title":"t","extras":"mine","commercialUsage":"?"}})"},
    {"VRMC_vrm", R"({"meta":{"name":"n","authors":["a",""],"references":[],"licenseUrl":"l","copyrights":"c",
        "avatarPermission":"Everyone","violentUsage":true,"modify":"Inherited","creditNotation":"Abandoned",
        "commercialUsage":"?","allowRedistribution":true,"otherPermissionUrl":"p","extras":{"mine":1}}})"},
    {"VRMC_vrm", R"({"meta":{"name":"n","authors":["a"],"licenseUrl":"l","avatarPermission":"everyone",
        "allowAntisocialOrHateUsage":false,"references":["r",""],"thumbnailImage":7,"version":3}})"},
    {"VRMC_vrm",
     R"({"meta":{"name":"n","extras":{"sourceTerms":{"vrmVersion":"0.x","license":"CC_BY_SA"}}}})"},
    {"VRMC_vrm", R"({"meta":{"name":"n","extras":{"sourceTerms":[]}}})"},
};

TEST(Meta, ReadingWhatWasWrittenGivesTheSame) {
  for (const auto& [extension, content] : kRoundTrips) {
    gltf::Document document = documentWith(extension, content);
    Vrm vrm;
    vrm.version = findVersion(document).version;
    vrm.meta = readFrom(document).meta;
    static_cast<void>(writeOver(document, vrm));
    EXPECT_EQ(findVersion(document).version, VrmVersion::Vrm1) << content;
    EXPECT_EQ(readFrom(document).meta, vrm.meta) << content << "\n" << document.json().write();

    // Once more, now as 1.0: nothing changes any more, also in another file.
    const std::string once = document.json().write();
    vrm.version = VrmVersion::Vrm1;
    static_cast<void>(writeOver(document, vrm));
    EXPECT_EQ(document.json().write(), once);
    gltf::Document other = documentWith("VRMC_vrm", "{}");
    static_cast<void>(writeOver(other, vrm));
    EXPECT_EQ(readFrom(other).meta, vrm.meta) << content;
    EXPECT_FALSE(readFrom(other).diagnostics.has(Code::VrmSpelling)) << "final members only: " << content;
  }
}

TEST(Meta, WritingKeepsWhatItDoesNotKnow) {
  gltf::Document document = documentWith("VRMC_vrm", R"({"meta":{"unknown":[1],"title":"t","gameUsage":true,
    "license":"CC0","version":"\u0076","extensions":{"E":{}},"extras":{"mine":1}}})");
  Vrm vrm;
  vrm.version = VrmVersion::Draft;
  vrm.meta = readFrom(document).meta;
  static_cast<void>(writeOver(document, vrm));
  for (const char* gone : {"title", "license", "author", "commercialUsage"})
    EXPECT_EQ(at(document, gone), nullptr);
  for (const char* kept : {"unknown/0", "gameUsage", "extensions/E", "extras/mine"}) {
    EXPECT_NE(at(document, kept), nullptr) << kept;
  }
  EXPECT_EQ(at(document, "name")->string(), "t");
  EXPECT_EQ(at(document, "extras/sourceTerms/license")->string(), "CC0");
  EXPECT_EQ(at(document, "extras/sourceTerms/vrmVersion")->string(), "1.0 draft");
  EXPECT_EQ(at(document, "extras/sourceTerms")->size(), 2u) << "only what is not empty";

  gltf::Document text = documentWith("VRMC_vrm", R"({"meta":{"title":"t","extras":"mine"}})");
  vrm.meta = readFrom(text).meta;
  static_cast<void>(writeOver(text, vrm));
  EXPECT_EQ(at(text, "extras/extras")->string(), "mine");
}

TEST(Meta, WritingWhatIsThereChangesNothing) {
  const char* meta =
      R"({"meta":{"modification":"prohibited","name":"n","authors":["a"],"licenseUrl":"l","version":"",
    "allowRedistribution":false,"references":["r"],"thumbnailImage":1e0,"extras":{"x":[]}}})";
  gltf::Document document = documentWith("VRMC_vrm", meta);
  const std::string before = document.json().write();
  Vrm vrm;
  vrm.version = VrmVersion::Vrm1;
  vrm.meta = readFrom(document).meta;
  EXPECT_TRUE(writeOver(document, vrm).empty());
  EXPECT_EQ(document.json().write(), before);
}

TEST(Meta, TermsThatAreTakenBackGo) {
  gltf::Document document = documentWith("VRMC_vrm", R"({"meta":{"name":"n","authors":["a"],"licenseUrl":"l",
    "modification":"prohibited","allowRedistribution":true,"version":"v","references":["r"],"thumbnailImage":1,
    "extras":{"sourceTerms":{"license":"CC0"}}}})");
  Vrm vrm;
  vrm.version = VrmVersion::Vrm1;
  vrm.meta.name = "n";
  EXPECT_EQ(writeOver(document, vrm).all().size(), 2u);
  EXPECT_EQ(gltf::Json::write(*gltf::Json::at(document.root(), kMeta1)), R"({"name":"n"})");
}

TEST(Meta, WritingSaysWhat1Requires) {
  gltf::Document document;
  const Diagnostics diagnostics = writeOver(document, Vrm());
  ASSERT_EQ(diagnostics.all().size(), 3u);
  const char* const members[] = {"name", "authors", "licenseUrl"};
  for (std::size_t i = 0; i < 3; ++i) {
    const Diagnostic& d = diagnostics.all()[i];
    EXPECT_EQ(d.code, Code::VrmIncomplete);
    EXPECT_EQ(d.pointer, std::string(kMeta1) + "/" + members[i]);
    EXPECT_NE(d.message.find("; "), std::string::npos) << "what to do: " << d.message;
  }
}

}  // namespace
}  // namespace vrm::schema
