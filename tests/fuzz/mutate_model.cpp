// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "fuzz/mutate_model.hpp"

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
    "-1",   "0",    "1",    "2",     "3",     "0.5",  "-0.5",       "-0.0",       "1.5",        "100",
    "0.01", "90",   "180",  "-180",  "181",   "1e39", "-1e39",      "1e300",      "1e-46",      "3.4028235e38",
    "1e20", "-1e20", "1e-20", "2000", "2999.5", "255", "4294967294", "4294967295", "4294967296", "9007199254740993",
};

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
  std::string pointer;
};

class Mutator {
 public:
  Mutator(Json& json, std::uint32_t seed, const MutateOptions& options)
      : json_(json), options_(options), random_(seed) {}

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
    const Slot part = pick(const_cast<JsonValue&>(otherRoot));
    if (!part.value) return;
    const JsonValue copy = json_.copy(*part.value);
    if (!oneIn(3) && json_.put(part.pointer, copy)) return;
    if (const Slot here = pick(json_.editRoot()); here.value) *here.value = copy;
  }

  bool oneIn(std::uint32_t n) { return below(n) == 0; }
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }

 private:
  // Half of the time any value, else one found by going down at random: that gives short parts of a large file their
  // chance.
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

  static std::vector<Slot> children(JsonValue& parent, const std::string& pointer) {
    std::vector<Slot> out;
    std::uint32_t i = 0;
    for (JsonValue& value : parent.elements()) {
      out.push_back({&value, &parent, nullptr, gltf::pointerJoin(pointer, i++)});
    }
    for (JsonMember& member : parent.members()) {
      out.push_back({&member.value, &parent, &member, gltf::pointerJoin(pointer, member.key.string())});
    }
    return out;
  }

  static std::vector<Slot> slots(JsonValue& root) {
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
  std::string_view word() { return options_.words.empty() ? "name" : options_.words[below(options_.words.size())]; }
  JsonValue number() { return oneIn(4) ? json_.number(below(40)) : fromText(kNumbers[below(std::size(kNumbers))]); }

  JsonValue anything() {
    switch (below(9)) {
      case 0: return JsonValue();
      case 1: return json_.boolean(oneIn(2));
      case 2: return json_.object();
      case 3: return json_.array();
      case 4: return json_.string(word());
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
      default: return number();
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
      std::string text(value.string());
      if (oneIn(8)) {
        text.resize(below(text.size() + 1));
      } else if (oneIn(8)) {
        text += word();
      } else {
        text = oneIn(10) ? "" : word();
      }
      value = json_.string(text);
    } else if (value.isBool()) {
      value = json_.boolean(!value.boolean());
    } else {
      return false;
    }
    return true;
  }

  void changePlace(const Slot& slot) {
    JsonValue& value = *slot.value;
    switch (below(10)) {
      case 0: value = anything(); break;
      case 1: remove(slot); break;
      case 2: swapWithSibling(slot); break;
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
    json_.set(object, key, same.empty() || oneIn(3) ? anything() : json_.copy(*same[below(same.size())].value));
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
};

}  // namespace

std::optional<std::vector<std::byte>> mutateModel(std::span<const std::byte> file, std::uint32_t seed,
                                                  const MutateOptions& options) {
  Model model;
  if (!open(file, model)) return std::nullopt;
  Mutator mutator(*model.json, seed, options);
  do {
    mutator.change();
  } while (mutator.oneIn(3));
  return save(model, options.maxSize);
}

std::optional<std::vector<std::byte>> crossModels(std::span<const std::byte> file, std::span<const std::byte> other,
                                                  std::uint32_t seed, const MutateOptions& options) {
  Model model, giver;
  if (!open(file, model) || !open(other, giver)) return std::nullopt;
  Mutator mutator(*model.json, seed, options);
  do {
    mutator.take(giver.json->root());
  } while (mutator.oneIn(3));
  return save(model, options.maxSize);
}

}  // namespace vrm::fuzz
