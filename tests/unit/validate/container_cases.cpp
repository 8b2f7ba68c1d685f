// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "unit/validate/validate_case.hpp"

namespace vrm::test {
namespace {

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

// A picture that was cut off.
Bytes bytesOfPng(std::size_t count) {
  Bytes image = tinyPng();
  image.resize(count);
  return image;
}

ValidateCase withImage(Code code, const Bytes& image, std::string_view mimeType,
                       std::vector<std::string> report, const std::vector<Edit>& edits = {}) {
  AssetBuilder b;
  b.image("picture", image, mimeType);
  b.set("/textures", R"([{"source":0}])");
  b.set("/materials", R"([{"emissiveTexture":{"index":0}}])");
  apply(b, edits);
  return {code, b.glb(), std::move(report)};
}

// Thirty accessors on the same hundred thousand bytes.
Bytes manyOnTheSameBytes() {
  std::string accessors;
  for (int i = 0; i < 30; ++i) {
    accessors += std::string(i == 0 ? "" : ",") +
                 R"({"bufferView":0,"componentType":5126,"type":"SCALAR","count":25000})";
  }
  return glb(gltfJson(R"("buffers":[{"byteLength":100000}],"bufferViews":[{"buffer":0,"byteLength":100000}],)"
                      R"("accessors":[)" +
                      accessors + "]"),
             Bytes(100'000));
}

}  // namespace

std::vector<ValidateCase> containerCases() {
  const std::string_view bin("BIN\0", 4);
  ValidateCase missing =
      ofJson(Code::ResourceMissing, R"("images":[{"uri":"x.png"}])",
             {"error /images/0/uri: \"x.png\" cannot be read: No such file or directory [RESOURCE_MISSING]",
              "information /images/0: the image is not used [GLTF_UNUSED]"});
  missing.emptyFolder = true;
  ValidateCase expanded =
      changed(Code::LimitExpandedElements, VrmVersion::Vrm0, {},
              {"error /extensions/VRM/blendShapeMaster/blendShapeGroups/1/binds/0: converting the file makes "
               "more than 3 elements, the limit [LIMIT_EXPANDED_ELEMENTS]"});
  expanded.limits.expandedElements = 3;
  return {
      {Code::LimitChecks,
       manyOnTheSameBytes(),
       {"warning the file names the same things so often that not all was looked at of the numbers of "
        "accessors [LIMIT_CHECKS]",
        "information /accessors: 30 accessors are not used: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, "
        "14, "
        "15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29 [GLTF_UNUSED]"}},
      ofJson(Code::ResourceRefused, R"("images":[{"uri":"http://example.org/x.png"}])",
             {"error /images/0/uri: the model names an external file, but no resolver was given "
              "[RESOURCE_REFUSED]",
              "information /images/0: the image is not used [GLTF_UNUSED]"}),
      missing,
      ofJson(
          Code::ResourceUri, R"("buffers":[{"byteLength":1,"uri":"data:application/octet-stream;base64,!"}])",
          {"error /buffers/0/uri: the base64 text of the data URI has an impossible length [RESOURCE_URI]"}),
      ofJson(Code::ResourceUri, R"("buffers":[{"byteLength":1,"uri":"data:text/plain;base64,AA=="}])",
             {"error /buffers/0/uri: \"text/plain\" is neither application/octet-stream nor "
              "application/gltf-buffer [RESOURCE_URI]",
              "information /buffers/0: the buffer is not used [GLTF_UNUSED]"}),
      ofJson(Code::ResourceUri,
             R"("buffers":[{"byteLength":1,"uri":"data:application/octet-stream;;base64,AA=="}])",
             {"error /buffers/0/uri: the data URI has a parameter without a value [RESOURCE_URI]",
              "information /buffers/0: the buffer is not used [GLTF_UNUSED]"}),
      ofJson(Code::LimitFileBytes, "", {"error the file has 27 bytes, the limit is 5 [LIMIT_FILE_BYTES]"},
             limited([](Limits& l) { l.fileBytes = 5; })),
      ofJson(Code::LimitJsonBytes, "",
             {"error byte 0: the JSON has 27 bytes, the limit is 5 [LIMIT_JSON_BYTES]"},
             limited([](Limits& l) { l.jsonBytes = 5; })),
      ofJson(Code::LimitJsonDepth, R"("extras":[[]])",
             {"error byte 37: the JSON nests deeper than 2 arrays and objects [LIMIT_JSON_DEPTH]"},
             limited([](Limits& l) { l.jsonDepth = 2; })),
      ofJson(Code::LimitNodes, R"("nodes":[{},{}])",
             {"error /nodes: the file has 2 nodes, the limit is 1 [LIMIT_NODES]"},
             limited([](Limits& l) { l.nodes = 1; })),
      ofJson(Code::LimitElements, R"("images":[{},{},{}])",
             {"error /images: the file has 3 images, the limit is 2 [LIMIT_ELEMENTS]"},
             limited([](Limits& l) { l.elements = 2; })),
      ofJson(
          Code::LimitAccessorElements, R"("accessors":[{"componentType":5126,"count":9,"type":"SCALAR"}])",
          {"error /accessors/0/count: the accessor has 9 elements, the limit is 8 [LIMIT_ACCESSOR_ELEMENTS]"},
          limited([](Limits& l) { l.accessorElements = 8; })),
      ofJson(Code::LimitDecodedBytes,
             R"("buffers":[{"byteLength":3,"uri":"data:application/octet-stream,abc"}])",
             {"error /buffers/0/uri: with this one all resources together have more bytes than Limits::decodedBytes, 2 "
              "[LIMIT_DECODED_BYTES]"},
             limited([](Limits& l) { l.decodedBytes = 2; })),
      expanded,
      {Code::GlbMagic, bytesOf("PK"), {"error byte 0: the file is neither GLB nor glTF JSON [GLB_MAGIC]"}},
      {Code::GlbVersion,
       glbWith({{4, 1}}),
       {"error byte 4: the GLB version is 1, only 2 is known [GLB_VERSION]"}},
      {Code::GlbLength,
       glbWith({}, 1),
       {"error byte 8: the GLB header says 88 bytes, the file has 87; it was probably cut off [GLB_LENGTH]"}},
      {Code::GlbChunk,
       glbWith({{13, 1}}),
       {"error byte 12: the chunk says 312 bytes, but only 68 are left [GLB_CHUNK]"}},
      {Code::GlbNoJson,
       glbWith({{16, 'X'}}),
       {"error byte 16: the first GLB chunk must be JSON [GLB_NO_JSON]"}},
      {Code::GlbAlignment,
       unaligned(),
       {"error byte 12: the chunk length 27 is not a multiple of four [GLB_ALIGNMENT]"}},
      {Code::GlbTrailing,
       longer(glb(gltfJson(""))),
       {"error byte 48: 5 bytes follow the end stated in the GLB header [GLB_TRAILING]"}},
      {Code::GlbChunks,
       withChunk(bin, ""),
       {"information chunk 1 of the GLB is an empty binary chunk, which can be left out [GLB_CHUNKS]"}},
      {Code::GlbChunks, withChunk(bin, "1234"), {"warning no buffer uses the binary chunk [GLB_CHUNKS]"}},
      {Code::GlbChunks,
       withChunk("JSON", "{}  "),
       {"error chunk 1 of the GLB is another JSON chunk [GLB_CHUNKS]"}},
      {Code::GlbChunks,
       withChunk("ACME", "1234"),
       {"warning chunk 1 of the GLB is of a kind that glTF does not know [GLB_CHUNKS]"}},
      {Code::GlbChunks,
       [&] {
         Bytes file = withChunk("ACME", "1234");
         appendChunk(file, bin, "1234");
         appendChunk(file, bin, "1234");
         return file;
       }(),
       {"error chunk 2 of the GLB is the binary chunk, which must follow the JSON [GLB_CHUNKS]",
        "error chunk 3 of the GLB is another binary chunk [GLB_CHUNKS]",
        "warning chunk 1 of the GLB is of a kind that glTF does not know [GLB_CHUNKS]"}},
      {Code::GlbChunks,
       glb(gltfJson(R"("buffers":[{"byteLength":4}])"), bytesOf("12345678")),
       {"warning /buffers/0/byteLength: the binary chunk goes on for 4 bytes after the buffer [GLB_CHUNKS]",
        "information /buffers/0: the buffer is not used [GLTF_UNUSED]"}},
      ofJson(Code::JsonSyntax, "x",
             {"error byte 27: this is not JSON: Missing a name for object member [JSON_SYNTAX]"}),
      ofJson(Code::JsonEncoding, "\"extras\":\"\xFF\"",
             {"error byte 37: the JSON is not valid UTF-8 [JSON_ENCODING]"}),
      ofJson(Code::JsonDuplicateKey, R"("extras":1,"extras":2)",
             {"error byte 38: the key \"extras\" appears twice in one object [JSON_DUPLICATE_KEY]"}),
      {Code::JsonPadding,
       bytesOf("\xEF\xBB\xBF" + gltfJson("")),
       {"error byte 0: the JSON starts with a byte order mark, which glTF forbids [JSON_PADDING]"}},
      {Code::GltfUri,
       glb(gltfJson(R"("images":[{"uri":"x.png"}])")),
       {"error /images/0/uri: the model names an external file, but no resolver was given [RESOURCE_REFUSED]",
        "information /images/0/uri: the GLB needs another file, \"x.png\" [GLTF_URI]",
        "information /images/0: the image is not used [GLTF_UNUSED]"}},
      {Code::GltfUri,
       glb(gltfJson(R"("buffers":[{"byteLength":1,"uri":"data:application/octet-stream;base64,AA=="}])")),
       {"warning /buffers/0/uri: the GLB holds data as text [GLTF_URI]",
        "information /buffers/0: the buffer is not used [GLTF_UNUSED]"}},
      withImage(Code::ImageFormat, bytesOf("GIF89a"), "image/png",
                {"error /images/0: the image is none of PNG, JPEG and WebP [IMAGE_FORMAT]",
                 "information /materials/0: the material is not used [GLTF_UNUSED]"}),
      withImage(Code::ImageType, tinyPng(), "image/jpeg",
                {"error /images/0/mimeType: the image is image/png, not \"image/jpeg\" [IMAGE_TYPE]",
                 "information /materials/0: the material is not used [GLTF_UNUSED]"}),
      withImage(Code::ImageType, tinyPng(), "image/png",
                {"error /textures/0/extensions/EXT_texture_webp/source: image 0 is no WebP, which "
                 "EXT_texture_webp is for [IMAGE_TYPE]",
                 "information /materials/0: the material is not used [GLTF_UNUSED]"},
                {{"/textures/0", R"({"extensions":{"EXT_texture_webp":{"source":0}}})"},
                 {"/extensionsUsed", R"(["EXT_texture_webp"])"}}),
      withImage(Code::ImageType,
                bytesOf(std::string_view(
                    "RIFF\x1A\0\0\0WEBPVP8L\x0D\0\0\0\x2F\0\0\0\x10\x07\x10\x11\x11\x88\x88\xFE\x07\0", 34)),
                "image/webp",
                {"error /images/0: WebP images need EXT_texture_webp [IMAGE_TYPE]",
                 "information /materials/0: the material is not used [GLTF_UNUSED]"}),
      ofJson(
          Code::ImageType,
          R"("images":[{"uri":"data:image/jpeg;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR42mP4z8DAAMIM/4EAAB/uBfvxq7p3AAAAAElFTkSuQmCC"}])",
          {"error /images/0/uri: the image is image/png, the data URI says \"image/jpeg\" [IMAGE_TYPE]",
           "information /images/0: the image is not used [GLTF_UNUSED]"}),
      withImage(Code::ImageBroken, bytesOfPng(20), "image/png",
                {"error /images/0: the header of the image does not tell its size [IMAGE_BROKEN]",
                 "information /materials/0: the material is not used [GLTF_UNUSED]"}),
      withImage(Code::ImageBroken, bytesOfPng(60), "image/png",
                {"error /images/0: the image is cut off, or its chunks are damaged [IMAGE_BROKEN]",
                 "information /materials/0: the material is not used [GLTF_UNUSED]"}),
  };
}

}  // namespace vrm::test
