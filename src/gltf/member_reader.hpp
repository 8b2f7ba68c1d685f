// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "gltf/place.hpp"
#include "gltf/texts.hpp"
#include "vrm/base/diagnostic.hpp"
#include "vrm/base/index.hpp"
#include "vrm/gltf/json.hpp"

namespace vrm::gltf {

// Calls f(member) for the members that count: of those with the same key the last, as find() has it.
template <class F>
void forEachMember(const JsonValue& object, F&& f) {
  constexpr std::size_t kFew = 32;  // looking for each takes less time than a table
  const std::span<const JsonMember> members = object.members();
  std::unordered_map<std::string_view, const JsonMember*> last;
  if (members.size() > kFew) {
    for (const JsonMember& member : members) last[member.key.string()] = &member;
  }
  for (const JsonMember& member : members) {
    const std::string_view key = member.key.string();
    if (last.empty() ? object.find(key) == &member.value : last.at(key) == &member) f(member);
  }
}

// Reads members of one object. Absent members give the default silently; members of the wrong type or out of range
// give it with a diagnostic. Indices out of range are silent here: checkReferences has reported them.
class MemberReader {
 public:
  MemberReader(const JsonValue& object, const Place& place, Diagnostics& diagnostics)
      : object_(object), place_(place), diagnostics_(diagnostics) {
    if (!object.isObject() && !diagnostics.counted(Code::GltfType))
      diagnostics.add(Code::GltfType, place.pointer(), "this must be an object");
  }

  const JsonValue* find(std::string_view key) const { return object_.find(key); }
  const Place& place() const { return place_; }
  const JsonValue& object() const { return object_; }

  std::string_view string(std::string_view key) const {
    const JsonValue* value = find(key);
    if (!value) return {};
    if (!value->isString()) wrongType(key, "a string");
    return value->string();
  }

  bool boolean(std::string_view key, bool fallback) const {
    const JsonValue* value = find(key);
    if (!value) return fallback;
    if (value->isBool()) return value->boolean();
    wrongType(key, "true or false");
    return fallback;
  }

  float number(std::string_view key, float fallback, float low = -std::numeric_limits<float>::max(),
               float high = std::numeric_limits<float>::max()) const {
    const JsonValue* value = find(key);
    if (!value) return fallback;
    if (!value->isNumber()) return wrongType(key, "a number"), fallback;
    const std::optional<float> n = finite(*value);
    if (!n || *n < low || *n > high) return outOfRange(key, *value), fallback;
    return *n;
  }

  // A number outside the range becomes the nearest one inside.
  float clamped(std::string_view key, float fallback, float low, float high) const {
    const JsonValue* value = find(key);
    if (!value) return fallback;
    if (!value->isNumber()) return wrongType(key, "a number"), fallback;
    const std::optional<float> n = finite(*value);
    if (!n) return outOfRange(key, *value), fallback;
    if (*n >= low && *n <= high) return *n;
    outOfRange(key, *value);
    return *n < low ? low : high;
  }

  std::uint64_t unsignedNumber(std::string_view key, std::uint64_t fallback, std::uint64_t low,
                               std::uint64_t high) const {
    const JsonValue* value = find(key);
    if (!value) return fallback;
    if (!value->isNumber()) return wrongType(key, "a whole number"), fallback;
    const std::optional<double> n = value->number();
    if (!n || *n < static_cast<double>(low) || *n > static_cast<double>(high) ||
        static_cast<double>(static_cast<std::uint64_t>(*n)) != *n) {
      return outOfRange(key, *value), fallback;
    }
    return static_cast<std::uint64_t>(*n);
  }

  // Fills `out` when the member is an array of exactly that many finite numbers; leaves rubbish there otherwise.
  bool numbers(std::string_view key, std::span<float> out) const {
    const JsonValue* value = find(key);
    if (!value) return false;
    if (!value->isArray() || value->size() != out.size()) {
      wrongType(key, "an array of " + std::to_string(out.size()) + " numbers");
      return false;
    }
    const std::span<const JsonValue> elements = value->elements();
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::optional<float> n = finite(elements[i]);
      if (!n) {
        wrongType(key, "an array of " + std::to_string(out.size()) + " numbers that fit into a float");
        return false;
      }
      out[i] = *n;
    }
    return true;
  }

  template <class I>
  I index(std::string_view key, std::size_t count) const {
    const JsonValue* value = find(key);
    const std::optional<std::uint32_t> i = value ? value->index() : std::nullopt;
    return i && *i < count ? I(*i) : I();
  }

  std::span<const JsonValue> array(std::string_view key) const {
    const JsonValue* value = find(key);
    if (!value) return {};
    if (!value->isArray()) wrongType(key, "an array");
    return value->elements();
  }

  // Nothing for what is not a number or does not fit into a float. The shortest text of the largest float is a number
  // a little above it, so what rounds to it fits.
  static std::optional<float> finite(const JsonValue& value) {
    const std::optional<double> n = value.number();
    constexpr float kMax = std::numeric_limits<float>::max();
    constexpr double kRoundsToMax = static_cast<double>(kMax) + 0x1p103;
    if (!n || *n <= -kRoundsToMax || *n >= kRoundsToMax) return std::nullopt;
    if (*n > static_cast<double>(kMax)) return kMax;
    if (*n < static_cast<double>(-kMax)) return -kMax;
    return static_cast<float>(*n);
  }

  void missing(std::string_view key, std::string_view consequence) const {
    if (diagnostics_.counted(Code::GltfMissing)) return;
    diagnostics_.add(Code::GltfMissing, (place_ / key).pointer(),
                     std::string(key) + " is missing; " + std::string(consequence));
  }
  void outOfRange(std::string_view key, const JsonValue& value) const {
    if (diagnostics_.counted(Code::GltfValue)) return;
    diagnostics_.add(Code::GltfValue, (place_ / key).pointer(),
                     shortened(value.isNumber()   ? value.spelling()
                               : value.isString() ? value.string()
                                                  : std::string_view("this")) +
                         " is not a legal value for " + std::string(key));
  }

 private:
  void wrongType(std::string_view key, const std::string& expected) const {
    if (diagnostics_.counted(Code::GltfType)) return;
    diagnostics_.add(Code::GltfType, (place_ / key).pointer(), std::string(key) + " must be " + expected);
  }

  const JsonValue& object_;
  const Place& place_;
  Diagnostics& diagnostics_;
};

}  // namespace vrm::gltf
