// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

struct OptimizeOptions {
  // Morph targets that no expression, default weight or animation of the file uses. Programs may set them by
  // name, as face tracking of the ARKit kind does.
  bool keepMorphs = false;
  std::uint32_t maxTexture = 0;  // pixels of the longer side; larger ones become smaller. 0: they stay
  std::function<void(std::string_view)> progress;  // is told what comes next
};

// What was done, for a report.
struct OptimizeSummary {
  std::uint64_t bytesBefore = 0, bytesAfter = 0;          // as one GLB file
  std::uint64_t drawCallsBefore = 0, drawCallsAfter = 0;  // primitives, once for each node that shows them

  struct Elements {
    std::uint32_t meshes = 0;
    std::uint32_t skins = 0;
    std::uint32_t cameras = 0;
    std::uint32_t materials = 0;
    std::uint32_t textures = 0;
    std::uint32_t samplers = 0;
    std::uint32_t images = 0;
    std::uint32_t accessors = 0;
    friend bool operator==(const Elements&, const Elements&) = default;
  };
  Elements unused;  // which nothing used
  Elements merged;  // which were like others, and of meshes those that became part of others

  std::uint32_t morphTargets = 0;  // dropped
  std::uint64_t vertices = 0;      // dropped
  std::uint32_t joints = 0;        // dropped, summed over skins
  std::uint32_t primitives = 0;    // that became part of others
  std::uint32_t nodes = 0;         // dropped with the meshes that they showed
  std::uint32_t shorter = 0;       // accessors of indices and joints with smaller numbers
  std::uint32_t resized = 0;       // images
  bool changed = false;            // anything at all
};

// Makes a model smaller and faster to draw; it looks and moves as before. For all versions, which stay what
// they are. Expressions, first person and springs keep what they name.
//
// - What nothing uses goes: meshes, skins, cameras, materials, textures, samplers, images, accessors, bytes,
// morph
//   targets, vertices, joints of skins (their nodes stay).
// - What is there twice becomes one: accessors, images, samplers, textures, and materials that expressions
// drive
//   alike. The name of the first stays.
// - Skins whose joints agree become one; meshes of leaf nodes beside each other that are shown alike become
// one, and
//   the node of the second goes; primitives of one mesh with one material become one.
//
// A file with unknown extensions stays as it is, for they may refer to anything (Code::EditUnknownExtension).
// Compressed data is refused. After an error the document is unchanged. Doing it again changes nothing.
Result<OptimizeSummary> optimize(gltf::Document& document, const OptimizeOptions& options,
                                 Diagnostics& diagnostics);

}  // namespace vrm::edit
