// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Extensions (glTF 2.0 section 3.12): declared where they are used; and what those of Khronos say about
// values that must agree.
#include <algorithm>
#include <optional>
#include <set>

#include "gltf/extension_walk.hpp"
#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"

namespace vrm::checks {
namespace {

using gltf::JsonValue;

// Readers prepare for what is named. Khronos says nothing of it. Extensions of vendors may have no object of
// their own, as KHR_mesh_quantization has none; VRM_NONE is about VRM without any.
void checkUnused(const Subject& subject, const std::set<std::string_view>& found) {
  std::vector<std::string> unused;
  std::uint32_t first = kNone;
  const std::vector<std::string_view>& used = subject.asset.extensionsUsed;
  for (std::uint32_t i = 0; i < used.size(); ++i) {
    const std::string_view name = used[i];
    const bool vrm = name == "VRM" || name == "VRMC_vrm" || name == "VRMC_vrm_animation";
    const bool vendor =
        !name.starts_with("KHR_") && !name.starts_with("EXT_") && !name.starts_with("VRMC_") && !vrm;
    if (found.contains(name) || vendor || name == "KHR_mesh_quantization") continue;
    if (vrm && subject.vrm.version == VrmVersion::None) continue;
    first = std::min(first, i);
    unused.push_back(inQuotes(name));
  }
  if (unused.empty()) return;
  const bool one = unused.size() == 1;
  subject.report(Code::GltfUnused, one ? gltf::pointerJoin("/extensionsUsed", first) : "/extensionsUsed",
                 "nothing in the file has the extension" + std::string(one ? " " : "s ") + listed(unused));
}

void checkDeclared(const Subject& subject) {
  const std::vector<std::string_view>& used = subject.asset.extensionsUsed;
  const std::vector<std::string_view>& required = subject.asset.extensionsRequired;
  const std::set<std::string_view> declared(used.begin(), used.end());
  const std::set<std::string_view> needed(required.begin(), required.end());
  std::set<std::string_view> found;
  std::uint32_t undeclared = 0;
  for (gltf::ExtensionWalk walk(subject.document.root()); walk.next();) {
    if (!found.insert(walk.name()).second || declared.contains(walk.name())) continue;
    // At its first place. Many names far inside would make many long pointers, of which the report keeps a few.
    const bool kept = undeclared++ < Diagnostics::kMaxPerCode;
    subject.report(Code::GltfExtensionUndeclared, kept ? walk.pointer() : std::string(),
                   inQuotes(walk.name()) + " is not in extensionsUsed");
  }
  checkUnused(subject, found);
  for (std::uint32_t i = 0; i < required.size(); ++i) {
    if (declared.contains(required[i])) continue;
    subject.report(Code::GltfExtensionUndeclared, gltf::pointerJoin("/extensionsRequired", i),
                   inQuotes(required[i]) + " is required, but not in extensionsUsed");
  }
  // KHR_mesh_quantization: "must be in extensionsRequired", as others would misread the vertices.
  if (declared.contains("KHR_mesh_quantization") && !needed.contains("KHR_mesh_quantization")) {
    subject.report(Code::GltfExtensionUndeclared, "/extensionsUsed",
                   "KHR_mesh_quantization cannot be optional; it must be in extensionsRequired too");
  }
  for (const auto& [list, pointer] :
       {std::pair(&used, "/extensionsUsed"), std::pair(&required, "/extensionsRequired")}) {
    std::set<std::string_view> seen;
    for (std::uint32_t i = 0; i < list->size(); ++i) {
      if (!seen.insert((*list)[i]).second)
        subject.report(Code::GltfValue, gltf::pointerJoin(pointer, i),
                       inQuotes((*list)[i]) + " is listed twice");
    }
  }
}

double numberAt(const JsonValue& object, std::string_view key, double fallback) {
  const JsonValue* const value = object.find(key);
  return value ? value->number().value_or(fallback) : fallback;
}

class MaterialExtensionsChecker {
 public:
  MaterialExtensionsChecker(const Subject& subject, const JsonValue& material, std::string pointer)
      : subject_(subject), material_(material), pointer_(std::move(pointer)) {}

  void check() {
    const JsonValue* const mode = material_.find("alphaMode");
    if (material_.has("alphaCutoff") && (!mode || mode->string() != "MASK"))
      subject_.report(Code::GltfNoEffect, pointer_ + "/alphaCutoff", "only MASK has a cutoff");
    const JsonValue* const extensions = material_.find("extensions");
    if (!extensions) return;
    const auto find = [&](const char* name) { return extensions->find(name); };
    if (find("KHR_materials_volume")) {
      if (!find("KHR_materials_transmission") && !find("KHR_materials_diffuse_transmission"))
        warn("KHR_materials_volume", "without transmission no light enters the volume");
      if (const JsonValue* const sides = material_.find("doubleSided"); sides && sides->boolean())
        warn("KHR_materials_volume", "a volume has no two sides, but the material is double-sided");
    } else if (find("KHR_materials_dispersion")) {
      warn("KHR_materials_dispersion", "dispersion happens in volumes; there is no KHR_materials_volume");
    }
    if (find("KHR_materials_emissive_strength")) {
      const JsonValue* const factor = material_.find("emissiveFactor");
      const auto zero = [](const JsonValue& v) { return v.number().value_or(0) == 0; };
      if (!factor || std::all_of(factor->elements().begin(), factor->elements().end(), zero))
        subject_.report(Code::GltfNoEffect, place("KHR_materials_emissive_strength"),
                        "the strength has no effect while emissiveFactor is 0");
    }
    if (const JsonValue* const ior = find("KHR_materials_ior")) {
      const double value = numberAt(*ior, "ior", 1.5);
      if (value > 0 && value < 1)
        subject_.report(Code::GltfValue, place("KHR_materials_ior") + "/ior", "it must be 0 or at least 1");
    }
    if (const JsonValue* const film = find("KHR_materials_iridescence")) {
      if (film->has("iridescenceThicknessMinimum") && !film->has("iridescenceThicknessTexture"))
        subject_.report(Code::GltfNoEffect,
                        place("KHR_materials_iridescence") + "/iridescenceThicknessMinimum",
                        "the minimum has no effect without a thickness texture");
    }
  }

 private:
  std::string place(const char* extension) const { return pointer_ + "/extensions/" + extension; }
  void warn(const char* extension, const char* message) {
    subject_.report(Code::GltfExtensionRule, Severity::Warning, place(extension), message);
  }

  const Subject& subject_;
  const JsonValue& material_;
  std::string pointer_;
};

// KHR_lights_punctual: the cones of spot lights; `spot` and `range` where they belong.
void checkLights(const Subject& subject) {
  const std::string list = "/extensions/KHR_lights_punctual/lights";
  const JsonValue* const lights = subject.at(list);
  constexpr double kQuarterTurn = 0.7853981633974483;
  std::uint32_t i = 0;
  for (const JsonValue& light : lights ? lights->elements() : std::span<const JsonValue>()) {
    const std::string pointer = gltf::pointerJoin(list, i++);
    const JsonValue* const type = light.find("type");
    const JsonValue* const spot = light.find("spot");
    const bool isSpot = type && type->string() == "spot";
    if (isSpot && !spot) subject.report(Code::GltfMemberConflict, pointer, "a spot light needs spot");
    if (!isSpot && spot)
      subject.report(Code::GltfNoEffect, pointer + "/spot", "only spot lights have a cone");
    if (type && type->string() == "directional" && light.has("range"))
      subject.report(Code::GltfNoEffect, pointer + "/range", "directional lights reach everywhere");
    if (!spot) continue;
    const double outer = numberAt(*spot, "outerConeAngle", kQuarterTurn);
    if (outer <= numberAt(*spot, "innerConeAngle", 0))
      subject.report(Code::GltfExtensionRule, pointer + "/spot",
                     "outerConeAngle must be above innerConeAngle");
  }
}

// KHR_materials_variants: a variant has one material per primitive.
void checkVariants(const Subject& subject) {
  forEachPrimitive(
      subject, [&](std::uint32_t m, std::uint32_t p, const gltf::Primitive&, const JsonValue& json) {
        const JsonValue* const variants = extensionOf(json, "KHR_materials_variants");
        const JsonValue* const mappings = variants ? variants->find("mappings") : nullptr;
        if (!mappings) return;
        std::set<std::uint32_t> seen;
        for (const JsonValue& mapping : mappings->elements()) {
          const JsonValue* const list = mapping.find("variants");
          for (const JsonValue& variant : list ? list->elements() : std::span<const JsonValue>()) {
            const std::optional<std::uint32_t> index = variant.index();
            if (!index || seen.insert(*index).second) continue;
            return subject.report(Code::GltfExtensionRule,
                                  primitivePointer(m, p) + "/extensions/KHR_materials_variants/mappings",
                                  "variant " + std::to_string(*index) + " has two materials");
          }
        }
      });
}

}  // namespace

void checkExtensions(const Subject& subject) {
  checkDeclared(subject);
  std::uint32_t i = 0;
  for (const JsonValue& material : elementsOf(subject, "materials"))
    MaterialExtensionsChecker(subject, material, gltf::pointerJoin("/materials", i++)).check();
  checkLights(subject);
  checkVariants(subject);
}

}  // namespace vrm::checks
