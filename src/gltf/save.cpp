// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/save.hpp"

#include <algorithm>
#include <new>

#include "base/memory.hpp"
#include "vrm/base/bytes.hpp"
#include "vrm/base/file.hpp"
#include "vrm/gltf/edit.hpp"

namespace vrm::gltf {
namespace {

namespace fs = std::filesystem;

bool hasExternalResources(const Document& document) {
  const auto external = [](const Document::Resource& r) { return r.source == Document::Resource::Source::External; };
  return std::any_of(document.buffers().begin(), document.buffers().end(), external) ||
         std::any_of(document.images().begin(), document.images().end(), external);
}

void reportChunksLeftOut(const Document& document, Container target, Diagnostics& diagnostics) {
  for (const GlbChunk& chunk : document.chunksLeftOut(target)) {
    // Four letters, the last ones perhaps zero, or else the number.
    std::string type;
    for (std::uint32_t rest = chunk.type; rest != 0; rest >>= 8) type += static_cast<char>(rest & 0xFF);
    const bool letters = std::all_of(type.begin(), type.end(), [](char c) { return c > ' ' && c < '\x7F'; });
    type = letters && !type.empty() ? '"' + type + '"' : "of type " + std::to_string(chunk.type);
    diagnostics.add(Code::GlbChunkDropped, "",
                    "the GLB chunk " + type + " of " + std::to_string(chunk.bytes.size()) + " bytes " +
                        (target == Container::Gltf ? "has no place in .gltf" : "belongs to no buffer") +
                        " and is left out");
  }
}

Result<std::vector<fs::path>> saveGlb(const Document& document, const fs::path& path, Diagnostics& diagnostics) {
  Result<std::vector<std::byte>> bytes = std::vector<std::byte>();
  if (document.container() == Container::Glb && !hasExternalResources(document)) {
    bytes = document.toGlb();
    reportChunksLeftOut(document, Container::Glb, diagnostics);
  } else {
    Document packed = document.clone();
    if (Result<void> done = pack(packed, diagnostics); !done) return std::move(done).error();
    bytes = packed.toGlb();
    reportChunksLeftOut(packed, Container::Glb, diagnostics);
  }
  if (!bytes) return std::move(bytes).error();
  std::vector<fs::path> paths{path};  // before there is a file: what needs memory comes first
  if (Result<void> written = writeFile(path, *bytes); !written) return std::move(written).error();
  return paths;
}

Result<std::vector<fs::path>> saveGltf(const Document& document, const fs::path& path, Diagnostics& diagnostics,
                                       bool embed) {
  Document loose = document.clone();
  const std::u8string stem = path.stem().u8string();
  Result<std::vector<NamedBytes>> files =
      unpack(loose, std::string(stem.begin(), stem.end()), embed, diagnostics);
  if (!files) return std::move(files).error();
  reportChunksLeftOut(document, Container::Gltf, diagnostics);
  const std::string json = loose.toGltfJson();
  std::vector<FileToWrite> all;
  for (const NamedBytes& file : *files) {
    all.push_back({path.parent_path() / fs::path(std::u8string(file.name.begin(), file.name.end())), file.bytes,
                   Links::Replace});
  }
  all.push_back({path, asBytes(json), Links::Follow});
  std::vector<fs::path> paths;
  for (const FileToWrite& file : all) paths.push_back(file.path);
  if (Result<void> written = writeFiles(all); !written) return std::move(written).error();
  return paths;
}

}  // namespace

std::optional<Container> containerFor(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (extension == ".vrm" || extension == ".glb" || extension == ".vrma") return Container::Glb;
  if (extension == ".gltf") return Container::Gltf;
  return std::nullopt;
}

Result<std::vector<fs::path>> save(const Document& document, const fs::path& path, Diagnostics& diagnostics,
                                   const SaveOptions& options) try {
  const std::optional<Container> container = containerFor(path);
  if (!container || (options.embed && *container == Container::Glb)) {
    return Error{Code::OutputFormat,
                 container ? "only .gltf can embed its data as data URIs"
                           : "the output must end in .vrm, .glb, .vrma or .gltf",
                 "", kNoOffset};
  }
  // Edits by hand can break references; whoever saves learns of it now, not when the file is opened again.
  if (document.json().modified()) checkReferences(document.root(), diagnostics);
  return *container == Container::Glb ? saveGlb(document, path, diagnostics)
                                      : saveGltf(document, path, diagnostics, options.embed);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf
