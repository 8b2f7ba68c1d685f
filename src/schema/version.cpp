// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/schema/version.hpp"

#include <algorithm>
#include <initializer_list>

namespace vrm {
namespace {

using gltf::Json;
using gltf::JsonValue;

bool hasAny(const JsonValue& object, std::initializer_list<std::string_view> pointers) {
  return std::any_of(pointers.begin(), pointers.end(),
                     [&](std::string_view pointer) { return Json::at(object, pointer) != nullptr; });
}

// The draft is told by its members, whatever its specVersion says (recognition table, row 2).
bool isDraft(const JsonValue& vrm) {
  return hasAny(vrm, {"/blendShape", "/blendshape", "/lookAt/lookAtType", "/springBone/boneGroups", "/meta/title",
                      "/meta/author", "/meta/license", "/meta/allowedUser"}) &&
         !hasAny(vrm, {"/expressions", "/meta/name", "/lookAt/type"});
}

std::string_view specVersionOf(const JsonValue& extension) {
  const JsonValue* version = extension.find("specVersion");
  return version ? version->string() : std::string_view();
}

}  // namespace

FoundVersion findVersion(const gltf::Document& document) {
  const JsonValue* extensions = document.root().find("extensions");
  if (!extensions) return {};
  const auto object = [&](std::string_view name) {
    const JsonValue* found = extensions->find(name);
    return found && found->isObject() ? found : nullptr;
  };
  // A file may carry 1.0 and 0.x side by side for older readers; the newer one counts.
  if (const JsonValue* vrm = object("VRMC_vrm")) {
    return {isDraft(*vrm) ? VrmVersion::Draft : VrmVersion::Vrm1, specVersionOf(*vrm)};
  }
  if (const JsonValue* vrm = object("VRM")) return {VrmVersion::Vrm0, specVersionOf(*vrm)};
  if (const JsonValue* animation = object("VRMC_vrm_animation")) {
    return {VrmVersion::Animation, specVersionOf(*animation)};
  }
  return {};
}

std::string_view name(VrmVersion version) noexcept {
  switch (version) {
    case VrmVersion::Vrm0:
      return "VRM 0.x";
    case VrmVersion::Draft:
      return "VRM 1.0 draft";
    case VrmVersion::Vrm1:
      return "VRM 1.0";
    case VrmVersion::Animation:
      return "VRM animation";
    case VrmVersion::None:
      break;
  }
  return "glTF";
}

}  // namespace vrm
