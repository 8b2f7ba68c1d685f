// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/primitive_data.hpp"

#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "support/check_model.hpp"

namespace vrm::gltf {
namespace {

using test::Bytes;
using test::bytesOf;
using Uints = std::vector<std::uint32_t>;

// A primitive over three or more vertices, with `indices` (unsigned shorts) when there are any.
struct Model {
  Model(PrimitiveMode mode, std::uint32_t vertices, std::initializer_list<std::uint16_t> indices,
        const std::string& more = "", const Limits& limits = {}) {
    std::string json = R"("buffers":[{"byteLength":64}],"bufferViews":[{"buffer":0,"byteLength":64}],"accessors":[)"
                       R"({"componentType":5126,"count":)" + std::to_string(vertices) + R"(,"type":"VEC3"})";
    if (indices.size() > 0) {
      json += R"(,{"bufferView":0,"componentType":5123,"count":)" + std::to_string(indices.size()) + R"(,"type":"SCALAR"})";
    }
    json += R"(,{"bufferView":0,"componentType":5121,"count":)" + std::to_string(vertices) + R"(,"type":"VEC4"}],)";
    json += R"("meshes":[{"primitives":[{"attributes":{"POSITION":0)" + more + R"(},"mode":)" +
            std::to_string(static_cast<int>(mode)) + (indices.size() > 0 ? R"(,"indices":1)" : "") + "}]}]";
    Bytes bin = bytesOf(indices);
    bin.resize(64);
    OpenOptions options;
    options.limits = limits;
    document = *Document::parse(test::glb(test::gltfJson(json), bin), options);
    asset = *readAsset(document, diagnostics);
    EXPECT_TRUE(diagnostics.empty());
  }
  Uints indices() {
    EXPECT_EQ(test::checkAsset(document, asset), "");
    return *readIndices(document, asset, asset.primitives[0], diagnostics);
  }
  std::string finding() const { return diagnostics.empty() ? "" : diagnostics.all()[0].toString(); }

  Document document;
  Asset asset;
  Diagnostics diagnostics;
};

TEST(PrimitiveData, IndicesAsStored) {
  Model listed(PrimitiveMode::Triangles, 4, {0, 1, 2, 2, 1, 3});
  EXPECT_EQ(listed.indices(), (Uints{0, 1, 2, 2, 1, 3}));
  EXPECT_EQ(listed.finding(), "");
  Model counted(PrimitiveMode::TriangleStrip, 4, {});
  EXPECT_EQ(counted.indices(), (Uints{0, 1, 2, 3}));
  EXPECT_EQ(vertexCount(counted.asset, counted.asset.primitives[0]), 4u);
  EXPECT_TRUE(readIndices(counted.document, counted.asset, {}, counted.diagnostics)->empty());
  EXPECT_EQ(counted.finding(), "");
}

TEST(PrimitiveData, ListsLoseWhatNamesNoVertex) {
  Model triangles(PrimitiveMode::Triangles, 3, {0, 1, 2, 0, 3, 1, 2, 1, 0, 9, 9, 9});
  EXPECT_EQ(triangles.indices(), (Uints{0, 1, 2, 2, 1, 0}));
  EXPECT_EQ(triangles.finding(),
            "/accessors/1: the largest index is 9, but the primitive has 3 vertices; 6 of 12 indices are left out "
            "[GLTF_INDEX_RANGE]");
  EXPECT_EQ(Model(PrimitiveMode::Lines, 3, {0, 1, 1, 7, 2, 0}).indices(), (Uints{0, 1, 2, 0}));
  EXPECT_EQ(Model(PrimitiveMode::Points, 3, {5, 1, 3, 2}).indices(), (Uints{1, 2}));
  // What is too little for a triangle is checked as well.
  EXPECT_EQ(Model(PrimitiveMode::Triangles, 3, {0, 1, 2, 0, 3}).indices(), (Uints{0, 1, 2}));
  EXPECT_EQ(Model(PrimitiveMode::Triangles, 3, {0, 1, 3, 0, 1}).indices(), (Uints{0, 1}));
}

TEST(PrimitiveData, StripsEndBeforeWhatNamesNoVertex) {
  for (const PrimitiveMode mode : {PrimitiveMode::LineLoop, PrimitiveMode::LineStrip, PrimitiveMode::TriangleStrip,
                                   PrimitiveMode::TriangleFan}) {
    Model strip(mode, 4, {0, 1, 2, 3, 4, 0, 1});
    EXPECT_EQ(strip.indices(), (Uints{0, 1, 2, 3}));
    EXPECT_EQ(strip.finding(),
              "/accessors/1: the largest index is 4, but the primitive has 4 vertices; 3 of 7 indices are left out "
              "[GLTF_INDEX_RANGE]");
  }
  EXPECT_TRUE(Model(PrimitiveMode::TriangleFan, 4, {65535, 0, 1, 2}).indices().empty());
}

TEST(PrimitiveData, IndicesKeepTheLimits) {
  Limits limits;
  limits.decodedBytes = 15;
  Model counted(PrimitiveMode::Points, 4, {}, "", limits);
  EXPECT_EQ(readIndices(counted.document, counted.asset, counted.asset.primitives[0], counted.diagnostics).error().code,
            Code::LimitDecodedBytes);
}

TEST(PrimitiveData, SetsOfJointsAreInARowAndBounded) {
  const auto setsOf = [](const std::string& attributes) {
    const Model model(PrimitiveMode::Points, 2, {0x0100, 0x0302, 0x0504, 0x0706}, attributes);
    return influenceSets(model.asset, model.asset.primitives[0]);
  };
  EXPECT_EQ(setsOf(""), 0u);
  EXPECT_EQ(setsOf(R"(,"JOINTS_0":2)"), 0u) << "without weights";
  EXPECT_EQ(setsOf(R"(,"JOINTS_0":2,"WEIGHTS_0":2,"JOINTS_2":2,"WEIGHTS_2":2)"), 1u);
  std::string many;
  for (int i = 0; i < 100; ++i) many += ",\"JOINTS_" + std::to_string(i) + "\":2,\"WEIGHTS_" + std::to_string(i) + "\":2";
  EXPECT_EQ(setsOf(many), 64u);
}

TEST(PrimitiveData, JointsAreThoseOfTheSkin) {
  // Bytes 0, 1, 2, 3 and 4, 5, 6, 7 as two vertices.
  Model model(PrimitiveMode::Points, 2, {0x0100, 0x0302, 0x0504, 0x0706}, R"(,"JOINTS_0":2)");
  const auto joints = [&](std::uint32_t set, std::uint32_t count) {
    return *readJoints(model.document, model.asset, model.asset.primitives[0], set, count, model.diagnostics);
  };
  EXPECT_EQ(joints(0, 8), (Uints{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(joints(1, 8).empty());
  EXPECT_EQ(model.finding(), "");
  EXPECT_EQ(joints(0, 5), (Uints{0, 1, 2, 3, 4, 0, 0, 0}));
  EXPECT_EQ(model.finding(),
            "/accessors/2: the largest joint is 7, but the skin has 5 joints; 3 of 8 joints are read as 0 "
            "[GLTF_INDEX_RANGE]");
}

}  // namespace
}  // namespace vrm::gltf
