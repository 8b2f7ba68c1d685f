// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Any model, split for first-person cameras: it says why not and is as it was, or both kinds of cameras show
// as many triangles as before, and there is nothing left to split.
//
// Seeds: avatars
// Dictionary: gltf.dict
// Mutations: 200
#include <cstdint>
#include <span>

#include "fuzz_support.hpp"

namespace vrm::fuzz {

std::size_t modelStart(std::span<const std::uint8_t>) {
  return 0;
}

struct Shown {
  std::size_t firstPerson = 0, thirdPerson = 0;
  friend bool operator==(const Shown&, const Shown&) = default;
};

// Nothing when the geometry is over the limits: halves may be where wholes are not.
static std::optional<Shown> shownBy(const gltf::Document& document) {
  const LoadResult loaded = loadChecked(document.clone());
  require(loaded.ok(), "it is a model still:", loaded.ok() ? std::string() : loaded.error().toString());
  Diagnostics ignored;
  const Result<std::shared_ptr<const Meshes>> meshes = loadMeshes(loaded, ignored);
  if (!meshes) return std::nullopt;
  Shown out;
  for (std::size_t i = 0; i < (*meshes)->instances().size(); ++i) {
    out.firstPerson += (*meshes)->firstPersonTriangles(i).size();
    out.thirdPerson += (*meshes)->thirdPersonTriangles(i).size();
  }
  return out;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<gltf::Document> opened = parse(data, size);
  if (!opened) return 0;
  gltf::Document document = opened->clone(), again = opened->clone();
  Diagnostics said;
  const Result<edit::SplitSummary> done = edit::splitFirstPerson(document, {}, said);
  if (!done) {
    requireRefused(done.error(), *opened, document);
    return 0;
  }
  require(edit::splitFirstPerson(again, {}, said).ok(), "it works every time");
  require(same(document, again), "the same every time");
  const std::optional<Shown> before = shownBy(*opened), after = shownBy(document);
  require(!before || !after || *before == *after, "cameras show as many triangles as before");
  const Result<edit::SplitSummary> second = edit::splitFirstPerson(again, {}, said);
  require(!second || !second->changed(), "there is nothing left to split");
  return 0;
}

}  // namespace vrm::fuzz
