// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vrm/base/diagnostic.hpp"
#include "vrm/base/result.hpp"
#include "vrm/gltf/asset.hpp"
#include "vrm/gltf/document.hpp"
#include "vrm/runtime/meshes.hpp"
#include "vrm/runtime/model.hpp"
#include "vrm/schema/vrm.hpp"

namespace vrm {

// Another name for an expression. Of several with the same alias the first whose expression the model has
// counts; an alias never hides the name of an expression.
struct ExpressionAlias {
  std::string alias;
  std::string expression;
};

struct LoadOptions {
  gltf::OpenOptions file;
  std::vector<ExpressionAlias> expressionAliases;
  // Kinds of custom expressions, by name: the standard leaves it to applications whether overrides hold them
  // down.
  std::vector<std::pair<std::string, ExpressionKind>> expressionKinds;
};

// The 52 names that face tracking of the ARKit kind uses ("browInnerUp", ...), as aliases: for the custom
// expression of that name, in any of the two spellings in use ("browInnerUp", "BrowInnerUp"), and where a
// preset means the same (eyeBlinkLeft, eyeBlinkRight, jawOpen), for that preset when the model has no
// expression of its own for it.
std::vector<ExpressionAlias> arkitAliases();

// A model with the file it came from, or the reason why there is none.
class LoadResult {
 public:
  explicit LoadResult(Error error) : error_(std::move(error)) {}

  bool ok() const noexcept { return !error_.has_value(); }
  explicit operator bool() const noexcept { return ok(); }
  const Error& error() const noexcept { return *error_; }

  // The rest only when ok().
  const std::shared_ptr<const Model>& model() const noexcept { return model_; }
  const gltf::Document& document() const noexcept { return source_->document; }
  const gltf::Asset& asset() const noexcept { return source_->asset; }
  const schema::Vrm& vrm() const noexcept { return source_->vrm; }
  const Diagnostics& diagnostics() const noexcept { return source_->diagnostics; }

 private:
  struct Source {
    gltf::Document document;
    gltf::Asset asset;
    schema::Vrm vrm;
    Diagnostics diagnostics;
  };
  friend LoadResult load(gltf::Document document, const LoadOptions& options);
  LoadResult(std::unique_ptr<const Source> source, std::shared_ptr<const Model> model)
      : source_(std::move(source)), model_(std::move(model)) {}

  std::optional<Error> error_;
  std::unique_ptr<const Source> source_;
  std::shared_ptr<const Model> model_;
};

// From a file, from the bytes of one, or from a document that was built or edited. Never throws. A file
// without VRM gives a model of nodes and meshes.
LoadResult load(const std::filesystem::path& path, const LoadOptions& options = {});
LoadResult load(std::vector<std::byte> file, const LoadOptions& options = {});
LoadResult load(gltf::Document document, const LoadOptions& options = {});

// The step from structs to what runs: settles the order of nodes and constraints, works out everything that
// does not change. Constraints that depend on themselves are left out and reported. The structs may have been
// edited: what no reader could have given (an index out of range, a number that is not finite) is ApiMisuse.
// The asset must be as readAsset gave it.
Result<std::shared_ptr<const Model>> makeModel(const gltf::Asset& asset, const schema::Vrm& vrm,
                                               Diagnostics& diagnostics, const LoadOptions& options = {});

// The geometry of a model that was loaded, for skinning on the processor and for first-person cameras.
// Animating and drawing need none of it. Accessors that cannot be read (compressed ones) are an error.
Result<std::shared_ptr<const Meshes>> loadMeshes(const LoadResult& loaded, Diagnostics& diagnostics);

}  // namespace vrm
