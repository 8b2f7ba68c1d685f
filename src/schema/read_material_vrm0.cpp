// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// materialProperties of VRM 0.x: the properties of a Unity shader by name. What the properties mean is only written
// down in that shader (MToon 0.x) and in UniVRM's migration to 1.0, whose formulas are followed where no other reason
// is given. Properties that are absent have the defaults of the shader, as for a Unity material.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "schema/color.hpp"
#include "schema/material_io.hpp"

namespace vrm::schema {
namespace {

Vec3 linearColor(Vec4 srgb) {
  return linearFromSrgb({srgb.x, srgb.y, srgb.z});
}

// floatProperties, vectorProperties and textureProperties of one material.
class Properties {
 public:
  Properties(Context& context, const MemberReader& in)
      : context_(context),
        floatsPlace_(in.place() / "floatProperties"),
        vectorsPlace_(in.place() / "vectorProperties"),
        floats_(objectMember(context, in, "floatProperties")),
        vectors_(objectMember(context, in, "vectorProperties")),
        textures_(objectMember(context, in, "textureProperties")),
        transform_(readTransform()) {}
  Properties(const Properties&) = delete;
  Properties& operator=(const Properties&) = delete;

  float number(std::string_view key, float fallback) const {
    return floats_ ? MemberReader(*floats_, floatsPlace_, context_.diagnostics).number(key, fallback) : fallback;
  }

  // An enumeration, which Unity stores as a float.
  std::uint32_t choice(std::string_view key, std::uint32_t fallback, std::uint32_t last) const {
    if (!floats_) return fallback;
    const MemberReader in(*floats_, floatsPlace_, context_.diagnostics);
    return static_cast<std::uint32_t>(in.unsignedNumber(key, fallback, 0, last));
  }

  // As stored. Colours of three numbers are opaque.
  Vec4 color(std::string_view key, Vec4 fallback) const {
    const JsonValue* value = vectors_ ? vectors_->find(key) : nullptr;
    if (!value) return fallback;
    const MemberReader in(*vectors_, vectorsPlace_, context_.diagnostics);
    float c[4] = {0, 0, 0, 1};
    const bool good =
        value->isArray() && value->size() == 3 ? in.numbers(key, std::span(c).first(3)) : in.numbers(key, c);
    return good ? Vec4{c[0], c[1], c[2], c[3]} : fallback;
  }

  // Without the texture's transform. -1 is "none"; other indices out of range have been reported.
  TextureInfo untransformed(std::string_view key) const {
    const JsonValue* value = textures_ ? textures_->find(key) : nullptr;
    const std::optional<std::uint32_t> index = value ? value->index() : std::nullopt;
    if (!index || *index >= context_.asset.textures.size()) return {};
    return {TextureIndex(*index), 0, 1, std::nullopt};
  }

  TextureInfo texture(std::string_view key) const {
    TextureInfo info = untransformed(key);
    if (info) info.transform = transform_;
    return info;
  }

 private:
  // Offset and scale of _MainTex: the shader uses them for all textures but the sphere, also when _MainTex itself has
  // no texture (UniVRM forgets them then). Unity's V points up, so the offset is that of the other edge (decision 25).
  std::optional<TextureTransform> readTransform() const {
    float v[4];
    if (!vectors_ || !MemberReader(*vectors_, vectorsPlace_, context_.diagnostics).numbers("_MainTex", v)) return {};
    TextureTransform transform;
    transform.offset = {v[0], narrow(1.0 - static_cast<double>(v[1]) - static_cast<double>(v[3]))};
    transform.scale = {v[2], v[3]};
    return withoutIdentity(transform);
  }

  Context& context_;
  Place floatsPlace_, vectorsPlace_;
  const JsonValue *floats_, *vectors_, *textures_;
  std::optional<TextureTransform> transform_;
};

// glTF wants factors up to 1; what is brighter goes into the strength.
void setEmission(Vec3 color, Material& out) {
  const float brightest = std::max({color.x, color.y, color.z, 1.0f});
  out.emissiveFactor = {color.x / brightest, color.y / brightest, color.z / brightest};
  out.emissiveStrength = brightest;
}

// _BlendMode of MToon 0.x.
enum class Blend : std::uint8_t { Opaque, Cutout, Transparent, TransparentWithZWrite };

void setBlend(Blend blend, const Properties& in, Material& out) {
  out.alphaMode = blend == Blend::Opaque   ? gltf::AlphaMode::Opaque
                  : blend == Blend::Cutout ? gltf::AlphaMode::Mask
                                           : gltf::AlphaMode::Blend;
  out.alphaCutoff = blend == Blend::Cutout ? std::max(in.number("_Cutoff", 0.5f), 0.0f) : 0.5f;
}

void convertShading(const Properties& in, MToon& out) {
  out.shadeColorFactor = linearColor(in.color("_ShadeColor", {0.97f, 0.81f, 0.86f, 1}));
  out.shadeMultiplyTexture = in.texture("_ShadeTexture");
  // Artists leave the shade texture out where they mean the lit one; UniVRM's migration fills it in, and so do we.
  if (!out.shadeMultiplyTexture) out.shadeMultiplyTexture = in.texture("_MainTex");

  // 0.x shades from `low` (dark) to `high` (lit) of the cosine; 1.0 gives the middle of that range, negated, and how
  // little of [-1, 1] it covers (VRMC_materials_mtoon, Shading Shift).
  const double low = in.number("_ShadeShift", 0);
  const double high = 1 + (low - 1) * static_cast<double>(in.number("_ShadeToony", 0.9f));
  out.shadingShiftFactor = static_cast<float>(std::clamp((high + low) * -0.5, -1.0, 1.0));
  out.shadingToonyFactor = static_cast<float>(std::clamp(1 - (high - low) * 0.5, 0.0, 1.0));
  // 1.0 has nothing like _LightColorAttenuation, _ShadingGradeTexture and _ReceiveShadowTexture.
  out.giEqualizationFactor = std::clamp(1 - in.number("_IndirectLightIntensity", 0.1f), 0.0f, 1.0f);
}

void convertRim(const Properties& in, MToon& out) {
  out.matcapTexture = in.untransformed("_SphereAdd");
  if (!out.matcapTexture) out.matcapFactor = {0, 0, 0};
  out.parametricRimColorFactor = linearColor(in.color("_RimColor", {0, 0, 0, 1}));
  out.rimMultiplyTexture = in.texture("_RimTexture");
  // 1.0 lights the sphere and the rim alike, 0.x never lit the sphere; UniVRM gives up _RimLightingMix for a look that
  // is safe in the dark. three-vrm keeps the number.
  out.rimLightingMixFactor = 1;
  out.parametricRimFresnelPowerFactor = std::max(in.number("_RimFresnelPower", 1), 0.0f);
  out.parametricRimLiftFactor = in.number("_RimLift", 0);
}

void convertOutline(const Properties& in, MToon& out) {
  out.outlineWidthMode = static_cast<OutlineWidthMode>(in.choice("_OutlineWidthMode", 0, 2));
  const double width = std::max(in.number("_OutlineWidth", 0.5f), 0.0f);
  if (out.outlineWidthMode == OutlineWidthMode::WorldCoordinates) {
    out.outlineWidthFactor = static_cast<float>(width / 100);  // centimetres
  } else if (out.outlineWidthMode == OutlineWidthMode::ScreenCoordinates) {
    out.outlineWidthFactor = static_cast<float>(width / 200);  // percent of half the height; 1.0: of the height
  }
  out.outlineWidthMultiplyTexture = in.texture("_OutlineWidthTexture");
  out.outlineColorFactor = linearColor(in.color("_OutlineColor", {0, 0, 0, 1}));
  const bool mixed = in.choice("_OutlineColorMode", 0, 1) == 1;
  out.outlineLightingMixFactor = mixed ? std::clamp(in.number("_OutlineLightingMix", 1), 0.0f, 1.0f) : 0.0f;
}

void convertUvAnimation(const Properties& in, MToon& out) {
  out.uvAnimationMaskTexture = in.texture("_UvAnimMaskTexture");
  out.uvAnimationScrollXSpeedFactor = in.number("_UvAnimScrollX", 0);
  out.uvAnimationScrollYSpeedFactor = 0 - in.number("_UvAnimScrollY", 0);  // Unity's V points up
  // Turns per second; 1.0 counts radians (three-vrm does not convert). Its V points down and its rotation is the other
  // way round, so the sign stays.
  const double turns = in.number("_UvAnimRotation", 0);
  out.uvAnimationRotationSpeedFactor = narrow(turns * 2 * std::numbers::pi);
}

Blend convertMToon(const Properties& in, Material& out) {
  const auto blend = static_cast<Blend>(in.choice("_BlendMode", 0, 3));
  setBlend(blend, in, out);
  // 0 culls nothing, 1 the front, 2 the back. glTF cannot cull the front; both sides at least show what was seen.
  out.doubleSided = in.choice("_CullMode", 2, 2) != 2;
  const Vec4 color = in.color("_Color", {1, 1, 1, 1});
  const Vec3 linear = linearColor(color);
  out.baseColorFactor = {linear.x, linear.y, linear.z, color.w};
  out.baseColorTexture = in.texture("_MainTex");
  out.normalTexture = in.texture("_BumpMap");
  if (out.normalTexture) out.normalTexture.scale = in.number("_BumpScale", 1);
  // _EmissionColor is an HDR colour, which Unity stores as linear. three-vrm takes it for sRGB.
  const Vec4 emission = in.color("_EmissionColor", {0, 0, 0, 1});
  setEmission({emission.x, emission.y, emission.z}, out);
  out.emissiveTexture = in.texture("_EmissionMap");
  MToon& mtoon = out.mtoon.emplace();
  mtoon.transparentWithZWrite = blend == Blend::TransparentWithZWrite;
  convertShading(in, mtoon);
  convertRim(in, mtoon);
  convertOutline(in, mtoon);
  convertUvAnimation(in, mtoon);
  return blend;
}

// The shaders that UniVRM up to 0.43 had for unlit materials ("Available shaders in VRM"), and Unity's own which it
// exported likewise. They show the texture as it is and nothing else.
struct UnlitShader {
  std::string_view name;
  Blend blend;
  bool hasColor = false;  // instead of the texture
};
constexpr UnlitShader kUnlitShaders[] = {
    {"VRM/UnlitTexture", Blend::Opaque},
    {"VRM/UnlitCutout", Blend::Cutout},
    {"VRM/UnlitTransparent", Blend::Transparent},
    {"VRM/UnlitTransparentZWrite", Blend::TransparentWithZWrite},
    {"Unlit/Texture", Blend::Opaque},
    {"Unlit/Transparent Cutout", Blend::Cutout},
    {"Unlit/Transparent", Blend::Transparent},
    {"Unlit/Color", Blend::Opaque, true},
};

// Shaders that vrm.material.schema.json names and that glTF describes by itself.
constexpr std::string_view kGltfShaders[] = {"VRM_USE_GLTFSHADER", "Standard", "UniGLTF/UniUnlit"};

void convertUnlit(const UnlitShader& shader, const Properties& in, Material& out) {
  Material unlit;
  unlit.name = std::move(out.name);
  unlit.metallicFactor = 0;
  unlit.unlit = true;
  setBlend(shader.blend, in, unlit);
  const Vec4 stored = in.color("_Color", {1, 1, 1, 1});
  const Vec3 color = linearColor(stored);
  if (shader.hasColor) {
    unlit.baseColorFactor = {color.x, color.y, color.z, stored.w};
  } else {
    unlit.baseColorTexture = in.texture("_MainTex");
  }
  if (shader.blend == Blend::TransparentWithZWrite) {
    // Only MToon can say this, so it becomes a black MToon material that emits its texture. It is not marked as unlit
    // (UniVRM does): that would be black for a reader without MToon, which shows the emission otherwise.
    unlit.unlit = false;
    unlit.baseColorFactor = {0, 0, 0, stored.w};
    setEmission(color, unlit);
    unlit.emissiveTexture = unlit.baseColorTexture;
    MToon& mtoon = unlit.mtoon.emplace();
    mtoon.transparentWithZWrite = true;
    mtoon.shadeColorFactor = {0, 0, 0};
  }
  out = std::move(unlit);
}

// renderQueue is any number, renderQueueOffsetNumber one of ten per kind (VRMC_materials_mtoon, Render Queue): the
// queues in use are counted, down from 0 without Z write and up from 0 with it. MToon and unlit materials with Z write
// are drawn among each other, so they are counted together; UniVRM counts them apart.
class RenderQueues {
 public:
  void add(Blend blend, const MemberReader& in, std::size_t material) {
    if (blend != Blend::Transparent && blend != Blend::TransparentWithZWrite) return;
    const bool zWrite = blend == Blend::TransparentWithZWrite;
    // -1 is "that of the shader"; these are MToon's for the two kinds.
    const float queue = in.number("renderQueue", -1, -1, 1e6f);
    queues_[zWrite].push_back({queue < 0 ? (zWrite ? 2501.0f : 3000.0f) : queue, material});
  }

  void apply(std::vector<Material>& materials) {
    for (const bool zWrite : {false, true}) {
      std::vector<Entry>& queues = queues_[zWrite];
      std::sort(queues.begin(), queues.end(),
                [zWrite](const Entry& a, const Entry& b) { return zWrite ? a.queue < b.queue : a.queue > b.queue; });
      std::int32_t count = 0;
      for (std::size_t i = 0; i < queues.size(); ++i) {
        if (i > 0 && queues[i].queue != queues[i - 1].queue) ++count;
        std::optional<MToon>& mtoon = materials[queues[i].material].mtoon;
        if (mtoon) mtoon->renderQueueOffsetNumber = zWrite ? std::min(count, 9) : std::max(-count, -9);
      }
    }
  }

 private:
  struct Entry {
    float queue;
    std::size_t material;
  };
  std::vector<Entry> queues_[2];
};

// Shaders that are none of VRM's. A file has the same one in many materials.
class UnknownShaders {
 public:
  void note(std::string_view shader, const Place& place) {
    const auto [entry, added] = shaders_.try_emplace(gltf::shortened(shader));
    if (added) entry->second.pointer = (place / "shader").pointer();
    ++entry->second.count;
  }
  void report(Diagnostics& diagnostics) const {
    for (const auto& [shader, found] : shaders_) {
      diagnostics.add(Code::VrmMaterial, found.pointer,
                      shader + " is no shader of VRM 0.x; " +
                          (found.count == 1 ? "the material is" : std::to_string(found.count) + " materials are") +
                          " read from glTF alone");
    }
  }

 private:
  struct Found {
    std::string pointer;  // of the first
    std::uint32_t count = 0;
  };
  std::map<std::string, Found> shaders_;
};

void checkName(Context& context, const MemberReader& in, const Material& material) {
  const std::string_view name = in.string("name");
  const JsonValue* value = in.find("name");
  if (!value || !value->isString() || name == material.name) return;
  context.diagnostics.add(Code::VrmMaterial, (in.place() / "name").pointer(),
                          "these are the properties of " + gltf::shortened(name) +
                              ", but the material in this place is " + gltf::shortened(material.name) +
                              "; the place counts");
}

}  // namespace

void convertMaterialProperties(Context& context, const JsonValue& vrm0, std::vector<Material>& materials) {
  const Place root;
  const Place extensions = root / "extensions";
  const Place extension = extensions / "VRM";
  const MemberReader in(vrm0, extension, context.diagnostics);
  const JsonValue* list = in.find("materialProperties");
  if (list && list->isArray() && list->size() != materials.size()) {
    context.diagnostics.add(Code::VrmMaterial, (extension / "materialProperties").pointer(),
                            "there are " + std::to_string(list->size()) + " material properties for " +
                                std::to_string(materials.size()) + " materials");
  }
  RenderQueues queues;
  UnknownShaders unknown;
  forEachElement(context, in, "materialProperties", [&](const MemberReader& properties, std::uint32_t i) {
    if (i >= materials.size() || !list->elements()[i].isObject()) return;
    Material& material = materials[i];
    checkName(context, properties, material);
    const std::string_view shader = properties.string("shader");
    const auto unlit = std::find_if(std::begin(kUnlitShaders), std::end(kUnlitShaders),
                                    [&](const UnlitShader& known) { return known.name == shader; });
    if (shader == "VRM/MToon") {
      queues.add(convertMToon(Properties(context, properties), material), properties, i);
    } else if (unlit != std::end(kUnlitShaders)) {
      convertUnlit(*unlit, Properties(context, properties), material);
      if (material.mtoon) queues.add(unlit->blend, properties, i);
    } else if (!shader.empty()) {
      const bool gltf = std::find(std::begin(kGltfShaders), std::end(kGltfShaders), shader) != std::end(kGltfShaders);
      if (!gltf) unknown.note(shader, properties.place());
    } else if (!properties.find("shader")) {
      properties.missing("shader", "the glTF material is used");
    }
  });
  queues.apply(materials);
  unknown.report(context.diagnostics);
}

}  // namespace vrm::schema
