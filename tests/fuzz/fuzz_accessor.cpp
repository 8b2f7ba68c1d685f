// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// An accessor of any form over any bytes: what is read is what glTF 2.0 says, component by component. The
// input is what the accessor is like (kHead bytes), then the binary chunk.
//
// Mutations: 3000
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "fuzz_support.hpp"
#include "vrm/gltf/glb.hpp"

namespace vrm::fuzz {
namespace {

using gltf::Accessor;
using gltf::AccessorType;
using gltf::ComponentType;

constexpr std::size_t kHead = 16;
constexpr int kComponentTypes[] = {5120, 5121, 5122, 5123, 5125, 5126};
constexpr std::string_view kTypes[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

std::string member(const char* name, std::uint32_t value) {
  return std::string("\"") + name + "\":" + std::to_string(value);
}

// Three views of the whole chunk: of the elements, of sparse indices and of sparse values.
std::string jsonFor(std::span<const std::uint8_t> head, std::uint32_t size) {
  const std::uint8_t flags = head[2];
  const auto view = [&](std::uint32_t offset, const std::string& more) {
    offset = std::min(offset, size);
    return "{" + member("buffer", 0) + "," + member("byteOffset", offset) + "," +
           member("byteLength", size - offset) + more + "}";
  };
  const bool strided = (flags & 4) != 0;
  std::string accessor = "{" +
                         member("componentType", static_cast<std::uint32_t>(kComponentTypes[head[0] % 6])) +
                         R"(,"type":")" + std::string(kTypes[head[1] % 7]) + "\"," +
                         member("count", head[3]) + "," + member("byteOffset", head[4]);
  if (flags & 1) accessor += R"(,"normalized":true)";
  if (flags & 2) accessor += "," + member("bufferView", 0);
  if (flags & 8) {
    const std::uint32_t type = static_cast<std::uint32_t>(kComponentTypes[head[9] % 6]);
    accessor += R"(,"sparse":{)" + member("count", head[8]) + R"(,"indices":{)" + member("bufferView", 1) +
                "," + member("componentType", type) + "," + member("byteOffset", head[10]) +
                R"(},"values":{)" + member("bufferView", 2) + "," + member("byteOffset", head[11]) + "}}";
  }
  if (flags & 16) accessor += R"(,"min":[0,0,0,0],"max":[1])";
  return R"({"asset":{"version":"2.0"},"buffers":[{)" + member("byteLength", size) + R"(}],"bufferViews":[)" +
         view(head[6], strided ? "," + member("byteStride", head[5]) : "") + "," + view(head[12], "") + "," +
         view(head[13], "") + R"(],"accessors":[)" + accessor + "}]}";
}

// The number at a place of the chunk, as it is stored.
double stored(std::span<const std::byte> bytes, std::uint64_t at, ComponentType type) {
  const auto as = [&]<class T>(T value) {
    require(at + sizeof value <= bytes.size(), "accessors stay inside of their buffer");
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return static_cast<double>(value);
  };
  switch (type) {
    case ComponentType::Byte:
      return as(std::int8_t{});
    case ComponentType::UnsignedByte:
      return as(std::uint8_t{});
    case ComponentType::Short:
      return as(std::int16_t{});
    case ComponentType::UnsignedShort:
      return as(std::uint16_t{});
    case ComponentType::UnsignedInt:
      return as(std::uint32_t{});
    case ComponentType::Float:
      break;
  }
  return as(float{});
}

std::uint32_t sizeOf(ComponentType type) {
  switch (type) {
    case ComponentType::Byte:
    case ComponentType::UnsignedByte:
      return 1;
    case ComponentType::Short:
    case ComponentType::UnsignedShort:
      return 2;
    default:
      return 4;
  }
}

double largest(ComponentType type) {
  switch (type) {
    case ComponentType::Byte:
      return 127;
    case ComponentType::UnsignedByte:
      return 255;
    case ComponentType::Short:
      return 32767;
    default:
      return 65535;
  }
}

// What section 3.6.2 of glTF 2.0 says, one component after the other.
class Reference {
 public:
  Reference(const gltf::Document& document, const gltf::Asset& asset, const Accessor& a)
      : asset_(asset), a_(a), bytes_(document.buffer(0)) {
    columns_ = a.type == AccessorType::Mat2   ? 2
               : a.type == AccessorType::Mat3 ? 3
               : a.type == AccessorType::Mat4 ? 4
                                              : 1;
    components_ = gltf::componentCount(a.type);
    const std::uint32_t column = components_ / columns_ * sizeOf(a.componentType);
    columnStride_ = columns_ > 1 ? (column + 3) / 4 * 4 : column;
  }

  std::vector<double> values() const {
    std::vector<double> out(std::size_t{a_.count} * components_);
    if (a_.bufferView) {
      const gltf::BufferView& view = asset_.bufferViews[a_.bufferView.value];
      const std::uint64_t stride = view.byteStride ? view.byteStride : columns_ * columnStride_;
      for (std::uint32_t i = 0; i < a_.count; ++i)
        element(view.byteOffset + a_.byteOffset + i * stride, out, i);
    }
    if (a_.sparse.count > 0 && a_.sparse.indices && a_.sparse.values) {
      const gltf::BufferView& indices = asset_.bufferViews[a_.sparse.indices.value];
      const gltf::BufferView& values = asset_.bufferViews[a_.sparse.values.value];
      for (std::uint32_t i = 0; i < a_.sparse.count; ++i) {
        const double place = stored(
            bytes_,
            indices.byteOffset + a_.sparse.indicesOffset + std::uint64_t{i} * sizeOf(a_.sparse.indicesType),
            a_.sparse.indicesType);
        if (place >= a_.count) continue;
        element(values.byteOffset + a_.sparse.valuesOffset + std::uint64_t{i} * columns_ * columnStride_, out,
                static_cast<std::size_t>(place));
      }
    }
    return out;
  }

  float asFloat(double value) const {
    if (a_.componentType == ComponentType::Float) return std::isfinite(value) ? static_cast<float>(value) : 0;
    if (!a_.normalized) return static_cast<float>(value);
    // glTF has no normalised 32-bit integers; floats do not hold them exactly anyway.
    if (a_.componentType == ComponentType::UnsignedInt) return static_cast<float>(value) / 4294967296.0f;
    return std::max(static_cast<float>(value / largest(a_.componentType)), -1.0f);
  }

 private:
  void element(std::uint64_t at, std::vector<double>& out, std::size_t index) const {
    for (std::uint32_t k = 0; k < components_; ++k) {
      const std::uint32_t rows = components_ / columns_;
      const std::uint64_t place = at + k / rows * columnStride_ + k % rows * sizeOf(a_.componentType);
      out[index * components_ + k] = stored(bytes_, place, a_.componentType);
    }
  }

  const gltf::Asset& asset_;
  const Accessor& a_;
  std::span<const std::byte> bytes_;
  std::uint32_t columns_ = 1, components_ = 1, columnStride_ = 0;
};

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t> input) {
  return input.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kHead || size > 1u << 16) return 0;
  const auto chunk = std::as_bytes(std::span(data + kHead, size - kHead));
  const gltf::GlbChunk bin{gltf::kGlbBin, chunk};
  Result<std::vector<std::byte>> file =
      gltf::writeGlb(jsonFor({data, kHead}, static_cast<std::uint32_t>(chunk.size())), {&bin, 1});
  require(file.ok(), "a container can be written");
  gltf::OpenOptions options;
  options.limits = smallLimits();
  const Result<gltf::Document> document = gltf::Document::parse(*std::move(file), options);
  require(document.ok(), "what we write can be read:", document ? "" : document.error().toString());
  Diagnostics diagnostics;
  const Result<gltf::Asset> asset = gltf::readAsset(*document, diagnostics);
  if (!asset) {
    requireReason(asset.error());
    return 0;
  }
  const std::string broken = test::checkAsset(*document, *asset);
  require(broken.empty(), "a read model is sane:", broken);
  require(asset->accessors.size() == 1, "an accessor stays an accessor");
  const Accessor& a = asset->accessors[0];
  const Reference reference(*document, *asset, a);
  const std::vector<double> wanted = reference.values();

  const Result<std::vector<float>> floats =
      gltf::readFloats(*document, *asset, AccessorIndex(0), diagnostics);
  require(floats.ok() && floats->size() == wanted.size(), "as many numbers as the accessor has");
  for (std::size_t i = 0; i < wanted.size(); ++i)
    require((*floats)[i] == reference.asFloat(wanted[i]),
            "numbers are what the standard says:", std::to_string(i));

  const Result<std::vector<std::uint32_t>> uints =
      gltf::readUints(*document, *asset, AccessorIndex(0), diagnostics);
  require(uints.ok() == (a.componentType != ComponentType::Float), "all but floats can be read as integers");
  for (std::size_t i = 0; uints && i < wanted.size(); ++i) {
    require((*uints)[i] == static_cast<std::uint32_t>(static_cast<std::int64_t>(wanted[i])),
            "integers are what is stored:", std::to_string(i));
  }

  std::vector<float> tooMany(wanted.size() + 1);
  const Result<void> refused = gltf::readFloats(*document, *asset, AccessorIndex(0), tooMany, diagnostics);
  require(!refused && refused.error().code == Code::ApiMisuse, "room for other numbers is refused");
  return 0;
}

}  // namespace vrm::fuzz
