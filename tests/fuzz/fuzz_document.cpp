// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any bytes as a model file: reading gives an error with a reason or a sane model, and what is written reads back as
// the same.
//
// Dictionary: gltf.dict
// Mutations: 1000
#include <algorithm>
#include <cstdint>
#include <span>

#include "fuzz_support.hpp"

namespace vrm::fuzz {
namespace {

std::vector<std::byte> bytesOf(std::string_view text) {
  const auto raw = std::as_bytes(std::span(text));
  return {raw.begin(), raw.end()};
}

// `written` came from `document`, whose model could be read or not, with so many findings.
void requireSame(const gltf::Document& document, std::vector<std::byte> written, bool readable,
                 std::size_t findings) {
  gltf::OpenOptions options;
  options.limits = wideLimits();
  const Result<gltf::Document> again = gltf::Document::parse(std::move(written), options);
  require(again.ok(), "what we write can be read:", again ? "" : again.error().toString());
  require(gltf::Json::equal(document.root(), again->root()), "JSON survives writing");
  require(again->buffers().size() == document.buffers().size(), "buffers survive writing");
  for (std::uint32_t i = 0; i < document.buffers().size(); ++i) {
    require(again->hasBuffer(i) == document.hasBuffer(i), "a buffer keeps its data");
    // A binary chunk is padded to a multiple of four.
    const auto before = document.buffer(i);
    const auto after = again->buffer(i);
    require(after.size() >= before.size() && after.size() - before.size() < 4 &&
                std::equal(before.begin(), before.end(), after.begin()),
            "a buffer keeps its bytes");
  }
  Diagnostics diagnostics;
  require(readChecked(*again, diagnostics) == readable, "a model stays readable, or not, by writing");
  require(diagnostics.all().size() == findings, "a model has the same findings after writing");
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<gltf::Document> document = parse(data, size);
  if (!document) {
    requireReason(document.error());
    return 0;
  }
  Diagnostics diagnostics;
  const bool readable = readChecked(*document, diagnostics);
  const std::size_t findings = diagnostics.all().size();
  for (std::uint32_t i = 0; i < document->images().size(); ++i) static_cast<void>(document->image(i));

  const Result<std::vector<std::byte>> glb = document->toGlb();
  const std::string json = document->toGltfJson();
  {
    const gltf::Document copy = document->clone();
    require(gltf::Json::equal(copy.root(), document->root()), "a clone has the same JSON");
    const Result<std::vector<std::byte>> copied = copy.toGlb();
    require(copied.ok() == glb.ok() && (!glb || *copied == *glb), "a clone is written alike");
    require(copy.toGltfJson() == json, "a clone is written alike as text");
  }
  if (glb) {
    requireSame(*document, *glb, readable, findings);
  } else {
    requireReason(glb.error());
  }
  // Without a binary chunk the text alone is the whole file.
  if (document->chunks().empty()) requireSame(*document, bytesOf(json), readable, findings);
  return 0;
}

}  // namespace vrm::fuzz
