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

// A change in the words of the report: its section, and where the source says it rather than the result.
MigrationEntry entryOf(const Diagnostic& change, VrmVersion from) {
  struct Section {
    std::string_view member;  // of the result
    std::string_view what;
  };
  constexpr Section kSections[] = {{"/lookAt", "gaze"},
                                   {"/expressions", "expressions"},
                                   {"/blendShape", "expressions"},
                                   {"/springBone", "springs"},
                                   {"/nodes", "nodes"},
                                   {"/animations", "animations"}};
  MigrationEntry entry{Outcome::Approximated, "", change.pointer, change.message};
  for (const Section& section : kSections) {
    if (change.pointer.find(section.member) == std::string::npos) continue;
    entry.what = section.what;
    break;
  }
  // The curves of VRM 0.x have the names of 1.0's range maps but for the beginning.
  constexpr std::string_view kMap = "/extensions/VRMC_vrm/lookAt/rangeMap";
  if (from == VrmVersion::Vrm0 && change.pointer.starts_with(kMap))
    entry.pointer = "/extensions/VRM/firstPerson/lookAt" + change.pointer.substr(kMap.size());
  return entry;
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
  if (vrm->version == VrmVersion::Animation) {
    reportSections(document, *vrm, reading, report);
  } else {
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
      report.entries.push_back(entryOf(change, vrm->version));
    diagnostics.add(change);
  }
  return report;
}

}  // namespace

Result<MigrationReport> migrate(gltf::Document& document, const MigrateOptions& options,
                                Diagnostics& diagnostics) {
  return allOrNothing(
      document, [&](gltf::Document& work) { return migrated(document, work, options, diagnostics); },
      [&](MigrationReport& report, const gltf::Document& work) {
        return report.changed = !gltf::Json::equal(work.root(), document.root());
      });
}

}  // namespace vrm::edit
