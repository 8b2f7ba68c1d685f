// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "validate/licence_rules.hpp"

namespace vrm {
namespace {

constexpr LicenceFamily Old = LicenceFamily::Old;
constexpr LicenceFamily V1 = LicenceFamily::Vrm1;

constexpr std::string_view kAnother = "another document states it";
constexpr std::string_view kAlike = "only under the same licence";

// The rules. Several members may speak about one use: denied by any is denied; else allowed by any is allowed; else it
// is not stated. Where a word could be read in two ways the stricter is taken:
// - "avatar" asks for anybody, so "ExplicitlyLicensedPerson" is a no.
// - Commercial "Allow" does not say for whom; the Creative Commons licences without NC allow commerce to everyone, but
//   in 0.x and the draft they are about redistribution and changes (seed 004 "再配布・改変に関する許諾範囲"), so a
//   company needs both words.
// - CC BY-ND 4.0 lets people change a work for themselves, 3.0 does not, and the word names no version: denied.
// - "Redistribution_Prohibited" says nothing about changes; changed copies are copies.
// - Redistribution under an NC licence is allowed (without profit); the commercial columns say no.
// - 1.0 answers "redistribute" and "redistribute-modified" by separate members, and so do we.
//
// Columns: avatar, violent, sexual, political, hate; commercial-personal, commercial-corporation; redistribute, modify,
// redistribute-modified, credit-free.
constexpr LicenceRule kRules[] = {
    {Old, "allowedUser", "OnlyAuthor", "-.... .. ....", "only the author may perform as the avatar"},
    {Old, "allowedUser", "ExplicitlyLicensedPerson", "-.... .. ....",
     "only people with an explicit licence may perform as the avatar"},
    {Old, "allowedUser", "Everyone", "+.... .. ....", "everyone may perform as the avatar"},
    {Old, "violentUsage", "Disallow", ".-... .. ....", "violent acts are not allowed"},
    {Old, "violentUsage", "Allow", ".+... .. ....", "violent acts are allowed"},
    {Old, "sexualUsage", "Disallow", "..-.. .. ....", "sexual acts are not allowed"},
    {Old, "sexualUsage", "Allow", "..+.. .. ....", "sexual acts are allowed"},
    {Old, "commercialUsage", "Disallow", "..... -- ....", "commercial use is not allowed"},
    {Old, "commercialUsage", "Allow", "..... +? ....",
     "commercial use is allowed", "commercial use is allowed, but not said for whom"},
    {Old, "license", "Redistribution_Prohibited", "..... .. -.-.", "redistribution is prohibited"},
    {Old, "license", "Redistribution Prohibited", "..... .. -.-.", "redistribution is prohibited"},
    {Old, "license", "CC0", "..... .c ++++", "CC0: all rights are waived"},
    {Old, "license", "CC_BY", "..... .c +++-", "CC BY: free to share and change, but the author must be named"},
    {Old, "license", "CC_BY_NC", "..... -- +++-", "CC BY-NC: free to share and change without profit, but the author must be named"},
    {Old, "license", "CC_BY_SA", "..... .c ++?-",
     "CC BY-SA: free to share and change, but the author must be named and the licence kept", kAlike},
    {Old, "license", "CC_BY_NC_SA", "..... -- ++?-",
     "CC BY-NC-SA: free to share and change without profit, but the author must be named and the licence kept", kAlike},
    {Old, "license", "CC_BY_ND", "..... .c +---", "CC BY-ND: free to share unchanged, but the author must be named"},
    {Old, "license", "CC_BY_NC_ND", "..... -- +---",
     "CC BY-NC-ND: free to share unchanged and without profit, but the author must be named"},
    {Old, "license", "Other", "..... .. ????", "", kAnother},

    {V1, "avatarPermission", "onlyAuthor", "-.... .. ....", "only the author may perform as the avatar"},
    {V1, "avatarPermission", "onlySeparatelyLicensedPerson", "-.... .. ....",
     "only people with a licence of their own may perform as the avatar"},
    {V1, "avatarPermission", "everyone", "+.... .. ....", "everyone may perform as the avatar"},
    {V1, "allowExcessivelyViolentUsage", "false", ".-... .. ....", "excessive violence is not allowed"},
    {V1, "allowExcessivelyViolentUsage", "true", ".+... .. ....", "excessive violence is allowed"},
    {V1, "allowExcessivelySexualUsage", "false", "..-.. .. ....", "excessive sexual content is not allowed"},
    {V1, "allowExcessivelySexualUsage", "true", "..+.. .. ....", "excessive sexual content is allowed"},
    {V1, "commercialUsage", "personalNonProfit", "..... -- ....", "only personal use without profit is allowed"},
    {V1, "commercialUsage", "personalProfit", "..... +- ....", "persons may make a profit, companies may not use it"},
    {V1, "commercialUsage", "corporation", "..... ++ ....", "persons and companies may use it for profit"},
    {V1, "allowPoliticalOrReligiousUsage", "false", "...-. .. ....", "political or religious use is not allowed"},
    {V1, "allowPoliticalOrReligiousUsage", "true", "...+. .. ....", "political or religious use is allowed"},
    {V1, "allowAntisocialOrHateUsage", "false", "....- .. ....", "antisocial or hateful use is not allowed"},
    {V1, "allowAntisocialOrHateUsage", "true", "....+ .. ....", "antisocial or hateful use is allowed"},
    {V1, "creditNotation", "required", "..... .. ...-", "the author must be named"},
    {V1, "creditNotation", "unnecessary", "..... .. ...+", "the author need not be named"},
    {V1, "allowRedistribution", "false", "..... .. -...", "redistribution is not allowed"},
    {V1, "allowRedistribution", "true", "..... .. +...", "redistribution is allowed"},
    {V1, "modification", "prohibited", "..... .. .--.", "changes are prohibited"},
    {V1, "modification", "allowModification", "..... .. .+-.", "changes are allowed, passing changed copies on is not"},
    {V1, "modification", "allowModificationRedistribution", "..... .. .++.",
     "changes are allowed, also passing them on"},
};

constexpr LicenceDefault kDefaults[] = {
    {"avatarPermission", "onlyAuthor"},
    {"allowExcessivelyViolentUsage", "false"},
    {"allowExcessivelySexualUsage", "false"},
    {"commercialUsage", "personalNonProfit"},
    {"allowPoliticalOrReligiousUsage", "false"},
    {"allowAntisocialOrHateUsage", "false"},
    {"creditNotation", "required"},
    {"allowRedistribution", "false"},
    {"modification", "prohibited"},
};

}  // namespace

std::span<const LicenceRule> licenceRules() noexcept { return kRules; }
std::span<const LicenceDefault> licenceDefaults() noexcept { return kDefaults; }

}  // namespace vrm
