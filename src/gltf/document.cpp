// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/document.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "base/memory.hpp"
#include "gltf/data_uri.hpp"
#include "gltf/texts.hpp"
#include "vrm/base/bytes.hpp"
#include "vrm/base/file.hpp"
#include "vrm/gltf/references.hpp"

namespace vrm::gltf {
namespace {

constexpr std::uint64_t kWholeNumbers = 1ull << 53;  // JSON numbers are doubles

std::uint64_t byteCount(const JsonValue& object, std::string_view key, std::uint64_t fallback) {
  const JsonValue* value = object.find(key);
  const std::optional<double> number = value ? value->number() : std::nullopt;
  if (!number || *number < 0 || *number >= static_cast<double>(kWholeNumbers)) return fallback;
  return static_cast<std::uint64_t>(*number);
}

Error at(Error error, std::string pointer) {
  error.pointer = std::move(pointer);
  return error;
}

// glTF 2.0 section 5.9: minVersion, when present, decides; otherwise the major version does.
Result<void> checkVersion(const JsonValue& root, Diagnostics& diagnostics) {
  const JsonValue* asset = root.find("asset");
  if (!asset || !asset->isObject()) {
    diagnostics.add(Code::GltfMissing, "/asset", "asset is missing; the file is read as glTF 2.0");
    return {};
  }
  const JsonValue* version = asset->find("version");
  if (!version || !version->isString()) {
    diagnostics.add(Code::GltfMissing, "/asset/version", "version is missing; the file is read as glTF 2.0");
  } else if (!version->string().starts_with("2.")) {
    return Error{Code::GltfVersion,
                 "the file is glTF " + inQuotes(version->string()) + ", only 2.x can be read",
                 "/asset/version", kNoOffset};
  }
  const JsonValue* minimum = asset->find("minVersion");
  if (minimum && minimum->isString() && minimum->string() != "2.0") {
    return Error{Code::GltfVersion,
                 "the file needs glTF " + inQuotes(minimum->string()) + ", 2.0 is what we read",
                 "/asset/minVersion", kNoOffset};
  }
  return {};
}

// A buffer that compressed views unpack into has no data of its own (EXT_meshopt_compression, "Fallback buffers").
bool isFallback(const JsonValue& buffer) {
  const JsonValue* extensions = buffer.find("extensions");
  return extensions && (extensions->has("EXT_meshopt_compression") || extensions->has("KHR_meshopt_compression"));
}

// Bounds what typed access may allocate, whatever the JSON of a few bytes per element claims.
Result<void> checkArraySizes(const JsonValue& root, const Limits& limits) {
  // glTF defines 17 members; looking one up takes time in proportion to all of them.
  constexpr std::uint32_t kMaxMembers = 1000;
  if (root.size() > kMaxMembers) {
    return Error{Code::LimitElements,
                 "the JSON has " + std::to_string(root.size()) + " members at the top, the limit is " +
                     std::to_string(kMaxMembers),
                 "", root.textOffset()};
  }
  for (const JsonMember& member : root.members()) {
    const std::optional<Kind> kind = kindOfArray(member.key.string());
    if (!kind || !member.value.isArray()) continue;
    const std::uint32_t limit = *kind == Kind::Node ? limits.nodes : limits.elements;
    if (member.value.size() <= limit) continue;
    return Error{*kind == Kind::Node ? Code::LimitNodes : Code::LimitElements,
                 "the file has " + counted(*kind, member.value.size()) + ", the limit is " + std::to_string(limit),
                 std::string(info(*kind).home), kNoOffset};
  }
  return {};
}

}  // namespace

Document::Document() {
  JsonValue& root = json_.editRoot();
  json_.set(json_.memberObject(root, "asset"), "version", json_.string("2.0"));
}

Result<Document> Document::open(const std::filesystem::path& path, const OpenOptions& options) try {
  Result<std::vector<std::byte>> file = readFile(path, options.limits.fileBytes);
  if (!file) return std::move(file).error();
  if (options.resolver) return parse(*std::move(file), options);
  const FolderResolver folder(path.parent_path());
  OpenOptions withFolder = options;
  withFolder.resolver = &folder;
  return parse(*std::move(file), withFolder);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<Document> Document::parse(std::vector<std::byte> file, const OpenOptions& options) try {
  Document document;
  document.file_ = std::make_shared<const std::vector<std::byte>>(std::move(file));
  document.limits_ = options.limits;
  if (Result<void> done = document.read(options); !done) return std::move(done).error();
  if (options.strict) {
    if (Result<void> clean = document.diagnostics_.asStrictResult(); !clean) return std::move(clean).error();
  }
  return document;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> Document::read(const OpenOptions& options) {
  if (file_->size() > limits_.fileBytes) {
    return Error{Code::LimitFileBytes,
                 "the file has " + std::to_string(file_->size()) + " bytes, the limit is " +
                     std::to_string(limits_.fileBytes),
                 "", kNoOffset};
  }
  std::uint64_t jsonOffset = 0;
  std::uint32_t binChunk = kNone;
  if (looksLikeGlb(*file_)) {
    Result<Glb> glb = parseGlb(*file_, diagnostics_);
    if (!glb) return std::move(glb).error();
    container_ = Container::Glb;
    jsonText_ = glb->json;
    jsonOffset = glb->jsonOffset;
    chunks_ = std::move(glb->chunks);
    binChunk = glb->binChunk;
  } else {
    jsonText_ = {reinterpret_cast<const char*>(file_->data()), file_->size()};
    const std::size_t first = jsonText_.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos || jsonText_[first] != '{') {
      return Error{Code::GlbMagic, file_->empty() ? "the file is empty" : "the file is neither GLB nor glTF JSON", "", 0};
    }
    container_ = Container::Gltf;
  }
  Result<Json> json = Json::parse(jsonText_, limits_, diagnostics_, jsonOffset);
  if (!json) return std::move(json).error();
  json_ = *std::move(json);
  if (Result<void> version = checkVersion(root(), diagnostics_); !version) return version;
  if (Result<void> sizes = checkArraySizes(root(), limits_); !sizes) return sizes;

  if (binChunk != kNone && takesBinChunk()) {
    binChunk_ = binChunk;
    buffers_.resize(1);
    buffers_[0] = {Resource::Source::BinChunk, chunks_[binChunk].bytes, {}};
  }
  return readResources(options);
}

Result<void> Document::readResources(const OpenOptions& options) {
  std::uint64_t budget = limits_.decodedBytes;
  const JsonValue* buffers = root().find("buffers");
  const std::span<const JsonValue> bufferList = buffers ? buffers->elements() : std::span<const JsonValue>();
  buffers_.resize(bufferList.size());
  for (std::uint32_t i = 0; i < bufferList.size(); ++i) {
    const std::string pointer = pointerJoin("/buffers", i);
    Resource& resource = buffers_[i];
    if (const JsonValue* uri = bufferList[i].find("uri"); uri && uri->isString()) {
      // A model without its geometry is no model: what is only a warning for an image stops here.
      if (Result<void> done = readResource(uri->string(), pointer + "/uri", options, budget, resource); !done) {
        return done;
      }
    }
    const std::uint64_t length = byteCount(bufferList[i], "byteLength", 0);
    if (resource.source == Resource::Source::None && !isFallback(bufferList[i])) {
      diagnostics_.add(Code::GltfBufferMissing, pointer, "the buffer has neither a uri nor a binary chunk");
    } else if (resource.source != Resource::Source::None && resource.bytes.size() < length) {
      return Error{Code::GltfBufferLength,
                   "the buffer should have " + std::to_string(length) + " bytes, but its data has " +
                       std::to_string(resource.bytes.size()),
                   pointer + "/byteLength", kNoOffset};
    }
  }

  const JsonValue* images = root().find("images");
  const std::span<const JsonValue> imageList = images ? images->elements() : std::span<const JsonValue>();
  images_.resize(imageList.size());
  for (std::uint32_t i = 0; i < imageList.size(); ++i) {
    const JsonValue* uri = imageList[i].find("uri");
    if (!uri || !uri->isString()) continue;
    const std::string pointer = pointerJoin("/images", i) + "/uri";
    Result<void> done = readResource(uri->string(), pointer, options, budget, images_[i]);
    if (done) continue;
    const Error& error = done.error();
    if (error.code != Code::ResourceRefused && error.code != Code::ResourceMissing && error.code != Code::ResourceUri) {
      return done;
    }
    diagnostics_.add(error.code, error.pointer, error.message);
  }
  return {};
}

Result<void> Document::readResource(std::string_view uri, std::string pointer, const OpenOptions& options,
                                    std::uint64_t& budget, Resource& out) {
  const auto overBudget = [&] {
    return Error{Code::LimitDecodedBytes,
                 "with this one all resources together have more bytes than Limits::decodedBytes, " +
                     std::to_string(limits_.decodedBytes),
                 pointer, kNoOffset};
  };
  const bool data = isDataUri(uri);
  if (data && uri.size() / 4 * 3 > budget) return overBudget();
  if (!data && !options.resolver) {
    return Error{Code::ResourceRefused, "the model names an external file, but no resolver was given", pointer,
                 kNoOffset};
  }
  Result<std::vector<std::byte>> bytes =
      data ? decodeDataUri(uri) : options.resolver->fetch(uri, std::min(budget, limits_.fileBytes));
  // Together they may have less than one alone.
  if (!bytes && bytes.error().code == Code::LimitFileBytes && budget < limits_.fileBytes) return overBudget();
  if (!bytes) return at(std::move(bytes).error(), std::move(pointer));
  if (bytes->size() > budget) return overBudget();
  budget -= bytes->size();
  out.source = data ? Resource::Source::DataUri : Resource::Source::External;
  out.owned = *std::move(bytes);
  out.bytes = out.owned;
  return {};
}

Document Document::clone() const {
  Document copy;
  copy.container_ = container_;
  copy.limits_ = limits_;
  copy.file_ = file_;
  copy.jsonText_ = jsonText_;
  copy.json_ = json_.clone();
  copy.binChunk_ = binChunk_;
  copy.chunks_ = chunks_;
  const auto copyResources = [&](const std::vector<Resource>& from, std::vector<Resource>& to) {
    for (const Resource& resource : from) {
      Resource& target = to.emplace_back();
      target.source = resource.source;
      target.owned = resource.owned;
      target.bytes = resource.owned.empty() ? resource.bytes : std::span<const std::byte>(target.owned);
    }
  };
  copyResources(buffers_, copy.buffers_);
  copyResources(images_, copy.images_);
  copy.diagnostics_ = diagnostics_;
  return copy;
}

bool Document::hasBuffer(std::uint32_t index) const noexcept {
  return index < buffers_.size() && buffers_[index].source != Resource::Source::None;
}

std::span<const std::byte> Document::buffer(std::uint32_t index) const noexcept {
  if (index >= buffers_.size()) return {};
  return buffers_[index].bytes;
}

Result<std::span<const std::byte>> Document::bufferView(std::uint32_t index) const try {
  const std::string pointer = pointerJoin("/bufferViews", index);
  const JsonValue* views = root().find("bufferViews");
  const std::size_t count = views ? views->elements().size() : 0;
  if (index >= count) {
    return Error{Code::GltfIndexRange, outOfRange(Kind::BufferView, index, count), "/bufferViews", kNoOffset};
  }
  const JsonValue& view = views->elements()[index];
  const JsonValue* bufferMember = view.find("buffer");
  const std::optional<std::uint32_t> bufferIndex = bufferMember ? bufferMember->index() : std::nullopt;
  if (!bufferIndex || *bufferIndex >= buffers_.size()) {
    return Error{Code::GltfIndexRange,
                 "the buffer view names no buffer of the file, which has " + std::to_string(buffers_.size()),
                 pointer + "/buffer", kNoOffset};
  }
  const std::uint64_t offset = byteCount(view, "byteOffset", 0);
  const std::uint64_t length = byteCount(view, "byteLength", 0);
  const std::span<const std::byte> bytes = buffer(*bufferIndex);
  if (offset > bytes.size() || length > bytes.size() - offset) {
    return Error{Code::GltfViewBounds,
                 "bytes " + std::to_string(offset) + " to " + std::to_string(offset + length) +
                     " reach past the end of buffer " + std::to_string(*bufferIndex) + ", which has " +
                     std::to_string(bytes.size()) + " bytes",
                 pointer, kNoOffset};
  }
  return bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::span<const std::byte>> Document::image(std::uint32_t index) const try {
  const std::string pointer = pointerJoin("/images", index);
  const JsonValue* images = root().find("images");
  const std::size_t count = images ? images->elements().size() : 0;
  if (index >= count) {
    return Error{Code::GltfIndexRange, outOfRange(Kind::Image, index, count), "/images", kNoOffset};
  }
  if (images_[index].source != Resource::Source::None) return images_[index].bytes;
  const JsonValue* view = images->elements()[index].find("bufferView");
  if (view && view->index()) {
    Result<std::span<const std::byte>> bytes = bufferView(*view->index());
    if (!bytes && bytes.error().pointer == "/bufferViews") return at(std::move(bytes).error(), pointer + "/bufferView");
    return bytes;
  }
  return Error{Code::ResourceMissing, "the image has no data that could be read", pointer, kNoOffset};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

// glTF 2.0 section 3.6.1.2: the first buffer, when it has no uri.
bool Document::takesBinChunk() const noexcept {
  const JsonValue* buffers = root().find("buffers");
  const JsonValue* first = buffers && !buffers->elements().empty() ? &buffers->elements()[0] : nullptr;
  return first && first->isObject() && !first->has("uri");
}

bool Document::isStray(std::uint32_t chunk) const noexcept {
  return chunk != binChunk_ && chunks_[chunk].type == kGlbBin && takesBinChunk() &&
         (binChunk_ == kNone || !hasBuffer(0));
}

std::vector<GlbChunk> Document::chunksLeftOut(Container target) const {
  std::vector<GlbChunk> out;
  for (std::uint32_t i = 0; i < chunks_.size(); ++i) {
    if (i != binChunk_ && (target == Container::Gltf || isStray(i))) out.push_back(chunks_[i]);
  }
  return out;
}

Result<std::vector<std::byte>> Document::toGlb() const try {
  const JsonValue* buffers = root().find("buffers");
  const std::span<const JsonValue> bufferList = buffers ? buffers->elements() : std::span<const JsonValue>();
  for (std::uint32_t i = 1; i < bufferList.size(); ++i) {
    if (hasBuffer(i) && !bufferList[i].has("uri")) {
      return Error{Code::ApiMisuse, "only buffer 0 can be the binary chunk; pack the document first",
                   pointerJoin("/buffers", i), kNoOffset};
    }
  }
  const bool hasBin = hasBuffer(0) && takesBinChunk();
  std::vector<GlbChunk> chunks;
  if (hasBin && binChunk_ == kNone) chunks.push_back({kGlbBin, buffer(0)});
  for (std::uint32_t i = 0; i < chunks_.size(); ++i) {
    if (i == binChunk_) {
      if (hasBin) chunks.push_back({kGlbBin, buffer(0)});
    } else if (!isStray(i)) {
      chunks.push_back(chunks_[i]);
    }
  }
  if (!json_.modified() && container_ == Container::Glb) return writeGlb(jsonText_, chunks);
  return writeGlb(json_.write(), chunks);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

// glTF 2.0 section 4.4: a header, and one more for each chunk.
std::uint64_t Document::glbBytes() const {
  const auto padded = [](std::uint64_t size) { return (size + 3) / 4 * 4; };
  std::uint64_t data = 0;
  for (const Resource& buffer : buffers()) data += padded(buffer.bytes.size());
  for (const Resource& image : images()) data += padded(image.bytes.size());
  const bool verbatim = !json_.modified() && container_ == Container::Glb;
  const std::uint64_t json = verbatim ? jsonText_.size() : json_.write().size();
  return 12 + 8 + padded(json) + (data > 0 ? 8 + data : 0);
}

std::string Document::toGltfJson() const {
  if (!json_.modified() && container_ == Container::Gltf) return std::string(jsonText_);
  return json_.write({.pretty = true}) + "\n";
}

}  // namespace vrm::gltf
