// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Files that were cut off, flipped or made to hurt: always an error or a sane model, never a crash. Sanitizer builds
// run the same tests and see leaks and overruns as well.
#include <gtest/gtest.h>

#include <map>

#include "support/asset_builder.hpp"
#include "support/check_model.hpp"
#include "support/slow_build.hpp"
#include "support/three_avatars.hpp"

namespace vrm::gltf {
namespace {

using test::Bytes;
using test::bytesOf;

// Loads and validates; gives what went wrong with *us*, not with the file.
std::string surviveWhole(const Bytes& file) {
  const Report report = validate(file);
  if (!report.readable && report.count(Severity::Error) == 0) return "no error says why it cannot be read";
  const LoadResult loaded = load(file);
  if (!loaded) return loaded.error().message.empty() ? "an error without a message" : "";
  if (!report.readable) return "what loads cannot be looked at";
  if (const std::string broken = test::checkVrm(loaded.asset(), loaded.vrm()); !broken.empty()) return broken;
  if (const std::string broken = test::checkRuntime(*loaded.model()); !broken.empty()) return broken;
  Diagnostics ignored;
  const auto meshes = loadMeshes(loaded, ignored);
  if (!meshes) return meshes.error().message.empty() ? "an error without a message" : "";
  return test::checkMeshes(**meshes);
}

// The same; before that opens, reads, checks and writes.
std::string survive(const Bytes& file) {
  if (const std::string broken = surviveWhole(file); !broken.empty()) return broken;
  const Result<Document> document = Document::parse(file);
  if (!document) return document.error().message.empty() ? "an error without a message" : "";
  Diagnostics diagnostics;
  const Result<Asset> asset = readAsset(*document, diagnostics);
  if (!asset) return asset.error().message.empty() ? "an error without a message" : "";
  if (const std::string broken = test::checkAsset(*document, *asset); !broken.empty()) return broken;
  computeStats(*document, *asset);
  findVersion(*document);
  const Result<Bytes> written = document->toGlb();
  if (!written) return "";
  const Result<Document> again = Document::parse(*written);
  if (!again) return "what was written cannot be read: " + again.error().toString();
  return Json::equal(again->root(), document->root()) ? "" : "the JSON changed";
}

std::vector<Bytes> smallFiles() {
  std::vector<Bytes> files;
  files.push_back(test::smallAvatar().glb());
  files.push_back(test::glb(
      test::gltfJson(R"("buffers":[{"byteLength":28}],"bufferViews":[{"buffer":0,"byteLength":28}],"accessors":[)"
                     R"({"bufferView":0,"componentType":5126,"count":4,"type":"SCALAR","sparse":{"count":2,"indices":)"
                     R"({"bufferView":0,"byteOffset":24,"componentType":5121},"values":{"bufferView":0,"byteOffset":16}}}],)"
                     R"("nodes":[{"children":[1],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]},{"rotation":[0,0,0,1]}])"),
      bytesOf<float>({1, 2, 3, 4, 5, 6, 0})));
  files.push_back(bytesOf(test::gltfJson(
      R"("buffers":[{"byteLength":4,"uri":"data:;base64,AAAAAA=="}],"extensions":{"VRM":{"humanoid":{"humanBones":[{"bone":"hips","node":0}]}}},)"
      R"("nodes":[{"name":"\u3042\"\\"}])")));
  return files;
}

// Larger ones, with everything that avatars have.
std::vector<Bytes> avatars() {
  std::vector<Bytes> files;
  for (const VrmVersion version : {VrmVersion::Vrm0, VrmVersion::Draft, VrmVersion::Vrm1})
    files.push_back(test::sameAvatar(version).glb());
  return files;
}

TEST(Hostile, CutOffAtEveryByte) {
  for (const Bytes& file : smallFiles()) {
    ASSERT_EQ(survive(file), "");
    for (std::size_t size = 0; size < file.size(); ++size) {
      const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_EQ(survive(cut), "") << "cut to " << size;
    }
  }
}

void putU32(Bytes& file, std::size_t at, std::size_t value) {
  for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<std::byte>(value >> (8 * i));
}

std::size_t getU32(const Bytes& file, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::size_t>(file[at + i]) << (8 * i);
  return value;
}

// The header of a GLB knows its length, so a plain cut never gets past it. Here it is put right, and then also the
// length of the chunk that was cut: what is missing shows in the JSON or in the data only.
std::vector<Bytes> cutsPutRight(const Bytes& file, std::size_t size) {
  if (!looksLikeGlb(file) || size < 12) return {};
  Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
  putU32(cut, 8, size);
  std::vector<Bytes> cuts{cut};
  std::size_t at = 12;
  while (at + 8 <= size && at + 8 + getU32(cut, at) <= size) at += 8 + getU32(cut, at);
  if (at + 8 > size) return cuts;  // between chunks
  putU32(cut, at, size - at - 8);
  cuts.push_back(std::move(cut));
  return cuts;
}

TEST(Hostile, CutOffWithLengthsPutRight) {
  std::map<Code, int> errors;
  for (const Bytes& file : smallFiles()) {
    for (std::size_t size = 0; size < file.size(); ++size) {
      for (const Bytes& cut : cutsPutRight(file, size)) {
        ASSERT_EQ(survive(cut), "") << "cut to " << size;
        const Result<Document> document = Document::parse(cut);
        if (!document) ++errors[document.error().code];
      }
    }
  }
  EXPECT_FALSE(errors.contains(Code::GlbLength));
  for (const Code code : {Code::GlbChunk, Code::GlbNoJson, Code::JsonSyntax, Code::GltfBufferLength}) {
    EXPECT_GT(errors[code], 0) << name(code);
  }
}

TEST(Hostile, AvatarsCutOff) {
  constexpr std::size_t kStep = 5 * test::kFewer;
  for (const Bytes& file : avatars()) {
    ASSERT_EQ(survive(file), "");
    for (std::size_t size = file.size() % kStep; size < file.size(); size += kStep) {
      const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_EQ(survive(cut), "") << "cut to " << size;
      for (const Bytes& right : cutsPutRight(file, size)) ASSERT_EQ(survive(right), "") << "cut to " << size;
    }
  }
}

TEST(Hostile, EveryByteFlipped) {
  for (const Bytes& file : smallFiles()) {
    Bytes changed = file;
    for (std::size_t i = 0; i < file.size(); ++i) {
      for (const unsigned mask : {0xFFu, 0x01u, 0x80u, 0x10u}) {
        if (test::kFewer > 1 && mask != (i % 2 == 0 ? 0xFFu : 0x01u)) continue;
        changed[i] = file[i] ^ static_cast<std::byte>(mask);
        ASSERT_EQ(survive(changed), "") << "byte " << i << " mask " << mask;
      }
      changed[i] = file[i];
    }
  }
}

// Not every byte: a whole load of one takes a millisecond.
TEST(Hostile, BytesOfAvatarsFlipped) {
  constexpr std::size_t kStep = 11 * test::kFewer;
  std::size_t start = 0;
  for (const Bytes& file : avatars()) {
    Bytes changed = file;
    for (const unsigned mask : {0xFFu, 0x01u, 0x80u, 0x10u}) {
      for (std::size_t i = start++; i < file.size(); i += kStep) {
        changed[i] = file[i] ^ static_cast<std::byte>(mask);
        ASSERT_EQ(survive(changed), "") << "byte " << i << " mask " << mask;
        changed[i] = file[i];
      }
    }
  }
}

TEST(Hostile, NumbersThatAreTooMuch) {
  // Each takes the place of X; no combination may overflow, hang or allocate without bound.
  const char* numbers[] = {"0", "-1", "1e999", "4294967295", "4294967296", "9007199254740993", "18446744073709551615",
                           "1e18", "0.5", "\"7\"", "null", "[]", "{}", "true"};
  const char* shapes[] = {
      R"("buffers":[{"byteLength":X}],"bufferViews":[{"buffer":0,"byteLength":4}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":X,"byteLength":4}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteOffset":X,"byteLength":4}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":X}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4,"byteStride":X}],"accessors":[{"bufferView":0,"componentType":5121,"count":1,"type":"SCALAR"}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}],"accessors":[{"bufferView":X,"componentType":5121,"count":1,"type":"SCALAR"}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}],"accessors":[{"bufferView":0,"byteOffset":X,"componentType":5121,"count":1,"type":"SCALAR"}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}],"accessors":[{"bufferView":0,"componentType":5121,"count":X,"type":"SCALAR"}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}],"accessors":[{"bufferView":0,"componentType":X,"count":1,"type":"SCALAR"}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}],"accessors":[{"componentType":5121,"count":4,"type":"SCALAR","sparse":{"count":X,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}}])",
      R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}],"accessors":[{"componentType":5121,"count":4,"type":"SCALAR","sparse":{"count":1,"indices":{"bufferView":0,"byteOffset":X,"componentType":5121},"values":{"bufferView":0,"byteOffset":X}}}])",
      R"("nodes":[{"mesh":X,"children":[X],"translation":[X,X,X],"weights":[X]}],"meshes":[{"primitives":[{"attributes":{"POSITION":X},"indices":X,"mode":X,"material":X}],"weights":X}])",
      R"("nodes":X,"meshes":X,"accessors":X,"bufferViews":X,"buffers":X,"images":X,"scenes":X,"skins":X,"extensions":X,"animations":X,"extensionsUsed":X,"textures":X,"materials":X,"samplers":X)",
      R"("nodes":[X],"meshes":[X],"images":[X],"scenes":[X],"skins":[X],"animations":[X],"extensionsUsed":[X],"extensionsRequired":[X],"textures":[X],"materials":[X],"samplers":[X])",
      R"("materials":[{"pbrMetallicRoughness":X,"normalTexture":X,"alphaMode":X,"emissiveFactor":[X,X,X]}],"textures":[{"source":X}],"samplers":[{"wrapS":X}])",
      R"("skins":[{"joints":[X],"inverseBindMatrices":X,"skeleton":X}],"nodes":[{}])",
      R"("nodes":[{}],"animations":[{"samplers":[{"input":X,"output":X}],"channels":[{"sampler":X,"target":{"node":X}}]},{"channels":[{"target":X}],"samplers":X}])",
  };
  for (const char* shape : shapes) {
    for (const char* number : numbers) {
      std::string json = shape;
      for (std::size_t at = 0; (at = json.find('X', at)) != std::string::npos; at += std::string(number).size()) {
        json.replace(at, 1, number);
      }
      EXPECT_EQ(survive(test::glb(test::gltfJson(json), bytesOf("1234"))), "") << json;
    }
  }
}

TEST(Hostile, GiantAccessorsOverTinyBuffers) {
  const std::string zeros = test::gltfJson(
      R"("accessors":[{"componentType":5126,"count":33554432,"type":"MAT4"},{"componentType":5126,"count":33554433,"type":"MAT4"}])");
  const Document document = *Document::parse(bytesOf(zeros));
  Diagnostics diagnostics;
  EXPECT_EQ(readAsset(document, diagnostics).error().code, Code::LimitAccessorElements);
  OpenOptions options;
  options.limits.accessorElements = 1ull << 32;
  options.limits.decodedBytes = 1 << 20;
  const Document lifted = *Document::parse(bytesOf(zeros), options);
  const Result<Asset> asset = readAsset(lifted, diagnostics);
  ASSERT_TRUE(asset.ok());
  EXPECT_EQ(readFloats(lifted, *asset, AccessorIndex(0), diagnostics).error().code, Code::LimitDecodedBytes);
}

}  // namespace
}  // namespace vrm::gltf
