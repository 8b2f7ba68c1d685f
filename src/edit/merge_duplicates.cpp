// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "edit/columns.hpp"
#include "edit/duplicates.hpp"
#include "edit/vrm0_material_binds.hpp"
#include "vrm/gltf/edit.hpp"

namespace vrm::edit {
namespace {

using gltf::JsonValue;
using gltf::Kind;

std::span<const JsonValue> elementsOf(const gltf::Document& document, Kind kind) {
  const JsonValue* home = gltf::homeArray(document.root(), kind);
  return home ? home->elements() : std::span<const JsonValue>();
}

// Texts that say of elements what is to be equal.
std::vector<std::uint32_t> firstOfTexts(const std::vector<std::string>& texts,
                                        const std::vector<bool>& alone) {
  return firstEquals(
      static_cast<std::uint32_t>(texts.size()),
      [&](std::uint32_t i) { return alone[i] ? std::optional<std::uint64_t>() : hashOf(texts[i]); },
      [&](std::uint32_t a, std::uint32_t b) { return texts[a] == texts[b]; });
}

// Samplers and textures, whose JSON says everything.
Result<void> mergeByText(OptimizeRun& run, Kind kind, std::uint32_t& count) {
  std::vector<std::string> texts;
  for (const JsonValue& element : elementsOf(run.document, kind))
    texts.push_back(textWithout(element, {"name"}));
  const Result<std::uint32_t> merged = replaceElements(
      run.document, kind, firstOfTexts(texts, animatedElements(run.document, kind)), run.diagnostics);
  if (!merged) return merged.error();
  count += *merged;
  return {};
}

Result<void> mergeImages(OptimizeRun& run) {
  const std::span<const JsonValue> images = elementsOf(run.document, Kind::Image);
  std::vector<std::string> texts;
  std::vector<std::span<const std::byte>> bytes;
  WorkBudget budget(run.document);
  for (std::uint32_t i = 0; i < images.size(); ++i) {
    texts.push_back(textWithout(images[i], {"name", "bufferView", "uri"}));
    const Result<std::span<const std::byte>> data = run.document.image(i);
    const bool readable = data && !data->empty() && budget.pay(data->size());
    bytes.push_back(readable ? *data : std::span<const std::byte>());
  }
  const std::vector<bool> animated = animatedElements(run.document, Kind::Image);
  const std::vector<std::uint32_t> first = firstEquals(
      static_cast<std::uint32_t>(texts.size()),
      [&](std::uint32_t i) {
        return bytes[i].empty() || animated[i] ? std::optional<std::uint64_t>()
                                               : hashOf(bytes[i], hashOf(texts[i]));
      },
      [&](std::uint32_t a, std::uint32_t b) {
        return texts[a] == texts[b] &&
               std::equal(bytes[a].begin(), bytes[a].end(), bytes[b].begin(), bytes[b].end());
      });
  const Result<std::uint32_t> merged = replaceElements(run.document, Kind::Image, first, run.diagnostics);
  if (!merged) return merged.error();
  run.summary.merged.images += *merged;
  return {};
}

// How expressions drive each material, as text; two that are driven differently do not look alike for long.
std::vector<std::string> drivenBy(const gltf::Document& document) {
  const std::span<const JsonValue> materials = elementsOf(document, Kind::Material);
  std::vector<std::string> out(materials.size());
  auto& root = const_cast<JsonValue&>(document.root());
  gltf::visitReferences(root, [&](const gltf::ReferenceSite& site) {
    if (site.rule.target != Kind::Material || !site.rule.pattern.starts_with("/extensions/VRMC_vrm/")) return;
    const std::optional<std::uint32_t> material = site.value.index();
    if (!material || *material >= out.size()) return;
    const std::span<const gltf::PathStep> list = site.path.first(site.owner - 1);
    for (const gltf::PathStep& step : list) out[*material] += std::to_string(step.index) + "/";
    out[*material] += textWithout(*site.path.back().container, {"material"}) + "\n";
  });
  std::map<std::string_view, std::string> byName;
  visitVrm0MaterialBinds(root, [&](std::uint32_t expression, const JsonValue& list) {
    for (const JsonValue& bind : list.elements()) {
      byName[textMember(bind, "materialName")] +=
          std::to_string(expression) + textWithout(bind, {"materialName"}) + "\n";
    }
  });
  // A number for each text: any number of materials can have one name.
  std::map<std::string_view, std::size_t> numbers;
  for (const auto& [name, text] : byName) numbers.emplace(text, numbers.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto found = byName.find(textMember(materials[i], "name"));
    if (found != byName.end()) out[i] += "like " + std::to_string(numbers.at(found->second)) + "\n";
  }
  return out;
}

std::set<std::string> materialNames(const gltf::Document& document) {
  std::set<std::string> out;
  for (const JsonValue& material : elementsOf(document, Kind::Material))
    out.emplace(textMember(material, "name"));
  return out;
}

// Binds of VRM 0.x to names that no material has any more: another one has the same.
void dropBindsOf(gltf::Document& document, const std::set<std::string>& before) {
  const std::set<std::string> after = materialNames(document);
  gltf::Json& json = document.editJson();
  visitVrm0MaterialBinds(json.editRoot(), [&](std::uint32_t, JsonValue& list) {
    json.eraseElements(list, [&](const JsonValue& bind) {
      const std::string name(textMember(bind, "materialName"));
      return before.contains(name) && !after.contains(name);
    });
  });
}

Result<void> mergeMaterials(OptimizeRun& run) {
  const std::span<const JsonValue> materials = elementsOf(run.document, Kind::Material);
  if (materials.empty() || !materialsInStep(run.document.root())) return {};
  const JsonValue* properties = gltf::Json::at(run.document.root(), "/extensions/VRM/materialProperties");
  std::vector<std::string> texts = drivenBy(run.document);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    texts[i] += "\n" + textWithout(materials[i], {"name"});
    if (properties) texts[i] += "\n" + textWithout(properties->elements()[i], {"name"});
  }
  const std::vector<std::uint32_t> first =
      firstOfTexts(texts, animatedElements(run.document, Kind::Material));
  const std::set<std::string> names = materialNames(run.document);
  const Result<std::uint32_t> merged = replaceElements(run.document, Kind::Material, first, run.diagnostics);
  if (!merged) return merged.error();
  if (*merged > 0) dropBindsOf(run.document, names);
  run.summary.merged.materials += *merged;
  return {};
}

}  // namespace

Result<void> mergeLooks(OptimizeRun& run) {
  OptimizeSummary::Elements& merged = run.summary.merged;
  // What is used before what uses it.
  if (Result<void> done = mergeImages(run); !done) return done;
  if (Result<void> done = mergeByText(run, Kind::Sampler, merged.samplers); !done) return done;
  if (Result<void> done = mergeByText(run, Kind::Texture, merged.textures); !done) return done;
  return mergeMaterials(run);
}

Result<void> mergeAccessors(OptimizeRun& run) {
  gltf::Document& document = run.document;
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  if (!asset) return asset.error();
  const std::span<const JsonValue> accessors = elementsOf(document, Kind::Accessor);
  // What it is used for: indices and vertices do not go together (glTF 2.0 section 3.6.2.4).
  std::vector<std::set<std::string_view>> roles(accessors.size());
  gltf::visitReferences(const_cast<JsonValue&>(document.root()), [&](const gltf::ReferenceSite& site) {
    const std::optional<std::uint32_t> index = site.value.index();
    if (site.rule.target == Kind::Accessor && index && *index < roles.size())
      roles[*index].insert(site.rule.pattern);
  });
  const std::vector<bool> animated = animatedElements(document, Kind::Accessor);
  WorkBudget budget(document);
  const auto textOf = [&](std::uint32_t i) {
    std::string text = textWithout(accessors[i], {"name", "bufferView", "byteOffset", "sparse"});
    for (const std::string_view role : roles[i]) text += role;
    return text;
  };
  const auto columnAt = [&](std::uint32_t i) { return readColumn(document, *asset, AccessorIndex(i)); };
  const std::vector<std::uint32_t> first = firstEquals(
      static_cast<std::uint32_t>(accessors.size()),
      [&](std::uint32_t i) -> std::optional<std::uint64_t> {
        if (animated[i] || !isColumn(document, *asset, AccessorIndex(i))) return std::nullopt;
        if (!budget.pay(columnBytes(*asset, AccessorIndex(i)))) return std::nullopt;
        const Column column = columnAt(i);
        return hashOf(column.values, hashOf(std::as_bytes(std::span(column.places)), hashOf(textOf(i))));
      },
      [&](std::uint32_t a, std::uint32_t b) {
        return budget.pay(columnBytes(*asset, AccessorIndex(a)) * 2) && textOf(a) == textOf(b) &&
               columnAt(a) == columnAt(b);
      });
  const Result<std::uint32_t> merged = replaceElements(document, Kind::Accessor, first, run.diagnostics);
  if (!merged) return merged.error();
  run.summary.merged.accessors += *merged;
  return {};
}

}  // namespace vrm::edit
