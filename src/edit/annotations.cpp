// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/annotations.hpp"

#include <algorithm>
#include <set>

#include "edit/copy_budget.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;

// Reader and writer agree on these; the first that is there counts.
constexpr std::string_view kTypeKeys[] = {"type", "firstPersonType", "firstPersonFlag"};

std::string_view typeKeyOf(const JsonValue& annotation, VrmVersion version) {
  for (const std::string_view key : kTypeKeys) {
    if (annotation.has(key)) return key;
  }
  return version == VrmVersion::Vrm1 ? "type" : "firstPersonFlag";
}

// VRM 0.x writes the names as Unity does: "ThirdPersonOnly".
std::string spelled(FirstPersonType type, VrmVersion version) {
  std::string text(name(type));
  if (version == VrmVersion::Vrm0) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

Annotations::Annotations(const gltf::Document& document, const gltf::Asset& asset, VrmVersion version)
    : asset_(asset),
      version_(version),
      pointer_(std::string("/extensions/") + (version == VrmVersion::Vrm0 ? "VRM" : "VRMC_vrm") +
               "/firstPerson/meshAnnotations"),
      byNode_(version == VrmVersion::Vrm1) {
  const JsonValue* list = Json::at(document.root(), pointer_);
  if (!list) return;
  const std::span<const JsonValue> all = list->elements();
  // Later drafts name nodes already.
  byNode_ = byNode_ || std::any_of(all.begin(), all.end(), [](const JsonValue& a) { return a.has("node"); });
}

Result<void> Annotations::replace(gltf::Document& document,
                                  const std::map<std::uint32_t, std::vector<NewAnnotation>>& news) const {
  Json& json = document.editJson();
  const std::string_view key = byNode_ ? "node" : "mesh";
  const auto made = [&](JsonValue annotation, const NewAnnotation& what) {
    if (byNode_) json.remove(annotation, "mesh");
    json.set(annotation, key, json.number(what.target));
    json.set(annotation, typeKeyOf(annotation, version_), json.string(spelled(what.type, version_)));
    return annotation;
  };

  std::vector<std::vector<std::uint32_t>> nodesOf(asset_.meshes.size());
  for (std::uint32_t i = 0; i < asset_.nodes.size(); ++i) {
    if (asset_.nodes[i].mesh) nodesOf[asset_.nodes[i].mesh.value].push_back(i);
  }
  // What an annotation counts for, of what is to have new ones.
  std::set<std::uint32_t> annotated;
  const auto countsFor = [&](const JsonValue& annotation) {
    std::vector<std::uint32_t> out;
    const auto take = [&](std::uint32_t target) {
      if (annotated.insert(target).second && news.contains(target)) out.push_back(target);
    };
    const JsonValue* node = annotation.find("node");
    const JsonValue* named = node ? node : annotation.find("mesh");
    const std::optional<std::uint32_t> index = named ? named->index() : std::nullopt;
    if (!index) return out;
    if (byNode_ && !node) {
      if (*index < nodesOf.size()) std::for_each(nodesOf[*index].begin(), nodesOf[*index].end(), take);
    } else {
      take(*index);
    }
    return out;
  };

  CopyBudget budget(document);
  JsonValue list = json.array();
  std::set<std::uint32_t> written;
  const JsonValue* old = Json::at(json.editRoot(), pointer_);
  std::uint32_t i = 0;
  for (const JsonValue& annotation : old ? old->elements() : std::span<const JsonValue>()) {
    const std::string place = gltf::pointerJoin(pointer_, i++);
    const std::vector<std::uint32_t> targets = countsFor(annotation);
    if (targets.empty()) json.append(list, annotation);
    for (const std::uint32_t target : targets) {
      const std::vector<NewAnnotation>& all = news.at(target);
      if (Result<void> done = budget.take(annotation, place, all.size()); !done) return done;
      for (const NewAnnotation& what : all) json.append(list, made(json.copy(annotation), what));
      written.insert(target);
    }
  }
  for (const auto& [target, all] : news) {
    if (written.contains(target)) continue;
    for (const NewAnnotation& what : all) json.append(list, made(json.object(), what));
  }
  JsonValue& extension = json.memberObject(json.memberObject(json.editRoot(), "extensions"),
                                           version_ == VrmVersion::Vrm0 ? "VRM" : "VRMC_vrm");
  json.set(json.memberObject(extension, "firstPerson"), "meshAnnotations", list);
  return {};
}

}  // namespace vrm::edit
