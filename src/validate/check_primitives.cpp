// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What primitives and morph targets are made of (glTF 2.0 section 3.7.2): names, sets and formats of their
// attributes, how many vertices they draw, and what their materials need of them.
#include <algorithm>
#include <array>
#include <set>

#include "gltf/place.hpp"
#include "gltf/texts.hpp"
#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"

namespace vrm::checks {

std::uint32_t semanticSet(std::string_view semantic, std::string_view prefix) {
  if (!semantic.starts_with(prefix) || semantic.size() == prefix.size()) return kNone;
  const std::string_view digits = semantic.substr(prefix.size());
  constexpr std::size_t kMostDigits = 6;
  if ((digits.size() > 1 && digits[0] == '0') || digits.size() > kMostDigits) return kNone;
  std::uint32_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return kNone;
    value = value * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return value;
}

namespace {

using gltf::Accessor;
using gltf::AccessorType;
using gltf::ComponentType;
using gltf::JsonMember;
using gltf::JsonValue;
using gltf::Place;
using gltf::PrimitiveMode;

// Names in a row, from 0 on and without gaps.
enum Series : std::uint8_t { kTexCoord, kColor, kJoints, kWeights, kSeriesCount };
constexpr std::array<std::string_view, kSeriesCount> kPrefixes = {"TEXCOORD_", "COLOR_", "JOINTS_",
                                                                  "WEIGHTS_"};

struct Sets {
  bool position = false, normal = false, tangent = false;
  std::array<std::uint32_t, kSeriesCount> count = {}, end = {};

  // How many there are if they have no gaps.
  std::uint32_t whole(Series s) const { return count[s] == end[s] ? count[s] : 0; }
};

// What a material takes from vertices.
struct Needs {
  std::uint32_t texCoords = 0;
  std::string slot;  // the texture that wants the last of them
  bool tangents = false;
};

class PrimitiveChecker {
 public:
  explicit PrimitiveChecker(const Subject& subject)
      : subject_(subject), asset_(subject.asset), unbounded_(asset_.accessors.size()) {
    const auto uses = [&](std::string_view extension) {
      return std::find(asset_.extensionsUsed.begin(), asset_.extensionsUsed.end(), extension) !=
             asset_.extensionsUsed.end();
    };
    quantized_ = uses("KHR_mesh_quantization");
    for (const JsonValue& material : elementsOf(subject, "materials")) needs_.push_back(needsOf(material));
  }

  void check() {
    forEachPrimitive(subject_, [&](std::uint32_t m, std::uint32_t p, const gltf::Primitive& primitive,
                                   const JsonValue& json) { check(m, p, primitive, json); });
    checkWeights();
  }

 private:
  void check(std::uint32_t m, std::uint32_t p, const gltf::Primitive& primitive, const JsonValue& json) {
    const Place root, meshes = root / "meshes", mesh = meshes / m, primitives = mesh / "primitives";
    const Place place = primitives / p, list = place / "attributes";
    place_ = &place;
    const JsonValue* const attributes = json.find("attributes");
    if (!attributes || !attributes->isObject()) return;
    const Sets sets = setsOf(*attributes, list);
    checkTogether(sets, list);
    for (const gltf::Attribute& a : asset_.attributeList(primitive.attributes)) checkFormat(a, list, false);
    if (const AccessorIndex position = asset_.find(primitive.attributes, "POSITION"); position)
      needBounds(position, list);
    checkCount(primitive);
    if (primitive.material) checkMaterial(sets, needs_[primitive.material.value]);
    const JsonValue* const targets = json.find("targets");
    std::set<std::string_view> names;  // looking them up in the JSON takes time in proportion to their number
    if (primitive.targets.count > 0) {
      for (const JsonMember& member : attributes->members()) names.insert(member.key.string());
    }
    const Place targetsPlace = place / "targets";
    for (std::uint32_t t = 0; t < primitive.targets.count; ++t)
      checkTarget(asset_.targetsOf(primitive)[t], targets->elements()[t], names, targetsPlace / t);
  }

  Sets setsOf(const JsonValue& attributes, const Place& list) {
    Sets sets;
    for (const JsonMember& member : attributes.members()) {
      const std::string_view name = member.key.string();
      if (name.starts_with('_')) continue;
      bool known = true;
      if (name == "POSITION") {
        sets.position = true;
      } else if (name == "NORMAL") {
        sets.normal = true;
      } else if (name == "TANGENT") {
        sets.tangent = true;
      } else {
        known = false;
        for (std::size_t s = 0; s < kSeriesCount && !known; ++s) {
          const std::uint32_t set = semanticSet(name, kPrefixes[s]);
          if (set == kNone) continue;
          known = true;
          ++sets.count[s];
          sets.end[s] = std::max(sets.end[s], set + 1);
        }
      }
      if (!known) unknownName(name, list);
    }
    return sets;
  }

  void unknownName(std::string_view name, const Place& list) {
    subject_.report(
        Code::GltfAttribute, (list / name).pointer(),
        inQuotes(name) + " is no attribute of glTF; names of applications begin with an underscore");
  }

  void checkTogether(const Sets& sets, const Place& list) {
    if (!sets.position) {
      subject_.report(Code::GltfAttribute, Severity::Warning, list.pointer(),
                      "without POSITION nothing is drawn");
    }
    if (sets.tangent && !sets.normal) {
      subject_.report(Code::GltfAttribute, Severity::Warning, (list / "TANGENT").pointer(),
                      "tangents mean nothing without NORMAL");
    }
    for (std::size_t s = 0; s < kSeriesCount; ++s) {
      if (sets.count[s] == sets.end[s]) continue;
      subject_.report(Code::GltfAttribute, list.pointer(),
                      std::string(kPrefixes[s]) + "n must be numbered from 0 without gaps");
    }
    if (sets.whole(kJoints) != sets.whole(kWeights)) {
      subject_.report(Code::GltfAttribute, list.pointer(),
                      "there are not as many sets of JOINTS (" + std::to_string(sets.whole(kJoints)) +
                          ") as of WEIGHTS (" + std::to_string(sets.whole(kWeights)) + ")");
    }
  }

  // Section 3.7.2.1 and, for morph targets, 3.7.2.2; KHR_mesh_quantization "Extending Mesh Attributes".
  bool fits(std::string_view name, const Accessor& a, bool morph) const {
    const ComponentType type = a.componentType;
    const bool isFloat = type == ComponentType::Float;
    const bool isSigned = type == ComponentType::Byte || type == ComponentType::Short;
    const bool isUnsigned = type == ComponentType::UnsignedByte || type == ComponentType::UnsignedShort;
    const bool isSmall = isSigned || isUnsigned;
    if (name == "POSITION") return isFloat || (quantized_ && isSmall);
    if (name == "NORMAL") return isFloat || (quantized_ && isSigned && a.normalized);
    if (name == "TANGENT") {
      return a.type == (morph ? AccessorType::Vec3 : AccessorType::Vec4) &&
             (isFloat || (quantized_ && isSigned && a.normalized));
    }
    if (name.starts_with("TEXCOORD_"))
      return isFloat || (isUnsigned && a.normalized) || (isSmall && (quantized_ || (morph && a.normalized)));
    if (name.starts_with("COLOR_")) return isFloat || (a.normalized && (isUnsigned || (morph && isSmall)));
    if (name.starts_with("JOINTS_")) return isUnsigned && !a.normalized;
    if (name.starts_with("WEIGHTS_")) return isFloat || (isUnsigned && a.normalized);
    return type != ComponentType::UnsignedInt;
  }

  void checkFormat(const gltf::Attribute& attribute, const Place& list, bool morph) {
    const Accessor& a = asset_.accessors[attribute.accessor.value];
    if (fits(attribute.semantic, a, morph)) return;
    subject_.report(Code::GltfAccessorFormat, (list / attribute.semantic).pointer(),
                    "accessor " + std::to_string(attribute.accessor.value) + " is " +
                        std::string(gltf::name(a.type)) + " of component type " +
                        std::to_string(static_cast<unsigned>(a.componentType)) +
                        (a.normalized ? ", normalized" : "") + ", which cannot serve as " +
                        gltf::shortened(attribute.semantic));
  }

  // "POSITION accessor MUST have its min and max properties defined" (section 3.7.2.1).
  void needBounds(AccessorIndex accessor, const Place& list) {
    const Accessor& a = asset_.accessors[accessor.value];
    if ((a.min.count > 0 && a.max.count > 0) || unbounded_[accessor.value]) return;
    unbounded_[accessor.value] = true;  // primitives may share it
    subject_.report(Code::GltfMinMax, (list / "POSITION").pointer(),
                    "accessor " + std::to_string(accessor.value) + " has no min and max");
  }

  // Section 3.7.2.1, "Mesh primitives": whole lines and triangles.
  void checkCount(const gltf::Primitive& primitive) {
    std::uint64_t count = 0;
    if (primitive.indices) {
      count = asset_.accessors[primitive.indices.value].count;
    } else if (primitive.attributes.count > 0) {
      count = asset_.accessors[asset_.attributeList(primitive.attributes)[0].accessor.value].count;
    } else {
      return;
    }
    bool fits = true;
    switch (primitive.mode) {
      case PrimitiveMode::Points:
        break;
      case PrimitiveMode::Lines:
        fits = count % 2 == 0;
        break;
      case PrimitiveMode::LineLoop:
      case PrimitiveMode::LineStrip:
        fits = count >= 2;
        break;
      case PrimitiveMode::Triangles:
        fits = count % 3 == 0;
        break;
      case PrimitiveMode::TriangleStrip:
      case PrimitiveMode::TriangleFan:
        fits = count >= 3;
        break;
    }
    if (fits) return;
    constexpr std::string_view kModes[] = {
        "points", "lines", "a line loop", "a line strip", "triangles", "a triangle strip", "a triangle fan"};
    subject_.report(Code::GltfTopology, place_->pointer(),
                    std::to_string(count) + (primitive.indices ? " indices" : " vertices") +
                        " do not make whole " +
                        std::string(kModes[static_cast<std::size_t>(primitive.mode)]));
  }

  void checkTarget(const gltf::MorphTarget& target, const JsonValue& json,
                   const std::set<std::string_view>& base, const Place& list) {
    for (const JsonMember& member : json.members()) {
      const std::string_view name = member.key.string();
      const bool known = name == "POSITION" || name == "NORMAL" || name == "TANGENT" ||
                         name.starts_with('_') || semanticSet(name, "TEXCOORD_") != kNone ||
                         semanticSet(name, "COLOR_") != kNone;
      if (!known) {
        unknownName(name, list);
      } else if (!base.contains(name)) {
        subject_.report(Code::GltfAttribute, (list / name).pointer(),
                        "the primitive itself has no " + gltf::shortened(name));
      }
    }
    for (const gltf::Attribute& a : asset_.attributeList(target.attributes)) checkFormat(a, list, true);
    if (const AccessorIndex position = asset_.find(target.attributes, "POSITION"); position)
      needBounds(position, list);
  }

  // Section 3.7.2.2: as many weights as targets; all primitives have the same number of them. Of avatars the
  // check of their meshes says the latter.
  void checkWeights() {
    for (std::uint32_t m = 0; m < asset_.meshes.size(); ++m) {
      const gltf::Mesh& mesh = asset_.meshes[m];
      const std::span<const gltf::Primitive> primitives = asset_.primitivesOf(mesh);
      if (primitives.empty()) continue;
      const std::uint32_t targets = primitives[0].targets.count;
      if (mesh.weights.count > 0 && mesh.weights.count != targets) {
        subject_.report(Code::GltfMorphWeights, gltf::pointerJoin("/meshes", m) + "/weights",
                        "there are not as many weights (" + std::to_string(mesh.weights.count) +
                            ") as morph targets (" + std::to_string(targets) + ")");
      }
      if (subject_.isAvatar()) continue;
      for (std::uint32_t p = 1; p < primitives.size(); ++p) {
        if (primitives[p].targets.count == targets) continue;
        subject_.report(Code::GltfMorphWeights, primitivePointer(m, p),
                        "it has " + std::to_string(primitives[p].targets.count) +
                            " morph targets, the first primitive has " + std::to_string(targets));
        break;
      }
    }
  }

  void checkMaterial(const Sets& sets, const Needs& needs) {
    if (needs.texCoords > sets.whole(kTexCoord)) {
      subject_.report(Code::GltfMaterialAttributes, (*place_ / "material").pointer(),
                      needs.slot + " of the material needs TEXCOORD_" + std::to_string(needs.texCoords - 1));
    }
    if (needs.tangents && !(sets.normal && sets.tangent)) {
      subject_.report(Code::GltfMaterialAttributes, (*place_ / "material").pointer(),
                      "the material needs NORMAL and TANGENT, as it has no normal texture to make them from");
    }
  }

  static Needs needsOf(const JsonValue& material) {
    Needs needs;
    const auto addTextures = [&](const JsonValue& object) {
      for (const JsonMember& member : object.members()) {
        const std::string_view key = member.key.string();
        // A matcap is looked up by the direction of the normal.
        if (!key.ends_with("Texture") || key == "matcapTexture" || !member.value.has("index")) continue;
        const JsonValue* const transform = extensionOf(member.value, "KHR_texture_transform");
        // Its own is for readers that do not know the extension.
        const auto setOf = [](const JsonValue* owner) {
          const JsonValue* const set = owner ? owner->find("texCoord") : nullptr;
          return set ? set->index().value_or(0) : 0;
        };
        const std::uint32_t needed = std::max(setOf(&member.value), setOf(transform)) + 1;
        if (needed <= needs.texCoords) continue;
        needs.texCoords = needed;
        needs.slot = gltf::shortened(key);
      }
    };
    addTextures(material);
    if (const JsonValue* const pbr = material.find("pbrMetallicRoughness")) addTextures(*pbr);
    if (const JsonValue* const extensions = material.find("extensions")) {
      for (const JsonMember& extension : extensions->members()) addTextures(extension.value);
      const auto has = [&](const char* pointer) { return gltf::Json::at(*extensions, pointer) != nullptr; };
      needs.tangents =
          !material.has("normalTexture") && (has("/KHR_materials_anisotropy/anisotropyTexture") ||
                                             has("/KHR_materials_clearcoat/clearcoatNormalTexture"));
    }
    return needs;
  }

  const Subject& subject_;
  const gltf::Asset& asset_;
  bool quantized_ = false;
  std::vector<Needs> needs_;      // by material
  std::vector<bool> unbounded_;   // by accessor
  const Place* place_ = nullptr;  // of the primitive
};

}  // namespace

void checkPrimitives(const Subject& subject) {
  PrimitiveChecker(subject).check();
}

}  // namespace vrm::checks
