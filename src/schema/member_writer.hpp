// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "vrm/base/index.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm::schema {

// Writes members of one object. A member that says the same already is left alone, with its spelling; one that is
// absent and would only say the default is not added.
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
  void numbers(std::string_view key, std::span<const float> value, std::span<const float> fallback = {}) const;
  void vec3(std::string_view key, Vec3 value, std::optional<Vec3> fallback = std::nullopt) const;
  template <class Tag>
  void index(std::string_view key, Index<Tag> value) const {
    index(key, value.value);
  }
  void remove(std::string_view key) const { json_.remove(object_, key); }

  // The object member, made when it is absent or something else.
  MemberWriter child(std::string_view key) const { return {json_, json_.memberObject(object_, key)}; }
  // An array of `size` objects: elements that are there are kept to be written over, others are added or cut off.
  std::span<gltf::JsonValue> objects(std::string_view key, std::size_t size) const;

 private:
  void index(std::string_view key, std::uint32_t value) const;

  gltf::Json& json_;
  gltf::JsonValue& object_;
};

// Takes part in `extensions` of an object: makes or removes the extension.
MemberWriter extensionOf(gltf::Json& json, gltf::JsonValue& owner, std::string_view name);
void removeExtension(gltf::Json& json, gltf::JsonValue& owner, std::string_view name);

struct WriteContext {
  gltf::Document& document;
  Diagnostics& diagnostics;
};

// The writers, one file each.
void writeMeta(WriteContext& context, const Vrm& vrm, const MemberWriter& extension);
void writeMaterials(WriteContext& context, const Vrm& vrm);

}  // namespace vrm::schema
