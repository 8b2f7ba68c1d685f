// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "validate/check_members.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "gltf/place.hpp"
#include "gltf/texts.hpp"
#include "validate/member_rules.hpp"
#include "validate/subject.hpp"
#include "vrm/base/number.hpp"
#include "vrm/schema/version.hpp"

namespace vrm::checks {
namespace {

using gltf::JsonMember;
using gltf::JsonType;
using gltf::JsonValue;
using gltf::Place;

std::string_view typeName(const JsonValue& value) {
  switch (value.type()) {
    case JsonType::Null:
      return "null";
    case JsonType::False:
    case JsonType::True:
      return "a boolean";
    case JsonType::Number:
      return "a number";
    case JsonType::String:
      return "a string";
    case JsonType::Array:
      return "an array";
    case JsonType::Object:
      break;
  }
  return "an object";
}

std::string wanted(const ValueRule& rule) {
  switch (rule.kind) {
    case ValueKind::Boolean:
      return "a boolean";
    case ValueKind::String:
      return "a string";
    case ValueKind::Number:
      return "a number";
    case ValueKind::Integer:
      return "a whole number";
    case ValueKind::List:
      return "an array";
    case ValueKind::Any:
    case ValueKind::Index:
    case ValueKind::Object:
    case ValueKind::Map:
      break;
  }
  return "an object";
}

std::string joined(const std::vector<std::string_view>& choices) {
  std::string out;
  for (const std::string_view choice : choices) out += (out.empty() ? "" : ", ") + std::string(choice);
  return out;
}

// Digits and a point, and few of them.
bool isSurelyFinite(std::string_view spelling) {
  if (spelling.empty() || spelling.size() > 40) return false;
  bool exponent = false;
  for (const char c : spelling) exponent = exponent || c == 'e' || c == 'E';
  return !exponent;
}

class MemberChecker {
 public:
  MemberChecker(const gltf::Document& document, Diagnostics& diagnostics, KnownMembers& known)
      : root_(document.root()),
        diagnostics_(diagnostics),
        known_(known),
        draft_(findVersion(document).version == VrmVersion::Draft) {}

  void check() { checkObject(root_, objectRules()[0], Place()); }

 private:
  // Recursion goes as deep as the rules do, whatever the file has.
  void checkObject(const JsonValue& object, const ObjectRule& rule, const Place& place) {
    std::size_t required = 0;
    for (const JsonMember& member : object.members()) {
      const std::string_view key = member.key.string();
      if (key == "extras") continue;
      if (key == "extensions") {
        checkExtensions(member.value, rule, place / key);
        continue;
      }
      const auto found = find(rule.members, key);
      if (found) {
        required += found->required;
        checkValue(member.value, found->value, place / key);
      } else if (!rule.open) {
        report(Code::MemberUnknown, place / key,
               [&] { return inQuotes(key) + " is no member of " + std::string(rule.name); });
      }
    }
    // A key that is there twice counts twice: then somebody has to look.
    if (required != rule.required) checkRequired(object, rule, place);
  }

  void checkRequired(const JsonValue& object, const ObjectRule& rule, const Place& place) {
    for (const MemberRule& member : rule.members) {
      if (member.required && !object.has(member.name)) {
        report(Code::GltfMissing, place / member.name,
               [&] { return "\"" + std::string(member.name) + "\" is missing"; });
      }
    }
  }

  void checkExtensions(const JsonValue& extensions, const ObjectRule& rule, const Place& place) {
    if (!extensions.isObject()) {
      report(Code::GltfType, place,
             [&] { return std::string(typeName(extensions)) + ", must be an object"; });
    }
    for (const JsonMember& member : extensions.members()) {
      const std::string_view name = member.key.string();
      const bool draft = isDraft(name, member.value);
      bool known = false;
      for (const MemberRule& extension : rule.extensions) {
        known = known || extension.name == name;
        if (extension.name == name && extension.draft == draft)
          checkValue(member.value, extension.value, place / name);
      }
      if (known) continue;
      if (!member.value.isObject()) {
        report(Code::GltfType, place / name,
               [&] { return std::string(typeName(member.value)) + ", must be an object"; });
      }
      if (hasAPlace(name)) {
        // Drafts of VRM extensions may have had another place for them.
        report(name.starts_with("VRM") ? Code::MemberUnknown : Code::GltfExtensionPlace, place / name,
               [&] { return inQuotes(name) + " is no extension of " + std::string(rule.name); });
      }
    }
  }

  // The rules know where it belongs.
  static bool hasAPlace(std::string_view extension) {
    static const std::set<std::string_view> names = [] {
      std::set<std::string_view> out = {"KHR_mesh_quantization"};  // which has no object anywhere
      for (const ObjectRule& rule : objectRules())
        for (const MemberRule& member : rule.extensions) out.insert(member.name);
      return out;
    }();
    return names.contains(extension);
  }

  // Drafts have other members under the same names (the recognition table).
  bool isDraft(std::string_view extension, const JsonValue& value) const {
    if (extension == "VRMC_vrm") return draft_;
    if (extension != "VRMC_node_constraint") return false;
    const JsonValue* const inner = value.find("constraint");
    for (const JsonValue* at : {inner, &value}) {
      if (!at) continue;
      for (const JsonMember& kind : at->members()) {
        if (kind.key.string() == "position") return true;
        for (const char* key :
             {"sourceSpace", "destinationSpace", "freezeAxes", "axes", "aimVector", "upVector"}) {
          if (kind.value.has(key)) return true;
        }
      }
    }
    return false;
  }

  void checkValue(const JsonValue& value, const ValueRule& rule, const Place& place) {
    switch (rule.kind) {
      case ValueKind::Any:
        return;
      case ValueKind::Index:  // gltf::checkReferences looks at the rest
        if (const std::optional<double> number = value.number(); number && *number < rule.least) {
          report(Code::GltfIndexRange, place, [&] {
            return gltf::shortened(value.spelling()) + " is no index; leave the member out for none";
          });
        }
        return;
      case ValueKind::Object:
        if (rule.orList && value.isArray()) {
          std::uint32_t i = 0;
          for (const JsonValue& element : value.elements()) {
            element.isObject() ? checkObject(element, objectRules()[rule.type], place / i)
                               : wrongType(element, rule, place / i);
            ++i;
          }
          return;
        }
        if (!value.isObject()) return wrongType(value, rule, place);
        if (rule.type != kNoType) checkObject(value, objectRules()[rule.type], place);
        return;
      case ValueKind::Boolean:
        if (!value.isBool()) wrongType(value, rule, place);
        return;
      case ValueKind::String:
        return checkString(value, rule, place);
      case ValueKind::Number:
      case ValueKind::Integer:
        return checkNumber(value, rule, place);
      case ValueKind::List:
        return checkList(value, rule, place);
      case ValueKind::Map:
        if (!value.isObject()) return wrongType(value, rule, place);
        for (const JsonMember& member : value.members()) {
          const std::string_view key = member.key.string();
          if (key != "extras" && key != "extensions") checkValue(member.value, rule.inner[0], place / key);
        }
        return;
    }
  }

  void wrongType(const JsonValue& value, const ValueRule& rule, const Place& place) {
    report(Code::GltfType, place, [&] { return std::string(typeName(value)) + ", must be " + wanted(rule); });
  }

  void checkString(const JsonValue& value, const ValueRule& rule, const Place& place) {
    if (!value.isString()) return wrongType(value, rule, place);
    const auto& choices = rule.choices;
    if (choices.empty() || std::find(choices.begin(), choices.end(), value.string()) != choices.end()) return;
    report(Code::GltfValue, place,
           [&] { return inQuotes(value.string()) + " is none of " + joined(choices); });
  }

  void checkNumber(const JsonValue& value, const ValueRule& rule, const Place& place) {
    // Most numbers are right as they are spelled, and need not be read for that.
    const std::string_view spelling = value.spelling();
    if (rule.free() && isSurelyFinite(spelling)) return;
    if (std::find(rule.choices.begin(), rule.choices.end(), spelling) != rule.choices.end()) return;
    const std::optional<double> number = value.number();
    if (!number || (rule.kind == ValueKind::Integer && *number != std::floor(*number)))
      return wrongType(value, rule, place);
    if (!rule.choices.empty()) {
      const auto same = [&](std::string_view choice) { return parseDouble(choice) == number; };
      if (std::none_of(rule.choices.begin(), rule.choices.end(), same)) {
        report(Code::GltfValue, place,
               [&] { return gltf::shortened(value.spelling()) + " is none of " + joined(rule.choices); });
      }
    } else if (rule.above ? !(*number > rule.least) : *number < rule.least) {
      report(Code::GltfValue, place, [&] {
        return gltf::shortened(value.spelling()) + " is too small, must be " +
               (rule.above ? "above " : "at least ") + formatDouble(rule.least);
      });
    } else if (*number > rule.most) {
      report(Code::GltfValue, place, [&] {
        return gltf::shortened(value.spelling()) + " is too large, must be at most " +
               formatDouble(rule.most);
      });
    }
  }

  void checkList(const JsonValue& value, const ValueRule& rule, const Place& place) {
    if (!value.isArray()) return wrongType(value, rule, place);
    const double size = value.size();
    if (size < rule.least || size > rule.most) {
      report(Code::GltfValue, place, [&] {
        const std::string has =
            value.size() == 0 ? "is empty" : "has " + std::to_string(value.size()) + " elements";
        if (rule.least == rule.most) return has + ", must have " + formatDouble(rule.least);
        return size < rule.least ? has + ", must have at least " + formatDouble(rule.least)
                                 : has + ", must have at most " + formatDouble(rule.most);
      });
    }
    std::uint32_t i = 0;
    for (const JsonValue& element : value.elements()) checkValue(element, rule.inner[0], place / i++);
  }

  // `message` makes it: most findings of a hostile file are only counted.
  template <class Message>
  void report(Code code, const Place& place, Message&& message) {
    if (isAboutAMember(code)) known_.add(place);
    if (!diagnostics_.counted(code)) diagnostics_.add(code, place.pointer(), message());
  }

  static const MemberRule* find(const std::vector<MemberRule>& rules, std::string_view name) {
    const auto found = std::find_if(rules.begin(), rules.end(), [&](const MemberRule& r) {
      return r.name.size() == name.size() && r.name.front() == name.front() && r.name == name;
    });
    return found == rules.end() ? nullptr : &*found;
  }

  const JsonValue& root_;
  Diagnostics& diagnostics_;
  KnownMembers& known_;
  bool draft_;
};

}  // namespace

void checkMembers(const gltf::Document& document, Diagnostics& diagnostics, KnownMembers& known) {
  MemberChecker(document, diagnostics, known).check();
}

}  // namespace vrm::checks
