// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>

#include "schema/material_io.hpp"
#include "schema/names.hpp"
#include "schema/spec_version.hpp"

namespace vrm::schema {
namespace {

TextureInfo readCoreTexture(const gltf::TextureInfo& core, const JsonValue& owner, const Place& ownerPlace,
                            std::string_view key, Diagnostics& diagnostics) {
  const JsonValue* value = owner.find(key);
  if (!core.index || !value) return {};  // without a texture the rest says nothing
  const Place place = ownerPlace / key;
  return {core.index, core.texCoord, core.scale, readTextureTransform(*value, place, diagnostics)};
}

// KHR_materials_emissive_strength supersedes VRMC_materials_hdr_emissiveMultiplier (README of the latter, Status), so
// it wins where both are there.
float readEmissiveStrength(const Extensions& extensions, Diagnostics& diagnostics) {
  const Place place = extensions.place(kEmissiveStrengthExtension);
  const JsonValue* value = extensions.find(kEmissiveStrengthExtension);
  const float strength = value ? MemberReader(*value, place, diagnostics).number("emissiveStrength", 1, 0) : 1;

  const Place oldPlace = extensions.place(kEmissiveMultiplierExtension);
  const JsonValue* oldValue = extensions.find(kEmissiveMultiplierExtension);
  if (!oldValue) return strength;
  const MemberReader old(*oldValue, oldPlace, diagnostics);
  if (!old.find("emissiveMultiplier")) old.missing("emissiveMultiplier", "1 is used");
  const float multiplier = old.number("emissiveMultiplier", 1, 0);
  if (!value) return multiplier;
  if (multiplier != strength) {
    diagnostics.add(Code::VrmMaterial, (oldPlace / "emissiveMultiplier").pointer(),
                    "emissiveMultiplier differs from emissiveStrength of KHR_materials_emissive_strength, which is "
                    "used");
  }
  return strength;
}

struct MToonReader {
  Context& context;
  const MemberReader& in;
  MToon& out;

  void boolean(std::string_view key, bool MToon::*member) const { out.*member = in.boolean(key, out.*member); }
  void number(std::string_view key, float MToon::*member, float low, float high) const {
    out.*member = in.number(key, out.*member, low, high);
  }
  void integer(std::string_view key, std::int32_t MToon::*member, std::int32_t low, std::int32_t high) const {
    const float value =
        in.number(key, static_cast<float>(out.*member), static_cast<float>(low), static_cast<float>(high));
    const auto whole = static_cast<std::int32_t>(value);
    if (static_cast<float>(whole) != value) return in.outOfRange(key, *in.find(key));
    out.*member = whole;
  }
  void color(std::string_view key, Vec3 MToon::*member) const {
    float c[3];
    if (in.numbers(key, c)) out.*member = {c[0], c[1], c[2]};
  }
  void mode(std::string_view key, OutlineWidthMode MToon::*member) const {
    const std::optional<std::size_t> found = readChoice(context, in, key, kOutlineWidthModes);
    if (found) out.*member = static_cast<OutlineWidthMode>(*found);
  }
  void texture(std::string_view key, TextureInfo MToon::*member, std::string_view scale = {}) const {
    const JsonValue* value = objectMember(context, in, key);
    if (!value) return;
    const Place place = in.place() / key;
    const MemberReader texture(*value, place, context.diagnostics);
    if (!texture.find("index")) texture.missing("index", "the texture is left out");
    TextureInfo info;
    info.index = texture.index<TextureIndex>("index", context.asset.textures.size());
    info.texCoord = static_cast<std::uint32_t>(texture.unsignedNumber("texCoord", 0, 0, 255));
    if (!scale.empty()) info.scale = texture.number(scale, 1);
    info.transform = readTextureTransform(*value, place, context.diagnostics);
    if (info) out.*member = info;
  }
};

void readMaterial(Context& context, const gltf::Material& core, const JsonValue& value, const Place& place,
                  Material& out) {
  Diagnostics& diagnostics = context.diagnostics;
  out.name = core.name;
  out.baseColorFactor = core.baseColorFactor;
  out.metallicFactor = core.metallicFactor;
  out.roughnessFactor = core.roughnessFactor;
  out.emissiveFactor = core.emissiveFactor;
  out.alphaMode = core.alphaMode;
  out.alphaCutoff = core.alphaCutoff;
  out.doubleSided = core.doubleSided;
  if (const JsonValue* pbr = value.find("pbrMetallicRoughness")) {
    const Place pbrPlace = place / "pbrMetallicRoughness";
    out.baseColorTexture = readCoreTexture(core.baseColorTexture, *pbr, pbrPlace, "baseColorTexture", diagnostics);
    out.metallicRoughnessTexture =
        readCoreTexture(core.metallicRoughnessTexture, *pbr, pbrPlace, "metallicRoughnessTexture", diagnostics);
  }
  out.normalTexture = readCoreTexture(core.normalTexture, value, place, "normalTexture", diagnostics);
  out.occlusionTexture = readCoreTexture(core.occlusionTexture, value, place, "occlusionTexture", diagnostics);
  out.emissiveTexture = readCoreTexture(core.emissiveTexture, value, place, "emissiveTexture", diagnostics);

  const Extensions extensions(value, place, diagnostics);
  out.unlit = extensions.find(kUnlitExtension) != nullptr;
  out.emissiveStrength = readEmissiveStrength(extensions, diagnostics);
  if (const JsonValue* mtoon = extensions.find(kMToonExtension)) {
    const Place mtoonPlace = extensions.place(kMToonExtension);
    const MemberReader in(*mtoon, mtoonPlace, diagnostics);
    checkSpecVersion(context, in, {"1.0*"});
    visitMToon(MToonReader{context, in, out.mtoon.emplace()});
  }
}

}  // namespace

std::string_view name(OutlineWidthMode mode) noexcept {
  return kOutlineWidthModes[static_cast<std::size_t>(mode)];
}

std::optional<TextureTransform> withoutIdentity(const TextureTransform& transform) {
  if (transform == TextureTransform{}) return std::nullopt;
  return transform;
}

std::optional<TextureTransform> readTextureTransform(const JsonValue& textureInfo, const Place& place,
                                                     Diagnostics& diagnostics) {
  const Extensions extensions(textureInfo, place, diagnostics);
  const JsonValue* value = extensions.find(kTextureTransformExtension);
  if (!value) return std::nullopt;
  const Place transformPlace = extensions.place(kTextureTransformExtension);
  const MemberReader in(*value, transformPlace, diagnostics);
  TextureTransform transform;
  float v[2];
  if (in.numbers("offset", v)) transform.offset = {v[0], v[1]};
  transform.rotation = in.number("rotation", 0);
  if (in.numbers("scale", v)) transform.scale = {v[0], v[1]};
  if (in.find("texCoord")) {
    const std::uint64_t texCoord = in.unsignedNumber("texCoord", kNone, 0, 255);
    if (texCoord != kNone) transform.texCoord = static_cast<std::uint32_t>(texCoord);
  }
  return withoutIdentity(transform);
}

void readMaterials(Context& context, const JsonValue* vrm0, std::vector<Material>& out) {
  const std::vector<gltf::Material>& core = context.asset.materials;
  out.resize(core.size());
  const JsonValue* list = context.document.root().find("materials");
  const std::span<const JsonValue> elements = list ? list->elements() : std::span<const JsonValue>();
  const Place root;
  const Place materials = root / "materials";
  for (std::uint32_t i = 0; i < std::min(core.size(), elements.size()); ++i) {
    const Place place = materials / i;
    readMaterial(context, core[i], elements[i], place, out[i]);
  }
  if (vrm0) convertMaterialProperties(context, *vrm0, out);
}

}  // namespace vrm::schema
