// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/accessor.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/asset_builder.hpp"

namespace vrm::gltf {
namespace {

using test::Bytes;
using test::bytesOf;

// One accessor over one buffer view, as JSON members.
struct Fixture {
  Fixture(const std::string& accessor, const Bytes& bin, const std::string& view = "") {
    const std::string views =
        view.empty() ? R"({"buffer":0,"byteLength":)" + std::to_string(bin.size()) + "}" : view;
    Result<Document> parsed = Document::parse(
        test::glb(test::gltfJson(R"("buffers":[{"byteLength":)" + std::to_string(bin.size()) +
                                 R"(}],"bufferViews":[)" + views + R"(],"accessors":[)" + accessor + "]"),
                  bin));
    EXPECT_TRUE(parsed.ok()) << (parsed ? "" : parsed.error().toString());
    document = *std::move(parsed);
    Result<Asset> read = readAsset(document, diagnostics);
    EXPECT_TRUE(read.ok()) << (read ? "" : read.error().toString());
    if (read) asset = *std::move(read);
  }
  std::vector<float> floats() {
    const auto got = readFloats(document, asset, AccessorIndex(0), diagnostics);
    EXPECT_TRUE(got.ok());
    return got ? *got : std::vector<float>();
  }
  std::vector<std::uint32_t> uints() {
    const auto got = readUints(document, asset, AccessorIndex(0), diagnostics);
    EXPECT_TRUE(got.ok());
    return got ? *got : std::vector<std::uint32_t>();
  }
  Document document;
  Asset asset;
  Diagnostics diagnostics;
};

using Floats = std::vector<float>;
using Uints = std::vector<std::uint32_t>;

TEST(Accessor, EveryComponentType) {
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5120,"count":4,"type":"SCALAR"})",
                    bytesOf<std::int8_t>({-128, -1, 0, 127})).floats(),
            (Floats{-128, -1, 0, 127}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5121,"count":4,"type":"SCALAR"})",
                    bytesOf<std::uint8_t>({0, 1, 254, 255})).floats(),
            (Floats{0, 1, 254, 255}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5122,"count":2,"type":"SCALAR"})",
                    bytesOf<std::int16_t>({-32768, 32767})).floats(),
            (Floats{-32768, 32767}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5123,"count":2,"type":"SCALAR"})",
                    bytesOf<std::uint16_t>({1, 65535})).uints(),
            (Uints{1, 65535}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5125,"count":2,"type":"SCALAR"})",
                    bytesOf<std::uint32_t>({1, 4294967295u})).uints(),
            (Uints{1, 4294967295u}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5126,"count":2,"type":"VEC2"})",
                    bytesOf<float>({1.5f, -2, 3, 1e-40f})).floats(),
            (Floats{1.5f, -2, 3, 1e-40f}));
}

TEST(Accessor, NormalizedIntegers) {
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5120,"normalized":true,"count":4,"type":"SCALAR"})",
                    bytesOf<std::int8_t>({-128, -127, 0, 127})).floats(),
            (Floats{-1, -1, 0, 1}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5121,"normalized":true,"count":4,"type":"SCALAR"})",
                    bytesOf<std::uint8_t>({0, 51, 255, 0})).floats(),
            (Floats{0, 0.2f, 1, 0}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5122,"normalized":true,"count":2,"type":"SCALAR"})",
                    bytesOf<std::int16_t>({-32768, 32767})).floats(),
            (Floats{-1, 1}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5123,"normalized":true,"count":2,"type":"SCALAR"})",
                    bytesOf<std::uint16_t>({0, 65535})).floats(),
            (Floats{0, 1}));
  // Joints and indices are read as they are stored.
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5121,"normalized":true,"count":4,"type":"SCALAR"})",
                    bytesOf<std::uint8_t>({0, 51, 255, 0})).uints(),
            (Uints{0, 51, 255, 0}));
}

TEST(Accessor, StridesAndOffsets) {
  // Interleaved: two floats of ours, one of somebody else; the last element ends before a whole stride does.
  const Bytes bin = bytesOf<float>({9, 1, 2, 9, 3, 4, 9, 5, 6});
  EXPECT_EQ(Fixture(R"({"bufferView":0,"byteOffset":4,"componentType":5126,"count":3,"type":"VEC2"})", bin,
                    R"({"buffer":0,"byteLength":36,"byteStride":12})").floats(),
            (Floats{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"byteOffset":4,"componentType":5126,"count":1,"type":"VEC2"})", bin,
                    R"({"buffer":0,"byteOffset":12,"byteLength":12,"byteStride":12})").floats(),
            (Floats{3, 4}));
  // Data at odd addresses is not legal but read all the same.
  Bytes odd{std::byte{0}};
  for (const std::byte b : bytesOf<float>({7, 8})) odd.push_back(b);
  EXPECT_EQ(Fixture(R"({"bufferView":0,"byteOffset":1,"componentType":5126,"count":2,"type":"SCALAR"})", odd).floats(),
            (Floats{7, 8}));
}

TEST(Accessor, MatricesSkipTheirPadding) {
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5121,"count":1,"type":"MAT2"})",
                    bytesOf<std::uint8_t>({1, 2, 0, 0, 3, 4, 0, 0})).floats(),
            (Floats{1, 2, 3, 4}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5121,"count":1,"type":"MAT3"})",
                    bytesOf<std::uint8_t>({1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0})).floats(),
            (Floats{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5123,"count":1,"type":"MAT3"})",
                    bytesOf<std::uint16_t>({1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0})).floats(),
            (Floats{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  const Floats m{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5126,"count":1,"type":"MAT4"})",
                    bytesOf<float>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})).floats(),
            m);
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5126,"count":1,"type":"MAT2"})", bytesOf<float>({1, 2, 3, 4})).floats(),
            (Floats{1, 2, 3, 4}));
}

TEST(Accessor, TwoPaddedMatricesInARow) {
  // Between elements the padding of the last column counts as well: 8 bytes each, not 6.
  EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5121,"count":2,"type":"MAT2"})",
                    bytesOf<std::uint8_t>({1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 7, 8, 0, 0})).floats(),
            (Floats{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Accessor, WithoutBufferViewIsZeros) {
  EXPECT_EQ(Fixture(R"({"componentType":5126,"count":2,"type":"VEC2"})", bytesOf("1234")).floats(), (Floats{0, 0, 0, 0}));
  EXPECT_EQ(Fixture(R"({"componentType":5126,"count":0,"type":"VEC2"})", bytesOf("1234")).floats(), Floats{});
}

TEST(Accessor, SparseOverDataAndOverZeros) {
  Bytes bin = bytesOf<float>({1, 2, 3, 4});                       // 0: base
  for (const std::byte b : bytesOf<float>({20, 40})) bin.push_back(b);  // 16: values
  for (const std::byte b : bytesOf<std::uint8_t>({1, 3})) bin.push_back(b);  // 24
  for (const std::byte b : bytesOf<std::uint16_t>({1, 3})) bin.push_back(b);  // 26
  bin.resize(32);
  for (const std::byte b : bytesOf<std::uint32_t>({1, 3})) bin.push_back(b);  // 32
  const std::string view = R"({"buffer":0,"byteLength":40})";
  for (const auto& [type, offset] : {std::pair("5121", "24"), std::pair("5123", "26"), std::pair("5125", "32")}) {
    const std::string sparse = std::string(R"("sparse":{"count":2,"indices":{"bufferView":0,"byteOffset":)") + offset +
                               R"(,"componentType":)" + type + R"(},"values":{"bufferView":0,"byteOffset":16}}})";
    EXPECT_EQ(Fixture(R"({"bufferView":0,"componentType":5126,"count":4,"type":"SCALAR",)" + sparse, bin, view).floats(),
              (Floats{1, 20, 3, 40}));
    EXPECT_EQ(Fixture(R"({"componentType":5126,"count":4,"type":"SCALAR",)" + sparse, bin, view).floats(),
              (Floats{0, 20, 0, 40}));
  }
}

TEST(Accessor, BadSparseIndicesAreSkippedAndReported) {
  Bytes bin = bytesOf<float>({10, 20, 30});
  for (const std::byte b : bytesOf<std::uint8_t>({1, 9, 0})) bin.push_back(b);
  Fixture out(R"({"componentType":5126,"count":3,"type":"SCALAR","sparse":{"count":3,"indices":{"bufferView":0,)"
              R"("byteOffset":12,"componentType":5121},"values":{"bufferView":0}}})", bin);
  EXPECT_EQ(out.floats(), (Floats{30, 10, 0}));
  EXPECT_TRUE(out.diagnostics.has(Code::GltfAccessorSparse));
  bin.resize(12);
  for (const std::byte b : bytesOf<std::uint8_t>({2, 1, 0})) bin.push_back(b);
  Fixture order(R"({"componentType":5126,"count":3,"type":"SCALAR","sparse":{"count":3,"indices":{"bufferView":0,)"
                R"("byteOffset":12,"componentType":5121},"values":{"bufferView":0}}})", bin);
  EXPECT_EQ(order.floats(), (Floats{30, 20, 10}));
  EXPECT_EQ(order.diagnostics.all()[0].toString(),
            "/accessors/0/sparse/indices: sparse indices do not increase [GLTF_ACCESSOR_SPARSE]");
}

TEST(Accessor, NotFiniteNumbersBecomeZero) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  Fixture f(R"({"bufferView":0,"componentType":5126,"count":4,"type":"SCALAR"})",
            bytesOf<float>({1, std::numeric_limits<float>::quiet_NaN(), kInf, -kInf}));
  EXPECT_EQ(f.floats(), (Floats{1, 0, 0, 0}));
  ASSERT_TRUE(f.diagnostics.has(Code::GltfAccessorFinite));
  EXPECT_EQ(f.diagnostics.all()[0].message, "3 of 4 numbers are NaN or infinite");
}

TEST(Accessor, MisuseIsAnError) {
  Fixture f(R"({"bufferView":0,"componentType":5126,"count":1,"type":"VEC2"})", bytesOf<float>({1, 2}));
  float three[3];
  EXPECT_EQ(readFloats(f.document, f.asset, AccessorIndex(0), three, f.diagnostics).error().code, Code::ApiMisuse);
  EXPECT_EQ(readUints(f.document, f.asset, AccessorIndex(0), f.diagnostics).error().code, Code::ApiMisuse);
  EXPECT_EQ(readFloats(f.document, f.asset, AccessorIndex(1), f.diagnostics).error().code, Code::GltfIndexRange);
  EXPECT_EQ(readFloats(f.document, f.asset, AccessorIndex(), f.diagnostics).error().code, Code::GltfIndexRange);
}

TEST(Accessor, MissingBuffersReadAsZeros) {
  Result<Document> document = Document::parse(bytesOf(test::gltfJson(
      R"("buffers":[{"byteLength":100}],"bufferViews":[{"buffer":0,"byteLength":100}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"}])")));
  ASSERT_TRUE(document.ok());
  Diagnostics diagnostics;
  const Result<Asset> asset = readAsset(*document, diagnostics);
  ASSERT_TRUE(asset.ok());
  EXPECT_EQ(*readFloats(*document, *asset, AccessorIndex(0), diagnostics), (Floats{0, 0}));
}

}  // namespace
}  // namespace vrm::gltf
