// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any model, optimised: it says why not and is as it was, or it is a model still, the same every time, with
// everything that expressions, first person and springs need.
//
// Seeds: avatars
// Dictionary: gltf.dict
// Mutations: 80
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
  edit::OptimizeOptions options;
  options.keepMorphs = size % 2 == 0;
  options.maxTexture = size % 3 == 0 ? 1 : 0;
  const Result<edit::OptimizeSummary> done = edit::optimize(document, options, said);
  if (!done) {
    requireRefused(done.error(), *opened, document);
    return 0;
  }
  require(edit::optimize(again, options, saidAgain).ok(), "it works every time");
  require(same(document, again), "the same every time");
  require(done->drawCallsAfter <= done->drawCallsBefore, "not more draw calls");
  const LoadResult before = loadChecked(opened->clone());
  if (!before) return 0;
  const LoadResult after = loadChecked(document.clone());
  require(after.ok(), "it is a model still:", after.ok() ? std::string() : after.error().toString());
  require(after.vrm().expressions.list.size() == before.vrm().expressions.list.size(),
          "with the same expressions");
  require(after.vrm().springBone.springs.size() == before.vrm().springBone.springs.size(), "and springs");
  require(after.vrm().constraints.size() == before.vrm().constraints.size(), "and constraints");
  requireNoWider(before.vrm(), after.vrm());
  const Result<edit::OptimizeSummary> second = edit::optimize(again, options, saidAgain);
  require(second.ok(), "an optimised model can be optimised:", second ? "" : second.error().toString());
  require(same(document, again), "which changes nothing");
  return 0;
}

}  // namespace vrm::fuzz
