// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <array>
#include <cmath>

#include "edit/all_or_nothing.hpp"
#include "edit/avatar_in_file.hpp"
#include "gltf/texts.hpp"
#include "vrm/base/number.hpp"
#include "vrm/edit/edit.hpp"
#include "vrm/gltf/edit.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;

// A member of spring joints; numbers out of the range make no sense (VRMC_springBone schema).
struct SpringMember {
  std::string_view key;
  std::string_view old;  // of 0.x
  double least, most;
};
constexpr double kHuge = 1e6;
constexpr SpringMember kSpringMembers[] = {
    {"stiffness", "stiffiness", 0, kHuge},
    {"gravityPower", "gravityPower", -kHuge, kHuge},
    {"dragForce", "dragForce", 0, 1},
    {"hitRadius", "hitRadius", 0, kHuge},
};

Error wrongValue(std::string message) {
  return Error{Code::GltfValue, std::move(message), "", kNoOffset};
}

// Where the springs of that name are in the file; 0.x and drafts say several chains with one group.
Result<std::vector<std::string>> springPointers(const AvatarInFile& avatar, std::string_view name) {
  const std::vector<schema::Spring>& springs = avatar.vrm.springBone.springs;
  std::vector<std::string> out, names;
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const bool wanted = name == "*" || springs[i].name == name || name == "#" + std::to_string(i);
    if (wanted) out.push_back(avatar.origins.springs[i]);
    names.push_back(springs[i].name.empty() ? "#" + std::to_string(i) : springs[i].name);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (out.empty())
    return wrongValue("no spring is called " + gltf::inQuotes(name) + "; there are " + listed(names));
  return out;
}

std::optional<float> parseNumber(std::string_view text) {
  const std::optional<double> value = parseDouble(text);
  if (!value || !std::isfinite(*value) || std::abs(*value) > kHuge) return std::nullopt;
  return static_cast<float>(*value);
}

std::optional<std::array<float, 3>> parseDirection(std::string_view text) {
  std::array<float, 3> out{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t comma = i < 2 ? text.find(',') : text.size();
    if (comma == std::string_view::npos) return std::nullopt;
    const std::optional<float> part = parseNumber(text.substr(0, comma));
    if (!part) return std::nullopt;
    out[i] = *part;
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return out;
}

}  // namespace

Result<void> removeExpression(gltf::Document& edited, std::string_view name) {
  return allOrNothing(edited, [&](gltf::Document& document) -> Result<void> {
    const Result<AvatarInFile> avatar = AvatarInFile::read(document);
    if (!avatar) return avatar.error();
    const auto at = avatar->origins.expressions.find(name);
    if (at == avatar->origins.expressions.end()) {
      std::vector<std::string> names;
      for (const schema::Expression& expression : avatar->vrm.expressions.list)
        names.push_back(expression.name);
      return wrongValue("no expression is called " + gltf::inQuotes(name) + "; there are " + listed(names));
    }
    const std::string& pointer = at->second.pointer;
    const std::size_t cut = pointer.rfind('/');
    JsonValue& owner = editAt(document, pointer.substr(0, cut));
    const JsonValue* doomed = Json::at(document.root(), pointer);
    if (!doomed) doomed = owner.find(name);  // pointers cut keys of more than 200 bytes
    Json& json = document.editJson();
    if (owner.isArray()) {
      json.eraseElements(owner, [&](const JsonValue& value) { return &value == doomed; });
    } else {
      json.eraseMembers(owner, [&](const gltf::JsonMember& member) { return &member.value == doomed; });
    }
    return {};
  });
}

Result<void> setSpring(gltf::Document& edited, std::string_view spring, std::string_view member,
                       std::string_view value) {
  return allOrNothing(edited, [&](gltf::Document& document) -> Result<void> {
    const Result<AvatarInFile> avatar = AvatarInFile::read(document);
    if (!avatar) return avatar.error();
    const Result<std::vector<std::string>> pointers = springPointers(*avatar, spring);
    if (!pointers) return pointers.error();
    const auto known = std::find_if(std::begin(kSpringMembers), std::end(kSpringMembers),
                                    [&](const SpringMember& m) { return m.key == member; });
    const bool direction = member == "gravityDir";
    if (known == std::end(kSpringMembers) && !direction) {
      return wrongValue("springs have no " + gltf::shortened(member) +
                        "; they have stiffness, gravityPower, gravityDir, dragForce, hitRadius");
    }
    Json& json = document.editJson();
    JsonValue stored;
    const bool old = avatar->vrm.version == VrmVersion::Vrm0;
    if (direction) {
      const std::optional<std::array<float, 3>> way = parseDirection(value);
      if (!way) return wrongValue("gravityDir is three numbers, as 0,-1,0");
      stored = json.numbers(*way);
      if (old) {  // Unity's words
        stored = json.object();
        for (std::size_t i = 0; i < 3; ++i)
          json.set(stored, std::string_view("xyz").substr(i, 1), json.number((*way)[i]));
      }
    } else {
      const std::optional<float> number = parseNumber(value);
      const double size = number ? static_cast<double>(*number) : 0;
      if (!number || size < known->least || size > known->most) {
        return wrongValue(std::string(member) + " is a number from " + formatDouble(known->least) + " to " +
                          formatDouble(known->most) + ", not " + gltf::inQuotes(value));
      }
      stored = json.number(*number);
    }
    const std::string_view key = !direction && old ? known->old : member;
    for (const std::string& pointer : *pointers) {
      JsonValue& owner = editAt(document, pointer);
      JsonValue* joints = owner.find("joints");
      if (!joints) {
        json.set(owner, key, json.copy(stored));
        continue;
      }
      for (JsonValue& joint : joints->elements()) {
        if (joint.isObject()) json.set(joint, key, json.copy(stored));
      }
    }
    return {};
  });
}

Result<void> removeUnused(gltf::Document& edited, Diagnostics& diagnostics) {
  return allOrNothing(edited, [&](gltf::Document& document) -> Result<void> {
    // What uses something before what is used.
    for (const gltf::Kind kind :
         {gltf::Kind::Mesh, gltf::Kind::Skin, gltf::Kind::Camera, gltf::Kind::Material, gltf::Kind::Texture,
          gltf::Kind::Sampler, gltf::Kind::Image, gltf::Kind::Accessor}) {
      if (Result<void> done = gltf::removeUnused(document, kind, diagnostics); !done) return done;
    }
    return gltf::compact(document, diagnostics);
  });
}

}  // namespace vrm::edit
