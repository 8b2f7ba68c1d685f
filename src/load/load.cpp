// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/load.hpp"

#include <new>

#include "base/memory.hpp"
#include "load/check.hpp"
#include "load/compile.hpp"
#include "vrm/schema/read.hpp"

namespace vrm {
namespace {

Result<std::shared_ptr<const Model>> compiled(const gltf::Asset& asset, const schema::Vrm& vrm,
                                              Diagnostics& diagnostics, const LoadOptions& options) {
  compile::Compilation c{asset, vrm, options, diagnostics, {}, {}, {}};
  compile::addNodes(c);
  compile::addHumanoid(c);
  if (Result<void> added = compile::addMeshes(c); !added) return std::move(added).error();
  compile::addExpressions(c);
  compile::addLookAt(c);
  compile::addConstraints(c);
  if (Result<void> added = compile::addSprings(c); !added) return std::move(added).error();
  return Model::make(c.facts, std::move(c.tables));
}

}  // namespace

Result<std::shared_ptr<const Model>> makeModel(const gltf::Asset& asset, const schema::Vrm& vrm,
                                               Diagnostics& diagnostics, const LoadOptions& options) try {
  if (std::optional<Error> error = compile::misfit(asset, vrm)) return *std::move(error);
  return compiled(asset, vrm, diagnostics, options);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

LoadResult load(gltf::Document document, const LoadOptions& options) try {
  auto source = std::make_unique<LoadResult::Source>();
  source->document = std::move(document);
  source->diagnostics = source->document.diagnostics();
  Result<gltf::Asset> asset = gltf::readAsset(source->document, source->diagnostics);
  if (!asset) return LoadResult(std::move(asset).error());
  source->asset = *std::move(asset);
  Result<schema::Vrm> vrm = schema::readVrm(source->document, source->asset, source->diagnostics);
  if (!vrm) return LoadResult(std::move(vrm).error());
  source->vrm = *std::move(vrm);
  Result<std::shared_ptr<const Model>> model =
      compiled(source->asset, source->vrm, source->diagnostics, options);
  if (!model) return LoadResult(std::move(model).error());
  if (options.file.strict) {
    if (Result<void> strict = source->diagnostics.asStrictResult(); !strict)
      return LoadResult(std::move(strict).error());
  }
  return LoadResult(std::move(source), *std::move(model));
} catch (const std::bad_alloc&) {
  return LoadResult(outOfMemory());
}

LoadResult load(std::vector<std::byte> file, const LoadOptions& options) try {
  Result<gltf::Document> document = gltf::Document::parse(std::move(file), options.file);
  if (!document) return LoadResult(std::move(document).error());
  return load(*std::move(document), options);
} catch (const std::bad_alloc&) {
  return LoadResult(outOfMemory());
}

LoadResult load(const std::filesystem::path& path, const LoadOptions& options) try {
  Result<gltf::Document> document = gltf::Document::open(path, options.file);
  if (!document) return LoadResult(std::move(document).error());
  return load(*std::move(document), options);
} catch (const std::bad_alloc&) {
  return LoadResult(outOfMemory());
}

}  // namespace vrm
