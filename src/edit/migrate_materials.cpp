// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cmath>
#include <set>

#include "edit/migrate_report.hpp"
#include "gltf/texts.hpp"

namespace vrm::edit {
namespace {

using gltf::JsonValue;

const JsonValue* memberOf(const JsonValue& material, std::string_view section, std::string_view key) {
  const JsonValue* object = material.find(section);
  return object ? object->find(key) : nullptr;
}

double floatOf(const JsonValue& material, std::string_view key, double fallback) {
  const JsonValue* value = memberOf(material, "floatProperties", key);
  return value ? value->number().value_or(fallback) : fallback;
}

bool hasTexture(const JsonValue& material, std::string_view key) {
  const JsonValue* value = memberOf(material, "textureProperties", key);
  return value && value->index();
}

bool isBlack(const JsonValue& material, std::string_view key) {
  const JsonValue* color = memberOf(material, "vectorProperties", key);
  if (!color || color->size() < 3) return true;
  const auto zero = [&](std::size_t i) { return color->elements()[i].number().value_or(0) == 0; };
  return zero(0) && zero(1) && zero(2);
}

// What a property of the shader (MToon 0.x) does when it is not `idle`, and 1.0 cannot do.
struct Property {
  std::string_view key;
  double fallback;  // of the shader, where the file says nothing
  double idle;
  Outcome outcome;
  std::string_view text;
  bool (*matters)(const JsonValue& material);
};
bool always(const JsonValue&) {
  return true;
}
constexpr Property kProperties[] = {
    {"_LightColorAttenuation", 0, 0, Outcome::Dropped, "light keeps its colour", always},
    {"_ReceiveShadowRate", 1, 1, Outcome::Dropped, "shadows fall on it wholly", always},
    {"_ShadingGradeRate", 1, 1, Outcome::Dropped, "there is no grading of the shade",
     [](const JsonValue& m) { return hasTexture(m, "_ShadingGradeTexture"); }},
    {"_RimLightingMix", 0, 1, Outcome::Approximated, "the rim is lit wholly, as UniVRM migrates it",
     [](const JsonValue& m) { return !isBlack(m, "_RimColor") || hasTexture(m, "_SphereAdd"); }},
    {"_OutlineScaledMaxDistance", 1, 1, Outcome::Dropped,
     "the outline is as wide as it says at every distance",
     [](const JsonValue& m) { return floatOf(m, "_OutlineWidthMode", 0) == 2; }},
};

struct LostTexture {
  std::string_view key, text;
};
constexpr LostTexture kTextures[] = {
    {"_ReceiveShadowTexture", "shadows fall on it evenly"},
    {"_ShadingGradeTexture", "there is no grading of the shade"},
};

void reportMToon(const JsonValue& material, const std::string& pointer, const std::string& what,
                 MigrationReport& report) {
  for (const Property& property : kProperties) {
    const double value = floatOf(material, property.key, property.fallback);
    if (value == property.idle || !property.matters(material)) continue;
    report.entries.push_back({property.outcome, what,
                              pointer + "/floatProperties/" + std::string(property.key),
                              std::string(property.key) + ": " + std::string(property.text)});
  }
  for (const LostTexture& texture : kTextures) {
    if (!hasTexture(material, texture.key)) continue;
    report.entries.push_back({Outcome::Dropped, what,
                              pointer + "/textureProperties/" + std::string(texture.key),
                              std::string(texture.key) + ": " + std::string(texture.text)});
  }
  if (floatOf(material, "_CullMode", 2) == 1) {
    report.entries.push_back({Outcome::Approximated, what, pointer + "/floatProperties/_CullMode",
                              "_CullMode 1 shows the back alone; both sides are shown"});
  }
}

}  // namespace

void reportMaterials(const gltf::Document& source, const schema::Vrm& vrm, MigrationReport& report) {
  const std::string list = "/extensions/VRM/materialProperties";
  const JsonValue* properties = gltf::Json::at(source.root(), list);
  if (vrm.version != VrmVersion::Vrm0 || !properties) return;
  std::set<double> queues[2];  // of transparent ones without and with Z write
  const std::size_t count = std::min<std::size_t>(properties->elements().size(), vrm.materials.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    const JsonValue& material = properties->elements()[i];
    const JsonValue* shader = material.find("shader");
    const std::string pointer = gltf::pointerJoin(list, i),
                      what = "material " + gltf::shortened(vrm.materials[i].name);
    if (!shader) continue;
    if (shader->string() == "VRM/MToon") {
      reportMToon(material, pointer, what, report);
      const double blend = floatOf(material, "_BlendMode", 0);
      const JsonValue* queue = material.find("renderQueue");
      if (queue && (blend == 2 || blend == 3)) queues[blend == 3].insert(queue->number().value_or(-1));
    } else if (shader->string() == "VRM/UnlitTransparentZWrite") {
      report.entries.push_back({Outcome::Approximated, what, pointer + "/shader",
                                "unlit with Z write is a black MToon material that shines with its texture"});
    }
  }
  for (const std::set<double>& used : queues) {
    if (used.size() <= 10) continue;
    report.entries.push_back({Outcome::Approximated, "materials", list,
                              std::to_string(used.size()) + " render queues become the ten that 1.0 has"});
  }
}

}  // namespace vrm::edit
