// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "unit/validate/validate_case.hpp"

namespace vrm::test {
namespace {

ValidateCase ofJson(Code code, std::string_view members, std::vector<std::string> report,
                    Limits limits = {}) {
  return {code, bytesOf(gltfJson(members)), std::move(report), limits};
}

// A GLB of nothing but a name, with some of its bytes changed.
Bytes glbWith(std::initializer_list<std::pair<std::size_t, unsigned char>> bytes, std::size_t cut = 0) {
  Bytes file = glb(gltfJson(R"("buffers":[{"byteLength":4}])"), bytesOf("1234"));
  for (const auto& [at, value] : bytes) file[at] = static_cast<std::byte>(value);
  file.resize(file.size() - cut);
  return file;
}

void appendChunk(Bytes& file, std::string_view type, std::string_view data) {
  const auto length = static_cast<std::uint32_t>(data.size());
  for (const Bytes& part : {bytesOf<std::uint32_t>({length}), bytesOf(type), bytesOf(data)})
    file.insert(file.end(), part.begin(), part.end());
  const Bytes total = bytesOf<std::uint32_t>({static_cast<std::uint32_t>(file.size())});
  std::copy(total.begin(), total.end(), file.begin() + 8);
}

Bytes withChunk(std::string_view type, std::string_view data) {
  Bytes file = glb(gltfJson(""));
  appendChunk(file, type, data);
  return file;
}

Bytes unaligned() {
  Bytes file = glb(gltfJson(""));
  file[8] = std::byte{47};  // no padding after 27 bytes of JSON
  file[12] = std::byte{27};
  file.resize(47);
  return file;
}

Bytes longer(Bytes file) {
  file.resize(file.size() + 5);
  return file;
}

template <class Set>
Limits limited(Set&& set) {
  Limits limits;
  set(limits);
  return limits;
}

std::string png(std::string_view more) {
  return R"("images":[{"uri":")" + std::string(more) + R"("}],"textures":[{"source":0}],)" +
         R"("materials":[{"emissiveTexture":{"index":0}}],"meshes":[{"primitives":[{"attributes":{}}]}],"nodes":[{"mesh":0}])";
}

ValidateCase withImage(Code code, const Bytes& image, std::string_view mimeType,
                       std::vector<std::string> report, const std::vector<Edit>& edits = {}) {
  AssetBuilder b;
  b.image("picture", image, mimeType);
  b.set("/textures", R"([{"source":0}])");
  b.set("/materials", R"([{"emissiveTexture":{"index":0}}])");
  b.set("/extensions/KHR_materials_variants", R"({"variants":[{"name":"one"}]})");
  b.use("KHR_materials_variants");
  apply(b, edits);
  return {code, b.glb(), std::move(report)};
}

}  // namespace

std::vector<ValidateCase> containerCases() {
  const std::string_view bin("BIN\0", 4);
  Bytes cut = tinyPng();
  cut.resize(12);
  ValidateCase missing = ofJson(Code::ResourceMissing, R"("images":[{"uri":"x.png"}])", {});
  missing.emptyFolder = true;
  ValidateCase expanded = changed(Code::LimitExpandedElements, VrmVersion::Vrm0, {}, {});
  expanded.limits.expandedElements = 3;
  return {
      ofJson(Code::ResourceRefused, R"("images":[{"uri":"http://example.org/x.png"}])", {}),
      missing,
      ofJson(Code::ResourceUri,
             R"("buffers":[{"byteLength":1,"uri":"data:application/octet-stream;base64,!"}])", {}),
      ofJson(Code::ResourceUri, R"("buffers":[{"byteLength":1,"uri":"data:text/plain;base64,AA=="}])", {}),
      ofJson(Code::ResourceUri,
             R"("buffers":[{"byteLength":1,"uri":"data:application/octet-stream;;base64,AA=="}])", {}),
      ofJson(Code::LimitFileBytes, "", {}, limited([](Limits& l) { l.fileBytes = 5; })),
      ofJson(Code::LimitJsonBytes, "", {}, limited([](Limits& l) { l.jsonBytes = 5; })),
      ofJson(Code::LimitJsonDepth, R"("extras":[[]])", {}, limited([](Limits& l) { l.jsonDepth = 2; })),
      ofJson(Code::LimitNodes, R"("nodes":[{},{}])", {}, limited([](Limits& l) { l.nodes = 1; })),
      ofJson(Code::LimitElements, R"("images":[{},{},{}])", {}, limited([](Limits& l) { l.elements = 2; })),
      ofJson(Code::LimitAccessorElements, R"("accessors":[{"componentType":5126,"count":9,"type":"SCALAR"}])",
             {}, limited([](Limits& l) { l.accessorElements = 8; })),
      ofJson(Code::LimitDecodedBytes,
             R"("buffers":[{"byteLength":3,"uri":"data:application/octet-stream,abc"}])", {},
             limited([](Limits& l) { l.decodedBytes = 2; })),
      expanded,
      {Code::GlbMagic, bytesOf("PK"), {}},
      {Code::GlbVersion, glbWith({{4, 1}}), {}},
      {Code::GlbLength, glbWith({}, 1), {}},
      {Code::GlbChunk, glbWith({{13, 1}}), {}},
      {Code::GlbNoJson, glbWith({{16, 'X'}}), {}},
      {Code::GlbAlignment, unaligned(), {}},
      {Code::GlbTrailing, longer(glb(gltfJson(""))), {}},
      {Code::GlbChunks, withChunk(bin, ""), {}},
      {Code::GlbChunks, withChunk(bin, "1234"), {}},
      {Code::GlbChunks, withChunk("JSON", "{}  "), {}},
      {Code::GlbChunks, withChunk("ACME", "1234"), {}},
      {Code::GlbChunks,
       [&] {
         Bytes file = withChunk("ACME", "1234");
         appendChunk(file, bin, "1234");
         appendChunk(file, bin, "1234");
         return file;
       }(),
       {}},
      {Code::GlbChunks, glb(gltfJson(R"("buffers":[{"byteLength":4}])"), bytesOf("12345678")), {}},
      ofJson(Code::JsonSyntax, "x", {}),
      ofJson(Code::JsonEncoding, "\"extras\":\"\xFF\"", {}),
      ofJson(Code::JsonDuplicateKey, R"("extras":1,"extras":2)", {}),
      {Code::JsonPadding, bytesOf("\xEF\xBB\xBF" + gltfJson("")), {}},
      {Code::GltfUri, glb(gltfJson(png("x.png"))), {}},
      {Code::GltfUri,
       glb(gltfJson(R"("buffers":[{"byteLength":1,"uri":"data:application/octet-stream;base64,AA=="}])")),
       {}},
      withImage(Code::ImageFormat, bytesOf("GIF89a"), "image/png", {}),
      withImage(Code::ImageType, tinyPng(), "image/jpeg", {}),
      withImage(Code::ImageType, tinyPng(), "image/png", {},
                {{"/textures/0", R"({"extensions":{"EXT_texture_webp":{"source":0}}})"},
                 {"/extensionsUsed/-", R"("EXT_texture_webp")"}}),
      withImage(Code::ImageType,
                bytesOf(std::string_view(
                    "RIFF\x1A\0\0\0WEBPVP8L\x0D\0\0\0\x2F\0\0\0\x10\x07\x10\x11\x11\x88\x88\xFE\x07\0", 34)),
                "image/webp", {}),
      ofJson(
          Code::ImageType,
          R"("images":[{"uri":"data:image/jpeg;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR42mP4z8DAAMIM/4EAAB/uBfvxq7p3AAAAAElFTkSuQmCC"}])",
          {}),
      withImage(Code::ImageBroken, cut, "image/png", {}),
  };
}

}  // namespace vrm::test
