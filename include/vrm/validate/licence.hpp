// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/schema/vrm.hpp"

namespace vrm {

// What somebody may want to do with a model.
enum class Use : std::uint8_t {
  Avatar,                 // anybody performs as it
  Violent,                // in excessively violent content
  Sexual,                 // in excessively sexual content
  Political,              // for political or religious purposes
  Hate,                   // in antisocial or hateful content
  CommercialPersonal,     // a person makes a profit with it
  CommercialCorporation,  // a company uses it
  Redistribute,           // pass it on as it is
  Modify,                 // change it for oneself
  RedistributeModified,   // pass changed copies on
  CreditFree,             // use it without naming its author
};
inline constexpr std::size_t kUseCount = 11;

std::string_view name(Use use) noexcept;         // "commercial-personal"; stable
std::string_view description(Use use) noexcept;  // a few words for people
std::optional<Use> findUse(std::string_view name) noexcept;

struct LicenceAnswer {
  enum class Verdict : std::uint8_t { Allowed, Denied, NotStated };

  Use use{};
  Verdict verdict = Verdict::NotStated;
  std::string pointer;  // of the member that it rests on, in its standard's own spelling; empty when none speaks
  std::string value;    // as stored, or "default" where 1.0 says what an absent member means
  std::string reason;   // one sentence
};
std::string_view name(LicenceAnswer::Verdict verdict) noexcept;  // "allowed", "denied", "not stated"

// A text that only a person can read.
struct LicenceDocument {
  std::string member;  // licenseUrl, otherLicenseUrl, otherPermissionUrl
  std::string url;
};

// One view over the terms of VRM 0.x, the draft and 1.0 (docs/licence.md). Never looser than the file: what nobody
// states is not allowed, and files that are no avatars state nothing. The rules are the table in
// src/validate/licence_rules.cpp.
class Licence {
 public:
  static Licence of(const schema::Vrm& vrm);

  const LicenceAnswer& answer(Use use) const& noexcept { return answers_[static_cast<std::size_t>(use)]; }
  LicenceAnswer answer(Use use) && { return answers_[static_cast<std::size_t>(use)]; }  // safe to keep
  // Views of the licence; those of a temporary would dangle.
  std::span<const LicenceAnswer, kUseCount> all() const& noexcept { return answers_; }
  std::span<const LicenceAnswer, kUseCount> all() && = delete;
  std::span<const LicenceDocument> documents() const& noexcept { return documents_; }
  std::span<const LicenceDocument> documents() && = delete;

  // JSON pointer of the meta member; empty for files that are no avatars.
  static std::string_view metaPointer(VrmVersion version) noexcept;

 private:
  std::array<LicenceAnswer, kUseCount> answers_;
  std::vector<LicenceDocument> documents_;
};

}  // namespace vrm
