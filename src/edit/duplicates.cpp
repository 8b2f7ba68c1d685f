// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/duplicates.hpp"

#include <algorithm>

#include "vrm/gltf/edit.hpp"

namespace vrm::edit {

using gltf::Json;
using gltf::JsonValue;
using gltf::Kind;

std::string textWithout(const JsonValue& object, std::initializer_list<std::string_view> keys) {
  std::string out;
  for (const gltf::JsonMember& member : object.members()) {
    if (std::find(keys.begin(), keys.end(), member.key.string()) != keys.end()) continue;
    out += Json::write(member.key) + ":" + Json::write(member.value) + ",";
  }
  return out;
}

std::vector<bool> animatedElements(const gltf::Document& document, Kind kind) {
  std::vector<bool> out(countOf(document, kind));
  // Nothing is changed.
  gltf::visitReferences(const_cast<JsonValue&>(document.root()), [&](const gltf::ReferenceSite& site) {
    if (site.rule.target != Kind::Pointer) return;
    const std::optional<gltf::Target> target = gltf::targetOf(site);
    if (target && target->kind == kind && target->index < out.size()) out[target->index] = true;
  });
  return out;
}

Result<std::uint32_t> replaceElements(gltf::Document& document, Kind kind,
                                      std::span<const std::uint32_t> first, Diagnostics& diagnostics) {
  std::vector<gltf::Element> gone;
  for (std::uint32_t i = 0; i < first.size(); ++i) {
    if (first[i] != i) gone.push_back({kind, i});
  }
  if (gone.empty()) return 0u;
  Json& json = document.editJson();
  gltf::visitReferences(json.editRoot(), [&](const gltf::ReferenceSite& site) {
    if (site.rule.target != kind) return;
    const bool bind = kind == Kind::Material && site.rule.pattern.starts_with("/extensions/VRMC_vrm/");
    const std::optional<std::uint32_t> index = site.value.index();
    if (bind || !index || *index >= first.size() || first[*index] == *index) return;
    site.value = json.number(first[*index]);
  });
  if (Result<void> done = gltf::removeElements(document, gone, diagnostics); !done)
    return std::move(done).error();
  return static_cast<std::uint32_t>(gone.size());
}

}  // namespace vrm::edit
