// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "schema/reader.hpp"

#include <algorithm>

namespace vrm::schema {

void Spellings::note(const Place& place, std::string_view found, std::string_view meaning) {
  if (muted_) return;
  const auto same = [&](const Entry& e) { return e.found == found && e.meaning == meaning; };
  const auto entry = std::find_if(entries_.begin(), entries_.end(), same);
  if (entry != entries_.end()) {
    ++entry->count;
  } else if (entries_.size() < kMaxEntries) {
    entries_.push_back({std::string(found), std::string(meaning), place.pointer(), 1});
  }
}

void Spellings::report(Diagnostics& diagnostics) const {
  for (const Entry& entry : entries_) {
    diagnostics.add(Code::VrmSpelling, entry.pointer,
                    entry.found + " is read as " + entry.meaning +
                        (entry.count > 1 ? ", " + std::to_string(entry.count) + " times" : ""));
  }
}

bool expand(Context& context, const Place& place, std::uint64_t count) {
  if (context.error) return false;
  const std::uint64_t limit = context.document.limits().expandedElements;
  context.expanded += count;
  if (context.expanded <= limit) return true;
  context.error = Error{Code::LimitExpandedElements,
                        "converting the file makes more than " + std::to_string(limit) + " elements, the limit",
                        place.pointer(), kNoOffset};
  return false;
}

Found findSpelling(Context& context, const MemberReader& in, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    const JsonValue* value = in.find(key);
    if (!value) continue;
    if (key != *keys.begin()) context.spellings.note(in.place() / key, key, *keys.begin());
    return {key, value};
  }
  return {*keys.begin(), nullptr};
}

const JsonValue* objectMember(Context& context, const MemberReader& in, std::string_view key) {
  const JsonValue* value = in.find(key);
  if (!value || value->isObject()) return value;
  context.diagnostics.add(Code::GltfType, (in.place() / key).pointer(), std::string(key) + " must be an object");
  return nullptr;
}

void reportOlder(Context& context, const Place& older, std::string_view final) {
  context.diagnostics.add(Code::VrmTwoVersions, older.pointer(),
                          "this stands beside " + std::string(final) + ", which counts");
}

std::optional<Vec3> readVec3(Context& context, const MemberReader& in, std::string_view key) {
  const JsonValue* value = in.find(key);
  if (!value) return std::nullopt;
  if (value->isObject()) {
    const Place place = in.place() / key;
    context.spellings.note(place, "{x, y, z}", "[x, y, z]");
    const MemberReader xyz(*value, place, context.diagnostics);
    return Vec3{xyz.number("x", 0), xyz.number("y", 0), xyz.number("z", 0)};
  }
  float v[3];
  if (!in.numbers(key, v)) return std::nullopt;
  return Vec3{v[0], v[1], v[2]};
}

std::optional<std::size_t> readChoice(Context& context, const MemberReader& in, std::string_view key,
                                      std::span<const std::string_view> names, bool anyCase) {
  const JsonValue* value = in.find(key);
  if (!value) return std::nullopt;
  const std::string_view text = in.string(key);
  if (!value->isString()) return std::nullopt;
  const auto exact = std::find(names.begin(), names.end(), text);
  if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
  if (anyCase) {
    const auto close =
        std::find_if(names.begin(), names.end(), [&](std::string_view name) { return equalIgnoringCase(name, text); });
    if (close != names.end()) {
      context.spellings.note(in.place() / key, text, *close);
      return static_cast<std::size_t>(close - names.begin());
    }
  }
  in.outOfRange(key, *value);
  return std::nullopt;
}

bool equalIgnoringCase(std::string_view a, std::string_view b) noexcept {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace vrm::schema
