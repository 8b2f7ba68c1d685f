// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "edit/all_or_nothing.hpp"
#include "edit/avatar_in_file.hpp"
#include "gltf/remap.hpp"
#include "gltf/texts.hpp"
#include "schema/meta_terms.hpp"
#include "vrm/edit/edit.hpp"
#include "vrm/gltf/edit.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;
using schema::SourceTerms;

enum class ValueKind : std::uint8_t { Text, Flag, List, Word };

struct MetaMember {
  std::string_view key;
  ValueKind kind = ValueKind::Text;
  std::span<const std::string_view> words = {};  // of 1.0
  std::string SourceTerms::*term = nullptr;      // of older versions
  bool required = false;
};

// VRMC_vrm.meta.schema.json, without thumbnailImage.
constexpr MetaMember kMetaOf1[] = {
    {.key = "name", .required = true},
    {"version"},
    {.key = "authors", .kind = ValueKind::List, .required = true},
    {"copyrightInformation"},
    {"contactInformation"},
    {"references", ValueKind::List},
    {"thirdPartyLicenses"},
    {.key = "licenseUrl", .required = true},
    {"avatarPermission", ValueKind::Word, schema::kAvatarPermissionNames},
    {"allowExcessivelyViolentUsage", ValueKind::Flag},
    {"allowExcessivelySexualUsage", ValueKind::Flag},
    {"commercialUsage", ValueKind::Word, schema::kCommercialUsageNames},
    {"allowPoliticalOrReligiousUsage", ValueKind::Flag},
    {"allowAntisocialOrHateUsage", ValueKind::Flag},
    {"creditNotation", ValueKind::Word, schema::kCreditNotationNames},
    {"allowRedistribution", ValueKind::Flag},
    {"modification", ValueKind::Word, schema::kModificationNames},
    {"otherLicenseUrl"},
};
// Seed 004 "モデルのメタ情報".
constexpr MetaMember kMetaOfDraft[] = {
    {"title"},
    {"version"},
    {"author"},
    {"contactInformation"},
    {"reference"},
    {"allowedUser", ValueKind::Word, {}, &SourceTerms::allowedUser},
    {"violentUsage", ValueKind::Word, {}, &SourceTerms::violentUsage},
    {"sexualUsage", ValueKind::Word, {}, &SourceTerms::sexualUsage},
    {"commercialUsage", ValueKind::Word, {}, &SourceTerms::commercialUsage},
    {"otherPermissionUrl"},
    {"license", ValueKind::Word, {}, &SourceTerms::license},
    {"otherLicenseUrl"},
};
// vrm.meta.schema.json of 0.x.
constexpr MetaMember kMetaOf0[] = {
    {"title"},
    {"version"},
    {"author"},
    {"contactInformation"},
    {"reference"},
    {"allowedUserName", ValueKind::Word, {}, &SourceTerms::allowedUser},
    {"violentUssageName", ValueKind::Word, {}, &SourceTerms::violentUsage},
    {"sexualUssageName", ValueKind::Word, {}, &SourceTerms::sexualUsage},
    {"commercialUssageName", ValueKind::Word, {}, &SourceTerms::commercialUsage},
    {"otherPermissionUrl"},
    {"licenseName", ValueKind::Word, {}, &SourceTerms::license},
    {"otherLicenseUrl"},
};

std::span<const MetaMember> metaMembers(VrmVersion version) {
  if (version == VrmVersion::Vrm0) return kMetaOf0;
  if (version == VrmVersion::Draft) return kMetaOfDraft;
  return kMetaOf1;
}

bool isWord(const MetaMember& member, std::string_view value) {
  if (!member.term) return std::find(member.words.begin(), member.words.end(), value) != member.words.end();
  return schema::findTerms(member.term, value, schema::Vocabulary::Old) != nullptr;
}

Result<JsonValue> valueOf(Json& json, const MetaMember& member, std::string_view text,
                          const std::string& pointer) {
  const auto wrong = [&](std::string message) {
    return Error{Code::GltfValue, std::move(message), pointer, kNoOffset};
  };
  switch (member.kind) {
    case ValueKind::Flag:
      if (text != "true" && text != "false") return wrong(std::string(member.key) + " is true or false");
      return json.boolean(text == "true");
    case ValueKind::Word: {
      if (isWord(member, text)) return json.string(text);
      std::vector<std::string> words(member.words.begin(), member.words.end());
      if (member.term) words = schema::wordsOf(member.term);
      return wrong(std::string(member.key) + " has no " + gltf::inQuotes(text) + "; it is one of " +
                   listed(words));
    }
    case ValueKind::List: {
      if (!text.starts_with('[')) {
        JsonValue list = json.array();
        json.append(list, json.string(text));
        return list;
      }
      Result<JsonValue> list = json.fromText(text);
      if (!list) return std::move(list).error();
      const std::span<const JsonValue> elements = std::as_const(*list).elements();
      const auto isText = [](const JsonValue& e) { return e.isString() && !e.string().empty(); };
      if (elements.empty() || !std::all_of(elements.begin(), elements.end(), isText))
        return wrong(std::string(member.key) + R"( is a list of texts, as ["one","two"])");
      return list;
    }
    default:
      return json.string(text);
  }
}

// A picture that was replaced, with what it alone showed: who wants more asks for it.
Result<void> removeIfUnused(gltf::Document& document, gltf::Element element, Diagnostics& diagnostics) {
  const auto unused = [&] {
    Diagnostics ignored;
    const gltf::References references = gltf::checkReferences(document.root(), ignored);
    const std::vector<bool>& used = references.of(element.kind);
    return element.index < used.size() && !used[element.index];
  };
  if (!unused()) return {};
  std::optional<std::uint32_t> source;
  if (element.kind == gltf::Kind::Texture) {
    const JsonValue* shown =
        Json::at(document.root(), gltf::pointerJoin("/textures", element.index) + "/source");
    source = shown ? shown->index() : std::nullopt;
  }
  if (Result<void> done = gltf::removeElement(document, element, diagnostics); !done) return done;
  if (source) return removeIfUnused(document, {gltf::Kind::Image, *source}, diagnostics);
  return gltf::compact(document, diagnostics);
}

}  // namespace

Result<void> setMeta(gltf::Document& edited, std::string_view key, std::string_view value) {
  return allOrNothing(edited, [&](gltf::Document& document) -> Result<void> {
    const Result<AvatarInFile> avatar = AvatarInFile::read(document);
    if (!avatar) return avatar.error();
    const std::span<const MetaMember> members = metaMembers(avatar->vrm.version);
    const auto member =
        std::find_if(members.begin(), members.end(), [&](const MetaMember& m) { return m.key == key; });
    const std::string place = avatar->extension + "/meta";
    if (member == members.end()) {
      std::vector<std::string> keys;
      for (const MetaMember& m : members) keys.emplace_back(m.key);
      return Error{Code::GltfValue,
                   "meta of " + std::string(name(avatar->vrm.version)) + " has no " + gltf::shortened(key) +
                       " that could be set; it has " + listed(keys),
                   place, kNoOffset};
    }
    const std::string pointer = place + "/" + std::string(key);
    if (value.empty() && member->required) {
      return Error{Code::GltfValue,
                   std::string(name(avatar->vrm.version)) + " requires " + std::string(key) +
                       ": it can become another, but not be removed",
                   pointer, kNoOffset};
    }
    Json& json = document.editJson();
    const auto meta = [&]() -> JsonValue& {
      return json.memberObject(editAt(document, avatar->extension), "meta");
    };
    if (value.empty()) {
      json.remove(meta(), key);
      return {};
    }
    Result<JsonValue> stored = valueOf(json, *member, value, pointer);
    if (!stored) return std::move(stored).error();
    json.set(meta(), key, *stored);
    return {};
  });
}

Result<void> setThumbnail(gltf::Document& edited, std::span<const std::byte> image,
                          Diagnostics& diagnostics) {
  return allOrNothing(edited, [&](gltf::Document& document) -> Result<void> {
    const Result<AvatarInFile> avatar = AvatarInFile::read(document);
    if (!avatar) return avatar.error();
    const gltf::ImageInfo info = gltf::probeImage(image);
    if (info.format != gltf::ImageFormat::Png && info.format != gltf::ImageFormat::Jpeg)
      return Error{Code::ImageFormat,
                   "a thumbnail is PNG or JPEG (glTF 2.0 section 3.8.2), and this is neither", "", 0};
    gltf::Document work = document.clone();
    gltf::detachDangling(work,
                         {gltf::Kind::BufferView, gltf::Kind::Buffer, gltf::Kind::Image, gltf::Kind::Texture});
    const Result<std::uint32_t> view = gltf::addBufferView(work, image);
    if (!view) return view.error();
    Json& json = work.editJson();
    JsonValue entry = json.object();
    json.set(entry, "name", json.string("thumbnail"));
    json.set(entry, "mimeType", json.string(gltf::mimeType(info.format)));
    json.set(entry, "bufferView", json.number(*view));
    Result<std::uint32_t> index = gltf::addElement(work, gltf::Kind::Image, entry);
    if (!index) return std::move(index).error();
    const bool old = avatar->vrm.version == VrmVersion::Vrm0;
    if (old) {
      JsonValue texture = json.object();
      json.set(texture, "name", json.string("thumbnail"));
      json.set(texture, "source", json.number(*index));
      index = gltf::addElement(work, gltf::Kind::Texture, texture);
      if (!index) return std::move(index).error();
    }
    JsonValue& meta = json.memberObject(editAt(work, avatar->extension), "meta");
    const JsonValue* before = meta.find(old ? "texture" : "thumbnailImage");
    const std::optional<std::uint32_t> replaced = before ? before->index() : std::nullopt;
    json.set(meta, old ? "texture" : "thumbnailImage", json.number(*index));
    if (replaced) {
      if (Result<void> done =
              removeIfUnused(work, {old ? gltf::Kind::Texture : gltf::Kind::Image, *replaced}, diagnostics);
          !done)
        return done;
    }
    document = std::move(work);
    return {};
  });
}

}  // namespace vrm::edit
