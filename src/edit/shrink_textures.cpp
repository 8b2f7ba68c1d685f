// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edit/optimize_steps.hpp"
#include "edit/resize_image.hpp"
#include "gltf/decoding_cost.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/edit.hpp"
#include "vrm/schema/read.hpp"

namespace vrm::edit {
namespace {

using gltf::Image;
using gltf::ImageFormat;
using gltf::Json;
using gltf::JsonValue;
using gltf::Kind;

// What materials see in an image.
struct ImageUse {
  bool color = false, normal = false, data = false;
  bool alpha = false;      // in a material that is not opaque
  bool thumbnail = false;  // of the avatar
};

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// By the member that names the texture: of glTF and its extensions, of MToon 1.0, of the shaders of VRM 0.x.
void addUse(ImageUse& use, std::string_view member) {
  if (isOneOf(member, {"normalTexture", "clearcoatNormalTexture", "_BumpMap"})) {
    use.normal = true;
  } else if (isOneOf(member,
                     {"baseColorTexture", "emissiveTexture", "diffuseTexture", "specularGlossinessTexture",
                      "sheenColorTexture", "specularColorTexture", "diffuseTransmissionColorTexture",
                      "shadeMultiplyTexture", "matcapTexture", "rimMultiplyTexture", "_MainTex",
                      "_ShadeTexture", "_EmissionMap", "_SphereAdd", "_RimTexture"})) {
    use.color = true;
  } else {
    use.data = true;
  }
}

std::vector<ImageUse> collectUses(const gltf::Document& document, const gltf::Asset& asset,
                                  const schema::Vrm& vrm) {
  std::vector<ImageUse> images(asset.images.size());
  std::vector<ImageUse> textures(asset.textures.size());
  auto& root = const_cast<JsonValue&>(document.root());  // nothing is changed
  gltf::visitReferences(root, [&](const gltf::ReferenceSite& site) {
    const std::optional<std::uint32_t> index = site.value.index();
    if (!index) return;
    if (site.rule.target == Kind::Image && *index < images.size() && site.path[0].key == "extensions")
      images[*index].thumbnail = true;
    if (site.rule.target != Kind::Texture || *index >= textures.size()) return;
    ImageUse& use = textures[*index];
    // /materials/3/normalTexture/index, /extensions/VRM/materialProperties/3/textureProperties/_MainTex
    const bool core = site.path[0].key == "materials";
    const bool old = !core && site.path.size() == 6;
    if (!core && !old) {
      use.thumbnail = true;  // /extensions/VRM/meta/texture
      return;
    }
    addUse(use, core ? site.path[site.path.size() - 2].key : site.path.back().key);
    const std::uint32_t material = site.path[core ? 1 : 3].index;
    use.alpha = use.alpha || material >= vrm.materials.size() ||
                vrm.materials[material].alphaMode != gltf::AlphaMode::Opaque;
  });
  gltf::visitReferences(root, [&](const gltf::ReferenceSite& site) {
    const std::optional<std::uint32_t> index = site.value.index();
    if (site.rule.target != Kind::Image || site.path[0].key != "textures" || !index ||
        *index >= images.size() || site.path[1].index >= textures.size())  // the last: it is no list
      return;
    const ImageUse& use = textures[site.path[1].index];
    ImageUse& image = images[*index];
    image.color = image.color || use.color;
    image.normal = image.normal || use.normal;
    image.data = image.data || use.data;
    image.alpha = image.alpha || use.alpha;
    image.thumbnail = image.thumbnail || use.thumbnail;
  });
  return images;
}

// An image that is several things at once is mixed as what people see.
PixelKind kindOf(const ImageUse& use) {
  if (use.color) return use.alpha ? PixelKind::Color : PixelKind::ColorAlone;
  return use.normal && !use.data ? PixelKind::Normal : PixelKind::Data;
}

std::uint32_t scaledSide(std::uint32_t side, std::uint32_t longer, std::uint32_t most) {
  const std::uint64_t rounded = (std::uint64_t{side} * most * 2 + longer) / (2 * std::uint64_t{longer});
  return std::max(static_cast<std::uint32_t>(rounded), 1u);
}

// RFC 9649 section 2: the first chunk that has pixels says how.
bool isLosslessWebp(std::span<const std::byte> bytes) {
  const auto byteAt = [&](std::size_t i) { return static_cast<std::uint32_t>(bytes[i]); };
  for (std::size_t at = 12; at + 8 <= bytes.size();) {
    const auto* name = reinterpret_cast<const char*>(bytes.data() + at);
    const std::string_view chunk(name, 4);
    if (chunk == "VP8L" || chunk == "VP8 ") return chunk == "VP8L";
    const std::size_t size =
        byteAt(at + 4) | byteAt(at + 5) << 8 | byteAt(at + 6) << 16 | byteAt(at + 7) << 24;
    at += 8 + size + size % 2;
  }
  return false;
}

// The same picture with fewer pixels, in its own format.
Result<std::vector<std::byte>> smaller(std::span<const std::byte> bytes, const gltf::ImageInfo& info,
                                       std::uint32_t most, PixelKind kind, const Limits& limits) {
  const Result<Image> image = gltf::decodeImage(bytes, limits);
  if (!image) return image.error();
  const std::uint32_t longer = std::max(image->width, image->height);
  const Image small =
      resized(*image, scaledSide(image->width, longer, most), scaledSide(image->height, longer, most), kind);
  const bool color = kind == PixelKind::Color || kind == PixelKind::ColorAlone;
  if (info.format == ImageFormat::Jpeg) return gltf::encodeJpeg(small, {.quality = 90, .fullChroma = !color});
  if (info.format == ImageFormat::WebP)
    return gltf::encodeWebp(small, {.lossless = isLosslessWebp(bytes), .alpha = info.alpha});
  gltf::PngOptions options;
  options.alpha = info.alpha;
  return gltf::encodePng(small, options);
}

void point(gltf::Document& document, std::uint32_t index, ImageFormat format, std::uint32_t view) {
  Json& json = document.editJson();
  JsonValue& image = json.editRoot().find("images")->elements()[index];
  json.remove(image, "uri");
  json.set(image, "mimeType", json.string(gltf::mimeType(format)));
  json.set(image, "bufferView", json.number(view));
  document.editImages()[index] = {};
}

}  // namespace

Result<void> shrinkTextures(OptimizeRun& run) {
  const std::uint32_t most = run.options.maxTexture;
  if (most == 0) return {};
  gltf::Document& document = run.document;
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  if (!asset) return asset.error();
  const Result<schema::Vrm> vrm = schema::readVrm(document, *asset, ignored);
  if (!vrm) return vrm.error();
  const std::vector<ImageUse> uses = collectUses(document, *asset, *vrm);
  WorkBudget budget(document);
  // What became of which view: many images can lie on the same bytes.
  std::map<std::pair<std::uint32_t, PixelKind>, Result<std::uint32_t>> known;
  for (std::uint32_t i = 0; i < uses.size(); ++i) {
    const Result<std::span<const std::byte>> bytes = document.image(i);
    if (!bytes || uses[i].thumbnail) continue;
    const gltf::ImageInfo info = gltf::probeImage(*bytes);
    if (info.width > 0 && std::max(info.width, info.height) <= most) continue;
    const std::string pointer = gltf::pointerJoin("/images", i);
    if (run.options.progress)
      run.options.progress("image " + std::to_string(i + 1) + " of " + std::to_string(uses.size()));
    const auto keep = [&](const std::string& why) {
      run.diagnostics.add(Code::EditImageKept, pointer, "the image stays as large as it is: " + why);
    };
    if (info.width == 0) {
      keep(info.format == ImageFormat::Unknown ? "it is none of PNG, JPEG and WebP"
                                               : "its header does not tell its size");
      continue;
    }
    const PixelKind kind = kindOf(uses[i]);
    const JsonValue* source = document.root().find("images")->elements()[i].find("bufferView");
    const bool inView = source && document.images()[i].source == gltf::Document::Resource::Source::None;
    const std::pair key(inView ? source->index().value_or(kNone) : kNone, kind);
    auto found = key.first == kNone ? known.end() : known.find(key);
    if (found == known.end()) {
      if (!budget.pay(gltf::decodingCost(*bytes, info))) {
        keep("decoding all of them takes more than Limits::decodedBytes");
        continue;
      }
      Result<std::vector<std::byte>> made = smaller(*bytes, info, most, kind, document.limits());
      if (!made && (made.error().code == Code::ImageDisabled || made.error().code == Code::OutOfMemory))
        return std::move(made).error();
      Result<std::uint32_t> view = made ? gltf::addBufferView(document, *made) : Result<std::uint32_t>(made.error());
      if (made && !view) return std::move(view).error();
      found = known.insert_or_assign(key, std::move(view)).first;
    }
    if (!found->second) {
      keep(found->second.error().message);
      continue;
    }
    point(document, i, info.format, *found->second);
    ++run.summary.resized;
  }
  return {};
}

}  // namespace vrm::edit
