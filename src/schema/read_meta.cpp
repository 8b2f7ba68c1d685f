// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <unordered_map>

#include "gltf/texts.hpp"
#include "schema/meta_terms.hpp"
#include "schema/reader.hpp"

namespace vrm::schema {
namespace {

// A term of 0.x and of seed 004: its keys are those of the draft, of 0.x, and of 0.x without the doubled s.
struct OldMember {
  std::string SourceTerms::*text;
  std::string_view meaning;  // the member of 1.0
  std::string_view keys[3];
};
constexpr OldMember kOldMembers[] = {
    {&SourceTerms::allowedUser, "avatarPermission", {"allowedUser", "allowedUserName", ""}},
    {&SourceTerms::violentUsage,
     "allowExcessivelyViolentUsage",
     {"violentUsage", "violentUssageName", "violentUsageName"}},
    {&SourceTerms::sexualUsage, "allowExcessivelySexualUsage", {"sexualUsage", "sexualUssageName", "sexualUsageName"}},
    {&SourceTerms::commercialUsage,
     "commercialUsage",
     {"commercialUsage", "commercialUssageName", "commercialUsageName"}},
    {&SourceTerms::license, "allowRedistribution and modification", {"license", "licenseName", ""}},
};

constexpr std::string_view kProhibited = "Redistribution_Prohibited";
constexpr std::string_view kProhibitedWithSpace = "Redistribution Prohibited";

class MetaReader {
 public:
  MetaReader(Context& context, const JsonValue& object, const Place& place, VrmVersion version, Meta& out)
      : context_(context), in_(object, place, context.diagnostics), version_(version), out_(out) {}

  void read() {
    out_.version = text("version");
    out_.contactInformation = text("contactInformation");
    out_.otherLicenseUrl = text("otherLicenseUrl");
    version_ == VrmVersion::Vrm1 ? readFinal() : readOld();
  }

 private:
  std::string text(std::string_view key) const { return std::string(in_.string(key)); }

  void note(std::string_view key, std::string_view meaning) {
    context_.spellings.note(in_.place() / key, key, meaning);
  }

  SourceTerms& source() {
    if (!out_.source) out_.source.emplace();
    if (out_.source->vrmVersion.empty()) out_.source->vrmVersion = "1.0 draft";
    return *out_.source;
  }

  // --- 0.x and the draft of seed 004

  void readOld() {
    out_.name = text("title");
    if (std::string author = text("author"); !author.empty()) out_.authors.push_back(std::move(author));
    if (std::string reference = text("reference"); !reference.empty()) out_.references.push_back(std::move(reference));
    source().otherPermissionUrl = text("otherPermissionUrl");
    const gltf::Asset& asset = context_.asset;
    if (version_ == VrmVersion::Vrm0) {
      const auto texture = in_.index<TextureIndex>("texture", asset.textures.size());
      if (texture) out_.thumbnailImage = asset.textures[texture.value].source;
    } else {
      out_.thumbnailImage = in_.index<ImageIndex>("thumbnailImage", asset.images.size());
    }
    for (const OldMember& member : kOldMembers) readOldMember(member);
    // A licence that nobody knows may forbid commerce, so it is not granted.
    const std::string& license = source().license;
    if (!license.empty() && !findTerms(&SourceTerms::license, license, Vocabulary::Old) &&
        out_.commercialUsage != CommercialUsage::PersonalNonProfit) {
      out_.commercialUsage.reset();
    }
    readLaterTerms();
    // Texts of 1.0 beside the older ones.
    if (out_.name.empty()) out_.name = text("name");
    readList("authors", {}, true, out_.authors);
    readList("references", {}, false, out_.references);
    out_.copyrightInformation = std::string(string("copyrightInformation", {"copyrights"}));
    out_.thirdPartyLicenses = text("thirdPartyLicenses");
    out_.licenseUrl = text("licenseUrl");
  }

  // Terms of 1.0 and of later drafts beside the older ones: they count too, so that nothing becomes looser.
  void readLaterTerms() {
    std::string& names = source().alsoStated;
    for (const std::string_view key : kLaterTerms) {
      if (in_.find(key)) names += (names.empty() ? "" : ", ") + std::string(key);
    }
    if (names.empty()) return;
    readTerm("avatarPermission", kAvatarPermissionNames, &SourceTerms::allowedUser, out_.avatarPermission);
    readSharedTerms();
    readDraftWord("modify", &SourceTerms::modify, "modification");
  }

  void readOldMember(const OldMember& member) {
    std::string& word = source().*member.text;
    std::string_view from;
    for (std::size_t i = 0; i < std::size(member.keys); ++i) {
      const std::string_view key = member.keys[i];
      const JsonValue* value = key.empty() ? nullptr : in_.find(key);
      if (!value) continue;
      const bool own = i == (version_ == VrmVersion::Vrm0 ? 1 : 0) && key.find("Ussage") == key.npos;
      if (!own) note(key, member.meaning);
      const std::string_view found = in_.string(key);
      if (!value->isString()) continue;
      if (from.empty()) {
        word = found;
      } else if (word != found) {
        // Two spellings of one member that disagree: taking one of them could be looser than the file.
        context_.diagnostics.add(
            Code::GltfValue, (in_.place() / key).pointer(),
            std::string(key) + " and " + std::string(from) + " say different things; this term counts as not stated");
        for (const std::string_view each : {std::string_view(word), found}) {
          if (const Terms* terms = findTerms(member.text, each, Vocabulary::Old)) deny(out_, *terms);
        }
        word += " / ";
        word += found;
        continue;
      }
      from = key;
    }
    if (from.empty()) return;
    readWord(from, member.text, word, Vocabulary::Old);
  }

  // Says so when nobody defined the word; otherwise its terms of 1.0 apply.
  bool readWord(std::string_view key, std::string SourceTerms::*member, std::string_view word, Vocabulary vocabulary) {
    if (word.empty()) {
      context_.diagnostics.add(Code::GltfValue, (in_.place() / key).pointer(),
                               std::string(key) + " is empty; it states nothing");
      return false;
    }
    const Terms* terms = findTerms(member, word, vocabulary);
    if (!terms) {
      // Contradictions have been reported and are no value of the file.
      if (in_.find(key)->string() == word) in_.outOfRange(key, *in_.find(key));
      return false;
    }
    if (word == kProhibitedWithSpace) {
      context_.spellings.note(in_.place() / key, kProhibitedWithSpace, kProhibited);
    }
    tighten(out_, *terms);
    return true;
  }

  // --- 1.0 and the drafts that have meta.name

  void readFinal() {
    readSource();
    out_.name = std::string(string("name", {"title"}));
    out_.copyrightInformation = std::string(string("copyrightInformation", {"copyrights"}));
    out_.thirdPartyLicenses = text("thirdPartyLicenses");
    out_.licenseUrl = text("licenseUrl");
    out_.thumbnailImage = in_.index<ImageIndex>("thumbnailImage", context_.asset.images.size());
    readList("authors", "author", true, out_.authors);
    readList("references", "reference", false, out_.references);
    readFinalTerms();
    for (const OldMember& member : kOldMembers) {
      for (const std::string_view key : member.keys) {
        if (key != "commercialUsage" && !key.empty()) readDraftWord(key, member.text, member.meaning);
      }
    }
    readDraftWord("modify", &SourceTerms::modify, "modification");
    if (std::string url = text("otherPermissionUrl"); !url.empty()) {
      note("otherPermissionUrl", "one more document to read");
      source().otherPermissionUrl = std::move(url);
    }
    checkRequired();
  }

  // The words that a conversion kept (writeMeta).
  void readSource() {
    const JsonValue* extras = in_.find("extras");
    const JsonValue* terms = extras ? extras->find("sourceTerms") : nullptr;
    if (!terms || !terms->isObject()) return;
    const Place extrasPlace = in_.place() / "extras";
    const Place place = extrasPlace / "sourceTerms";
    const MemberReader in(*terms, place, context_.diagnostics);
    out_.source.emplace();
    for (const SourceMember& member : kSourceMembers) (*out_.source).*member.text = std::string(in.string(member.key));
  }

  std::string_view string(std::string_view key, std::initializer_list<std::string_view> others) {
    if (in_.find(key)) return in_.string(key);
    for (const std::string_view other : others) {
      if (!in_.find(other)) continue;
      note(other, key);
      return in_.string(other);
    }
    return {};
  }

  // A list of strings, and its one element in drafts.
  void readList(std::string_view key, std::string_view single, bool named, std::vector<std::string>& out) {
    const std::span<const JsonValue> elements = in_.array(key);
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
      const bool wrong = !elements[i].isString();
      if (!wrong && !(named && elements[i].string().empty())) {
        out.emplace_back(elements[i].string());
        continue;
      }
      const Place list = in_.place() / key;
      context_.diagnostics.add(
          wrong ? Code::GltfType : Code::GltfValue, (list / i).pointer(),
          std::string(key) + (wrong ? " must be strings" : " must not be empty strings") + "; this one is left out");
    }
    if (single.empty() || !in_.find(single)) return;
    note(single, key);
    std::string one = text(single);
    if (!one.empty() && std::find(out.begin(), out.end(), one) == out.end()) out.push_back(std::move(one));
  }

  void readFinalTerms() {
    readTerm("avatarPermission", kAvatarPermissionNames, &SourceTerms::allowedUser, out_.avatarPermission);
    readTerm("commercialUsage", kCommercialUsageNames, &SourceTerms::commercialUsage, out_.commercialUsage);
    readSharedTerms();
  }

  void readSharedTerms() {
    readTerm("creditNotation", kCreditNotationNames, &SourceTerms::creditNotation, out_.creditNotation);
    readTerm("modification", kModificationNames, &SourceTerms::modify, out_.modification);
    readFlag("allowExcessivelyViolentUsage", {"excessivelyViolentUsage", "violentUsage"},
             out_.allowExcessivelyViolentUsage);
    readFlag("allowExcessivelySexualUsage", {"excessivelySexualUsage", "sexualUsage"},
             out_.allowExcessivelySexualUsage);
    readFlag("allowPoliticalOrReligiousUsage", {"politicalOrReligiousUsage"}, out_.allowPoliticalOrReligiousUsage);
    readFlag("allowAntisocialOrHateUsage", {}, out_.allowAntisocialOrHateUsage);
    readFlag("allowRedistribution", {}, out_.allowRedistribution);
  }

  template <class E, std::size_t N>
  void readTerm(std::string_view key, const std::string_view (&names)[N], std::string SourceTerms::*draft,
                std::optional<E>& out) {
    const JsonValue* value = in_.find(key);
    if (!value) return;
    const std::string_view word = in_.string(key);
    if (!value->isString()) return;
    for (std::size_t i = 0; i < N; ++i) {
      if (!equalIgnoringCase(names[i], word)) continue;  // drafts had capitals: "OnlyAuthor"
      if (names[i] != word) context_.spellings.note(in_.place() / key, word, names[i]);
      return tighten(out, std::optional<E>(static_cast<E>(i)));
    }
    keepWord(key, draft, word, key);
  }

  void readFlag(std::string_view key, std::initializer_list<std::string_view> drafts, std::optional<bool>& out) {
    if (const JsonValue* value = in_.find(key)) {
      const bool allowed = in_.boolean(key, false);
      if (value->isBool()) tighten(out, std::optional<bool>(allowed));
    }
    for (const std::string_view draft : drafts) {
      const JsonValue* value = in_.find(draft);
      if (!value || !value->isBool()) continue;
      note(draft, key);
      tighten(out, std::optional<bool>(value->boolean()));
    }
  }

  // A member of seed 004 or 0.x. Later drafts have true and false under some of these keys: readFlag.
  void readDraftWord(std::string_view key, std::string SourceTerms::*member, std::string_view meaning) {
    const JsonValue* value = in_.find(key);
    if (!value || value->isBool()) return;
    const std::string_view word = in_.string(key);
    if (value->isString()) keepWord(key, member, word, meaning);
  }

  void keepWord(std::string_view key, std::string SourceTerms::*member, std::string_view word,
                std::string_view meaning) {
    if (!word.empty()) source().*member = word;
    if (!readWord(key, member, word, Vocabulary::All)) return;
    context_.spellings.note(in_.place() / key, key == meaning ? word : key, meaning);
  }

  // VRMC_vrm.meta.schema.json "required".
  void checkRequired() const {
    const auto check = [&](std::string_view key, bool empty, bool rightType, std::string_view advice) {
      if (!empty || (in_.find(key) && !rightType)) return;
      if (!in_.find(key)) return in_.missing(key, advice);
      context_.diagnostics.add(Code::GltfMissing, (in_.place() / key).pointer(),
                               std::string(key) + " is empty; " + std::string(advice));
    };
    const auto isString = [&](std::string_view key) { return in_.find(key) && in_.find(key)->isString(); };
    check("name", out_.name.empty(), isString("name"), "give the model a name");
    // Those that were left out have been reported.
    check("authors", out_.authors.empty(), in_.find("authors") && in_.find("authors")->isArray() && in_.array("authors").empty(),
          "name at least one author");
    check("licenseUrl", out_.licenseUrl.empty(), isString("licenseUrl"),
          "ask the author which licence document applies (1.0 has https://vrm.dev/licenses/1.0/)");
  }

  Context& context_;
  const MemberReader in_;
  const VrmVersion version_;
  Meta& out_;
};

template <class F>
void forEachMemberNamed(const JsonValue& object, std::string_view key, F&& visit) {
  for (const gltf::JsonMember& member : object.members()) {
    if (member.key.string() == key) visit(member.value);
  }
}

// All that may be meant by `meta`: objects on the way to it can be there twice as well, and of two
// `extensions` one can have the terms of another version, the newer of which counts (findVersion). An avatar
// without terms states none.
std::vector<const JsonValue*> allMeta(const JsonValue& root, bool vrm0) {
  static const JsonValue kNone;
  std::vector<const JsonValue*> out;
  forEachMemberNamed(root, "extensions", [&](const JsonValue& extensions) {
    const std::size_t before = out.size();
    const auto add = [&](const JsonValue& avatar) {
      if (!avatar.isObject()) return;
      if (!avatar.has("meta")) out.push_back(&kNone);
      forEachMemberNamed(avatar, "meta", [&](const JsonValue& meta) { out.push_back(&meta); });
    };
    forEachMemberNamed(extensions, "VRMC_vrm", add);
    if (vrm0 || out.size() == before) forEachMemberNamed(extensions, "VRM", add);
  });
  return out;
}

// A member that is given twice and differently states nothing: taking the last, as JSON readers do, could be looser than
// the file. So does one that is only in some of several objects. Nothing when there is none.
std::optional<JsonValue> withoutContradictions(Context& context, std::span<const JsonValue* const> all, const Place& place,
                                               Json& json) {
  struct Said {
    const JsonValue* value;
    std::size_t objects = 0;        // that have it
    const JsonValue* in = nullptr;  // the last of them
    bool differs = false;
  };
  std::unordered_map<std::string_view, Said> said;
  for (const JsonValue* meta : all) {
    for (const gltf::JsonMember& member : meta->members()) {
      Said& one = said.emplace(member.key.string(), Said{&member.value}).first->second;
      one.differs = one.differs || !Json::equal(*one.value, member.value);
      if (one.in != meta) ++one.objects;
      one.in = meta;
    }
  }
  JsonValue out = json.object();
  bool contradicts = false;
  for (const JsonValue* meta : all) {
    for (const gltf::JsonMember& member : meta->members()) {
      const std::string_view key = member.key.string();
      const auto found = said.find(key);
      if (found == said.end()) continue;  // done
      if (!found->second.differs && found->second.objects == all.size()) {
        json.appendMember(out, key, member.value);
      } else {
        contradicts = true;
        context.diagnostics.add(
            Code::GltfValue, (place / key).pointer(),
            gltf::shortened(key) + " is given twice and says different things; it counts as not stated");
      }
      said.erase(found);
    }
  }
  if (!contradicts) return std::nullopt;
  return out;
}

}  // namespace

void readMeta(Context& context, const JsonValue& extension, VrmVersion version, const Place& place, Meta& out) {
  if (version == VrmVersion::Vrm0 || version == VrmVersion::Draft) {
    out.source.emplace();
    out.source->vrmVersion = version == VrmVersion::Vrm0 ? "0.x" : "1.0 draft";
  }
  const MemberReader in(extension, place, context.diagnostics);
  if (!in.find("meta")) return in.missing("meta", "the file states neither name nor licence; ask the model's author");
  const JsonValue* meta = objectMember(context, in, "meta");
  if (!meta) return;
  const Place metaPlace = place / "meta";
  Json scratch;
  const std::vector<const JsonValue*> all = allMeta(context.document.root(), version == VrmVersion::Vrm0);
  const std::optional<JsonValue> consistent = withoutContradictions(context, all, metaPlace, scratch);
  MetaReader(context, consistent ? *consistent : *meta, metaPlace, version, out).read();
}

}  // namespace vrm::schema
