// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Where data comes from: chunks of a GLB (glTF 2.0 section 4.4), URIs (section 2.8), images and their formats
// (section 3.8.3).
#include <algorithm>

#include "gltf/png_chunks.hpp"
#include "validate/accessor_data.hpp"
#include "validate/checks.hpp"
#include "validate/gltf_parts.hpp"
#include "vrm/gltf/image.hpp"

namespace vrm::checks {
namespace {

using gltf::ImageFormat;
using gltf::JsonValue;

// "data:image/png;base64,..." -> "image/png"; nothing for other URIs.
std::optional<std::string_view> mediaType(std::string_view uri) {
  constexpr std::string_view kScheme = "data:";
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  return uri.substr(0, uri.find_first_of(";,"));
}

// RFC 2397: after the type come parameters with a value each, and ";base64" at the end.
bool hasBadParameter(std::string_view uri) {
  std::string_view head = uri.substr(0, uri.find(','));
  constexpr std::string_view kBase64 = ";base64";
  if (head.ends_with(kBase64)) head.remove_suffix(kBase64.size());
  while (head.find(';') != std::string_view::npos) {
    head.remove_prefix(head.find(';') + 1);
    if (head.substr(0, head.find(';')).find('=') == std::string_view::npos) return true;
  }
  return false;
}

// PNG (third edition) section 5: all chunks are there in full, among them pixels; some have a fixed length.
bool isWholePng(std::span<const std::byte> bytes) {
  constexpr std::pair<std::string_view, std::uint64_t> kLengths[] = {
      {"cHRM", 32}, {"gAMA", 4}, {"pHYs", 9}, {"sRGB", 1}};
  constexpr std::uint64_t kFrame = 12;  // length, type and CRC
  bool pixels = false;
  std::size_t position = gltf::kPngSignatureBytes;
  while (const std::optional<gltf::PngChunk> chunk = gltf::pngChunkAt(bytes, position)) {
    for (const auto& [type, length] : kLengths) {
      if (chunk->is(type) && chunk->bytes != length + kFrame) return false;
    }
    if (chunk->bytes > bytes.size() - position) return false;
    if (chunk->is("IEND")) break;
    pixels = pixels || chunk->is("IDAT");
    position += static_cast<std::size_t>(chunk->bytes);
  }
  return pixels;
}

std::string_view stringMember(const JsonValue& object, std::string_view key) {
  const JsonValue* const value = object.find(key);
  return value ? value->string() : std::string_view();
}

class ResourceChecker {
 public:
  explicit ResourceChecker(const Subject& subject)
      : subject_(subject), budget_(subject, "the images"), formats_(subject.asset.images.size(), ImageFormat::Unknown) {
    const std::vector<std::string_view>& used = subject.asset.extensionsUsed;
    webp_ = std::find(used.begin(), used.end(), "EXT_texture_webp") != used.end();
  }

  void check() {
    checkChunks();
    checkBuffers();
    const std::span<const JsonValue> images = elementsOf(subject_, "images");
    for (std::uint32_t i = 0; i < images.size(); ++i) checkImage(i, images[i]);
    checkTextures();
    if (outside_ > 0) {
      subject_.report(Code::GltfUri, firstOutside_,
                      outside_ == 1 ? "the GLB needs another file, " + firstFile_
                                    : "the GLB needs " + std::to_string(outside_) + " other files, the first is " + firstFile_);
    }
  }

 private:
  // The JSON comes first, then at most one binary chunk, then others for those who know them.
  void checkChunks() {
    const std::span<const gltf::GlbChunk> chunks = subject_.document.chunks();
    bool bin = false;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      const auto wrong = [&](const std::string& message, Severity severity = Severity::Error) {
        subject_.report(Code::GlbChunks, severity, "",
                        "chunk " + std::to_string(i + 1) + " of the GLB " + message);
      };
      if (chunks[i].type == gltf::kGlbJson) {
        wrong("is another JSON chunk");
      } else if (chunks[i].type != gltf::kGlbBin) {
        wrong("is of a kind that glTF does not know", Severity::Warning);
      } else if (bin) {
        wrong("is another binary chunk");
      } else {
        bin = true;
        if (i > 0) {
          wrong("is the binary chunk, which must follow the JSON");
        } else if (chunks[i].bytes.empty()) {
          wrong("is an empty binary chunk, which can be left out", Severity::Information);
        } else {
          checkLength(chunks[i]);
        }
      }
    }
  }

  // Section 4.4.3.3: the buffer may be up to 3 bytes shorter than the chunk.
  void checkLength(const gltf::GlbChunk& chunk) {
    const std::span<const gltf::Document::Resource> buffers = subject_.document.buffers();
    if (buffers.empty() || buffers[0].source != gltf::Document::Resource::Source::BinChunk) {
      return subject_.report(Code::GlbChunks, Severity::Warning, "", "no buffer uses the binary chunk");
    }
    const JsonValue* const length = elementsOf(subject_, "buffers")[0].find("byteLength");
    const double stated = std::max(0.0, length ? length->number().value_or(0) : 0);
    const auto actual = static_cast<double>(chunk.bytes.size());
    if (actual < stated + 4) return;
    subject_.report(Code::GlbChunks, Severity::Warning, "/buffers/0/byteLength",
                    "the binary chunk goes on for " +
                        std::to_string(static_cast<std::uint64_t>(actual - stated)) +
                        " bytes after the buffer");
  }

  // In a GLB a URI is allowed, but makes it depend on other files; text takes a third more than bytes.
  void checkUri(std::string_view uri, const std::string& pointer) {
    if (mediaType(uri) && hasBadParameter(uri))
      subject_.report(Code::ResourceUri, pointer, "the data URI has a parameter without a value");
    if (uri.empty() || subject_.document.container() != gltf::Container::Glb) return;
    if (!mediaType(uri)) {
      if (outside_++ > 0) return;
      firstOutside_ = pointer;
      firstFile_ = inQuotes(uri);
    } else {
      subject_.report(Code::GltfUri, Severity::Warning, pointer, "the GLB holds data as text");
    }
  }

  void checkBuffers() {
    const std::span<const JsonValue> buffers = elementsOf(subject_, "buffers");
    for (std::uint32_t i = 0; i < buffers.size(); ++i) {
      const std::string_view uri = stringMember(buffers[i], "uri");
      const std::string pointer = gltf::pointerJoin("/buffers", i) + "/uri";
      checkUri(uri, pointer);
      const std::optional<std::string_view> type = mediaType(uri);
      // Section 3.6.1.1.
      if (type && *type != "application/octet-stream" && *type != "application/gltf-buffer") {
        subject_.report(Code::ResourceUri, pointer,
                        inQuotes(*type) + " is neither application/octet-stream nor application/gltf-buffer");
      }
    }
  }

  void checkImage(std::uint32_t i, const JsonValue& json) {
    const std::string pointer = gltf::pointerJoin("/images", i);
    const bool uri = json.has("uri"), view = json.has("bufferView");
    if (uri == view) {
      subject_.report(Code::GltfMemberConflict, pointer,
                      uri ? "an image has a uri or a bufferView, not both"
                          : "the image has neither a uri nor a bufferView");
    }
    if (view && !json.has("mimeType"))
      subject_.report(Code::GltfMemberConflict, pointer, "bufferView needs mimeType");
    checkUri(stringMember(json, "uri"), pointer + "/uri");
    const std::optional<std::span<const std::byte>> bytes = bytesOf(i);
    if (!bytes) return;  // reported with the resource
    const gltf::ImageInfo info = gltf::probeImage(*bytes);
    formats_[i] = info.format;
    const std::string_view stated = stringMember(json, "mimeType");
    const std::string_view actual = gltf::mimeType(info.format);
    const std::string_view embedded = mediaType(stringMember(json, "uri")).value_or("");
    if (info.format == ImageFormat::Unknown) {
      const std::string_view claim = stated.empty() ? embedded : stated;
      const bool other = !claim.empty() && gltf::formatFromMimeType(claim) == ImageFormat::Unknown;
      // Formats of extensions that are not looked into (KTX2, AVIF, DDS).
      if (!other) subject_.report(Code::ImageFormat, pointer, "the image is none of PNG, JPEG and WebP");
    } else if (!stated.empty() && stated != actual) {
      subject_.report(Code::ImageType, pointer + "/mimeType",
                      "the image is " + std::string(actual) + ", not " + inQuotes(stated));
    } else if (!embedded.empty() && embedded != actual) {
      subject_.report(Code::ImageType, pointer + "/uri",
                      "the image is " + std::string(actual) + ", the data URI says " + inQuotes(embedded));
    } else if (info.width == 0) {
      subject_.report(Code::ImageBroken, pointer, "the header of the image does not tell its size");
    } else if (info.format == ImageFormat::Png && !isWholePng(*bytes)) {
      subject_.report(Code::ImageBroken, pointer, "the image is cut off, or its chunks are damaged");
    } else if (info.format == ImageFormat::WebP && !webp_) {
      subject_.report(Code::ImageType, pointer, "WebP images need EXT_texture_webp");
    }
    if (info.animated)
      subject_.report(Code::GltfNoEffect, pointer, "the image is animated, which is not shown");
  }

  // Any number of images may lie on the same bytes, hence the budget.
  std::optional<std::span<const std::byte>> bytesOf(std::uint32_t i) {
    const gltf::Document::Resource& resource = subject_.document.images()[i];
    if (resource.source != gltf::Document::Resource::Source::None) return resource.bytes;
    const BufferViewIndex view = subject_.asset.images[i].bufferView;
    if (!view) return std::nullopt;
    const gltf::BufferView& v = subject_.asset.bufferViews[view.value];
    if (!v.buffer || !subject_.document.hasBuffer(v.buffer.value) || !budget_.pay(v.byteLength))
      return std::nullopt;
    return subject_.document.buffer(v.buffer.value)
        .subspan(static_cast<std::size_t>(v.byteOffset), static_cast<std::size_t>(v.byteLength));
  }

  // texture.source is PNG or JPEG; EXT_texture_webp has WebP.
  void checkTextures() {
    const std::span<const JsonValue> textures = elementsOf(subject_, "textures");
    for (std::uint32_t i = 0; i < textures.size(); ++i) {
      const auto pointer = [&] { return gltf::pointerJoin("/textures", i); };
      checkSource(textures[i].find("source"), false, [&] { return pointer() + "/source"; });
      const JsonValue* const extension = extensionOf(textures[i], "EXT_texture_webp");
      if (extension)
        checkSource(extension->find("source"), true,
                    [&] { return pointer() + "/extensions/EXT_texture_webp/source"; });
    }
  }

  template <class Pointer>
  void checkSource(const JsonValue* source, bool webp, Pointer&& pointer) {
    const std::optional<std::uint32_t> image = source ? source->index() : std::nullopt;
    if (!image || *image >= formats_.size()) return;
    const std::string_view stated = subject_.asset.images[*image].mimeType;
    const bool is = formats_[*image] == ImageFormat::Unknown
                        ? gltf::formatFromMimeType(stated) == ImageFormat::WebP
                        : formats_[*image] == ImageFormat::WebP;
    const bool other = formats_[*image] == ImageFormat::Unknown && !stated.empty() &&
                       gltf::formatFromMimeType(stated) == ImageFormat::Unknown;
    const bool unknown = formats_[*image] == ImageFormat::Unknown && stated.empty();
    if (formats_[*image] == ImageFormat::WebP && !webp_) return;  // reported with the image
    if (unknown || (is == webp && !other)) return;
    subject_.report(Code::ImageType, pointer(),
                    "image " + std::to_string(*image) +
                        (webp ? " is no WebP, which EXT_texture_webp is for" : " is neither PNG nor JPEG"));
  }

  const Subject& subject_;
  Budget budget_;
  bool webp_ = false;
  std::vector<ImageFormat> formats_;  // by image
  std::uint32_t outside_ = 0;  // files
  std::string firstOutside_, firstFile_;
};

}  // namespace

void checkResources(const Subject& subject) {
  ResourceChecker(subject).check();
}

}  // namespace vrm::checks
