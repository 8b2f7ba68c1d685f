// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "edit/columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "vrm/gltf/edit.hpp"

namespace vrm::edit {
namespace {

using gltf::AccessorType;
using gltf::ComponentType;
using gltf::Json;
using gltf::JsonValue;

std::uint32_t strideOf(const Column& column) {
  gltf::Accessor shape;
  shape.componentType = column.componentType;
  shape.type = column.type;
  return gltf::elementStride(shape);
}

template <class T>
T loadAs(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class T>
void storeAs(std::vector<std::byte>& to, T value) {
  const std::size_t at = to.size();
  to.resize(at + sizeof value);
  std::memcpy(to.data() + at, &value, sizeof value);
}

void storeInteger(std::vector<std::byte>& to, std::uint32_t value, ComponentType type) {
  switch (type) {
    case ComponentType::UnsignedByte:
      return storeAs(to, static_cast<std::uint8_t>(value));
    case ComponentType::UnsignedShort:
      return storeAs(to, static_cast<std::uint16_t>(value));
    default:
      return storeAs(to, value);
  }
}

double componentAt(const std::byte* from, ComponentType type) {
  switch (type) {
    case ComponentType::Byte:
      return loadAs<std::int8_t>(from);
    case ComponentType::UnsignedByte:
      return loadAs<std::uint8_t>(from);
    case ComponentType::Short:
      return loadAs<std::int16_t>(from);
    case ComponentType::UnsignedShort:
      return loadAs<std::uint16_t>(from);
    case ComponentType::UnsignedInt:
      return loadAs<std::uint32_t>(from);
    case ComponentType::Float:
      break;
  }
  return static_cast<double>(loadAs<float>(from));
}

bool hasBytes(const gltf::Document& document, const gltf::Asset& asset, BufferViewIndex view) {
  if (!view || view.value >= asset.bufferViews.size()) return false;
  const BufferIndex buffer = asset.bufferViews[view.value].buffer;
  return buffer && document.hasBuffer(buffer.value);
}

// Elements of a view that isColumn has looked at; readAsset has made sure that they are in their buffer.
void copyElements(const gltf::Document& document, const gltf::Asset& asset, BufferViewIndex index,
                  std::uint64_t offset, std::uint32_t stride, std::uint32_t size, std::uint32_t count,
                  std::vector<std::byte>& out, std::uint32_t step) {
  const gltf::BufferView& view = asset.bufferViews[index.value];
  const std::byte* from = document.buffer(view.buffer.value).data() + view.byteOffset + offset;
  out.resize(std::size_t{count} * step);
  if (stride == step && size == step) {
    if (!out.empty()) std::memcpy(out.data(), from, out.size());
    return;
  }
  for (std::size_t i = 0; i < count; ++i) std::memcpy(out.data() + i * step, from + i * stride, size);
}

// The least and the largest of each component, over all elements; NaN is neither.
void addBounds(Json& json, JsonValue& accessor, const Column& column) {
  const std::uint32_t components = gltf::componentCount(column.type),
                      size = gltf::componentSize(column.componentType);
  const std::uint32_t stride = strideOf(column);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const bool zeros = column.sparse && column.places.size() < column.count;
  std::vector<double> low(components, zeros ? 0 : kInfinity), high(components, zeros ? 0 : -kInfinity);
  for (std::size_t at = 0; at + stride <= column.values.size(); at += stride) {
    for (std::uint32_t c = 0; c < components; ++c) {
      const double value =
          componentAt(column.values.data() + at + std::size_t{c} * size, column.componentType);
      if (value < low[c]) low[c] = value;
      if (value > high[c]) high[c] = value;
    }
  }
  for (std::uint32_t c = 0; c < components; ++c) {
    if (!std::isfinite(low[c]) || !std::isfinite(high[c])) return;
  }
  const auto list = [&](const std::vector<double>& values) {
    JsonValue out = json.array();
    for (const double v : values) {
      json.append(out, column.componentType == ComponentType::Float ? json.number(static_cast<float>(v))
                                                                    : json.number(v));
    }
    return out;
  };
  json.set(accessor, "min", list(low));
  json.set(accessor, "max", list(high));
}

// With gaps where elements have to start at multiples of four.
std::vector<std::byte> spaced(const std::vector<std::byte>& values, std::uint32_t size,
                              std::uint32_t stride) {
  std::vector<std::byte> out(values.size() / size * stride);
  for (std::size_t i = 0; i < values.size() / size; ++i)
    std::memcpy(out.data() + i * stride, values.data() + i * size, size);
  return out;
}

std::uint32_t writtenStride(const Column& column, NewColumns::Use use) {
  const std::uint32_t size = strideOf(column);
  return use == NewColumns::Use::Vertices ? (size + 3) / 4 * 4 : size;
}

JsonValue& accessorAt(gltf::Document& document, std::uint32_t index) {
  return document.editJson().editRoot().find("accessors")->elements()[index];
}

Result<void> writeSparse(gltf::Document& document, std::uint32_t accessor, const Column& column) {
  if (column.places.empty()) return {};  // zeros
  const ComponentType type = column.count <= 256      ? ComponentType::UnsignedByte
                             : column.count <= 65'536 ? ComponentType::UnsignedShort
                                                      : ComponentType::UnsignedInt;
  std::vector<std::byte> places;
  for (const std::uint32_t place : column.places) storeInteger(places, place, type);
  const Result<std::uint32_t> indices = gltf::addBufferView(document, places);
  if (!indices) return indices.error();
  const Result<std::uint32_t> values = gltf::addBufferView(document, column.values);
  if (!values) return values.error();
  Json& json = document.editJson();
  JsonValue sparse = json.object(), where = json.object(), what = json.object();
  json.set(where, "bufferView", json.number(*indices));
  json.set(where, "componentType", json.number(static_cast<std::uint32_t>(type)));
  json.set(what, "bufferView", json.number(*values));
  json.set(sparse, "count", json.number(static_cast<std::uint32_t>(column.places.size())));
  json.set(sparse, "indices", where);
  json.set(sparse, "values", what);
  json.set(accessorAt(document, accessor), "sparse", sparse);
  return {};
}

}  // namespace

bool isColumn(const gltf::Document& document, const gltf::Asset& asset, AccessorIndex index) {
  const gltf::Accessor& a = asset.accessors[index.value];
  if (a.sparse.count == 0) return !a.bufferView || hasBytes(document, asset, a.bufferView);
  return !a.bufferView && hasBytes(document, asset, a.sparse.indices) &&
         hasBytes(document, asset, a.sparse.values);
}

std::uint64_t columnBytes(const gltf::Asset& asset, AccessorIndex index) {
  const gltf::Accessor& a = asset.accessors[index.value];
  const std::uint64_t stored = a.sparse.count > 0 ? a.sparse.count : a.bufferView ? a.count : 0;
  return stored * (gltf::elementStride(a) + 4u);
}

Column readColumn(const gltf::Document& document, const gltf::Asset& asset, AccessorIndex index) {
  const gltf::Accessor& a = asset.accessors[index.value];
  Column out;
  out.componentType = a.componentType;
  out.type = a.type;
  out.minMax = a.min.count > 0 && a.max.count > 0;
  out.count = a.count;
  out.sparse = !a.bufferView;
  const std::uint32_t step = gltf::elementStride(a), size = gltf::elementSize(a);
  if (a.bufferView) {
    const std::uint32_t stated = asset.bufferViews[a.bufferView.value].byteStride;
    copyElements(document, asset, a.bufferView, a.byteOffset, stated ? stated : step, size, a.count,
                 out.values, step);
    return out;
  }
  if (a.sparse.count == 0) return out;
  std::vector<std::byte> places, values;
  const std::uint32_t width = gltf::componentSize(a.sparse.indicesType);
  copyElements(document, asset, a.sparse.indices, a.sparse.indicesOffset, width, width, a.sparse.count,
               places, width);
  copyElements(document, asset, a.sparse.values, a.sparse.valuesOffset, step, size, a.sparse.count, values,
               step);
  for (std::size_t i = 0; i < a.sparse.count; ++i) {
    const double place = componentAt(places.data() + i * width, a.sparse.indicesType);
    // Places go up (glTF 2.0 section 5.2); others are left out, as readers do or may do.
    if (place >= a.count || (!out.places.empty() && place <= out.places.back())) continue;
    out.places.push_back(static_cast<std::uint32_t>(place));
    const auto element = values.begin() + static_cast<std::ptrdiff_t>(i * step);
    out.values.insert(out.values.end(), element, element + static_cast<std::ptrdiff_t>(step));
  }
  return out;
}

Column columnOf(std::span<const std::uint32_t> integers, ComponentType componentType, AccessorType type) {
  Column out;
  out.componentType = componentType;
  out.type = type;
  out.count = static_cast<std::uint32_t>(integers.size() / gltf::componentCount(type));
  out.values.reserve(integers.size() * gltf::componentSize(componentType));
  for (const std::uint32_t value : integers) storeInteger(out.values, value, componentType);
  return out;
}

Column columnOf(std::span<const float> numbers, AccessorType type) {
  Column out;
  out.type = type;
  out.count = static_cast<std::uint32_t>(numbers.size() / gltf::componentCount(type));
  out.values.resize(numbers.size_bytes());
  if (!numbers.empty()) std::memcpy(out.values.data(), numbers.data(), numbers.size_bytes());
  return out;
}

void pick(Column& column, std::span<const std::uint32_t> newOf, std::uint32_t newCount) {
  const std::size_t stride = strideOf(column);
  const std::size_t stored = column.sparse ? column.places.size() : column.count;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < stored; ++i) {
    const std::uint32_t to = newOf[column.sparse ? column.places[i] : i];
    if (to == kNone) continue;
    if (column.sparse) column.places[kept] = to;
    if (kept != i)
      std::memmove(column.values.data() + kept * stride, column.values.data() + i * stride, stride);
    ++kept;
  }
  column.values.resize(kept * stride);
  if (column.sparse) column.places.resize(kept);
  column.count = newCount;
}

void join(Column& column, const Column& other) {
  column.values.insert(column.values.end(), other.values.begin(), other.values.end());
  for (const std::uint32_t place : other.places) column.places.push_back(column.count + place);
  column.count += other.count;
}

ComponentType indexType(std::uint32_t vertices) noexcept {
  return vertices <= kShortVertices ? ComponentType::UnsignedShort : ComponentType::UnsignedInt;
}

std::uint32_t NewColumns::add(gltf::Document& document, const Column& column, bool normalized) {
  Json& json = document.editJson();
  JsonValue accessor = json.object();
  if (normalized) json.set(accessor, "normalized", json.boolean(true));
  json.set(accessor, "type", json.string(gltf::name(column.type)));
  JsonValue& accessors = json.memberArray(json.editRoot(), "accessors");
  json.append(accessors, accessor);
  return accessors.size() - 1;
}

Result<void> NewColumns::write(gltf::Document& document, Diagnostics& diagnostics) {
  if (entries_.empty()) return {};
  Json& json = document.editJson();
  std::uint64_t total = 0;
  for (const Entry& entry : entries_) {
    JsonValue& accessor = accessorAt(document, entry.accessor);
    for (const std::string_view key : {"bufferView", "byteOffset", "sparse", "min", "max"})
      json.remove(accessor, key);
    json.set(accessor, "componentType", json.number(static_cast<std::uint32_t>(entry.column.componentType)));
    json.set(accessor, "count", json.number(entry.column.count));
    constexpr std::uint64_t kAlignment = 4;  // of each view
    total += entry.column.values.size() / strideOf(entry.column) * writtenStride(entry.column, entry.use) +
             kAlignment * (entry.column.places.size() + 2);
  }
  if (Result<void> done = gltf::compact(document, diagnostics); !done) return done;
  gltf::reserveBytes(document, total);
  for (Entry& entry : entries_) {
    const Column column = std::move(entry.column);
    const std::uint32_t size = strideOf(column);
    if (column.sparse) {
      if (Result<void> done = writeSparse(document, entry.accessor, column); !done) return done;
    } else {
      const std::uint32_t stride = writtenStride(column, entry.use);
      const Result<std::uint32_t> view =
          stride == size ? gltf::addBufferView(document, column.values)
                         : gltf::addBufferView(document, spaced(column.values, size, stride));
      if (!view) return view.error();
      json.set(accessorAt(document, entry.accessor), "bufferView", json.number(*view));
      if (stride != size) {
        JsonValue& made = json.editRoot().find("bufferViews")->elements()[*view];
        json.set(made, "byteStride", json.number(stride));
      }
    }
    if (column.minMax) addBounds(json, accessorAt(document, entry.accessor), column);
  }
  entries_.clear();
  return {};
}

}  // namespace vrm::edit
