// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "schema/meta_terms.hpp"

#include <algorithm>

#include "schema/reader.hpp"

namespace vrm::schema {
namespace {

struct Mapping {
  std::string SourceTerms::*member;
  std::string_view word;
  Terms terms;
  bool later = false;     // a word of the drafts after seed 004
  bool stricter = false;  // 1.0 has no equal, see below
};

using S = SourceTerms;
constexpr auto kPersonalNonProfit = CommercialUsage::PersonalNonProfit;
constexpr auto kPersonalProfit = CommercialUsage::PersonalProfit;
constexpr auto kRequired = CreditNotation::Required;
constexpr auto kModify = Modification::AllowModification;
constexpr auto kModifyAndShare = Modification::AllowModificationRedistribution;

// Decision 34: never wider than the word. Where 1.0 has no equal, the next stricter term is taken:
// - commercial "Allow" does not say for whom, so it does not reach "corporation".
// - Share-alike cannot be said in 1.0, so changed copies may be made but not passed on.
// - The non-commercial licences restrict commercialUsage, whatever its own member says.
// - PersonalNonCommercialProfit lies between personalNonProfit and personalProfit, which includes commerce.
// - "Abandoned" gives up even the right to be named; nothing in 1.0 is looser than "unnecessary".
// - "Inherited" and "NotInherited" speak of changing; that changed copies may be passed on was a separate member.
// - "Other" and unknown words state nothing.
constexpr Mapping kMappings[] = {
    {&S::allowedUser, "OnlyAuthor", {.avatarPermission = AvatarPermission::OnlyAuthor}},
    {&S::allowedUser, "ExplicitlyLicensedPerson", {.avatarPermission = AvatarPermission::OnlySeparatelyLicensedPerson}},
    {&S::allowedUser, "Everyone", {.avatarPermission = AvatarPermission::Everyone}},

    {&S::violentUsage, "Disallow", {.allowExcessivelyViolentUsage = false}},
    {&S::violentUsage, "Allow", {.allowExcessivelyViolentUsage = true}},
    {&S::sexualUsage, "Disallow", {.allowExcessivelySexualUsage = false}},
    {&S::sexualUsage, "Allow", {.allowExcessivelySexualUsage = true}},

    {&S::commercialUsage, "Disallow", {.commercialUsage = kPersonalNonProfit}},
    {&S::commercialUsage, "Allow", {.commercialUsage = kPersonalProfit}, false, true},
    {&S::commercialUsage, "PersonalNonCommercialNonProfit", {.commercialUsage = kPersonalNonProfit}, true},
    {&S::commercialUsage, "PersonalNonCommercialProfit", {.commercialUsage = kPersonalNonProfit}, true, true},
    {&S::commercialUsage, "PersonalCommercial", {.commercialUsage = kPersonalProfit}, true},

    {&S::creditNotation, "Abandoned", {.creditNotation = CreditNotation::Unnecessary}, true, true},

    {&S::modify, "Prohibited", {.modification = Modification::Prohibited}, true},
    {&S::modify, "Inherited", {.modification = kModify}, true, true},
    {&S::modify, "NotInherited", {.modification = kModify}, true, true},

    {&S::license, "Redistribution_Prohibited", {.allowRedistribution = false}},
    {&S::license, "Redistribution Prohibited", {.allowRedistribution = false}},
    {&S::license,
     "CC0",
     {.creditNotation = CreditNotation::Unnecessary, .allowRedistribution = true, .modification = kModifyAndShare}},
    {&S::license, "CC_BY", {.creditNotation = kRequired, .allowRedistribution = true, .modification = kModifyAndShare}},
    {&S::license,
     "CC_BY_NC",
     {.commercialUsage = kPersonalNonProfit,
      .creditNotation = kRequired,
      .allowRedistribution = true,
      .modification = kModifyAndShare}},
    {&S::license,
     "CC_BY_SA",
     {.creditNotation = kRequired, .allowRedistribution = true, .modification = kModify},
     false,
     true},
    {&S::license,
     "CC_BY_NC_SA",
     {.commercialUsage = kPersonalNonProfit,
      .creditNotation = kRequired,
      .allowRedistribution = true,
      .modification = kModify},
     false,
     true},
    {&S::license,
     "CC_BY_ND",
     {.creditNotation = kRequired, .allowRedistribution = true, .modification = Modification::Prohibited}},
    {&S::license,
     "CC_BY_NC_ND",
     {.commercialUsage = kPersonalNonProfit,
      .creditNotation = kRequired,
      .allowRedistribution = true,
      .modification = Modification::Prohibited}},
    {&S::license, "Other", {}, false, true},
};

template <class E, std::size_t N>
std::string_view nameIn(const std::string_view (&names)[N], E value) noexcept {
  const auto i = static_cast<std::size_t>(value);
  return i < N ? names[i] : std::string_view();
}

}  // namespace

std::string_view name(AvatarPermission value) noexcept {
  return nameIn(kAvatarPermissionNames, value);
}
std::string_view name(CommercialUsage value) noexcept {
  return nameIn(kCommercialUsageNames, value);
}
std::string_view name(CreditNotation value) noexcept {
  return nameIn(kCreditNotationNames, value);
}
std::string_view name(Modification value) noexcept {
  return nameIn(kModificationNames, value);
}

bool sameWord(std::string_view a, std::string_view b) noexcept {
  return equalIgnoringCase(a, b);
}

namespace {

const Mapping* findMapping(std::string SourceTerms::*member, std::string_view word, Vocabulary vocabulary) {
  for (const Mapping& mapping : kMappings) {
    if (mapping.member != member) continue;
    if (mapping.later && vocabulary == Vocabulary::Old) continue;
    if (equalIgnoringCase(mapping.word, word)) return &mapping;
  }
  return nullptr;
}

}  // namespace

const Terms* findTerms(std::string SourceTerms::*member, std::string_view word, Vocabulary vocabulary) {
  const Mapping* mapping = findMapping(member, word, vocabulary);
  return mapping ? &mapping->terms : nullptr;
}

bool isMetaMember(std::string_view key) {
  constexpr std::string_view kShared[] = {"name", "version", "authors", "copyrightInformation", "contactInformation",
                                          "references", "thirdPartyLicenses", "thumbnailImage", "texture", "licenseUrl",
                                          "commercialUsage", "otherLicenseUrl"};
  const auto has = [&](const auto& keys) { return std::find(std::begin(keys), std::end(keys), key) != std::end(keys); };
  return has(kShared) || has(kDraftMembers) || has(kLaterTerms);
}

std::vector<std::string> wordsOf(std::string SourceTerms::*member) {
  std::vector<std::string> out;
  for (const Mapping& mapping : kMappings) {
    if (mapping.member == member && !mapping.later) out.emplace_back(mapping.word);
  }
  return out;
}

bool hasEqual(std::string SourceTerms::*member, std::string_view word) {
  const Mapping* mapping = findMapping(member, word, Vocabulary::All);
  return mapping && !mapping->stricter;
}

namespace {

template <class F>
void forEachTerm(Meta& meta, const Terms& terms, F&& each) {
  each(meta.avatarPermission, terms.avatarPermission);
  each(meta.allowExcessivelyViolentUsage, terms.allowExcessivelyViolentUsage);
  each(meta.allowExcessivelySexualUsage, terms.allowExcessivelySexualUsage);
  each(meta.commercialUsage, terms.commercialUsage);
  each(meta.creditNotation, terms.creditNotation);
  each(meta.allowRedistribution, terms.allowRedistribution);
  each(meta.modification, terms.modification);
}

}  // namespace

void tighten(Meta& meta, const Terms& terms) {
  forEachTerm(meta, terms, [](auto& term, const auto& other) { tighten(term, other); });
}

void deny(Meta& meta, const Terms& terms) {
  forEachTerm(meta, terms, [](auto& term, const auto& other) {
    using T = typename std::decay_t<decltype(other)>::value_type;
    if (other == T{}) term = other;  // the first enumerator and false are the strictest
  });
}

}  // namespace vrm::schema
