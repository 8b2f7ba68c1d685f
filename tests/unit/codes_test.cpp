// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// One way to get every code of the registry, with its place and its message; and docs/issues.md says the same.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "apps/vrm/scenario.hpp"
#include "support/asset_builder.hpp"
#include "support/model_builder.hpp"
#include "support/temp_folder.hpp"
#include "unit/code_case.hpp"
#include "unit/validate/validate_case.hpp"

namespace vrm {
namespace {

using gltf::Document;
using gltf::OpenOptions;
using test::Bytes;
using test::bytesOf;
using test::gltfJson;

// The finding that opening and reading a file gives: its error, or its first diagnostic.
std::string finding(const Bytes& file, const OpenOptions& options = {}) {
  const Result<Document> document = Document::parse(file, options);
  if (!document) return document.error().toString();
  Diagnostics diagnostics = document->diagnostics();
  const Result<gltf::Asset> asset = gltf::readAsset(*document, diagnostics);
  if (!asset) return asset.error().toString();
  for (std::uint32_t i = 0; i < asset->accessors.size(); ++i) {
    const auto read = gltf::readFloats(*document, *asset, AccessorIndex(i), diagnostics);
    if (!read) return read.error().toString();
  }
  return diagnostics.empty() ? "" : diagnostics.all()[0].toString();
}

// The first thing that normalising says.
std::string normalizing(const std::string& members) {
  gltf::Document document = *gltf::Document::parse(bytesOf(gltfJson(members)));
  Diagnostics said;
  static_cast<void>(edit::normalize(document, {}, said));
  return said.all().empty() ? "nothing" : said.all().front().toString();
}

std::string exporting(const std::string& members) {
  gltf::Document document = *gltf::Document::parse(bytesOf(gltfJson(members)));
  Diagnostics said;
  static_cast<void>(edit::applyExportRules(document, {}, said));
  return said.all().empty() ? "nothing" : said.all().front().toString();
}

std::string shrinking(const std::string& members) {
  gltf::Document document = *gltf::Document::parse(bytesOf(gltfJson(members)));
  Diagnostics said;
  edit::OptimizeOptions options;
  options.maxTexture = 1;
  static_cast<void>(edit::optimize(document, options, said));
  return said.all().empty() ? "nothing" : said.all().front().toString();
}

std::string ofJson(const std::string& members, OpenOptions options = {}) {
  return finding(bytesOf(gltfJson(members)), options);
}

std::string limited(const std::string& members, std::uint64_t Limits::*limit, std::uint64_t value) {
  OpenOptions options;
  options.limits.*limit = value;
  return ofJson(members, options);
}

std::string glbWith(std::size_t at, unsigned char value, std::size_t cut = 0) {
  Bytes file = test::glb(gltfJson(""), bytesOf("1234"));
  file[at] = static_cast<std::byte>(value);
  file.resize(file.size() - cut);
  return finding(file);
}

std::string binary(const std::string& members, const Bytes& bin) {
  return finding(test::glb(gltfJson(members), bin));
}

// The finding that saving as .gltf gives for a GLB whose binary chunk no buffer uses.
std::string chunkDropped(const std::filesystem::path& folder) {
  Diagnostics diagnostics;
  const Result<Document> document = Document::parse(test::glb(gltfJson(""), bytesOf("1234")));
  EXPECT_TRUE(gltf::save(*document, folder / "m.gltf", diagnostics).ok());
  return diagnostics.empty() ? "" : diagnostics.all()[0].toString();
}

// Two springs, each with a collider that the other hits.
std::string springsInARing() {
  test::ModelBuilder b;
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::uint32_t head = b.node(), tail = b.node({{0, 1, 0}, {}, {1, 1, 1}}, head);
    b.spring({head, tail}).colliderGroups = {ColliderGroupIndex(1 - i)};
    b.collider(head, {});
  }
  Diagnostics said;
  b.make({}, &said);
  return said.empty() ? "" : said.all()[0].toString();
}

// OutOfMemory needs more memory than any machine has; image_codec_test.cpp asks for that. tests/render has those of
// drawing.
const std::set<Code> kElsewhere = {Code::OutOfMemory, Code::RenderUnavailable, Code::RenderFailed};

using Case = test::CodeCase;

// Three vertices and three indices for each of two nodes.
std::string drawnTwice() {
  LoadOptions options;
  options.file.limits.drawnElements = 11;
  const LoadResult loaded =
      load(test::glb(gltfJson(R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],)"
                              R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0},{"mesh":0}])")),
           options);
  Diagnostics said;
  return loadMeshes(loaded, said).error().toString();
}

std::vector<Case> cases() {
  const test::TempFolder folder;
  const Result<void> written = writeFile(folder.path() / "two", bytesOf("12"));
  EXPECT_TRUE(written.ok());
  OpenOptions shallow;
  shallow.limits.jsonDepth = 2;
  OpenOptions fewNodes;
  fewNodes.limits.nodes = 1;
  fewNodes.limits.elements = 2;
  Limits fewPixels;
  fewPixels.imagePixels = 3;
  Document document;
  Diagnostics edits;
  test::AssetBuilder used;
  used.indices({1});
  Document usedDocument = used.document();
  const gltf::Element view{gltf::Kind::BufferView, 0};
  const std::uint32_t wrongOrder[] = {0, 0};
  test::AssetBuilder unknown;
  unknown.set("/nodes", R"([{"extensions":{"ACME_x":{}}}])");
  Document unknownDocument = unknown.document();
  test::AssetBuilder uneven;
  uneven.set("/materials", "[{}]");
  uneven.set("/extensions/VRM/materialProperties", "[]");
  Document unevenDocument = uneven.document();
  Diagnostics outOfStep;
  EXPECT_TRUE(removeElement(unevenDocument, {gltf::Kind::Material, 0}, outOfStep).ok());
  const std::uint32_t order[] = {0};
  EXPECT_TRUE(reorderElements(unknownDocument, gltf::Kind::Node, order, edits).ok());

  std::vector<Case> list = {
      {Code::IoNotFound, Document::open(folder.path() / "none.vrm").error().toString(), "there is no such file"},
      {Code::IoRead, Document::open(folder.path()).error().toString(), "this is a folder, not a file"},
      {Code::IoWrite, writeFile(folder.path() / "no" / "x", {}).error().toString(), "cannot write"},
      {Code::OutputFormat, gltf::save(document, "m.fbx", edits).error().toString(), "the output must end in .vrm"},
      {Code::ResourceRefused, ofJson(R"("images":[{"uri":"http://example.org/x.png"}])"),
       "/images/0/uri: the model names an external file, but no resolver was given"},
      {Code::ResourceMissing, gltf::FolderResolver(folder.path()).fetch("x.png", 9).error().toString(),
       "\"x.png\" cannot be read: No such file"},
      {Code::ResourceUri, ofJson(R"("buffers":[{"byteLength":1,"uri":"data:;base64,!"}])"),
       "/buffers/0/uri: the base64 text of the data URI has an impossible length"},
      {Code::LimitFileBytes, readFile(folder.path() / "two", 1).error().toString(), "the file has 2 bytes, the limit is 1"},
      {Code::LimitJsonBytes, limited("", &Limits::jsonBytes, 5), "byte 0: the JSON has 27 bytes, the limit is 5"},
      {Code::LimitJsonDepth, ofJson(R"("a":[[]])", shallow), "byte 32: the JSON nests deeper than 2 arrays and objects"},
      {Code::LimitNodes, ofJson(R"("nodes":[{},{}])", fewNodes), "/nodes: the file has 2 nodes, the limit is 1"},
      {Code::LimitElements, ofJson(R"("images":[{},{},{}])", fewNodes), "/images: the file has 3 images, the limit is 2"},
      {Code::LimitAccessorElements,
       limited(R"("accessors":[{"componentType":5126,"count":9,"type":"SCALAR"}])", &Limits::accessorElements, 8),
       "/accessors/0/count: the accessor has 9 elements, the limit is 8"},
      {Code::LimitDecodedBytes, limited(R"("buffers":[{"byteLength":3,"uri":"data:,abc"}])", &Limits::decodedBytes, 2),
       "/buffers/0/uri: "},
      {Code::LimitDrawnElements, drawnTwice(), "/meshes/0: the nodes draw more vertices, indices, morph targets and joints than Limits::drawnElements, 11 ["},
      {Code::ApiMisuse, gltf::addElement(document, gltf::Kind::Pointer, {}).error().toString(), "this kind has no array"},
      {Code::ScenarioInvalid, cli::readScenario(R"({"frames":0})").error().toString(), "/frames: the number of frames must be"},
      {Code::SnapshotMismatch, Avatar(load(Document{}).model()).restore({}).error().toString(), "it is too short to be a snapshot"},
      {Code::VrmSpringOrder, springsInARing(), "the springs hit colliders on each other in a ring"},
      {Code::GlbMagic, finding(bytesOf("PK")), "byte 0: the file is neither GLB nor glTF JSON"},
      {Code::GlbVersion, glbWith(4, 1), "byte 4: the GLB version is 1, only 2 is known"},
      {Code::GlbLength, glbWith(0, 'g', 1), "byte 8: the GLB header says 60 bytes, the file has 59; it was probably cut off"},
      {Code::GlbChunk, glbWith(13, 1), "byte 12: the chunk says 284 bytes, but only 40 are left"},
      {Code::GlbNoJson, glbWith(16, 'X'), "byte 16: the first GLB chunk must be JSON"},
      {Code::GlbAlignment,
       [] {
         Bytes file = test::glb(gltfJson(""));
         file[8] = std::byte{47};  // no padding after 27 bytes of JSON
         file[12] = std::byte{27};
         file.resize(47);
         return finding(file);
       }(),
       "byte 12: the chunk length 27 is not a multiple of four"},
      {Code::GlbTrailing,
       [] {
         Bytes file = test::glb(gltfJson(""));
         file.resize(file.size() + 5);
         return finding(file);
       }(),
       "byte 48: 5 bytes follow the end stated in the GLB header"},
      {Code::JsonSyntax, ofJson("x"), "byte 27: "},
      {Code::GlbChunkDropped, chunkDropped(folder.path()),
       "the GLB chunk \"BIN\" of 4 bytes has no place in .gltf and is left out"},
      {Code::JsonEncoding, ofJson("\"extras\":\"\xFF\""), "byte 37: the JSON is not valid UTF-8"},
      {Code::JsonDuplicateKey, ofJson(R"("extras":1,"extras":2)"), "byte 38: the key \"extras\" appears twice in one object"},
      {Code::JsonPadding, finding(bytesOf("\xEF\xBB\xBF" + gltfJson(""))), "byte 0: the JSON starts with a byte order mark"},
      {Code::GltfVersion, finding(bytesOf(R"({"asset":{"version":"1.0"}})")),
       "/asset/version: the file is glTF \"1.0\", only 2.x can be read"},
      {Code::GltfMissing, finding(bytesOf("{}")), "/asset: asset is missing; the file is read as glTF 2.0"},
      {Code::GltfType, ofJson(R"("nodes":[{"name":3}])"), "/nodes/0/name: name must be a string"},
      {Code::GltfValue, ofJson(R"("materials":[{"alphaMode":"GLASS"}])"),
       "/materials/0/alphaMode: GLASS is not a legal value for alphaMode"},
      {Code::GltfIndexRange, ofJson(R"("nodes":[{"mesh":7}],"meshes":[{"primitives":[]},{"primitives":[]},{"primitives":[]}])"),
       "/nodes/0/mesh: 7 is out of range, the file has 3 meshes"},
      {Code::GltfNodeCycle, ofJson(R"("nodes":[{"children":[0]}])"), "/nodes/0: node 0 is a descendant of itself"},
      {Code::GltfNodeTwoParents, ofJson(R"("nodes":[{"children":[2]},{"children":[2]},{}])"),
       "/nodes/1/children/0: node 2 is already a child of node 0"},
      {Code::GltfRotation, ofJson(R"("nodes":[{"rotation":[0,0,0,2]}])"), "/nodes/0/rotation: the rotation is no unit"},
      {Code::GltfNodeSize, ofJson(R"("nodes":[{"scale":[1,1e10,1]}])"), "/nodes/0: node 0 is more than 1e9 times as large"},
      {Code::GltfMatrix, ofJson(R"("nodes":[{"matrix":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]}])"),
       "/nodes/0/matrix: the matrix is not made of"},
      {Code::GltfBufferMissing, ofJson(R"("buffers":[{"byteLength":1}])"),
       "/buffers/0: the buffer has neither a uri nor a binary chunk"},
      {Code::GltfBufferLength, binary(R"("buffers":[{"byteLength":9}])", bytesOf("1234")),
       "/buffers/0/byteLength: the buffer should have 9 bytes, but its data has 4"},
      {Code::GltfViewBounds,
       binary(R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteOffset":1,"byteLength":4}])", bytesOf("1234")),
       "/bufferViews/0: bytes 1 to 5 reach past the end of buffer 0, which has 4 bytes"},
      {Code::GltfAccessorBounds,
       binary(R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}],)"
              R"("accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"}])",
              bytesOf("1234")),
       "/accessors/0: 2 elements need 8 bytes, but buffer view 0 has 4"},
      {Code::GltfAccessorSparse,
       binary(R"("buffers":[{"byteLength":8}],"bufferViews":[{"buffer":0,"byteLength":8}],"accessors":[{"componentType":5126,)"
              R"("count":1,"type":"SCALAR","sparse":{"count":1,"indices":{"bufferView":0,"componentType":5121},)"
              R"("values":{"bufferView":0,"byteOffset":4}}}])",
              bytesOf<std::uint32_t>({5, 0})),
       "/accessors/0/sparse/indices: a sparse index is not below the accessor's count 1"},
      {Code::GltfAccessorFinite,
       binary(R"("buffers":[{"byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}],)"
              R"("accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR"}])",
              bytesOf<std::uint32_t>({0x7FC00000})),
       "/accessors/0: 1 of 1 numbers are NaN or infinite"},
      {Code::GltfAccessorFormat,
       ofJson(R"("accessors":[{"componentType":5126,"count":1,"type":"VEC2"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])"),
       "/meshes/0/primitives/0/attributes/POSITION: accessor 0 is VEC2 of component type 5126, which cannot serve as POSITION"},
      {Code::GltfExtensionUnsupported, ofJson(R"("extensionsRequired":["ACME_magic"])"),
       "/extensionsRequired/0: the file requires ACME_magic, which is not supported"},
      {Code::EditStillReferenced, removeElements(usedDocument, {&view, 1}, edits).error().toString(),
       "/accessors/0/bufferView: /bufferViews/0 cannot be removed while this needs it"},
      {Code::EditIndexMap, reorderElements(usedDocument, gltf::Kind::Accessor, wrongOrder, edits).error().toString(),
       "/accessors: the new order is not a permutation of the 1 accessor"},
      {Code::EditOutOfStep, outOfStep.all().front().toString(),
       "/extensions/VRM/materialProperties: there are 0 material properties for 1 material"},
      {Code::EditUnknownExtension, edits.all().back().toString(),
       "/nodes/0/extensions/ACME_x: the extension is unknown; indices in it are left as they are"},
      {Code::VrmLicenceWider,
       [] {
         edit::MigrateOptions options;
         options.meta.emplace();
         options.meta->avatarPermission = schema::AvatarPermission::Everyone;
         Document old = *Document::parse(bytesOf(gltfJson(R"("extensions":{"VRM":{"meta":{}}})")));
         Diagnostics said;
         return edit::migrate(old, options, said).error().toString();
       }(),
       "/avatarPermission: the terms of a model are not made wider: the source allows no more than avatarPermission onlyAuthor"},
      {Code::EditKept, normalizing(R"("nodes":[{"camera":0,"rotation":[1,0,0,0]}],)"
                                   R"("cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1}}])"),
       "/nodes/0: the rotation stays: a camera looks along it"},
      {Code::EditImageKept,
       shrinking(R"("images":[{"uri":"data:image/ktx2,x"}],"textures":[{"source":0}],"materials":[{"emissiveTexture":{"index":0}}],)"
                 R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3"}],"nodes":[{"mesh":0}],)"
                 R"("meshes":[{"primitives":[{"material":0,"attributes":{"POSITION":0}}]}],"scenes":[{"nodes":[0]}])"),
       "/images/0: the image stays as large as it is: it is none of PNG, JPEG and WebP"},
      {Code::EditApproximate,
       normalizing(R"("nodes":[{"scale":[1,2,1],"children":[1]},{}],"extensions":{"VRMC_springBone":)"
                   R"({"specVersion":"1.0","springs":[{"joints":[{"node":0},{"node":1}]}]}})"),
       "/nodes/0: it is scaled at rest, differently along its axes"},
      {Code::EditRebuilt,
       exporting(R"("accessors":[{"componentType":5126,"count":1,"type":"VEC3"}],"meshes":[{"primitives":)"
                 R"([{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]},{"attributes":{"POSITION":0}}]}])"),
       "/meshes/0: 1 of its 2 primitives got attributes or morph targets that others have"},
      {Code::EditUneven,
       exporting(R"("accessors":[{"componentType":5126,"count":1,"type":"VEC3"}],"meshes":[{"primitives":)"
                 R"([{"attributes":{"POSITION":0,"NORMAL":0}},{"attributes":{"POSITION":0}}]}])"),
       "/meshes/0: some of its primitives have no NORMAL, others have"},
  };
#if VRM_WITH_IMAGES
  list.push_back({Code::LimitImagePixels, gltf::decodeImage(test::tinyPng(), fewPixels).error().toString(),
                  "the image has 2 x 2 pixels, Limits::imagePixels is 3"});
  list.push_back({Code::ImageFormat, gltf::decodeImage(bytesOf("GIF89a"), {}).error().toString(),
                  "the image starts like none of PNG, JPEG and WebP"});
  Bytes cut = test::tinyPng();
  cut.resize(40);
  list.push_back({Code::ImageBroken, gltf::decodeImage(cut, {}).error().toString(),
                  "the PNG cannot be decoded: "});
#else
  list.push_back({Code::ImageDisabled, gltf::decodeImage(test::tinyPng(), {}).error().toString(),
                  "this build has no image codecs (VRM_IMAGES is off)"});
#endif
  for (const Case& c : test::schemaCodeCases()) list.push_back(c);
  list.push_back({Code::MemberUnknown, validate(bytesOf(gltfJson(R"("node":[])"))).issues.at(0).toString(),
                  "/node: \"node\" is no member of root"});
  return list;
}

TEST(Codes, EveryCodeCanBeHadWithItsPlaceAndMessage) {
#if VRM_WITH_IMAGES
  std::set<Code> seen = {Code::ImageDisabled};
#else
  std::set<Code> seen = {Code::LimitImagePixels, Code::ImageFormat, Code::ImageBroken};
#endif
  for (const Case& c : cases()) {
    seen.insert(c.code);
    EXPECT_FALSE(c.expected.empty()) << c.got;
    EXPECT_TRUE(c.got.starts_with(c.expected)) << c.got << "\nexpected " << c.expected;
    EXPECT_TRUE(c.got.ends_with("[" + std::string(name(c.code)) + "]")) << c.got;
  }
  // What only the validator says has its files there.
  for (const test::ValidateCase& c : test::allValidateCases()) seen.insert(c.code);
  for (const CodeInfo& row : allCodes()) {
    EXPECT_TRUE(seen.contains(row.code) || kElsewhere.contains(row.code)) << row.name << " has no case here";
  }
}

TEST(Codes, StrictMakesRepairsErrors) {
  OpenOptions strict;
  strict.strict = true;
  EXPECT_EQ(Document::parse(bytesOf("{}"), strict).error().code, Code::GltfMissing);
  EXPECT_TRUE(Document::parse(bytesOf(gltfJson("")), strict).ok());
}

// docs/issues.md has one row per code between two marker lines. To renew it: VRM_UPDATE_DOCS=1 vrm_tests.
TEST(Docs, IssuesListIsUpToDate) {
  const std::filesystem::path path = std::filesystem::path(VRM_SOURCE_DIR) / "docs" / "issues.md";
  std::stringstream content;
  content << std::ifstream(path).rdbuf();
  std::string table = "| code | reading | verdict | meaning | how to mend it |\n|---|---|---|---|---|\n";
  for (const CodeInfo& row : allCodes()) {
    for (const std::string_view cell : {name(row.severity), name(row.verdict), row.meaning, row.fix})
      EXPECT_FALSE(cell.empty()) << row.name;
    table += "| `" + std::string(row.name) + "` | " + std::string(name(row.severity)) + " | " +
             std::string(name(row.verdict)) + " | " + std::string(row.meaning) + " | " + std::string(row.fix) + " |\n";
  }
  const std::string begin = "<!-- codes -->\n", end = "<!-- /codes -->";
  std::string text = content.str();
  const std::size_t from = text.find(begin), to = text.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  if (std::getenv("VRM_UPDATE_DOCS")) {
    text.replace(from + begin.size(), to - from - begin.size(), table);
    std::ofstream(path) << text;
  } else {
    EXPECT_EQ(text.substr(from + begin.size(), to - from - begin.size()), table);
  }
}

}  // namespace
}  // namespace vrm
