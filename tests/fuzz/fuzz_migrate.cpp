// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any model as VRM 1.0: it says why not and is as it was, or it is a model of 1.0, the same every time.
//
// Seeds: avatars
// Dictionary: gltf.dict
// Mutations: 200
#include <cstdint>
#include <span>

#include "fuzz_support.hpp"

namespace vrm::fuzz {

// Nodes that were only thought of count now.
static void requireModel(const LoadResult& loaded) {
  const bool limit = !loaded.ok() && name(loaded.error().code).starts_with("LIMIT_");
  require(loaded.ok() || limit,
          "it is a model still:", loaded.ok() ? std::string() : loaded.error().toString());
}

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Limits limits = smallLimits();
  limits.nodes = 2000;
  limits.expandedElements = 5000;
  const Result<gltf::Document> opened = parse(data, size, limits);
  if (!opened) return 0;
  gltf::Document document = opened->clone(), again = opened->clone();
  edit::MigrateOptions options;
  options.meta.emplace();
  options.meta->name = "a";
  options.meta->authors = {"b"};
  options.meta->licenseUrl = "c";
  Diagnostics said, saidAgain;
  const Result<edit::MigrationReport> done = edit::migrate(document, options, said);
  if (!done) {
    requireRefused(done.error(), *opened, document);
    return 0;
  }
  require(edit::migrate(again, options, saidAgain).ok(), "it works every time");
  require(same(document, again), "the same every time");
  const LoadResult before = loadChecked(opened->clone());
  if (!before) return 0;
  const LoadResult after = loadChecked(document.clone());
  requireModel(after);
  if (!after) return 0;
  require(after.model()->nodeCount() >= before.model()->nodeCount(), "with all of its nodes");
  require(!after.vrm().turned, "it faces the front");
  requireNoWider(before.vrm(), after.vrm(), NewTerms::Given);
  gltf::Document twice = document.clone();
  const Result<edit::MigrationReport> second = edit::migrate(twice, options, saidAgain);
  require(second.ok() && !second->changed,
          "then there is nothing left to do:", second ? "" : second.error().toString());
  require(same(document, twice), "and nothing is done");
  // As `vrm convert` writes it.
  if (edit::applyExportRules(again, {}, saidAgain)) requireModel(loadChecked(again.clone()));
  return 0;
}

}  // namespace vrm::fuzz
