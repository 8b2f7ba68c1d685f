// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/accessor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>

#include "base/memory.hpp"
#include "gltf/component.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::gltf {
namespace {

// Where the components of one element lie. Columns of matrices start at multiples of four bytes (glTF 2.0, 3.6.2.4).
struct ElementLayout {
  std::uint32_t columns, rows, columnStride;
};

ElementLayout layoutOf(const Accessor& a) {
  const std::uint32_t columns = a.type == AccessorType::Mat2   ? 2
                                : a.type == AccessorType::Mat3 ? 3
                                : a.type == AccessorType::Mat4 ? 4
                                                               : 1;
  return {columns, componentCount(a.type) / columns, elementStride(a) / columns};
}

// Reads `count` elements; element i goes to out[i * components] for dense data, or to out[target(i) * components].
struct StoredElements {
  const std::byte* data;
  std::size_t stride;
  std::uint32_t count;
};

template <class Out, class T>
Out convertOne(T value, bool normalized) {
  if constexpr (std::is_same_v<Out, float>) {
    return toFloat(value, normalized);
  } else {
    return static_cast<std::uint32_t>(value);
  }
}

// Nearly all data is tightly packed: one flat loop without a choice inside, which compilers turn into wide
// instructions.
template <class T, class Out>
void convertPacked(const std::byte* data, std::size_t components, bool normalized, Out* out) {
  if constexpr (std::is_same_v<T, Out>) {
    if (components > 0) std::memcpy(out, data, components * sizeof(T));
  } else if (normalized) {
    for (std::size_t i = 0; i < components; ++i) out[i] = convertOne<Out>(load<T>(data + i * sizeof(T)), true);
  } else {
    for (std::size_t i = 0; i < components; ++i) out[i] = convertOne<Out>(load<T>(data + i * sizeof(T)), false);
  }
}

// Most of a model is floats that need no conversion. Copies them and says whether all are finite; looking at them in
// the same loop costs next to nothing, a second pass would cost as much as the copy.
bool copyFinite(const std::byte* data, std::span<float> out) {
  // With all bits of the exponent set, one more of its last bit carries into the sign's place.
  constexpr std::uint32_t kExponent = 0x7F80'0000u, kLastBit = 0x0080'0000u, kCarry = 0x8000'0000u;
  std::uint32_t carries = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto bits = load<std::uint32_t>(data + i * sizeof(float));
    std::memcpy(&out[i], &bits, sizeof bits);
    carries |= (bits & kExponent) + kLastBit;
  }
  return (carries & kCarry) == 0;
}

template <class T, class Out, class Target>
void convert(const StoredElements& source, const ElementLayout& layout, bool normalized, Out* out, const Target& target) {
  const std::size_t components = std::size_t{layout.columns} * layout.rows;
  for (std::uint32_t i = 0; i < source.count; ++i) {
    const std::uint32_t place = target(i);
    if (place == kNone) continue;
    const std::byte* element = source.data + i * source.stride;
    Out* to = out + place * components;
    for (std::uint32_t c = 0; c < layout.columns; ++c) {
      const std::byte* column = element + std::size_t{c} * layout.columnStride;
      for (std::uint32_t r = 0; r < layout.rows; ++r) {
        *to++ = convertOne<Out>(load<T>(column + r * sizeof(T)), normalized);
      }
    }
  }
}

struct InOrder {
  std::uint32_t operator()(std::uint32_t i) const { return i; }
};

template <class Out, class Target>
void convertAny(const Accessor& a, const StoredElements& source, Out* out, const Target& target) {
  const ElementLayout layout = layoutOf(a);
  const auto run = [&]<class T>(T) {
    const std::size_t components = componentCount(a.type);
    if constexpr (std::is_same_v<Target, InOrder>) {
      const bool padded = layout.columns > 1 && layout.columnStride != layout.rows * sizeof(T);
      if (!padded && source.stride == components * sizeof(T)) {
        return convertPacked<T>(source.data, source.count * components, a.normalized, out);
      }
    }
    convert<T>(source, layout, a.normalized, out, target);
  };
  switch (a.componentType) {
    case ComponentType::Byte:
      return run(std::int8_t{});
    case ComponentType::UnsignedByte:
      return run(std::uint8_t{});
    case ComponentType::Short:
      return run(std::int16_t{});
    case ComponentType::UnsignedShort:
      return run(std::uint16_t{});
    case ComponentType::UnsignedInt:
      return run(std::uint32_t{});
    case ComponentType::Float:
      if constexpr (std::is_same_v<Out, float>) run(float{});
      return;
  }
}

// Are the elements where they should be? readAsset has checked the file; this checks that the Asset still is the
// Document's, which an edit may have changed since.
bool inside(const Document& document, const Asset& asset, BufferViewIndex view, std::uint64_t offset,
            std::uint64_t stride, std::uint64_t size, std::uint64_t count) {
  if (!view || count == 0) return true;
  if (view.value >= asset.bufferViews.size()) return false;
  const BufferView& v = asset.bufferViews[view.value];
  if (!v.buffer || !document.hasBuffer(v.buffer.value)) return true;
  const std::uint64_t length = document.buffer(v.buffer.value).size();
  // Each term is below 2^62, so their sum does not overflow.
  return v.byteOffset <= length && offset <= length && v.byteOffset + offset + (count - 1) * stride + size <= length;
}

bool isCurrent(const Document& document, const Asset& asset, const Accessor& a) {
  const std::uint32_t stated =
      a.bufferView.value < asset.bufferViews.size() ? asset.bufferViews[a.bufferView.value].byteStride : 0;
  const std::uint32_t indexSize = componentSize(a.sparse.indicesType);
  return inside(document, asset, a.bufferView, a.byteOffset, stated ? stated : elementStride(a), elementSize(a),
                a.count) &&
         inside(document, asset, a.sparse.indices, a.sparse.indicesOffset, indexSize, indexSize, a.sparse.count) &&
         inside(document, asset, a.sparse.values, a.sparse.valuesOffset, elementStride(a), elementSize(a),
                a.sparse.count);
}

// A view without data (a missing buffer) reads as zeros.
const std::byte* viewData(const Document& document, const Asset& asset, BufferViewIndex view, std::uint64_t offset) {
  if (!view) return nullptr;
  const BufferView& v = asset.bufferViews[view.value];
  if (!v.buffer || !document.hasBuffer(v.buffer.value)) return nullptr;
  return document.buffer(v.buffer.value).data() + v.byteOffset + offset;
}

std::uint32_t loadIndex(const std::byte* data, ComponentType type, std::uint32_t i) {
  switch (type) {
    case ComponentType::UnsignedByte:
      return load<std::uint8_t>(data + i);
    case ComponentType::UnsignedShort:
      return load<std::uint16_t>(data + std::size_t{2} * i);
    default:
      return load<std::uint32_t>(data + std::size_t{4} * i);
  }
}

template <class Out>
Result<void> readInto(const Document& document, const Asset& asset, AccessorIndex index, std::span<Out> out,
                      Diagnostics& diagnostics) {
  if (index.value >= asset.accessors.size()) {
    return Error{Code::GltfIndexRange, outOfRange(Kind::Accessor, index.value, asset.accessors.size()), "/accessors",
                 kNoOffset};
  }
  const Accessor& a = asset.accessors[index.value];
  const std::string pointer = pointerJoin("/accessors", index.value);
  const std::uint64_t components = std::uint64_t{a.count} * componentCount(a.type);
  if (out.size() != components) {
    return Error{Code::ApiMisuse,
                 "the accessor has " + std::to_string(components) + " components, the output has room for " +
                     std::to_string(out.size()),
                 pointer, kNoOffset};
  }
  if (std::is_same_v<Out, std::uint32_t> && a.componentType == ComponentType::Float) {
    return Error{Code::ApiMisuse, "the accessor holds floats and cannot be read as integers", pointer, kNoOffset};
  }

  if (!isCurrent(document, asset, a)) {
    return Error{Code::ApiMisuse, "the document was changed after the asset was read; read it again", pointer,
                 kNoOffset};
  }

  const std::size_t packed = elementStride(a);
  bool allFinite = a.componentType != ComponentType::Float;
  if (const std::byte* data = viewData(document, asset, a.bufferView, a.byteOffset)) {
    const std::uint32_t stated = asset.bufferViews[a.bufferView.value].byteStride;
    const StoredElements source{data, stated ? stated : packed, a.count};
    bool done = false;
    if constexpr (std::is_same_v<Out, float>) {
      if (a.componentType == ComponentType::Float && source.stride == packed) {
        allFinite = copyFinite(data, out);
        done = true;
      }
    }
    if (!done) convertAny(a, source, out.data(), InOrder());
  } else {
    std::fill(out.begin(), out.end(), Out{});
  }

  if (a.sparse.count > 0) {
    const std::byte* indices = viewData(document, asset, a.sparse.indices, a.sparse.indicesOffset);
    const std::byte* values = viewData(document, asset, a.sparse.values, a.sparse.valuesOffset);
    if (indices && values) {
      allFinite = a.componentType != ComponentType::Float;
      bool ordered = true;
      bool inRange = true;
      std::uint32_t previous = kNone;
      convertAny(a, StoredElements{values, packed, a.sparse.count}, out.data(), [&](std::uint32_t i) {
        const std::uint32_t place = loadIndex(indices, a.sparse.indicesType, i);
        if (previous != kNone && place <= previous) ordered = false;
        previous = place;
        if (place < a.count) return place;
        inRange = false;
        return kNone;
      });
      if (!inRange) {
        diagnostics.add(Code::GltfAccessorSparse, pointer + "/sparse/indices",
                        "a sparse index is not below the accessor's count " + std::to_string(a.count));
      } else if (!ordered) {
        diagnostics.add(Code::GltfAccessorSparse, pointer + "/sparse/indices", "sparse indices do not increase");
      }
    }
  }

  if constexpr (std::is_same_v<Out, float>) {
    if (!allFinite) {
      std::size_t bad = 0;
      for (float& f : out) {
        if (!std::isfinite(f)) {
          f = 0;
          ++bad;
        }
      }
      if (bad > 0) {
        diagnostics.add(Code::GltfAccessorFinite, pointer,
                        std::to_string(bad) + " of " + std::to_string(out.size()) + " numbers are NaN or infinite");
      }
    }
  }
  return {};
}

template <class Out>
Result<std::vector<Out>> readVector(const Document& document, const Asset& asset, AccessorIndex index,
                                    Diagnostics& diagnostics) try {
  std::uint64_t size = 0;
  if (index.value < asset.accessors.size()) {
    const Accessor& a = asset.accessors[index.value];
    size = std::uint64_t{a.count} * componentCount(a.type);
    if (size > document.limits().decodedBytes / sizeof(Out)) {
      return Error{Code::LimitDecodedBytes,
                   "the accessor needs " + std::to_string(size * sizeof(Out)) + " bytes, the limit is " +
                       std::to_string(document.limits().decodedBytes),
                   pointerJoin("/accessors", index.value), kNoOffset};
    }
  }
  std::vector<Out> out(static_cast<std::size_t>(size));
  if (Result<void> done = readInto<Out>(document, asset, index, out, diagnostics); !done) {
    return std::move(done).error();
  }
  return out;
} catch (const std::exception&) {  // bad_alloc, or length_error where addresses have 32 bits
  return outOfMemory();
}

}  // namespace

Result<void> readFloats(const Document& document, const Asset& asset, AccessorIndex accessor, std::span<float> out,
                        Diagnostics& diagnostics) try {
  return readInto<float>(document, asset, accessor, out, diagnostics);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> readUints(const Document& document, const Asset& asset, AccessorIndex accessor,
                       std::span<std::uint32_t> out, Diagnostics& diagnostics) try {
  return readInto<std::uint32_t>(document, asset, accessor, out, diagnostics);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::vector<float>> readFloats(const Document& document, const Asset& asset, AccessorIndex accessor,
                                      Diagnostics& diagnostics) try {
  return readVector<float>(document, asset, accessor, diagnostics);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::vector<std::uint32_t>> readUints(const Document& document, const Asset& asset, AccessorIndex accessor,
                                             Diagnostics& diagnostics) try {
  return readVector<std::uint32_t>(document, asset, accessor, diagnostics);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf
