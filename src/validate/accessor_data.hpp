// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "gltf/component.hpp"
#include "validate/subject.hpp"

namespace vrm::checks {

// The elements of an accessor as they are stored: a check is one pass over them.
struct Elements {
  const std::byte* data = nullptr;
  std::size_t stride = 0;
  std::uint32_t count = 0;
  std::vector<std::byte> owned;  // of a sparse accessor, put together

  const std::byte* at(std::size_t i) const noexcept { return data + i * stride; }
};

// Calls `f` with a value of the type that the components have.
template <class F>
auto withComponent(gltf::ComponentType type, F&& f) {
  switch (type) {
    case gltf::ComponentType::Byte:
      return f(std::int8_t{});
    case gltf::ComponentType::UnsignedByte:
      return f(std::uint8_t{});
    case gltf::ComponentType::Short:
      return f(std::int16_t{});
    case gltf::ComponentType::UnsignedShort:
      return f(std::uint16_t{});
    case gltf::ComponentType::UnsignedInt:
      return f(std::uint32_t{});
    case gltf::ComponentType::Float:
      break;
  }
  return f(float{});
}

// Gives checks the data of accessors, as long as their budget lasts: any number of accessors may lie on the
// same bytes.
class AccessorData {
 public:
  // `what` is for the report, see Budget.
  AccessorData(const Subject& subject, std::string_view what) : subject_(subject), budget_(subject, what) {}

  // Nothing for accessors that have no data (all zeros, or compressed) or when too much was read.
  std::optional<Elements> read(AccessorIndex index);
  // Where the values of a sparse accessor are; nothing if they have no data.
  std::optional<Elements> sparseValues(AccessorIndex index) const;
  std::optional<Elements> sparseIndices(AccessorIndex index) const;
  bool pay(std::uint64_t bytes) { return budget_.pay(bytes); }

 private:
  const std::byte* viewData(BufferViewIndex view, std::uint64_t offset) const;

  const Subject& subject_;
  Budget budget_;
};

}  // namespace vrm::checks
