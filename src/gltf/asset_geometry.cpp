// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "gltf/asset_geometry.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "gltf/texts.hpp"

namespace vrm::gltf {
namespace {

constexpr std::uint64_t kMaxBytes = 1ull << 53;
constexpr std::string_view kTypeNames[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

std::span<const JsonValue> topLevel(const Document& document, std::string_view name) {
  const JsonValue* list = document.root().find(name);
  return list ? list->elements() : std::span<const JsonValue>();
}

std::optional<ComponentType> componentType(std::uint64_t value) {
  switch (value) {
    case 5120:
    case 5121:
    case 5122:
    case 5123:
    case 5125:
    case 5126:
      return static_cast<ComponentType>(value);
    default:
      return std::nullopt;
  }
}

class StorageReader {
 public:
  StorageReader(const Document& document, Asset& out, Diagnostics& diagnostics)
      : document_(document), out_(out), diagnostics_(diagnostics) {}

  Result<void> bufferView(const MemberReader& in) {
    BufferView view;
    view.buffer = in.index<BufferIndex>("buffer", document_.buffers().size());
    if (!in.find("buffer")) in.missing("buffer", "the view reads as zeros");
    if (!in.find("byteLength")) in.missing("byteLength", "the view is empty");
    view.byteOffset = in.unsignedNumber("byteOffset", 0, 0, kMaxBytes);
    view.byteLength = in.unsignedNumber("byteLength", 0, 1, kMaxBytes);
    view.byteStride = static_cast<std::uint32_t>(in.unsignedNumber("byteStride", 0, 4, 252));
    if (view.buffer && document_.hasBuffer(view.buffer.value)) {
      const std::uint64_t size = document_.buffer(view.buffer.value).size();
      if (view.byteOffset > size || view.byteLength > size - view.byteOffset) {
        return Error{Code::GltfViewBounds,
                     "bytes " + std::to_string(view.byteOffset) + " to " +
                         std::to_string(view.byteOffset + view.byteLength) + " reach past the end of buffer " +
                         std::to_string(view.buffer.value) + ", which has " + std::to_string(size) + " bytes",
                     in.place().pointer(), kNoOffset};
      }
    }
    out_.bufferViews.push_back(view);
    return {};
  }

  Result<void> accessor(const MemberReader& in) {
    Accessor a;
    const std::uint64_t type = in.unsignedNumber("componentType", 0, 5120, 5126);
    const std::optional<ComponentType> component = componentType(type);
    if (!component) {
      return Error{Code::GltfValue, "componentType is missing or none of 5120, 5121, 5122, 5123, 5125, 5126",
                   (in.place() / "componentType").pointer(), kNoOffset};
    }
    a.componentType = *component;
    const std::string_view shape = in.string("type");
    const auto found = std::find(std::begin(kTypeNames), std::end(kTypeNames), shape);
    if (found == std::end(kTypeNames)) {
      return Error{Code::GltfValue, "type is missing or none of SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4",
                   (in.place() / "type").pointer(), kNoOffset};
    }
    a.type = static_cast<AccessorType>(found - std::begin(kTypeNames));
    if (!in.find("count")) in.missing("count", "the accessor is empty");
    const std::uint64_t count = in.unsignedNumber("count", 0, 0, kMaxBytes);
    if (count > document_.limits().accessorElements || count >= kNone) {
      return Error{Code::LimitAccessorElements,
                   "the accessor has " + std::to_string(count) + " elements, the limit is " +
                       std::to_string(document_.limits().accessorElements),
                   (in.place() / "count").pointer(), kNoOffset};
    }
    a.count = static_cast<std::uint32_t>(count);
    a.normalized = in.boolean("normalized", false);
    a.bufferView = in.index<BufferViewIndex>("bufferView", out_.bufferViews.size());
    a.byteOffset = in.unsignedNumber("byteOffset", 0, 0, kMaxBytes);
    a.min = readNumbers(in, "min", out_);
    a.max = readNumbers(in, "max", out_);
    if (a.bufferView) {
      const std::uint32_t stride = out_.bufferViews[a.bufferView.value].byteStride;
      if (Result<void> fits = checkBounds(a.bufferView, a.byteOffset, stride ? stride : elementStride(a),
                                          elementSize(a), a.count, in.place());
          !fits) {
        return fits;
      }
    }
    if (const JsonValue* sparse = in.find("sparse")) {
      const Place place = in.place() / "sparse";
      if (Result<void> done = readSparse(MemberReader(*sparse, place, diagnostics_), a); !done) return done;
    }
    out_.accessors.push_back(a);
    return {};
  }

 private:
  // The last element may end before a whole stride does (glTF 2.0 section 3.6.2.4).
  Result<void> checkBounds(BufferViewIndex view, std::uint64_t offset, std::uint64_t stride, std::uint64_t element,
                           std::uint64_t count, const Place& place) {
    if (count == 0) return {};
    const std::uint64_t length = out_.bufferViews[view.value].byteLength;
    // count < 2^32, stride and element < 2^9 and offset <= 2^53: the sum cannot overflow.
    const std::uint64_t end = offset + (count - 1) * stride + element;
    if (end <= length) return {};
    return Error{Code::GltfAccessorBounds,
                 std::to_string(count) + " elements need " + std::to_string(end) + " bytes, but buffer view " +
                     std::to_string(view.value) + " has " + std::to_string(length),
                 place.pointer(), kNoOffset};
  }

  Result<void> readSparse(const MemberReader& in, Accessor& a) {
    SparseAccessor sparse;
    sparse.count = static_cast<std::uint32_t>(in.unsignedNumber("count", 0, 1, a.count));
    const JsonValue* indices = in.find("indices");
    const JsonValue* values = in.find("values");
    if (!indices || !values) {
      in.missing(indices ? "values" : "indices", "the sparse values are left out");
      return {};
    }
    const Place indicesPlace = in.place() / "indices";
    const Place valuesPlace = in.place() / "values";
    const MemberReader indicesIn(*indices, indicesPlace, diagnostics_);
    const MemberReader valuesIn(*values, valuesPlace, diagnostics_);
    const auto type = componentType(indicesIn.unsignedNumber("componentType", 0, 5121, 5125));
    if (type != ComponentType::UnsignedByte && type != ComponentType::UnsignedShort &&
        type != ComponentType::UnsignedInt) {
      return Error{Code::GltfValue, "componentType is missing or none of 5121, 5123, 5125",
                   (indicesPlace / "componentType").pointer(), kNoOffset};
    }
    sparse.indicesType = *type;
    sparse.indices = indicesIn.index<BufferViewIndex>("bufferView", out_.bufferViews.size());
    sparse.values = valuesIn.index<BufferViewIndex>("bufferView", out_.bufferViews.size());
    if (!sparse.indices || !sparse.values) return {};  // reported by checkReferences
    sparse.indicesOffset = indicesIn.unsignedNumber("byteOffset", 0, 0, kMaxBytes);
    sparse.valuesOffset = valuesIn.unsignedNumber("byteOffset", 0, 0, kMaxBytes);
    const std::uint32_t indexSize = componentSize(sparse.indicesType);
    if (Result<void> fits =
            checkBounds(sparse.indices, sparse.indicesOffset, indexSize, indexSize, sparse.count, indicesPlace);
        !fits) {
      return fits;
    }
    if (Result<void> fits =
            checkBounds(sparse.values, sparse.valuesOffset, elementStride(a), elementSize(a), sparse.count, valuesPlace);
        !fits) {
      return fits;
    }
    a.sparse = sparse;
    return {};
  }

  const Document& document_;
  Asset& out_;
  Diagnostics& diagnostics_;
};

// What glTF 2.0 section 3.7.2.1 demands of the attributes that a runtime relies on.
struct AttributeRule {
  std::string_view prefix;
  bool (*fits)(const Accessor&);
};
bool isFloat(const Accessor& a) {
  return a.componentType == ComponentType::Float;
}
// KHR_mesh_quantization allows integers here; they convert to floats all the same.
bool isVec3(const Accessor& a) {
  return a.type == AccessorType::Vec3 && a.componentType != ComponentType::UnsignedInt;
}
constexpr AttributeRule kAttributeRules[] = {
    {"POSITION", isVec3},
    {"NORMAL", isVec3},
    {"TANGENT", [](const Accessor& a) { return a.type == AccessorType::Vec4 || a.type == AccessorType::Vec3; }},
    {"TEXCOORD_", [](const Accessor& a) { return a.type == AccessorType::Vec2; }},
    {"COLOR_", [](const Accessor& a) { return a.type == AccessorType::Vec3 || a.type == AccessorType::Vec4; }},
    {"JOINTS_", [](const Accessor& a) { return a.type == AccessorType::Vec4 && !isFloat(a); }},
    {"WEIGHTS_", [](const Accessor& a) { return a.type == AccessorType::Vec4; }},
};

class MeshReader {
 public:
  MeshReader(const Document& document, Asset& out, Diagnostics& diagnostics)
      : document_(document), out_(out), diagnostics_(diagnostics) {}

  void read() {
    const Place rootPlace;
    const Place meshesPlace = rootPlace / "meshes";
    const std::span<const JsonValue> meshes = topLevel(document_, "meshes");
    out_.meshes.reserve(meshes.size());
    for (std::uint32_t i = 0; i < meshes.size(); ++i) {
      const Place place = meshesPlace / i;
      readMesh(MemberReader(meshes[i], place, diagnostics_));
    }
  }

 private:
  void readMesh(const MemberReader& in) {
    Mesh mesh;
    mesh.name = in.string("name");
    mesh.weights = readNumbers(in, "weights", out_);
    readTargetNames(in.find("extras"), mesh);
    mesh.primitives.first = static_cast<std::uint32_t>(out_.primitives.size());
    const Place primitivesPlace = in.place() / "primitives";
    for (std::uint32_t i = 0; const JsonValue& entry : in.array("primitives")) {
      const Place place = primitivesPlace / i++;
      const MemberReader primitive(entry, place, diagnostics_);
      out_.primitives.push_back(readPrimitive(primitive));
      if (mesh.targetNames.count == 0) readTargetNames(primitive.find("extras"), mesh);
      mesh.targetCount = std::max(mesh.targetCount, out_.primitives.back().targets.count);
    }
    mesh.primitives.count = static_cast<std::uint32_t>(out_.primitives.size()) - mesh.primitives.first;
    out_.meshes.push_back(mesh);
  }

  // Exporters disagree where the names go; seed 004 ("morphTarget名") says primitive.extras, most files mesh.extras.
  void readTargetNames(const JsonValue* extras, Mesh& mesh) {
    const JsonValue* names = extras ? extras->find("targetNames") : nullptr;
    if (!names || !names->isArray()) return;
    mesh.targetNames = {static_cast<std::uint32_t>(out_.names.size()), names->size()};
    for (const JsonValue& name : names->elements()) out_.names.push_back(name.string());
  }

  Primitive readPrimitive(const MemberReader& in) {
    Primitive primitive;
    primitive.mode = static_cast<PrimitiveMode>(in.unsignedNumber("mode", 4, 0, 6));
    primitive.material = in.index<MaterialIndex>("material", out_.materials.size());
    vertexCount_ = kNone;
    if (const JsonValue* attributes = in.find("attributes")) {
      primitive.attributes = readAttributes(*attributes, in.place() / "attributes", true);
    } else {
      in.missing("attributes", "the primitive has no vertices");
    }
    primitive.indices = in.index<AccessorIndex>("indices", out_.accessors.size());
    if (primitive.indices) {
      const Accessor& a = out_.accessors[primitive.indices.value];
      const bool fits = a.type == AccessorType::Scalar && (a.componentType == ComponentType::UnsignedByte ||
                                                           a.componentType == ComponentType::UnsignedShort ||
                                                           a.componentType == ComponentType::UnsignedInt);
      if (!fits) {
        wrongFormat(in.place() / "indices", primitive.indices, "indices");
        primitive.indices = {};
      }
    }
    const std::span<const JsonValue> targets = in.array("targets");
    const Place targetsPlace = in.place() / "targets";
    primitive.targets = {static_cast<std::uint32_t>(out_.targets.size()), static_cast<std::uint32_t>(targets.size())};
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
      out_.targets.push_back({readAttributes(targets[i], targetsPlace / i, false)});
    }
    return primitive;
  }

  Range readAttributes(const JsonValue& object, const Place& place, bool base) {
    const auto first = static_cast<std::uint32_t>(out_.attributes.size());
    if (!object.isObject()) {
      diagnostics_.add(Code::GltfType, place.pointer(), "this must be an object");
      return {first, 0};
    }
    // POSITION decides how many vertices there are; the others must agree (glTF 2.0 section 3.7.2.1).
    if (base) {
      const JsonValue* position = object.find("POSITION");
      const std::optional<std::uint32_t> i = position ? position->index() : std::nullopt;
      if (i && *i < out_.accessors.size()) vertexCount_ = out_.accessors[*i].count;
    }
    forEachMember(object, [&](const JsonMember& member) {
      const std::optional<std::uint32_t> i = member.value.index();
      if (!i || *i >= out_.accessors.size()) return;
      const Attribute attribute{member.key.string(), AccessorIndex(*i)};
      const Accessor& accessor = out_.accessors[*i];
      const auto rule = std::find_if(std::begin(kAttributeRules), std::end(kAttributeRules),
                                     [&](const AttributeRule& r) { return attribute.semantic.starts_with(r.prefix); });
      if (rule != std::end(kAttributeRules) && !rule->fits(accessor)) {
        wrongFormat(place / attribute.semantic, attribute.accessor, attribute.semantic);
        return;
      }
      if (vertexCount_ == kNone) vertexCount_ = accessor.count;
      if (accessor.count != vertexCount_) {
        diagnostics_.add(Code::GltfAccessorFormat, (place / attribute.semantic).pointer(),
                         shortened(attribute.semantic) + " has " + std::to_string(accessor.count) +
                             " elements, but the primitive has " + std::to_string(vertexCount_) +
                             " vertices");
        return;
      }
      out_.attributes.push_back(attribute);
    });
    // Strangers have thousands of them, which are looked for again and again: Asset::find.
    const std::span<Attribute> added = std::span(out_.attributes).subspan(first);
    std::sort(added.begin(), added.end(),
              [](const Attribute& a, const Attribute& b) { return a.semantic < b.semantic; });
    return {first, static_cast<std::uint32_t>(out_.attributes.size()) - first};
  }

  void wrongFormat(const Place& place, AccessorIndex index, std::string_view use) {
    const Accessor& a = out_.accessors[index.value];
    diagnostics_.add(Code::GltfAccessorFormat, place.pointer(),
                     "accessor " + std::to_string(index.value) + " is " + std::string(gltf::name(a.type)) +
                         " of component type " + std::to_string(static_cast<unsigned>(a.componentType)) +
                         ", which cannot serve as " + shortened(use));
  }

  const Document& document_;
  Asset& out_;
  Diagnostics& diagnostics_;
  std::uint32_t vertexCount_ = kNone;
};

}  // namespace

std::uint32_t componentSize(ComponentType type) noexcept {
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

std::uint32_t componentCount(AccessorType type) noexcept {
  constexpr std::uint32_t kCounts[] = {1, 2, 3, 4, 4, 9, 16};
  return kCounts[static_cast<std::size_t>(type)];
}

// glTF 2.0 section 3.6.2.4
std::uint32_t elementStride(const Accessor& accessor) noexcept {
  const std::uint32_t size = componentSize(accessor.componentType);
  switch (accessor.type) {
    case AccessorType::Mat2:
      return 2 * ((2 * size + 3) & ~3u);
    case AccessorType::Mat3:
      return 3 * ((3 * size + 3) & ~3u);
    default:
      return size * componentCount(accessor.type);
  }
}

std::uint32_t elementSize(const Accessor& accessor) noexcept {
  const std::uint32_t size = componentSize(accessor.componentType);
  const std::uint32_t rows = accessor.type == AccessorType::Mat2 ? 2 : accessor.type == AccessorType::Mat3 ? 3 : 0;
  return elementStride(accessor) - (rows ? ((rows * size + 3) & ~3u) - rows * size : 0);
}

std::string_view name(AccessorType type) noexcept {
  return kTypeNames[static_cast<std::size_t>(type)];
}

Range readNumbers(const MemberReader& in, std::string_view key, Asset& out) {
  const std::span<const JsonValue> values = in.array(key);
  const Range range{static_cast<std::uint32_t>(out.numbers.size()), static_cast<std::uint32_t>(values.size())};
  bool reported = false;
  for (const JsonValue& value : values) {
    const std::optional<float> number = MemberReader::finite(value);
    if (!number && !reported) {
      in.outOfRange(key, value);
      reported = true;
    }
    out.numbers.push_back(number.value_or(0.0f));
  }
  return range;
}

Range readNodeList(const MemberReader& in, std::string_view key, Asset& out) {
  const auto first = static_cast<std::uint32_t>(out.nodeLists.size());
  for (const JsonValue& value : in.array(key)) {
    const std::optional<std::uint32_t> i = value.index();
    if (i && *i < out.nodes.size()) out.nodeLists.push_back(NodeIndex(*i));
  }
  return {first, static_cast<std::uint32_t>(out.nodeLists.size()) - first};
}

Result<void> readStorage(const Document& document, Asset& out, Diagnostics& diagnostics) {
  StorageReader reader(document, out, diagnostics);
  const Place root;
  const Place views = root / "bufferViews";
  const std::span<const JsonValue> viewList = topLevel(document, "bufferViews");
  out.bufferViews.reserve(viewList.size());
  for (std::uint32_t i = 0; i < viewList.size(); ++i) {
    const Place place = views / i;
    if (Result<void> done = reader.bufferView(MemberReader(viewList[i], place, diagnostics)); !done) return done;
  }
  const Place accessors = root / "accessors";
  const std::span<const JsonValue> accessorList = topLevel(document, "accessors");
  out.accessors.reserve(accessorList.size());
  for (std::uint32_t i = 0; i < accessorList.size(); ++i) {
    const Place place = accessors / i;
    if (Result<void> done = reader.accessor(MemberReader(accessorList[i], place, diagnostics)); !done) return done;
  }
  return {};
}

void readMeshes(const Document& document, Asset& out, Diagnostics& diagnostics) {
  MeshReader(document, out, diagnostics).read();
}

Result<void> readSkins(const Document& document, Asset& out, Diagnostics& diagnostics) {
  const Place root;
  const Place skinsPlace = root / "skins";
  const std::span<const JsonValue> skins = topLevel(document, "skins");
  out.skins.reserve(skins.size());
  for (std::uint32_t i = 0; i < skins.size(); ++i) {
    const Place place = skinsPlace / i;
    const MemberReader in(skins[i], place, diagnostics);
    Skin skin;
    skin.name = in.string("name");
    skin.skeleton = in.index<NodeIndex>("skeleton", out.nodes.size());
    skin.joints = readNodeList(in, "joints", out);
    // Vertices name joints by position, so a joint cannot be dropped without bending the mesh.
    const std::size_t stated = in.array("joints").size();
    if (skin.joints.count != stated) {
      return Error{Code::GltfIndexRange,
                   std::to_string(stated - skin.joints.count) + " of " + std::to_string(stated) +
                       " joints are not nodes of the file, which has " + std::to_string(out.nodes.size()) + " nodes",
                   (place / "joints").pointer(), kNoOffset};
    }
    skin.inverseBindMatrices = in.index<AccessorIndex>("inverseBindMatrices", out.accessors.size());
    if (skin.inverseBindMatrices) {
      const Accessor& a = out.accessors[skin.inverseBindMatrices.value];
      if (a.type != AccessorType::Mat4 || a.componentType != ComponentType::Float || a.count < skin.joints.count) {
        diagnostics.add(Code::GltfAccessorFormat, (place / "inverseBindMatrices").pointer(),
                        "accessor " + std::to_string(skin.inverseBindMatrices.value) + " is not one float MAT4 for each of " +
                            std::to_string(skin.joints.count) + " joints; identity matrices are used");
        skin.inverseBindMatrices = {};
      }
    }
    out.skins.push_back(skin);
  }
  return {};
}

}  // namespace vrm::gltf
