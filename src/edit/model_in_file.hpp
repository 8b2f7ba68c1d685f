// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/schema/read.hpp"

namespace vrm::edit {

// What a document says now. Findings are none of an edit's: whoever opened the file has them.
struct ModelInFile {
  gltf::Asset asset;
  schema::Vrm vrm;

  static Result<ModelInFile> read(const gltf::Document& document) {
    Diagnostics ignored;
    Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
    if (!asset) return std::move(asset).error();
    Result<schema::Vrm> vrm = schema::readVrm(document, *asset, ignored);
    if (!vrm) return std::move(vrm).error();
    return ModelInFile{*std::move(asset), *std::move(vrm)};
  }
};

}  // namespace vrm::edit
