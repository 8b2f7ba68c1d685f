// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// 01_load FILE: opens a model, says what was repaired, and reads the positions of every vertex.
#include <cstdio>

#include "vrm/vrm.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: 01_load FILE"), 2;

  // Never throws. An error says what is wrong, where (JSON pointer or byte offset) and which code it has.
  const vrm::Result<vrm::gltf::Document> document = vrm::gltf::Document::open(argv[1]);
  if (!document) return std::puts(document.error().toString().c_str()), 2;

  // Typed access. What the file got wrong but could be read is in the diagnostics.
  vrm::Diagnostics diagnostics = document->diagnostics();
  const vrm::Result<vrm::gltf::Asset> asset = vrm::gltf::readAsset(*document, diagnostics);
  if (!asset) return std::puts(asset.error().toString().c_str()), 2;
  for (const vrm::Diagnostic& finding : diagnostics.all()) std::puts(finding.toString().c_str());

  const vrm::FoundVersion found = vrm::findVersion(*document);
  std::printf("%s, %zu nodes\n", std::string(vrm::name(found.version)).c_str(), asset->nodes.size());

  float highest = 0;
  for (const vrm::gltf::Primitive& primitive : asset->primitives) {
    const vrm::AccessorIndex position = asset->find(primitive.attributes, "POSITION");
    if (!position) continue;
    const auto xyz = vrm::gltf::readFloats(*document, *asset, position, diagnostics);
    if (!xyz) return std::puts(xyz.error().toString().c_str()), 2;
    for (std::size_t i = 1; i < xyz->size(); i += 3) highest = std::max(highest, (*xyz)[i]);
  }
  std::printf("the highest vertex is at %.2f m\n", static_cast<double>(highest));
  return 0;
}
