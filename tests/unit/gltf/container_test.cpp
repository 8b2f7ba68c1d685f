// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// GLB chunks, data URIs, external files: how bytes come in and go out.
#include <gtest/gtest.h>

#include <map>

#include "gltf/data_uri.hpp"
#include "support/asset_builder.hpp"
#include "support/temp_folder.hpp"

namespace vrm::gltf {
namespace {

using test::Bytes;
using test::bytesOf;
using test::gltfJson;

TEST(Glb, ReadsAndWritesChunksIncludingUnknownOnes) {
  const Bytes bin = bytesOf("1234");
  const Bytes odd = bytesOf("odd chunk");
  const GlbChunk chunks[] = {{kGlbBin, bin}, {0x12345678, odd}};
  const Bytes file = *writeGlb("{\"asset\":{\"version\":\"2.0\"}} ", chunks);
  EXPECT_EQ(file.size() % 4, 0u);
  Diagnostics diagnostics;
  const Result<Glb> glb = parseGlb(file, diagnostics);
  ASSERT_TRUE(glb.ok());
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(glb->jsonOffset, 20u);
  ASSERT_EQ(glb->chunks.size(), 2u);
  EXPECT_EQ(glb->binChunk, 0u);
  EXPECT_EQ(glb->chunks[1].type, 0x12345678u);
  EXPECT_EQ(glb->chunks[1].bytes.size(), 12u);  // padded

  const Result<Document> document = Document::parse(file);
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(*document->toGlb(), file);
}

TEST(Glb, UneditedFilesComeOutToTheByte) {
  // Odd spacing, an escaped slash, numbers with trailing zeros: all of it is the author's.
  const Bytes file = test::glb("{ \"asset\" : {\"version\":\"2.0\"}, \"extras\":[1.00,\"\\/\"],\"buffers\":[{\"byteLength\":3}] }",
                               bytesOf("abc"));
  EXPECT_EQ(*Document::parse(file)->toGlb(), file);
  EXPECT_EQ(*Document::parse(file)->clone().toGlb(), file);
}

TEST(Document, FindsOutWhatAFileIs) {
  EXPECT_EQ(Document::parse(test::glb(gltfJson("")))->container(), Container::Glb);
  EXPECT_EQ(Document::parse(bytesOf("\n " + gltfJson("")))->container(), Container::Gltf);
  EXPECT_EQ(Document::parse(bytesOf("\xEF\xBB\xBF" + gltfJson("")))->container(), Container::Gltf);
}

TEST(Document, BuffersComeFromTheChunkDataUrisAndFiles) {
  class Files final : public Resolver {
   public:
    Result<std::vector<std::byte>> fetch(std::string_view uri, std::uint64_t) const override {
      EXPECT_EQ(uri, "far.bin");
      return bytesOf("far");
    }
  };
  const Files files;
  OpenOptions options;
  options.resolver = &files;
  const Result<Document> document = Document::parse(
      test::glb(gltfJson(R"("buffers":[{"byteLength":4},{"byteLength":3,"uri":"data:x/y;base64,YWJj"},)"
                         R"({"byteLength":3,"uri":"far.bin"},{"byteLength":9}])"),
                bytesOf("near")),
      options);
  ASSERT_TRUE(document.ok()) << document.error().toString();
  const auto text = [&](std::uint32_t i) {
    const auto b = document->buffer(i);
    return std::string(reinterpret_cast<const char*>(b.data()), b.size());
  };
  EXPECT_EQ(text(0), "near");
  EXPECT_EQ(text(1), "abc");
  EXPECT_EQ(text(2), "far");
  EXPECT_FALSE(document->hasBuffer(3));
  EXPECT_TRUE(document->buffer(3).empty());
  EXPECT_TRUE(document->buffer(99).empty());
  EXPECT_TRUE(document->diagnostics().has(Code::GltfBufferMissing));
}

TEST(Document, ABinaryChunkThatNobodyUsesIsKept) {
  for (const char* members : {"", R"("buffers":[])", R"("buffers":[{"uri":"data:,abc","byteLength":3}])"}) {
    const Bytes file = test::glb(gltfJson(members), bytesOf("kept"));
    const Result<Document> document = Document::parse(file);
    ASSERT_TRUE(document.ok());
    EXPECT_EQ(*document->toGlb(), file) << members;
  }
}

TEST(DataUri, DecodesBase64AndPercent) {
  struct Case {
    const char* uri;
    const char* text;
  };
  for (const Case& c : {Case{"data:;base64,YWJj", "abc"}, Case{"data:;base64,YWI=", "ab"}, Case{"data:;base64,YWI", "ab"},
                        Case{"data:;base64,YQ==", "a"}, Case{"data:;base64,", ""}, Case{"data:,a%20b", "a b"},
                        Case{"data:;base64,YWI%3D", "ab"}, Case{"data:image/png;base64,-_-_", "\xFB\xFF\xBF"},
                        Case{"data:,100%", "100%"}}) {
    const auto bytes = decodeDataUri(c.uri);
    ASSERT_TRUE(bytes.ok()) << c.uri;
    EXPECT_EQ(*bytes, bytesOf(c.text)) << c.uri;
  }
  for (const char* uri : {"data:nothing", "data:;base64,YQ!=", "data:;base64,YWJjZ", "data:;base64,Y Q="}) {
    EXPECT_EQ(decodeDataUri(uri).error().code, Code::ResourceUri) << uri;
  }
}

TEST(DataUri, EncodesWhatItDecodes) {
  Bytes bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(*decodeDataUri(encodeDataUri("a/b", bytes)), bytes);
    bytes.push_back(static_cast<std::byte>(i * 37));
  }
  EXPECT_EQ(encodeDataUri("x/y", bytesOf("a")), "data:x/y;base64,YQ==");
}

TEST(Percent, RoundTrips) {
  const std::string name = "a b%\xE3\x81\x82#?.png";
  EXPECT_EQ(encodePercent(name), "a%20b%25%E3%81%82%23%3F.png");
  EXPECT_EQ(decodePercent(encodePercent(name)), name);
  EXPECT_EQ(decodePercent("%zz%4"), "%zz%4");
}

TEST(Resolver, ServesOnlyItsFolder) {
  const test::TempFolder folder;
  namespace fs = std::filesystem;
  fs::create_directories(folder.path() / "model" / "sub");
  ASSERT_TRUE(writeFile(folder.path() / "secret.bin", bytesOf("secret")).ok());
  ASSERT_TRUE(writeFile(folder.path() / "model" / "a b.bin", bytesOf("ok")).ok());
  ASSERT_TRUE(writeFile(folder.path() / "model" / "sub" / "c.bin", bytesOf("ok")).ok());
  fs::create_symlink(folder.path() / "secret.bin", folder.path() / "model" / "link.bin");
  fs::create_symlink(folder.path(), folder.path() / "model" / "up");
  fs::create_symlink("a b.bin", folder.path() / "model" / "inside.bin");
  const FolderResolver resolver(folder.path() / "model");

  for (const char* uri : {"a%20b.bin", "a b.bin", "sub/c.bin", "./sub/c.bin", "inside.bin"}) {
    EXPECT_TRUE(resolver.fetch(uri, 100).ok()) << uri;
  }
  const std::string absolute = (folder.path() / "secret.bin").string();
  for (const std::string& uri :
       {std::string("../secret.bin"), std::string("%2e%2e/secret.bin"), std::string("sub/../../secret.bin"),
        std::string("sub/../a b.bin"), absolute, "file://" + absolute, std::string("http://example.org/a.bin"),
        std::string("link.bin"), std::string("up/secret.bin"), std::string("..\\secret.bin"),
        std::string("C:/secret.bin"), std::string(""), std::string("a%00.bin"), std::string("/dev/zero"), std::string(".")}) {
    const auto got = resolver.fetch(uri, 100);
    ASSERT_FALSE(got.ok()) << uri;
    EXPECT_EQ(got.error().code, Code::ResourceRefused) << uri << ": " << got.error().message;
  }
  for (const char* uri : {"none.bin", "sub", "sub/none/x.bin"}) {
    EXPECT_EQ(resolver.fetch(uri, 100).error().code, Code::ResourceMissing) << uri;
  }
  EXPECT_EQ(resolver.fetch("a b.bin", 1).error().code, Code::LimitFileBytes);
  EXPECT_NE(resolver.fetch(".", 100).error().message.find("is that folder"), std::string::npos);
  EXPECT_EQ(NoFiles().fetch("a b.bin", 100).error().code, Code::ResourceRefused);
}

// Which limit it is that a file beside the model is too large for.
TEST(Document, FilesBesideItHaveTheirLimits) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFile(folder.path() / "data.bin", bytesOf("12345678")).ok());
  ASSERT_TRUE(
      writeFile(folder.path() / "m.gltf", bytesOf(gltfJson(R"("buffers":[{"uri":"data.bin","byteLength":8}])"))).ok());
  const auto codeWith = [&](std::uint64_t Limits::*limit, std::uint64_t value) {
    OpenOptions options;
    options.limits.*limit = value;
    return Document::open(folder.path() / "m.gltf", options).error().code;
  };
  EXPECT_EQ(codeWith(&Limits::decodedBytes, 7), Code::LimitDecodedBytes);
  EXPECT_EQ(codeWith(&Limits::fileBytes, 7), Code::LimitFileBytes);
}

TEST(Document, OpensModelsWithFilesBesideThem) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFile(folder.path() / "data.bin", bytesOf("12345678")).ok());
  ASSERT_TRUE(writeFile(folder.path() / "tex.png", test::tinyPng()).ok());
  const std::string json = gltfJson(
      R"("buffers":[{"uri":"data.bin","byteLength":8}],"images":[{"uri":"tex.png"},{"uri":"gone.png"},{"uri":"../x.png"}])");
  ASSERT_TRUE(writeFile(folder.path() / "m.gltf", bytesOf(json)).ok());
  const Result<Document> document = Document::open(folder.path() / "m.gltf");
  ASSERT_TRUE(document.ok()) << document.error().toString();
  EXPECT_EQ(document->buffer(0).size(), 8u);
  EXPECT_EQ(document->image(0)->size(), test::tinyPng().size());
  EXPECT_EQ(document->image(1).error().code, Code::ResourceMissing);
  EXPECT_TRUE(document->diagnostics().has(Code::ResourceMissing));
  EXPECT_TRUE(document->diagnostics().has(Code::ResourceRefused));
  // An image can be done without, a buffer cannot.
  ASSERT_TRUE(writeFile(folder.path() / "n.gltf",
                        bytesOf(gltfJson(R"("buffers":[{"uri":"none.bin","byteLength":8}])"))).ok());
  const Result<Document> broken = Document::open(folder.path() / "n.gltf");
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().code, Code::ResourceMissing);
  EXPECT_EQ(broken.error().pointer, "/buffers/0/uri");
}

TEST(Document, ImagesSayWhyTheyCannotBeRead) {
  const Result<Document> document =
      Document::parse(test::glb(gltfJson(R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4},)"
                                         R"({"buffer":0,"byteOffset":2,"byteLength":4},{"buffer":5,"byteLength":1}],)"
                                         R"("images":[{"bufferView":0},{"bufferView":1},{"bufferView":2},{"bufferView":9},{}])"),
                                bytesOf("1234")));
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->image(0)->size(), 4u);
  EXPECT_EQ(document->image(1).error().code, Code::GltfViewBounds);
  EXPECT_EQ(document->image(2).error().pointer, "/bufferViews/2/buffer");
  EXPECT_EQ(document->image(3).error().pointer, "/images/3/bufferView");
  EXPECT_EQ(document->image(4).error().code, Code::ResourceMissing);
  EXPECT_EQ(document->image(5).error().code, Code::GltfIndexRange);
}

}  // namespace
}  // namespace vrm::gltf
