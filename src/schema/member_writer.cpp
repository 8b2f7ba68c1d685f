// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "schema/member_writer.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "gltf/member_reader.hpp"

namespace vrm::schema {
namespace {

bool saysNumber(const gltf::JsonValue& value, float number) {
  const std::optional<float> is = gltf::MemberReader::finite(value);
  return is && *is == number;
}

bool saysNumbers(const gltf::JsonValue& value, std::span<const float> numbers) {
  const std::span<const gltf::JsonValue> elements = value.elements();
  return value.isArray() && std::equal(elements.begin(), elements.end(), numbers.begin(), numbers.end(),
                                       [](const gltf::JsonValue& e, float n) { return saysNumber(e, n); });
}

constexpr std::size_t kNew = static_cast<std::size_t>(-1);

// For every new element the position of the old one that it takes over, or kNew. Linear, because lists can be long.
std::vector<std::size_t> matched(std::span<const gltf::JsonValue> old, std::size_t size,
                                 std::initializer_list<Identity> identities) {
  std::vector<std::size_t> taken(size, kNew);
  std::vector<bool> used(old.size());
  const auto free = [&](std::size_t from) { return !used[from] && old[from].isObject(); };
  const auto take = [&](std::size_t to, std::size_t from) {
    taken[to] = from;
    used[from] = true;
  };
  for (const Identity& identity : identities) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < size; ++i) {
      if (taken[i] != kNew) continue;
      const std::string wanted = i < old.size() && free(i) ? identity.inStruct(i) : std::string();
      !wanted.empty() && identity.inFile(old[i], i) == wanted ? take(i, i) : open.push_back(i);
    }
    if (open.empty()) break;
    if (!identity.anywhere) continue;
    std::unordered_map<std::string, std::vector<std::size_t>> positions;
    for (std::size_t from = old.size(); from-- > 0;) {
      if (!free(from)) continue;
      std::string text = identity.inFile(old[from], from);
      if (!text.empty()) positions[std::move(text)].push_back(from);
    }
    for (const std::size_t i : open) {
      const auto found = positions.find(identity.inStruct(i));
      if (found == positions.end() || found->second.empty()) continue;
      take(i, found->second.back());
      found->second.pop_back();
    }
  }
  return taken;
}

}  // namespace

void MemberWriter::string(std::string_view key, std::string_view value, std::string_view fallback) const {
  const gltf::JsonValue* old = object_.find(key);
  if (old ? old->isString() && old->string() == value : value == fallback) return;
  json_.set(object_, key, json_.string(value));
}

void MemberWriter::boolean(std::string_view key, bool value, bool fallback) const {
  const gltf::JsonValue* old = object_.find(key);
  if (old ? old->isBool() && old->boolean() == value : value == fallback) return;
  json_.set(object_, key, json_.boolean(value));
}

void MemberWriter::number(std::string_view key, float value, float fallback) const {
  if (!object_.find(key) && value == fallback) return;
  required(key, value);
}

void MemberWriter::required(std::string_view key, float value) const {
  const gltf::JsonValue* old = object_.find(key);
  if (old && saysNumber(*old, value)) return;
  json_.set(object_, key, json_.number(value));
}

void MemberWriter::integer(std::string_view key, std::int32_t value, std::int32_t fallback) const {
  number(key, static_cast<float>(value), static_cast<float>(fallback));
}

void MemberWriter::numbers(std::string_view key, std::span<const float> value, std::span<const float> fallback) const {
  const gltf::JsonValue* old = object_.find(key);
  if (old ? saysNumbers(*old, value)
          : std::equal(value.begin(), value.end(), fallback.begin(), fallback.end()) && !value.empty()) {
    return;
  }
  json_.set(object_, key, json_.numbers(value));
}

void MemberWriter::vec3(std::string_view key, Vec3 value, std::optional<Vec3> fallback) const {
  const float v[] = {value.x, value.y, value.z};
  if (!fallback) return numbers(key, v);
  const float f[] = {fallback->x, fallback->y, fallback->z};
  numbers(key, v, f);
}

void MemberWriter::index(std::string_view key, std::uint32_t value) const {
  const gltf::JsonValue* old = object_.find(key);
  if (value == kNone) {
    if (old) remove(key);
    return;
  }
  if (old && old->index() == value) return;
  json_.set(object_, key, json_.number(value));
}

void MemberWriter::indices(std::string_view key, std::span<const std::uint32_t> values) const {
  if (values.empty()) return remove(key);
  if (const gltf::JsonValue* old = object_.find(key)) {
    const std::span<const gltf::JsonValue> elements = old->elements();
    if (std::equal(elements.begin(), elements.end(), values.begin(), values.end(),
                   [](const gltf::JsonValue& e, std::uint32_t i) { return e.index() == i; })) {
      return;
    }
  }
  gltf::JsonValue list = json_.array();
  for (const std::uint32_t i : values) json_.append(list, json_.number(i));
  json_.set(object_, key, list);
}

std::span<gltf::JsonValue> MemberWriter::objects(std::string_view key, std::size_t size) const {
  if (size == 0) {
    remove(key);
    return {};
  }
  gltf::JsonValue& array = json_.memberArray(object_, key);
  if (array.size() > size) {
    std::size_t seen = 0;
    json_.eraseElements(array, [&](const gltf::JsonValue&) { return seen++ >= size; });
  }
  for (gltf::JsonValue& element : array.elements()) {
    if (!element.isObject()) element = json_.object();
  }
  while (array.size() < size) json_.append(array, json_.object());
  return array.elements();
}

std::span<gltf::JsonValue> MemberWriter::objects(std::string_view key, std::size_t size,
                                                 std::initializer_list<Identity> identities) const {
  const gltf::JsonValue* member = object_.find(key);
  const std::span<const gltf::JsonValue> old = member ? member->elements() : std::span<const gltf::JsonValue>();
  if (size == 0 || old.empty()) return objects(key, size);
  const std::vector<std::size_t> taken = matched(old, size, identities);
  bool same = old.size() == size;
  for (std::size_t i = 0; same && i < size; ++i) same = taken[i] == i;
  if (same) return object_.find(key)->elements();
  gltf::JsonValue list = json_.array();
  for (const std::size_t from : taken) json_.append(list, from == kNew ? json_.object() : old[from]);
  return json_.set(object_, key, list).elements();
}

std::string indexText(const gltf::JsonValue& object, std::string_view key) {
  const gltf::JsonValue* value = object.find(key);
  const std::optional<std::uint32_t> index = value ? value->index() : std::nullopt;
  return index ? std::to_string(*index) : std::string();
}

std::vector<gltf::JsonValue*> writeNamed(const MemberWriter& owner, std::string_view key,
                                         std::span<const std::string_view> names, bool ordered) {
  gltf::Json& json = owner.json();
  if (names.empty() && !owner.object().find(key)) return {};
  gltf::JsonValue& old = json.memberObject(owner.object(), key);
  std::unordered_map<std::string_view, std::size_t> positions;
  gltf::JsonValue* to = &old;
  if (ordered) {
    gltf::JsonValue fresh = json.object();
    std::unordered_map<std::string_view, const gltf::JsonValue*> values;
    for (const gltf::JsonMember& member : old.members()) values[member.key.string()] = &member.value;
    for (const std::string_view name : names) {
      if (!positions.try_emplace(name, positions.size()).second) continue;
      const auto value = values.find(name);
      const bool kept = value != values.end() && value->second->isObject();
      json.appendMember(fresh, name, kept ? *value->second : json.object());
    }
    to = &json.set(owner.object(), key, fresh);
  } else {
    const std::unordered_set<std::string_view> wanted(names.begin(), names.end());
    json.eraseMembers(old, [&](const gltf::JsonMember& member) {
      return !member.value.isObject() || !wanted.contains(member.key.string());
    });
    for (const gltf::JsonMember& member : old.members()) {
      positions[member.key.string()] = static_cast<std::size_t>(&member - old.members().data());
    }
    for (const std::string_view name : names) {
      if (positions.try_emplace(name, old.size()).second) json.appendMember(old, name, json.object());
    }
  }
  const std::span<gltf::JsonMember> members = to->members();
  std::vector<gltf::JsonValue*> out;
  out.reserve(names.size());
  for (const std::string_view name : names) out.push_back(&members[positions.at(name)].value);
  return out;
}

MemberWriter extrasOf(const MemberWriter& owner) {
  gltf::Json& json = owner.json();
  if (const gltf::JsonValue* extras = owner.object().find("extras"); extras && !extras->isObject()) {
    const gltf::JsonValue others = *extras;
    json.set(json.set(owner.object(), "extras", json.object()), "extras", others);
  }
  return owner.child("extras");
}

MemberWriter extensionOf(gltf::Json& json, gltf::JsonValue& owner, std::string_view name) {
  return {json, json.memberObject(json.memberObject(owner, "extensions"), name)};
}

void removeExtension(gltf::Json& json, gltf::JsonValue& owner, std::string_view name) {
  gltf::JsonValue* extensions = owner.find("extensions");
  if (!extensions || !json.remove(*extensions, name)) return;
  if (extensions->size() == 0) json.remove(owner, "extensions");
}

}  // namespace vrm::schema
