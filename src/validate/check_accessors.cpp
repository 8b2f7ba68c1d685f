// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// The numbers of accessors (glTF 2.0 sections 3.6.2 and 5.1): finite, with the min and max that is stated,
// and sparse ones in order.
#include <algorithm>
#include <array>
#include <cmath>

#include "validate/accessor_data.hpp"
#include "validate/checks.hpp"
#include "vrm/base/number.hpp"

namespace vrm::checks {
namespace {

using gltf::Accessor;
using gltf::ComponentType;

constexpr std::size_t kMostComponents = 16;

struct Bounds {
  std::array<double, kMostComponents> least, most;
  std::uint64_t notFinite = 0;
};

// With all bits of the exponent set, one more of its last bit carries into the sign's place: a test for NaN
// and infinity that compilers do several at a time of.
constexpr std::uint32_t kExponent = 0x7F80'0000u, kLastBit = 0x0080'0000u, kCarry = 0x8000'0000u;

// Numbers that lie side by side, kLanes at a time; the component of a lane is always the same as kLanes is a
// multiple of their number.
template <class T, std::size_t kLanes>
class Lanes {
 public:
  explicit Lanes(const std::byte* first) {
    std::memcpy(least_, first, sizeof least_);
    std::memcpy(most_, first, sizeof most_);
  }
  void add(const std::byte* at) {
    T block[kLanes];
    std::memcpy(block, at, sizeof block);
    // Loops of their own, and too long to be unrolled: compilers make wide instructions of those alone.
    for (std::size_t i = 0; i < kLanes; ++i) least_[i] = block[i] < least_[i] ? block[i] : least_[i];
    for (std::size_t i = 0; i < kLanes; ++i) most_[i] = block[i] > most_[i] ? block[i] : most_[i];
    if constexpr (std::is_same_v<T, float>) {
      std::uint32_t bits[kLanes];
      std::memcpy(bits, at, sizeof bits);
      for (std::size_t i = 0; i < kLanes; ++i) carries_[i] |= (bits[i] & kExponent) + kLastBit;
    }
  }
  bool finite() const {
    std::uint32_t all = 0;
    for (const std::uint32_t c : carries_) all |= c;
    return (all & kCarry) == 0;
  }
  void into(Bounds& out, std::size_t components) const {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const std::size_t c = i % components;
      out.least[c] = std::min(out.least[c], static_cast<double>(least_[i]));
      out.most[c] = std::max(out.most[c], static_cast<double>(most_[i]));
    }
  }

 private:
  T least_[kLanes], most_[kLanes];
  std::uint32_t carries_[kLanes] = {};
};

#if defined(__GNUC__)
// Twelve floats at a time, a multiple of 1 to 4 components, in vectors of the language: all nine stay in
// registers.
template <>
class Lanes<float, 12> {
 public:
  explicit Lanes(const std::byte* first) {
    for (std::size_t i = 0; i < 3; ++i) std::memcpy(&least_[i], first + 16 * i, 16);
    for (std::size_t i = 0; i < 3; ++i) most_[i] = least_[i];
  }
  void add(const std::byte* at) {
    for (std::size_t i = 0; i < 3; ++i) {
      Floats block;
      Bits bits;
      std::memcpy(&block, at + 16 * i, 16);
      std::memcpy(&bits, at + 16 * i, 16);
      least_[i] = block < least_[i] ? block : least_[i];
      most_[i] = block > most_[i] ? block : most_[i];
      carries_[i] |= (bits & kExponent) + kLastBit;
    }
  }
  bool finite() const {
    const Bits all = carries_[0] | carries_[1] | carries_[2];
    return ((all[0] | all[1] | all[2] | all[3]) & kCarry) == 0;
  }
  void into(Bounds& out, std::size_t components) const {
    for (std::size_t i = 0; i < 12; ++i) {
      const std::size_t c = i % components;
      out.least[c] = std::min(out.least[c], static_cast<double>(least_[i / 4][i % 4]));
      out.most[c] = std::max(out.most[c], static_cast<double>(most_[i / 4][i % 4]));
    }
  }

 private:
  using Floats = float __attribute__((vector_size(16)));
  using Bits = std::uint32_t __attribute__((vector_size(16)));
  Floats least_[3], most_[3];
  Bits carries_[3] = {};
};
#endif

class BoundsFinder {
 public:
  BoundsFinder(const Accessor& a)
      : accessor_(a),
        components_(gltf::componentCount(a.type)),
        columns_(a.type == gltf::AccessorType::Mat2   ? 2
                 : a.type == gltf::AccessorType::Mat3 ? 3
                 : a.type == gltf::AccessorType::Mat4 ? 4
                                                      : 1),
        columnStride_(gltf::elementStride(a) / columns_) {
    out_.least.fill(std::numeric_limits<double>::infinity());
    out_.most.fill(-std::numeric_limits<double>::infinity());
  }

  const Bounds& out() const { return out_; }

  void add(const Elements& elements) {
    withComponent(accessor_.componentType, [&]<class T>(T) {
      std::size_t done = 0;
      if (elements.stride == components_ * sizeof(T) && columnStride_ * columns_ == elements.stride) {
        done = components_ == 9                               ? addPacked<T, 36>(elements)
               : std::is_same_v<T, float> && components_ <= 4 ? addPacked<T, 12>(elements)
                                                              : addPacked<T, 48>(elements);
      }
      for (std::size_t i = done; i < elements.count; ++i) addOne<T>(elements.at(i));
    });
  }
  void addZero() {
    for (std::size_t c = 0; c < components_; ++c) add(c, 0);
  }

 private:
  // How many elements it has looked at. Those with NaN or infinity are left to the slow way, which counts
  // them.
  template <class T, std::size_t kLanes>
  std::size_t addPacked(const Elements& elements) {
    const std::size_t blocks = std::size_t{elements.count} * components_ / kLanes;
    if (blocks == 0) return 0;
    Lanes<T, kLanes> lanes(elements.data);
    for (std::size_t i = 0; i < blocks; ++i) lanes.add(elements.data + i * kLanes * sizeof(T));
    if (!lanes.finite()) return 0;
    lanes.into(out_, components_);
    return blocks * kLanes / components_;
  }

  template <class T>
  void addOne(const std::byte* element) {
    const std::size_t rows = components_ / columns_;
    for (std::size_t column = 0; column < columns_; ++column) {
      for (std::size_t row = 0; row < rows; ++row) {
        const T value = gltf::load<T>(element + column * columnStride_ + row * sizeof(T));
        if constexpr (std::is_same_v<T, float>) {
          if (!std::isfinite(value)) {
            ++out_.notFinite;
            continue;
          }
        }
        add(column * rows + row, static_cast<double>(value));
      }
    }
  }
  void add(std::size_t component, double value) {
    out_.least[component] = std::min(out_.least[component], value);
    out_.most[component] = std::max(out_.most[component], value);
  }

  const Accessor& accessor_;
  std::size_t components_, columns_, columnStride_;
  Bounds out_;
};

class AccessorChecker {
 public:
  explicit AccessorChecker(const Subject& subject)
      : subject_(subject), data_(subject, "the numbers of accessors") {}

  void check() {
    const std::vector<Accessor>& accessors = subject_.asset.accessors;
    for (std::uint32_t i = 0; i < accessors.size(); ++i) check(AccessorIndex(i), accessors[i]);
  }

 private:
  static std::string pointer(AccessorIndex i) { return gltf::pointerJoin("/accessors", i.value); }

  void check(AccessorIndex i, const Accessor& a) {
    if (a.normalized &&
        (a.componentType == ComponentType::Float || a.componentType == ComponentType::UnsignedInt)) {
      subject_.report(Code::GltfValue, pointer(i) + "/normalized",
                      "only bytes and shorts can be normalized (section 3.6.2.2)");
    }
    checkSparse(i, a);
    const std::size_t components = gltf::componentCount(a.type);
    bool stated = false;
    for (const auto& [range, member] : {std::pair(a.min, "/min"), std::pair(a.max, "/max")}) {
      if (range.count == components) {
        stated = true;
      } else if (range.count > 0) {
        subject_.report(
            Code::GltfValue, pointer(i) + member,
            "has " + std::to_string(range.count) + " elements, must have " + std::to_string(components));
      }
    }
    if (a.componentType != ComponentType::Float && !stated) return;
    checkNumbers(i, a);
  }

  void checkNumbers(AccessorIndex i, const Accessor& a) {
    BoundsFinder finder(a);
    if (a.sparse.count > 0 && !a.bufferView) {
      const std::optional<Elements> values = data_.sparseValues(i);
      if (!values || !data_.pay(std::uint64_t{values->count} * values->stride)) return;
      if (a.sparse.count < a.count) finder.addZero();
      finder.add(*values);
    } else {
      const std::optional<Elements> elements = data_.read(i);
      if (!elements) return;
      finder.add(*elements);
    }
    const Bounds& found = finder.out();
    if (found.notFinite > 0) {
      return subject_.report(Code::GltfAccessorFinite, pointer(i),
                             std::to_string(found.notFinite) + " of " +
                                 std::to_string(std::uint64_t{a.count} * gltf::componentCount(a.type)) +
                                 " numbers are NaN or infinite");
    }
    compare(i, a, a.min, found.least, "min");
    compare(i, a, a.max, found.most, "max");
  }

  // "min and max must be the actual ones" (section 3.6.2.5), rounded to single precision as the data is.
  void compare(AccessorIndex i, const Accessor& a, gltf::Range stated,
               const std::array<double, kMostComponents>& actual, std::string_view member) {
    if (stated.count != gltf::componentCount(a.type)) return;
    const std::span<const float> numbers = subject_.asset.numberList(stated);
    for (std::size_t c = 0; c < numbers.size(); ++c) {
      const auto right = static_cast<float>(actual[c]);
      if (numbers[c] == right) continue;
      subject_.report(Code::GltfMinMax, pointer(i) + "/" + std::string(member),
                      "component " + std::to_string(c) + " is " + formatFloat(numbers[c]) + ", but the " +
                          (member == "min" ? "least" : "largest") + " number there is " + formatFloat(right));
      return;
    }
  }

  // "indices MUST form a strictly increasing sequence" (section 3.6.2.3).
  void checkSparse(AccessorIndex i, const Accessor& a) {
    const std::optional<Elements> indices = data_.sparseIndices(i);
    if (a.sparse.count == 0 || !indices || !data_.pay(std::uint64_t{indices->count} * indices->stride))
      return;
    withComponent(a.sparse.indicesType, [&]<class T>(T) {
      double previous = -1;
      for (std::size_t k = 0; k < indices->count; ++k) {
        const auto value = static_cast<double>(gltf::load<T>(indices->at(k)));
        if (value > previous && value < a.count) {
          previous = value;
          continue;
        }
        return subject_.report(
            Code::GltfAccessorSparse, pointer(i) + "/sparse/indices",
            value >= a.count ? "a sparse index is not below the accessor's count " + std::to_string(a.count)
                             : std::string("sparse indices do not increase"));
      }
    });
  }

  const Subject& subject_;
  AccessorData data_;
};

}  // namespace

void checkAccessors(const Subject& subject) {
  AccessorChecker(subject).check();
}

}  // namespace vrm::checks
