// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// What fuzzing, the Khronos validator and the tests of the command have found, each in its smallest form.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "support/asset_builder.hpp"
#include "support/check_model.hpp"
#include "support/temp_folder.hpp"

namespace vrm::gltf {
namespace {

using test::bytesOf;
using test::gltfJson;

Document parsed(const test::Bytes& file) {
  Result<Document> document = Document::parse(file);
  EXPECT_TRUE(document.ok()) << document.error().toString();
  return document ? *std::move(document) : Document();
}

using StorageEdit = Result<void> (*)(Document&, Diagnostics&);
Result<void> unpackFiles(Document& document, Diagnostics& diagnostics) {
  const auto files = unpack(document, "model", false, diagnostics);
  if (!files) return files.error();
  return {};
}
constexpr struct {
  const char* name;
  StorageEdit edit;
} kStorageEdits[] = {{"compact", compact}, {"pack", pack}, {"unpack", unpackFiles}};

// Found by fuzz_edit: the unused view was gone before the broken one was noticed.
TEST(Regressions, RefusedStorageEditsChangeNothing) {
  const struct {
    const char* what;
    std::string members;
    Code code;
    std::set<std::string> refusing;
  } kCases[] = {
      {"a view that does not fit, after one that nothing uses",
       R"("buffers":[{"byteLength":4,"uri":"data:;base64,AQIDBA=="}],"bufferViews":[{"buffer":0,"byteLength":2},)"
       R"({"buffer":0,"byteLength":8}],"accessors":[{"bufferView":1,"componentType":5121,"count":8,"type":"SCALAR"}])",
       Code::GltfViewBounds,
       {"compact", "pack"}},
      {"a view that does not fit, and an image to move",
       R"("buffers":[{"byteLength":4,"uri":"data:;base64,AQIDBA=="}],"bufferViews":[{"buffer":0,"byteLength":2},)"
       R"({"buffer":0,"byteLength":8}],"images":[{"bufferView":0,"mimeType":"image/png"}])",
       Code::GltfViewBounds,
       {"compact", "pack", "unpack"}},
      {"a buffer named twice",
       R"("buffers":[{"byteLength":4,"uri":"data:;base64,AQIDBA=="},{"byteLength":4,"uri":"data:,abcd"}],)"
       R"("bufferViews":[{"buffer":1,"buffer":0,"byteLength":4}],"images":[{"bufferView":0}])",
       Code::JsonDuplicateKey,
       {"compact", "pack", "unpack"}},
      {"an image to pack, but no data to append to",
       R"("buffers":[{"byteLength":4}],"images":[{"uri":"data:image/png;base64,AQIDBA=="}])",
       Code::GltfBufferMissing,
       {"pack"}},
  };
  for (const auto& c : kCases) {
    for (const auto& edit : kStorageEdits) {
      if (!c.refusing.contains(edit.name)) continue;
      Document document = parsed(bytesOf(gltfJson(c.members)));
      const Document before = document.clone();
      Diagnostics diagnostics;
      const Result<void> done = edit.edit(document, diagnostics);
      ASSERT_FALSE(done.ok()) << c.what << ": " << edit.name;
      EXPECT_EQ(done.error().code, c.code) << c.what << ": " << edit.name;
      EXPECT_EQ(document.json().write(), before.json().write()) << c.what << ": " << edit.name;
      ASSERT_EQ(document.buffers().size(), before.buffers().size()) << c.what << ": " << edit.name;
      for (std::uint32_t i = 0; i < before.buffers().size(); ++i) {
        const auto left = before.buffer(i);
        const auto right = document.buffer(i);
        EXPECT_TRUE(std::equal(left.begin(), left.end(), right.begin(), right.end())) << c.what << ": " << edit.name;
      }
    }
  }
}

// A rule's "*" also matches members of objects, which have no place in a list of flags per view.
TEST(Regressions, StorageEditsEndureViewsThatAreNoArray) {
  for (const char* views : {R"("bufferViews":{"a":{"buffer":0,"byteLength":1},"b":{"buffer":0,"byteLength":2}})",
                            R"("bufferViews":[{"buffer":0,"byteLength":1},{"buffer":0,"byteLength":2}],"bufferViews":[])",
                            R"("bufferViews":[5,null,[{"buffer":0}]])"}) {
    for (const auto& edit : kStorageEdits) {
      Document document = parsed(bytesOf(
          gltfJson(R"("buffers":[{"byteLength":4,"uri":"data:;base64,AQIDBA=="}],)" + std::string(views))));
      Diagnostics diagnostics;
      EXPECT_TRUE(edit.edit(document, diagnostics).ok()) << edit.name << " " << views;
    }
  }
}

// Readers let views use the bytes of a chunk after byteLength; so must edits.
TEST(Regressions, StorageEditsKeepBytesBeyondByteLength) {
  const std::string members =
      R"("buffers":[{"byteLength":4},{"byteLength":2,"uri":"data:;base64,AQIDBAUG"}],"bufferViews":)"
      R"([{"buffer":0,"byteOffset":4,"byteLength":4},{"buffer":1,"byteOffset":2,"byteLength":4}],"accessors":)"
      R"([{"bufferView":0,"componentType":5121,"count":4,"type":"SCALAR"},{"bufferView":1,"componentType":5121,)"
      R"("count":4,"type":"SCALAR"}],"images":[{"uri":"data:image/png;base64,CQkJCQ=="}])";
  const Document original = parsed(test::glb(gltfJson(members), bytesOf("abcdefgh")));
  const auto values = [](const Document& document) {
    Diagnostics ignored;
    const Result<Asset> asset = readAsset(document, ignored);
    EXPECT_TRUE(asset.ok()) << asset.error().toString();
    std::vector<std::vector<std::uint32_t>> all;
    for (std::uint32_t i = 0; asset && i < asset->accessors.size(); ++i) {
      all.push_back(*readUints(document, *asset, AccessorIndex(i), ignored));
    }
    return all;
  };
  ASSERT_EQ(values(original), (std::vector<std::vector<std::uint32_t>>{{'e', 'f', 'g', 'h'}, {3, 4, 5, 6}}));
  for (const auto& edit : kStorageEdits) {
    Document document = original.clone();
    Diagnostics diagnostics;
    const Result<void> done = edit.edit(document, diagnostics);
    ASSERT_TRUE(done.ok()) << done.error().toString();
    EXPECT_EQ(values(document), values(original)) << edit.name;
  }
  Document document = original.clone();
  ASSERT_TRUE(addBufferView(document, bytesOf("new")).ok());
  EXPECT_EQ(values(document), values(original)) << "addBufferView";
}

// Found by the Khronos validator: an animation without `channels` was left.
TEST(Regressions, AnAnimationGoesWithItsLastChannel) {
  test::AssetBuilder b;
  b.node("first");
  b.node("second");
  b.floats(AccessorType::Scalar, {0, 1}, true);
  b.floats(AccessorType::Vec3, {0, 0, 0, 0, 1, 0});
  for (const char* channels : {R"([{"sampler":0,"target":{"node":0,"path":"translation"}}])",
                               R"([{"sampler":0,"target":{"node":0,"path":"translation"}},)"
                               R"({"sampler":0,"target":{"node":1,"path":"translation"}}])"}) {
    b.add(Kind::Animation, R"({"samplers":[{"input":0,"output":1}],"channels":)" + std::string(channels) + "}");
  }
  Document document = b.document();
  Diagnostics diagnostics;
  const Element first{Kind::Node, 0};
  ASSERT_TRUE(removeElements(document, {&first, 1}, diagnostics).ok());
  ASSERT_EQ(homeArray(document.root(), Kind::Animation)->size(), 1u);
  EXPECT_EQ(Json::at(document.root(), "/animations/0/channels")->size(), 1u);
  ASSERT_TRUE(removeElements(document, {&first, 1}, diagnostics).ok());
  EXPECT_EQ(document.root().find("animations"), nullptr);
}

// A binary chunk belongs to buffer 0 only if that is an object; `set` on anything else read wild memory.
TEST(Regressions, ABufferThatIsNoObjectGetsNoData) {
  for (const char* element : {"5", "\"text\"", "null", "[1,2,3]"}) {
    Document document = parsed(test::glb(gltfJson(R"("buffers":[)" + std::string(element) + "]"), bytesOf("abcd")));
    EXPECT_FALSE(document.hasBuffer(0)) << element;
    EXPECT_FALSE(addBufferView(document, bytesOf("new")).ok()) << element;
    Diagnostics diagnostics;
    for (const auto& edit : kStorageEdits) EXPECT_TRUE(edit.edit(document, diagnostics).ok()) << edit.name << element;
  }
}

// Found by fuzz_edit: when the first buffer was removed, the next became the first, and a binary chunk that had been
// nobody's was written as its data.
TEST(Regressions, ABinaryChunkOfNobodyDoesNotBecomeABuffer) {
  for (const char* first : {"75", R"({"uri":"data:,"})"}) {
    Document document = parsed(test::glb(gltfJson(std::string(R"("buffers":[)") + first + R"(,{"byteLength":75}])"), bytesOf("four")));
    Diagnostics said;
    const Element gone{Kind::Buffer, 0};
    ASSERT_TRUE(removeElements(document, {&gone, 1}, said));
    ASSERT_EQ(document.chunksLeftOut(Container::Glb).size(), 1u) << "it is said";
    const Result<std::vector<std::byte>> written = document.toGlb();
    ASSERT_TRUE(written);
    const Document again = parsed(*written);
    EXPECT_FALSE(again.hasBuffer(0));
    EXPECT_TRUE(Json::equal(again.root(), document.root()));
  }
}

TEST(Regressions, SetAndAppendMakeTheContainerTheyNeed) {
  const std::string text = R"({"number":12345,"text":"abc","list":[1]})";
  Diagnostics diagnostics;
  Json json = *Json::parse(text, Limits(), diagnostics);
  json.set(*json.editRoot().find("number"), "a", json.number(1u));
  json.append(*json.editRoot().find("text"), json.number(2u));
  json.set(*json.editRoot().find("list"), "b", json.number(3u));
  EXPECT_EQ(json.write(), R"({"number":{"a":1},"text":[2],"list":{"b":3}})");
}

// Found by the tests of the command: file names may be any bytes, but JSON must be UTF-8.
TEST(Regressions, NewStringsAreUtf8) {
  Json json;
  json.set(json.editRoot(), "a\xFF", json.string("b\xC3(\x80 \xE9\x9B\xAA"));
  EXPECT_EQ(json.write(), "{\"a\uFFFD\":\"b\uFFFD(\uFFFD 雪\"}");
}

// Found by fuzzing: the second half of a surrogate pair alone became ill-formed UTF-8.
TEST(Regressions, HalfASurrogatePairIsNoCharacter) {
  const std::string text = R"({"a":"x\uDDDDy"})";
  Diagnostics diagnostics;
  const Result<Json> json = Json::parse(text, Limits(), diagnostics);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->root().find("a")->string(), "x\uFFFD\uFFFD\uFFFDy");
  EXPECT_EQ(diagnostics.all()[0].toString(), "byte 5: the string has an escape that is no character [JSON_ENCODING]");
}

// Found by reading: a file decides how long its keys are, but not how long our findings get.
TEST(Regressions, LongKeysDoNotMakeLongFindings) {
  std::string binds;
  for (int i = 0; i < 5000; ++i) binds += (i ? "," : "") + std::string(R"({"node":9})");
  const std::string key(1 << 20, 'k');
  const Document document = *Document::parse(test::bytesOf(test::gltfJson(
      R"("extensions":{"VRMC_vrm":{"expressions":{"custom":{")" + key + R"(":{"morphTargetBinds":[)" + binds + "]}}}}}")));
  Diagnostics diagnostics;
  checkReferences(document.root(), diagnostics);
  std::uint32_t count = 0;
  for (const Diagnostic& d : diagnostics.all()) {
    EXPECT_LT(d.pointer.size() + d.message.size(), 1000u);
    count += d.count;
  }
  EXPECT_EQ(count, 5000u);
  Document edited = document.clone();
  edited.editJson().put("/extensions/ACME/" + key, *edited.editJson().fromText("[[],[],[]]"));
  ASSERT_TRUE(compact(edited, diagnostics).ok());
  EXPECT_TRUE(diagnostics.has(Code::EditUnknownExtension));
}

TEST(Regressions, TheTopOfAFileHasFewMembers) {
  std::string members;
  for (int i = 0; i < 2000; ++i) members += (i ? ",\"m" : "\"m") + std::to_string(i) + "\":0";
  EXPECT_EQ(Document::parse(test::bytesOf(test::gltfJson(members))).error().code, Code::LimitElements);
}

// Found by the tests of the command: an image of unknown format keeps its name, which can be any other file's.
TEST(Regressions, UnpackedFilesDoNotMeet) {
  test::AssetBuilder b;
  for (const char* name : {"model.bin", "model.gltf", "a.png", "a", "MODEL.BIN"}) {
    b.image(name, name == std::string("a") ? test::tinyPng() : bytesOf(name), "image/x-unknown");
  }
  Document document = b.document();
  b.floats(AccessorType::Scalar, {1});
  Diagnostics diagnostics;
  const auto files = unpack(document, "model", false, diagnostics);
  ASSERT_TRUE(files.ok());
  std::set<std::string> names{"model.gltf"};
  for (const NamedBytes& file : *files) {
    std::string lower = file.name;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    EXPECT_TRUE(names.insert(lower).second) << file.name;
  }
  EXPECT_EQ(names, (std::set<std::string>{"model.gltf", "model_a.png", "model_a_2.png", "model_model.bin",
                                          "model_model.bin_2", "model_model.gltf"}));
}

// Found by the tests of the command: looking whether a folder has the name threw for names that no file can have.
TEST(Regressions, NamesThatCannotBeAreErrorsNotExceptions) {
#if defined(__EMSCRIPTEN__)
  GTEST_SKIP() << "emscripten cuts long names instead of refusing them";
#endif
  const test::TempFolder folder;
  const Result<void> written = writeFile(folder.path() / std::string(300, 'x'), bytesOf("text"));
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, Code::IoWrite);
  EXPECT_EQ(folder.names(), std::set<std::string>());
}

}  // namespace
}  // namespace vrm::gltf
