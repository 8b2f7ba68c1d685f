// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/json.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <new>

#include "base/memory.hpp"
#include "gltf/json_allocator.hpp"
#include "gltf/json_arena.hpp"
#include "gltf/texts.hpp"
#include "gltf/utf8.hpp"
#include "vrm/base/number.hpp"

namespace vrm::gltf {

static_assert(sizeof(JsonValue) == sizeof(void*) + 8 && sizeof(JsonMember) == 2 * sizeof(JsonValue));

std::optional<double> JsonValue::number() const noexcept {
  if (!isNumber()) return std::nullopt;
  return parseDouble(text());
}

std::optional<std::uint32_t> JsonValue::index() const noexcept {
  if (!isNumber()) return std::nullopt;
  const std::string_view digits = text();
  if (digits.size() <= 9) {
    std::uint32_t value = 0;
    bool plain = true;
    for (const char c : digits) {
      plain = plain && c >= '0' && c <= '9';
      value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    if (plain) return value;
  }
  const std::optional<double> value = number();
  if (!value || *value < 0 || *value >= std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  const auto whole = static_cast<std::uint32_t>(*value);
  if (static_cast<double>(whole) != *value) return std::nullopt;
  return whole;
}

std::span<JsonValue> JsonValue::elements() noexcept {
  if (!isArray()) return {};
  return {static_cast<JsonValue*>(const_cast<void*>(data_)), size()};
}

std::span<JsonMember> JsonValue::members() noexcept {
  if (!isObject()) return {};
  return {static_cast<JsonMember*>(const_cast<void*>(data_)), size()};
}

JsonValue* JsonValue::find(std::string_view key) noexcept {
  return const_cast<JsonValue*>(std::as_const(*this).find(key));
}

// The text and what the reader makes of the string it is in. The reader is told to work in situ, which it takes for
// "the stream has room for decoded strings": numbers are then not copied at all, and we copy only strings with escapes,
// never into the text. It is not copied by the reader, so that the handler can ask it for the current position.
class TextStream {
 public:
  using Ch = char;
  explicit TextStream(std::string_view text) : begin_(text.data()), cursor_(begin_), end_(begin_ + text.size()) {}
  Ch Peek() const { return cursor_ == end_ ? '\0' : *cursor_; }
  Ch Take() { return cursor_ == end_ ? '\0' : *cursor_++; }
  std::size_t Tell() const { return static_cast<std::size_t>(cursor_ - begin_); }
  const char* begin() const { return begin_; }

  // Called behind the opening quote of a string, and behind a number, which needs nothing here. Skips what stands for
  // itself, so that the reader finds the closing quote at once in most strings.
  Ch* PutBegin() {
    if (cursor_[-1] != '"') return nullptr;
    stringBegin_ = cursor_;
    hasEscapes_ = false;
    skipPlain();
    plainEnd_ = cursor_;
    return nullptr;
  }
  // Gets every byte from the first escape on, and a final '\0' behind the closing quote of every string.
  void Put(Ch c) {
    const bool plain = !hasEscapes_ && c == '\0' && cursor_[-1] == '"';  // an escaped zero ends with a digit
    if (!plain) putDecoded(c);
  }
  // The length of the string with the final '\0'.
  std::size_t PutEnd(Ch*) const {
    return hasEscapes_ ? decoded_.size() : static_cast<std::size_t>(cursor_ - stringBegin_);
  }

  // About the string that has just ended.
  const char* stringBegin() const { return stringBegin_; }
  bool hasEscapes() const { return hasEscapes_; }
  const char* decoded() const { return decoded_.data(); }

 private:
  static bool isPlain(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

  void putDecoded(Ch c) {
    if (!hasEscapes_) decoded_.assign(stringBegin_, plainEnd_);
    hasEscapes_ = true;
    decoded_.push_back(c);
  }

  void skipPlain() {
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101ull, kHighs = kOnes << 7;
    const auto hasByteBelow = [](std::uint64_t x, std::uint64_t limit) {
      return (x - kOnes * limit) & ~x & kHighs;
    };
    while (end_ - cursor_ >= 8) {
      std::uint64_t x;
      std::memcpy(&x, cursor_, sizeof x);
      if (hasByteBelow(x, 0x20) | hasByteBelow(x ^ (kOnes * '"'), 1) | hasByteBelow(x ^ (kOnes * '\\'), 1)) break;
      cursor_ += 8;
    }
    while (cursor_ != end_ && isPlain(*cursor_)) ++cursor_;
  }

  const char* begin_;
  const char* cursor_;
  const char* end_;
  const char* stringBegin_ = nullptr;
  const char* plainEnd_ = nullptr;
  bool hasEscapes_ = false;
  std::string decoded_;
};

// Receives the reader's events and builds the tree bottom-up: finished values wait on one stack until their container
// ends, then move as one block into the arena, so every container's children lie side by side.
class JsonBuilder {
 public:
  JsonBuilder(Json& json, const TextStream& stream, const Limits& limits, Diagnostics& diagnostics,
              std::uint64_t base)
      : arena_(*json.arena_), stream_(stream), maxDepth_(limits.jsonDepth), diagnostics_(diagnostics), base_(base) {}

  bool Null() { return push(JsonType::Null, 0, here() - 4, nullptr); }
  bool Bool(bool b) { return push(b ? JsonType::True : JsonType::False, 0, here() - (b ? 4 : 5), nullptr); }
  bool RawNumber(const char*, rapidjson::SizeType length, bool) {
    const std::uint32_t offset = here() - length;
    return push(JsonType::Number, length, offset, stream_.begin() + offset);
  }
  bool String(const char*, rapidjson::SizeType length, bool) {
    const char* text = stream_.stringBegin();
    const auto open = static_cast<std::uint32_t>(text - stream_.begin()) - 1;
    if (!stream_.hasEscapes()) return push(JsonType::String, length, open, text);
    std::string_view decoded(stream_.decoded(), length);
    std::string repaired;
    // The reader refuses half a surrogate pair only if it is the first half.
    if (findInvalidUtf8(decoded) != std::string_view::npos) {
      diagnostics_.add(Code::JsonEncoding, "", "the string has an escape that is no character", base_ + open);
      decoded = repaired = repairUtf8(decoded);
    }
    decoded = arena_.keep(decoded);
    return push(JsonType::String, static_cast<std::uint32_t>(decoded.size()), open, decoded.data());
  }
  bool Key(const char* text, rapidjson::SizeType length, bool copy) { return String(text, length, copy); }
  bool StartObject() { return open(); }
  bool StartArray() { return open(); }
  bool EndObject(rapidjson::SizeType count) {
    const JsonValue* first = values_.data() + values_.size() - std::size_t{2} * count;
    reportDuplicates(reinterpret_cast<const JsonMember*>(first), count);
    return close(JsonType::Object, count, std::size_t{2} * count);
  }
  bool EndArray(rapidjson::SizeType count) { return close(JsonType::Array, count, count); }

  // Never sent: numbers arrive as text.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }

  bool tooDeep() const { return tooDeep_; }
  JsonValue root() const { return values_.front(); }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(stream_.Tell()); }

  bool push(JsonType type, std::uint32_t size, std::uint32_t offset, const void* data) {
    values_.push_back(JsonValue(type, size, offset, data));
    return true;
  }

  bool open() {
    tooDeep_ = opened_.size() >= maxDepth_;
    if (tooDeep_) return false;
    opened_.push_back(here());  // the reader takes the bracket after telling us
    return true;
  }

  bool close(JsonType type, std::uint32_t size, std::size_t count) {
    void* block = nullptr;
    if (count > 0) {
      block = arena_.allocate(count * sizeof(JsonValue));
      std::memcpy(block, values_.data() + values_.size() - count, count * sizeof(JsonValue));
      values_.resize(values_.size() - count);
    }
    const std::uint32_t offset = opened_.back();
    opened_.pop_back();
    return push(type, size, offset, block);
  }

  // Each key once, however often it is there.
  void reportDuplicates(const JsonMember* members, std::uint32_t count) {
    constexpr std::uint32_t kFew = 24;
    if (count <= kFew) {
      for (std::uint32_t i = 1; i < count; ++i) {
        const auto same = [&](const JsonMember& m) { return m.key.string() == members[i].key.string(); };
        if (std::count_if(members, members + i, same) == 1) reportDuplicate(members[i].key);
      }
      return;
    }
    std::vector<const JsonValue*> keys(count);
    for (std::uint32_t i = 0; i < count; ++i) keys[i] = &members[i].key;
    std::stable_sort(keys.begin(), keys.end(),
                     [](const JsonValue* a, const JsonValue* b) { return a->string() < b->string(); });
    const auto same = [&](std::uint32_t i, std::uint32_t k) {
      return keys[i]->string() == keys[k]->string();
    };
    std::vector<const JsonValue*> again;
    for (std::uint32_t i = 1; i < count; ++i) {
      if (same(i, i - 1) && (i == 1 || !same(i, i - 2))) again.push_back(keys[i]);
    }
    std::sort(again.begin(), again.end());  // as they stand in the file
    for (const JsonValue* key : again) reportDuplicate(*key);
  }

  void reportDuplicate(const JsonValue& key) {
    if (diagnostics_.counted(Code::JsonDuplicateKey)) return;
    diagnostics_.add(Code::JsonDuplicateKey, "",
                     "the key " + inQuotes(key.string()) + " appears twice in one object",
                     base_ + key.textOffset());
  }

  Json::Arena& arena_;
  const TextStream& stream_;
  std::size_t maxDepth_;
  Diagnostics& diagnostics_;
  std::uint64_t base_;
  std::vector<JsonValue> values_;
  std::vector<std::uint32_t> opened_;
  bool tooDeep_ = false;
};

Json::Json() : arena_(std::make_unique<Arena>()), root_(object()) {}
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

Result<Json> Json::parse(std::string_view text, const Limits& limits, Diagnostics& diagnostics, std::uint64_t base) try {
  if (text.size() > std::min<std::uint64_t>(limits.jsonBytes, JsonValue::kMaxSize)) {
    return Error{Code::LimitJsonBytes,
                 "the JSON has " + std::to_string(text.size()) + " bytes, the limit is " +
                     std::to_string(std::min<std::uint64_t>(limits.jsonBytes, JsonValue::kMaxSize)),
                 "", base};
  }
  Json json;
  if (text.starts_with("\xEF\xBB\xBF")) {
    diagnostics.add(Code::JsonPadding, "", "the JSON starts with a byte order mark, which glTF forbids", base);
    text.remove_prefix(3);
    base += 3;
  }
  if (const std::size_t bad = findInvalidUtf8(text); bad != std::string_view::npos) {
    diagnostics.add(Code::JsonEncoding, "", "the JSON is not valid UTF-8", base + bad);
    text = json.arena_->keep(repairUtf8(text));
  }

  TextStream stream(text);
  JsonBuilder builder(json, stream, limits, diagnostics, base);
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator> reader;
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseStopWhenDoneFlag | rapidjson::kParseInsituFlag;
  const rapidjson::ParseResult parsed = reader.Parse<kFlags>(stream, builder);
  if (builder.tooDeep()) {
    return Error{Code::LimitJsonDepth,
                 "the JSON nests deeper than " + std::to_string(limits.jsonDepth) + " arrays and objects", "",
                 base + stream.Tell()};
  }
  if (parsed.IsError()) {
    // It may be JSON, which has no largest number; programs do.
    if (parsed.Code() == rapidjson::kParseErrorNumberTooBig) {
      return Error{Code::JsonSyntax, "a number is beyond the largest that programs can hold, some 1.8e308", "",
                   base + parsed.Offset()};
    }
    std::string why = rapidjson::GetParseError_En(parsed.Code());
    if (why.ends_with('.')) why.pop_back();
    return Error{Code::JsonSyntax, "this is not JSON: " + why, "", base + parsed.Offset()};
  }
  const std::size_t end = stream.Tell();
  const std::size_t rest = text.find_first_not_of(" \t\r\n", end);
  if (rest != std::string_view::npos) {
    const std::size_t garbage = text.find_first_not_of(std::string_view("\0 \t\r\n", 5), rest);
    if (garbage != std::string_view::npos) {
      return Error{Code::JsonSyntax, "the text goes on after the end of the JSON", "", base + garbage};
    }
    diagnostics.add(Code::JsonPadding, "", "the JSON is padded with zero bytes instead of spaces", base + rest);
  }
  json.root_ = builder.root();
  if (!json.root_.isObject()) {
    return Error{Code::JsonSyntax, "the JSON is not an object", "", base + json.root_.textOffset()};
  }
  return json;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

// A file decides how long its keys are and how deep they lie, but not how long our messages get.
namespace {
constexpr std::size_t kLongestPointer = 2000;
bool isCut(std::string_view pointer) {
  return pointer.size() > kLongestPointer;
}
std::string cut(std::string pointer) {
  if (isCut(pointer)) pointer += "/...";
  return pointer;
}
}  // namespace

std::string pointerJoin(std::string_view pointer, std::string_view key) {
  if (isCut(pointer)) return std::string(pointer);
  std::string out(pointer);
  out += '/';
  constexpr std::size_t kLongest = 200;
  if (key.size() > kLongest) return cut(out + shortened(key, kLongest));
  for (const char c : key) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return cut(std::move(out));
}

std::string pointerJoin(std::string_view pointer, std::uint64_t index) {
  if (isCut(pointer)) return std::string(pointer);
  return cut(std::string(pointer) + "/" + std::to_string(index));
}

std::string takePointerPart(std::string_view& pointer) {
  pointer.remove_prefix(1);
  const std::string_view raw = pointer.substr(0, pointer.find('/'));
  pointer.remove_prefix(raw.size());
  std::string part;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const bool escape = raw[i] == '~' && i + 1 < raw.size();
    part += escape ? (raw[++i] == '1' ? '/' : '~') : raw[i];
  }
  return part;
}

}  // namespace vrm::gltf
