// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

namespace vrm {

// Upper bounds on what a file may ask for. The defaults let every avatar we know of through, with a wide margin, and
// stop files that only want memory. docs/limits.md explains each one.
struct Limits {
  std::uint64_t fileBytes = 1ull << 30;         // one file: the model itself or one external resource
  std::uint64_t jsonBytes = 64ull << 20;        // the JSON text
  std::uint32_t jsonDepth = 256;                // nested arrays and objects
  std::uint32_t nodes = 250'000;                // glTF nodes
  std::uint32_t elements = 1'000'000;           // of any other top-level array: meshes, accessors, images, ...
  // Each on its own: what VRM 0.x and drafts say once for many; the morph weights of all nodes; the pairs of a joint and
  // a collider.
  std::uint64_t expandedElements = 1'000'000;
  std::uint64_t accessorElements = 32ull << 20; // elements of one accessor
  // Of all meshes of all nodes, for loadMeshes() and drawing: indices, vertices once more for every 16 morph
  // targets, joints.
  std::uint64_t drawnElements = 64ull << 20;
  std::uint64_t imagePixels = 64ull << 20;      // width x height of one image
  // Each on its own: all data URIs and external files together; one accessor read into a vector; one decoded image;
  // the geometry of loadMeshes(); decoding the images of a model that is drawn, its textures on the graphics card,
  // and the rest of it there.
  std::uint64_t decodedBytes = 2ull << 30;
};

}  // namespace vrm
