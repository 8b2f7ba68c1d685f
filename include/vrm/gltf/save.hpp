// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "vrm/gltf/document.hpp"

namespace vrm::gltf {

struct SaveOptions {
  bool embed = false;  // .gltf only: data URIs instead of files beside it
};

// .vrm, .glb and .vrma mean GLB, .gltf means JSON with files beside it (case does not matter); nothing otherwise.
std::optional<Container> containerFor(const std::filesystem::path& path);

// Writes the document to `path`, in the container that its extension names, whole or not at all. A GLB that was not
// edited keeps its JSON text and its chunks to the byte; one that was gets its references checked.
// Chunks that have no place in what is written are reported (GlbChunkDropped). Gives the files written, the model
// itself last.
Result<std::vector<std::filesystem::path>> save(const Document& document, const std::filesystem::path& path,
                                                Diagnostics& diagnostics, const SaveOptions& options = {});

}  // namespace vrm::gltf
