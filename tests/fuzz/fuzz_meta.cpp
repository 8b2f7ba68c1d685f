// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any text as the terms that `vrm convert --to 1.0 --meta` is given, for avatars of all versions: an error
// with a reason and a document as it was, or an avatar of 1.0 that allows nothing that its source denied.
//
// Dictionary: scenario.dict
// Mutations: 300
#include <array>
#include <cstdint>
#include <span>

#include "fuzz_support.hpp"
#include "support/three_avatars.hpp"

namespace vrm::fuzz {
namespace {

const gltf::Document& sourceOf(std::size_t which) {
  static const std::array<gltf::Document, 3> documents = {test::sameAvatar(VrmVersion::Vrm0).document(),
                                                          test::sameAvatar(VrmVersion::Draft).document(),
                                                          test::sameAvatar(VrmVersion::Vrm1).document()};
  return documents[which % documents.size()];
}

LoadResult loadedOf(const gltf::Document& document) {
  LoadResult loaded = loadChecked(document.clone());
  require(loaded.ok(), "it is a model still:", loaded.ok() ? std::string() : loaded.error().toString());
  return loaded;
}

}  // namespace

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 1u << 16) return 0;
  Result<schema::Meta> meta = edit::parseMeta(textOf(data, size));
  if (!meta) {
    requireReason(meta.error());
    require(meta.error().pointer.empty() || meta.error().pointer.front() == '/', "places are pointers");
    return 0;
  }
  const gltf::Document& source = sourceOf(size);
  gltf::Document document = source.clone();
  edit::MigrateOptions options;
  options.meta = *std::move(meta);
  Diagnostics said;
  const Result<edit::MigrationReport> done = edit::migrate(document, options, said);
  if (!done) {
    requireRefused(done.error(), source, document);
    return 0;
  }
  requireNoWider(loadedOf(source).vrm(), loadedOf(document).vrm(), NewTerms::Given);
  Diagnostics saidAgain;
  gltf::Document again = document.clone();
  require(edit::migrate(again, options, saidAgain).ok(), "what was given can be given again");
  require(same(document, again), "and changes nothing then");
  return 0;
}

}  // namespace vrm::fuzz
