// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// How buffers are laid out (glTF 2.0 section 3.6): alignment, strides, and buffer views and accessors that
// serve one purpose each.
#include <algorithm>

#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"

namespace vrm::checks {
namespace {

using gltf::Accessor;
using gltf::BufferView;
using gltf::JsonValue;

enum class Purpose : std::uint8_t { None, Vertices, Indices, KeyTimes, KeyValues, Matrices, Image, Sparse };

std::string_view text(Purpose purpose) {
  constexpr std::string_view kTexts[] = {"nothing",    "vertices", "indices", "key times",
                                         "key values", "matrices", "images",  "sparse values"};
  return kTexts[static_cast<std::size_t>(purpose)];
}

// All that is neither vertices nor indices may share views with its like only (section 3.6.2.1 "the same
// kind of data"); keys and sparse values may share.
Purpose ofView(Purpose purpose) {
  const bool other = purpose == Purpose::KeyTimes || purpose == Purpose::KeyValues;
  return other ? Purpose::Sparse : purpose;
}

constexpr double kArrayBuffer = 34962, kElementArrayBuffer = 34963;

class StorageChecker {
 public:
  explicit StorageChecker(const Subject& subject)
      : subject_(subject),
        asset_(subject.asset),
        purposes_(asset_.accessors.size(), Purpose::None),
        views_(asset_.bufferViews.size()) {}

  void check() {
    checkViews();
    checkAccessors();
    findUses();
  }

 private:
  struct ViewUse {
    Purpose purpose = Purpose::None;
    bool reported = false, strideMissing = false;
    AccessorIndex vertices;  // the first one without a stride
  };

  static std::string accessorPointer(std::uint32_t i) { return gltf::pointerJoin("/accessors", i); }
  static std::string viewPointer(std::uint32_t i) { return gltf::pointerJoin("/bufferViews", i); }

  void checkViews() {
    const std::span<const JsonValue> views = elementsOf(subject_, "bufferViews");
    std::vector<std::optional<double>> lengths;  // of buffers, as stated
    for (const JsonValue& buffer : elementsOf(subject_, "buffers")) {
      const JsonValue* const length = buffer.find("byteLength");
      lengths.push_back(length ? length->number() : std::nullopt);
    }
    for (std::uint32_t i = 0; i < views_.size(); ++i) {
      const BufferView& view = asset_.bufferViews[i];
      const JsonValue* const target = views[i].find("target");
      const double stated = target ? target->number().value_or(0) : 0;
      if (stated == kArrayBuffer) views_[i].purpose = Purpose::Vertices;
      if (stated == kElementArrayBuffer) views_[i].purpose = Purpose::Indices;
      if (view.buffer) checkEnd(i, view, lengths[view.buffer.value]);
      const std::uint32_t stride = view.byteStride;
      if (stride == 0) continue;
      // Section 5.11.4: a multiple of 4; only for vertices.
      const std::string_view wrong = stride % 4 != 0            ? " is not a multiple of 4"
                                     : stride > view.byteLength ? " is more than the view has"
                                     : stated == kElementArrayBuffer
                                         ? " is for vertices alone, not for indices"
                                         : "";
      if (!wrong.empty()) {
        views_[i].reported = stated == kElementArrayBuffer;
        subject_.report(Code::GltfViewStride, viewPointer(i) + "/byteStride",
                        std::to_string(stride) + std::string(wrong));
      }
    }
  }

  // Readers take the data that there is; byteLength may be less of it.
  void checkEnd(std::uint32_t i, const BufferView& view, std::optional<double> length) {
    const std::uint64_t end = view.byteOffset + view.byteLength;
    if (!length || static_cast<double>(end) <= *length) return;
    subject_.report(Code::GltfViewBounds, viewPointer(i),
                    "bytes " + std::to_string(view.byteOffset) + " to " + std::to_string(end) +
                        " reach past the byteLength of buffer " + std::to_string(view.buffer.value));
  }

  void checkAccessors() {
    const std::span<const JsonValue> accessors = elementsOf(subject_, "accessors");
    for (std::uint32_t i = 0; i < asset_.accessors.size(); ++i) {
      const Accessor& a = asset_.accessors[i];
      if (accessors[i].has("byteOffset") && !accessors[i].has("bufferView"))
        subject_.report(Code::GltfMemberConflict, accessorPointer(i), "byteOffset needs bufferView");
      const std::uint32_t size = gltf::componentSize(a.componentType);
      if (a.bufferView) {
        const std::uint32_t stride = asset_.bufferViews[a.bufferView.value].byteStride;
        if (stride > 0 && stride < gltf::elementSize(a)) {
          subject_.report(Code::GltfViewStride, accessorPointer(i),
                          "byteStride " + std::to_string(stride) + " of buffer view " +
                              std::to_string(a.bufferView.value) + " is less than an element, which has " +
                              std::to_string(gltf::elementSize(a)) + " bytes");
        }
        // Columns of matrices begin at multiples of 4.
        if (a.type >= gltf::AccessorType::Mat2 && a.byteOffset % 4 != 0) {
          subject_.report(
              Code::GltfAlignment, accessorPointer(i),
              "byteOffset " + std::to_string(a.byteOffset) + " of matrices is not a multiple of 4");
        } else {
          checkOffset(a.bufferView, a.byteOffset, size, [&] { return accessorPointer(i); });
        }
      }
      if (a.sparse.count == 0) continue;
      const std::string sparse = accessorPointer(i) + "/sparse";
      checkOffset(a.sparse.indices, a.sparse.indicesOffset, gltf::componentSize(a.sparse.indicesType),
                  [&] { return sparse + "/indices"; });
      checkOffset(a.sparse.values, a.sparse.valuesOffset, size, [&] { return sparse + "/values"; });
      useView(a.sparse.indices, Purpose::Sparse, [&] { return sparse + "/indices/bufferView"; });
      useView(a.sparse.values, Purpose::Sparse, [&] { return sparse + "/values/bufferView"; });
    }
  }

  // Section 3.6.2.4: the offset in the view, and with the view's own, is a multiple of the component's size.
  template <class Pointer>
  void checkOffset(BufferViewIndex view, std::uint64_t offset, std::uint32_t size, Pointer&& pointer) {
    const std::uint64_t total = asset_.bufferViews[view.value].byteOffset + offset;
    if (offset % size == 0 && total % size == 0) return;
    subject_.report(Code::GltfAlignment, pointer(),
                    (offset % size != 0 ? "byteOffset " + std::to_string(offset)
                                        : "the offset " + std::to_string(total) + " in the buffer") +
                        " is not a multiple of " + std::to_string(size));
  }

  void findUses() {
    forEachPrimitive(subject_, [&](std::uint32_t m, std::uint32_t p, const gltf::Primitive& primitive,
                                   const JsonValue&) {
      const auto pointer = [&](std::string_view rest) { return primitivePointer(m, p) + std::string(rest); };
      for (const gltf::Attribute& a : asset_.attributeList(primitive.attributes))
        use(a.accessor, Purpose::Vertices,
            [&] { return gltf::pointerJoin(pointer("/attributes"), a.semantic); });
      if (primitive.indices) use(primitive.indices, Purpose::Indices, [&] { return pointer("/indices"); });
      std::uint32_t t = 0;
      for (const gltf::MorphTarget& target : asset_.targetsOf(primitive)) {
        for (const gltf::Attribute& a : asset_.attributeList(target.attributes))
          use(a.accessor, Purpose::Vertices,
              [&] { return gltf::pointerJoin(gltf::pointerJoin(pointer("/targets"), t), a.semantic); });
        ++t;
      }
    });
    for (std::uint32_t i = 0; i < asset_.skins.size(); ++i) {
      const AccessorIndex matrices = asset_.skins[i].inverseBindMatrices;
      if (matrices)
        use(matrices, Purpose::Matrices,
            [&] { return gltf::pointerJoin("/skins", i) + "/inverseBindMatrices"; });
    }
    for (std::uint32_t i = 0; i < asset_.animations.size(); ++i) {
      std::uint32_t s = 0;
      for (const gltf::AnimationSampler& sampler : asset_.samplersOf(asset_.animations[i])) {
        const auto pointer = [&](const char* member) {
          return gltf::pointerJoin(gltf::pointerJoin("/animations", i) + "/samplers", s) + member;
        };
        if (sampler.input) use(sampler.input, Purpose::KeyTimes, [&] { return pointer("/input"); });
        if (sampler.output) use(sampler.output, Purpose::KeyValues, [&] { return pointer("/output"); });
        ++s;
      }
    }
    for (std::uint32_t i = 0; i < asset_.images.size(); ++i) {
      const BufferViewIndex view = asset_.images[i].bufferView;
      if (view)
        useView(view, Purpose::Image, [&] { return gltf::pointerJoin("/images", i) + "/bufferView"; });
    }
  }

  template <class Pointer>
  void use(AccessorIndex accessor, Purpose purpose, Pointer&& pointer) {
    Purpose& known = purposes_[accessor.value];
    if (known == purpose) return;  // looked at
    if (known != Purpose::None) {
      return subject_.report(Code::GltfUseMixed, pointer(),
                             "accessor " + std::to_string(accessor.value) + " has " +
                                 std::string(text(purpose)) + " here and " + std::string(text(known)) +
                                 " elsewhere");
    }
    known = purpose;
    const Accessor& a = asset_.accessors[accessor.value];
    if (purpose == Purpose::Vertices) checkVertices(accessor, a, pointer);
    if (a.bufferView) useView(a.bufferView, purpose, pointer);
  }

  // Section 3.6.2.4: vertices begin at multiples of 4, and accessors that share a view state a stride.
  template <class Pointer>
  void checkVertices(AccessorIndex index, const Accessor& a, Pointer&& pointer) {
    if (!a.bufferView) return;
    const std::uint32_t stride = asset_.bufferViews[a.bufferView.value].byteStride;
    const bool odd = stride == 0 && gltf::elementSize(a) % 4 != 0;
    if (a.byteOffset % 4 != 0 || odd) {
      const std::string accessor = "accessor " + std::to_string(index.value);
      subject_.report(
          Code::GltfAlignment, pointer(),
          odd ? "vertices of " + accessor + " follow each other after " +
                    std::to_string(gltf::elementSize(a)) + " bytes, which is not a multiple of 4"
              : "byteOffset " + std::to_string(a.byteOffset) + " of " + accessor + " is not a multiple of 4");
    }
    if (stride > 0) return;
    ViewUse& use = views_[a.bufferView.value];
    if (!use.vertices) {
      use.vertices = index;
    } else if (!use.strideMissing) {
      use.strideMissing = true;
      const auto [first, second] = std::minmax(use.vertices.value, index.value);
      subject_.report(Code::GltfViewStride, viewPointer(a.bufferView.value),
                      "byteStride is missing, which accessors " + std::to_string(first) + " and " +
                          std::to_string(second) + " that share the view need");
    }
  }

  template <class Pointer>
  void useView(BufferViewIndex view, Purpose purpose, Pointer&& pointer) {
    ViewUse& use = views_[view.value];
    const Purpose shared = ofView(purpose);
    if (use.reported) return;
    if (use.purpose == Purpose::None) use.purpose = shared;
    if (use.purpose != shared) {
      use.reported = true;
      return subject_.report(Code::GltfUseMixed, pointer(),
                             "buffer view " + std::to_string(view.value) + " is for " +
                                 std::string(text(use.purpose)) + ", here it has " +
                                 std::string(text(purpose)));
    }
    if (purpose != Purpose::Vertices && asset_.bufferViews[view.value].byteStride > 0) {
      use.reported = true;
      subject_.report(Code::GltfViewStride, viewPointer(view.value) + "/byteStride",
                      "a view with " + std::string(text(purpose)) + " must not have it");
    }
  }

  const Subject& subject_;
  const gltf::Asset& asset_;
  std::vector<Purpose> purposes_;  // by accessor
  std::vector<ViewUse> views_;
};

}  // namespace

void checkStorage(const Subject& subject) {
  StorageChecker(subject).check();
}

}  // namespace vrm::checks
