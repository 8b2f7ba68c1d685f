// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vrm/gltf/edit.hpp"

namespace vrm::edit {

// Accessors to come. Everything that can go wrong is computed first, and the document changed in one go at
// the end: after an error it is as it was.
class NewAccessors {
 public:
  using Id = std::size_t;

  template <class T>
  Id add(const gltf::NewAccessor& what, std::span<const T> values) {
    std::vector<std::byte> bytes(values.size_bytes());
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    bytes_ += bytes.size();
    entries_.push_back({what, std::move(bytes)});
    return entries_.size() - 1;
  }
  // Indices of triangles over so many vertices.
  Id addIndices(std::span<const std::uint32_t> indices, std::uint32_t vertices);
  // The value at `pointer`, an index, will be that of the accessor.
  void use(Id id, std::string pointer) { uses_.push_back({id, std::move(pointer)}); }

  bool empty() const noexcept { return uses_.empty(); }
  Result<void> write(gltf::Document& document);

 private:
  struct Entry {
    gltf::NewAccessor what;
    std::vector<std::byte> bytes;
  };
  struct Use {
    Id id;
    std::string pointer;
  };
  std::vector<Entry> entries_;
  std::vector<Use> uses_;
  std::uint64_t bytes_ = 0;
};

}  // namespace vrm::edit
