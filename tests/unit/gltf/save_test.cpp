// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/save.hpp"

#include <gtest/gtest.h>

#include "support/asset_builder.hpp"
#include "support/check_model.hpp"
#include "support/temp_folder.hpp"

namespace vrm::gltf {
namespace {

using test::Bytes;
using test::bytesOf;
using test::linesOf;
using test::TempFolder;

std::vector<std::string> fileNames(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> names;
  for (const auto& path : paths) names.push_back(path.filename().string());
  return names;
}

// Everything but where the bytes lie: accessor values, image bytes, and the JSON without its storage.
std::string meaning(const Document& document) {
  Diagnostics diagnostics;
  const Result<Asset> asset = readAsset(document, diagnostics);
  if (!asset) return asset.error().toString();
  if (const std::string broken = test::checkAsset(document, *asset); !broken.empty()) return broken;
  std::string text;
  for (std::uint32_t i = 0; i < asset->accessors.size(); ++i) {
    for (const float f : *readFloats(document, *asset, AccessorIndex(i), diagnostics)) text += formatFloat(f) + " ";
  }
  for (std::uint32_t i = 0; i < asset->images.size(); ++i) {
    const auto bytes = *document.image(i);
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  Document copy = document.clone();
  Json& json = copy.editJson();
  JsonValue& root = json.editRoot();
  json.remove(root, "buffers");
  json.remove(root, "bufferViews");
  for (const char* list : {"images", "accessors"}) {
    if (!root.has(list)) continue;
    for (JsonValue& entry : root.find(list)->elements()) {
      json.remove(entry, "bufferView");
      json.remove(entry, "uri");
      json.remove(entry, "mimeType");
    }
  }
  return text + json.write();
}

TEST(Save, ChoosesTheContainerByExtension) {
  EXPECT_EQ(containerFor("a.vrm"), Container::Glb);
  EXPECT_EQ(containerFor("a.VRM"), Container::Glb);
  EXPECT_EQ(containerFor("a.glb"), Container::Glb);
  EXPECT_EQ(containerFor("a.vrma"), Container::Glb);
  EXPECT_EQ(containerFor("dir.x/a.gltf"), Container::Gltf);
  EXPECT_FALSE(containerFor("a.fbx"));
  EXPECT_FALSE(containerFor("a"));
}

TEST(Save, GlbToGltfAndBackKeepsEveryValue) {
  const TempFolder folder;
  const Document original = *Document::parse(test::smallAvatar().glb());
  Diagnostics diagnostics;
  const auto written = save(original, folder.path() / "out.gltf", diagnostics);
  ASSERT_TRUE(written.ok()) << written.error().toString();
  EXPECT_EQ(fileNames(*written), (std::vector<std::string>{"out_skin.png", "out.bin", "out.gltf"}));
  EXPECT_EQ(*readFile(folder.path() / "out_skin.png", 1000), test::tinyPng());
  const Result<Document> loose = Document::open(folder.path() / "out.gltf");
  ASSERT_TRUE(loose.ok()) << loose.error().toString();
  EXPECT_TRUE(loose->diagnostics().empty());
  EXPECT_EQ(meaning(*loose), meaning(original));
  // The picture is not stored twice.
  EXPECT_LT(loose->buffer(0).size(), original.buffer(0).size());

  ASSERT_TRUE(save(*loose, folder.path() / "back.vrm", diagnostics).ok());
  const Result<Document> back = Document::open(folder.path() / "back.vrm");
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(meaning(*back), meaning(original));
  EXPECT_EQ(back->buffers().size(), 1u);
  EXPECT_TRUE(diagnostics.empty());
}

TEST(Save, ViewsOfImagesKeepWhatTheySay) {
  const TempFolder folder;
  test::AssetBuilder b;
  b.image("skin", test::tinyPng(), "image/png");
  b.set("/bufferViews/0/extras", R"({"note":"mine"})");
  Diagnostics diagnostics;
  ASSERT_TRUE(save(b.document(), folder.path() / "m.gltf", diagnostics).ok());
  ASSERT_TRUE(save(*Document::open(folder.path() / "m.gltf"), folder.path() / "m.glb", diagnostics).ok());
  const Document back = *Document::open(folder.path() / "m.glb");
  EXPECT_EQ(Json::at(back.root(), "/bufferViews/0/extras/note")->string(), "mine");
  EXPECT_TRUE(back.image(0).ok());
}

// Images by the thousand can lie on the same bytes; as data URIs each would be there for itself.
TEST(Save, DataUrisStayWithinWhatJsonCanHave) {
  const std::string size = std::to_string(64 << 20);
  const auto embedded = [&](const std::string& images) {
    Document document =
        *Document::parse(test::glb(test::gltfJson(R"("buffers":[{"byteLength":)" + size +
                                                  R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + size +
                                                  R"(}],"images":[)" + images + "]"),
                                   std::vector<std::byte>(64 << 20)));
    Diagnostics said;
    return unpack(document, "x", true, said);
  };
  const auto refused = embedded(R"({"bufferView":0},{"bufferView":0},{"bufferView":0})");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().toString(),
            "/images/2: with this one 201326592 bytes would be data URIs, too many for JSON; write files "
            "beside the .gltf "
            "[LIMIT_JSON_BYTES]");
}

TEST(Save, EmbeddedGltfStandsAlone) {
  const TempFolder folder;
  const Document original = *Document::parse(test::smallAvatar().glb());
  Diagnostics diagnostics;
  const auto written = save(original, folder.path() / "one.gltf", diagnostics, {.embed = true});
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(folder.names(), std::set<std::string>{"one.gltf"});
  const Result<Document> reopened = Document::open(folder.path() / "one.gltf");
  ASSERT_TRUE(reopened.ok());
  EXPECT_EQ(meaning(*reopened), meaning(original));
  ASSERT_TRUE(save(*reopened, folder.path() / "two.glb", diagnostics).ok());
  EXPECT_EQ(meaning(*Document::open(folder.path() / "two.glb")), meaning(original));
  EXPECT_EQ(save(original, folder.path() / "x.glb", diagnostics, {.embed = true}).error().code, Code::OutputFormat);
}

TEST(Save, SameInputGivesTheSameBytes) {
  const TempFolder folder;
  const Document original = *Document::parse(test::smallAvatar().glb());
  Diagnostics diagnostics;
  for (const char* name : {"a", "b"}) {
    std::filesystem::create_directory(folder.path() / name);
    ASSERT_TRUE(save(original, folder.path() / name / "m.gltf", diagnostics).ok());
    ASSERT_TRUE(save(*Document::open(folder.path() / name / "m.gltf"), folder.path() / name / "m.glb", diagnostics).ok());
  }
  for (const char* name : {"m.gltf", "m.bin", "m.glb"}) {
    EXPECT_EQ(*readFile(folder.path() / "a" / name, 1 << 20), *readFile(folder.path() / "b" / name, 1 << 20)) << name;
  }
}

TEST(Save, ImageNamesAreSafeAndUnique) {
  const TempFolder folder;
  test::AssetBuilder b;
  for (const char* name : {"../../evil", "a", "A", "a.png", "", "m"}) b.image(name, test::tinyPng(), "image/png");
  b.image("odd", bytesOf("no picture"), "image/ktx2");
  Diagnostics diagnostics;
  const auto written = save(b.document(), folder.path() / "m.gltf", diagnostics);
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(fileNames(*written), (std::vector<std::string>{"m_..+..+evil.png", "m_a.png", "m_A_2.png", "m_a_3.png",
                                                           "m_image_4.png", "m_m.png", "m_odd", "m.gltf"}));
  const Result<Document> reopened = Document::open(folder.path() / "m.gltf");
  ASSERT_TRUE(reopened.ok());
  EXPECT_TRUE(reopened->diagnostics().empty());
  EXPECT_EQ(*readFile(folder.path() / "m_..+..+evil.png", 1000), test::tinyPng());
}

TEST(Save, ExternalFilesComeAlong) {
  const TempFolder folder;
  ASSERT_TRUE(writeFile(folder.path() / "far.bin", bytesOf<float>({1, 2})).ok());
  const Bytes file = test::glb(
      test::gltfJson(R"("buffers":[{"byteLength":4},{"uri":"far.bin","byteLength":8}],"bufferViews":[{"buffer":0,"byteLength":4},)"
                     R"({"buffer":1,"byteLength":8}],"accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR"},)"
                     R"({"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR"}])"),
      bytesOf<float>({7}));
  ASSERT_TRUE(writeFile(folder.path() / "in.glb", file).ok());
  const Document document = *Document::open(folder.path() / "in.glb");
  const TempFolder elsewhere;
  Diagnostics diagnostics;
  ASSERT_TRUE(save(document, elsewhere.path() / "out.glb", diagnostics).ok());
  EXPECT_EQ(meaning(*Document::open(elsewhere.path() / "out.glb")), meaning(document));
  const auto loose = save(document, elsewhere.path() / "out.gltf", diagnostics);
  ASSERT_TRUE(loose.ok());
  EXPECT_EQ(fileNames(*loose), (std::vector<std::string>{"out.bin", "out_2.bin", "out.gltf"}));
  EXPECT_EQ(meaning(*Document::open(elsewhere.path() / "out.gltf")), meaning(document));
}

TEST(Save, WhatCannotBeSavedLeavesNothingBehind) {
  const TempFolder folder;
  Diagnostics diagnostics;
  const Document document = *Document::parse(test::smallAvatar().glb());
  EXPECT_EQ(save(document, folder.path() / "m.fbx", diagnostics).error().code, Code::OutputFormat);
  EXPECT_EQ(save(document, folder.path() / "none" / "m.glb", diagnostics).error().code, Code::IoWrite);
  std::filesystem::create_directory(folder.path() / "m.gltf");
  EXPECT_EQ(save(document, folder.path() / "m.gltf", diagnostics).error().code, Code::IoWrite);
  EXPECT_EQ(folder.names(), std::set<std::string>{"m.gltf"});
}

TEST(Save, MissingImagesKeepTheirUri) {
  const TempFolder folder;
  Diagnostics diagnostics;
  const Document lost = *Document::parse(bytesOf(test::gltfJson(R"("images":[{"uri":"gone.png"}])")));
  ASSERT_TRUE(save(lost, folder.path() / "lost.glb", diagnostics).ok());
  const Document again = *Document::open(folder.path() / "lost.glb");
  EXPECT_EQ(Json::at(again.root(), "/images/0/uri")->string(), "gone.png");
  EXPECT_TRUE(again.diagnostics().has(Code::ResourceMissing));
}

TEST(Save, EditsByHandAreChecked) {
  const TempFolder folder;
  Document document = *Document::parse(test::smallAvatar().glb());
  document.editJson().put("/nodes/0/mesh", document.editJson().number(77u));
  Diagnostics diagnostics;
  ASSERT_TRUE(save(document, folder.path() / "m.glb", diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].pointer, "/nodes/0/mesh");
}

// A GLB with any chunks after its JSON.
Document withChunks(const std::string& members, std::initializer_list<GlbChunk> chunks) {
  return *Document::parse(*writeGlb(test::gltfJson(members), {chunks.begin(), chunks.size()}));
}

TEST(Save, ChunksWithoutAPlaceInGltfAreReported) {
  const TempFolder folder;
  const Bytes four = bytesOf("1234"), eight = bytesOf("12345678");
  const Document used = withChunks(R"("buffers":[{"byteLength":4}])",
                                   {{kGlbBin, four}, {0x454D4341, eight}, {7, four}, {kGlbBin, eight}, {0, four}});
  Diagnostics diagnostics;
  ASSERT_TRUE(save(used, folder.path() / "m.glb", diagnostics).ok());
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(Document::open(folder.path() / "m.glb")->chunks().size(), 5u);
  ASSERT_TRUE(save(used, folder.path() / "m.gltf", diagnostics).ok());
  EXPECT_EQ(linesOf(diagnostics),
            (std::vector<std::string>{
                "the GLB chunk \"ACME\" of 8 bytes has no place in .gltf and is left out [GLB_CHUNK_DROPPED]",
                "the GLB chunk of type 7 of 4 bytes has no place in .gltf and is left out [GLB_CHUNK_DROPPED]",
                "the GLB chunk \"BIN\" of 8 bytes has no place in .gltf and is left out [GLB_CHUNK_DROPPED]",
                "the GLB chunk of type 0 of 4 bytes has no place in .gltf and is left out [GLB_CHUNK_DROPPED]"}));
  Diagnostics unusedFindings;
  ASSERT_TRUE(save(withChunks("", {{kGlbBin, four}}), folder.path() / "n.gltf", unusedFindings).ok());
  EXPECT_EQ(linesOf(unusedFindings),
            (std::vector<std::string>{
                "the GLB chunk \"BIN\" of 4 bytes has no place in .gltf and is left out [GLB_CHUNK_DROPPED]"}));
}

TEST(Save, AnUnusedBinaryChunkDoesNotStandBesideTheDataOfBufferZero) {
  const TempFolder folder;
  ASSERT_TRUE(writeFile(folder.path() / "far.bin", bytesOf<float>({7})).ok());
  const std::string json = R"("buffers":[{"uri":"far.bin","byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}],)"
                           R"("accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR"}])";
  const Bytes old = bytesOf("oldold!!"), note = bytesOf("note");
  const GlbChunk chunks[] = {{0x454D4341, note}, {kGlbBin, old}};
  ASSERT_TRUE(writeFile(folder.path() / "in.glb", *writeGlb(test::gltfJson(json), chunks)).ok());
  const Document document = *Document::open(folder.path() / "in.glb");
  Diagnostics diagnostics;
  ASSERT_TRUE(save(document, folder.path() / "out.glb", diagnostics).ok());
  EXPECT_EQ(linesOf(diagnostics),
            (std::vector<std::string>{
                "the GLB chunk \"BIN\" of 8 bytes belongs to no buffer and is left out [GLB_CHUNK_DROPPED]"}));
  const Document out = *Document::open(folder.path() / "out.glb");
  EXPECT_EQ(meaning(out), meaning(document));
  ASSERT_EQ(out.chunks().size(), 2u);
  EXPECT_EQ(out.chunks()[0].type, kGlbBin);
  EXPECT_EQ(out.chunks()[0].bytes.size(), 4u);
  EXPECT_EQ(out.chunks()[1].type, 0x454D4341u);

  // Data that arrives later, in a model that had none.
  Document grown = withChunks("", {{kGlbBin, old}});
  ASSERT_TRUE(addAccessor(grown, {.count = 1}, bytesOf<float>({3})).ok());
  EXPECT_EQ(grown.chunksLeftOut(Container::Glb).size(), 1u);
  const Document again = *Document::parse(*grown.toGlb());
  ASSERT_EQ(again.chunks().size(), 1u);
  EXPECT_EQ(meaning(again), meaning(grown));
}

#if !defined(__EMSCRIPTEN__)
TEST(Save, LinksAndPermissionsStay) {
  const TempFolder folder;
  namespace fs = std::filesystem;
  const Document document = *Document::parse(test::smallAvatar().glb());
  Diagnostics diagnostics;
  ASSERT_TRUE(save(document, folder.path() / "real.glb", diagnostics).ok());
  fs::permissions(folder.path() / "real.glb", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real.glb", folder.path() / "link.glb");
  ASSERT_TRUE(save(document, folder.path() / "link.glb", diagnostics).ok());
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link.glb"));
  EXPECT_EQ(fs::status(folder.path() / "real.glb").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}
#endif

TEST(Save, OnlyBufferZeroCanBeTheBinaryChunk) {
  test::AssetBuilder b;
  b.indices({1});
  Document document = b.document();
  ASSERT_TRUE(addElement(document, Kind::Buffer, document.editJson().object()).ok());
  document.editBuffers()[1].source = Document::Resource::Source::Edited;
  EXPECT_EQ(document.toGlb().error().code, Code::ApiMisuse);
}

}  // namespace
}  // namespace vrm::gltf
