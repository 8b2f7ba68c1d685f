// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstdint>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/document.hpp"

namespace vrm::edit {

// What seed 004 wants of exporters, for every writer that has changed a document. Each rule is a function of
// its own; what they give is how much they changed. ("`.glb` 形式で保存し拡張子に `.vrm` を使います" is
// gltf::save(): a name in .vrm makes a GLB.) A function that fails may have changed a part already;
// applyExportRules() leaves the document as it was then.

struct ExportOptions {
  bool keepTangents = false;
  bool keepMorphNormals = false;  // normals and tangents of morph targets
  bool keepNames = false;
};

struct ExportSummary {
  std::uint32_t tangents = 0;      // primitives whose tangents went
  std::uint32_t morphNormals = 0;  // primitives whose morph targets have no normals and tangents any more
  std::uint32_t primitives = 0;    // that got attributes or morph targets as others of their mesh have
  std::uint32_t targetNames = 0;   // meshes and primitives that got the names of their morph targets
  std::uint32_t names = 0;         // elements with another name
};

// All of them, in this order. Accessors and data that nothing needs any more are removed.
Result<ExportSummary> applyExportRules(gltf::Document& document, const ExportOptions& options,
                                       Diagnostics& diagnostics);

// "TANGENTを保存しない": readers make them with MikkTSpace where there is a normal map. Those of morph
// targets go with them, which have no meaning by themselves (glTF 2.0 section 3.7.2.2).
std::uint32_t removeTangents(gltf::Document& document, Diagnostics& diagnostics);

// "MorphTargetに法線とTangentを保存しない". A morph target that has nothing else keeps them, and so do
// tangents above (EDIT_KEPT).
std::uint32_t removeMorphNormals(gltf::Document& document, Diagnostics& diagnostics);

// "あるmeshの各 primitive は同じ attributes を持たなければならない", and the same targets with the same
// attributes. Where some are missing that change nothing (colours of 1, texture coordinates and
// displacements of 0) they are added (EDIT_REBUILT). Without normals a surface is flat (glTF 2.0 section
// 3.7.2.1), without joints it does not bend: those cannot be made up, and stay away (EDIT_UNEVEN).
Result<std::uint32_t> evenPrimitives(gltf::Document& document, Diagnostics& diagnostics);

// "morphTarget名", decision 35: names that the mesh, a primitive or the accessors of the targets have are
// written to the extras of the mesh and of its primitives, where they are missing. None are invented.
Result<std::uint32_t> writeTargetNames(gltf::Document& document);

// "各種名前の制約": names of nodes, meshes, skins, materials, textures, images and animations are unique,
// each among its kind, and can be file names (vrm/gltf/names.hpp). Those that are stay; what has no name has
// none afterwards. What VRM 0.x calls by a material's name follows.
Result<std::uint32_t> makeNamesUnique(gltf::Document& document);

// "エクスポーター実装のバージョンは、 `assets.generator` に出力します": "libvrm 1.2.3", in documents with
// VRMC_vrm. The old text goes to asset.extras.previousGenerator, unless one is there. What UniVRM wrote keeps
// its own: readers mend the emission and roughness of its older versions, which they know by that text;
// unless it was migrated, which writes the materials anew.
void writeGenerator(gltf::Document& document, bool migrated = false);

}  // namespace vrm::edit
