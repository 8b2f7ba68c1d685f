// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/limits.hpp"
#include "vrm/base/result.hpp"

namespace vrm::gltf {

struct JsonMember;

enum class JsonType : std::uint8_t { Null, False, True, Number, String, Array, Object };

// One JSON value: 16 bytes that point into the text or into the arena of the Json that made it, so copying it copies a
// reference, not the tree; Json::copy copies the tree. Numbers keep their spelling and strings their decoded bytes; members keep their order.
class JsonValue {
 public:
  JsonType type() const noexcept { return static_cast<JsonType>(head_ & 7u); }
  bool isNull() const noexcept { return type() == JsonType::Null; }
  bool isBool() const noexcept { return type() == JsonType::False || type() == JsonType::True; }
  bool isNumber() const noexcept { return type() == JsonType::Number; }
  bool isString() const noexcept { return type() == JsonType::String; }
  bool isArray() const noexcept { return type() == JsonType::Array; }
  bool isObject() const noexcept { return type() == JsonType::Object; }

  // Byte offset in the JSON text, or kNoTextOffset for a value made by an edit.
  static constexpr std::uint32_t kNoTextOffset = 0xFFFF'FFFFu;
  std::uint32_t textOffset() const noexcept { return offset_; }

  // Elements of an array, members of an object, bytes of a string or of a number's spelling; otherwise 0.
  std::uint32_t size() const noexcept { return head_ >> 4; }

  bool boolean() const noexcept { return type() == JsonType::True; }
  std::string_view string() const noexcept { return isString() ? text() : std::string_view(); }
  std::string_view spelling() const noexcept { return isNumber() ? text() : std::string_view(); }
  std::optional<double> number() const noexcept;  // nothing for values that are not finite numbers
  // Nothing for values that are not whole numbers in [0, 2^32 - 1). 3.0 and 3e0 count as whole, as peers read them.
  std::optional<std::uint32_t> index() const noexcept;

  std::span<const JsonValue> elements() const noexcept;  // empty unless an array
  std::span<JsonValue> elements() noexcept;
  std::span<const JsonMember> members() const noexcept;  // empty unless an object
  std::span<JsonMember> members() noexcept;

  // The member of that name, the last one if there are several; null if this is no object or has none.
  const JsonValue* find(std::string_view key) const noexcept;
  JsonValue* find(std::string_view key) noexcept;
  bool has(std::string_view key) const noexcept { return find(key) != nullptr; }

 private:
  friend class Json;
  friend class JsonBuilder;
  static constexpr std::uint32_t kMaxSize = (1u << 28) - 1;

  JsonValue(JsonType type, std::uint32_t size, std::uint32_t offset, const void* data) noexcept
      : data_(data), head_(size << 4 | static_cast<std::uint32_t>(type)), offset_(offset) {}
  std::string_view text() const noexcept { return {static_cast<const char*>(data_), size()}; }

  const void* data_ = nullptr;
  std::uint32_t head_ = 0;  // bits 0-2 type, bit 3 "block is a power of two long", bits 4-31 size
  std::uint32_t offset_ = kNoTextOffset;

 public:
  JsonValue() noexcept = default;  // null
};

struct JsonMember {
  JsonValue key;
  JsonValue value;
};

// Here, because everything that reads a file calls them all the time.
inline std::span<const JsonValue> JsonValue::elements() const noexcept {
  if (!isArray()) return {};
  return {static_cast<const JsonValue*>(data_), size()};
}

inline std::span<const JsonMember> JsonValue::members() const noexcept {
  if (!isObject()) return {};
  return {static_cast<const JsonMember*>(data_), size()};
}

inline const JsonValue* JsonValue::find(std::string_view key) const noexcept {
  const std::span<const JsonMember> all = members();
  for (std::size_t i = all.size(); i-- > 0;) {
    // Most keys differ in length or in their first letter: no call is needed to see that.
    const JsonValue& other = all[i].key;
    if (other.size() != key.size()) continue;
    const char* const text = static_cast<const char*>(other.data_);
    if (key.empty() || (*text == key.front() && std::memcmp(text, key.data(), key.size()) == 0)) return &all[i].value;
  }
  return nullptr;
}

struct JsonWriteOptions {
  bool pretty = false;  // two spaces per level, one member per line, arrays on one line
};

// Owns a tree of JsonValues. Nothing here recurses, so nesting is bounded by Limits::jsonDepth only.
class Json {
 public:
  Json();  // an empty object
  Json(Json&&) noexcept;
  Json& operator=(Json&&) noexcept;
  ~Json();

  // `text` must stay alive and unchanged as long as the Json: numbers and most strings point into it.
  // `base` is added to the offsets in errors (where the text starts in its file).
  static Result<Json> parse(std::string_view text, const Limits& limits, Diagnostics& diagnostics,
                            std::uint64_t base = 0);

  Json clone() const;

  const JsonValue& root() const noexcept { return root_; }
  JsonValue& editRoot() noexcept {
    modified_ = true;
    return root_;
  }
  bool modified() const noexcept { return modified_; }

  // New values. They live as long as this Json. Ill-formed UTF-8 in a string becomes U+FFFD.
  JsonValue string(std::string_view value);
  JsonValue number(double value);
  JsonValue number(float value);
  JsonValue number(std::uint64_t value);
  JsonValue number(std::uint32_t value) { return number(static_cast<std::uint64_t>(value)); }
  JsonValue boolean(bool value) const noexcept;
  JsonValue array() const noexcept;
  JsonValue object() const noexcept;
  JsonValue numbers(std::span<const float> values);  // array of numbers
  JsonValue copy(const JsonValue& from);             // deep copy, also from another Json
  Result<JsonValue> fromText(std::string_view text);  // any JSON value, read from text

  // Edits. References to elements of a container end when something is added to that same container. A value that is
  // no container of the kind asked for becomes one: files decide what stands where an object was expected.
  JsonValue& append(JsonValue& array, JsonValue value);
  JsonValue& set(JsonValue& object, std::string_view key, JsonValue value);  // replaces or adds at the end
  // The same for a key that the object is known not to have, without looking: filling large objects stays linear.
  JsonValue& appendMember(JsonValue& object, std::string_view key, JsonValue value);
  bool remove(JsonValue& object, std::string_view key);
  // Erase the elements or members whose value is doomed, in one pass.
  void eraseElements(JsonValue& array, const std::function<bool(const JsonValue&)>& doomed);
  void eraseMembers(JsonValue& object, const std::function<bool(const JsonMember&)>& doomed);
  // Puts a value at an RFC 6901 pointer. Objects on the way are made; an element of an array must exist, or be "-" for
  // one more. False when the pointer leads through something else or does not start with "/".
  bool put(std::string_view pointer, JsonValue value);
  // Member `key` of an object, made (as an empty array or object) when absent or of another type.
  JsonValue& memberArray(JsonValue& object, std::string_view key);
  JsonValue& memberObject(JsonValue& object, std::string_view key);

  std::string write(JsonWriteOptions options = {}) const { return write(root_, options); }
  static std::string write(const JsonValue& value, JsonWriteOptions options = {});

  // Same types, members in the same order, strings equal, numbers equal as numbers.
  static bool equal(const JsonValue& a, const JsonValue& b);

  // The value at an RFC 6901 pointer, or null.
  static const JsonValue* at(const JsonValue& from, std::string_view pointer);

 private:
  friend class JsonBuilder;
  class Arena;
  JsonValue& memberContainer(JsonValue& object, std::string_view key, JsonType type);
  static JsonValue detached(JsonValue value) noexcept;
  template <class T>
  T* grow(JsonValue& container);
  template <class T>
  bool erase(JsonValue& container, std::span<T> entries, const std::function<bool(const T&)>& doomed);

  std::unique_ptr<Arena> arena_;
  JsonValue root_;
  bool modified_ = false;
};

// "/nodes" + "a/b" -> "/nodes/a~1b" (RFC 6901). Keys of more than 200 bytes are cut, and so is
// what comes behind 2,000; such a pointer is only for people.
std::string pointerJoin(std::string_view pointer, std::string_view key);
std::string pointerJoin(std::string_view pointer, std::uint64_t index);
// Takes the first part off a pointer that starts with "/": "/a~1b/c" -> "a/b", leaving "/c".
std::string takePointerPart(std::string_view& pointer);

}  // namespace vrm::gltf
