// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "schema/member_writer.hpp"
#include "schema/meta_terms.hpp"

namespace vrm::schema {
namespace {

void writeText(const MemberWriter& out, std::string_view key, const std::string& value) {
  const gltf::JsonValue* old = out.object().find(key);
  const bool says = old && old->isString() && old->string() == value;
  if (value.empty() && !says) return out.remove(key);
  out.string(key, value);
}

void writeList(const MemberWriter& out, std::string_view key, const std::vector<std::string>& values) {
  const gltf::JsonValue* old = out.object().find(key);
  const auto same = [](const gltf::JsonValue& element, const std::string& value) {
    return element.isString() && element.string() == value;
  };
  if (old && old->isArray()) {
    const std::span<const gltf::JsonValue> elements = std::as_const(*old).elements();
    if (std::equal(elements.begin(), elements.end(), values.begin(), values.end(), same)) return;
  }
  if (values.empty()) return out.remove(key);
  gltf::JsonValue list = out.json().array();
  for (const std::string& value : values) out.json().append(list, out.json().string(value));
  out.json().set(out.object(), key, list);
}

// A term that is not stated must not stand there either: words that 1.0 does not have are kept in sourceTerms.
template <class E>
void writeTerm(const MemberWriter& out, std::string_view key, std::optional<E> value) {
  value ? out.string(key, name(*value)) : out.remove(key);
}

void writeFlag(const MemberWriter& out, std::string_view key, std::optional<bool> value) {
  value ? out.boolean(key, *value, !*value) : out.remove(key);
}

// Decision 34: the original words stay in the file. extras is the place that glTF has for what a standard cannot say.
void writeSource(const MemberWriter& meta, const std::optional<SourceTerms>& source) {
  if (!source) {
    gltf::JsonValue* extras = meta.object().find("extras");
    const gltf::JsonValue* old = extras ? extras->find("sourceTerms") : nullptr;
    if (!old || !old->isObject()) return;
    meta.json().remove(*extras, "sourceTerms");
    if (extras->size() == 0) meta.remove("extras");
    return;
  }
  const MemberWriter out = extrasOf(meta).child("sourceTerms");
  for (const SourceMember& member : kSourceMembers) {
    const std::string& text = (*source).*member.text;
    text.empty() ? out.remove(member.key) : out.string(member.key, text);
  }
}

void reportIncomplete(WriteContext& context, std::string_view key, std::string_view advice) {
  context.diagnostics.add(Code::VrmIncomplete, "/extensions/VRMC_vrm/meta/" + std::string(key),
                          "VRM 1.0 requires " + std::string(key) + "; " + std::string(advice));
}

}  // namespace

void writeMeta(WriteContext& context, const Vrm& vrm, const MemberWriter& extension) {
  const Meta& meta = vrm.meta;
  const MemberWriter out = extension.child("meta");
  for (const std::string_view key : kDraftMembers) out.remove(key);
  writeText(out, "name", meta.name);
  writeText(out, "version", meta.version);
  writeList(out, "authors", meta.authors);
  writeText(out, "copyrightInformation", meta.copyrightInformation);
  writeText(out, "contactInformation", meta.contactInformation);
  writeList(out, "references", meta.references);
  writeText(out, "thirdPartyLicenses", meta.thirdPartyLicenses);
  out.index("thumbnailImage", meta.thumbnailImage);
  writeText(out, "licenseUrl", meta.licenseUrl);
  writeTerm(out, "avatarPermission", meta.avatarPermission);
  writeFlag(out, "allowExcessivelyViolentUsage", meta.allowExcessivelyViolentUsage);
  writeFlag(out, "allowExcessivelySexualUsage", meta.allowExcessivelySexualUsage);
  writeTerm(out, "commercialUsage", meta.commercialUsage);
  writeFlag(out, "allowPoliticalOrReligiousUsage", meta.allowPoliticalOrReligiousUsage);
  writeFlag(out, "allowAntisocialOrHateUsage", meta.allowAntisocialOrHateUsage);
  writeTerm(out, "creditNotation", meta.creditNotation);
  writeFlag(out, "allowRedistribution", meta.allowRedistribution);
  writeTerm(out, "modification", meta.modification);
  writeText(out, "otherLicenseUrl", meta.otherLicenseUrl);
  writeSource(out, meta.source);

  if (meta.name.empty()) reportIncomplete(context, "name", "give the model a name");
  if (meta.authors.empty()) reportIncomplete(context, "authors", "name at least one author");
  if (meta.licenseUrl.empty()) {
    reportIncomplete(context, "licenseUrl",
                     "older versions have none: ask the author, and with their consent state the VRM Public License, "
                     "https://vrm.dev/licenses/1.0/");
  }
}

}  // namespace vrm::schema
