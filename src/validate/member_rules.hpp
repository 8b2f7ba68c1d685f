// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

// What the documents say about single members of the JSON: type, range, required or not. member_rules_text.hpp
// and member_rules_gltf.hpp have the rules as text; this is what they become.
namespace vrm::checks {

enum class ValueKind : std::uint8_t { Any, Object, Boolean, String, Number, Integer, Index, List, Map };

inline constexpr std::uint32_t kNoType = ~0u;

struct ValueRule {
  ValueKind kind = ValueKind::Any;
  std::uint32_t type = kNoType;  // Object: the one of objectRules() whose members it has; kNoType: any
  double least = -std::numeric_limits<double>::infinity();  // Number and Integer; of a List its length
  double most = std::numeric_limits<double>::infinity();
  bool above = false;                     // `least` is too little
  bool orList = false;                    // Object: a list of them will do
  std::vector<std::string_view> choices;  // String and Integer: nothing else
  std::vector<ValueRule> inner;           // List and Map: the one rule of what is in it

  // Any number will do.
  bool free() const noexcept {
    constexpr double kAny = std::numeric_limits<double>::infinity();
    return kind == ValueKind::Number && choices.empty() && least == -kAny && most == kAny;
  }
};

struct MemberRule {
  std::string_view name;
  bool required = false;
  bool draft = false;  // an extension as drafts have it
  ValueRule value;
};

struct ObjectRule {
  std::string_view name;
  std::vector<MemberRule> members;
  std::vector<MemberRule> extensions;  // that stand here, if any
  bool open = false;                   // it may have other members too
  std::size_t required = 0;            // how many of the members are
};

// All of them; the first is the root.
std::span<const ObjectRule> objectRules();

}  // namespace vrm::checks
