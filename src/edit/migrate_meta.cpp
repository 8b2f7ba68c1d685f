// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "base/memory.hpp"
#include "edit/migrate_report.hpp"
#include "gltf/texts.hpp"
#include "schema/meta_terms.hpp"
#include "vrm/schema/read.hpp"

namespace vrm::edit {
namespace {

using schema::Meta;
using schema::SourceTerms;

constexpr std::string_view kMetaMembers[] = {
    "name",
    "version",
    "authors",
    "copyrightInformation",
    "contactInformation",
    "references",
    "thirdPartyLicenses",
    "licenseUrl",
    "avatarPermission",
    "allowExcessivelyViolentUsage",
    "allowExcessivelySexualUsage",
    "commercialUsage",
    "allowPoliticalOrReligiousUsage",
    "allowAntisocialOrHateUsage",
    "creditNotation",
    "allowRedistribution",
    "modification",
    "otherLicenseUrl",
};

std::string textOfTerm(bool value) {
  return value ? "true" : "false";
}
template <class E>
std::string textOfTerm(E value) {
  return std::string(name(value));
}

// Decision 34: what the source states stays, and terms may only become stricter. What it does not state is
// not allowed.
class MetaMerger {
 public:
  MetaMerger(const Meta& source, const Meta& given, MigrationReport& report)
      : out_(source), given_(given), report_(report) {}

  Result<Meta> merge() {
    text("name", &Meta::name);
    text("version", &Meta::version);
    list("authors", &Meta::authors);
    text("copyrightInformation", &Meta::copyrightInformation);
    text("contactInformation", &Meta::contactInformation);
    list("references", &Meta::references);
    text("thirdPartyLicenses", &Meta::thirdPartyLicenses);
    text("licenseUrl", &Meta::licenseUrl);
    term("avatarPermission", &Meta::avatarPermission);
    term("allowExcessivelyViolentUsage", &Meta::allowExcessivelyViolentUsage);
    term("allowExcessivelySexualUsage", &Meta::allowExcessivelySexualUsage);
    term("commercialUsage", &Meta::commercialUsage);
    term("allowPoliticalOrReligiousUsage", &Meta::allowPoliticalOrReligiousUsage);
    term("allowAntisocialOrHateUsage", &Meta::allowAntisocialOrHateUsage);
    term("creditNotation", &Meta::creditNotation);
    term("allowRedistribution", &Meta::allowRedistribution);
    term("modification", &Meta::modification);
    text("otherLicenseUrl", &Meta::otherLicenseUrl);
    if (error_) return *std::move(error_);
    return std::move(out_);
  }

 private:
  void tell(std::string_view key, std::string value) {
    report_.entries.push_back(
        {Outcome::Exact, "meta", "", std::string(key) + " as given: " + std::move(value)});
  }
  // Attribution and documents of the licence are not taken away.
  template <class T>
  void fill(std::string_view key, T Meta::*member, const std::string& text) {
    if ((given_.*member).empty()) return;
    if (!(out_.*member).empty()) {
      if (out_.*member != given_.*member)
        report_.entries.push_back(
            {Outcome::Exact, "meta", "", std::string(key) + " is the file's own, not the one given"});
      return;
    }
    out_.*member = given_.*member;
    tell(key, text);
  }
  void text(std::string_view key, std::string Meta::*member) { fill(key, member, given_.*member); }
  void list(std::string_view key, std::vector<std::string> Meta::*member) {
    std::string all;
    for (const std::string& each : given_.*member) all += (all.empty() ? "" : ", ") + each;
    fill(key, member, all);
  }
  template <class T>
  void term(std::string_view key, std::optional<T> Meta::*member) {
    const std::optional<T>& given = given_.*member;
    std::optional<T>& own = out_.*member;
    if (!given) return;
    const T allowed = own.value_or(T{});  // the first enumerator and false are the strictest
    if (allowed < *given && !error_) {
      error_ = Error{Code::VrmLicenceWider,
                     "the terms of a model are not made wider: the source allows no more than " +
                         std::string(key) + " " + textOfTerm(allowed) + ", and " + textOfTerm(*given) +
                         " is given",
                     "/" + std::string(key), kNoOffset};
    }
    own = given;
    tell(key, textOfTerm(*given));
  }

  Meta out_;
  const Meta& given_;
  MigrationReport& report_;
  std::optional<Error> error_;
};

// The members that VRMC_vrm.meta.schema.json requires.
std::vector<std::string> missingMembers(const Meta& meta) {
  std::vector<std::string> out;
  if (meta.name.empty()) out.push_back("name");
  if (meta.authors.empty()) out.push_back("authors");
  if (meta.licenseUrl.empty()) out.push_back("licenseUrl");
  return out;
}

}  // namespace

Result<Meta> parseMeta(std::string_view text) try {
  Diagnostics found;
  Result<gltf::Json> json = gltf::Json::parse(text, Limits{}, found);
  if (!json) return std::move(json).error();
  const gltf::JsonValue& root = json->root();
  const auto wrong = [](std::string message, std::string pointer) {
    return Error{Code::GltfValue, std::move(message), std::move(pointer), kNoOffset};
  };
  if (!root.isObject()) return wrong("the members of VRM 1.0's meta are wanted, as an object", "");
  for (const gltf::JsonMember& member : root.members()) {
    const std::string key(member.key.string());
    if (std::find(std::begin(kMetaMembers), std::end(kMetaMembers), key) == std::end(kMetaMembers))
      return wrong("meta of VRM 1.0 has no member " + gltf::shortened(key) + " that could be given",
                   gltf::pointerJoin("", key));
  }
  // Read as the meta of a file that has nothing else.
  const std::string file =
      R"({"asset":{"version":"2.0"},"extensionsUsed":["VRMC_vrm"],"extensions":{"VRMC_vrm":{"specVersion":"1.0","meta":)" +
      gltf::Json::write(root) + "}}}";
  const auto bytes = std::as_bytes(std::span(file));
  Result<gltf::Document> document = gltf::Document::parse({bytes.begin(), bytes.end()});
  if (!document) return std::move(document).error();
  const Result<gltf::Asset> asset = gltf::readAsset(*document, found);
  if (!asset) return asset.error();
  found = {};
  Result<schema::Vrm> vrm = schema::readVrm(*document, *asset, found);
  if (!vrm) return std::move(vrm).error();
  constexpr std::string_view kPlace = "/extensions/VRMC_vrm/meta";
  for (const Diagnostic& issue : found.all()) {
    if (!issue.pointer.starts_with(kPlace) || issue.code == Code::GltfMissing) continue;
    return Error{issue.code, issue.message, issue.pointer.substr(kPlace.size()), kNoOffset};
  }
  return std::move(vrm->meta);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<Meta> completedMeta(const schema::Vrm& vrm, const std::optional<Meta>& given,
                           MigrationReport& report) {
  Result<Meta> meta = given ? MetaMerger(vrm.meta, *given, report).merge() : vrm.meta;
  if (!meta) return meta;
  const std::vector<std::string> missing = missingMembers(*meta);
  if (missing.empty()) return meta;
  std::string list;
  std::string example;
  for (const std::string& key : missing) {
    const std::string_view value = key == "authors"      ? R"(["..."])"
                                   : key == "licenseUrl" ? R"("https://vrm.dev/licenses/1.0/")"
                                                         : R"("...")";
    list += (list.empty() ? "" : ", ") + key;
    example += (example.empty() ? "{\"" : ", \"") + key + "\": " + std::string(value);
  }
  return Error{
      Code::VrmIncomplete,
      "VRM 1.0 requires what the file does not state: " + list +
          ". Ask the model's author; if they consent to the VRM Public License it is " + example + "}",
      vrm.version == VrmVersion::Vrm0 ? "/extensions/VRM/meta" : "/extensions/VRMC_vrm/meta", kNoOffset};
}

void reportTerms(const schema::Vrm& vrm, MigrationReport& report) {
  if (!vrm.meta.source) return;
  const SourceTerms& source = *vrm.meta.source;
  const auto add = [&](Outcome outcome, std::string text) {
    report.entries.push_back({outcome, "licence", "", std::move(text)});
  };
  struct Word {
    std::string SourceTerms::*text;
    std::string_view key;
  };
  constexpr Word kWords[] = {{&SourceTerms::allowedUser, "allowedUser"},
                             {&SourceTerms::violentUsage, "violentUsage"},
                             {&SourceTerms::sexualUsage, "sexualUsage"},
                             {&SourceTerms::commercialUsage, "commercialUsage"},
                             {&SourceTerms::license, "license"},
                             {&SourceTerms::creditNotation, "creditNotation"},
                             {&SourceTerms::modify, "modify"}};
  for (const Word& word : kWords) {
    const std::string& text = source.*word.text;
    if (text.empty()) continue;
    const bool equal = schema::hasEqual(word.text, text);
    add(equal ? Outcome::Exact : Outcome::Approximated,
        std::string(word.key) + " " + gltf::shortened(text) +
            (equal ? "" : ": the stricter reading; the word itself is kept in meta.extras.sourceTerms"));
  }
  if (!source.otherPermissionUrl.empty())
    add(Outcome::Dropped, "otherPermissionUrl " + gltf::shortened(source.otherPermissionUrl, 200) +
                              ": 1.0 has no place for it; it is kept in meta.extras.sourceTerms");
}

void keepUnknownTerms(const gltf::Document& source, gltf::Document& migrated) {
  const gltf::JsonValue* meta = gltf::Json::at(source.root(), "/extensions/VRM/meta");
  if (!meta) return;
  gltf::Json& json = migrated.editJson();
  for (const gltf::JsonMember& member : meta->members()) {
    const std::string_view key = member.key.string();
    if (schema::isMetaMember(key)) continue;
    const std::string place = "/extensions/VRMC_vrm/meta/extras/sourceTerms/unknown";
    if (!gltf::Json::at(json.root(), place)) json.put(place, json.object());
    json.set(const_cast<gltf::JsonValue&>(*gltf::Json::at(json.root(), place)), key, json.copy(member.value));
  }
}

}  // namespace vrm::edit
