// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "vrm/gltf/asset.hpp"

namespace vrm::edit {

// The elements of an accessor in the numbers in which they are stored, to be picked, joined and written
// again.
struct Column {
  gltf::ComponentType componentType = gltf::ComponentType::Float;
  gltf::AccessorType type = gltf::AccessorType::Scalar;
  bool minMax = false;
  bool sparse = false;  // zeros but at `places`
  std::uint32_t count = 0;
  std::vector<std::byte> values;      // side by side: of all elements, or of those at `places`
  std::vector<std::uint32_t> places;  // of sparse ones

  friend bool operator==(const Column&, const Column&) = default;
};

// False for what stays as it is: sparse values over others that are stored, and what has no data.
bool isColumn(const gltf::Document& document, const gltf::Asset& asset, AccessorIndex accessor);
Column readColumn(const gltf::Document& document, const gltf::Asset& asset, AccessorIndex accessor);
// What reading it costs.
std::uint64_t columnBytes(const gltf::Asset& asset, AccessorIndex accessor);

Column columnOf(std::span<const std::uint32_t> integers, gltf::ComponentType componentType,
                gltf::AccessorType type = gltf::AccessorType::Scalar);
Column columnOf(std::span<const float> numbers, gltf::AccessorType type);

// Element i becomes element newOf[i], in the same order; those of kNone go.
void pick(Column& column, std::span<const std::uint32_t> newOf, std::uint32_t newCount);
// Appends the elements of another of the same format.
void join(Column& column, const Column& other);

// What indices into so many vertices take: 65535 is none of 16 bits (glTF 2.0 section 3.7.2.1).
inline constexpr std::uint32_t kShortVertices = 65'535;
gltf::ComponentType indexType(std::uint32_t vertices) noexcept;

// Columns that will be the data of accessors, which keep their places. Everything is worked out first; then
// the old bytes go before the new ones come.
class NewColumns {
 public:
  enum class Use : std::uint8_t { Plain, Vertices };
  // Vertex attributes start at multiples of four bytes (glTF 2.0 section 3.6.2.4).
  void set(std::uint32_t accessor, Column column, Use use = Use::Plain) {
    entries_.push_back({accessor, std::move(column), use});
  }
  // An accessor without data at the end of the list, to be set.
  static std::uint32_t add(gltf::Document& document, const Column& column, bool normalized);

  bool empty() const noexcept { return entries_.empty(); }
  Result<void> write(gltf::Document& document, Diagnostics& diagnostics);

 private:
  struct Entry {
    std::uint32_t accessor;
    Column column;
    Use use;
  };
  std::vector<Entry> entries_;
};

}  // namespace vrm::edit
