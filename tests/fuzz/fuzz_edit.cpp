// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Edits of any model. The input is a list of edits, then the model: the number of edits (modulo 8), three bytes for
// each (what, kind, index), the file.
//
// Dictionary: gltf.dict
// Mutations: 700
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "fuzz_support.hpp"

namespace vrm::fuzz {
namespace {

using gltf::Document;
using gltf::Kind;

struct Edit {
  std::uint8_t what, kind, index;
};

bool referencesFit(const Document& document) {
  Diagnostics diagnostics;
  gltf::checkReferences(document.root(), diagnostics);
  return diagnostics.empty();
}

// The values of all accessors and the bytes of all images; nothing if there is no model in the file.
struct Content {
  std::vector<std::vector<float>> accessors;
  std::vector<std::optional<std::vector<std::byte>>> images;
  friend bool operator==(const Content&, const Content&) = default;
};
std::optional<Content> contentOf(const Document& document) {
  Diagnostics ignored;
  if (!readChecked(document, ignored)) return std::nullopt;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  Content content;
  for (std::uint32_t i = 0; i < asset->accessors.size(); ++i) {
    Result<std::vector<float>> values = gltf::readFloats(document, *asset, AccessorIndex(i), ignored);
    require(values.ok(), "an accessor of a model can be read");
    content.accessors.push_back(*std::move(values));
  }
  for (std::uint32_t i = 0; i < asset->images.size(); ++i) {
    const Result<std::span<const std::byte>> bytes = document.image(i);
    if (bytes) {
      content.images.emplace_back(std::vector<std::byte>(bytes->begin(), bytes->end()));
    } else {
      content.images.emplace_back();
    }
  }
  return content;
}

std::uint32_t countOf(const Document& document, Kind kind) {
  const gltf::JsonValue* home = gltf::homeArray(document.root(), kind);
  return home ? home->size() : 0;
}

// Does the edit; `keepsContent` if it may not change what accessors and images hold.
Result<void> apply(Document& document, const Edit& edit, bool& keepsContent) {
  const auto kind = static_cast<Kind>(edit.kind % gltf::kKindCount);
  const std::uint32_t count = countOf(document, kind);
  Diagnostics ignored;
  keepsContent = false;
  switch (edit.what % 8) {
    case 0: {
      const gltf::Element one{kind, count ? edit.index % count : edit.index};
      return gltf::removeElements(document, {&one, 1}, ignored);
    }
    case 1: {  // every other one
      std::vector<gltf::Element> some;
      for (std::uint32_t i = edit.index % 2u; i < count; i += 2) some.push_back({kind, i});
      return gltf::removeElements(document, some, ignored);
    }
    case 2: {  // turned round by some places, perhaps reversed; sometimes no permutation at all
      std::vector<std::uint32_t> order(count);
      for (std::uint32_t i = 0; i < count; ++i) order[i] = (i + edit.index) % count;
      if (edit.index % 2) std::reverse(order.begin(), order.end());
      if (edit.index % 16 == 15 && count > 0) order[0] = edit.index;
      keepsContent = kind != Kind::Accessor && kind != Kind::Image;
      return gltf::reorderElements(document, kind, order, ignored);
    }
    case 3:
      keepsContent = true;
      return gltf::compact(document, ignored);
    case 4:
      keepsContent = true;
      return gltf::pack(document, ignored);
    case 5: {
      keepsContent = true;
      const auto files = gltf::unpack(document, "model", edit.index % 2, ignored);
      if (!files) return files.error();
      return {};
    }
    case 6: {
      keepsContent = true;
      const std::vector<std::byte> bytes(edit.index, std::byte{edit.kind});
      const auto view = gltf::addBufferView(document, bytes);
      if (!view) return view.error();
      const auto stored = document.bufferView(*view);
      require(stored && std::equal(stored->begin(), stored->end(), bytes.begin(), bytes.end()),
              "a new buffer view has its bytes");
      return {};
    }
    default: {
      const auto added = gltf::addElement(document, kind, document.editJson().object());
      if (!added) return added.error();
      require(*added + 1 == countOf(document, kind), "a new element is the last one");
      return {};
    }
  }
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t> input) {
  return std::min(editsSize(input), input.size());
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::size_t head = editsSize({data, size});
  if (size < head) return 0;
  const std::size_t edits = (head - 1) / 3;
  const auto raw = std::as_bytes(std::span(data + head, size - head));
  gltf::OpenOptions options;
  options.limits = smallLimits();
  Result<Document> document = Document::parse({raw.begin(), raw.end()}, options);
  if (!document) return 0;

  for (std::size_t i = 0; i < edits; ++i) {
    const Edit edit{data[1 + 3 * i], data[2 + 3 * i], data[3 + 3 * i]};
    const Document before = document->clone();
    const bool fit = referencesFit(before);
    const std::optional<Content> content = contentOf(before);
    bool keepsContent = false;
    const Result<void> done = apply(*document, edit, keepsContent);
    if (!done) {
      requireReason(done.error());
      require(same(before, *document), "a refused edit changes nothing");
      continue;
    }
    require(!fit || referencesFit(*document), "references stay in range");
    const std::optional<Content> after = contentOf(*document);
    if (!content) continue;
    // New elements give a meaning to references that had none; and an empty one may be no legal element.
    const bool adds = edit.what % 8 == 4 || edit.what % 8 == 6;
    if ((adds && !fit) || edit.what % 8 == 7) continue;
    require(after.has_value(), "a model stays a model");
    require(!keepsContent || *content == *after, "the edit keeps what accessors and images hold");
  }

  const Result<std::vector<std::byte>> glb = document->toGlb();
  if (!glb) return 0;
  options.limits = wideLimits();
  const Result<Document> again = Document::parse(*glb, options);
  if (!again) {
    // External files cannot be found without a folder.
    require(again.error().code == Code::ResourceRefused, "what we write can be read:", again.error().toString());
    return 0;
  }
  require(gltf::Json::equal(document->root(), again->root()), "an edited JSON survives writing");
  return 0;
}

}  // namespace vrm::fuzz
