// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/new_accessors.hpp"

#include "gltf/remap.hpp"

namespace vrm::edit {

NewAccessors::Id NewAccessors::addIndices(std::span<const std::uint32_t> indices, std::uint32_t vertices) {
  // The largest number of a type is no index (glTF 2.0 section 3.7.2.1).
  const bool narrow = vertices < 65'535;
  const gltf::NewAccessor what{narrow ? gltf::ComponentType::UnsignedShort : gltf::ComponentType::UnsignedInt,
                               gltf::AccessorType::Scalar, static_cast<std::uint32_t>(indices.size())};
  if (!narrow) return add(what, indices);
  const std::vector<std::uint16_t> shorts(indices.begin(), indices.end());
  return add(what, std::span<const std::uint16_t>(shorts));
}

Result<void> NewAccessors::write(gltf::Document& document) {
  gltf::Json& json = document.editJson();
  // What is replaced goes first, so that old and new bytes are not there at the same time. Until there is
  // something to name, its users name nothing.
  constexpr std::uint32_t kNothing = kNone - 1;
  for (const Use& use : uses_) json.put(use.pointer, json.number(kNothing));
  Diagnostics ignored;  // the caller does the same in the end
  if (Result<void> done = gltf::removeUnused(document, gltf::Kind::Accessor, ignored); !done) return done;
  if (Result<void> done = gltf::compact(document, ignored); !done) return done;
  gltf::detachDangling(document, {gltf::Kind::Accessor, gltf::Kind::BufferView, gltf::Kind::Buffer});
  gltf::reserveBytes(document, bytes_ + 4 * entries_.size());
  std::vector<std::uint32_t> indices;
  indices.reserve(entries_.size());
  for (Entry& entry : entries_) {
    const Result<std::uint32_t> index = gltf::addAccessor(document, entry.what, entry.bytes);
    if (!index) return index.error();
    indices.push_back(*index);
    std::vector<std::byte>().swap(entry.bytes);
  }
  for (const Use& use : uses_) json.put(use.pointer, json.number(indices[use.id]));
  return {};
}

}  // namespace vrm::edit
