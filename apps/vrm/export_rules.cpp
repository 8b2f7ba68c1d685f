// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "command.hpp"

namespace vrm::cli {
namespace {

std::string textOf(const edit::ExportSummary& s) {
  std::string out;
  const auto line = [&](std::string_view what, std::uint32_t count, std::string_view how) {
    if (count > 0) out += fmt::format("  {:<15}  {} {}\n", what, count, how);
  };
  line("tangents", s.tangents, "primitives without them now");
  line("morph normals", s.morphNormals, "primitives without them now");
  line("attributes", s.primitives, "primitives with what others of their mesh have");
  line("target names", s.targetNames, "meshes and primitives with them now");
  line("names", s.names, "other ones");
  return out;
}

void addMembers(gltf::Json& json, gltf::JsonValue& root, const edit::ExportSummary& s) {
  gltf::JsonValue out = json.object();
  json.set(out, "tangents", json.number(s.tangents));
  json.set(out, "morphNormals", json.number(s.morphNormals));
  json.set(out, "primitives", json.number(s.primitives));
  json.set(out, "targetNames", json.number(s.targetNames));
  json.set(out, "names", json.number(s.names));
  json.set(root, "exported", out);
}

}  // namespace

void addExportOptions(CLI::App& verb, edit::ExportOptions& options) {
  verb.add_flag("--keep-tangents", options.keepTangents,
                "Keep the tangents of vertices; without it readers make them");
  verb.add_flag("--keep-morph-normals", options.keepMorphNormals,
                "Keep normals and tangents of morph targets");
  verb.add_flag("--keep-names", options.keepNames,
                "Keep names that are used twice, or that cannot be file names");
}

Result<void> applyExportRules(gltf::Document& document, const edit::ExportOptions& options,
                              Diagnostics& diagnostics, WrittenText& text) {
  const Result<edit::ExportSummary> done = edit::applyExportRules(document, options, diagnostics);
  if (!done) return done.error();
  text.lines += textOf(*done);
  text.json = [before = std::move(text.json), summary = *done](gltf::Json& json, gltf::JsonValue& root) {
    if (before) before(json, root);
    addMembers(json, root, summary);
  };
  return {};
}

}  // namespace vrm::cli
