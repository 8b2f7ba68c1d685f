// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/index.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::schema {

// What tells an element of a list from the others, in the file and in the struct. An empty text is no
// identity.
struct Identity {
  std::function<std::string(const gltf::JsonValue& old, std::size_t position)> inFile;
  std::function<std::string(std::size_t position)> inStruct;
  bool anywhere = true;  // or only at the same position
};

// Writes members of one object. A member that says the same already is left alone, with its spelling; one
// that is absent and would only say the default is not added.
class MemberWriter {
 public:
  MemberWriter(gltf::Json& json, gltf::JsonValue& object) : json_(json), object_(object) {}

  gltf::Json& json() const { return json_; }
  gltf::JsonValue& object() const { return object_; }

  void string(std::string_view key, std::string_view value, std::string_view fallback = {}) const;
  void boolean(std::string_view key, bool value, bool fallback) const;
  void number(std::string_view key, float value, float fallback) const;
  void required(std::string_view key, float value) const;  // written also when it is the default
  void integer(std::string_view key, std::int32_t value, std::int32_t fallback) const;
  void numbers(std::string_view key, std::span<const float> value,
               std::span<const float> fallback = {}) const;
  void vec3(std::string_view key, Vec3 value, std::optional<Vec3> fallback = std::nullopt) const;
  template <class Tag>
  void index(std::string_view key, Index<Tag> value) const {
    index(key, value.value);
  }
  void remove(std::string_view key) const { json_.remove(object_, key); }

  // The object member, made when it is absent or something else.
  MemberWriter child(std::string_view key) const { return {json_, json_.memberObject(object_, key)}; }
  // An array of `size` objects to write over. An element that is there already keeps what we do not know:
  // each new one takes over the old one that is recognised as it by the first of `identities` that finds one,
  // at its own position before any other, so that duplicates keep their places. Others are made new. Without
  // any the member goes: lists of VRM have at least one element.
  std::span<gltf::JsonValue> objects(std::string_view key, std::size_t size,
                                     std::initializer_list<Identity> identities) const;
  // For lists whose elements have no identity.
  std::span<gltf::JsonValue> objects(std::string_view key, std::size_t size) const;
  // The same for an array of indices.
  template <class I>
  void indices(std::string_view key, const std::vector<I>& values) const {
    std::vector<std::uint32_t> plain;
    plain.reserve(values.size());
    for (const I i : values) plain.push_back(i.value);
    indices(key, std::span<const std::uint32_t>(plain));
  }

 private:
  void index(std::string_view key, std::uint32_t value) const;
  void indices(std::string_view key, std::span<const std::uint32_t> values) const;

  gltf::Json& json_;
  gltf::JsonValue& object_;
};

// The index that a member says, as a text for an Identity; empty when it says none.
std::string indexText(const gltf::JsonValue& object, std::string_view key);
template <class Tag>
std::string indexText(Index<Tag> index) {
  return index ? std::to_string(index.value) : std::string();
}

// Makes member `key` of `owner` an object with members of exactly these names, whose values are objects, and
// gives those, in the order of `names`: the ones that are there stay with all they hold. With `ordered` they
// also stand in that order. An object that would be empty and is not there is not made. Linear, because there
// may be very many.
std::vector<gltf::JsonValue*> writeNamed(const MemberWriter& owner, std::string_view key,
                                         std::span<const std::string_view> names, bool ordered);

// `extras` as an object. glTF allows any value there; another one moves a level down to make room.
MemberWriter extrasOf(const MemberWriter& owner);

// Takes part in `extensions` of an object: makes or removes the extension.
MemberWriter extensionOf(gltf::Json& json, gltf::JsonValue& owner, std::string_view name);
void removeExtension(gltf::Json& json, gltf::JsonValue& owner, std::string_view name);

struct WriteContext {
  gltf::Document& document;
  Diagnostics& diagnostics;
};

// The writers, one file each.
void writeNodes(WriteContext& context,
                const Vrm& vrm);  // those that the model needs and the file does not have
void writeMeta(WriteContext& context, const Vrm& vrm, const MemberWriter& extension);
void writeHumanoid(WriteContext& context, const Vrm& vrm, const MemberWriter& extension);
void writeExpressions(WriteContext& context, const Vrm& vrm, const MemberWriter& extension);
void writeGaze(WriteContext& context, const Vrm& vrm, const MemberWriter& extension);
void writeSource(WriteContext& context, const Vrm& vrm, const MemberWriter& extension);
void writeSpringBone(WriteContext& context, const Vrm& vrm);
void writeConstraints(WriteContext& context, const Vrm& vrm);
void writeAnimation(WriteContext& context, const Vrm& vrm);
void writeMaterials(WriteContext& context, const Vrm& vrm);

}  // namespace vrm::schema
