// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/schema/meta.hpp"

namespace vrm::schema {

// The words of 1.0 in the order of their enumerators (VRMC_vrm.meta.schema.json).
inline constexpr std::string_view kAvatarPermissionNames[] = {"onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"};
inline constexpr std::string_view kCommercialUsageNames[] = {"personalNonProfit", "personalProfit", "corporation"};
inline constexpr std::string_view kCreditNotationNames[] = {"required", "unnecessary"};
inline constexpr std::string_view kModificationNames[] = {"prohibited", "allowModification",
                                                          "allowModificationRedistribution"};

// The members of SourceTerms as meta.extras.sourceTerms names them.
struct SourceMember {
  std::string_view key;
  std::string SourceTerms::*text;
};
inline constexpr SourceMember kSourceMembers[] = {
    {"vrmVersion", &SourceTerms::vrmVersion},
    {"allowedUser", &SourceTerms::allowedUser},
    {"violentUsage", &SourceTerms::violentUsage},
    {"sexualUsage", &SourceTerms::sexualUsage},
    {"commercialUsage", &SourceTerms::commercialUsage},
    {"license", &SourceTerms::license},
    {"creditNotation", &SourceTerms::creditNotation},
    {"modify", &SourceTerms::modify},
    {"otherPermissionUrl", &SourceTerms::otherPermissionUrl},
    {"alsoStated", &SourceTerms::alsoStated},
};

// Terms that 0.x and the draft of seed 004 do not have. Files that mix the vocabularies mean both.
inline constexpr std::string_view kLaterTerms[] = {
    "avatarPermission", "creditNotation", "modification", "modify", "allowRedistribution",
    "allowExcessivelyViolentUsage", "excessivelyViolentUsage", "allowExcessivelySexualUsage", "excessivelySexualUsage",
    "allowPoliticalOrReligiousUsage", "politicalOrReligiousUsage", "allowAntisocialOrHateUsage",
};

// Members of VRMC_vrm.meta that only drafts have, and those of 0.x that stand there by mistake. Writing removes them:
// what they say is in the members of 1.0 and in extras.sourceTerms.
inline constexpr std::string_view kDraftMembers[] = {
    "title", "author", "reference", "copyrights", "otherPermissionUrl", "politicalOrReligiousUsage", "modify",
    "allowedUser", "allowedUserName", "license", "licenseName", "commercialUssageName", "commercialUsageName",
    "violentUsage", "violentUssageName", "violentUsageName", "excessivelyViolentUsage",
    "sexualUsage", "sexualUssageName", "sexualUsageName", "excessivelySexualUsage",
};

// Terms of 1.0 that a word of 0.x or of a draft states.
struct Terms {
  std::optional<AvatarPermission> avatarPermission = {};
  std::optional<bool> allowExcessivelyViolentUsage = {};
  std::optional<bool> allowExcessivelySexualUsage = {};
  std::optional<CommercialUsage> commercialUsage = {};
  std::optional<CreditNotation> creditNotation = {};
  std::optional<bool> allowRedistribution = {};
  std::optional<Modification> modification = {};
};

enum class Vocabulary : std::uint8_t {
  Old,  // 0.x and seed 004
  All,  // later drafts too
};

// What a word means in 1.0, in capitals or not; null for words that nobody defined.
const Terms* findTerms(std::string SourceTerms::*member, std::string_view word, Vocabulary vocabulary);
// Whether some version has a member of meta of that name, other than `extras` and `extensions`.
bool isMetaMember(std::string_view key);
// The words of 0.x and seed 004.
std::vector<std::string> wordsOf(std::string SourceTerms::*member);
// Whether 1.0 has a word that says the same; otherwise the next stricter one is taken, or none.
bool hasEqual(std::string SourceTerms::*member, std::string_view word);

// Where two members speak about the same thing, the stricter counts.
template <class T>
void tighten(std::optional<T>& term, const std::optional<T>& other) {
  if (other && (!term || *other < *term)) term = other;
}
void tighten(Meta& meta, const Terms& terms);
// Only what the terms forbid altogether; what they allow is not granted.
void deny(Meta& meta, const Terms& terms);

}  // namespace vrm::schema
