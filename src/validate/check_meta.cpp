// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The licence: VRMC_vrm `meta` (meta.md), seed 004 "モデルのメタ情報". Members that 1.0 requires and words
// that nobody knows are reported by the rules of members.
#include <algorithm>

#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"
#include "vrm/validate/licence.hpp"

namespace vrm::checks {
namespace {

class MetaChecker {
 public:
  explicit MetaChecker(const Subject& subject)
      : subject_(subject), meta_(subject.vrm.meta), pointer_(Licence::metaPointer(subject.vrm.version)) {}

  void checkFinal() {
    // "licenseUrl accepts https://vrm.dev/licenses/1.0/".
    constexpr std::string_view kLicence = "https://vrm.dev/licenses/1.0/";
    if (const gltf::JsonValue* url = find("licenseUrl");
        url && !url->string().empty() && url->string() != kLicence) {
      subject_.report(Code::VrmUrl, Severity::Error, pointerOf("licenseUrl"),
                      inQuotes(url->string()) + " must be " + std::string(kLicence));
    }
    checkUrl("otherLicenseUrl");
    const bool silent = !meta_.avatarPermission && !meta_.commercialUsage && !meta_.allowRedistribution &&
                        !meta_.modification && !meta_.creditNotation && !meta_.allowExcessivelyViolentUsage &&
                        !meta_.allowExcessivelySexualUsage && !meta_.allowPoliticalOrReligiousUsage &&
                        !meta_.allowAntisocialOrHateUsage;
    if (silent && isObject()) {
      subject_.report(Code::VrmLicenceMissing, Severity::Information, pointer_,
                      "no term is stated; the defaults forbid everything to everybody but the author");
    }
    if (meta_.allowRedistribution == false &&
        meta_.modification == schema::Modification::AllowModificationRedistribution) {
      conflict("modification", "changed copies may be passed on, and the model itself not");
    }
    if (meta_.avatarPermission == schema::AvatarPermission::OnlyAuthor && meta_.allowRedistribution == true) {
      conflict("allowRedistribution", "everybody may pass the model on, and nobody but its author use it");
    }
  }

  // 0.x and drafts. Terms are those of the draft; 0.x spells them a little differently.
  void checkOlder() {
    if (!isObject()) return;  // reported as a whole
    const bool vrm0 = subject_.vrm.version == VrmVersion::Vrm0;
    const schema::SourceTerms terms = meta_.source.value_or(schema::SourceTerms());
    // What is there and no string the rules of members have reported; of terms also those that are no word.
    if (meta_.name.empty() && (!has("title") || find("title"))) missing("title", "the model has no title");
    if ((meta_.authors.empty() || meta_.authors.front().empty()) && (!has("author") || find("author")))
      missing("author", "the model has no author");
    const struct {
      const std::string& value;
      const char *draft, *old;
    } rows[] = {{terms.allowedUser, "allowedUser", "allowedUserName"},
                {terms.violentUsage, "violentUsage", "violentUssageName"},
                {terms.sexualUsage, "sexualUsage", "sexualUssageName"},
                {terms.commercialUsage, "commercialUsage", "commercialUssageName"},
                {terms.license, "license", "licenseName"}};
    for (const auto& row : rows) {
      const char* const member = vrm0 ? row.old : row.draft;
      if (row.value.empty() && !has(member)) missing(member, "the licence says nothing about this");
    }
    const char* const licence = vrm0 ? "licenseName" : "license";
    if (schema::sameWord(terms.license, "Other") && meta_.otherLicenseUrl.empty())
      missing("otherLicenseUrl", "the licence is another one, and nothing says which");
    const bool free = schema::sameWord(terms.license, "CC0") || schema::sameWord(terms.license, "CC_BY") ||
                      schema::sameWord(terms.license, "CC_BY_SA") ||
                      schema::sameWord(terms.license, "CC_BY_ND");
    const bool creativeCommons = schema::sameWord(terms.license.substr(0, 2), "CC");
    const bool nonCommercial = creativeCommons && terms.license.find("_NC") != std::string::npos;
    if (free && schema::sameWord(terms.commercialUsage, "Disallow"))
      conflict(licence, terms.license + " allows commercial use, which the licence forbids elsewhere");
    if (nonCommercial && schema::sameWord(terms.commercialUsage, "Allow"))
      conflict(licence, terms.license + " forbids commercial use, which the licence allows elsewhere");
    if (creativeCommons && schema::sameWord(terms.allowedUser, "OnlyAuthor"))
      conflict(licence, terms.license + " is for everybody, and only the author may use the avatar");
    checkUrl("otherPermissionUrl");
    checkUrl("otherLicenseUrl");
  }

 private:
  bool isObject() const {
    const gltf::JsonValue* const meta = subject_.at(pointer_);
    return meta && meta->isObject();
  }
  bool has(std::string_view member) const {
    const gltf::JsonValue* const meta = subject_.at(pointer_);
    return meta && meta->has(member);
  }
  const gltf::JsonValue* find(std::string_view member) const {
    const gltf::JsonValue* const meta = subject_.at(pointer_);
    const gltf::JsonValue* const value = meta ? meta->find(member) : nullptr;
    return value && value->isString() ? value : nullptr;
  }
  std::string pointerOf(std::string_view member) const { return gltf::pointerJoin(pointer_, member); }

  void missing(std::string_view member, const std::string& message) {
    subject_.report(Code::VrmLicenceMissing, pointerOf(member), message);
  }
  void conflict(std::string_view member, const std::string& message) {
    subject_.report(Code::VrmLicenceConflict, pointerOf(member), message);
  }

  // RFC 3986 as far as people need it: a scheme that browsers open, a host, no spaces.
  void checkUrl(std::string_view member) {
    const gltf::JsonValue* const value = find(member);
    if (!value || value->string().empty()) return;
    const std::string_view url = value->string();
    for (const std::string_view scheme : {"https://", "http://"}) {
      if (!url.starts_with(scheme)) continue;
      const std::string_view rest = url.substr(scheme.size());
      const auto odd = [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '<' || c == '>' || c == '"';
      };
      if (!rest.empty() && rest.front() != '/' && std::none_of(rest.begin(), rest.end(), odd)) return;
    }
    subject_.report(Code::VrmUrl, pointerOf(member), inQuotes(url) + " is no URL");
  }

  const Subject& subject_;
  const schema::Meta& meta_;
  std::string pointer_;
};

}  // namespace

void checkMeta(const Subject& subject) {
  if (subject.vrm.version == VrmVersion::None) {
    for (const std::string_view name : subject.asset.extensionsUsed) {
      if (name != "VRM" && name != "VRMC_vrm" && name != "VRMC_vrm_animation") continue;
      if (extensionOf(subject.document.root(), name)) continue;  // no object, which has been reported
      subject.report(Code::VrmNone, Severity::Error, "/extensionsUsed",
                     std::string(name) + " is named here, and the file has no such extension");
    }
  }
  if (!subject.isAvatar()) return;
  MetaChecker checker(subject);
  subject.vrm.version == VrmVersion::Vrm1 ? checker.checkFinal() : checker.checkOlder();
}

}  // namespace vrm::checks
