// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/edit.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/memory.hpp"
#include "gltf/hidden_members.hpp"
#include "gltf/json_or_nothing.hpp"
#include "gltf/remap.hpp"

namespace vrm::gltf {
namespace {

Result<void> checkKind(Kind kind) {
  if (kind != Kind::AnimationSampler && kind != Kind::Pointer) return {};
  return Error{Code::ApiMisuse, "this kind has no array of its own in the file", "", kNoOffset};
}

// Works out what a removal takes along, then removes it in one sweep.
class Remover {
 public:
  // Only `sweep` changes anything; until then the document must not count as edited.
  explicit Remover(Document& document) : document_(document), root_(const_cast<JsonValue&>(document.root())) {
    for (std::size_t k = 0; k < kKindCount; ++k) {
      homes_[k] = const_cast<JsonValue*>(homeArray(root_, static_cast<Kind>(k)));
      doomed_[k].resize(homes_[k] ? homes_[k]->size() : 0);
    }
    buryHidden();
  }

  Result<void> doom(const Element& element) {
    if (Result<void> fits = checkKind(element.kind); !fits) return fits;
    const std::size_t count = doomed_[at(element.kind)].size();
    if (element.index >= count) {
      return Error{Code::GltfIndexRange,
                   outOfRange(element.kind, element.index, count),
                   std::string(info(element.kind).home), kNoOffset};
    }
    doomElement(element.kind, element.index);
    return {};
  }

  // Follows references until nothing more falls. Every round but the last dooms something, so it ends.
  Result<void> spread() {
    std::optional<Error> refusal;
    do {
      changed_ = false;
      visitReferences(root_, [&](const ReferenceSite& site) {
        if (refusal || vanishes(site.path)) return;
        const std::optional<Target> target = targetOf(site);
        if (!target) return;
        const std::vector<bool>& doomed = doomed_[at(target->kind)];
        if (target->index >= doomed.size() || !doomed[target->index]) return;
        // An animation of an animation is not worth following: a file could chain them without end.
        if (site.rule.target == Kind::Pointer && target->kind == Kind::Animation) return;
        if (site.owner == 0) {
          refusal = Error{Code::EditStillReferenced,
                          std::string(info(target->kind).home) + "/" + std::to_string(target->index) +
                              " cannot be removed while this needs it",
                          pointerOf(site.path), kNoOffset};
          return;
        }
        kill(site.path.first(site.owner));
        killCompanions(site);
      });
      doomEmptied();
    } while (changed_ && !refusal);
    if (refusal) return *std::move(refusal);
    return {};
  }

  void sweep(Diagnostics& diagnostics) {
    IndexMaps maps;
    for (std::size_t k = 0; k < kKindCount; ++k) sweepKind(static_cast<Kind>(k), maps[k], diagnostics);
    while (!wounded_.empty()) {
      const auto deepest = std::prev(wounded_.end());
      const std::vector<Wound> wounds = std::move(deepest->second);
      wounded_.erase(deepest);
      for (const Wound& wound : wounds) clean(wound);
    }
    dropHidden();
    remapReferences(document_, maps);
  }

  // The last step, which cannot fail.
  void dropResources() noexcept {
    for (const Kind kind : {Kind::Buffer, Kind::Image}) {
      std::vector<Document::Resource>& resources = *resourcesOf(document_, kind);
      const std::vector<bool>& doomed = doomed_[at(kind)];
      std::size_t kept = 0;
      for (std::size_t i = 0; i < resources.size(); ++i) {
        if (i >= doomed.size() || !doomed[i]) std::swap(resources[kept++], resources[i]);
      }
      resources.erase(resources.begin() + static_cast<std::ptrdiff_t>(kept), resources.end());
    }
  }

 private:
  // A container that loses children, and how it hangs in the tree.
  struct Wound {
    JsonValue* container;
    std::vector<PathStep> path;  // to the container
  };

  static std::size_t at(Kind kind) { return static_cast<std::size_t>(kind); }

  // What is hidden needs nothing.
  void buryHidden() {
    visitHidden(root_, [&](const JsonValue&, const HiddenValues& values) {
      dead_.insert(values.begin(), values.end());
      return false;
    });
  }
  void dropHidden() {
    visitHidden(root_, [&](JsonValue& object, const HiddenValues& values) {
      document_.editJson().eraseMembers(object, [&](const JsonMember& member) { return values.contains(&member.value); });
      return true;
    });
  }

  void doomElement(Kind kind, std::uint32_t index) {
    // Children go with their node; a list instead of recursion, since files decide how deep a subtree is.
    std::vector<std::uint32_t> pending{index};
    while (!pending.empty()) {
      const std::uint32_t i = pending.back();
      pending.pop_back();
      std::vector<bool>& doomed = doomed_[at(kind)];
      if (i >= doomed.size() || doomed[i]) continue;
      doomed[i] = true;
      changed_ = true;
      if (kind != Kind::Node) continue;
      const JsonValue* children = homes_[at(kind)]->elements()[i].find("children");
      if (!children) continue;
      for (const JsonValue& child : children->elements()) {
        if (child.index()) pending.push_back(*child.index());
      }
    }
  }

  // Some things go with their last part: the schemas demand at least one of it.
  void doomEmptied() {
    struct Whole {
      Kind kind;
      std::string_view parts;
    };
    constexpr Whole kWholes[] = {
        {Kind::Animation, "channels"},              // glTF 2.0 section 5.5
        {Kind::Spring, "joints"},                   // VRMC_springBone.spring.schema
        {Kind::SpringColliderGroup, "colliders"},   // VRMC_springBone.colliderGroup.schema
    };
    for (const Whole& whole : kWholes) {
      const JsonValue* home = homes_[at(whole.kind)];
      for (std::uint32_t i = 0; home && i < home->size(); ++i) {
        const JsonValue* parts = home->elements()[i].find(whole.parts);
        const auto all = parts ? parts->elements() : std::span<const JsonValue>();
        const auto dead = [&](const JsonValue& part) { return dead_.contains(&part); };
        if (!all.empty() && std::all_of(all.begin(), all.end(), dead)) doomElement(whole.kind, i);
      }
    }
  }

  std::optional<Kind> homeKind(const JsonValue* container) const {
    for (std::size_t k = 0; k < kKindCount; ++k) {
      if (homes_[k] && homes_[k] == container) return static_cast<Kind>(k);
    }
    return std::nullopt;
  }

  // Is the end of this path inside something that goes away anyway?
  bool vanishes(std::span<const PathStep> path) const {
    for (const PathStep& step : path) {
      if (dead_.contains(step.value)) return true;
      const std::optional<Kind> kind = step.container->isArray() ? homeKind(step.container) : std::nullopt;
      if (kind && doomed_[at(*kind)][step.index]) return true;
    }
    return false;
  }

  void kill(std::span<const PathStep> path) {
    const PathStep& last = path.back();
    const std::optional<Kind> kind = last.container->isArray() ? homeKind(last.container) : std::nullopt;
    if (kind) {
      doomElement(*kind, last.index);
      return;
    }
    if (!dead_.insert(last.value).second) return;
    changed_ = true;
    addWound(path.first(path.size() - 1), last.container);
  }

  void killCompanions(const ReferenceSite& site) {
    std::string_view names = site.rule.companions;
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(' '));
      names.remove_prefix(std::min(names.size(), name.size() + 1));
      JsonValue* companion = site.path[site.owner - 1].container->find(name);
      if (companion) dead_.insert(companion);
    }
  }

  void addWound(std::span<const PathStep> path, JsonValue* container) {
    if (known_.insert(container).second) wounded_[path.size()].push_back({container, {path.begin(), path.end()}});
  }

  void sweepKind(Kind kind, std::vector<std::uint32_t>& map, Diagnostics& diagnostics) {
    const std::vector<bool>& doomed = doomed_[at(kind)];
    if (std::find(doomed.begin(), doomed.end(), true) == doomed.end()) return;
    map.resize(doomed.size());
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < doomed.size(); ++i) map[i] = doomed[i] ? kNone : next++;
    condemn(*homes_[at(kind)], info(kind).home, doomed);
    if (JsonValue* parallel = parallelArray(root_, kind, diagnostics)) {
      condemn(*parallel, "/extensions/VRM/materialProperties", doomed);
    }
  }

  void condemn(JsonValue& array, std::string_view pointer, const std::vector<bool>& doomed) {
    for (std::uint32_t i = 0; i < doomed.size(); ++i) {
      if (doomed[i]) dead_.insert(&array.elements()[i]);
    }
    std::vector<PathStep> path;
    JsonValue* container = &root_;
    while (!pointer.empty()) {
      pointer.remove_prefix(1);
      const std::string_view key = pointer.substr(0, pointer.find('/'));
      pointer.remove_prefix(key.size());
      JsonValue* value = container->find(key);
      path.push_back({container, key, 0, value});
      container = value;
    }
    addWound(path, &array);
  }

  // glTF and the 1.0 extensions forbid empty arrays (minItems 1). VRM 0.x writes them everywhere, and so did its draft.
  static bool mayBeEmpty(std::span<const PathStep> path) {
    if (path.size() < 2 || path[0].key != "extensions") return false;
    if (path[1].key == "VRM") return true;
    return path[1].key == "VRMC_vrm" && path.size() > 2 &&
           (path[2].key == "blendShape" || path[2].key == "blendshape" || path[2].key == "springBone");
  }

  void clean(const Wound& wound) {
    JsonValue& container = *wound.container;
    Json& json = document_.editJson();
    json.eraseMembers(container, [&](const JsonMember& member) { return dead_.contains(&member.value); });
    json.eraseElements(container, [&](const JsonValue& value) { return dead_.contains(&value); });
    // An `extensions` object that lost its last member goes too.
    const bool emptyExtensions = container.isObject() && !wound.path.empty() && wound.path.back().key == "extensions";
    if (container.size() == 0 && !wound.path.empty() && ((container.isArray() && !mayBeEmpty(wound.path)) || emptyExtensions)) {
      dead_.insert(&container);
      addWound(std::span(wound.path).first(wound.path.size() - 1), wound.path.back().container);
    }
  }

  Document& document_;
  JsonValue& root_;
  JsonValue* homes_[kKindCount];
  std::array<std::vector<bool>, kKindCount> doomed_;
  std::unordered_set<const JsonValue*> dead_;
  std::unordered_set<const JsonValue*> known_;  // containers in wounded_
  std::map<std::size_t, std::vector<Wound>> wounded_;  // by depth, emptied from the deepest up
  bool changed_ = false;
};

}  // namespace

Result<std::uint32_t> addElement(Document& document, Kind kind, JsonValue element) try {
  if (Result<void> fits = checkKind(kind); !fits) return std::move(fits).error();
  Json& json = document.editJson();
  JsonValue* container = &json.editRoot();
  std::string_view rest = info(kind).home;
  while (true) {
    rest.remove_prefix(1);
    const std::string_view key = rest.substr(0, rest.find('/'));
    rest.remove_prefix(key.size());
    if (rest.empty()) {
      container = &json.memberArray(*container, key);
      break;
    }
    container = &json.memberObject(*container, key);
  }
  // A tree of its own: `element` may be part of the document already.
  json.append(*container, json.copy(element));
  if (kind == Kind::Material) addMaterialProperties(document, element);
  if (std::vector<Document::Resource>* resources = resourcesOf(document, kind)) resources->resize(container->size());
  return container->size() - 1;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> removeElements(Document& document, std::span<const Element> elements, Diagnostics& diagnostics) try {
  if (elements.empty()) return {};
  Remover remover(document);
  for (const Element& element : elements) {
    if (Result<void> found = remover.doom(element); !found) return found;
  }
  if (Result<void> done = remover.spread(); !done) return done;
  editJsonOrNothing(document, [&] {
    remover.sweep(diagnostics);
    reportUnknownExtensions(document, diagnostics);
  });
  remover.dropResources();
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> reorderElements(Document& document, Kind kind, std::span<const std::uint32_t> newIndexOfOld,
                             Diagnostics& diagnostics) try {
  if (Result<void> fits = checkKind(kind); !fits) return fits;
  Json& json = document.editJson();
  auto* home = const_cast<JsonValue*>(homeArray(json.root(), kind));
  const std::size_t count = home ? home->size() : 0;
  std::vector<bool> taken(count);
  bool permutation = newIndexOfOld.size() == count;
  for (const std::uint32_t to : newIndexOfOld) {
    permutation = permutation && to < count && !taken[to];
    if (permutation) taken[to] = true;
  }
  if (!permutation) {
    return Error{Code::EditIndexMap,
                 "the new order is not a permutation of the " + counted(kind, count),
                 std::string(info(kind).home), kNoOffset};
  }
  const auto permute = [&](auto&& list) {
    std::vector<std::remove_reference_t<decltype(list[0])>> moved(list.size());
    for (std::size_t i = 0; i < count; ++i) moved[newIndexOfOld[i]] = std::move(list[i]);
    std::move(moved.begin(), moved.end(), list.begin());
  };
  editJsonOrNothing(document, [&] {
    JsonValue* parallel = parallelArray(json.editRoot(), kind, diagnostics);
    if (home) permute(home->elements());
    if (parallel) permute(parallel->elements());
    IndexMaps maps;
    maps[static_cast<std::size_t>(kind)].assign(newIndexOfOld.begin(), newIndexOfOld.end());
    remapReferences(document, maps);
    reportUnknownExtensions(document, diagnostics);
    if (std::vector<Document::Resource>* resources = resourcesOf(document, kind)) permute(*resources);
  });
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf
