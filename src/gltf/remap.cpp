// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "gltf/remap.hpp"

#include <set>
#include <string>

#include "gltf/extension_walk.hpp"

namespace vrm::gltf {
namespace {

std::optional<std::uint64_t> wholeNumber(const JsonValue& object, std::string_view key, std::uint64_t fallback) {
  const JsonValue* value = object.find(key);
  if (!value) return fallback;
  constexpr double kMax = 1ull << 53;
  const std::optional<double> number = value->number();
  if (!number || *number < 0 || *number > kMax) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

}  // namespace

void remapReferences(Document& document, const IndexMaps& maps) {
  Json& json = document.editJson();
  visitReferences(json.editRoot(), [&](const ReferenceSite& site) {
    const std::optional<Target> target = targetOf(site);
    if (!target) return;
    const std::vector<std::uint32_t>& map = maps[static_cast<std::size_t>(target->kind)];
    if (target->index >= map.size()) return;
    const std::uint32_t index = map[target->index];
    if (index == target->index || index == kNone) return;
    if (site.rule.target == Kind::Pointer) {
      site.value = json.string(std::string(info(target->kind).home) + "/" + std::to_string(index) +
                               std::string(target->rest));
    } else {
      site.value = json.number(index);
    }
  });
}

void detachDangling(Document& document, std::initializer_list<Kind> kinds) {
  constexpr std::uint32_t kFar = 1u << 30;  // nothing is added as often
  Json& json = document.editJson();
  visitReferences(json.editRoot(), [&](const ReferenceSite& site) {
    if (std::find(kinds.begin(), kinds.end(), site.rule.target) == kinds.end()) return;
    const std::optional<std::uint32_t> index = site.value.index();
    const JsonValue* home = targetArray(json.root(), site);
    const std::size_t count = home ? home->size() : 0;
    if (index && *index >= count && *index < kFar) site.value = json.number(kFar + *index);
  });
}

JsonValue* parallelArray(JsonValue& root, Kind kind, Diagnostics& diagnostics) {
  if (kind != Kind::Material) return nullptr;
  const JsonValue* found = Json::at(root, "/extensions/VRM/materialProperties");
  const JsonValue* materials = homeArray(root, kind);
  if (!found || !found->isArray() || !materials) return nullptr;
  if (found->size() != materials->size()) {
    diagnostics.add(Code::EditOutOfStep, "/extensions/VRM/materialProperties",
                    "there are " + std::to_string(found->size()) + " material properties for " +
                        counted(kind, materials->size()) + "; they stay as they are");
    return nullptr;
  }
  return const_cast<JsonValue*>(found);
}

void addMaterialProperties(Document& document, const JsonValue& material) {
  Json& json = document.editJson();
  auto* list = const_cast<JsonValue*>(Json::at(document.root(), "/extensions/VRM/materialProperties"));
  const JsonValue* materials = homeArray(document.root(), Kind::Material);
  if (!list || !list->isArray() || list->size() + 1 != materials->size()) return;
  // VRM 0.x: the shader of a material that is described by glTF alone.
  JsonValue entry = json.object();
  const JsonValue* name = material.find("name");
  json.set(entry, "name", json.string(name ? name->string() : ""));
  json.set(entry, "shader", json.string("VRM_USE_GLTFSHADER"));
  json.append(*list, entry);
}

std::vector<Document::Resource>* resourcesOf(Document& document, Kind kind) {
  if (kind == Kind::Buffer) return &document.editBuffers();
  if (kind == Kind::Image) return &document.editImages();
  return nullptr;
}

bool reportUnknownExtensions(const Document& document, Diagnostics& diagnostics) {
  std::set<std::string_view> reported;
  for (ExtensionWalk walk(document.root()); walk.next();) {
    if (isKnownExtension(walk.name())) continue;
    walk.stayOut();
    if (!reported.insert(walk.name()).second) continue;
    if (diagnostics.counted(Code::EditUnknownExtension)) continue;
    diagnostics.add(Code::EditUnknownExtension, walk.pointer(),
                    "the extension is unknown; indices in it are left as they are");
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
