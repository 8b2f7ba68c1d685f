// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/validate/licence.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/asset_builder.hpp"

namespace vrm {
namespace {

using Verdict = LicenceAnswer::Verdict;

schema::Vrm read(const std::string& extension, const std::string& meta) {
  const auto document = gltf::Document::parse(
      test::bytesOf(test::gltfJson(R"("extensions":{")" + extension + R"(":{"meta":)" + meta + "}}")));
  EXPECT_TRUE(document.ok());
  Diagnostics diagnostics;
  const auto asset = gltf::readAsset(*document, diagnostics);
  EXPECT_TRUE(asset.ok());
  auto vrm = schema::readVrm(*document, *asset, diagnostics);
  EXPECT_TRUE(vrm.ok());
  return *std::move(vrm);
}

struct Member {
  const char* key;
  std::string value;  // JSON
};

std::string json(const std::vector<Member>& members, const std::string& first = R"("x":0)") {
  std::string text = "{" + first;
  for (const Member& m : members) text += ",\"" + std::string(m.key) + "\":" + m.value;
  return text + "}";
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

char letter(Verdict verdict) { return verdict == Verdict::Allowed ? 'A' : verdict == Verdict::Denied ? 'D' : 'n'; }

// One letter per use, in the order of the enumeration: A allowed, D denied, n not stated.
std::string letters(const Licence& licence) {
  std::string out;
  for (const LicenceAnswer& answer : licence.all()) out += letter(answer.verdict);
  return out;
}

// The table again, written from the documents and not from the rules. One stored word alone:
// avatar violent sexual political hate personal corporation redistribute modify redistribute-modified credit-free
struct Cells {
  const char* member;  // draft; 0.x is the next
  const char* member0;
  const char* value;
  const char* expected;
};
constexpr Cells kOld[] = {
    {"allowedUser", "allowedUserName", "OnlyAuthor", "Dnnnnnnnnnn"},
    {"allowedUser", "allowedUserName", "ExplicitlyLicensedPerson", "Dnnnnnnnnnn"},
    {"allowedUser", "allowedUserName", "Everyone", "Annnnnnnnnn"},
    {"allowedUser", "allowedUserName", "everyone", "Annnnnnnnnn"},
    {"violentUsage", "violentUssageName", "Disallow", "nDnnnnnnnnn"},
    {"violentUsage", "violentUssageName", "Allow", "nAnnnnnnnnn"},
    {"violentUsage", "violentUssageName", "Maybe", "nnnnnnnnnnn"},
    {"sexualUsage", "sexualUssageName", "Disallow", "nnDnnnnnnnn"},
    {"sexualUsage", "sexualUssageName", "Allow", "nnAnnnnnnnn"},
    {"sexualUsage", "sexualUssageName", "", "nnnnnnnnnnn"},
    {"commercialUsage", "commercialUssageName", "Disallow", "nnnnnDDnnnn"},
    {"commercialUsage", "commercialUssageName", "Allow", "nnnnnAnnnnn"},
    {"commercialUsage", "commercialUssageName", "corporation", "nnnnnnnnnnn"},
    {"license", "licenseName", "Redistribution_Prohibited", "nnnnnnnDnDn"},
    {"license", "licenseName", "Redistribution Prohibited", "nnnnnnnDnDn"},
    {"license", "licenseName", "CC0", "nnnnnnnAAAA"},
    {"license", "licenseName", "CC_BY", "nnnnnnnAAAD"},
    {"license", "licenseName", "CC_BY_NC", "nnnnnDDAAAD"},
    {"license", "licenseName", "CC_BY_SA", "nnnnnnnAAnD"},
    {"license", "licenseName", "CC_BY_NC_SA", "nnnnnDDAAnD"},
    {"license", "licenseName", "CC_BY_ND", "nnnnnnnADDD"},
    {"license", "licenseName", "CC_BY_NC_ND", "nnnnnDDADDD"},
    {"license", "licenseName", "Other", "nnnnnnnnnnn"},
    {"license", "licenseName", "MIT", "nnnnnnnnnnn"},
};

TEST(Licence, EveryWordOf0xAndTheDraft) {
  for (const Cells& c : kOld) {
    const Licence vrm0 = Licence::of(read("VRM", json({{c.member0, quoted(c.value)}})));
    EXPECT_EQ(letters(vrm0), c.expected) << c.member0 << " " << c.value;
    // "title" makes it a draft.
    const Licence draft = Licence::of(read("VRMC_vrm", json({{c.member, quoted(c.value)}}, R"("title":"x")")));
    EXPECT_EQ(letters(draft), c.expected) << c.member << " " << c.value;
    for (std::size_t i = 0; i < kUseCount; ++i) {
      const LicenceAnswer& answer = vrm0.answer(static_cast<Use>(i));
      EXPECT_EQ(answer.use, static_cast<Use>(i));
      EXPECT_FALSE(answer.reason.empty()) << c.value << " " << name(answer.use);
      if (answer.verdict == Verdict::NotStated) continue;
      EXPECT_EQ(answer.pointer, "/extensions/VRM/meta/" + std::string(c.member0));
      EXPECT_EQ(answer.value, c.value) << "as stored";
      EXPECT_EQ(draft.answer(answer.use).pointer, "/extensions/VRMC_vrm/meta/" + std::string(c.member));
    }
  }
}

constexpr struct {
  const char* member;
  const char* value;  // JSON
  const char* expected;
} kFinal[] = {
    {"avatarPermission", R"("onlyAuthor")", "DDDDDDDDDDD"},
    {"avatarPermission", R"("onlySeparatelyLicensedPerson")", "DDDDDDDDDDD"},
    {"avatarPermission", R"("everyone")", "ADDDDDDDDDD"},
    {"avatarPermission", R"("anyone")", "DDDDDDDDDDD"},
    {"allowExcessivelyViolentUsage", "false", "DDDDDDDDDDD"},
    {"allowExcessivelyViolentUsage", "true", "DADDDDDDDDD"},
    {"allowExcessivelyViolentUsage", R"("true")", "DDDDDDDDDDD"},
    {"allowExcessivelySexualUsage", "false", "DDDDDDDDDDD"},
    {"allowExcessivelySexualUsage", "true", "DDADDDDDDDD"},
    {"allowPoliticalOrReligiousUsage", "false", "DDDDDDDDDDD"},
    {"allowPoliticalOrReligiousUsage", "true", "DDDADDDDDDD"},
    {"allowAntisocialOrHateUsage", "false", "DDDDDDDDDDD"},
    {"allowAntisocialOrHateUsage", "true", "DDDDADDDDDD"},
    {"commercialUsage", R"("personalNonProfit")", "DDDDDDDDDDD"},
    {"commercialUsage", R"("personalProfit")", "DDDDDADDDDD"},
    {"commercialUsage", R"("corporation")", "DDDDDAADDDD"},
    {"commercialUsage", R"("PersonalNonCommercialProfit")", "DDDDDDDDDDD"},
    {"allowRedistribution", "false", "DDDDDDDDDDD"},
    {"allowRedistribution", "true", "DDDDDDDADDD"},
    {"modification", R"("prohibited")", "DDDDDDDDDDD"},
    {"modification", R"("allowModification")", "DDDDDDDDADD"},
    {"modification", R"("allowModificationRedistribution")", "DDDDDDDDAAD"},
    {"creditNotation", R"("required")", "DDDDDDDDDDD"},
    {"creditNotation", R"("unnecessary")", "DDDDDDDDDDA"},
};

TEST(Licence, EveryWordOf1) {
  const std::string named = R"("name":"x","authors":["y"],"licenseUrl":"z")";
  for (const auto& c : kFinal) {
    EXPECT_EQ(letters(Licence::of(read("VRMC_vrm", json({{c.member, c.value}}, named)))), c.expected)
        << c.member << " " << c.value;
  }
}

TEST(Licence, AbsentMembersOf1HaveTheDefaultOfTheStandard) {
  const Licence licence = Licence::of(read("VRMC_vrm", R"({"name":"x","avatarPermission":"everyone"})"));
  constexpr const char* kMembers[] = {
      "avatarPermission", "allowExcessivelyViolentUsage", "allowExcessivelySexualUsage",
      "allowPoliticalOrReligiousUsage", "allowAntisocialOrHateUsage", "commercialUsage", "commercialUsage",
      "allowRedistribution", "modification", "modification", "creditNotation"};
  for (const LicenceAnswer& answer : licence.all()) {
    EXPECT_EQ(answer.pointer,
              "/extensions/VRMC_vrm/meta/" + std::string(kMembers[static_cast<std::size_t>(answer.use)]));
    EXPECT_EQ(answer.value, answer.use == Use::Avatar ? "everyone" : "default");
    EXPECT_FALSE(answer.reason.empty());
  }
  EXPECT_EQ(letters(Licence::of(read("VRMC_vrm", "{}"))), "DDDDDDDDDDD");
  EXPECT_EQ(letters(Licence::of(read("VRM", "{}"))), "nnnnnnnnnnn");
}

TEST(Licence, MembersTogether) {
  const struct {
    const char* commercial;
    const char* license;
    const char* expected;  // personal, corporation
    const char* restsOn;   // the answer about companies
  } kCases[] = {
      {"Allow", "CC0", "AA", "licenseName"},
      {"Allow", "CC_BY", "AA", "licenseName"},
      {"Allow", "CC_BY_SA", "AA", "licenseName"},
      {"Allow", "CC_BY_ND", "AA", "licenseName"},
      {"Allow", "CC_BY_NC", "DD", "licenseName"},
      {"Allow", "CC_BY_NC_SA", "DD", "licenseName"},
      {"Allow", "CC_BY_NC_ND", "DD", "licenseName"},
      {"Allow", "Redistribution_Prohibited", "An", "commercialUssageName"},
      {"Allow", "Other", "An", "commercialUssageName"},
      {"Allow", "MIT", "nn", "licenseName"},
      {"Disallow", "CC0", "DD", "commercialUssageName"},
      {"Disallow", "CC_BY", "DD", "commercialUssageName"},
      {"Disallow", "CC_BY_NC", "DD", "commercialUssageName"},
      {"Maybe", "CC0", "nn", "commercialUssageName"},
      {"Maybe", "CC_BY_NC", "DD", "licenseName"},
  };
  for (const auto& c : kCases) {
    const Licence licence = Licence::of(
        read("VRM", json({{"commercialUssageName", quoted(c.commercial)}, {"licenseName", quoted(c.license)}})));
    EXPECT_EQ(letters(licence).substr(5, 2), c.expected) << c.commercial << " " << c.license;
    EXPECT_EQ(licence.answer(Use::CommercialCorporation).pointer, "/extensions/VRM/meta/" + std::string(c.restsOn))
        << c.commercial << " " << c.license;
  }
}

TEST(Licence, LaterMembersBesideOlderOnesMayDeny) {
  const Licence licence = Licence::of(read(
      "VRMC_vrm", R"({"title":"t","allowedUser":"Everyone","commercialUsage":"Allow","license":"CC0","modify":"Prohibited",)"
                  R"("creditNotation":"Required","allowRedistribution":false})"));
  for (const Use use : {Use::Modify, Use::RedistributeModified, Use::Redistribute, Use::CreditFree}) {
    EXPECT_EQ(licence.answer(use).verdict, LicenceAnswer::Verdict::Denied) << name(use);
  }
  EXPECT_EQ(licence.answer(Use::Avatar).verdict, LicenceAnswer::Verdict::Allowed);
  EXPECT_EQ(licence.answer(Use::CommercialPersonal).verdict, LicenceAnswer::Verdict::Allowed);
}

TEST(Licence, CapitalsDoNotMatterAndDisagreementDenies) {
  EXPECT_EQ(Licence::of(read("VRM", R"({"licenseName":"cc_by_nc","commercialUssageName":"Allow"})"))
                .answer(Use::CommercialPersonal)
                .verdict,
            LicenceAnswer::Verdict::Denied);
  EXPECT_EQ(Licence::of(read("VRM", R"({"licenseName":"CC_BY_NC","license":"CC0","commercialUssageName":"Allow"})"))
                .answer(Use::CommercialPersonal)
                .verdict,
            LicenceAnswer::Verdict::Denied);
}

TEST(Licence, SaysWhyItIsUnclear) {
  const Licence alike = Licence::of(read("VRM", R"({"licenseName":"CC_BY_SA"})"));
  EXPECT_EQ(alike.answer(Use::RedistributeModified).reason, "only under the same licence");
  EXPECT_EQ(alike.answer(Use::RedistributeModified).value, "CC_BY_SA");
  const Licence unknown = Licence::of(read("VRM", R"({"licenseName":"MIT"})"));
  EXPECT_EQ(unknown.answer(Use::Modify).value, "MIT");
  EXPECT_EQ(unknown.answer(Use::Modify).pointer, "/extensions/VRM/meta/licenseName");
  EXPECT_EQ(unknown.answer(Use::Avatar).pointer, "");
  EXPECT_EQ(unknown.answer(Use::Hate).pointer, "");
}

TEST(Licence, SpellingsThatDisagreeAllowNothing) {
  const schema::Vrm vrm = read("VRM", R"({"violentUssageName":"Allow","violentUsageName":"Disallow"})");
  EXPECT_EQ(letters(Licence::of(vrm)), "nDnnnnnnnnn");
  EXPECT_EQ(vrm.meta.allowExcessivelyViolentUsage, false);
  EXPECT_EQ(vrm.meta.source->violentUsage, "Allow / Disallow");
}

TEST(Licence, FilesThatAreNoAvatarsStateNothing) {
  schema::Vrm vrm = read("VRMC_vrm", R"({"name":"x","avatarPermission":"everyone","licenseUrl":"z"})");
  for (const VrmVersion version : {VrmVersion::None, VrmVersion::Animation}) {
    vrm.version = version;
    const Licence licence = Licence::of(vrm);
    EXPECT_EQ(letters(licence), "nnnnnnnnnnn");
    EXPECT_TRUE(licence.documents().empty());
    EXPECT_EQ(Licence::metaPointer(version), "");
    for (const LicenceAnswer& answer : licence.all()) EXPECT_EQ(answer.reason, "the file is no avatar");
  }
}

TEST(Licence, NamesTheDocumentsToRead) {
  const Licence old = Licence::of(read("VRM", R"({"otherLicenseUrl":"a","otherPermissionUrl":"b"})"));
  ASSERT_EQ(old.documents().size(), 2u);
  EXPECT_EQ(old.documents()[0].member, "otherLicenseUrl");
  EXPECT_EQ(old.documents()[1].member, "otherPermissionUrl");
  EXPECT_EQ(old.documents()[1].url, "b");
  const Licence now = Licence::of(read("VRMC_vrm", R"({"name":"x","licenseUrl":"z","otherLicenseUrl":""})"));
  ASSERT_EQ(now.documents().size(), 1u);
  EXPECT_EQ(now.documents()[0].url, "z");
}

TEST(Licence, UsesHaveNames) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kUseCount; ++i) {
    const auto use = static_cast<Use>(i);
    EXPECT_TRUE(names.insert(name(use)).second) << name(use);
    EXPECT_FALSE(description(use).empty()) << name(use);
    EXPECT_EQ(findUse(name(use)), use);
  }
  EXPECT_TRUE(names.contains("commercial-corporation"));
  EXPECT_EQ(findUse("fun"), std::nullopt);
  EXPECT_EQ(findUse(""), std::nullopt);
  EXPECT_EQ(name(static_cast<Use>(kUseCount)), "");
}

// Decision 34, for every combination of stored words: what the terms of 1.0 that a file was mapped to allow, its own
// words allow too.
TEST(Licence, MappedTermsAreNeverLooserThanTheWords) {
  const std::vector<std::string> users = {"", "OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone", "?"};
  const std::vector<std::string> flags = {"", "Disallow", "Allow", "?"};
  std::vector<std::string> licences = {""};
  for (const Cells& c : kOld) {
    if (std::string_view(c.member) == "license") licences.emplace_back(c.value);
  }
  ASSERT_EQ(licences.size(), 12u);
  int combinations = 0;
  int permissions = 0;
  for (const std::string& user : users) {
    for (const std::string& violent : flags) {
      for (const std::string& commercial : flags) {
        for (const std::string& license : licences) {
          std::vector<Member> members;
          if (!user.empty()) members.push_back({"allowedUserName", quoted(user)});
          if (!violent.empty()) {
            members.push_back({"violentUssageName", quoted(violent)});
            members.push_back({"sexualUssageName", quoted(violent)});
          }
          if (!commercial.empty()) members.push_back({"commercialUssageName", quoted(commercial)});
          if (!license.empty()) members.push_back({"licenseName", quoted(license)});
          schema::Vrm vrm = read("VRM", json(members));
          const Licence words = Licence::of(vrm);
          vrm.version = VrmVersion::Vrm1;
          const Licence mapped = Licence::of(vrm);
          for (std::size_t i = 0; i < kUseCount; ++i) {
            const auto use = static_cast<Use>(i);
            if (mapped.answer(use).verdict != Verdict::Allowed) continue;
            ++permissions;
            EXPECT_EQ(words.answer(use).verdict, Verdict::Allowed) << name(use) << " " << json(members);
          }
          ++combinations;
        }
      }
    }
  }
  EXPECT_EQ(combinations, 5 * 4 * 4 * 12);
  EXPECT_GT(permissions, 1000);
}

}  // namespace
}  // namespace vrm
