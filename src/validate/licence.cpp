// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/validate/licence.hpp"

#include <algorithm>

#include "gltf/texts.hpp"
#include "validate/licence_rules.hpp"
#include "vrm/gltf/json.hpp"

namespace vrm {
namespace {

using Verdict = LicenceAnswer::Verdict;

struct UseName {
  std::string_view name;
  std::string_view description;
};
constexpr UseName kUses[kUseCount] = {
    {"avatar", "perform as the avatar, whoever you are"},
    {"violent", "excessively violent content"},
    {"sexual", "excessively sexual content"},
    {"political", "political or religious use"},
    {"hate", "antisocial or hateful use"},
    {"commercial-personal", "personal use for profit"},
    {"commercial-corporation", "use by a company"},
    {"redistribute", "pass it on unchanged"},
    {"modify", "change it"},
    {"redistribute-modified", "pass changed copies on"},
    {"credit-free", "use it without naming the author"},
};

// A term that the file states, or that 1.0 states for it.
struct Stated {
  std::string_view member;  // as the rules name it
  std::string pointer;
  std::string value;
  bool isDefault = false;
  std::string unknown = {};  // a word in the file that the standard does not have; then the default counts
};

struct OldTerm {
  std::string_view member;
  std::string_view name0;  // in 0.x
  std::string schema::SourceTerms::*text;
};
constexpr OldTerm kOldTerms[] = {
    {"allowedUser", "allowedUserName", &schema::SourceTerms::allowedUser},
    {"violentUsage", "violentUssageName", &schema::SourceTerms::violentUsage},
    {"sexualUsage", "sexualUssageName", &schema::SourceTerms::sexualUsage},
    {"commercialUsage", "commercialUssageName", &schema::SourceTerms::commercialUsage},
    {"license", "licenseName", &schema::SourceTerms::license},
};

std::vector<Stated> statedByWords(const schema::SourceTerms& source, VrmVersion version) {
  std::vector<Stated> out;
  for (const OldTerm& term : kOldTerms) {
    const std::string& word = source.*term.text;
    if (word.empty()) continue;
    const std::string pointer =
        gltf::pointerJoin(Licence::metaPointer(version), version == VrmVersion::Vrm0 ? term.name0 : term.member);
    out.push_back({term.member, pointer, word});
    // Two spellings that disagree ("Allow / Disallow"): together they allow nothing, but each may deny.
    const std::size_t bar = word.find(" / ");
    if (bar == std::string::npos) continue;
    out.push_back({term.member, pointer, word.substr(0, bar)});
    out.push_back({term.member, pointer, word.substr(bar + 3)});
  }
  return out;
}

std::vector<Stated> statedByMeta(const schema::Meta& meta) {
  std::vector<Stated> out;
  for (const LicenceDefault& d : licenceDefaults()) {
    out.push_back(
        {d.member, gltf::pointerJoin(Licence::metaPointer(VrmVersion::Vrm1), d.member), std::string(d.value), true});
  }
  const auto state = [&](std::string_view member, std::string_view value) {
    for (Stated& stated : out) {
      if (stated.member != member) continue;
      stated.value = value;
      stated.isDefault = false;
    }
  };
  const auto word = [&](std::string_view member, const auto& term) {
    if (term) state(member, name(*term));
  };
  const auto flag = [&](std::string_view member, std::optional<bool> term) {
    if (term) state(member, *term ? "true" : "false");
  };
  word("avatarPermission", meta.avatarPermission);
  flag("allowExcessivelyViolentUsage", meta.allowExcessivelyViolentUsage);
  flag("allowExcessivelySexualUsage", meta.allowExcessivelySexualUsage);
  word("commercialUsage", meta.commercialUsage);
  flag("allowPoliticalOrReligiousUsage", meta.allowPoliticalOrReligiousUsage);
  flag("allowAntisocialOrHateUsage", meta.allowAntisocialOrHateUsage);
  word("creditNotation", meta.creditNotation);
  flag("allowRedistribution", meta.allowRedistribution);
  word("modification", meta.modification);
  if (!meta.source) return out;
  const auto unknown = [&](std::string_view member, const std::string& text) {
    for (Stated& stated : out) {
      if (stated.member == member && stated.isDefault) stated.unknown = text;
    }
  };
  unknown("avatarPermission", meta.source->allowedUser);
  unknown("commercialUsage", meta.source->commercialUsage);
  unknown("creditNotation", meta.source->creditNotation);
  unknown("modification", meta.source->modify);
  return out;
}

// Only what the model states itself.
std::vector<Stated> withoutDefaults(std::vector<Stated> terms) {
  std::erase_if(terms, [](const Stated& stated) { return stated.isDefault; });
  return terms;
}

const LicenceRule* findRule(LicenceFamily family, const Stated& stated) {
  const std::span<const LicenceRule> rules = licenceRules();
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const LicenceRule& r) {
    return r.family == family && r.member == stated.member && schema::sameWord(r.value, stated.value);
  });
  return rule == rules.end() ? nullptr : &*rule;
}

// Whether any word of the member (empty: of any member) speaks about the use.
bool speaks(LicenceFamily family, std::string_view member, Use use) {
  const std::span<const LicenceRule> rules = licenceRules();
  return std::any_of(rules.begin(), rules.end(), [&](const LicenceRule& r) {
    return r.family == family && (member.empty() || r.member == member) && r.cell(use) != LicenceCell::Silent;
  });
}

LicenceCell cellOf(LicenceFamily family, const LicenceRule* rule, const Stated& stated, Use use, bool commercial) {
  // A word that nobody defined states nothing, but it stands where an answer was expected.
  if (!rule) return speaks(family, stated.member, use) ? LicenceCell::NotStated : LicenceCell::Silent;
  const LicenceCell cell = rule->cell(use);
  if (cell != LicenceCell::AllowedIfCommercial) return cell;
  return commercial ? LicenceCell::Allowed : LicenceCell::Silent;
}

// Which answer wins. A word that nobody defined may mean a no, so it weighs more than another member's yes.
int rank(LicenceCell cell, const LicenceRule* rule) {
  switch (cell) {
    case LicenceCell::Denied:
      return 4;
    case LicenceCell::Allowed:
      return 2;
    case LicenceCell::NotStated:
      return rule ? 1 : 3;
    case LicenceCell::Silent:
    case LicenceCell::AllowedIfCommercial:
      break;
  }
  return 0;
}

std::string reasonOf(const LicenceRule* rule, const Stated& stated, LicenceCell cell) {
  if (!rule) {
    return stated.value.find(" / ") == std::string::npos ? "the standard has no such word here"
                                                         : "the file says two different things";
  }
  const std::string_view reason = cell == LicenceCell::NotStated ? rule->unclear : rule->reason;
  if (!stated.isDefault) return std::string(reason);
  return (stated.unknown.empty() ? std::string("not stated")
                                 : "the standard has no word " + gltf::inQuotes(stated.unknown)) +
         ", so the standard's default counts: " + std::string(reason);
}

LicenceAnswer answerFor(Use use, LicenceFamily family, std::span<const Stated> terms) {
  LicenceAnswer answer;
  answer.use = use;
  answer.reason =
      speaks(family, {}, use) ? "no member of the file speaks about it" : "this version of VRM has no member for it";
  const bool commercial = std::any_of(terms.begin(), terms.end(), [](const Stated& stated) {
    return stated.member == "commercialUsage" && schema::sameWord(stated.value, "Allow");
  });
  int best = 0;
  for (const Stated& stated : terms) {
    const LicenceRule* rule = findRule(family, stated);
    const LicenceCell cell = cellOf(family, rule, stated, use, commercial);
    if (rank(cell, rule) <= best) continue;
    best = rank(cell, rule);
    answer.verdict = cell == LicenceCell::Denied    ? Verdict::Denied
                     : cell == LicenceCell::Allowed ? Verdict::Allowed
                                                    : Verdict::NotStated;
    answer.pointer = stated.pointer;
    answer.value = stated.isDefault ? "default" : stated.value;
    answer.reason = reasonOf(rule, stated, cell);
  }
  return answer;
}

}  // namespace

std::string_view name(Use use) noexcept {
  const auto i = static_cast<std::size_t>(use);
  return i < kUseCount ? kUses[i].name : std::string_view();
}

std::string_view description(Use use) noexcept {
  const auto i = static_cast<std::size_t>(use);
  return i < kUseCount ? kUses[i].description : std::string_view();
}

std::optional<Use> findUse(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kUseCount; ++i) {
    if (kUses[i].name == name) return static_cast<Use>(i);
  }
  return std::nullopt;
}

std::string_view name(LicenceAnswer::Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::Allowed:
      return "allowed";
    case Verdict::Denied:
      return "denied";
    case Verdict::NotStated:
      break;
  }
  return "not stated";
}

std::string_view Licence::metaPointer(VrmVersion version) noexcept {
  switch (version) {
    case VrmVersion::Vrm0:
      return "/extensions/VRM/meta";
    case VrmVersion::Draft:
    case VrmVersion::Vrm1:
      return "/extensions/VRMC_vrm/meta";
    case VrmVersion::None:
    case VrmVersion::Animation:
      break;
  }
  return {};
}

Licence Licence::of(const schema::Vrm& vrm) {
  Licence licence;
  const bool avatar = !metaPointer(vrm.version).empty();
  const LicenceFamily family = vrm.version == VrmVersion::Vrm1 ? LicenceFamily::Vrm1 : LicenceFamily::Old;
  std::vector<Stated> terms;
  // A converted file is a 1.0 file: its own members count, which were mapped to the stricter reading or set since.
  if (vrm.version == VrmVersion::Vrm1) {
    terms = statedByMeta(vrm.meta);
  } else if (avatar && vrm.meta.source) {
    terms = statedByWords(*vrm.meta.source, vrm.version);
  }
  // Members of 1.0 beside those of 0.x or the draft: they may deny, and speak where the older ones are silent.
  std::vector<Stated> later;
  if (family == LicenceFamily::Old && vrm.meta.source && !vrm.meta.source->alsoStated.empty()) {
    later = withoutDefaults(statedByMeta(vrm.meta));
  }
  for (std::size_t i = 0; i < kUseCount; ++i) {
    const auto use = static_cast<Use>(i);
    licence.answers_[i] = answerFor(use, family, terms);
    if (!later.empty()) {
      const LicenceAnswer other = answerFor(use, LicenceFamily::Vrm1, later);
      const bool silent = licence.answers_[i].pointer.empty() && other.verdict == Verdict::Allowed;
      if (other.verdict == Verdict::Denied || silent) licence.answers_[i] = other;
    }
    if (!avatar) licence.answers_[i].reason = "the file is no avatar";
  }
  if (!avatar) return licence;
  const auto document = [&](std::string_view member, const std::string& url) {
    if (!url.empty()) licence.documents_.push_back({std::string(member), url});
  };
  document("licenseUrl", vrm.meta.licenseUrl);
  document("otherLicenseUrl", vrm.meta.otherLicenseUrl);
  if (vrm.meta.source) document("otherPermissionUrl", vrm.meta.source->otherPermissionUrl);
  return licence;
}

}  // namespace vrm
