// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "validate/accessor_data.hpp"

namespace vrm::checks {

using gltf::Accessor;

// readAsset() has made sure that the elements are inside.
const std::byte* AccessorData::viewData(BufferViewIndex view, std::uint64_t offset) const {
  if (!view) return nullptr;
  const gltf::BufferView& v = subject_.asset.bufferViews[view.value];
  if (!v.buffer || !subject_.document.hasBuffer(v.buffer.value)) return nullptr;
  return subject_.document.buffer(v.buffer.value).data() + v.byteOffset + offset;
}

std::optional<Elements> AccessorData::read(AccessorIndex index) {
  const Accessor& a = subject_.asset.accessors[index.value];
  const std::size_t packed = gltf::elementStride(a);
  const std::size_t size = gltf::elementSize(a);
  if (a.count == 0) return std::nullopt;
  const std::byte* const data = viewData(a.bufferView, a.byteOffset);
  const std::uint32_t stated = a.bufferView ? subject_.asset.bufferViews[a.bufferView.value].byteStride : 0;
  Elements out;
  out.data = data;
  out.stride = stated ? stated : packed;
  out.count = a.count;
  if (!data && a.sparse.count == 0) return std::nullopt;
  if (stated > 0 && stated < size) return std::nullopt;  // reported with the view
  if (!pay(std::uint64_t{a.count} * packed)) return std::nullopt;
  if (a.sparse.count == 0) return out;

  const std::optional<Elements> values = sparseValues(index), indices = sparseIndices(index);
  if (!values || !indices || (a.bufferView && !data)) return std::nullopt;
  if (std::uint64_t{a.count} * packed > subject_.document.limits().decodedBytes) return std::nullopt;
  out.owned.resize(std::size_t{a.count} * packed);
  for (std::size_t i = 0; data && i < a.count; ++i)
    std::memcpy(out.owned.data() + i * packed, out.at(i), size);
  withComponent(a.sparse.indicesType, [&]<class T>(T) {
    if constexpr (std::is_unsigned_v<T>) {
      for (std::size_t i = 0; i < a.sparse.count; ++i) {
        const std::size_t place = gltf::load<T>(indices->at(i));
        if (place < a.count) std::memcpy(out.owned.data() + place * packed, values->at(i), size);
      }
    }
  });
  out.data = out.owned.data();
  out.stride = packed;
  return out;
}

std::optional<Elements> AccessorData::sparseValues(AccessorIndex index) const {
  const Accessor& a = subject_.asset.accessors[index.value];
  Elements out;
  out.data = viewData(a.sparse.values, a.sparse.valuesOffset);
  out.stride = gltf::elementStride(a);
  out.count = a.sparse.count;
  if (!out.data) return std::nullopt;
  return out;
}

std::optional<Elements> AccessorData::sparseIndices(AccessorIndex index) const {
  const Accessor& a = subject_.asset.accessors[index.value];
  Elements out;
  out.data = viewData(a.sparse.indices, a.sparse.indicesOffset);
  out.stride = gltf::componentSize(a.sparse.indicesType);
  out.count = a.sparse.count;
  if (!out.data) return std::nullopt;
  return out;
}

}  // namespace vrm::checks
