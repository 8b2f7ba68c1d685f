// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <charconv>

#include "base/memory.hpp"
#include "edit/all_or_nothing.hpp"
#include "edit/avatar_in_file.hpp"
#include "gltf/texts.hpp"
#include "vrm/edit/edit.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;

std::string bonesPointer(const AvatarInFile& avatar) {
  return avatar.extension + "/humanoid/humanBones";
}

void takeBone(Json& json, JsonValue& bones, std::string_view word) {
  if (bones.isObject()) return void(json.remove(bones, word));
  json.eraseElements(bones, [&](const JsonValue& entry) {
    const JsonValue* bone = entry.find("bone");
    return bone && bone->string() == word;
  });
}

}  // namespace

Result<NodeIndex> findNode(const gltf::Document& document, std::string_view text) try {
  const JsonValue* nodes = document.root().find("nodes");
  const std::span<const JsonValue> list = nodes ? nodes->elements() : std::span<const JsonValue>();
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const JsonValue* name = list[i].find("name");
    if (name && name->isString() && name->string() == text) found.push_back(i);
  }
  if (found.size() == 1) return NodeIndex(found[0]);
  const auto wrong = [](std::string message) {
    return Error{Code::GltfValue, std::move(message), "/nodes", kNoOffset};
  };
  if (found.size() > 1) {
    return wrong(std::to_string(found.size()) + " nodes are called " + gltf::inQuotes(text) +
                 ", the first two are " + std::to_string(found[0]) + " and " + std::to_string(found[1]) +
                 ": say which by its number");
  }
  std::uint32_t index = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, index);
  if (error == std::errc() && stop == end && index < list.size()) return NodeIndex(index);
  return wrong("no node has the name or number " + gltf::inQuotes(text) + "; the file has " +
               std::to_string(list.size()) + " (vrm info --json lists them)");
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> assignBone(gltf::Document& edited, HumanBone bone, NodeIndex node) {
  return allOrNothing(edited, [&](gltf::Document& document) -> Result<void> {
    const Result<AvatarInFile> avatar = AvatarInFile::read(document);
    if (!avatar) return avatar.error();
    const JsonValue* nodes = document.root().find("nodes");
    if (node && (!nodes || node.value >= nodes->size()))
      return Error{Code::ApiMisuse, "there is no node " + std::to_string(node.value), "/nodes", kNoOffset};
    for (const HumanBoneInfo& info : allHumanBones()) {
      if (!node || info.bone == bone || avatar->vrm.humanoid[info.bone] != node) continue;
      return Error{Code::VrmBoneDuplicate,
                   "the node is " + std::string(info.name) +
                       " already, and a node is one bone at most: take that away first",
                   gltf::pointerJoin("/nodes", node.value), kNoOffset};
    }
    // Files without any thumb yet get the words of their version (decision 2).
    const bool old = avatar->origins.oldThumbs || avatar->vrm.version == VrmVersion::Vrm0 ||
                     avatar->vrm.version == VrmVersion::Draft;
    const std::string_view word = schema::nameInFile(bone, old);
    Json& json = document.editJson();
    JsonValue& humanoid = json.memberObject(editAt(document, avatar->extension), "humanoid");
    const bool list = avatar->vrm.version == VrmVersion::Vrm0;
    JsonValue& bones =
        list ? json.memberArray(humanoid, "humanBones") : json.memberObject(humanoid, "humanBones");
    if (!node) {
      takeBone(json, bones, word);
      return {};
    }
    if (!list) {
      json.set(json.memberObject(bones, word), "node", json.number(node.value));
      return {};
    }
    for (JsonValue& entry : bones.elements()) {
      const JsonValue* known = entry.find("bone");
      if (!known || known->string() != word) continue;
      json.set(entry, "node", json.number(node.value));
      return {};
    }
    JsonValue entry = json.object();
    json.set(entry, "bone", json.string(word));
    json.set(entry, "node", json.number(node.value));
    json.set(entry, "useDefaultValues", json.boolean(true));
    json.append(bones, entry);
    return {};
  });
}

Result<void> renameBone(gltf::Document& edited, HumanBone bone, std::string_view text) {
  return allOrNothing(edited, [&](gltf::Document& document) -> Result<void> {
    const Result<AvatarInFile> avatar = AvatarInFile::read(document);
    if (!avatar) return avatar.error();
    const NodeIndex node = avatar->vrm.humanoid[bone];
    if (!node) {
      std::vector<std::string> bones;
      for (const HumanBoneInfo& info : allHumanBones()) {
        if (avatar->vrm.humanoid[info.bone]) bones.emplace_back(info.name);
      }
      return Error{Code::VrmBoneMissing,
                   "the avatar has no " + std::string(name(bone)) + "; its bones are " + listed(bones),
                   bonesPointer(*avatar), kNoOffset};
    }
    if (text.empty())
      return Error{Code::GltfValue, "a name is wanted", gltf::pointerJoin("/nodes", node.value) + "/name",
                   kNoOffset};
    Json& json = document.editJson();
    json.set(editAt(document, gltf::pointerJoin("/nodes", node.value)), "name", json.string(text));
    return {};
  });
}

}  // namespace vrm::edit
