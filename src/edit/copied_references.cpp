// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/copied_references.hpp"

#include <optional>
#include <string>
#include <vector>

#include "edit/copy_budget.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;

// Not as pointers in text: long keys are cut in those. Lists that grow are never inside each other.
struct NamingPlace {
  JsonValue* list;
  std::uint32_t element;
  std::vector<std::uint32_t> steps;  // from the element to the reference
  std::uint32_t from;
  std::optional<std::string> rest;  // of a JSON pointer
  std::string pointer;              // for messages
};

JsonValue& stepInto(JsonValue& value, std::uint32_t step) {
  return value.isArray() ? value.elements()[step] : value.members()[step].value;
}

}  // namespace

Result<void> nameCopies(gltf::Document& document, gltf::Kind kind, const Copies& copies,
                        const std::function<bool(const gltf::ReferenceSite&, const gltf::Target&)>& wanted) {
  if (copies.empty()) return {};
  std::vector<NamingPlace> places;
  Json& json = document.editJson();
  gltf::visitReferences(json.editRoot(), [&](const gltf::ReferenceSite& site) {
    const std::optional<gltf::Target> target = gltf::targetOf(site);
    if (!target || target->kind != kind || !copies.contains(target->index)) return;
    if (site.owner == 0 || !site.path[site.owner - 1].container->isArray() || !wanted(site, *target)) return;
    const gltf::PathStep& owner = site.path[site.owner - 1];
    NamingPlace place{owner.container, owner.index, {}, target->index, {}, {}};
    for (const gltf::PathStep& step : site.path.subspan(site.owner)) place.steps.push_back(step.index);
    if (site.rule.target == gltf::Kind::Pointer) place.rest = target->rest;
    place.pointer = gltf::pointerOf(site.path.first(site.owner));
    places.push_back(std::move(place));
  });
  CopyBudget budget(document);
  for (const NamingPlace& place : places) {
    const JsonValue& element = place.list->elements()[place.element];
    if (Result<void> done = budget.take(element, place.pointer, copies.count(place.from)); !done) return done;
    const auto [first, last] = copies.equal_range(place.from);
    for (auto copy = first; copy != last; ++copy) {
      JsonValue* value = &json.append(*place.list, json.copy(place.list->elements()[place.element]));
      for (const std::uint32_t step : place.steps) value = &stepInto(*value, step);
      *value = place.rest ? json.string(gltf::pointerJoin(gltf::info(kind).home, copy->second) + *place.rest)
                          : json.number(copy->second);
    }
  }
  return {};
}

}  // namespace vrm::edit
