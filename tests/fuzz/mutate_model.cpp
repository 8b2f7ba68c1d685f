// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "fuzz/mutate_model.hpp"

#include <algorithm>
#include <cstring>
#include <random>
#include <string>

#include "vrm/gltf/glb.hpp"
#include "vrm/gltf/json.hpp"

namespace vrm::fuzz {
namespace {

using gltf::Json;
using gltf::JsonMember;
using gltf::JsonValue;

// Limits of readers, of float and of whole numbers; and what indices and weights commonly are.
constexpr std::string_view kNumbers[] = {
    "-1",   "0",          "1",          "2",          "3",
    "0.5",  "-0.5",       "-0.0",       "1.5",        "100",
    "0.01", "90",         "180",        "-180",       "181",
    "1e39", "-1e39",      "1e300",      "1e-46",      "3.4028235e38",
    "1e20", "-1e20",      "1e-20",      "2000",       "2999.5",
    "255",  "4294967294", "4294967295", "4294967296", "9007199254740993",
    "5120", "5121",       "5122",       "5123",       "5125",
    "5126", "2147483648", "1e400",      "16",         "252",
};

// Strings that mean something to readers wherever they stand.
constexpr std::string_view kTexts[] = {
    "",
    "data:,abc",
    "data:;base64,AAAA",
    "data:image/png;base64,iVBORw0KGgo=",
    "../file",
    "/file",
    "%2e%2e/file",
    "/nodes/0/translation",
    "/materials/0/pbrMetallicRoughness/baseColorFactor",
    "~1~0",
    "-1",
    "\xEF\xBF\xBD",
};

// Bits of floats and whole numbers that are special: NaN, infinities, the largest, the smallest, -0, 1, -1.
constexpr std::uint32_t kBits[] = {0x7FC00000u, 0x7F800000u, 0xFF800000u, 0x7F7FFFFFu,
                                   0x00000001u, 0x80000000u, 0x3F800000u, 0xBF800000u,
                                   0xFFFFFFFFu, 0x7FFFFFFFu, 0x0000FFFFu, 0x00000000u};

// More would only make the fuzzer slow.
constexpr std::uint32_t kLongest = 200;

// The first numbers of seeds that are neighbours would be neighbours, too.
std::minstd_rand randomOf(std::uint32_t seed) {
  return std::minstd_rand(seed * 2'654'435'761u + 1);
}

// The JSON of a file and what else is in it.
struct Model {
  std::string text;  // `json` points into it
  std::optional<Json> json;
  bool glb = false;
  std::vector<gltf::GlbChunk> chunks;  // of the file
};

bool open(std::span<const std::byte> file, Model& out) {
  Diagnostics ignored;
  if (gltf::looksLikeGlb(file)) {
    const Result<gltf::Glb> glb = gltf::parseGlb(file, ignored);
    if (!glb) return false;
    out.glb = true;
    out.text = glb->json;
    out.chunks = glb->chunks;
  } else {
    out.text.assign(reinterpret_cast<const char*>(file.data()), file.size());
  }
  Limits limits;
  limits.jsonDepth = 64;
  Result<Json> json = Json::parse(out.text, limits, ignored);
  if (!json) return false;
  out.json = *std::move(json);
  return true;
}

std::optional<std::vector<std::byte>> save(const Model& model, std::size_t maxSize) {
  const std::string text = model.json->write();
  std::vector<std::byte> out;
  if (model.glb) {
    Result<std::vector<std::byte>> glb = gltf::writeGlb(text, model.chunks);
    if (!glb) return std::nullopt;
    out = *std::move(glb);
  } else {
    const auto raw = std::as_bytes(std::span(text));
    out.assign(raw.begin(), raw.end());
  }
  if (out.size() > maxSize) return std::nullopt;
  return out;
}

// A value and where it stands.
struct Slot {
  JsonValue* value = nullptr;
  JsonValue* parent = nullptr;
  JsonMember* member = nullptr;  // null for elements of arrays
  std::string pointer;           // of what another model gives
};

class Mutator {
 public:
  Mutator(Json& json, std::uint32_t seed, const MutateOptions& options)
      : json_(json), options_(options), random_(randomOf(seed)) {}

  void change() {
    const Slot slot = pick(json_.editRoot());
    if (!slot.value) {
      addMember(json_.editRoot());
      return;
    }
    if (oneIn(2) && changeValue(*slot.value)) return;
    changePlace(slot);
  }

  void take(const JsonValue& otherRoot) {
    wantPointers_ = true;
    const Slot part = pick(const_cast<JsonValue&>(otherRoot));
    wantPointers_ = false;
    if (!part.value) return;
    const JsonValue copy = json_.copy(*part.value);
    if (!oneIn(3) && json_.put(part.pointer, copy)) return;
    if (const Slot here = pick(json_.editRoot()); here.value) *here.value = copy;
  }

  bool oneIn(std::uint32_t n) { return below(n) == 0; }
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }

 private:
  // Half of the time any value, else one found by going down at random: that gives short parts of a large
  // file their chance.
  Slot pick(JsonValue& root) {
    if (oneIn(2)) {
      const std::vector<Slot> all = slots(root);
      return all.empty() ? Slot{} : all[below(all.size())];
    }
    Slot slot{&root, nullptr, nullptr, {}};
    while (true) {
      const std::vector<Slot> inside = children(*slot.value, slot.pointer);
      if (inside.empty() || (slot.parent && oneIn(6))) break;
      slot = inside[below(inside.size())];
    }
    return slot.parent ? slot : Slot{};
  }

  std::vector<Slot> children(JsonValue& parent, const std::string& pointer) const {
    std::vector<Slot> out;
    std::uint32_t i = 0;
    for (JsonValue& value : parent.elements()) {
      out.push_back(
          {&value, &parent, nullptr, wantPointers_ ? gltf::pointerJoin(pointer, i++) : std::string()});
    }
    for (JsonMember& member : parent.members()) {
      out.push_back({&member.value, &parent, &member,
                     wantPointers_ ? gltf::pointerJoin(pointer, member.key.string()) : std::string()});
    }
    return out;
  }

  std::vector<Slot> slots(JsonValue& root) const {
    std::vector<Slot> out = children(root, {});
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::vector<Slot> inside = children(*out[i].value, out[i].pointer);
      out.insert(out.end(), inside.begin(), inside.end());
    }
    return out;
  }

  // All members of that name.
  std::vector<Slot> slotsOf(std::string_view key) {
    std::vector<Slot> out = slots(json_.editRoot());
    std::erase_if(out, [&](const Slot& s) { return !s.member || s.member->key.string() != key; });
    return out;
  }

  JsonValue fromText(std::string_view text) {
    Result<JsonValue> value = json_.fromText(text);
    return value ? *value : JsonValue();
  }
  std::string_view word() {
    return options_.words.empty() ? "name" : options_.words[below(options_.words.size())];
  }
  JsonValue number() {
    if (oneIn(4)) return json_.number(below(40));
    if (oneIn(4)) return json_.number(indexAround());
    return fromText(kNumbers[below(std::size(kNumbers))]);
  }

  // The last index of one of the model's lists, or one more.
  std::uint32_t indexAround() {
    std::vector<Slot> lists = children(json_.editRoot(), {});
    std::erase_if(lists, [](const Slot& s) { return !s.value->isArray() || s.value->size() == 0; });
    return lists.empty() ? 0 : lists[below(lists.size())].value->size() - below(2);
  }

  std::string text(std::string_view old) {
    switch (below(10)) {
      case 0:
        return std::string(old.substr(0, below(old.size() + 1)));
      case 1:
        return std::string(old) + std::string(word());
      case 2:
        return std::string(kTexts[below(std::size(kTexts))]);
      case 3: {  // a long one, perhaps of what no name should have in it
        constexpr std::string_view kLetters[] = {"a", "\\",       "\"",   "/",
                                                 "~", "\xC3\xA9", "\xFF", std::string_view("\0", 1)};
        const std::string_view letter = kLetters[below(std::size(kLetters))];
        std::string out;
        for (std::uint32_t n = below(kLongest) + 1; n > 0; --n) out += letter;
        return out;
      }
      default:
        return std::string(word());
    }
  }

  JsonValue anything() {
    switch (below(9)) {
      case 0:
        return JsonValue();
      case 1:
        return json_.boolean(oneIn(2));
      case 2:
        return json_.object();
      case 3:
        return json_.array();
      case 4:
        return json_.string(word());
      case 5: {  // a vector, mostly of a length that means something
        JsonValue list = json_.array();
        for (std::uint32_t n = below(6); n > 0; --n) json_.append(list, number());
        return list;
      }
      case 6:
      case 7: {  // part of the model, with what it has inside
        const Slot other = pick(json_.editRoot());
        return other.value ? json_.copy(*other.value) : JsonValue();
      }
      default:
        return number();
    }
  }

  // Another value of the same type. False for types that have only one.
  bool changeValue(JsonValue& value) {
    if (value.isNumber()) {
      const double old = value.number().value_or(0);
      if (oneIn(3)) {
        value = json_.number(old + (oneIn(2) ? 1 : -1));
      } else if (oneIn(6)) {
        value = json_.number(-old);
      } else {
        value = number();
      }
    } else if (value.isString()) {
      value = json_.string(text(value.string()));
    } else if (value.isBool()) {
      value = json_.boolean(!value.boolean());
    } else {
      return false;
    }
    return true;
  }

  void changePlace(const Slot& slot) {
    JsonValue& value = *slot.value;
    switch (below(14)) {
      case 0:
        value = anything();
        break;
      case 1:
        remove(slot);
        break;
      case 2:
        swapWithSibling(slot);
        break;
      case 3:
        if (slot.member) slot.member->key = json_.string(word());
        break;
      case 4: {
        JsonValue wrap = oneIn(2) ? json_.array() : json_.object();
        const JsonValue inner = value;
        if (wrap.isArray()) {
          json_.append(wrap, inner);
        } else {
          json_.set(wrap, word(), inner);
        }
        value = wrap;
        break;
      }
      case 5:  // one more like it
        if (slot.parent->isArray()) {
          json_.append(*slot.parent, json_.copy(value));
        } else {
          json_.set(*slot.parent, word(), json_.copy(value));
        }
        break;
      case 6: {
        const Slot other = pick(json_.editRoot());
        if (other.value) value = json_.copy(*other.value);
        break;
      }
      case 7: {  // what stands under the same key elsewhere fits better than anything
        if (!slot.member) break;
        const std::vector<Slot> same = slotsOf(slot.member->key.string());
        value = json_.copy(*same[below(same.size())].value);
        break;
      }
      case 8:
        repeat(slot);
        break;
      case 9:  // the same key twice
        if (slot.parent->isObject()) {
          const std::string key(slot.parent->members()[below(slot.parent->size())].key.string());
          json_.appendMember(*slot.parent, key, anything());
        }
        break;
      case 10:
        useExtension();
        break;
      case 11: {  // as deep as it gets
        JsonValue inner = value;
        for (std::uint32_t n = below(40); n > 0; --n) {
          JsonValue wrap = json_.array();
          json_.append(wrap, inner);
          inner = wrap;
        }
        value = inner;
        break;
      }
      default:
        if (value.isObject()) {
          addMember(value);
        } else if (value.isArray()) {
          json_.append(value, anything());
        } else {
          value = anything();
        }
    }
  }

  // A member with a known name and a value that stands under that name elsewhere, if one does.
  void addMember(JsonValue& object) {
    const std::string key(word());
    const std::vector<Slot> same = slotsOf(key);
    json_.set(object, key,
              same.empty() || oneIn(3) ? anything() : json_.copy(*same[below(same.size())].value));
  }

  // The list becomes a long one.
  void repeat(const Slot& slot) {
    JsonValue& list = slot.value->isArray() ? *slot.value : *slot.parent;
    if (!list.isArray() || list.size() == 0) return;
    const std::string one = Json::write(list.elements()[below(list.size())]);
    if (one.size() > 1000) return;
    for (std::uint32_t n = below(kLongest); n > 0; --n) json_.append(list, fromText(one));
  }

  // The name of an extension where the file says what it uses, or the extension of something on something
  // else.
  void useExtension() {
    const std::vector<Slot> all = slotsOf("extensions");
    if (all.empty() || oneIn(3)) {
      const bool required = oneIn(2);
      json_.append(json_.memberArray(json_.editRoot(), required ? "extensionsRequired" : "extensionsUsed"),
                   json_.string(word()));
      return;
    }
    const JsonValue& from = *all[below(all.size())].value;
    if (from.members().empty()) return;
    const JsonMember& member = from.members()[below(from.size())];
    const std::string key(oneIn(3) ? word() : member.key.string());
    const JsonValue copy = json_.copy(member.value);
    const Slot to = pick(json_.editRoot());
    if (!to.value || !to.value->isObject()) return;
    json_.set(json_.memberObject(*to.value, "extensions"), key, copy);
  }

  void remove(const Slot& slot) {
    if (slot.member) {
      json_.eraseMembers(*slot.parent, [&](const JsonMember& m) { return &m == slot.member; });
    } else {
      json_.eraseElements(*slot.parent, [&](const JsonValue& v) { return &v == slot.value; });
    }
  }

  void swapWithSibling(const Slot& slot) {
    const std::vector<Slot> siblings = children(*slot.parent, {});
    const Slot& other = siblings[below(siblings.size())];
    if (slot.member && oneIn(2)) {
      std::swap(*slot.member, *other.member);  // the order
    } else {
      std::swap(*slot.value, *other.value);
    }
  }

  Json& json_;
  const MutateOptions& options_;
  std::minstd_rand random_;
  bool wantPointers_ = false;  // they take longer than all the rest
};

}  // namespace

std::optional<std::vector<std::byte>> mutateModel(std::span<const std::byte> file, std::uint32_t seed,
                                                  const MutateOptions& options) {
  Model model;
  if (!open(file, model)) return std::nullopt;
  Mutator mutator(*model.json, seed, options);
  // Not every change finds something to do where it is tried.
  const std::string before = model.json->write();
  for (int tries = 0; tries < 5; ++tries) {
    do {
      mutator.change();
    } while (mutator.oneIn(3));
    if (model.json->write() != before) break;
  }
  return save(model, options.maxSize);
}

namespace {

// Another length, at the front or the end; or a few other bytes.
void changeBytes(std::vector<std::byte>& bytes, std::minstd_rand& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  if (bytes.empty() || below(8) == 0) {
    bytes.insert(bytes.end(), 1 + below(64), std::byte(below(256)));
    return;
  }
  switch (below(6)) {
    case 0:
      bytes.resize(1 + below(bytes.size()));
      break;
    case 1:
      bytes[below(bytes.size())] ^= static_cast<std::byte>(1u << below(8));
      break;
    case 2:
      bytes[below(bytes.size())] = static_cast<std::byte>(below(256));
      break;
    case 3: {  // a stretch of them from elsewhere
      const std::size_t from = below(bytes.size()), to = below(bytes.size());
      const std::size_t size = std::min(1 + below(32), bytes.size() - std::max(from, to));
      std::memmove(bytes.data() + to, bytes.data() + from, size);
      break;
    }
    default: {  // numbers, where numbers mostly are
      for (std::size_t n = 1 + below(4); n > 0 && bytes.size() >= 4; --n) {
        const std::uint32_t bits = kBits[below(std::size(kBits))];
        std::memcpy(bytes.data() + below(bytes.size() / 4) * 4, &bits, sizeof bits);
      }
    }
  }
}

}  // namespace

std::optional<std::vector<std::byte>> mutateBinary(std::span<const std::byte> file, std::uint32_t seed,
                                                   std::size_t maxSize) {
  Diagnostics ignored;
  if (!gltf::looksLikeGlb(file)) return std::nullopt;
  const Result<gltf::Glb> glb = gltf::parseGlb(file, ignored);
  if (!glb) return std::nullopt;
  std::minstd_rand random = randomOf(seed);
  std::vector<gltf::GlbChunk> chunks = glb->chunks;
  if (chunks.empty()) chunks.push_back({gltf::kGlbBin, {}});
  gltf::GlbChunk& chunk = chunks[random() % chunks.size()];
  std::vector<std::byte> bytes(chunk.bytes.begin(), chunk.bytes.end());
  do {
    changeBytes(bytes, random);
  } while (random() % 3 == 0);
  chunk.bytes = bytes;
  Result<std::vector<std::byte>> out = gltf::writeGlb(glb->json, chunks);
  if (!out || out->size() > maxSize) return std::nullopt;
  return *std::move(out);
}

std::optional<std::vector<std::byte>> breakContainer(std::span<const std::byte> file, std::uint32_t seed,
                                                     std::size_t maxSize) {
  constexpr std::size_t kHeader = 12, kChunkHeader = 8;
  if (!gltf::looksLikeGlb(file) || file.size() < kHeader + kChunkHeader || file.size() > maxSize)
    return std::nullopt;
  std::minstd_rand random = randomOf(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::vector<std::byte> out(file.begin(), file.end());
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, out.data() + at, sizeof value);
    return value;
  };
  // Where the chunks start, as far as their lengths lead.
  std::vector<std::size_t> starts;
  for (std::size_t at = kHeader; at + kChunkHeader <= out.size();
       at += kChunkHeader + std::size_t{number(at)})
    starts.push_back(at);
  const std::size_t chunk = starts[below(starts.size())];
  const std::size_t fields[] = {0, 4, 8, chunk, chunk + 4};  // magic, version, length; length, type
  const std::size_t field = fields[below(std::size(fields))];
  switch (below(6)) {
    case 0:
      out.resize(1 + below(out.size()));
      break;
    case 1:
      out.resize(std::min(maxSize, out.size() + 1 + below(16)));
      break;
    case 2: {  // a chunk twice, in a file that says how long it is
      const std::size_t end = std::min(out.size(), chunk + kChunkHeader + std::size_t{number(chunk)});
      const std::vector<std::byte> copy(out.begin() + static_cast<std::ptrdiff_t>(chunk),
                                        out.begin() + static_cast<std::ptrdiff_t>(end));
      if (out.size() + copy.size() > maxSize) return std::nullopt;
      out.insert(out.end(), copy.begin(), copy.end());
      const auto size = static_cast<std::uint32_t>(out.size());
      std::memcpy(out.data() + 8, &size, sizeof size);
      break;
    }
    default: {
      const std::uint32_t old = number(field);
      const std::uint32_t values[] = {
          old + 1,        old - 1,      old + 4, old - 4, 0, ~0u, 0x80000000u, old ^ (1u << below(32)),
          gltf::kGlbJson, gltf::kGlbBin};
      const std::uint32_t value = values[below(std::size(values))];
      std::memcpy(out.data() + field, &value, sizeof value);
    }
  }
  return out;
}

std::vector<std::byte> mutateInput(std::span<const std::byte> input, std::size_t modelStart,
                                   std::uint32_t seed, const MutateOptions& options) {
  const std::span<const std::byte> head = input.first(modelStart), model = input.subspan(modelStart);
  const std::size_t room = options.maxSize - std::min(options.maxSize, modelStart);
  std::optional<std::vector<std::byte>> changed;
  switch (seed % 16) {
    case 0:
      break;
    case 1:
      changed = breakContainer(model, seed / 16, room);
      break;
    case 2:
    case 3:
      changed = mutateBinary(model, seed / 16, room);
      break;
    default:
      changed = mutateModel(model, seed / 16, {.words = options.words, .maxSize = room});
  }
  std::vector<std::byte> out;
  if (changed) {
    out.assign(head.begin(), head.end());
    out.insert(out.end(), changed->begin(), changed->end());
  } else {
    out.assign(input.begin(), input.end());
    std::minstd_rand random = randomOf(seed);
    changeBytes(out, random);
    out.resize(std::min(out.size(), options.maxSize));
  }
  return out;
}

std::optional<std::vector<std::byte>> crossModels(std::span<const std::byte> file,
                                                  std::span<const std::byte> other, std::uint32_t seed,
                                                  const MutateOptions& options) {
  Model model, giver;
  if (!open(file, model) || !open(other, giver)) return std::nullopt;
  Mutator mutator(*model.json, seed, options);
  do {
    mutator.take(giver.json->root());
  } while (mutator.oneIn(3));
  return save(model, options.maxSize);
}

}  // namespace vrm::fuzz
