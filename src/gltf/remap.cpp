// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "gltf/remap.hpp"

#include <charconv>
#include <set>
#include <string>

namespace vrm::gltf {
namespace {

// "/nodes/12/rotation" -> "nodes", 12, "/rotation"
struct PointerParts {
  Kind kind;
  std::uint32_t index;
  std::string_view rest;
};
std::optional<PointerParts> splitPointer(std::string_view pointer) {
  if (!pointer.starts_with('/')) return std::nullopt;
  pointer.remove_prefix(1);
  const std::size_t slash = pointer.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::optional<Kind> kind = kindOfArray(pointer.substr(0, slash));
  pointer.remove_prefix(slash + 1);
  const std::string_view digits = pointer.substr(0, pointer.find('/'));
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (!kind || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return PointerParts{*kind, index, pointer.substr(digits.size())};
}

std::optional<std::uint64_t> wholeNumber(const JsonValue& object, std::string_view key, std::uint64_t fallback) {
  const JsonValue* value = object.find(key);
  if (!value) return fallback;
  constexpr double kMax = 1ull << 53;
  const std::optional<double> number = value->number();
  if (!number || *number < 0 || *number > kMax) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

}  // namespace

std::optional<Target> targetOf(const ReferenceSite& site) {
  if (site.rule.target == Kind::Pointer) {
    const std::optional<PointerParts> parts = splitPointer(site.value.string());
    if (!parts) return std::nullopt;
    return Target{parts->kind, parts->index};
  }
  const std::optional<std::uint32_t> index = site.value.index();
  if (!index) return std::nullopt;
  return Target{site.rule.target, *index};
}

void remapReferences(Document& document, const IndexMaps& maps) {
  Json& json = document.editJson();
  visitReferences(json.editRoot(), [&](const ReferenceSite& site) {
    const std::optional<Target> target = targetOf(site);
    if (!target) return;
    const std::vector<std::uint32_t>& map = maps[static_cast<std::size_t>(target->kind)];
    if (target->index >= map.size() || map[target->index] == target->index) return;
    if (site.rule.target == Kind::Pointer) {
      const PointerParts parts = *splitPointer(site.value.string());
      site.value = json.string(std::string(info(parts.kind).home) + "/" + std::to_string(map[parts.index]) +
                               std::string(parts.rest));
    } else {
      site.value = json.number(map[target->index]);
    }
  });
}

JsonValue* parallelArray(JsonValue& root, Kind kind) {
  // VRM 0.x: materialProperties[i] describes materials[i].
  if (kind != Kind::Material) return nullptr;
  const JsonValue* found = Json::at(root, "/extensions/VRM/materialProperties");
  const JsonValue* materials = homeArray(root, kind);
  if (!found || !found->isArray() || !materials || found->size() != materials->size()) return nullptr;
  return const_cast<JsonValue*>(found);
}

std::vector<Document::Resource>* resourcesOf(Document& document, Kind kind) {
  if (kind == Kind::Buffer) return &document.editBuffers();
  if (kind == Kind::Image) return &document.editImages();
  return nullptr;
}

bool reportUnknownExtensions(const Document& document, Diagnostics& diagnostics) {
  struct Visit {
    const JsonValue* value;
    std::string pointer;
  };
  std::set<std::string_view> reported;
  std::vector<Visit> pending{{&document.root(), ""}};
  while (!pending.empty()) {
    const Visit visit = std::move(pending.back());
    pending.pop_back();
    const bool isExtensions = visit.pointer.ends_with("/extensions");
    for (const JsonMember& member : visit.value->members()) {
      const std::string_view key = member.key.string();
      if (isExtensions && !isKnownExtension(key)) {
        if (!reported.insert(key).second) continue;
        diagnostics.add(Code::EditUnknownExtension, pointerJoin(visit.pointer, key),
                        "the extension is unknown; indices in it are left as they are");
        continue;
      }
      // `extras` belong to the application; they are nobody's business but its own.
      if ((member.value.isObject() || member.value.isArray()) && key != "extras") {
        pending.push_back({&member.value, pointerJoin(visit.pointer, key)});
      }
    }
    const std::span<const JsonValue> elements = visit.value->elements();
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
      if (elements[i].isObject() || elements[i].isArray()) {
        pending.push_back({&elements[i], pointerJoin(visit.pointer, i)});
      }
    }
  }
  return !reported.empty();
}

Result<std::vector<Slice>> collectSlices(Document& document) {
  std::vector<Slice> slices;
  std::optional<Error> broken;
  visitReferences(document.editJson().editRoot(), [&](const ReferenceSite& site) {
    if (site.rule.target != Kind::Buffer || broken) return;
    JsonValue* object = site.path.back().container;
    if (object->find(site.path.back().key) != &site.value) {
      // Only the last of several members can be kept right by its name.
      broken = Error{Code::JsonDuplicateKey, "the buffer is named twice; only files without such keys can be edited",
                     pointerOf(site.path), kNoOffset};
      return;
    }
    const std::optional<std::uint32_t> buffer = site.value.index();
    const std::optional<std::uint64_t> offset = wholeNumber(*object, "byteOffset", 0);
    const std::optional<std::uint64_t> length = wholeNumber(*object, "byteLength", 0);
    const std::size_t size = buffer ? document.buffer(*buffer).size() : 0;
    const bool hasData = buffer && document.hasBuffer(*buffer);
    if (!buffer || !offset || !length || (hasData && (*offset > size || *length > size - *offset))) {
      broken = Error{Code::GltfViewBounds, "the buffer view does not fit into its buffer",
                     pointerOf(site.path.first(site.path.size() - 1)), kNoOffset};
      return;
    }
    slices.push_back({object, *buffer, *offset, *length});
  });
  if (broken) return *std::move(broken);
  return slices;
}

void moveSlice(Document& document, const Slice& slice, std::uint32_t buffer, std::uint64_t byteOffset) {
  Json& json = document.editJson();
  if (buffer != slice.buffer) json.set(*slice.object, "buffer", json.number(buffer));
  if (byteOffset != slice.byteOffset) json.set(*slice.object, "byteOffset", json.number(byteOffset));
}

}  // namespace vrm::gltf
