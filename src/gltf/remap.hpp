// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "vrm/gltf/document.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::gltf {

// New index of every old one, per kind; an empty list means that the kind keeps its indices.
using IndexMaps = std::array<std::vector<std::uint32_t>, kKindCount>;

// Rewrites every reference by the maps. Indices out of range stay as they are.
void remapReferences(Document& document, const IndexMaps& maps);

// References to elements that the file does not have would name those that are added. Moves them out of reach; to be
// called before something is added to a broken file.
void detachDangling(Document& document, std::initializer_list<Kind> kinds);

// The array that runs parallel to the array of a kind, entry by entry: VRM 0.x materialProperties. Null when the file has
// none, or when the lengths differ so that nobody can say which entry goes with which (reported).
JsonValue* parallelArray(JsonValue& root, Kind kind, Diagnostics& diagnostics);
// Keeps materialProperties in step with a material that was added.
void addMaterialProperties(Document& document, const JsonValue& material);

// The resources that go with a kind's elements, or null.
std::vector<Document::Resource>* resourcesOf(Document& document, Kind kind);

// One diagnostic for each extension whose references we do not know; true if there is one.
bool reportUnknownExtensions(const Document& document, Diagnostics& diagnostics);

// An object that names a part of a buffer: a buffer view or its compressed form in an extension.
struct Slice {
  JsonValue* object;
  std::uint32_t buffer;
  std::uint64_t byteOffset;
  std::uint64_t byteLength;
};
// An error if one does not fit into its buffer.
Result<std::vector<Slice>> collectSlices(Document& document);
void moveSlice(Document& document, const Slice& slice, std::uint32_t buffer, std::uint64_t byteOffset);

}  // namespace vrm::gltf
