// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "schema/material_io.hpp"
#include "schema/member_writer.hpp"

namespace vrm::schema {
namespace {

void writeTransform(gltf::Json& json, gltf::JsonValue& texture, const std::optional<TextureTransform>& transform) {
  if (!transform) {
    // One that is there and changes nothing says the same.
    Diagnostics unheard;
    if (readTextureTransform(texture, Place(), unheard)) removeExtension(json, texture, kTextureTransformExtension);
    return;
  }
  constexpr float kOrigin[] = {0, 0};
  constexpr float kUnscaled[] = {1, 1};
  const float offset[] = {transform->offset.x, transform->offset.y};
  const float scale[] = {transform->scale.x, transform->scale.y};
  const MemberWriter to = extensionOf(json, texture, kTextureTransformExtension);
  to.numbers("offset", offset, kOrigin);
  to.number("rotation", transform->rotation, 0);
  to.numbers("scale", scale, kUnscaled);
  if (transform->texCoord) {
    to.required("texCoord", static_cast<float>(*transform->texCoord));
  } else {
    to.remove("texCoord");
  }
}

// `scale` is the texture's own number, if it has one: "scale" or "strength".
void writeTexture(const MemberWriter& owner, std::string_view key, const TextureInfo& info,
                  std::string_view scale = {}) {
  if (!info) return owner.remove(key);
  const MemberWriter to = owner.child(key);
  to.index("index", info.index);
  to.integer("texCoord", static_cast<std::int32_t>(info.texCoord), 0);
  if (!scale.empty()) to.number(scale, info.scale, 1);
  writeTransform(to.json(), to.object(), info.transform);
}

void writePbr(const MemberWriter& material, const Material& from) {
  constexpr float kWhite[] = {1, 1, 1, 1};
  const float color[] = {from.baseColorFactor.x, from.baseColorFactor.y, from.baseColorFactor.z,
                         from.baseColorFactor.w};
  const bool plain = from.baseColorFactor == Vec4{1, 1, 1, 1} && !from.baseColorTexture && from.metallicFactor == 1 &&
                     from.roughnessFactor == 1 && !from.metallicRoughnessTexture;
  if (plain && !material.object().has("pbrMetallicRoughness")) return;
  const MemberWriter to = material.child("pbrMetallicRoughness");
  to.numbers("baseColorFactor", color, kWhite);
  writeTexture(to, "baseColorTexture", from.baseColorTexture);
  to.number("metallicFactor", from.metallicFactor, 1);
  to.number("roughnessFactor", from.roughnessFactor, 1);
  writeTexture(to, "metallicRoughnessTexture", from.metallicRoughnessTexture);
}

void writeCore(const MemberWriter& to, const Material& from) {
  to.string("name", from.name);
  writePbr(to, from);
  writeTexture(to, "normalTexture", from.normalTexture, "scale");
  writeTexture(to, "occlusionTexture", from.occlusionTexture, "strength");
  writeTexture(to, "emissiveTexture", from.emissiveTexture);
  to.vec3("emissiveFactor", from.emissiveFactor, Vec3{});
  to.string("alphaMode", name(from.alphaMode), "OPAQUE");
  to.number("alphaCutoff", from.alphaCutoff, 0.5f);
  to.boolean("doubleSided", from.doubleSided, false);
}

const JsonValue* findExtension(const JsonValue& owner, std::string_view name) {
  const JsonValue* extensions = owner.find("extensions");
  const JsonValue* extension = extensions ? extensions->find(name) : nullptr;
  return extension && extension->isObject() ? extension : nullptr;
}

// KHR_materials_emissive_strength says all that VRMC_materials_hdr_emissiveMultiplier can, and every reader knows it.
void writeEmissiveStrength(gltf::Json& json, JsonValue& material, float strength) {
  removeExtension(json, material, kEmissiveMultiplierExtension);
  const JsonValue* old = findExtension(material, kEmissiveStrengthExtension);
  const JsonValue* stated = old ? old->find("emissiveStrength") : nullptr;
  const bool saysOne = old && (!stated || MemberReader::finite(*stated) == 1.0f);
  if (strength == 1 && !saysOne) return removeExtension(json, material, kEmissiveStrengthExtension);
  extensionOf(json, material, kEmissiveStrengthExtension).number("emissiveStrength", strength, 1);
}

struct MToonWriter {
  const MemberWriter& to;
  const MToon& from;
  const MToon fallback = {};

  void boolean(std::string_view key, bool MToon::*member) const { to.boolean(key, from.*member, fallback.*member); }
  void number(std::string_view key, float MToon::*member, float, float) const {
    to.number(key, from.*member, fallback.*member);
  }
  void integer(std::string_view key, std::int32_t MToon::*member, std::int32_t, std::int32_t) const {
    to.integer(key, from.*member, fallback.*member);
  }
  void color(std::string_view key, Vec3 MToon::*member) const { to.vec3(key, from.*member, fallback.*member); }
  void mode(std::string_view key, OutlineWidthMode MToon::*member) const {
    to.string(key, name(from.*member), name(fallback.*member));
  }
  void texture(std::string_view key, TextureInfo MToon::*member, std::string_view scale = {}) const {
    writeTexture(to, key, from.*member, scale);
  }
};

void writeMToon(gltf::Json& json, JsonValue& material, const std::optional<MToon>& mtoon) {
  if (!mtoon) return removeExtension(json, material, kMToonExtension);
  const bool isNew = !findExtension(material, kMToonExtension);
  const MemberWriter to = extensionOf(json, material, kMToonExtension);
  to.string("specVersion", "1.0");
  // The schema's default is white, the text's (and that of three-vrm) black, so a new material states it.
  if (isNew) to.vec3("shadeColorFactor", mtoon->shadeColorFactor);
  visitMToon(MToonWriter{to, *mtoon});
}

void writeMaterial(gltf::Json& json, JsonValue& material, const Material& from) {
  writeCore(MemberWriter(json, material), from);
  if (from.unlit) {
    extensionOf(json, material, kUnlitExtension);
  } else {
    removeExtension(json, material, kUnlitExtension);
  }
  writeEmissiveStrength(json, material, from.emissiveStrength);
  writeMToon(json, material, from.mtoon);
}

}  // namespace

void writeMaterials(WriteContext& context, const Vrm& vrm) {
  gltf::Json& json = context.document.editJson();
  JsonValue* list = json.editRoot().find("materials");
  if (!list) return;
  const std::span<JsonValue> elements = list->elements();
  for (std::size_t i = 0; i < std::min(elements.size(), vrm.materials.size()); ++i) {
    writeMaterial(json, elements[i], vrm.materials[i]);
  }
}

}  // namespace vrm::schema
