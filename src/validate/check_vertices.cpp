// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The numbers of vertices and indices (glTF 2.0 sections 3.7.2.1 and 3.6.2). Every accessor is read once for
// each kind of use, however many primitives share it.
#include <cmath>

#include "validate/accessor_data.hpp"
#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"
#include "vrm/base/number.hpp"
#include "vrm/gltf/primitive_data.hpp"

namespace vrm::checks {
namespace {

using gltf::Accessor;
using gltf::AccessorType;
using gltf::ComponentType;

// What a normalised byte can be off by, with some to spare, as in the Khronos validator.
constexpr float kUnit = 0.00674f;
constexpr float kLeastSquare = (1 - kUnit) * (1 - kUnit), kMostSquare = (1 + kUnit) * (1 + kUnit);

class VertexChecker {
 public:
  explicit VertexChecker(const Subject& subject)
      : subject_(subject),
        asset_(subject.asset),
        data_(subject, "the vertices"),
        looked_(asset_.accessors.size()),
        indices_(asset_.accessors.size()) {}

  void check() {
    forEachPrimitive(subject_, [&](std::uint32_t m, std::uint32_t p, const gltf::Primitive& primitive,
                                   const gltf::JsonValue&) {
      for (const gltf::Attribute& a : asset_.attributeList(primitive.attributes)) checkAttribute(m, p, a);
      if (primitive.indices) checkIndices(m, p, primitive);
    });
  }

 private:
  enum Look : std::uint8_t { kNormals = 1, kTangents = 2, kColors = 4 };

  struct IndexFacts {
    bool known = false, restart = false, told = false;
    std::uint32_t largest = 0;
    std::uint64_t degenerate = 0, triangles = 0;
  };

  struct Offence {
    std::uint64_t count = 0;
    std::uint32_t first = 0;
    void add(std::size_t i) {
      if (count++ == 0) first = static_cast<std::uint32_t>(i);
    }
  };

  void checkAttribute(std::uint32_t m, std::uint32_t p, const gltf::Attribute& attribute) {
    const Look look = attribute.semantic == "NORMAL"    ? kNormals
                      : attribute.semantic == "TANGENT" ? kTangents
                      : attribute.semantic == "COLOR_0" ? kColors
                                                        : Look{};
    std::uint8_t& looked = looked_[attribute.accessor.value];
    if (look == Look{} || (looked & look) != 0) return;
    looked = static_cast<std::uint8_t>(looked | look);
    const Accessor& a = asset_.accessors[attribute.accessor.value];
    const std::string pointer = gltf::pointerJoin(primitivePointer(m, p) + "/attributes", attribute.semantic);
    if (look == kColors) return checkColor(attribute.accessor, a, pointer);
    if (look == kTangents && a.type != AccessorType::Vec4) return;
    const bool number = a.componentType == ComponentType::Float || a.normalized;
    if (number) checkUnit(attribute.accessor, a, look == kTangents, pointer);
  }

  // "Unit length" of normals and tangents, whose w is 1 or -1.
  void checkUnit(AccessorIndex index, const Accessor& a, bool tangent, const std::string& pointer) {
    const std::optional<Elements> elements = data_.read(index);
    if (!elements) return;
    Offence length, sign;
    withComponent(a.componentType, [&]<class T>(T) {
      for (std::size_t i = 0; i < elements->count; ++i) {
        const std::byte* const at = elements->at(i);
        const float x = gltf::toFloat(gltf::load<T>(at), a.normalized),
                    y = gltf::toFloat(gltf::load<T>(at + sizeof(T)), a.normalized),
                    z = gltf::toFloat(gltf::load<T>(at + 2 * sizeof(T)), a.normalized);
        const float square = x * x + y * y + z * z;
        // NaN is reported with the accessor.
        if (square < kLeastSquare || square > kMostSquare) length.add(i);
        if (tangent) {
          const float w = gltf::toFloat(gltf::load<T>(at + 3 * sizeof(T)), a.normalized);
          if (w != 1 && w != -1) sign.add(i);
        }
      }
    });
    const auto of = [&](const Offence& o) {
      return std::to_string(o.count) + " of " + std::to_string(a.count) +
             (tangent ? " tangents" : " normals");
    };
    if (length.count > 0) {
      subject_.report(
          Code::GltfAttributeValue, pointer,
          of(length) + " are not of unit length, first that of vertex " + std::to_string(length.first));
    }
    if (sign.count > 0) {
      subject_.report(Code::GltfAttributeValue, pointer,
                      of(sign) + " have a w that is neither 1 nor -1, first that of vertex " +
                          std::to_string(sign.first));
    }
  }

  void checkColor(AccessorIndex index, const Accessor& a, const std::string& pointer) {
    if (a.componentType != ComponentType::Float) return;
    const std::optional<Elements> elements = data_.read(index);
    if (!elements) return;
    const std::size_t components = gltf::componentCount(a.type);
    Offence range;
    for (std::size_t i = 0; i < elements->count; ++i) {
      for (std::size_t c = 0; c < components; ++c) {
        const auto value = gltf::load<float>(elements->at(i) + c * sizeof(float));
        if (value < 0 || value > 1) {
          range.add(i);
          break;
        }
      }
    }
    if (range.count == 0) return;
    subject_.report(Code::GltfAttributeValue, pointer,
                    std::to_string(range.count) + " of " + std::to_string(a.count) +
                        " colours are outside of 0 to 1, first that of vertex " +
                        std::to_string(range.first));
  }

  // Section 3.7.2.1: indices are below the number of vertices, and never the largest of their type.
  void checkIndices(std::uint32_t m, std::uint32_t p, const gltf::Primitive& primitive) {
    IndexFacts& facts = indices_[primitive.indices.value];
    if (!facts.known) {
      facts.known = true;
      readIndices(primitive.indices, facts);
    }
    const auto pointer = [&] { return primitivePointer(m, p) + "/indices"; };
    const std::uint32_t vertices = gltf::vertexCount(asset_, primitive);
    if (facts.largest >= vertices && primitive.attributes.count > 0 && facts.triangles != kNothing) {
      subject_.report(Code::GltfIndices, pointer(),
                      "there is an index " + std::to_string(facts.largest) + ", but the primitive has " +
                          std::to_string(vertices) + " vertices");
    }
    if (facts.told) return;
    facts.told = true;
    if (facts.restart) {
      subject_.report(
          Code::GltfIndices, pointer(),
          "an index is the largest number of its type, which restarts primitives on some machines");
    }
    if (facts.degenerate > 0 && primitive.mode == gltf::PrimitiveMode::Triangles) {
      subject_.report(Code::GltfDegenerate, pointer(),
                      std::to_string(facts.degenerate) + " of " + std::to_string(facts.triangles) +
                          " triangles use a vertex twice");
    }
  }

  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};  // could not be read

  void readIndices(AccessorIndex index, IndexFacts& facts) {
    const Accessor& a = asset_.accessors[index.value];
    const std::optional<Elements> elements = data_.read(index);
    facts.triangles = elements ? elements->count / 3 : kNothing;
    if (!elements) return;
    withComponent(a.componentType, [&]<class T>(T) {
      if constexpr (std::is_unsigned_v<T>) {
        constexpr T kRestart = std::numeric_limits<T>::max();
        T largest = 0;
        unsigned restart = 0;
        std::uint64_t degenerate = 0;
        const auto add = [&](T value) {
          restart |= static_cast<unsigned>(value == kRestart);
          largest = value > largest && value != kRestart ? value : largest;
        };
        std::size_t i = 0;
        for (; i + 3 <= elements->count; i += 3) {
          const T x = gltf::load<T>(elements->at(i)), y = gltf::load<T>(elements->at(i + 1)),
                  z = gltf::load<T>(elements->at(i + 2));
          degenerate += static_cast<std::uint64_t>((x == y) | (y == z) | (z == x));
          add(x);
          add(y);
          add(z);
        }
        for (; i < elements->count; ++i) add(gltf::load<T>(elements->at(i)));
        facts.largest = largest;
        facts.restart = restart != 0;
        facts.degenerate = degenerate;
      }
    });
  }

  const Subject& subject_;
  const gltf::Asset& asset_;
  AccessorData data_;
  std::vector<std::uint8_t> looked_;  // by accessor
  std::vector<IndexFacts> indices_;   // by accessor
};

}  // namespace

void checkVertices(const Subject& subject) {
  VertexChecker(subject).check();
}

}  // namespace vrm::checks
