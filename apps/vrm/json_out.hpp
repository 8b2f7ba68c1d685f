// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "vrm/vrm.hpp"

namespace vrm::cli {

// Makes JSON of the library's values, so that one kind of value looks the same in the output of every verb: absent
// indices and values are null, enumerations are their standard's words.
class JsonOut {
 public:
  using Value = gltf::JsonValue;
  using Member = std::pair<std::string_view, Value>;

  explicit JsonOut(gltf::Json& json) : json_(json) {}

  template <class T>
  requires std::is_arithmetic_v<T> Value of(T value) {
    if constexpr (std::is_same_v<T, bool>) {
      return json_.boolean(value);
    } else if constexpr (std::is_floating_point_v<T>) {
      return json_.number(value);
    } else if constexpr (std::is_signed_v<T>) {
      return json_.number(static_cast<double>(value));
    } else {
      return json_.number(static_cast<std::uint64_t>(value));
    }
  }
  Value of(std::string_view text) { return json_.string(text); }
  template <class E>
  requires std::is_enum_v<E> Value of(E value) { return of(name(value)); }
  Value of(Vec2 v) { return numbers(std::array{v.x, v.y}); }
  Value of(Vec3 v) { return numbers(std::array{v.x, v.y, v.z}); }
  Value of(Vec4 v) { return numbers(std::array{v.x, v.y, v.z, v.w}); }
  Value of(Quat q) { return numbers(std::array{q.x, q.y, q.z, q.w}); }
  template <class Tag>
  Value of(Index<Tag> index) {
    return index ? of(index.value) : Value();
  }
  template <class T>
  Value of(const std::optional<T>& value) {
    return value ? of(*value) : Value();
  }
  template <class T>
  Value of(const std::vector<T>& values) {
    return list(values, [this](const T& value) { return of(value); });
  }
  Value orNull(std::string_view text) { return text.empty() ? Value() : of(text); }
  // A member that means something only sometimes.
  template <class T>
  Value onlyIf(bool applies, const T& value) {
    return applies ? of(value) : Value();
  }

  template <class Range, class Make>
  Value list(const Range& range, Make make) {
    Value array = json_.array();
    for (const auto& entry : range) json_.append(array, make(entry));
    return array;
  }
  Value object(std::initializer_list<Member> members = {}) {
    Value made = json_.object();
    add(made, members);
    return made;
  }
  void add(Value& object, std::initializer_list<Member> members) {
    for (const Member& member : members) json_.set(object, member.first, member.second);
  }

 private:
  template <std::size_t N>
  Value numbers(const std::array<float, N>& values) {
    return json_.numbers(values);
  }

  gltf::Json& json_;
};

}  // namespace vrm::cli
