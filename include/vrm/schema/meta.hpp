// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/index.hpp"

namespace vrm::schema {

// From strict to loose.
enum class AvatarPermission : std::uint8_t { OnlyAuthor, OnlySeparatelyLicensedPerson, Everyone };
enum class CommercialUsage : std::uint8_t { PersonalNonProfit, PersonalProfit, Corporation };
enum class CreditNotation : std::uint8_t { Required, Unnecessary };
enum class Modification : std::uint8_t { Prohibited, AllowModification, AllowModificationRedistribution };

// The words of 1.0, e.g. "onlyAuthor".
std::string_view name(AvatarPermission value) noexcept;
std::string_view name(CommercialUsage value) noexcept;
std::string_view name(CreditNotation value) noexcept;
std::string_view name(Modification value) noexcept;

// Words of terms are compared without regard to capitals: later drafts and some exporters write others.
bool sameWord(std::string_view a, std::string_view b) noexcept;

// The terms as a VRM 0.x file or a draft words them, untouched; a member that the file does not have is empty.
// Names are the draft's (seed 004 "モデルのメタ情報"); 0.x spells them allowedUserName, violentUssageName, licenseName.
// In a file that is 1.0 otherwise, these are the words that 1.0 does not have.
struct SourceTerms {
  std::string allowedUser;
  std::string violentUsage;
  std::string sexualUsage;
  std::string commercialUsage;
  std::string license;
  std::string otherPermissionUrl;
  std::string creditNotation;  // of later drafts, as `modify`
  std::string modify;
  std::string vrmVersion;  // whose words these are: "0.x" or "1.0 draft"
  // Members of 1.0 or of later drafts that stand beside the older ones, e.g. "modify, allowRedistribution".
  std::string alsoStated = {};
  friend bool operator==(const SourceTerms&, const SourceTerms&) = default;
};

// VRMC_vrm `meta` of 1.0. Terms that the file does not state are empty; what applies then is the business of Licence
// (validate/licence.hpp). Terms of 0.x and drafts are mapped to the stricter reading (decision 34).
struct Meta {
  std::string name;
  std::string version;
  std::vector<std::string> authors;
  std::string copyrightInformation;
  std::string contactInformation;
  std::vector<std::string> references;
  std::string thirdPartyLicenses;
  ImageIndex thumbnailImage;
  std::string licenseUrl;
  std::optional<AvatarPermission> avatarPermission;
  std::optional<bool> allowExcessivelyViolentUsage;
  std::optional<bool> allowExcessivelySexualUsage;
  std::optional<CommercialUsage> commercialUsage;
  std::optional<bool> allowPoliticalOrReligiousUsage;
  std::optional<bool> allowAntisocialOrHateUsage;
  std::optional<CreditNotation> creditNotation;
  std::optional<bool> allowRedistribution;
  std::optional<Modification> modification;
  std::string otherLicenseUrl;

  // Of 0.x and drafts, and of 1.0 files that were converted from them (extras.sourceTerms).
  std::optional<SourceTerms> source;
  friend bool operator==(const Meta&, const Meta&) = default;
};

}  // namespace vrm::schema
