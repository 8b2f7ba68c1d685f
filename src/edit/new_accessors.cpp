// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/new_accessors.hpp"

namespace vrm::edit {

Result<void> NewAccessors::write(gltf::Document& document) {
  std::vector<std::uint32_t> indices;
  indices.reserve(entries_.size());
  for (Entry& entry : entries_) {
    const Result<std::uint32_t> index = gltf::addAccessor(document, entry.what, entry.bytes);
    if (!index) return index.error();
    indices.push_back(*index);
    std::vector<std::byte>().swap(entry.bytes);
  }
  gltf::Json& json = document.editJson();
  for (const Use& use : uses_) json.put(use.pointer, json.number(indices[use.id]));
  return {};
}

}  // namespace vrm::edit
