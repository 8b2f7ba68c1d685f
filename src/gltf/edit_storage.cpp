// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>

#include "base/memory.hpp"
#include "gltf/data_uri.hpp"
#include "gltf/remap.hpp"
#include "vrm/gltf/edit.hpp"
#include "vrm/gltf/image.hpp"
#include "vrm/gltf/names.hpp"

namespace vrm::gltf {
namespace {

using Source = Document::Resource::Source;

std::size_t align4(std::size_t size) {
  return (size + 3) & ~std::size_t{3};
}

JsonValue& element(Document& document, std::string_view array, std::uint32_t index) {
  return document.editJson().editRoot().find(array)->elements()[index];
}

std::uint32_t countOf(const Document& document, std::string_view array) {
  const JsonValue* list = document.root().find(array);
  return list && list->isArray() ? list->size() : 0;
}

void setBuffer(Document& document, std::uint32_t index, std::vector<std::byte> bytes) {
  Json& json = document.editJson();
  JsonValue& buffer = element(document, "buffers", index);
  json.remove(buffer, "uri");
  json.set(buffer, "byteLength", json.number(static_cast<std::uint64_t>(bytes.size())));
  Document::Resource& resource = document.editBuffers()[index];
  resource.source = Source::Edited;
  resource.owned = std::move(bytes);
  resource.bytes = resource.owned;
}

// The bytes of a buffer that count: a binary chunk may be padded beyond byteLength.
std::span<const std::byte> statedBytes(const Document& document, std::uint32_t index) {
  const std::span<const std::byte> bytes = document.buffer(index);
  const JsonValue* length = document.root().find("buffers")->elements()[index].find("byteLength");
  const std::optional<double> stated = length ? length->number() : std::nullopt;
  if (!stated || *stated < 0 || *stated > static_cast<double>(bytes.size())) return bytes;
  return bytes.first(static_cast<std::size_t>(*stated));
}

// The same for every buffer, with what views use beyond byteLength: readers let that pass, so edits must not lose it.
// All of the data when a view is so broken that nobody can say what is used.
std::vector<std::size_t> usedSizes(Document& document) {
  std::vector<std::size_t> sizes(document.buffers().size());
  bool exact = true;
  for (std::uint32_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = statedBytes(document, i).size();
    exact = exact && sizes[i] == document.buffer(i).size();
  }
  if (exact) return sizes;
  if (const Result<std::vector<Slice>> slices = collectSlices(document)) {
    for (const Slice& slice : *slices) {
      if (slice.buffer >= sizes.size()) continue;
      const std::uint64_t end = std::min<std::uint64_t>(slice.byteOffset + slice.byteLength,
                                                        document.buffer(slice.buffer).size());
      sizes[slice.buffer] = std::max(sizes[slice.buffer], static_cast<std::size_t>(end));
    }
  } else {
    for (std::uint32_t i = 0; i < sizes.size(); ++i) sizes[i] = document.buffer(i).size();
  }
  return sizes;
}

std::string mimeOf(const Document& document, std::uint32_t image, std::span<const std::byte> bytes) {
  const ImageFormat format = probeImage(bytes).format;
  if (format != ImageFormat::Unknown) return std::string(mimeType(format));
  const JsonValue* stated = document.root().find("images")->elements()[image].find("mimeType");
  return stated && stated->isString() ? std::string(stated->string()) : "application/octet-stream";
}

// A view with a name, extras or the like is worth keeping even when its bytes have moved.
bool saysMore(const JsonValue& view) {
  return view.has("name") || view.has("extras") || view.has("extensions");
}

// Asks what can fail in `unpack` before anything changes.
Result<void> checkUnpack(Document& document, bool embed) {
  // As base64 below the 2^28 bytes that JSON can have (any number of images can lie on the same bytes).
  constexpr std::uint64_t kMaxEmbedded = 190u << 20;
  const auto tooLarge = [&](std::uint64_t size, const std::string& pointer) {
    return Error{Code::LimitJsonBytes,
                 "with this one " + std::to_string(size) +
                     " bytes would be data URIs, too many for JSON; write files beside the .gltf",
                 pointer, kNoOffset};
  };
  if (Result<void> fit = checkImageFiles(document); !fit) return fit;
  bool movesImages = false;
  std::uint64_t inImages = 0, inBuffers = 0;
  for (std::uint32_t i = 0; i < countOf(document, "images"); ++i) {
    const Result<std::span<const std::byte>> bytes = document.image(i);
    if (!bytes) continue;
    inImages += bytes->size();
    if (embed && inImages > kMaxEmbedded) return tooLarge(inImages, pointerJoin("/images", i));
    movesImages = movesImages || element(document, "images", i).has("bufferView");
  }
  for (std::uint32_t i = 0; embed && i < countOf(document, "buffers"); ++i) {
    inBuffers += document.buffer(i).size();
    if (inBuffers > kMaxEmbedded) return tooLarge(inBuffers, pointerJoin("/buffers", i));
  }
  if (!movesImages) return {};
  const Result<std::vector<Slice>> slices = collectSlices(document);
  if (!slices) return slices.error();
  return {};
}

// Which elements of a kind something refers to.
std::vector<bool> referenced(Document& document, Kind kind) {
  const JsonValue* home = homeArray(document.root(), kind);
  std::vector<bool> used(home ? home->size() : 0);
  visitReferences(const_cast<JsonValue&>(document.root()), [&](const ReferenceSite& site) {
    const std::optional<std::uint32_t> index = site.value.index();
    if (site.rule.target == kind && index && *index < used.size()) used[*index] = true;
  });
  return used;
}

// Removes the elements that nothing refers to; with `among`, only those of them that it marks.
Result<void> removeUnreferenced(Document& document, Kind kind, const std::vector<bool>& among,
                                Diagnostics& diagnostics) {
  const std::vector<bool> used = referenced(document, kind);
  std::vector<Element> unused;
  for (std::uint32_t i = 0; i < used.size(); ++i) {
    if (!used[i] && (among.empty() || (i < among.size() && among[i]))) unused.push_back({kind, i});
  }
  return removeElements(document, unused, diagnostics);
}

// Lays the bytes that slices cover side by side and drops the rest.
Result<void> layOut(Document& document) {
  Result<std::vector<Slice>> slices = collectSlices(document);
  if (!slices) return std::move(slices).error();
  std::vector<Slice>& all = *slices;
  std::stable_sort(all.begin(), all.end(), [](const Slice& a, const Slice& b) {
    return std::pair(a.buffer, a.byteOffset) < std::pair(b.buffer, b.byteOffset);
  });
  // Runs of slices that touch or overlap move as one block, so shared bytes stay shared. A block keeps its alignment: the
  // size of a component is at most four. None moves up.
  struct Block {
    std::size_t start, end, place;
  };
  for (std::size_t i = 0; i < all.size();) {
    const std::uint32_t buffer = all[i].buffer;
    std::vector<Block> blocks;
    std::size_t end = i, size = 0;
    bool moved = false;
    while (end < all.size() && all[end].buffer == buffer) {
      const std::uint64_t blockStart = all[end].byteOffset;
      std::uint64_t blockEnd = blockStart;
      const std::size_t first = end;
      while (end < all.size() && all[end].buffer == buffer && all[end].byteOffset <= blockEnd) {
        blockEnd = std::max(blockEnd, all[end].byteOffset + all[end].byteLength);
        ++end;
      }
      std::size_t place = size;
      while (place % 4 != blockStart % 4) ++place;
      if (!document.hasBuffer(buffer)) continue;
      blocks.push_back({static_cast<std::size_t>(blockStart), static_cast<std::size_t>(blockEnd), place});
      size = place + blocks.back().end - blocks.back().start;
      moved = moved || place != blockStart;
      for (std::size_t k = first; k < end; ++k) {
        moveSlice(document, all[k], buffer, place + (all[k].byteOffset - blockStart));
      }
    }
    if (document.hasBuffer(buffer) && (moved || size != statedBytes(document, buffer).size())) {
      Document::Resource& resource = document.editBuffers()[buffer];
      std::vector<std::byte> data;
      if (resource.source == Source::Edited) {
        data = std::move(resource.owned);
      } else {
        data.reserve(resource.bytes.size() + resource.bytes.size() / 16);  // for what takes the place of what went
        data.assign(resource.bytes.begin(), resource.bytes.end());
      }
      std::size_t last = 0;
      for (const Block& block : blocks) {
        std::fill(data.begin() + static_cast<std::ptrdiff_t>(last), data.begin() + static_cast<std::ptrdiff_t>(block.place),
                  std::byte{0});
        if (block.end > block.start) std::memmove(data.data() + block.place, data.data() + block.start, block.end - block.start);
        last = block.place + (block.end - block.start);
      }
      data.resize(size);
      setBuffer(document, buffer, std::move(data));
    }
    i = end;
  }
  return {};
}

}  // namespace

Result<void> checkImageFiles(const Document& document) try {
  const std::uint64_t most = document.limits().decodedBytes;
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < document.images().size(); ++i) {
    const Result<std::span<const std::byte>> bytes = document.image(i);
    if (!bytes) continue;
    total += bytes->size();
    if (total <= most) continue;
    return Error{Code::LimitDecodedBytes,
                 "the images on their own take more than Limits::decodedBytes, " + std::to_string(most),
                 pointerJoin("/images", i), kNoOffset};
  }
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

std::string imageFileName(const JsonValue& image, std::uint32_t index, ImageFormat format, UniqueNames& names,
                          std::string_view prefix) {
  const JsonValue* stated = image.find("name");
  std::string_view stem = stated ? stated->string() : std::string_view();
  const std::string extension = format == ImageFormat::Unknown ? "" : "." + std::string(fileExtension(format));
  if (!extension.empty() && stem.ends_with(extension)) stem.remove_suffix(extension.size());
  const std::string own = stem.empty() ? "image_" + std::to_string(index) : std::string(stem);
  return names.make(std::string(prefix) + own, "image", extension);
}

Result<std::uint32_t> addBufferView(Document& document, std::span<const std::byte> bytes) try {
  Json& json = document.editJson();
  if (countOf(document, "buffers") == 0) {
    JsonValue buffer = json.object();
    json.set(buffer, "byteLength", json.number(0u));
    if (Result<std::uint32_t> added = addElement(document, Kind::Buffer, buffer); !added) return added;
    document.editBuffers()[0].source = Source::Edited;
  }
  if (!document.hasBuffer(0)) {
    return Error{Code::GltfBufferMissing, "buffer 0 has no data to append to", "/buffers/0", kNoOffset};
  }
  const std::span<const std::byte> old = document.buffer(0).first(usedSizes(document)[0]);
  const std::size_t offset = align4(old.size());
  Document::Resource& resource = document.editBuffers()[0];
  std::vector<std::byte> data;
  const std::less<const std::byte*> before;
  const bool ours = !bytes.empty() && !resource.owned.empty() && !before(bytes.data(), resource.owned.data()) &&
                    before(bytes.data(), resource.owned.data() + resource.owned.size());
  if (resource.source == Source::Edited && !ours) {
    // Grows in place: adding many views costs time in proportion to their bytes.
    data = std::move(resource.owned);
  } else {
    data.reserve(offset + bytes.size());
    data.assign(old.begin(), old.end());
  }
  data.resize(offset);
  data.insert(data.end(), bytes.begin(), bytes.end());
  setBuffer(document, 0, std::move(data));

  JsonValue view = json.object();
  json.set(view, "buffer", json.number(0u));
  if (offset > 0) json.set(view, "byteOffset", json.number(static_cast<std::uint64_t>(offset)));
  json.set(view, "byteLength", json.number(static_cast<std::uint64_t>(bytes.size())));
  return addElement(document, Kind::BufferView, view);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

void reserveBytes(Document& document, std::uint64_t bytes) {
  if (!document.hasBuffer(0)) return;
  const std::size_t used = usedSizes(document)[0];
  Document::Resource& resource = document.editBuffers()[0];
  std::vector<std::byte> data;
  if (resource.source == Source::Edited) {
    data = std::move(resource.owned);
    data.reserve(used + static_cast<std::size_t>(bytes));
  } else {
    data.reserve(used + static_cast<std::size_t>(bytes));
    data.assign(resource.bytes.begin(), resource.bytes.begin() + static_cast<std::ptrdiff_t>(used));
  }
  setBuffer(document, 0, std::move(data));
}

Result<std::uint32_t> addAccessor(Document& document, const NewAccessor& what, std::span<const std::byte> bytes) try {
  Accessor shape;
  shape.componentType = what.componentType;
  shape.type = what.type;
  const std::uint64_t wanted = std::uint64_t{elementStride(shape)} * what.count;
  if (bytes.size() != wanted || (what.minMax && what.componentType != ComponentType::Float)) {
    return Error{Code::ApiMisuse,
                 "the accessor needs " + std::to_string(wanted) + " bytes, " + std::to_string(bytes.size()) +
                     " were given; minMax needs floats",
                 "", kNoOffset};
  }
  // Before anything grows: `bytes` may lie in the document's own buffer.
  std::vector<float> low, high;
  if (what.minMax && what.count > 0) {
    const std::size_t components = componentCount(what.type);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    low.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(components));
    high = low;
    for (std::size_t i = 0; i < values.size(); ++i) {
      low[i % components] = std::min(low[i % components], values[i]);
      high[i % components] = std::max(high[i % components], values[i]);
    }
  }
  Result<std::uint32_t> view = addBufferView(document, bytes);
  if (!view) return view;
  Json& json = document.editJson();
  JsonValue accessor = json.object();
  json.set(accessor, "bufferView", json.number(*view));
  json.set(accessor, "componentType", json.number(static_cast<std::uint32_t>(what.componentType)));
  if (what.normalized) json.set(accessor, "normalized", json.boolean(true));
  json.set(accessor, "count", json.number(what.count));
  json.set(accessor, "type", json.string(name(what.type)));
  if (!low.empty()) {
    json.set(accessor, "min", json.numbers(low));
    json.set(accessor, "max", json.numbers(high));
  }
  return addElement(document, Kind::Accessor, accessor);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> removeUnused(Document& document, Kind kind, Diagnostics& diagnostics) try {
  // What looks unused may be used by an extension that we cannot read.
  if (reportUnknownExtensions(document, diagnostics)) return {};
  return removeUnreferenced(document, kind, {}, diagnostics);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> compact(Document& document, Diagnostics& diagnostics) try {
  // Whatever can fail is asked before anything changes.
  if (const Result<std::vector<Slice>> sound = collectSlices(document); !sound) return sound.error();
  // What looks unused, bytes included, may be used by an extension that we cannot read.
  if (reportUnknownExtensions(document, diagnostics)) return {};
  for (const Kind kind : {Kind::BufferView, Kind::Buffer}) {
    if (Result<void> done = removeUnreferenced(document, kind, {}, diagnostics); !done) return done;
  }
  return layOut(document);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<void> pack(Document& document, Diagnostics& diagnostics) try {
  const std::uint32_t buffers = countOf(document, "buffers");
  const std::uint32_t images = countOf(document, "images");
  const bool addsViews = std::any_of(document.images().begin(), document.images().end(),
                                     [](const Document::Resource& r) { return r.source != Source::None; });
  bool merge = false;
  for (std::uint32_t i = 0; i < buffers; ++i) {
    merge = merge || (document.hasBuffer(i) && (i > 0 || element(document, "buffers", i).has("uri")));
  }
  if (addsViews && buffers > 0 && !merge && !document.hasBuffer(0)) {
    return Error{Code::GltfBufferMissing, "the images cannot be packed because buffer 0 has no data to append to",
                 "/buffers/0", kNoOffset};
  }
  if (merge) {
    Result<std::vector<Slice>> slices = collectSlices(document);
    if (!slices) return std::move(slices).error();
    // Buffers without data (placeholders of compression extensions) stay buffers of their own, after the merged one.
    std::vector<std::byte> data;
    const std::vector<std::size_t> sizes = usedSizes(document);
    std::vector<std::uint64_t> start(buffers);
    std::vector<Element> merged;
    std::uint32_t keeper = kNone;
    for (std::uint32_t i = 0; i < buffers; ++i) {
      if (!document.hasBuffer(i)) continue;
      if (keeper == kNone) {
        keeper = i;
      } else {
        merged.push_back({Kind::Buffer, i});
      }
      const std::span<const std::byte> bytes = document.buffer(i).first(sizes[i]);
      data.resize(align4(data.size()));
      start[i] = data.size();
      data.insert(data.end(), bytes.begin(), bytes.end());
    }
    for (const Slice& slice : *slices) {
      if (slice.buffer >= buffers || !document.hasBuffer(slice.buffer)) continue;
      moveSlice(document, slice, keeper, start[slice.buffer] + slice.byteOffset);
    }
    setBuffer(document, keeper, std::move(data));
    if (Result<void> removed = removeElements(document, merged, diagnostics); !removed) return removed;
    if (keeper > 0) {
      std::vector<std::uint32_t> order(countOf(document, "buffers"));
      for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i < keeper ? i + 1 : i == keeper ? 0 : i;
      if (Result<void> done = reorderElements(document, Kind::Buffer, order, diagnostics); !done) return done;
    }
  }
  for (std::uint32_t i = 0; i < images; ++i) {
    if (document.images()[i].source == Source::None) continue;
    const Result<std::uint32_t> view = addBufferView(document, document.images()[i].bytes);
    if (!view) return view.error();
    Json& json = document.editJson();
    const std::string mime = mimeOf(document, i, document.images()[i].bytes);
    JsonValue& image = element(document, "images", i);
    json.remove(image, "uri");
    json.set(image, "mimeType", json.string(mime));
    json.set(image, "bufferView", json.number(*view));
    document.editImages()[i] = {};
  }
  return {};
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::vector<NamedBytes>> unpack(Document& document, std::string_view stem, bool embed,
                                       Diagnostics& diagnostics) try {
  if (Result<void> sound = checkUnpack(document, embed); !sound) return std::move(sound).error();
  Json& json = document.editJson();
  std::vector<NamedBytes> files;
  UniqueNames names;
  // The model's own file and its first buffer go before the images, whose names strangers choose.
  names.make(stem, "model", ".gltf");
  const std::string firstBuffer = names.make(stem, "model", ".bin");
  const auto place = [&](JsonValue& object, std::span<const std::byte> bytes, std::string_view mime,
                         const std::string& fileName) {
    if (embed) {
      json.set(object, "uri", json.string(encodeDataUri(mime, bytes)));
      return;
    }
    json.set(object, "uri", json.string(encodePercent(fileName)));
    files.push_back({fileName, {bytes.begin(), bytes.end()}});
  };

  const bool unknownExtensions = reportUnknownExtensions(document, diagnostics);
  std::map<std::pair<const std::byte*, std::size_t>, std::uint32_t> shared;  // the image that has these bytes already
  std::vector<bool> freed(countOf(document, "bufferViews"));
  for (std::uint32_t i = 0; i < countOf(document, "images"); ++i) {
    if (embed && document.images()[i].source == Source::DataUri) continue;
    const Result<std::span<const std::byte>> bytes = document.image(i);
    if (!bytes) {
      const bool known = element(document, "images", i).has("uri");  // reported when the document was opened
      if (!known) diagnostics.add(bytes.error().code, bytes.error().pointer, bytes.error().message);
      continue;
    }
    JsonValue& image = element(document, "images", i);
    const std::string mime = mimeOf(document, i, *bytes);
    const auto [first, fresh] = shared.emplace(std::pair(bytes->data(), bytes->size()), i);
    if (fresh) {
      place(image, *bytes, mime, imageFileName(image, i, formatFromMimeType(mime), names, std::string(stem) + "_"));
    } else {
      json.set(image, "uri", *element(document, "images", first->second).find("uri"));
    }
    Document::Resource& resource = document.editImages()[i];
    std::vector<std::byte> owned(bytes->begin(), bytes->end());
    resource.source = embed ? Source::DataUri : Source::External;
    resource.owned = std::move(owned);
    resource.bytes = resource.owned;
    if (const JsonValue* view = image.find("bufferView")) {
      const std::optional<std::uint32_t> index = view->index();
      if (index && *index < freed.size()) freed[*index] = !saysMore(element(document, "bufferViews", *index));
      json.remove(image, "bufferView");
    }
  }
  // The pictures' old places in the buffers are free now, unless an extension that we cannot read uses them too.
  if (!unknownExtensions && std::find(freed.begin(), freed.end(), true) != freed.end()) {
    const std::vector<bool> hadViews = referenced(document, Kind::Buffer);
    if (Result<void> done = removeUnreferenced(document, Kind::BufferView, freed, diagnostics); !done) {
      return std::move(done).error();
    }
    if (Result<void> done = removeUnreferenced(document, Kind::Buffer, hadViews, diagnostics); !done) {
      return std::move(done).error();
    }
    if (Result<void> done = layOut(document); !done) return std::move(done).error();
  }
  const std::vector<std::size_t> sizes = usedSizes(document);
  for (std::uint32_t i = 0; i < countOf(document, "buffers"); ++i) {
    if (!document.hasBuffer(i) || (embed && document.buffers()[i].source == Source::DataUri)) continue;
    place(element(document, "buffers", i), document.buffer(i).first(sizes[i]), "application/octet-stream",
          i == 0 ? firstBuffer : names.make(stem, "model", ".bin"));
    document.editBuffers()[i].source = embed ? Source::DataUri : Source::External;
  }
  return files;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf
