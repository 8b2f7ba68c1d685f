// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/asset_builder.hpp"
#include "unit/edit/edited.hpp"
#include "vrm/edit/normalize.hpp"
#include "vrm/gltf/accessor.hpp"

namespace vrm::test {

struct Normalised : Edited {
  edit::NormalizeSummary summary;
};

inline Normalised normalised(const gltf::Document& before, const edit::NormalizeOptions& options = {}) {
  Normalised out{{before.clone(), {}}, {}};
  const Result<edit::NormalizeSummary> done = edit::normalize(out.document, options, out.said);
  EXPECT_TRUE(done) << done.error().toString();
  if (done) out.summary = *done;
  return out;
}

// A triangle that looks along +Z, on a node.
inline AssetBuilder triangle(std::string_view node, std::string_view more = "") {
  AssetBuilder b;
  const std::uint32_t positions = b.floats(gltf::AccessorType::Vec3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, true);
  const std::uint32_t normals = b.floats(gltf::AccessorType::Vec3, {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const std::uint32_t tangents = b.floats(gltf::AccessorType::Vec4, {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
  const std::uint32_t morph = b.floats(gltf::AccessorType::Vec3, {0, 0, 1, 0, 0, 1, 0, 0, 1}, true);
  b.add(gltf::Kind::Mesh, R"({"primitives":[{"attributes":{"POSITION":)" + std::to_string(positions) +
                              R"(,"NORMAL":)" + std::to_string(normals) + R"(,"TANGENT":)" +
                              std::to_string(tangents) + R"(},"targets":[{"POSITION":)" +
                              std::to_string(morph) + R"(,"NORMAL":)" + std::to_string(morph) + "}]" +
                              std::string(more) + "}]}");
  b.add(gltf::Kind::Node, node);
  b.set("/scenes", R"([{"nodes":[0]}])");
  return b;
}

inline std::vector<float> floatsAt(const gltf::Document& document, std::string_view pointer) {
  Diagnostics ignored;
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  const gltf::JsonValue* index = gltf::Json::at(document.root(), pointer);
  if (!asset || !index) return {};
  return *gltf::readFloats(document, *asset, AccessorIndex(*index->index()), ignored);
}

// Accessors without bytes may be large, and used as often as one likes.
inline std::string refusedBelow(const AssetBuilder& b, std::uint64_t bytes,
                                const edit::NormalizeOptions& how = {}) {
  gltf::OpenOptions options;
  options.limits.decodedBytes = bytes;
  Result<gltf::Document> document = gltf::Document::parse(b.glb(), options);
  EXPECT_TRUE(document) << document.error().toString();
  const gltf::Document before = document->clone();
  Diagnostics said;
  const Result<edit::NormalizeSummary> done = edit::normalize(*document, how, said);
  if (done) return "nothing";
  EXPECT_TRUE(gltf::Json::equal(document->root(), before.root()));
  return std::string(name(done.error().code)) + " " + done.error().pointer;
}

inline constexpr std::uint64_t kSmall = 100'000;
inline constexpr std::uint64_t kEnough = 10'000'000;

}  // namespace vrm::test
