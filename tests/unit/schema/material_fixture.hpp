// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "schema/member_writer.hpp"
#include "schema/reader.hpp"
#include "support/asset_builder.hpp"

namespace vrm::test {

// The materials of a file made of the given members; of VRM 0.x when it has the extension VRM.
struct ReadMaterials {
  explicit ReadMaterials(const std::string& members)
      : ReadMaterials(gltf::Document::parse(bytesOf(gltfJson(members)))) {}

  explicit ReadMaterials(Result<gltf::Document> parsed) {
    EXPECT_TRUE(parsed.ok()) << (parsed ? "" : parsed.error().toString());
    if (!parsed) return;
    const gltf::Document document = *std::move(parsed);
    text = gltf::Json::write(document.root());
    const Result<gltf::Asset> asset = gltf::readAsset(document, diagnostics);
    EXPECT_TRUE(asset.ok()) << (asset ? "" : asset.error().toString());
    if (!asset) return;
    schema::Context context{document, *asset, diagnostics, {}};
    schema::readMaterials(context, gltf::Json::at(document.root(), "/extensions/VRM"), materials);
    EXPECT_FALSE(context.error);
  }

  std::vector<schema::Material> materials;
  Diagnostics diagnostics;
  std::string text;  // the JSON
};

// What reading gives after the materials were written over another file, as VRM 1.0.
inline ReadMaterials written(const ReadMaterials& from, const std::string& members) {
  Result<gltf::Document> document = gltf::Document::parse(bytesOf(gltfJson(members)));
  EXPECT_TRUE(document.ok());
  schema::Vrm vrm;
  vrm.materials = from.materials;
  Diagnostics diagnostics;
  schema::WriteContext context{*document, diagnostics};
  schema::writeMaterials(context, vrm);
  EXPECT_TRUE(diagnostics.empty());
  // Through text, so that what counts is what ends up in a file.
  return ReadMaterials(gltf::Document::parse(bytesOf(gltf::Json::write(document->root()))));
}

// The members of a file with three textures and one material.
inline std::string fileWith(std::string_view material) {
  return R"("images":[{"uri":"a.png"}],"textures":[{"source":0},{"source":0},{"source":0}],"materials":[)" +
         std::string(material) + "]";
}

// All findings, one per line.
inline std::string findings(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += (text.empty() ? "" : "\n") + d.toString();
  return text;
}

}  // namespace vrm::test
