// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Textures of materials: transforms that few can draw, images that mean two things; and the thumbnail.
// Numbers of MToon are checked by the rules of their members.
#include <algorithm>
#include <iterator>

#include "gltf/png_chunks.hpp"
#include "validate/checks.hpp"
#include "vrm/gltf/image.hpp"

namespace vrm::checks {
namespace {

// Where textures are, and whether they are colours (stored in sRGB) or data (linear): glTF 2.0 section 3.9.2,
// VRMC_materials_mtoon 1.0.
struct Slot {
  std::string_view path;
  bool color;
};
constexpr Slot kSlots[] = {
    {"/pbrMetallicRoughness/baseColorTexture", true},
    {"/pbrMetallicRoughness/metallicRoughnessTexture", false},
    {"/normalTexture", false},
    {"/occlusionTexture", false},
    {"/emissiveTexture", true},
    {"/extensions/VRMC_materials_mtoon/shadeMultiplyTexture", true},
    {"/extensions/VRMC_materials_mtoon/shadingShiftTexture", false},
    {"/extensions/VRMC_materials_mtoon/matcapTexture", true},
    {"/extensions/VRMC_materials_mtoon/rimMultiplyTexture", true},
    {"/extensions/VRMC_materials_mtoon/outlineWidthMultiplyTexture", false},
    {"/extensions/VRMC_materials_mtoon/uvAnimationMaskTexture", false},
};
// VRM 0.x materialProperties, `textureProperties` of the shader VRM/MToon.
constexpr Slot kVrm0Slots[] = {
    {"_MainTex", true},
    {"_ShadeTexture", true},
    {"_RimTexture", true},
    {"_SphereAdd", true},
    {"_EmissionMap", true},
    {"_BumpMap", false},
    {"_ReceiveShadowTexture", false},
    {"_ShadingGradeTexture", false},
    {"_UvAnimMaskTexture", false},
    {"_OutlineWidthTexture", false},
};

class MaterialChecker {
 public:
  explicit MaterialChecker(const Subject& subject) : subject_(subject), uses_(subject.asset.images.size()) {}

  void check() {
    const gltf::JsonValue* const materials = subject_.document.root().find("materials");
    std::uint32_t i = 0;
    for (const gltf::JsonValue& material : materials ? materials->elements() : none()) {
      const std::string pointer = gltf::pointerJoin("/materials", i++);
      for (const Slot& slot : kSlots) {
        const gltf::JsonValue* const info = gltf::Json::at(material, slot.path);
        const gltf::JsonValue* const texture = info ? info->find("index") : nullptr;
        if (!texture) continue;
        use(*texture, slot.color, pointer + std::string(slot.path));
        checkTransform(*info, pointer + std::string(slot.path));
      }
    }
    addVrm0Uses();
    for (std::uint32_t image = 0; image < uses_.size(); ++image) checkColorSpace(image);
  }

 private:
  struct Uses {
    std::string color, data;  // pointers of the first use as that
  };

  static std::span<const gltf::JsonValue> none() { return {}; }

  void use(const gltf::JsonValue& texture, bool color, const std::string& pointer) {
    const std::optional<std::uint32_t> index = texture.index();
    if (!index || *index >= subject_.asset.textures.size()) return;
    const ImageIndex image = subject_.asset.textures[*index].source;
    if (!image) return;
    std::string& first = color ? uses_[image.value].color : uses_[image.value].data;
    if (first.empty()) first = pointer;
  }

  void addVrm0Uses() {
    const gltf::JsonValue* const list = subject_.at("/extensions/VRM/materialProperties");
    if (subject_.vrm.version != VrmVersion::Vrm0 || !list) return;
    std::uint32_t i = 0;
    for (const gltf::JsonValue& properties : list->elements()) {
      const gltf::JsonValue* const textures = properties.find("textureProperties");
      const std::string pointer =
          gltf::pointerJoin("/extensions/VRM/materialProperties", i++) + "/textureProperties/";
      for (const Slot& slot : kVrm0Slots) {
        const gltf::JsonValue* const texture = textures ? textures->find(slot.path) : nullptr;
        if (texture) use(*texture, slot.color, pointer + std::string(slot.path));
      }
    }
  }

  // VRMC_vrm 1.0 "Obsolete properties of KHR_texture_transform".
  void checkTransform(const gltf::JsonValue& info, const std::string& pointer) {
    const std::string_view path = "/extensions/KHR_texture_transform";
    const gltf::JsonValue* const transform = gltf::Json::at(info, path);
    if (!transform || !subject_.isAvatar()) return;
    const gltf::JsonValue* const rotation = transform->find("rotation");
    if (rotation && rotation->number().value_or(0) != 0)
      subject_.report(Code::VrmTextureTransform, pointer + std::string(path) + "/rotation",
                      "renderers of avatars may ignore the rotation");
    // Equal to that of the texture it changes nothing.
    const gltf::JsonValue *const own = info.find("texCoord"), *const other = transform->find("texCoord");
    if (other && other->number().value_or(0) != (own ? own->number().value_or(0) : 0))
      subject_.report(Code::VrmTextureTransform, pointer + std::string(path) + "/texCoord",
                      "renderers of avatars may ignore texCoord");
  }

  void checkColorSpace(std::uint32_t image) {
    const Uses& uses = uses_[image];
    if (uses.data.empty()) return;
    const std::string pointer = gltf::pointerJoin("/images", image);
    if (!uses.color.empty()) {
      subject_.report(Code::VrmColorSpace, pointer,
                      "the image is a colour for " + uses.color + " and data for " + uses.data);
    } else if (const std::string_view chunk = colorChunk(image); !chunk.empty()) {
      // Readers ignore it (glTF 2.0, "Images"), tools that open and save the image do not.
      subject_.report(Code::VrmColorSpace, Severity::Hint, pointer,
                      "the image is data for " + uses.data + ", and its chunk " + std::string(chunk) +
                          " says that it is a colour one");
    }
  }

  // PNG (third edition) section 11.3.2: what says how samples are to be seen.
  std::string_view colorChunk(std::uint32_t image) {
    const Result<std::span<const std::byte>> bytes = subject_.document.image(image);
    if (!bytes || gltf::probeImage(*bytes).format != gltf::ImageFormat::Png) return {};
    std::size_t position = gltf::kPngSignatureBytes;
    while (const std::optional<gltf::PngChunk> chunk = gltf::pngChunkAt(*bytes, position)) {
      if (chunk->is("sRGB")) return "sRGB";
      if (chunk->is("iCCP")) return "iCCP";
      if (!budget_.pay(1) || chunk->is("IDAT") || chunk->bytes > bytes->size() - position) return {};
      position += static_cast<std::size_t>(chunk->bytes);
    }
    return {};
  }

  const Subject& subject_;
  std::vector<Uses> uses_;  // by image
  // Many images may be one and the same picture of many chunks.
  Budget budget_{subject_, "the chunks of images", 1'000'000};
};

// meta.md "thumbnailImage": square, 1024 x 1024 preferred, PNG or JPEG. Seed 004 and 0.x recommend 2048 x
// 2048.
void checkThumbnail(const Subject& subject) {
  const ImageIndex image = subject.vrm.meta.thumbnailImage;
  if (!image) return;
  const std::string pointer = gltf::pointerJoin("/images", image.value);
  const Result<std::span<const std::byte>> bytes = subject.document.image(image.value);
  if (!bytes) return;  // reported with the image
  const gltf::ImageInfo found = gltf::probeImage(*bytes);
  const Severity broken = subject.vrm.version == VrmVersion::Vrm1 ? Severity::Error : Severity::Warning;
  const std::string size = std::to_string(found.width) + " x " + std::to_string(found.height);
  constexpr std::uint32_t kSmall = 256;
  if (found.format != gltf::ImageFormat::Png && found.format != gltf::ImageFormat::Jpeg) {
    // A format that nobody knows has been reported with the image.
    const auto known = [&](const Diagnostic& issue) {
      return issue.code == Code::ImageFormat && issue.pointer == pointer;
    };
    const std::span<const Diagnostic> all = subject.found.all();
    if (std::any_of(all.begin(), all.end(), known)) return;
    subject.report(Code::VrmThumbnail, broken, pointer, "the thumbnail is neither PNG nor JPEG");
  } else if (found.width != found.height) {
    subject.report(Code::VrmThumbnail, broken, pointer, "the thumbnail is not square but " + size);
  } else if (found.width < kSmall && found.width > 0) {
    subject.report(Code::VrmThumbnail, Severity::Information, pointer,
                   "the thumbnail is " + size + ", 1024 x 1024 is recommended");
  }
}

}  // namespace

void checkMaterials(const Subject& subject) {
  MaterialChecker(subject).check();
  checkThumbnail(subject);
}

}  // namespace vrm::checks
