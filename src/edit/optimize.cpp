// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/optimize.hpp"

#include <optional>
#include <utility>

#include "edit/all_or_nothing.hpp"
#include "edit/compression.hpp"
#include "edit/optimize_steps.hpp"
#include "gltf/remap.hpp"
#include "vrm/gltf/edit.hpp"

namespace vrm::edit {
namespace {

std::uint64_t drawCalls(const gltf::Asset& asset) {
  std::uint64_t calls = 0;
  for (const gltf::Node& node : asset.nodes) {
    if (node.mesh) calls += asset.meshes[node.mesh.value].primitives.count;
  }
  return calls;
}

// A model cannot be optimised when it cannot be read.
Result<std::uint64_t> drawCallsOf(const gltf::Document& document) {
  Diagnostics ignored;  // loading the file has told
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  if (!asset) return asset.error();
  return drawCalls(*asset);
}

void sayImagesStay(const OptimizeOptions& options, const std::string& why, Diagnostics& diagnostics) {
  if (options.maxTexture > 0)
    diagnostics.add(Code::EditImageKept, "/images", "the images stay as large as they are: " + why);
}

// Accessors without bytes are zeros, and take some when primitives or their vertices become fewer.
bool isMuchLarger(const OptimizeSummary& s) {
  constexpr std::uint64_t kLittle = 1 << 16;
  return s.bytesAfter > 2 * s.bytesBefore + kLittle;
}

Result<OptimizeSummary> optimized(gltf::Document& document, const OptimizeOptions& options,
                                  Diagnostics& diagnostics) {
  if (std::optional<Error> error = compression(document)) return *std::move(error);
  OptimizeSummary summary;
  Result<std::uint64_t> calls = drawCallsOf(document);
  if (!calls) return std::move(calls).error();
  summary.drawCallsBefore = summary.drawCallsAfter = *calls;
  summary.bytesBefore = summary.bytesAfter = document.glbBytes();
  if (gltf::reportUnknownExtensions(document, diagnostics)) {
    sayImagesStay(options, "the file has extensions that are not known, and stays as it is", diagnostics);
    return summary;
  }

  gltf::detachDangling(document, {gltf::Kind::Accessor, gltf::Kind::BufferView, gltf::Kind::Buffer});
  OptimizeRun run{document, options, summary, diagnostics};
  const auto say = [&](std::string_view what) {
    if (options.progress) options.progress(what);
  };
  const auto steps = [&]() -> Result<void> {
    say("looking for what is not used");
    if (Result<void> done = dropUnused(run); !done) return done;
    if (Result<void> done = shrinkTextures(run); !done) return done;
    if (Result<void> done = mergeLooks(run); !done) return done;
    say("looking at the meshes");
    if (Result<void> done = dropMorphs(run); !done) return done;
    if (Result<void> done = dropVertices(run); !done) return done;
    if (Result<void> done = mergeSkins(run); !done) return done;
    if (Result<void> done = mergeMeshes(run); !done) return done;
    if (Result<void> done = mergePrimitives(run); !done) return done;
    if (Result<void> done = mergeAccessors(run); !done) return done;
    if (Result<void> done = dropUnused(run); !done) return done;
    return tightenViews(run);
  };
  if (Result<void> done = steps(); !done) return std::move(done).error();
  calls = drawCallsOf(document);
  if (!calls) return std::move(calls).error();
  summary.drawCallsAfter = *calls;
  summary.bytesAfter = document.glbBytes();
  return summary;
}

bool isChanged(const OptimizeSummary& s) {
  return s.bytesAfter < s.bytesBefore || s.unused != OptimizeSummary::Elements{} ||
         s.merged != OptimizeSummary::Elements{} ||
         s.vertices + s.morphTargets + s.joints + s.primitives > 0 || s.shorter + s.resized > 0;
}

}  // namespace

Result<OptimizeSummary> optimize(gltf::Document& document, const OptimizeOptions& options,
                                 Diagnostics& diagnostics) {
  return allOrNothing(
      document, [&](gltf::Document& work) { return optimized(work, options, diagnostics); },
      [&](OptimizeSummary& summary, const gltf::Document&) {
        if (isMuchLarger(summary)) {
          const std::string why = "with fewer draw calls and vertices it would take " + std::to_string(summary.bytesAfter) +
                                  " bytes instead of " + std::to_string(summary.bytesBefore);
          diagnostics.add(Code::EditKept, "", "the file stays as it is: " + why);
          sayImagesStay(options, why, diagnostics);
          const OptimizeSummary before = summary;
          summary = {};
          summary.bytesBefore = summary.bytesAfter = before.bytesBefore;
          summary.drawCallsBefore = summary.drawCallsAfter = before.drawCallsBefore;
          return false;
        }
        summary.changed = isChanged(summary);
        if (!summary.changed)
          summary.bytesAfter = summary.bytesBefore;  // the work may spell the JSON differently
        return summary.changed;
      });
}

}  // namespace vrm::edit
