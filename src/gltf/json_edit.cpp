// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <bit>
#include <limits>
#include <utility>

#include "base/memory.hpp"
#include "gltf/json_arena.hpp"
#include "gltf/utf8.hpp"
#include "vrm/base/number.hpp"
#include "vrm/gltf/json.hpp"

namespace vrm::gltf {
namespace {

constexpr std::uint32_t kGrownBit = 8;  // in JsonValue::head_

}  // namespace

JsonValue Json::string(std::string_view value) {
  // File names and the like may be any bytes; JSON is UTF-8 (RFC 8259 section 8.1).
  if (findInvalidUtf8(value) != std::string_view::npos) return string(repairUtf8(value));
  return JsonValue(JsonType::String, static_cast<std::uint32_t>(value.size()), JsonValue::kNoTextOffset,
                   arena_->keep(value).data());
}

JsonValue Json::number(double value) {
  const std::string_view text = arena_->keep(formatDouble(value));
  return JsonValue(JsonType::Number, static_cast<std::uint32_t>(text.size()), JsonValue::kNoTextOffset, text.data());
}

JsonValue Json::number(float value) {
  const std::string_view text = arena_->keep(formatFloat(value));
  return JsonValue(JsonType::Number, static_cast<std::uint32_t>(text.size()), JsonValue::kNoTextOffset, text.data());
}

JsonValue Json::number(std::uint64_t value) {
  const std::string_view text = arena_->keep(std::to_string(value));
  return JsonValue(JsonType::Number, static_cast<std::uint32_t>(text.size()), JsonValue::kNoTextOffset, text.data());
}

JsonValue Json::boolean(bool value) const noexcept {
  return JsonValue(value ? JsonType::True : JsonType::False, 0, JsonValue::kNoTextOffset, nullptr);
}

JsonValue Json::array() const noexcept {
  return JsonValue(JsonType::Array, 0, JsonValue::kNoTextOffset, nullptr);
}

JsonValue Json::object() const noexcept {
  return JsonValue(JsonType::Object, 0, JsonValue::kNoTextOffset, nullptr);
}

JsonValue Json::numbers(std::span<const float> values) {
  JsonValue list = array();
  for (const float v : values) append(list, number(v));
  return list;
}

// Makes room for one more entry and counts it. A block from the parser is exactly as long as its container; a block
// made here is a power of two long, which the grown bit records, so no capacity needs storing.
template <class T>
T* Json::grow(JsonValue& container) {
  modified_ = true;
  const std::uint32_t size = container.size();
  T* block = static_cast<T*>(const_cast<void*>(container.data_));
  const bool grown = (container.head_ & kGrownBit) != 0;
  const std::uint32_t capacity = grown ? std::max(4u, std::bit_ceil(size)) : size;
  if (size == capacity) {
    const std::uint32_t wanted = std::max(4u, std::bit_ceil(size + 1));
    T* larger = static_cast<T*>(arena_->allocate(wanted * sizeof(T)));
    if (size > 0) std::memcpy(static_cast<void*>(larger), block, size * sizeof(T));
    block = larger;
    container.data_ = block;
  }
  container.head_ = (size + 1) << 4 | kGrownBit | static_cast<std::uint32_t>(container.type());
  return block + size;
}

// A copy that does not think it owns the spare room behind its entries, so that growing it cannot overwrite another's.
JsonValue Json::detached(JsonValue value) noexcept {
  value.head_ &= ~kGrownBit;
  return value;
}

JsonValue& Json::append(JsonValue& array, JsonValue value) {
  if (!array.isArray()) array = this->array();
  return *new (grow<JsonValue>(array)) JsonValue(detached(value));
}

JsonValue& Json::set(JsonValue& object, std::string_view key, JsonValue value) {
  if (!object.isObject()) object = this->object();
  if (JsonValue* found = object.find(key)) {
    modified_ = true;
    return *found = detached(value);
  }
  return appendMember(object, key, value);
}

JsonValue& Json::appendMember(JsonValue& object, std::string_view key, JsonValue value) {
  if (!object.isObject()) object = this->object();
  return (new (grow<JsonMember>(object)) JsonMember{string(key), detached(value)})->value;
}

template <class T>
bool Json::erase(JsonValue& container, std::span<T> entries, const std::function<bool(const T&)>& doomed) {
  std::uint32_t count = 0;
  // In order and in place: `doomed` may go by the address of an entry, which holds until its turn has passed.
  for (const T& entry : entries) {
    if (!doomed(entry)) entries[count++] = entry;
  }
  if (count == entries.size()) return false;
  modified_ = true;
  container.head_ = count << 4 | (container.head_ & 15u);
  return true;
}

bool Json::remove(JsonValue& object, std::string_view key) {
  return erase<JsonMember>(object, object.members(), [&](const JsonMember& m) { return m.key.string() == key; });
}

void Json::eraseElements(JsonValue& array, const std::function<bool(const JsonValue&)>& doomed) {
  erase<JsonValue>(array, array.elements(), doomed);
}

void Json::eraseMembers(JsonValue& object, const std::function<bool(const JsonMember&)>& doomed) {
  erase<JsonMember>(object, object.members(), doomed);
}

JsonValue& Json::memberContainer(JsonValue& object, std::string_view key, JsonType type) {
  JsonValue* found = object.find(key);
  if (found && found->type() == type) return *found;
  return set(object, key, JsonValue(type, 0, JsonValue::kNoTextOffset, nullptr));
}

JsonValue& Json::memberArray(JsonValue& object, std::string_view key) {
  return memberContainer(object, key, JsonType::Array);
}

JsonValue& Json::memberObject(JsonValue& object, std::string_view key) {
  return memberContainer(object, key, JsonType::Object);
}

Result<JsonValue> Json::fromText(std::string_view text) try {
  Diagnostics ignored;
  // parse() wants an object at the top, and the brackets catch text that is more than one value.
  const std::string object = R"({"value":[)" + std::string(text) + "]}";
  Result<Json> source = parse(object, Limits(), ignored);
  if (!source) return std::move(source).error();
  const JsonValue& list = *source->root().find("value");
  if (list.size() != 1) return Error{Code::JsonSyntax, "the text is not one JSON value", "", kNoOffset};
  return copy(list.elements()[0]);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

bool Json::put(std::string_view pointer, JsonValue value) {
  if (!pointer.starts_with('/')) return false;
  modified_ = true;
  JsonValue* at = &root_;
  while (pointer.starts_with('/')) {
    const std::string key = takePointerPart(pointer);
    if (at->isArray()) {
      JsonValue* element = key == "-" ? &append(*at, object()) : const_cast<JsonValue*>(Json::at(*at, "/" + key));
      if (!element) return false;
      at = element;
    } else if (at->isObject()) {
      JsonValue* member = at->find(key);
      at = member ? member : &set(*at, key, object());
    } else {
      return false;
    }
  }
  *at = value;
  return true;
}

Json Json::clone() const {
  Json result;
  result.root_ = result.copy(root_);
  result.modified_ = modified_;
  return result;
}

JsonValue Json::copy(const JsonValue& from) {
  // Copies one level at a time: `pending` holds copied containers whose children still point at the originals.
  JsonValue result = from;
  std::vector<JsonValue*> pending;
  const auto own = [&](JsonValue& value) {
    value.offset_ = JsonValue::kNoTextOffset;
    if (value.isString() || value.isNumber()) value.data_ = arena_->keep(value.text()).data();
    if (value.isArray() || value.isObject()) pending.push_back(&value);
  };
  own(result);
  while (!pending.empty()) {
    JsonValue& container = *pending.back();
    pending.pop_back();
    container.head_ &= ~kGrownBit;
    const std::size_t bytes = container.size() * (container.isObject() ? sizeof(JsonMember) : sizeof(JsonValue));
    if (bytes > 0) container.data_ = std::memcpy(arena_->allocate(bytes), container.data_, bytes);
    for (JsonValue& element : container.elements()) own(element);
    for (JsonMember& member : container.members()) {
      own(member.key);
      own(member.value);
    }
  }
  return result;
}

}  // namespace vrm::gltf
