// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any model, by the rules of exporters: it says why not and is as it was, or it is a model still, with the
// same nodes and expressions, and by the rules.
//
// Seeds: avatars
// Dictionary: gltf.dict
// Mutations: 400
#include <cstdint>
#include <span>

#include "fuzz_support.hpp"

namespace vrm::fuzz {

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<gltf::Document> opened = parse(data, size);
  if (!opened) return 0;
  const edit::ExportOptions options{
      .keepTangents = size % 2 == 0, .keepMorphNormals = size % 3 == 0, .keepNames = size % 5 == 0};
  gltf::Document document = opened->clone(), again = opened->clone();
  Diagnostics said;
  const Result<edit::ExportSummary> done = edit::applyExportRules(document, options, said);
  if (!done) {
    requireRefused(done.error(), *opened, document);
    return 0;
  }
  require(edit::applyExportRules(again, options, said).ok(), "it works every time");
  require(same(document, again), "the same every time");
  if (edit::applyExportRules(again, options, said)) require(same(document, again), "once is enough");
  const LoadResult before = loadChecked(opened->clone());
  if (!before) return 0;
  const LoadResult after = loadChecked(document.clone());
  require(after.ok(), "it is a model still:", after.ok() ? std::string() : after.error().toString());
  require(after.model()->nodeCount() == before.model()->nodeCount(), "with the same nodes");
  requireNoWider(before.vrm(), after.vrm());
  require(after.vrm().expressions.list.size() == before.vrm().expressions.list.size(),
          "and the same expressions");
  return 0;
}

}  // namespace vrm::fuzz
