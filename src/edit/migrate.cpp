// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/edit/migrate.hpp"

#include "edit/all_or_nothing.hpp"
#include "edit/migrate_report.hpp"
#include "vrm/edit/export_rules.hpp"
#include "vrm/edit/normalize.hpp"
#include "vrm/schema/read.hpp"
#include "vrm/schema/write.hpp"

namespace vrm::edit {
namespace {

using gltf::Json;
using gltf::JsonValue;

// The node that turned the avatar, the last one, does nothing any more. It stays as the root where hips have
// none other.
void dropTurn(gltf::Document& document, NodeIndex hips) {
  Json& json = document.editJson();
  JsonValue& nodes = *json.editRoot().find("nodes");
  const std::uint32_t last = nodes.size() - 1;
  JsonValue& turn = nodes.elements()[last];
  if (turn.has("rotation")) return;  // a constraint of a root needs it (EDIT_KEPT)
  const std::vector<JsonValue> children(turn.find("children")->elements().begin(),
                                        turn.find("children")->elements().end());
  bool isRoot = false;
  for (const JsonValue& child : children) isRoot = isRoot || (hips && child.index() == hips.value);
  if (isRoot) return void(json.set(turn, "name", json.string("root")));
  for (JsonValue& scene :
       json.editRoot().find("scenes") ? json.editRoot().find("scenes")->elements() : std::span<JsonValue>()) {
    JsonValue* roots = scene.find("nodes");
    if (!roots) continue;
    bool listed = false;
    json.eraseElements(*roots, [&](const JsonValue& value) {
      const bool found = value.index() == last;
      listed = listed || found;
      return found;
    });
    if (!listed) continue;
    for (const JsonValue& child : children) json.append(*roots, json.number(*child.index()));
  }
  std::uint32_t index = 0;
  json.eraseElements(nodes, [&](const JsonValue&) { return index++ == last; });
}

std::string sectionOf(std::string_view pointer) {
  constexpr std::string_view kSections[] = {"lookAt", "expressions", "nodes", "blendShape", "springBone"};
  for (const std::string_view section : kSections) {
    if (pointer.find("/" + std::string(section)) != std::string_view::npos) return std::string(section);
  }
  return "";
}

// `document` is a copy of `source`.
Result<MigrationReport> migrated(const gltf::Document& source, gltf::Document& document,
                                 const MigrateOptions& options, Diagnostics& diagnostics) {
  Diagnostics ignored;  // loading the file has told
  const Result<gltf::Asset> asset = gltf::readAsset(document, ignored);
  if (!asset) return asset.error();
  Diagnostics reading;
  Result<schema::Vrm> vrm = schema::readVrm(document, *asset, reading);
  if (!vrm) return std::move(vrm).error();
  MigrationReport report;
  report.from = vrm->version;
  if (vrm->version == VrmVersion::None)
    return Error{Code::VrmNone, "there is neither an avatar nor an animation of VRM in the file", "",
                 kNoOffset};
  if (vrm->version != VrmVersion::Animation) {
    Result<schema::Meta> meta = completedMeta(*vrm, options.meta, report);
    if (!meta) return std::move(meta).error();
    reportSections(document, *vrm, reading, report);
    reportMaterials(document, *vrm, report);
    reportTerms(*vrm, report);
    vrm->meta = *std::move(meta);
  }

  Diagnostics changes;
  const std::uint32_t before = static_cast<std::uint32_t>(asset->nodes.size() + vrm->addedNodes.size());
  if (Result<void> done = schema::writeVrm(*vrm, document, changes); !done) return std::move(done).error();
  if (vrm->version == VrmVersion::Vrm0) keepUnknownTerms(source, document);
  const JsonValue* nodes = document.root().find("nodes");
  if (vrm->turned && nodes->size() > before) {  // one that turns the avatar
    NormalizeOptions how;
    how.keepTangents = options.keepTangents;
    how.keepMorphNormals = options.keepMorphNormals;
    how.progress = options.progress;
    const Result<NormalizeSummary> done = normalize(document, how, changes);
    if (!done) return done.error();
    const auto left = [&](std::uint32_t count, const char* what, const char* option) {
      if (count == 0) return;
      report.entries.push_back(
          {Outcome::Dropped, "meshes", "",
           std::to_string(count) + " accessors of " + what + " (kept with " + option + ")"});
    };
    left(done->tangents, "tangents", "--keep-tangents");
    left(done->morphNormals, "morph targets' normals", "--keep-morph-normals");
    dropTurn(document, vrm->humanoid[HumanBone::Hips]);
  }
  if (vrm->version != VrmVersion::Vrm1) writeGenerator(document, true);
  for (const Diagnostic& issue : reading.all()) {
    if (issue.severity <= Severity::Warning) diagnostics.add(issue);
  }
  for (const Diagnostic& change : changes.all()) {
    if (change.code == Code::VrmLossy || change.code == Code::EditApproximate)
      report.entries.push_back(
          {Outcome::Approximated, sectionOf(change.pointer), change.pointer, change.message});
    diagnostics.add(change);
  }
  return report;
}

}  // namespace

Result<MigrationReport> migrate(gltf::Document& document, const MigrateOptions& options,
                                Diagnostics& diagnostics) {
  return allOrNothing(
      document, "migrate the model",
      [&](gltf::Document& work) { return migrated(document, work, options, diagnostics); },
      [&](MigrationReport& report, const gltf::Document& work) {
        return report.changed = !gltf::Json::equal(work.root(), document.root());
      });
}

}  // namespace vrm::edit
