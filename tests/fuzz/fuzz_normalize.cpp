// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any model, normalised: it says why not and is as it was, or it is a model still, the same every time.
//
// Seeds: avatars
// Dictionary: gltf.dict
// Mutations: 300
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
  gltf::Document document = opened->clone(), again = opened->clone();
  Diagnostics said, saidAgain;
  const edit::NormalizeOptions all{
      .keepTangents = size % 2 == 0, .keepMorphNormals = size % 3 == 0, .tPose = size % 4 < 2};
  const Result<edit::NormalizeSummary> done = edit::normalize(document, all, said);
  if (!done) {
    requireRefused(done.error(), *opened, document);
    return 0;
  }
  require(edit::normalize(again, all, saidAgain).ok(), "it works every time");
  require(same(document, again), "the same every time");
  const LoadResult before = loadChecked(opened->clone());
  if (!before) return 0;
  const LoadResult after = loadChecked(document.clone());
  require(after.ok(), "it is a model still:", after.ok() ? std::string() : after.error().toString());
  require(after.model()->nodeCount() == before.model()->nodeCount() + done->root, "with the same nodes");
  requireNoWider(before.vrm(), after.vrm());
  // Of a skeleton that hardly is one, the T-pose of its T-pose may be another.
  if (all.tPose) return 0;
  const Result<edit::NormalizeSummary> second = edit::normalize(again, all, saidAgain);
  require(second.ok(), "a normalised model can be normalised:", second ? "" : second.error().toString());
  require(same(document, again), "which changes nothing");
  return 0;
}

}  // namespace vrm::fuzz
