// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/limits.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/glb.hpp"
#include "vrm/gltf/json.hpp"
#include "vrm/gltf/resolver.hpp"

namespace vrm::gltf {

enum class Container : std::uint8_t { Glb, Gltf };

struct OpenOptions {
  Limits limits;
  bool strict = false;                 // every finding of severity warning or worse becomes an error
  const Resolver* resolver = nullptr;  // for external files; open(path) uses the model's own folder if null
};

// A model file as it is: the whole JSON, the binary data and everything we do not understand. Nothing is thrown away
// and nothing is repaired here; typed views (asset.hpp) are read from it, edits (edit.hpp) write to it.
class Document {
 public:
  // Reads GLB (.vrm, .glb, .vrma) or glTF JSON (.gltf), told apart by content, not by name. Never throws.
  static Result<Document> open(const std::filesystem::path& path, const OpenOptions& options = {});
  static Result<Document> parse(std::vector<std::byte> file, const OpenOptions& options = {});

  // An empty glTF 2.0 model to build on.
  Document();
  Document(Document&&) noexcept = default;
  Document& operator=(Document&&) noexcept = default;
  Document clone() const;

  Container container() const noexcept { return container_; }
  const Limits& limits() const noexcept { return limits_; }
  const Diagnostics& diagnostics() const noexcept { return diagnostics_; }

  const JsonValue& root() const noexcept { return json_.root(); }
  const Json& json() const noexcept { return json_; }
  Json& editJson() noexcept { return json_; }

  // The chunks after the JSON of a GLB. The binary one is the data of buffer 0 when that has no `uri`.
  std::span<const GlbChunk> chunks() const noexcept { return chunks_; }
  // Those of them that writing to `target` leaves out, beside the one that is a buffer: all for .gltf, for GLB binary
  // chunks that no buffer had in the file and that would be taken for the data of what is buffer 0 now.
  std::vector<GlbChunk> chunksLeftOut(Container target) const;

  // The bytes of a buffer, empty when it has none (see hasBuffer). They may be longer than its byteLength.
  std::span<const std::byte> buffer(std::uint32_t index) const noexcept;
  bool hasBuffer(std::uint32_t index) const noexcept;
  // The bytes of a buffer view; an error says which part of the chain is broken.
  Result<std::span<const std::byte>> bufferView(std::uint32_t index) const;
  // The encoded bytes (PNG, JPEG, ...) of an image: from its buffer view, data URI or external file.
  Result<std::span<const std::byte>> image(std::uint32_t index) const;

  // Data of the elements of `buffers` and `images`, kept in step with the JSON by the edit layer.
  struct Resource {
    enum class Source : std::uint8_t { None, BinChunk, DataUri, External, Edited };
    Source source = Source::None;
    std::span<const std::byte> bytes;  // into `owned` or the file
    std::vector<std::byte> owned;
  };
  std::vector<Resource>& editBuffers() noexcept { return buffers_; }
  std::vector<Resource>& editImages() noexcept { return images_; }
  std::span<const Resource> buffers() const noexcept { return buffers_; }
  std::span<const Resource> images() const noexcept { return images_; }

  // The whole file again. Without edits a GLB comes out with the JSON text and the chunks it came with. Needs all
  // data in the binary chunk (see pack in edit.hpp).
  Result<std::vector<std::byte>> toGlb() const;
  std::uint64_t glbBytes() const;  // about what that takes, with all data that is outside now
  std::string toGltfJson() const;

 private:
  bool takesBinChunk() const noexcept;  // whether readers take the first binary chunk for the data of buffer 0
  bool isStray(std::uint32_t chunk) const noexcept;
  Result<void> read(const OpenOptions& options);
  Result<void> readResources(const OpenOptions& options);
  Result<void> readResource(std::string_view uri, std::string pointer, const OpenOptions& options,
                            std::uint64_t& budget, Resource& out);

  Container container_ = Container::Gltf;
  Limits limits_;
  std::shared_ptr<const std::vector<std::byte>> file_;  // never changed, so that clones share it
  std::string_view jsonText_;
  Json json_;
  std::vector<GlbChunk> chunks_;
  std::uint32_t binChunk_ = kNone;  // which of chunks_ is the data of buffer 0
  std::vector<Resource> buffers_;
  std::vector<Resource> images_;
  Diagnostics diagnostics_;
};

}  // namespace vrm::gltf
